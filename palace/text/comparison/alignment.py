"""Which word of one text answers to which of another, and what only one of them says.

Equal words first, the longest common runs before single words, in whatever order they stand; then words of
one meaning by the dictionaries; then words that a model sees as alike. Each word answers to one word at
most. Words inside a value (a quantity, a time) are left out here: values are compared as values.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from palace.text.comparison.word_senses import sense_of
from palace.text.comparison.words import Script, Span, Word

LEAST_ALIKE = 0.25
"""Words are no answer to each other where the model sees them as less alike than this."""

MOST_ALIKE = 0.6
"""Two words of one language are never sure to mean the same by the model alone: north and south are alike."""

MOST_COMPARED_BY_MEANING = 60
"""So many words of a side that have no equal are looked up in the dictionaries and asked of the model."""


class How(StrEnum):
    """By what two words answer to each other."""

    EQUAL = "equal"
    PART = "part"
    MEANING = "meaning"
    LIKENESS = "likeness"


@dataclass(frozen=True, slots=True)
class Link:
    """Word `a` of the first text answers to word `b` of the second; `strength` above 0, at most 1.

    `across` tells that the two are written in different scripts.
    """

    a: int
    b: int
    strength: float
    how: How
    across: bool = False


@dataclass(frozen=True, slots=True)
class Alignment:
    """The words of two texts and the links between them, in the order of the first text."""

    a: tuple[Word, ...]
    b: tuple[Word, ...]
    links: tuple[Link, ...]

    def b_of(self) -> dict[int, Link]:
        """Return the link of each word of a that has one."""
        return {link.a: link for link in self.links}

    def a_of(self) -> dict[int, Link]:
        """Return the link of each word of b that has one."""
        return {link.b: link for link in self.links}


NamesDiffer = Callable[[Word, Word], bool | None]
"""Tells of two words that they surely are different names, or one name; None where not both are names."""

Between = Callable[[Sequence[Span], Sequence[Span]], Sequence[Sequence[float]]]
"""How alike stretches of the first text are to stretches of the second, as a model sees them, 0 to 1."""

LinkScore = tuple[float, int, int, How]


def aligned(
    a: Sequence[Word], b: Sequence[Word], names_differ: NamesDiffer, between: Between | None = None
) -> Alignment:
    """Return the alignment of two rows of words; a model that sees them is asked only about free ones."""
    links: dict[int, Link] = {}
    taken_b: set[int] = set()

    def take(link: Link) -> None:
        links[link.a] = link
        taken_b.add(link.b)

    for a_start, b_start, length in common_runs([word.key for word in a], [word.key for word in b]):
        for step in range(length):
            take(Link(a_start + step, b_start + step, 1.0, How.EQUAL))
    for i, j in _equal_words(a, b, links, taken_b):
        take(Link(i, j, 1.0, How.EQUAL))
    free_a = [i for i in range(len(a)) if i not in links and a[i].weight > 0][:MOST_COMPARED_BY_MEANING]
    free_b = [j for j in range(len(b)) if j not in taken_b and b[j].weight > 0][:MOST_COMPARED_BY_MEANING]
    scores = _scores(a, b, free_a, free_b, names_differ, between)
    for strength, i, j, how in sorted(scores, key=lambda score: (-score[0], score[1], score[2])):
        if i not in links and j not in taken_b:
            take(Link(i, j, strength, how, a[i].script is not b[j].script))
    return Alignment(tuple(a), tuple(b), tuple(links[i] for i in sorted(links)))


def common_runs(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int, int]]:
    """Return the common runs of two or more keys as (start in a, start in b, length), longest first.

    No place is in two runs. Keys that repeat very often are paired only near their own place.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for j, key in enumerate(b):
        places[key].append(j)
    found: list[tuple[int, int, int]] = []
    ending: dict[int, int] = {}
    for i, key in enumerate(a):
        here: dict[int, int] = {}
        near = places.get(key, [])
        if len(near) > _MOST_PLACES:
            at = bisect_left(near, i)
            around = near[max(0, at - _MOST_PLACES) : at + _MOST_PLACES]
            near = sorted(around, key=lambda j: abs(j - i))[:_MOST_PLACES]
        for j in near:
            here[j] = ending.get(j - 1, 0) + 1
        for j, length in ending.items():
            if j + 1 not in here and length > 1:
                found.append((i - length, j + 1 - length, length))
        ending = here
    found += [(len(a) - length, j + 1 - length, length) for j, length in ending.items() if length > 1]
    return _apart(found, len(a), len(b))


