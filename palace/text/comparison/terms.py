"""The terms of a text: its words, those that make up an entry of the dictionaries taken together."""

from dataclasses import dataclass
from functools import lru_cache

from palace.text.comparison.bilingual import is_known, shared_meaning
from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.phrases import phrases_in
from palace.text.comparison.words import Script, Span, Word, words_of

LONGEST_PART = 2
"""A Chinese term of so many characters or fewer is also found as a part of a longer one."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a phrase.

    Where it stands, the entry it is a form of or its folded text, its keys and weight.
    """

    span: Span
    entry: str
    keys: frozenset[str]
    weight: float
    script: Script


@lru_cache(maxsize=2048)
def words_in(written: str) -> tuple[Word, ...]:
    """Return the words of a text in order, with their places in the text as written."""
    return words_of(folded_text(written))


@lru_cache(maxsize=2048)
def terms_of(written: str) -> tuple[Term, ...]:
    """Return the terms of a text in order; no word is in two of them."""
    words = words_in(written)
    terms: list[Term] = []
    place = 0
    for phrase in phrases_in(written, words, is_known):
        terms += (_term(word.text.casefold(), (word,)) for word in words[place : phrase.first])
        terms.append(_term(phrase.entry, words[phrase.first : phrase.last]))
        place = phrase.last
    terms += (_term(word.text.casefold(), (word,)) for word in words[place:])
    return tuple(terms)


def says(term: Term, other: Term) -> bool:
    """Whether what one term says stands in another: the same words, one meaning, or a part of the other."""
    if term.keys == other.keys or shared_meaning(term.entry, other.entry):
        return True
    if term.script is Script.HAN and other.script is Script.HAN:
        return len(term.entry) <= LONGEST_PART and term.entry in other.entry
    return term.script is Script.LATIN and term.keys < other.keys


def _term(entry: str, words: tuple[Word, ...]) -> Term:
    return Term(
        (words[0].start, words[-1].end),
        entry,
        frozenset(word.key for word in words),
        max(word.weight for word in words),
        words[0].script,
    )
