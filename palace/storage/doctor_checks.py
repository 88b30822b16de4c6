"""Whether a palace file is whole and all that is derived agrees with its rows. Looking changes nothing."""

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from palace.domain.errors import PalaceUnavailable
from palace.services.doctor import Finding, Severity
from palace.storage import full_text
from palace.storage.connection import FILE_MODE
from palace.storage.database import Database
from palace.storage.full_text import CANDIDATE_TEXT, MEMORY_TEXT, TextIndex
from palace.storage.migrations import NEWEST_SCHEMA, schema_of
from palace.storage.rows import words_in
from palace.storage.tables import CANDIDATE, MEMORY, Table
from palace.storage.vector_codes import CODE_BYTES, codes_of
from palace.storage.vector_mending import is_sound
from palace.storage.vectors import CHUNK_SLOTS, ID_BYTES
from palace.text.identity import identity_hash

SAMPLE = 500
"""Of how many rows, newest first, what is derived is made again and compared."""

_NAMED = 5
"""So many rows are named where more are wrong."""

_RESTORE = "palace backup list, palace restore"
_REINDEX = "palace reindex"


def examine(database: Database, read_only_because: str) -> list[Finding]:
    """Return every check of the file; later ones are left out where the file itself is damaged."""
    findings = [_schema(database, read_only_because), _permissions(database.path), _integrity(database)]
    if findings[-1].severity is Severity.FAULT:
        return findings
    checks: tuple[tuple[str, Callable[[Database], Finding], Severity, str], ...] = (
        ("references", _references, Severity.FAULT, _RESTORE),
        ("journal", _journal, Severity.FAULT, _RESTORE),
        ("hashes", _hashes, Severity.FAULT, _RESTORE),
        ("words", _words, Severity.WARNING, _REINDEX),
        ("stored_vectors", _vectors, Severity.WARNING, _REINDEX),
        ("vector_chunks", _vector_chunks, Severity.WARNING, _REINDEX),
        ("stale_vectors", _stale_vectors, Severity.WARNING, _REINDEX),
    )
    for name, look, severity, cure in checks:
        try:
            findings.append(look(database))
        except (PalaceUnavailable, sqlite3.Error) as error:
            # What cannot be read is wrong; whether it can be made anew depends on what it is.
            told = error if isinstance(error, PalaceUnavailable) else None
            findings.append(Finding(name, severity, str(error), cure, told))
    return findings


def _schema(database: Database, read_only_because: str) -> Finding:
    found = f"{schema_of(database)}/{NEWEST_SCHEMA}"
    if read_only_because:
        cure = _way_to_write(database, newer=schema_of(database) > NEWEST_SCHEMA)
        return Finding("schema", Severity.NOTICE, f"{found}, {read_only_because}", cure)
    return Finding("schema", Severity.FINE, found)


def _way_to_write(database: Database, *, newer: bool) -> str:
    """Return what lets a palace be written: another program, or permission for the file or its folder."""
    if newer:
        return "a newer Palace"
    path = database.path
    return f"chmod u+w {path.parent if os.access(path, os.W_OK) else path}"


def _permissions(path: Path) -> Finding:
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & ~FILE_MODE:
        return Finding("permissions", Severity.WARNING, f"{mode:04o}", f"chmod {FILE_MODE:o} {path}")
    return Finding("permissions", Severity.FINE, f"{mode:04o}")


def _integrity(database: Database) -> Finding:
    try:
        found = [str(row[0]) for row in database.rows("PRAGMA integrity_check(5)")]
    except PalaceUnavailable as error:
        return Finding("integrity", Severity.FAULT, error.message, _RESTORE, error)
    if found == ["ok"]:
        return Finding("integrity", Severity.FINE, "ok")
    return Finding("integrity", Severity.FAULT, "; ".join(found), _RESTORE)


def _references(database: Database) -> Finding:
    broken = database.rows("PRAGMA foreign_key_check")
    tables = ", ".join(sorted({str(row[0]) for row in broken}))
    return _counted("references", len(broken), _RESTORE, Severity.FAULT, tables)


def _journal(database: Database) -> Finding:
    """Find decisions whose marks of being undone do not agree with the undo itself."""
    wrong = database.number(
        "SELECT count(*) FROM decision LEFT JOIN decision AS other ON other.id = decision.undone_by"
        " WHERE decision.undone_by IS NOT NULL AND other.undoes IS NOT decision.id"
    )
    return _counted("journal", wrong, _RESTORE, Severity.FAULT)


def _hashes(database: Database) -> Finding:
    wrong: list[str] = []
    for table in (MEMORY, CANDIDATE):
        for row in _newest(database, table):
            heading = words_in(str(row["heading"]))
            if row["content_hash"] != identity_hash(str(row["text"]), heading):
                wrong.append(f"{table.name} #{row['id']}")
    named = ", ".join(wrong[:_NAMED])
    return _counted("hashes", len(wrong), _RESTORE, Severity.FAULT, named)


