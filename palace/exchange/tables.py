"""Tables: rows of cells, and what a row says."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass

from palace.domain.vocabulary import Priority
from palace.exchange.dates import first_date
from palace.exchange.emphasis import bare
from palace.exchange.placeholders import EMPTY_VALUE, PLACEHOLDER, is_placeholder

_DATE_HEADERS = frozenset({"日期", "时间", "date", "when", "day"})
_LEVEL_HEADERS = frozenset({"优先级", "级别", "priority", "level"})
_TASK_HEADERS = frozenset({"任务", "任务类型", "场景", "task", "task type", "scene", "situation"})
_FILE_HEADERS = frozenset({"文件", "加载文件", "读取", "加载", "file", "files", "load", "read"})
_LEVEL = re.compile(r"(?<![A-Za-z0-9])P(\d+)(?![A-Za-z0-9])", re.IGNORECASE)
_LEVEL_DRESS = "[]【】()（） "
_SEPARATOR_SIGNS = frozenset(" \t:|-")


@dataclass(frozen=True, slots=True)
class RowReading:
    """What a table row says, or why it says nothing. `whole` is the text with all cells in it.

    `scene` is the task of a routing table, which tells what to load for it.
    """

    text: str
    whole: str
    date: datetime.date | None = None
    priority: Priority | None = None
    nothing: str | None = None
    scene: str = ""


def is_table_row(stripped: str) -> bool:
    """Return whether a stripped line has the form of a table row."""
    return stripped.startswith("|") and len(stripped) > 1


def is_separator_row(line: str) -> bool:
    """Return whether a line divides a table's header from its rows."""
    stripped = line.strip()
    return stripped.startswith("|") and "-" in stripped and _SEPARATOR_SIGNS.issuperset(stripped)


def split_cells(row: str) -> list[str]:
    """Return the cells of a row; an escaped `\\|` does not divide and stays as written."""
    row = row.strip().removeprefix("|")
    cells: list[str] = []
    start, at = 0, row.find("|")
    while at >= 0:
        if not _is_escaped(row, at):
            cells.append(row[start:at].strip())
            start = at + 1
        at = row.find("|", at + 1)
    if row[start:].strip() or not cells:
        cells.append(row[start:].strip())
    return cells


class TableReading:
    """Reads the rows of one table. In a daily log a column of levels says nothing about priority."""

    def __init__(self, header: str, rows: Sequence[str], *, log: bool) -> None:
        self.header = split_cells(header)
        self.rows = [self._fitted(split_cells(row)) for row in rows]
        names = [bare(cell).casefold() for cell in self.header]
        self._dates = {
            at
            for at, name in enumerate(names)
            if name in _DATE_HEADERS and any(first_date(row[at]) for row in self.rows)
        }
        self._routes = len(names) > 1 and names[0] in _TASK_HEADERS and names[1] in _FILE_HEADERS
        self._levels = set() if log else {at for at, name in enumerate(names) if name in _LEVEL_HEADERS}

    def read(self, at: int) -> RowReading:
        """Return what the row at index `at` says."""
        cells = self.rows[at]
        day: datetime.date | None = None
        priority: Priority | None = None
        left: list[tuple[str, str]] = []
        for column, cell in enumerate(cells):
            plain = bare(cell)
            if column in self._dates:
                found = first_date(plain)
                day = day or (found.day if found else None)
                if not plain or (found and found.start == 0 and found.end == len(plain)):
                    continue
            if column in self._levels:
                level = _only_level(plain)
                priority = priority or level
                if not plain or (level and len(plain.strip(_LEVEL_DRESS)) == 2):
                    continue
            left.append((self.header[column], cell))
        everything = list(zip(self.header, cells, strict=True))
        scene = bare(cells[0]) if self._routes else ""
        return RowReading(
            _row_text(left), _row_text(everything), day, priority, _nothing_in(cells, left), scene
        )

    def _fitted(self, cells: list[str]) -> list[str]:
        width = len(self.header)
        if len(cells) > width:
            return [*cells[: width - 1], " | ".join(cells[width - 1 :])]
        return cells + [""] * (width - len(cells))


def _row_text(cells: list[tuple[str, str]]) -> str:
    if len(cells) <= 2:
        return ": ".join(cell for _, cell in cells if cell)
    parts = [cells[0][1]] if cells[0][1] else []
    parts += [f"{header}: {cell}" if header else cell for header, cell in cells[1:] if cell]
    return "; ".join(parts)


def _nothing_in(cells: list[str], left: list[tuple[str, str]]) -> str | None:
    if not any(cells):
        return EMPTY_VALUE
    if all(is_placeholder(cell) for cell in cells if cell):
        return PLACEHOLDER
    if len(cells) == 2 and (not cells[1] or is_placeholder(cells[1])):
        return PLACEHOLDER
    said = [cell for _, cell in left if cell]
    if not said:
        return EMPTY_VALUE
    return PLACEHOLDER if all(map(is_placeholder, said)) else None


def _only_level(text: str) -> Priority | None:
    found = [level[1] for level in _LEVEL.finditer(text)]
    return Priority(f"P{found[0]}") if len(found) == 1 and found[0] in {"0", "1", "2"} else None


def _is_escaped(text: str, at: int) -> bool:
    backslashes = 0
    while at > backslashes and text[at - backslashes - 1] == "\\":
        backslashes += 1
    return backslashes % 2 == 1
