"""Other words for the words of a question, in both languages, from the dictionary of everyday words."""

from collections.abc import Iterator
from dataclasses import dataclass

from palace.text.comparison.bilingual import dictionary, meanings_of
from palace.text.normalise import folded
from palace.text.segmentation import prepared, runs, tokens, word_folded
from palace.text.stemming import stem
from palace.text.stop_words import CHINESE, ENGLISH

LONGEST_CHINESE, SHORTEST_CHINESE = 6, 2
"""Characters of a Chinese word that is looked up: a single one has too many meanings."""

LONGEST_ENGLISH = 3
"""Words of an English phrase that is looked up."""

MOST_MEANINGS = 6
"""A word of more meanings says too little to be replaced."""


@dataclass(frozen=True, slots=True)
class Synonyms:
    """A word of a question, folded, and other words that can mean the same, as tokens of the index."""

    word: str
    others: tuple[tuple[str, ...], ...]


def synonyms_in(question: str) -> Iterator[Synonyms]:
    """Yield the words of a question that have synonyms, the longest at each place, none overlapping."""
    english: list[str] = []
    for run in runs(prepared(question)):
        if run.syllabic:
            yield from _english(english)
            english = []
            yield from _chinese(folded(run.text))
        else:
            english.append(word_folded(run.text))
    yield from _english(english)


def is_known_word(word: str) -> bool:
    """Whether a word is one as it is written, so that nobody can have meant another one by it."""
    return word in ENGLISH or word in CHINESE or bool(meanings_of(word))


def _chinese(run: str) -> Iterator[Synonyms]:
    known = dictionary().meanings
    at = 0
    while at < len(run):
        for length in range(min(LONGEST_CHINESE, len(run) - at), SHORTEST_CHINESE - 1, -1):
            word = run[at : at + length]
            if word in known and word not in CHINESE:
                yield from _of(word, known[word])
                at += length
                break
        else:
            at += 1


def _english(words: list[str]) -> Iterator[Synonyms]:
    at = 0
    while at < len(words):
        for length in range(min(LONGEST_ENGLISH, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + length])
            if phrase not in ENGLISH and (meanings := meanings_of(phrase)):
                yield from _of(phrase, sorted(meanings))
                at += length
                break
        else:
            at += 1


def _of(word: str, meanings: tuple[int, ...] | list[int]) -> Iterator[Synonyms]:
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


def _is_lost(found: tuple[str, ...], meanings: tuple[int, ...] | list[int]) -> bool:
    """Whether the index keeps a word under the stem of another one: `setting` under that of `set`."""
    root = stem(found[0])
    if len(found) > 1 or root == found[0]:
        return False
    of_root = meanings_of(root)
    return bool(of_root) and of_root.isdisjoint(meanings)
