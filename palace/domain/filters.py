"""Filters that compose with any search: `wing:knowledge band:cold p:0 kind:failure scene:deploy`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import TypeVar

from palace.domain.errors import InvalidInput
from palace.domain.filter_words import (
    VALUES,
    FilterName,
    State,
    filter_named,
    mistyped_filter,
    nearest,
    plain,
    spellings,
)
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
    """Return the word of a vocabulary that `text` names, in any case and width, in English or Chinese.

    Raises InvalidInput naming the nearest word when there is none.
    """
    wanted = plain(text)
    written = spellings(vocabulary)
    if wanted in written:
        return vocabulary(written[wanted])
    near = nearest(wanted, written)
    raise InvalidInput(
        "unknown {vocabulary} “{text}”",
        next_step="did you mean {near}?" if near else "it is one of: {words}",
        vocabulary=_CAPITAL.sub(" ", vocabulary.__name__).lower(),
        text=_named(text),
        near="" if not near else written[near] if near.isascii() else near,
        words=", ".join(vocabulary),
    )


def priority_of(text: str) -> Priority:
    """Return the priority that `0`, `p0` or `P0` names; raises InvalidInput for anything else."""
    return word_of(Priority, text)


def _named(text: str) -> str:
    return text if len(text) <= LONGEST_NAMED else f"{text[:LONGEST_NAMED]}…"


_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DAY = re.compile(r"([0-9]{4})(?:[-/.年]([0-9]{1,2})(?:[-/.月]([0-9]{1,2})[日号]?|月)?|年)?")
_AGO = re.compile(r"([0-9]{1,3}) ?(?:(d|days?|天|日)|(w|weeks?|周|星期)|(m|months?|个月)|(y|years?|年))")
_NEAR_DAYS = {"today": 0, "今天": 0, "yesterday": 1, "昨天": 1, "前天": 2}


def day_of(text: str, *, key: str, today: date | None = None) -> date:
    """Return the first day that `2026`, `2026-01` or `2026-01-15` means, also as `2026年1月15日`.

    With `today`, `today`, `yesterday`, `7d`, `2w`, `3m` and `1y` (so long ago) are days too, `7天`, `2周`,
    `3个月` and `1年` as well. Raises InvalidInput when it is no date.
    """
    written = plain(text)
    try:
        if match := _DAY.fullmatch(written):
            year, month, day = (int(part) if part else 1 for part in match.groups())
            return date(year, month, day)
        if today is not None and (found := _days_ago(written, today)):
            return found
    except (ValueError, OverflowError):
        pass
    raise InvalidInput(
        "“{key}:{text}” is not a date",
        next_step="write it like 2026, 2026-01 or 2026-01-15"
        if today is None
        else "write it like 2026-01, 2026-01-15, today or 7d",
        key=key,
        text=_named(text),
    )


def _days_ago(written: str, today: date) -> date | None:
    if written in _NEAR_DAYS:
        return today - timedelta(days=_NEAR_DAYS[written])
    match = _AGO.fullmatch(written)
    if match is None:
        return None
    count = int(match[1])
    if match[2] or match[3]:
        return today - timedelta(days=count * (1 if match[2] else 7))
    months = today.year * 12 + today.month - 1 - count * (1 if match[4] else 12)
    year, month = divmod(months, 12)
    from calendar import monthrange

    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))


_QUOTED = r"""“[^“”]+”|「[^「」]+」"""
_VALUE = r"""(?:"[^"]*"|“[^“”]*”|「[^「」]*」|\S)+"""
_PARTS = re.compile(
    rf"""(?<!\S)"[^"]+"(?=\s|$)|{_QUOTED}"""
    rf"""|(?<!\S)(?P<name>[A-Za-zＡ-Ｚａ-ｚ]+|[\u4e00-\u9fff]{{1,3}})[:：](?![:：])(?P<value>{_VALUE})"""
)
_LEFT_OUT = re.compile(
    rf"(?<!\S)[-−－](?P<name>[A-Za-z]+|[\u4e00-\u9fff]{{1,3}})[:：](?![:：])(?P<value>{_VALUE})"
)
_BETWEEN_QUOTES = re.compile(rf"""(?<!\S)"[^"]+"(?=\s|$)|{_QUOTED}""")
_EITHER = re.compile("""(?:"[^"]*"|“[^“”]*”|「[^「」]*」|[^,，、])+""")
_QUOTES = ('""', "“”", "「」")


