"""Prepares text for the full-text index, whose tokenizer is `porter unicode61 remove_diacritics 2`.

Every Chinese character, kana and Korean syllable becomes a token of its own, so that a run of them is found
as a phrase anywhere inside a longer run. Words are folded (width, case); the parts of compounds
(`getUserName`, `python3`) follow behind the text, so that the parts are found as words while the phrases of
the text stay whole. Compounds with signs (`gen-itgc`, `a_b`, `conf/x.toml`) are tokens in a row already.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from palace.text.normalise import simplified
from palace.text.scripts import SYLLABIC

TOKENIZER = "porter unicode61 remove_diacritics 2"
"""The tokenizer of the FTS5 table that holds what `index_text` returns."""

BREAK = "\ue000"
"""A private-use character, which unicode61 takes for a token: no phrase reaches across it."""

SHORTEST_PART = 2
"""Parts of a compound with fewer characters are not indexed for themselves."""

_UNSEEN = re.compile(
    f"[{BREAK}\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e01ef]"
)
_RUN = re.compile(rf"([{SYLLABIC}]+)|[^\W_{SYLLABIC}]+")
_ASCII_RUN = re.compile(r"[A-Za-z0-9]+")
_TRANSPARENT = frozenset(" \t\u3000*`'\"“”‘’「」『』«»")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_COMPOUND = re.compile(r"[a-z][A-Z]|[A-Z][A-Z][a-z]|[A-Za-z]{2}[0-9]|[0-9][A-Za-z]{2}")


def prepared(text: str) -> str:
    """Return `text` with width and script variant folded and unseen characters gone; case is kept."""
    if text.isascii():
        return text
    return simplified(unicodedata.normalize("NFKC", _UNSEEN.sub("", text)))


def word_folded(word: str) -> str:
    """Return a prepared word with its case folded."""
    return word.lower() if word.isascii() else unicodedata.normalize("NFKC", word.casefold())


class Run(NamedTuple):
    """A stretch of a prepared text without a sign in it, and where it starts there.

    `broken` tells that more than spaces, quotation or emphasis marks part it from the syllabic run before.
    """

    text: str
    start: int
    syllabic: bool
    broken: bool


def runs(text: str) -> Iterator[Run]:
    """Yield the words and the syllabic runs of a prepared text in order."""
    end, after_syllabic = 0, False
    for match in _RUN.finditer(text):
        run, start, syllabic = match[0], match.start(), match.lastindex == 1
        broken = syllabic and after_syllabic and not _TRANSPARENT.issuperset(text[end:start])
        yield Run(run, start, syllabic, broken)
        end, after_syllabic = match.end(), syllabic


def tokens(text: str) -> list[str]:
    """Return the tokens of a text in order, with `BREAK` where no phrase may reach across."""
    return _tokens_of(runs(prepared(text)))


def compound_parts(word: str) -> list[tuple[int, str]]:
    """Return the parts of a camel-case or letter-and-digit word: place in the word and folded part.

    Empty where the word is no compound or has no part that is long enough.
    """
    if not _COMPOUND.search(word):
        return []
    parts = [(part.start(), part[0].lower()) for part in _PART.finditer(word)]
    return [part for part in parts if len(part[1]) >= SHORTEST_PART] if len(parts) > 1 else []


def index_text(text: str) -> str:
    """Return what the full-text index holds for `text`: its tokens, then the parts of its compounds."""
    if text.isascii():
        # What `runs` would find, several times as fast: nothing is syllabic, and nothing folds but case.
        words = _ASCII_RUN.findall(text)
        found = [word.lower() for word in words]
    else:
        all_runs = list(runs(prepared(text)))
        words = [run.text for run in all_runs if not run.syllabic]
        found = _tokens_of(all_runs)
    for compound in dict.fromkeys(words):
        if parts := compound_parts(compound):
            found.append(BREAK)
            found += [part for _, part in parts]
    return " ".join(found)


def _tokens_of(found_runs: Iterable[Run]) -> list[str]:
    found: list[str] = []
    for run in found_runs:
        if run.broken:
            found.append(BREAK)
        if run.syllabic:
            found.extend(run.text)
        else:
            found.append(word_folded(run.text))
    return found
