"""Who does what to whom: whether two texts of the same words give two things each other's place.

The words that both texts have in common stand in blocks. Two blocks that change places around one and the
same block between them (`Lena reports to Marcus`, `Marcus reports to Lena`) have changed roles; around a mere
`and` they have not. The passive leaves the order and changes the roles: `A acquired B`, `A was acquired
by B`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from palace.text.comparison.alignment import Alignment, How
from palace.text.comparison.statements import says
from palace.text.comparison.words import Span, Word

MOST_BLOCKS = 40
"""So many blocks of two texts are looked at."""

_SYMMETRIC = frozenset(
    [
        "and",
        "or",
        "&",
        "plus",
        "with",
        "和",
        "与",
        "跟",
        "及",
        "以及",
        "或",
        "或者",
        "同",
        "还是",
        "还有",
        "也",
        "by",
        "是",
        "is",
        "are",
        "=",
        "equals",
        "对",
        "vs",
        "versus",
        "之间",
    ]
)
"""Between such words both orders say the same."""

_PASSIVE = frozenset({"by", "被", "遭", "让", "叫"})


@dataclass(frozen=True, slots=True)
class Block:
    """Words that stand in a row in both texts: first and last index in a and in b, both included."""

    a: Span
    b: Span


@dataclass(frozen=True, slots=True)
class Swap:
    """Two stretches of a and the two of b that stand in their place."""

    a: tuple[Span, Span]
    b: tuple[Span, Span]


def swapped_roles(alignment: Alignment) -> Swap | None:
    """Return the first two things that have changed places between two texts, or None."""
    blocks = blocks_of(alignment)[:MOST_BLOCKS]
    for first, second in _pairs(blocks):
        if not _says_something(alignment, first) or not _says_something(alignment, second):
            continue
        crossed = first.b[0] > second.b[0]
        changed = (
            _around_the_same(alignment, first, second) if crossed else _by_passive(alignment, first, second)
        )
        if changed:
            return Swap(
                (_span(alignment.a, first.a), _span(alignment.a, second.a)),
                (_span(alignment.b, second.b), _span(alignment.b, first.b)),
            )
    return None


def blocks_of(alignment: Alignment) -> list[Block]:
    """Return the blocks of equal words in the order of the first text."""
    found: list[Block] = []
    for link in alignment.links:
        if link.how not in {How.EQUAL, How.MEANING}:
            continue
        last = found[-1] if found else None
        if last is not None and last.a[1] + 1 == link.a and last.b[1] + 1 == link.b:
            found[-1] = Block((last.a[0], link.a), (last.b[0], link.b))
        else:
            found.append(Block((link.a, link.a), (link.b, link.b)))
    return found


def _pairs(blocks: Sequence[Block]) -> Iterator[tuple[Block, Block]]:
    for place, first in enumerate(blocks):
        for second in blocks[place + 1 : place + 6]:
            yield first, second


def _says_something(alignment: Alignment, block: Block) -> bool:
    return any(word.weight > 0 for word in alignment.a[block.a[0] : block.a[1] + 1])


def _around_the_same(alignment: Alignment, first: Block, second: Block) -> bool:
    """Whether the words between the two are the same in both texts, and not only such as `and`."""
    between_a = alignment.a[first.a[1] + 1 : second.a[0]]
    between_b = alignment.b[second.b[1] + 1 : first.b[0]]
    if not between_a or _telling(between_a) != _telling(between_b):
        return False
    if _is_passive(between_a) is not _is_passive(between_b) or _saying(between_a) != _saying(between_b):
        return False
    if any(alignment.a[block.a[0]].text.casefold() in _LEADING_TO_A_PLACE for block in (first, second)):
        return False
    return not all(word.text.casefold() in _SYMMETRIC for word in between_a)


_LEADING_TO_A_PLACE = frozenset({"in", "on", "at", "during", "since", "for", "在"})
"""What such a word leads to is a place or a time, no party."""


def _is_passive(words: Sequence[Word]) -> bool:
    return any(word.text.casefold() in _PASSIVE for word in words[-1:])


def _saying(words: Sequence[Word]) -> list[bool]:
    """Return of each telling word whether it is a verb: `manages` is no `manager`."""
    return [says(word) for word in words if word.weight > 0]


def _telling(words: Sequence[Word]) -> list[str]:
    """Return the keys of words that say something, of all where none does: `taught` of `who taught`."""
    return [word.key for word in words if word.weight > 0] or [word.key for word in words]


def _by_passive(alignment: Alignment, first: Block, second: Block) -> bool:
    """Whether only one text puts the second into the passive behind the first."""
    between_a = alignment.a[first.a[1] + 1 : second.a[0]]
    between_b = alignment.b[first.b[1] + 1 : second.b[0]]
    if _is_passive(between_a) is _is_passive(between_b):
        return False
    keys_a = {word.key for word in between_a if word.weight > 0}
    keys_b = {word.key for word in between_b if word.weight > 0}
    return bool(keys_a & keys_b)


def _span(words: Sequence[Word], block: Span) -> Span:
    return words[block[0]].start, words[block[1]].end
