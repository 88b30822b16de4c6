"""Filters that compose with any search: `wing:knowledge band:cold p:0 kind:failure scene:deploy`."""

import difflib
import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeVar

from palace.domain.errors import InvalidInput
from palace.domain.vocabulary import Band, Kind, Layer, Priority, Status, Wing

Word = TypeVar("Word", bound=StrEnum)

LONGEST_NAMED = 40
"""A wrong value is named in an error by at most so many of its characters."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What a memory must be to be found; an empty set or None means "any".

    `current` leaves out what something newer took the place of: it is history, and stands in no room.
    """

    wings: frozenset[Wing] = frozenset()
    bands: frozenset[Band] = frozenset()
    layers: frozenset[Layer] = frozenset()
    priorities: frozenset[Priority] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    statuses: frozenset[Status] = frozenset()
    scenes: frozenset[str] = frozenset()
    since: date | None = None
    before: date | None = None
    in_conflict: bool = False
    pinned: bool = False
    current: bool = False

    def __bool__(self) -> bool:
        """Whether anything is filtered at all."""
        return self != Filters()


@dataclass(frozen=True, slots=True)
class Query:
    """What was typed, parted into the words to search for and the filters."""

    words: str
    filters: Filters


def word_of(vocabulary: type[Word], text: str) -> Word:
    """Return the word of a vocabulary that `text` names, in any case and width.

    Raises InvalidInput naming the nearest word when there is none.
    """
    words = {_plain(word): word for word in vocabulary}
    wanted = _plain(text)
    if wanted in words:
        return words[wanted]
    near = difflib.get_close_matches(wanted[:LONGEST_NAMED], words, n=1, cutoff=0.6)
    raise InvalidInput(
        "unknown {vocabulary} “{text}”",
        next_step="did you mean {near}?" if near else "it is one of: {words}",
        vocabulary=vocabulary.__name__.lower(),
        text=_named(text),
        near=words[near[0]] if near else "",
        words=", ".join(vocabulary),
    )


def priority_of(text: str) -> Priority:
    """Return the priority that `0`, `p0` or `P0` names; raises InvalidInput for anything else."""
    plain = _plain(text)
    return word_of(Priority, f"P{plain}" if plain in {"0", "1", "2"} else text)


def _named(text: str) -> str:
    return text if len(text) <= LONGEST_NAMED else f"{text[:LONGEST_NAMED]}…"


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().casefold()


def day_of(text: str, *, key: str) -> date:
    """Return the first day that `2026`, `2026-01` or `2026-01-15` means.

    Raises InvalidInput when it is no date.
    """
    match = re.fullmatch(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", _plain(text))
    if match:
        year, month, day = (int(part) if part else 1 for part in match.groups())
        try:
            return date(year, month, day)
        except ValueError:
            pass
    raise InvalidInput(
        "“{key}:{text}” is not a date",
        next_step="write it like 2026, 2026-01 or 2026-01-15",
        key=key,
        text=_named(text),
    )


_FILTER = re.compile(r"(?<!\S)([A-Za-z]+)[:：](?![:：])(\S+)")
_EITHER = re.compile("[,，、]")


def parse_query(text: str) -> Query:
    """Part what was typed into words and filters.

    A prefix that is no filter's name (`https://…`, `std::vector`) stays part of the words, and so does a
    name without a value. Values joined by commas mean either: `wing:identity,social`. Full-width colons
    and commas do as well. Raises InvalidInput for a filter whose value is unknown.
    """
    found: dict[str, list[str]] = {}

    def take(match: re.Match[str]) -> str:
        key = _ALIASES.get(match[1].lower(), match[1].lower())
        values = [value for value in _EITHER.split(match[2]) if value]
        if key not in _NAMES or not values:
            return match[0]
        found.setdefault(key, []).extend(values)
        return ""

    words = _FILTER.sub(take, text)
    return Query(" ".join(words.split()), _filters_from(found))


_ALIASES = {"p": "priority", "until": "before"}
_NAMES = frozenset({"wing", "band", "layer", "priority", "kind", "status", "scene", "since", "before", "is"})


def _filters_from(found: dict[str, list[str]]) -> Filters:
    states = [_plain(value) for value in found.get("is", [])]
    for state in states:
        if state not in {"conflict", "pinned"}:
            raise InvalidInput(
                "unknown filter “is:{state}”",
                next_step="it is is:conflict or is:pinned",
                state=_named(state),
            )
    since, before = found.get("since"), found.get("before")
    return Filters(
        wings=frozenset(word_of(Wing, value) for value in found.get("wing", [])),
        bands=frozenset(word_of(Band, value) for value in found.get("band", [])),
        layers=frozenset(word_of(Layer, value) for value in found.get("layer", [])),
        priorities=frozenset(priority_of(value) for value in found.get("priority", [])),
        kinds=frozenset(word_of(Kind, value) for value in found.get("kind", [])),
        statuses=frozenset(word_of(Status, value) for value in found.get("status", [])),
        scenes=frozenset(found.get("scene", [])),
        since=day_of(since[-1], key="since") if since else None,
        before=day_of(before[-1], key="before") if before else None,
        in_conflict="conflict" in states,
        pinned="pinned" in states,
    )
