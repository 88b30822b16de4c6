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
from palace.text.comparison.words import Span

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
    found: list[Mention] = []
    low = folded.text.lower()
    if len(low) != len(folded.text):
        return ()
    for kind, pattern in _patterns().items():
        for match in pattern.finditer(low):
            found.append(Mention(kind, wider_kinds(kind), folded.span(match.start(), match.end())))
    return tuple(sorted(found, key=lambda one: (one.span, one.kind)))


def kinds_in(written: str) -> frozenset[str]:
    """Return all kinds of the things that a text names."""
    return frozenset(kind for one in mentions(written) for kind in one.kinds)


@cache
def wider_kinds(kind: str) -> frozenset[str]:
    """Return a kind and all that it is a kind of."""
    found = {kind}
    for wider in _table().get(kind, {}).get("is", ()):
        found |= wider_kinds(wider)
    return frozenset(found)


def siblings(a: str, b: str) -> str:
    """Return of what two different kinds are both a kind directly, such as a language; else nothing."""
    if a == b:
        return ""
    shared = set(_table().get(a, {}).get("is", ())) & set(_table().get(b, {}).get("is", ()))
    return min(shared, default="")


@cache
def _table() -> Mapping[str, Mapping[str, object]]:
    read = tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))
    return {name: entry for name, entry in read.items() if isinstance(entry, dict)}


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    patterns: dict[str, re.Pattern[str]] = {}
    for kind, entry in _table().items():
        chinese = sorted(str(entry.get("zh", "")).split(), key=len, reverse=True)
        english = sorted(str(entry.get("en", "")).split(), key=len, reverse=True)
        parts = [re.escape(word) for word in chinese]
        parts.append(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, english))})(?:e?s)?(?![a-z0-9])")
        patterns[kind] = re.compile("|".join(parts))
    return patterns
