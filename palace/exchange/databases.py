"""Databases of other memory programs, told by their tables: what each row says, or why none is read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from palace.exchange import (
    agi_memory_palace,
    engram,
    jeffpierce,
    mempalace_chroma,
    mempalace_graph,
    muma,
)
from palace.exchange.database_rows import Rows
from palace.exchange.findings import Findings
from palace.exchange.records import FileReading, Remark
from palace.exchange.suggestions import Suggester

ENCODING = "SQLite"
UNKNOWN = "unknown-database"


@dataclass(frozen=True, slots=True)
class Readable:
    """A database that is read: the tables and columns that tell it, and how."""

    tables: Mapping[str, frozenset[str]]
    read: Callable[[Rows, Findings], None]


@dataclass(frozen=True, slots=True)
class RefusedDatabase:
    """A database that is known and not read: what tells it, and the sentence that says why."""

    tables: Mapping[str, frozenset[str]]
    why: str


READABLE: Mapping[str, Readable] = {
    module.FORMAT: Readable(module.TABLES, module.read)
    for module in (mempalace_chroma, mempalace_graph, agi_memory_palace, jeffpierce, engram, muma)
}

REFUSED: Mapping[str, RefusedDatabase] = {
    "openclaw-index": RefusedDatabase(
        {"files": frozenset({"path", "hash"}), "chunks": frozenset({"start_line", "end_line"})},
        "this is OpenClaw's index over files, cut into pieces; import the folder with the files themselves",
    ),
    "mem0-history": RefusedDatabase(
        {"history": frozenset({"old_memory", "new_memory", "event"})},
        "this is mem0's log of changes, and holds what was deleted as well; export its memories as JSON"
        " (get_all) and import that",
    ),
    "prism-coder": RefusedDatabase(
        {"session_ledger": frozenset(), "session_handoffs": frozenset()},
        "this holds prism-coder's notes about sessions, whole transcripts and no statements; let it export"
        " what is worth keeping as Markdown",
    ),
    "chroma": RefusedDatabase(
        {"embeddings": frozenset(), "collections": frozenset()},
        "this Chroma database holds no collection of MemPalace; export the texts as JSON and import that",
    ),
}
"""Looked at after those that can be read."""


def read_database(path: str, tables: Mapping[str, frozenset[str]], rows: Rows) -> FileReading:
    """Return what a database of these tables says; `rows` yields the rows of one.

    The line of a memory is its place among the rows of its table. An error names what is known and not read.
    """
    findings = Findings(Suggester())
    for name, readable in READABLE.items():
        if _fits(readable.tables, tables):
            readable.read(rows, findings)
            if findings.memories or name != mempalace_chroma.FORMAT:
                return _finished(path, name, findings)
    for name, refused in REFUSED.items():
        if _fits(refused.tables, tables):
            return _refused(path, name, refused.why)
    return _refused(
        path,
        UNKNOWN,
        "the tables of this database belong to no program that Palace knows; export its texts as JSON or"
        " Markdown and import that",
    )


def _fits(wanted: Mapping[str, frozenset[str]], tables: Mapping[str, frozenset[str]]) -> bool:
    return all(table in tables and columns <= tables[table] for table, columns in wanted.items())


def _refused(path: str, name: str, why: str) -> FileReading:
    return FileReading(path, name, ENCODING, errors=(Remark(why),))


def _finished(path: str, name: str, findings: Findings) -> FileReading:
    if any(found.date for found in findings.memories):
        findings.note(Remark("the stamps in this database name no zone: their days are taken as they stand"))
    return FileReading(
        path=path,
        format=name,
        encoding=ENCODING,
        memories=tuple(findings.memories),
        skipped=findings.skipped,
        errors=tuple(findings.errors),
        notes=findings.notes,
    )
