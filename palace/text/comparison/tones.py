"""How a text speaks of what a rule is about: it gives leave, hastens, refuses, waits, changes, reports.

The patterns are kept in `tones.toml`. A tone says nothing of the matter; together with how a rule stands to
it (forbidden, demanded) it tells whether the rule is broken or kept.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.words import Span

TABLE = "tones.toml"

MOST_FINDS = 8
"""So many finds of a tone are looked at."""


@lru_cache(maxsize=2048)
def tones_in(written: str) -> Mapping[str, tuple[Span, ...]]:
    """Return for each tone where a text has it, in places of the text as written."""
    folded = folded_text(written)
    low = folded.text.lower()
    if len(low) != len(folded.text):
        low = folded.text
    found: dict[str, tuple[Span, ...]] = {}
    for tone, pattern in _patterns().items():
        spans = []
        for match in pattern.finditer(low):
            if match.end() > match.start():
                spans.append(folded.span(*match.span()))
            if len(spans) >= MOST_FINDS:
                break
        found[tone] = tuple(spans)
    return found


@cache
def tone_names() -> tuple[str, ...]:
    """Return the names of the tones, in the order of the table."""
    return tuple(_patterns())


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    read = tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))
    return {tone: re.compile(_pattern(entry)) for tone, entry in read.items()}


def _pattern(entry: Mapping[str, str]) -> str:
    chinese = "|".join(filter(None, entry["zh"].split("\n")))
    english = "|".join(filter(None, entry["en"].split("\n")))
    return f"{chinese}|(?<![a-z0-9])(?:{english})(?![a-z])"
