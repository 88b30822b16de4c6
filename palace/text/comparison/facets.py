"""Which facets of a thing two texts tell: its price, its weight, who owns it, when it was bought.

Two texts that tell other facets can both be true, however alike they are worded; two that tell one facet in
other words (水深 and 深, `load limit` and `may carry`) differ where their values do.
"""

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.pattern_table import PatternTable, pattern_table
from palace.text.comparison.words import Span

TABLE = "facets.toml"

READ_AT_MOST = 400
"""So many characters of a text are looked through for facets."""


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet that a text tells, and the words by which it does."""

    name: str
    span: Span


@lru_cache(maxsize=2048)
def facets(written: str) -> tuple[Facet, ...]:
    """Return the facets that a text tells, each once, in the order of the table."""
    folded = folded_text(written)
    found = _table().found_in(folded.text[:READ_AT_MOST])
    return tuple(Facet(name, folded.span(*span)) for name, span in found.items())


def shared_facet(a: str, b: str) -> tuple[Facet, Facet] | None:
    """Return the first facet that both texts tell, as each tells it, or None."""
    of_b = {one.name: one for one in facets(b)}
    return next(((one, of_b[one.name]) for one in facets(a) if one.name in of_b), None)


def facets_apart(a: str, b: str) -> tuple[Facet, Facet] | None:
    """Return a facet of each text where both tell some and none is told by both, or None."""
    of_a, of_b = facets(a), facets(b)
    if not of_a or not of_b or {one.name for one in of_a} & {other.name for other in of_b}:
        return None
    return of_a[0], of_b[0]


@cache
def _table() -> PatternTable:
    read = tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))
    return pattern_table({name: pattern for section in read.values() for name, pattern in section.items()})
