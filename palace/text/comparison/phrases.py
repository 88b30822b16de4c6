"""Finds the entries of a dictionary in a text: rows of Chinese words, and English words and phrases,
inflected.

An English phrase may be inflected in its first or its last word (`turned off`, `feature flags`), a Chinese
one may carry a particle behind it (关掉了).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
    folded = [word.text.casefold() for word in words]
    reaches = _reaches(written, words)
    place = 0
    while place < len(words):
        han = words[place].script is Script.HAN
        for length in range(min(reaches[place], LONGEST_PHRASE), 0, -1):
            run = folded[place : place + length]
            entry = _entry_of(("".join(run),) if han else tuple(run), is_entry)
            if entry is None:
                continue
            span = (words[place].start, words[place + length - 1].end)
            if is_meant is None or is_meant(entry, span):
                found.append(Phrase(place, place + length, span, entry))
                place += length
                break
        else:
            part = _part_of(words[place], is_entry) if in_words else None
            if part is not None:
                found.append(Phrase(place, place + 1, words[place].span, part))
            place += 1
    return tuple(found)


def _reaches(written: str, words: Sequence[Word]) -> list[int]:
    """Return how many words of one script stand in a row from each place on."""
    reaches = [1] * len(words)
    for place in range(len(words) - 2, -1, -1):
        one, following = words[place], words[place + 1]
        han = one.script is Script.HAN
        if han is not (following.script is Script.HAN):
            continue
        between = written[one.end : following.start]
        if not between if han else between in _JOINTS:
            reaches[place] = reaches[place + 1] + 1
    return reaches


def _entry_of(run: tuple[str, ...], is_entry: Callable[[str], bool]) -> str | None:
    if len(run) == 1:
        return next(filter(is_entry, _forms(run[0])), None)
    if not run:
        return None
    whole = " ".join(run)
    if is_entry(whole):
        return whole
    firsts, lasts = dictionary_forms(run[0]), dictionary_forms(run[-1])
    if len(firsts) > 1:
        rest = " ".join(run[1:])
        for form in firsts[1:]:
            if is_entry(phrase := f"{form} {rest}"):
                return phrase
    if len(lasts) > 1:
        start = " ".join(run[:-1])
        for form in lasts[1:]:
            if is_entry(phrase := f"{start} {form}"):
                return phrase
    return None


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