_MOST_PLACES = 24


def _apart(runs: Iterable[tuple[int, int, int]], a_length: int, b_length: int) -> list[tuple[int, int, int]]:
    """Return the runs, longest first, each cut where a longer one has taken its ends."""
    in_order = sorted(runs, key=lambda run: (-run[2], abs(run[0] - run[1]), run[0], run[1]))
    taken_a, taken_b = bytearray(a_length), bytearray(b_length)
    kept: list[tuple[int, int, int]] = []
    for a_start, b_start, length in in_order:
        free = [step for step in range(length) if not taken_a[a_start + step] and not taken_b[b_start + step]]
        for first, count in _stretches(free):
            if count < 2:
                continue
            kept.append((a_start + first, b_start + first, count))
            taken_a[a_start + first : a_start + first + count] = b"\1" * count
            taken_b[b_start + first : b_start + first + count] = b"\1" * count
    return kept


def _stretches(steps: Sequence[int]) -> list[tuple[int, int]]:
    """Return rows of neighbouring numbers as (first, count)."""
    found: list[tuple[int, int]] = []
    for step in steps:
        if found and sum(found[-1]) == step:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((step, 1))
    return found


def _equal_words(
    a: Sequence[Word], b: Sequence[Word], links: dict[int, Link], taken_b: set[int]
) -> list[tuple[int, int]]:
    """Return pairs of equal words that no run holds, each with the nearest in its row.

    A loose Chinese character alone is too little: the one it equals must not be part of another word.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for j, word in enumerate(b):
        if j not in taken_b:
            places[word.key].append(j)
    pairs: list[tuple[int, int]] = []
    for i, word in enumerate(a):
        near = places.get(word.key)
        if i in links or not near:
            continue
        shift = i * len(b) / max(1, len(a))
        chosen = min(near, key=lambda j: (abs(j - shift), j))
        near.remove(chosen)
        pairs.append((i, chosen))
    return pairs


def _scores(
    a: Sequence[Word],
    b: Sequence[Word],
    free_a: Sequence[int],
    free_b: Sequence[int],
    names_differ: NamesDiffer,
    between: Between | None,
) -> list[LinkScore]:
    if not free_a or not free_b:
        return []
    alike_to = between([a[i].span for i in free_a], [b[j].span for j in free_b]) if between else None
    others = [(j, b[j], sense_of(b[j].text)) for j in free_b]
    found: list[LinkScore] = []
    for row, i in enumerate(free_a):
        first = a[i]
        key, script, own = first.key, first.script, sense_of(first.text)
        folded, meanings, sharp_fields = own.folded, own.meanings, own.sharp_fields
        for column, (j, second, sense) in enumerate(others):
            # What `Sense.means_the_same` says, written out: this is asked of every word and every other.
            same = key == second.key or folded == sense.folded
            if same or not meanings.isdisjoint(sense.meanings):
                found.append((0.95, i, j, How.MEANING))
                continue
            if script is Script.NUMBER or second.script is Script.NUMBER:
                continue
            differ = names_differ(first, second)
            if differ or (differ is None and not sharp_fields.isdisjoint(sense.sharp_fields)):
                continue
            part = _shared_part(first, second)
            alike = alike_to[row][column] if alike_to is not None else 0.0
            if part >= alike and part > 0:
                found.append((part, i, j, How.PART))
            elif alike >= LEAST_ALIKE:
                strength = min(alike, MOST_ALIKE if script is second.script else 1.0)
                found.append((strength, i, j, How.LIKENESS))
    return found


def _shared_part(first: Word, second: Word) -> float:
    """Return how much of the longer word the shorter shares: characters in Chinese, a start in Latin."""
    one, other = first.key, second.key
    if first.script is not second.script or first.script is Script.NUMBER:
        return 0.0
    length = max(len(one), len(other))
    if first.script is Script.HAN:
        shared = len(set(one).intersection(other))
        return 0.8 * shared / length if length > 1 else 0.0
    if one[:4] != other[:4]:
        return 0.0
    same, shortest = 0, min(len(one), len(other))
    while same < shortest and one[same] == other[same]:
        same += 1
    return 0.9 * same / length if same >= 4 and same / length >= 0.6 else 0.0
