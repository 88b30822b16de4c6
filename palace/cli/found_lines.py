"""How a hit reads in plain text: on one line, and why it was found below it."""

from collections.abc import Sequence

from palace.cli.rendering import memory_head, memory_line
from palace.i18n.catalog import Catalog
from palace.services.explaining_hits import LONGEST_MARKED, marks_of, why_rows
from palace.services.search import Hit, Mode
from palace.text.highlight import excerpt
from palace.text.query_terms import Term
from palace.text.width import cell_width, pad

LONGEST_EXCERPT = 200
"""Cells of a text that are shown around the words of a question."""


def why_lines(hit: Hit, terms: Sequence[Term], mode: Mode, catalog: Catalog) -> list[str]:
    """Return in words why a memory was found, each line with its label."""
    rows = why_rows(hit, terms, mode, catalog.text)
    room = max((cell_width(row.label) for row in rows), default=0)
    return [f"{pad(row.label, room)}  {row.told}" for row in rows]


def found_line(hit: Hit, terms: Sequence[Term], catalog: Catalog, *, marking: bool) -> str:
    """Return a hit on one line; where its first line holds none of the words, from where they stand on.

    With `marking` the words of the question stand between « and ».
    """
    spans = marks_of(hit, terms)
    beginning = hit.memory.text.lstrip().partition("\n")[0]
    if not spans or (not marking and spans[0][0] < len(beginning)):
        return memory_line(hit.memory, catalog)
    pieces = excerpt(hit.memory.text[:LONGEST_MARKED], spans, LONGEST_EXCERPT)
    shown = "".join(f"«{piece}»" if marking and mark else piece for piece, mark in pieces)
    return f"{memory_head(hit.memory, catalog)}  {shown}"
