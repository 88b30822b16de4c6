"""The Markdown export of MemPalace: a file for each room, a quote for each drawer."""

import datetime
from itertools import pairwise

from palace.exchange.dates import first_date
from palace.exchange.findings import Findings
from palace.exchange.note_file import NoteFile
from palace.exchange.records import Remark
from palace.exchange.tables import is_table_row, split_cells

FORMAT = "mempalace-markdown"
_DRAWER = "## drawer_"
_DIVIDER = " / "
_FILED = "filed"

CUT_AT = 200
"""Characters after which mempalace-evolve cuts a drawer off in Markdown."""


def is_mempalace_markdown(lines: tuple[str, ...]) -> bool:
    """Return whether line 1 is `# wing / room` and some line opens a drawer."""
    if not lines or not lines[0].startswith("# ") or _DIVIDER not in lines[0]:
        return False
    return any(line.startswith(_DRAWER) for line in lines)


def read_mempalace_markdown(note: NoteFile, findings: Findings) -> None:
    """Read each drawer's quote as one memory, filed on the day that its table names."""
    title = note.lines[0] if note.lines else ""
    path = tuple(part.strip() for part in title.removeprefix("# ").split(_DIVIDER, 1) if part.strip())
    starts = [at for at, line in enumerate(note.lines) if line.startswith(_DRAWER)]
    if not starts:
        findings.skip_file(note.lines, "unknown-record")
    cut = 0
    for start, end in pairwise([*starts, len(note.lines)]):
        quoted = [
            (at, _quoted(note.lines[at])) for at in range(start + 1, end) if note.lines[at].startswith(">")
        ]
        said = [(at, text) for at, text in quoted if text.strip()]
        if not said:
            findings.skip(start + 1, "empty-value")
            continue
        text = "\n".join(text for at, text in quoted if said[0][0] <= at <= said[-1][0])
        cut += len(text.strip().removesuffix("...")) == CUT_AT
        findings.add(text.strip(), said[0][0] + 1, path, date=_filed(note.lines[start + 1 : end]))
    if cut:
        findings.note(
            Remark(
                "{count} {count?drawer ends|drawers end} after exactly 200 characters: this export cut "
                "{count?it|them}; take the JSON one",
                {"count": cut},
            )
        )


def _quoted(line: str) -> str:
    return line[1:].removeprefix(" ").rstrip()


def _filed(lines: tuple[str, ...]) -> datetime.date | None:
    for line in lines:
        stripped = line.strip()
        if is_table_row(stripped):
            cells = split_cells(stripped)
            if cells[0].casefold() == _FILED and len(cells) > 1:
                found = first_date(cells[1])
                return found.day if found else None
    return None
