"""Writes memories as a table for spreadsheets: comma-separated values after RFC 4180, in UTF-8 with its mark.

A cell that a spreadsheet would take for a formula begins with an apostrophe (OWASP, “CSV injection”).
"""

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import datetime

from palace.domain.memory import Memory
from palace.exchange.encoding import without_lone_surrogates
from palace.exchange.flags import INJECTION, SECRET
from palace.services.export_ports import ExportedMemory

BYTE_ORDER_MARK = "\ufeff"
"""Spreadsheets take a file without it for one in the encoding of the machine, and Chinese for noise."""

COLUMNS = (
    *("id", "uid", "priority", "wing", "band", "layer", "kind", "status", "pinned", "text", "heading"),
    *("scenes", "when", "do", "unless", "importance", "confidence", "source", "origin", "valid_from"),
    *("valid_to", "recorded_at", "hits", "flags"),
)

_BEGINS_A_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")
_PASSED_OVER = " '\"\u00a0\u3000\ufeff"
"""Signs that programs strip before they look for a formula."""


def table_lines(memories: Iterable[ExportedMemory]) -> Iterator[str]:
    """Yield the lines of a table of memories, the names of its columns first; lines end in CR LF."""
    yield BYTE_ORDER_MARK + _line(COLUMNS)
    for each in memories:
        yield _line(_cells(each))


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    first = text.lstrip(_PASSED_OVER)[:1]
    return f"'{text}" if text[:1] in _BEGINS_A_FORMULA or first in _BEGINS_A_FORMULA else text


def _cells(each: ExportedMemory) -> list[str]:
    memory = each.memory
    binding, source = memory.binding, memory.source
    flags = [SECRET] * each.holds_secret + [INJECTION] * each.holds_order
    texts = {
        "uid": memory.uid,
        "text": memory.text,
        "heading": " / ".join(memory.heading),
        "scenes": ", ".join(memory.scenes),
        "when": binding.when,
        "do": binding.do,
        "unless": binding.unless,
        "origin": source.origin,
    }
    plain = _plain_cells(memory) | {"flags": ", ".join(flags), "source": str(source.kind)}
    cells = plain | {name: guarded(without_lone_surrogates(text)) for name, text in texts.items()}
    return [cells[column] for column in COLUMNS]


def _plain_cells(memory: Memory) -> dict[str, str]:
    return {
        "id": str(memory.id),
        "priority": str(memory.priority),
        "wing": str(memory.wing),
        "band": str(memory.band),
        "layer": str(memory.layer),
        "kind": str(memory.kind),
        "status": str(memory.status),
        "pinned": str(int(memory.pinned)),
        "importance": str(memory.importance),
        "confidence": str(memory.confidence),
        "valid_from": _instant(memory.valid_from),
        "valid_to": _instant(memory.valid_to),
        "recorded_at": _instant(memory.recorded_at),
        "hits": str(memory.hits),
    }


def _instant(instant: datetime | None) -> str:
    return instant.isoformat() if instant else ""


def _line(cells: Iterable[str]) -> str:
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
