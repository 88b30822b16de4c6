"""The workspace in the file: the folder in `meta`, what was read of it in `read_bullet`.

The row of a path with an empty hash stands for the file as a whole: its outcome holds size and time.
"""

from collections.abc import Iterable, Mapping

from palace.domain.journal import RowValue
from palace.services.sync_ports import ReadBullet, ReadFileMark, Stamp
from palace.storage.database import Database, Fields, bindable, mark
from palace.storage.instants import instant_of, instant_text
from palace.storage.row_store import RowStore
from palace.storage.tables import META

WORKSPACE = "workspace"
"""The key in `meta` under which the folder stands."""

_COLUMNS = "path, content_hash, line, read_at, outcome"


class WorkspaceRows:
    """See `sync_ports.WorkspaceReading`. A palace whose schema is older has read nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def folder(self) -> str:
        """Return the folder that the palace is tied to; empty when to none."""
        found = self._database.row("SELECT value FROM meta WHERE key = ?", (WORKSPACE,))
        return "" if found is None else str(found[0])

    def marks(self) -> Mapping[str, ReadFileMark]:
        """Return the files that were read to their end, by path."""
        rows = self._rows("content_hash = ''")
        found = (_mark_of(row) for row in rows)
        return {each.path: each for each in found if each is not None}

    def of_file(self, path: str) -> list[ReadBullet]:
        """Return what was read of a file, by line."""
        value = bindable(path)
        return [
            _bullet_of(row)
            for row in self._rows(f"path = {mark(value)} AND content_hash <> '' ORDER BY line", value)
        ]

    def counts(self) -> Mapping[str, int]:
        """Return how many statements were read of each file."""
        rows = self._database.rows(
            "SELECT path, count(*) FROM read_bullet WHERE content_hash <> '' GROUP BY path"
        )
        return {str(path): count for path, count in rows}

    def with_hash(self, content_hash: str, limit: int) -> list[ReadBullet]:
        """Return where a statement was read, at most so many places, by path."""
        found = self._rows("content_hash = ? ORDER BY path LIMIT ?", content_hash, limit)
        return [_bullet_of(row) for row in found]

    def _rows(self, condition: str, *values: str | int | float | bytes | None) -> list[Fields]:
        return self._database.rows(f"SELECT {_COLUMNS} FROM read_bullet WHERE {condition}", values)


class WorkspaceKeeper:
    """See `sync_ports.WorkspaceKeeping`."""

    def __init__(self, database: Database, rows: RowStore) -> None:
        self._database = database
        self._rows = rows

    def tie(self, folder: str) -> None:
        """Tie the palace to a folder, or to none (empty); belongs to the next `record`."""
        before = self._rows.find(META, WORKSPACE)
        after: dict[str, RowValue] = {"key": WORKSPACE, "value": folder}
        if before is not None and not folder:
            self._rows.remove(META, before)
        elif before is not None:
            self._rows.change(META, before, after)
        elif folder:
            self._rows.make(META, after)

    def keep(self, bullets: Iterable[ReadBullet], marks: Iterable[ReadFileMark] = ()) -> None:
        """Note that statements were read, and files to their end."""
        rows = [
            (bullet.path, bullet.content_hash, bullet.line, instant_text(bullet.read_at), bullet.outcome)
            for bullet in bullets
        ]
        rows += [
            (each.path, "", 0, instant_text(each.read_at), f"{each.stamp.size} {each.stamp.modified_ns}")
            for each in marks
        ]
        for row in rows:
            path = bindable(row[0])
            self._database.execute(
                f"INSERT OR REPLACE INTO read_bullet ({_COLUMNS}) VALUES ({mark(path)}, ?, ?, ?, ?)",
                (path, *row[1:]),
            )

    def forget(self, path: str, content_hashes: Iterable[str]) -> None:
        """Note that these statements stand in a file no longer."""
        value = bindable(path)
        for content_hash in content_hashes:
            self._database.execute(
                f"DELETE FROM read_bullet WHERE path = {mark(value)} AND content_hash = ?",
                (value, content_hash),
            )

    def forget_files(self, paths: Iterable[str]) -> None:
        """Forget all that was read of files."""
        for path in paths:
            value = bindable(path)
            self._database.execute(f"DELETE FROM read_bullet WHERE path = {mark(value)}", (value,))


def _bullet_of(row: Fields) -> ReadBullet:
    return ReadBullet(str(row[0]), str(row[1]), int(row[2]), instant_of(row[3]), str(row[4]))


def _mark_of(row: Fields) -> ReadFileMark | None:
    size, _, modified = str(row[4]).partition(" ")
    if not (size.isdecimal() and modified.removeprefix("-").isdecimal()):
        return None
    return ReadFileMark(str(row[0]), Stamp(int(size), int(modified)), instant_of(row[3]))
