"""Words that tell one matter from its two sides: A sold B a boat, B bought a boat from A.

Two texts with such a pair of words say the same where the two parties have changed places, and differ
where they have not.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.alignment import Alignment, How, Link
from palace.text.comparison.phrases import entries_of, phrases_in
from palace.text.comparison.statements import says
from palace.text.comparison.terms import words_in
from palace.text.comparison.word_weights import COMMON
from palace.text.comparison.words import Span

TABLE = "converses.toml"

Side = tuple[int, int]
"""A matter and from which side it is told, both counted from 0."""


@dataclass(frozen=True, slots=True)
class Converse:
    """A word of a and one of b that tell one matter from two sides: where each stands."""

    a: Span
    b: Span


def turned_converse(a: str, b: str, alignment: Alignment) -> Converse | None:
    """Return the words by which two texts say the same of parties that have changed places, or None."""
    found = _converse_words(a, b)
    return found if found is not None and _other_comes_first(alignment) else None


def kept_converse(a: str, b: str, alignment: Alignment) -> Converse | None:
    """Return the converse words by which two texts give the same two parties opposite parts, or None."""
    found = _converse_words(a, b, only_parts=True)
    if found is None or len(_shared_things(alignment)) < LEAST_PARTIES or _other_comes_first(alignment):
        return None
    return found


LEAST_PARTIES = 2
"""So many things both texts name, for their parts in a matter to be told apart."""


def _converse_words(a: str, b: str, *, only_parts: bool = False) -> Converse | None:
    """Return the first words of two texts that tell one matter from its two sides, or None."""
    matters = len(_lines("parts")) if only_parts else None
    of_a, of_b = _sides_in(a), _sides_in(b)
    named_a = {side for _, sides in of_a for side in sides}
    named_b = {side for _, sides in of_b for side in sides}
    for a_span, a_sides in of_a:
        for b_span, b_sides in of_b:
            if any(
                (matters is None or matter < matters)
                and (matter, 1 - side) in b_sides
                and (matter, side) not in named_b
                and (matter, 1 - side) not in named_a
                for matter, side in a_sides
            ):
                return Converse(a_span, b_span)
    return None


def _other_comes_first(alignment: Alignment) -> bool:
    """Whether the first thing that both texts name is another one in each."""
    shared = _shared_things(alignment)
    return bool(shared) and min(shared, key=lambda link: link.b) is not shared[0]


def _shared_things(alignment: Alignment) -> list[Link]:
    return [
        link
        for link in alignment.links
        if link.how in {How.EQUAL, How.MEANING}
        and alignment.a[link.a].weight > COMMON
        and not says(alignment.a[link.a])
    ]


_BEGINS_A_NAME = re.compile(r"[小老大][\u4e00-\u9fff](?=$|\W|[比的和跟向是在被把给对与大小高矮早晚])")
"""小赵 and 老周 are names; nobody is small or old there."""


@lru_cache(maxsize=2048)
def _sides_in(written: str) -> tuple[tuple[Span, frozenset[Side]], ...]:
    return tuple(
        (phrase.span, _sides_of(phrase.entry))
        for phrase in phrases_in(written, words_in(written), _is_converse)
        if _BEGINS_A_NAME.match(written, phrase.span[0]) is None
    )


def _is_converse(word: str) -> bool:
    return word in _table()


@lru_cache(maxsize=2048)
def _sides_of(word: str) -> frozenset[Side]:
    return frozenset(side for entry in entries_of(word, _is_converse) for side in _table()[entry])


@cache
def _table() -> dict[str, tuple[Side, ...]]:
    sides: dict[str, tuple[Side, ...]] = {}
    for matter, line in enumerate((*_lines("parts"), *_lines("places"))):
        for side, words in enumerate(line.split("|")):
            for word in words.split(","):
                entry = word.strip()
                sides[entry] = (*sides.get(entry, ()), (matter, side))
    return sides


@cache
def _lines(section: str) -> tuple[str, ...]:
    data = tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))
    return tuple(filter(None, data[section].split("\n")))
