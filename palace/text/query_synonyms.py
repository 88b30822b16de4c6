"""Other words for the words of a question, in both languages, from the dictionary of everyday words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from palace.text.comparison.bilingual import dictionary, meanings_of
from palace.text.longest_words import longest_words_in
from palace.text.segmentation import tokens
from palace.text.stemming import stem
from palace.text.stop_words import CHINESE, ENGLISH

MOST_MEANINGS = 6
"""A word of more meanings says too little to be replaced."""


@dataclass(frozen=True, slots=True)
class Synonyms:
    """A word of a question, folded, and other words that can mean the same, as tokens of the index."""

    word: str
    others: tuple[tuple[str, ...], ...]


def synonyms_in(question: str) -> Iterator[Synonyms]:
    """Yield the words of a question that have synonyms, the longest at each place, none overlapping."""
    known = dictionary().meanings
    for word, meanings in longest_words_in(
        question, lambda word: known.get(word, ()), lambda phrase: sorted(meanings_of(phrase))
    ):
        yield from _of(word, meanings)


def is_known_word(word: str) -> bool:
    """Whether a word is one as it is written, so that nobody can have meant another one by it."""
    return word in ENGLISH or word in CHINESE or bool(meanings_of(word))


def _of(word: str, meanings: Sequence[int]) -> Iterator[Synonyms]:
    if len(meanings) > MOST_MEANINGS:
        return
    own = tuple(tokens(word))
    others: dict[tuple[str, ...], None] = {}
    for meaning in meanings:
        for other in dictionary().words[meaning]:
            found = tuple(tokens(other))
            single = len(found) == 1 and not found[0].isascii()
            if (
                found
                and found != own
                and not single
                and other not in ENGLISH
                and not _is_lost(found, meanings)
            ):
                others[found] = None
    if others:
        yield Synonyms(word, tuple(others))


def _is_lost(found: tuple[str, ...], meanings: Sequence[int]) -> bool:
    """Whether the index keeps a word under the stem of another one: `setting` under that of `set`."""
    root = stem(found[0])
    if len(found) > 1 or root == found[0]:
        return False
    of_root = meanings_of(root)
    return bool(of_root) and of_root.isdisjoint(meanings)
