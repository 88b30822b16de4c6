"""Plain sqlite3 that writes what Palace writes for one new memory: the same rows into the same tables."""

import shutil
import sqlite3
from itertools import count
from pathlib import Path


class PlainRows:
    """A copy of a palace that is written with bare statements: no checks, no objects, no layers.

    The newest memory is written again and again under new numbers, with its words, its decision, its vector,
    and the bytes of its slot.
    """

    def __init__(self, palace: Path, copy: Path) -> None:
        shutil.copyfile(palace, copy)
        self._connection = sqlite3.connect(copy, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._numbers = count(self._one("SELECT max(id) FROM memory")[0] + 1_000_000)
        self._memory = self._row("memory")
        self._words = self._one("SELECT body, context FROM memory_text ORDER BY rowid DESC LIMIT 1")
        self._decision = self._row("decision")
        self._decision["decision_group"] = "plain"
        self._embedding = self._row("embedding", "memory_id")
        self._chunk = self._one("SELECT id, dimension FROM vector_chunk ORDER BY id DESC LIMIT 1")
        self._revision = self._one("SELECT model_id, chunk FROM vector_revision LIMIT 1")

    def _one(self, sql: str) -> tuple[object, ...]:
        return tuple(self._connection.execute(sql).fetchone())

    def _row(self, table: str, key: str = "id") -> dict[str, object]:
        found = self._connection.execute(f"SELECT * FROM {table} ORDER BY {key} DESC LIMIT 1")
        names = [each[0] for each in found.description]
        return dict(zip(names, found.fetchone(), strict=True))

    def _insert(self, table: str, row: dict[str, object]) -> None:
        marks = ", ".join("?" * len(row))
        self._connection.execute(
            f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values())
        )

    def add(self) -> None:
        """Write one memory with all that belongs to it in one commit."""
        number = next(self._numbers)
        slot = number % 1024
        self._connection.execute("BEGIN IMMEDIATE")
        self._insert("memory", self._memory | {"id": number, "uid": f"plain-{number}"})
        self._connection.execute(
            "INSERT INTO memory_text (rowid, body, context) VALUES (?, ?, ?)", (number, *self._words)
        )
        self._insert("decision", self._decision | {"id": number, "subject_id": number})
        self._insert("embedding", self._embedding | {"memory_id": number, "slot": slot})
        for column, size in (("codes", 8), ("ids", 8), ("scans", self._chunk[1])):
            with self._connection.blobopen("vector_chunk", column, self._chunk[0]) as blob:
                blob.seek(slot * size)
                blob.write(bytes(size))
        self._connection.execute(
            "UPDATE vector_revision SET revision = ? WHERE model_id = ? AND chunk = ?",
            (number, *self._revision),
        )
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the copy."""
        self._connection.close()
