"""What is read of one text before it is compared: its words, values, names, scopes, stances and form."""

from dataclasses import dataclass
from functools import lru_cache

from palace.text.comparison.folded_text import FoldedText, folded_text
from palace.text.comparison.inflection import dictionary_forms
from palace.text.comparison.names import Name, names
from palace.text.comparison.scopes import Scope, scopes
from palace.text.comparison.statements import Statement, statement_of
from palace.text.comparison.words import Word, words_of
from palace.text.comparison.word_weights import english_words
from palace.text.normalise import normalised

KEPT_READINGS = 2048
"""So many readings are kept: a text is compared with many others in a row."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that the comparer knows of one text."""

    written: str
    normal: str
    folded: FoldedText
    words: tuple[Word, ...]
    names: tuple[Name, ...]
    scopes: tuple[Scope, ...]
    statement: Statement


@lru_cache(maxsize=KEPT_READINGS)
def reading_of(written: str) -> Reading:
    """Return what is read of a text, whatever is in it."""
    folded = folded_text(written)
    words = words_of(folded)
    return Reading(
        written=written,
        normal=normalised(written),
        folded=folded,
        words=words,
        names=names(folded, is_ordinary),
        scopes=scopes(folded),
        statement=statement_of(folded, words),
    )


def is_ordinary(word: str) -> bool:
    """Return whether a folded English word is in the lexicon, and so no name by itself."""
    return any(form in english_words() for form in dictionary_forms(word))
