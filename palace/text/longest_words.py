"""The words of a question that a table knows: at each place the longest one, none overlapping."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from palace.text.normalise import folded
from palace.text.segmentation import prepared, runs, word_folded
from palace.text.stop_words import CHINESE, ENGLISH

LONGEST_CHINESE, SHORTEST_CHINESE = 6, 2
"""Characters of a Chinese word that is looked up: a single one has too many meanings."""

LONGEST_ENGLISH = 3
"""Words of an English phrase that is looked up."""

Known = TypeVar("Known")


def longest_words_in(
    question: str, of_chinese: Callable[[str], Known], of_english: Callable[[str], Known]
) -> Iterator[tuple[str, Known]]:
    """Yield the words of a question, folded, each with what a table says of it; stop words are left out.

    `of_chinese` and `of_english` return what stands for a word or a phrase, something false where it is
    unknown.
    """
    english: list[str] = []
    for run in runs(prepared(question)):
        if run.syllabic:
            yield from _longest(english, " ", range(1, LONGEST_ENGLISH + 1), ENGLISH, of_english)
            english = []
            lengths = range(SHORTEST_CHINESE, LONGEST_CHINESE + 1)
            yield from _longest(folded(run.text), "", lengths, CHINESE, of_chinese)
        else:
            english.append(word_folded(run.text))
    yield from _longest(english, " ", range(1, LONGEST_ENGLISH + 1), ENGLISH, of_english)


def _longest(
    parts: Sequence[str],
    between: str,
    lengths: range,
    stop_words: frozenset[str],
    known_of: Callable[[str], Known],
) -> Iterator[tuple[str, Known]]:
    at = 0
    while at < len(parts):
        for length in reversed(range(lengths.start, min(lengths.stop, len(parts) - at + 1))):
            word = between.join(parts[at : at + length])
            if word not in stop_words and (known := known_of(word)):
                yield word, known
                at += length
                break
        else:
            at += 1
