"""Words that cannot both be said of one thing at one time, in Chinese, in English and across the two.

A scale has poles; each pole has the words that put something there. Words at different poles of one scale
are opposed. Which thing a word is said of is not looked at here.
"""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product

from palace.text.comparison.phrases import entries_of

Place = tuple[int, int]
"""A scale and one of its poles, both counted from 0."""


@dataclass(frozen=True, slots=True)
class Scales:
    """Where on the scales each word stands, and for each scale its axis and how many poles it has.

    The words of a scale that is `relative` are opposed only beside the same word, those of a scale of
    `bounds` only before the same number.
    """

    places: dict[str, tuple[Place, ...]]
    axes: tuple[str, ...]
    sizes: tuple[int, ...]
    relative: frozenset[int]
    bounds: frozenset[int]


@dataclass(frozen=True, slots=True)
class Opposition:
    """Words of two texts that are opposed.

    Their places in the rows they came from, and the axis they show.
    """

    a: int
    b: int
    axis: str
    a_word: str
    b_word: str


@cache
def scales() -> Scales:
    """Return the scales that are shipped with the program."""
    data = tomllib.loads(files(__package__).joinpath("opposites.toml").read_text(encoding="utf-8"))
    places: dict[str, tuple[Place, ...]] = {}
    axes: list[str] = []
    sizes: list[int] = []
    relative: set[int] = set()
    bounds: set[int] = set()
    for axis, lines in data.items():
        for line in filter(None, lines.split("\n")):
            if line.startswith("*"):
                relative.add(len(axes))
            if line.startswith("+"):
                bounds.add(len(axes))
            for pole, words in enumerate(line.lstrip("*+ ").split("|")):
                for word in words.split(","):
                    entry = word.strip().replace("-", " ")
                    places[entry] = (*places.get(entry, ()), (len(axes), pole))
            axes.append(axis)
            sizes.append(line.count("|") + 1)
    return Scales(places, tuple(axes), tuple(sizes), frozenset(relative), frozenset(bounds))


def is_pole(word: str) -> bool:
    """Whether a word stands on a scale just so: folded, in its dictionary form, hyphens as spaces."""
    return word in scales().places


@lru_cache(maxsize=16384)
def places_of(word: str) -> frozenset[Place]:
    """Return where on the scales a word or phrase stands, inflected or not."""
    return frozenset(place for entry in entries_of(word, is_pole) for place in scales().places[entry])


def opposed(word_a: str, word_b: str) -> str | None:
    """Return the axis on which two words are opposed, or nothing.

    Words that also share a pole somewhere (`open` the state and `open` the hours) are not.
    """
    a_places, b_places = places_of(word_a), places_of(word_b)
    if not a_places or not b_places or a_places & b_places:
        return None
    shared = {scale for scale, _ in a_places} & {scale for scale, _ in b_places}
    return scales().axes[min(shared)] if shared else None


def opposed_words(a_words: Sequence[str], b_words: Sequence[str]) -> tuple[Opposition, ...]:
    """Return the opposed words of two rows, those left out that both rows have in common at both poles.

    A row may name both poles (`before` and `after`); it opposes another only by a pole the other lacks.
    """
    a_poles, b_poles = _poles(a_words), _poles(b_words)
    found: list[Opposition] = []
    for (i, word_a), (j, word_b) in product(enumerate(a_words), enumerate(b_words)):
        axis = opposed(word_a, word_b)
        if axis is None:
            continue
        shared = {scale for scale, _ in places_of(word_a)} & {scale for scale, _ in places_of(word_b)}
        if any(
            not {place for place in places_of(word_a) if place[0] == scale} & b_poles
            and not {place for place in places_of(word_b) if place[0] == scale} & a_poles
            for scale in shared
        ):
            found.append(Opposition(i, j, axis, word_a, word_b))
    return tuple(found)


def _poles(words: Iterable[str]) -> set[Place]:
    return {place for word in words for place in places_of(word)}
