"""Finds the entries of a dictionary in a text: rows of Chinese words, and English words and phrases,
inflected.

An English phrase may be inflected in its first or its last word (`turned off`, `feature flags`), a Chinese
one may carry a particle behind it (关掉了).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from palace.text.comparison.inflection import dictionary_forms
from palace.text.comparison.words import Script, Span, Word

LONGEST_PHRASE = 5
"""So many words a phrase of a dictionary has at most."""

_JOINTS = frozenset((" ", "-", "‑", "  ", "_", "/", " (", ""))
_PARTICLES = "了过着的"
_DENYING = "不没未非无别"

SHORTEST_COMPOUND = 3
"""A Chinese word of so many characters may be known by its end or its start: 每天晚上 by 晚上."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """An entry that stands in a text: words `first` to before `last` of its words, and the entry itself."""

    first: int
    last: int
    span: Span
    entry: str


def entry_of(word: str, is_entry: Callable[[str], bool]) -> str | None:
    """Return the dictionary entry that a word or phrase of a text is a form of, or nothing."""
    return _entry_of(tuple(word.casefold().replace("-", " ").split()), is_entry)


def entries_of(word: str, is_entry: Callable[[str], bool]) -> tuple[str, ...]:
    """Return all dictionary entries that a word may be a form of; of a phrase the first one found."""
    run = tuple(word.casefold().replace("-", " ").split())
    if len(run) == 1:
        return tuple(form for form in _forms(run[0]) if is_entry(form))
    entry = _entry_of(run, is_entry)
    return () if entry is None else (entry,)


def phrases_in(
    written: str,
    words: Sequence[Word],
    is_entry: Callable[[str], bool],
    *,
    in_words: bool = False,
    is_meant: Callable[[str, Span], bool] | None = None,
) -> tuple[Phrase, ...]:
    """Return the entries that stand in a text, the longest first at each place, none overlapping.

    With `in_words` a long Chinese word that is no entry is known by one that ends or starts it. `is_meant`
    says of an entry whether it is meant at a place; what is not leaves its words to shorter or later entries.
    """
    found: list[Phrase] = []
    place = 0
    while place < len(words):
        for length in range(_longest_run(written, words, place), 0, -1):
            run = words[place : place + length]
            folded = tuple(word.text.casefold() for word in run)
            if run[0].script is Script.HAN:
                folded = ("".join(folded),)
            entry = _entry_of(folded, is_entry)
            span = (run[0].start, run[-1].end)
            if entry is not None and (is_meant is None or is_meant(entry, span)):
                found.append(Phrase(place, place + length, span, entry))
                place += length
                break
        else:
            part = _part_of(words[place], is_entry) if in_words else None
            if part is not None:
                found.append(Phrase(place, place + 1, words[place].span, part))
            place += 1
    return tuple(found)


def _longest_run(written: str, words: Sequence[Word], place: int) -> int:
    """Return how many words of one script stand in a row from a place on, at most LONGEST_PHRASE."""
    length = 1
    for one, following in pairwise(words[place : place + LONGEST_PHRASE]):
        han = one.script is Script.HAN
        between = written[one.end : following.start]
        if han is not (following.script is Script.HAN) or (between if han else between not in _JOINTS):
            break
        length += 1
    return length


def _entry_of(run: tuple[str, ...], is_entry: Callable[[str], bool]) -> str | None:
    if not run:
        return None
    if len(run) == 1:
        return next((form for form in _forms(run[0]) if is_entry(form)), None)
    whole = " ".join(run)
    if is_entry(whole):
        return whole
    rest, start = " ".join(run[1:]), " ".join(run[:-1])
    phrases = [f"{form} {rest}" for form in dictionary_forms(run[0])[1:]]
    phrases += [f"{start} {form}" for form in dictionary_forms(run[-1])[1:]]
    return next((phrase for phrase in phrases if is_entry(phrase)), None)


def _forms(word: str) -> tuple[str, ...]:
    if word.isascii():
        return dictionary_forms(word)
    return (word, word.rstrip(_PARTICLES) or word)


def _part_of(word: Word, is_entry: Callable[[str], bool]) -> str | None:
    """Return the entry that ends or else starts a long Chinese word, the longest first.

    A denied word has none.
    """
    text = word.text
    if word.script is not Script.HAN or len(text) < SHORTEST_COMPOUND or text[0] in _DENYING:
        return None
    ends = [text[cut:] for cut in range(1, len(text) - 1)]
    starts = [text[:cut] for cut in range(len(text) - 1, 1, -1)]
    return next((part for part in (*ends, *starts) if is_entry(part)), None)
