"""Parts a text into words with their places: Latin words, numbers, and Chinese words of the lexicon.

A Chinese character that belongs to no word of the lexicon is a word of its own, marked as loose: a few of
them in a row may well be one word that is not known (a name, a term).
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from palace.text.comparison.chinese_words import ADDED_FREQUENCY, chinese_word
from palace.text.comparison.folded_text import FoldedText
from palace.text.comparison.word_weights import FULL, GRAMMAR, chinese_weight, chinese_words, english_weight
from palace.text.scripts import SYLLABIC
from palace.text.stemming import stem

Span = tuple[int, int]
"""Start and end of a stretch of a text, in characters; the end is not part of it."""

LONGEST_CHINESE_WORD = 5

RAREST_WORD, UNKNOWN_CHARACTER, NO_WORD = 26.0, 26.0, 1_000.0
"""Bits: of a word met once in the corpus that was counted, of a character outside all words, of no word."""

MOST_WORDS = 1_200
"""So many words of a text are aligned."""

LOOSE_WEIGHT = 0.6
"""The weight of a character that belongs to no known word: about two make a word."""


class Script(StrEnum):
    """What a word is written in."""

    HAN = "han"
    LATIN = "latin"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: where it stands there, its letters with width and script variant folded, and its key.

    `key` is the stem of a Latin word. `loose` marks a character outside every known word.
    """

    start: int
    end: int
    text: str
    key: str
    script: Script
    weight: float
    loose: bool = False

    @property
    def span(self) -> Span:
        """Where it stands in the text."""
        return self.start, self.end


_WORD = re.compile(
    rf"(?P<han>[{SYLLABIC}]+)|(?P<number>\d+(?:[.,:]\d+)*%?)|(?P<latin>[A-Za-z]-[A-Za-z]{{3,}}(?![A-Za-z-])|[^\W\d_{SYLLABIC}]+(?:'[a-z]+)?)"
)


def words_of(folded: FoldedText) -> tuple[Word, ...]:
    """Return the words of a text in order, at most MOST_WORDS."""
    found: list[Word] = []
    for match in _WORD.finditer(folded.text):
        if match["han"]:
            found.extend(_chinese(match["han"], match.start()))
        elif match["number"]:
            number = match["number"]
            found.append(Word(match.start(), match.end(), number, number, Script.NUMBER, FULL))
        else:
            found.append(_latin(match["latin"], match.start()))
        if len(found) >= MOST_WORDS:
            break
    return tuple(_placed(word, folded) for word in found[:MOST_WORDS])


def _placed(word: Word, folded: FoldedText) -> Word:
    """Return a word of the folded text with its place in the text as it was written."""
    start, end = folded.span(word.start, word.end)
    if start == word.start and end == word.end:
        return word
    return Word(start, end, word.text, word.key, word.script, word.weight, word.loose)


def _latin(text: str, start: int) -> Word:
    plain = text.casefold().replace("-", "")
    if not plain.endswith("n't"):
        plain = plain.partition("'")[0]
    return Word(start, start + len(text), text, stem(plain), Script.LATIN, english_weight(plain))


def _chinese(run: str, start: int) -> list[Word]:
    """Return the words of a Chinese run: the cut whose words are likeliest, by how common each is."""
    best: list[float] = [0.0]
    before: list[int] = [0]
    for end in range(1, len(run) + 1):
        cost, place = min(
            [
                (best[end - length] + _cost(run[end - length : end]), end - length)
                for length in range(1, min(LONGEST_CHINESE_WORD, end) + 1)
            ]
        )
        best.append(cost)
        before.append(place)
    cuts: list[Word] = []
    end = len(run)
    while end > 0:
        place = before[end]
        piece = run[place:end]
        known = _is_known(piece)
        weight = chinese_weight(piece) if known else LOOSE_WEIGHT
        cuts.append(Word(start + place, start + end, piece, piece, Script.HAN, weight, not known))
        end = place
    cuts.reverse()
    return cuts


def _is_known(piece: str) -> bool:
    return chinese_word(piece) is not None or piece in chinese_words()


@lru_cache(maxsize=65536)
def _cost(piece: str) -> float:
    """Return how unlikely a word is, in bits; a single character is always possible."""
    known = chinese_word(piece)
    if known is not None:
        return RAREST_WORD - known.power
    if piece in chinese_words():
        return RAREST_WORD - ADDED_FREQUENCY
    return UNKNOWN_CHARACTER if len(piece) == 1 else NO_WORD


def content_words(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return the words that say something by themselves."""
    return tuple(word for word in words if word.weight > GRAMMAR)