def _words(database: Database) -> Finding:
    wrong = sum(
        _rows_without_words(database, index) + _words_that_differ(database, index, table)
        for index, table in ((MEMORY_TEXT, MEMORY), (CANDIDATE_TEXT, CANDIDATE))
    )
    return _counted("words", wrong, _REINDEX, Severity.WARNING)


def _rows_without_words(database: Database, index: TextIndex) -> int:
    """Return how many rows stand in the table but not in its index, or the reverse."""
    rows = f"SELECT source.id FROM {index.table} AS source WHERE {index.condition}"
    words = f"SELECT id FROM {index.name}_docsize"
    return sum(
        database.number(f"SELECT count(*) FROM ({one} EXCEPT {other})")
        for one, other in ((rows, words), (words, rows))
    )


def _words_that_differ(database: Database, index: TextIndex, table: Table) -> int:
    wrong = 0
    for row in _newest(database, table):
        if full_text.is_indexed(index, row):
            body, context = full_text.body_of(row), full_text.context_of(row)
            stored = database.row(f"SELECT body, context FROM {index.name} WHERE rowid = ?", (row["id"],))
            wrong += stored is not None and stored != (body, context)
    return wrong


def _newest(database: Database, table: Table) -> Iterator[dict[str, str | int | float | None]]:
    for fields in database.rows(f"SELECT {table.listed} FROM {table.name} ORDER BY id DESC LIMIT {SAMPLE}"):
        yield dict(zip(table.columns, fields, strict=True))


def _vectors(database: Database) -> Finding:
    """Find stored vectors that are none: of another length than their dimension, or not of numbers only."""
    wrong, last = 0, 0
    while rows := database.rows(
        "SELECT rowid, dimension, vector FROM embedding WHERE rowid > ? ORDER BY rowid LIMIT ?",
        (last, CHUNK_SLOTS),
    ):
        last = rows[-1][0]
        wrong += sum(not is_sound(vector, dimension) for _, dimension, vector in rows)
    return _counted("stored_vectors", wrong, _REINDEX, Severity.WARNING)


def _vector_chunks(database: Database) -> Finding:
    """Find slots whose id or codes are not the memory's, and chunks of a wrong size (emptied: of none)."""
    wrong = database.number(
        "SELECT count(*) FROM vector_chunk WHERE length(ids) + length(codes) + length(scans) > 0"
        " AND (length(ids) <> ? OR length(codes) <> ? OR length(scans) <> ? * dimension)",
        (CHUNK_SLOTS * ID_BYTES, CHUNK_SLOTS * CODE_BYTES, CHUNK_SLOTS),
    )
    if not wrong:
        wrong = _slots_that_differ(database)
    return _counted("vector_chunks", wrong, _REINDEX, Severity.WARNING)


def _slots_that_differ(database: Database) -> int:
    chunks = {
        (row[0], row[1]): (row[2], row[3])
        for row in database.rows("SELECT model_id, chunk, ids, codes FROM vector_chunk")
    }
    expected = {place: (bytearray(len(ids)), bytearray(len(codes))) for place, (ids, codes) in chunks.items()}
    columns = ("id", "wing", "band", "priority", "kind", "status", "layer", "pinned", "retired_at")
    listed = ", ".join(f"memory.{column}" for column in columns)
    misplaced = 0
    for row in database.rows(
        f"SELECT {listed}, embedding.text_hash = memory.content_hash, embedding.model_id, embedding.chunk,"
        " embedding.slot FROM embedding JOIN memory ON memory.id = embedding.memory_id"
    ):
        current, model_id, chunk, slot = row[len(columns) :]
        if (model_id, chunk) not in expected or slot >= CHUNK_SLOTS:
            misplaced += 1
            continue
        memory = dict(zip(columns, row[: len(columns)], strict=True))
        ids, codes = expected[model_id, chunk]
        number = row[0].to_bytes(ID_BYTES, "little", signed=True)
        ids[slot * ID_BYTES : (slot + 1) * ID_BYTES] = number
        codes[slot * CODE_BYTES : (slot + 1) * CODE_BYTES] = codes_of(memory, current=bool(current))
    return misplaced + sum(
        _parts_that_differ(bytes(expected[place][part]), chunks[place][part], size)
        for place in chunks
        for part, size in ((0, ID_BYTES), (1, CODE_BYTES))
    )


def _parts_that_differ(one: bytes, other: bytes, size: int) -> int:
    if one == other:
        return 0
    return sum(one[at : at + size] != other[at : at + size] for at in range(0, len(one), size))


def _stale_vectors(database: Database) -> Finding:
    stale = database.number(
        "SELECT count(*) FROM embedding JOIN memory ON memory.id = embedding.memory_id"
        " WHERE embedding.text_hash <> memory.content_hash AND memory.status <> 'trashed'"
        " AND memory.retired_at IS NULL"
    )
    return _counted("stale_vectors", stale, _REINDEX, Severity.NOTICE)


def _counted(check: str, wrong: int, cure: str, severity: Severity, named: str = "") -> Finding:
    if not wrong:
        return Finding(check, Severity.FINE, "0")
    return Finding(check, severity, f"{wrong} ({named})" if named else str(wrong), cure)