def parse_query(text: str, today: date | None = None) -> Query:
    """Part what was typed into words and filters; `today` lets a filter name days as `7d` does.

    A prefix that is no filter's name (`https://…`, `std::vector`) stays part of the words, and so do a name
    without a value and whatever stands in quotes. Values joined by commas mean either, filters joined by
    blanks mean both: `wing:identity,social p:0`. A value with blanks is quoted: `scene:"code review"`.
    Full-width colons and commas do as well, and Chinese names (`翼:知识`); since prose has headings like
    `状态：正常`, one of these with a value that is none of its own stays part of the words. Raises
    InvalidInput for a filter whose value is unknown, and for a name that can only be a mistyped one.
    """
    found: dict[FilterName, list[str]] = {}

    def take(match: re.Match[str]) -> str:
        if match["name"] is None:
            return match[0]
        values = [unquoted for value in _EITHER.findall(match["value"]) if (unquoted := _unquoted(value))]
        name = filter_named(match["name"])
        if not values or (name and not plain(match["name"]).isascii() and not _fits(name, values[0])):
            return match[0]
        if name is None:
            if meant := mistyped_filter(match["name"], values[0]):
                raise InvalidInput(
                    "unknown filter “{name}:”",
                    next_step="did you mean “{near}:”? In quotes it is searched for as words",
                    name=_named(match["name"]),
                    near=meant,
                )
            return match[0]
        found.setdefault(name, []).extend(values)
        return ""

    words = _PARTS.sub(take, text)
    expect_nothing_left_out(_BETWEEN_QUOTES.sub(" ", words))
    return Query(" ".join(words.split()), filters_of(found, today))


def expect_nothing_left_out(words: str) -> None:
    """Raise InvalidInput where words ask for a filter to be left out (`-wing:history`), which none can."""
    for match in _LEFT_OUT.finditer(words):
        name = filter_named(match["name"])
        if name is not None and (match["name"].isascii() or _fits(name, _unquoted(match["value"]))):
            raise InvalidInput(
                "a filter cannot leave anything out: “{word}”",
                next_step="name what is wanted, joined by commas; in quotes it is searched for as words",
                word=_named(match[0]),
            )


def _unquoted(value: str) -> str:
    around = value[:1] + value[-1:]
    return value[1:-1].strip() if len(value) > 1 and around in _QUOTES else value


def _fits(name: FilterName, value: str) -> bool:
    """Whether a value belongs to a filter, or is near to one that does."""
    vocabulary = VALUES.get(name)
    if vocabulary is not None:
        return nearest(plain(value), spellings(vocabulary)) is not None
    return name is FilterName.SCENE or plain(value)[:1].isdecimal() or plain(value) in _NEAR_DAYS


def filters_of(found: Mapping[FilterName, list[str]], today: date | None = None) -> Filters:
    """Return the filters with these values, several of one name meaning either of them.

    Of several days the one counts that leaves least. Raises InvalidInput for an unknown value, and for days
    between which there is none.
    """

    def words(vocabulary: type[Word], name: FilterName) -> frozenset[Word]:
        return frozenset(word_of(vocabulary, value) for value in found.get(name, []))

    def days(name: FilterName) -> Iterable[date]:
        return (day_of(value, key=name, today=today) for value in found.get(name, []))

    states = frozenset(_state_of(value) for value in found.get(FilterName.IS, []))
    since, before = max(days(FilterName.SINCE), default=None), min(days(FilterName.BEFORE), default=None)
    if since is not None and before is not None and since >= before:
        raise InvalidInput(
            "there is no day since {since} and before {before}",
            next_step="exchange the two days",
            since=since.isoformat(),
            before=before.isoformat(),
        )
    return Filters(
        wings=words(Wing, FilterName.WING),
        bands=words(Band, FilterName.BAND),
        layers=words(Layer, FilterName.LAYER),
        priorities=words(Priority, FilterName.PRIORITY),
        kinds=words(Kind, FilterName.KIND),
        statuses=words(Status, FilterName.STATUS),
        scenes=frozenset(found.get(FilterName.SCENE, [])),
        since=since,
        before=before,
        in_conflict=State.CONFLICT in states,
        pinned=State.PINNED in states,
    )


def _state_of(text: str) -> State:
    written, wanted = spellings(State), plain(text)
    if wanted in written:
        return State(written[wanted])
    near = nearest(wanted, written)
    raise InvalidInput(
        "unknown filter “is:{state}”",
        next_step="did you mean is:{near}?" if near else "it is is:conflict or is:pinned",
        state=_named(wanted),
        near=near or "",
    )
