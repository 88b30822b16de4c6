"""What is a kind of what: beef is meat, wine is alcohol, a token is a secret.

Only where rules of a life or a workplace turn on it; the table is `kinds_of_things.toml`.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.inflection import dictionary_forms
from palace.text.comparison.words import Span, words_of

TABLE = "kinds_of_things.toml"


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing that a text names: its own kind, all its kinds (the own one included), and where it stands."""

    kind: str
    kinds: frozenset[str]
    span: Span


@lru_cache(maxsize=1024)
def mentions(written: str) -> tuple[Mention, ...]:
    """Return the things of known kinds that a text names, in the order in which they stand."""
    folded = folded_text(written)
    low = folded.text.lower()
    if len(low) != len(folded.text):
        return ()
    found: set[tuple[int, int, str]] = set()
    whole = {word.span for word in words_of(folded) if word.end - word.start == 1}
    for kind, pattern in _patterns().items():
        for match in pattern.finditer(low):
            # A single character is named only where it is a word: 发 is not in 沙发.
            if match.end() - match.start() > 1 or folded.span(*match.span()) in whole:
                found.add((*match.span(), kind))
    for match in _LATIN.finditer(low):
        for form in dictionary_forms(match[0]):
            found |= {(*match.span(), kind) for kind in _kinds_of_words().get(form, ())}
    return tuple(
        Mention(kind, wider_kinds(kind), folded.span(start, end)) for start, end, kind in sorted(found)
    )


def kinds_in(written: str) -> frozenset[str]:
    """Return all kinds of the things that a text names."""
    return frozenset(kind for one in mentions(written) for kind in one.kinds)


@cache
def wider_kinds(kind: str) -> frozenset[str]:
    """Return a kind and all that it is a kind of."""
    found = {kind}
    for wider in _is(kind):
        found |= wider_kinds(wider)
    return frozenset(found)


def siblings(a: str, b: str) -> str:
    """Return of what two different kinds are both a kind directly, such as a language; else nothing."""
    if a == b:
        return ""
    return min(_is(a) & _is(b), default="")


def _is(kind: str) -> frozenset[str]:
    wider = _table().get(kind, {}).get("is", ())
    return frozenset(map(str, wider)) if isinstance(wider, list) else frozenset()


@cache
def _table() -> Mapping[str, Mapping[str, object]]:
    read = tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))
    return {name: entry for name, entry in read.items() if isinstance(entry, dict)}


@cache
def _kinds_of_words() -> Mapping[str, tuple[str, ...]]:
    """Return the kinds of each single English word; whoever looks one up knows its dictionary form."""
    found: dict[str, tuple[str, ...]] = {}
    for kind, entry in _table().items():
        for word in _words_of(entry):
            if _LATIN.fullmatch(word):
                found[word] = (*found.get(word, ()), kind)
    return found


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    """Return for each kind the pattern of what is no single English word: Chinese words, signs, forms."""
    patterns: dict[str, re.Pattern[str]] = {}
    for kind, entry in _table().items():
        words = sorted(
            (word for word in _words_of(entry) if not _LATIN.fullmatch(word)), key=len, reverse=True
        )
        parts = [
            rf"(?<![a-z0-9]){re.escape(word)}s?(?![a-z0-9])" if word.isascii() else re.escape(word)
            for word in words
        ]
        if "form" in entry:
            parts.append(str(entry["form"]))
        if parts:
            patterns[kind] = re.compile("|".join(parts))
    return patterns


def _words_of(entry: Mapping[str, object]) -> list[str]:
    return [word.replace("_", " ") for word in f"{entry.get('zh', '')} {entry.get('en', '')}".split()]


_LATIN = re.compile("[a-z]+")
