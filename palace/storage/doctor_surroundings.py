"""What stands around a palace file: its folder, copies, disk, other processes. Looking changes nothing."""

import os
import shutil
import sqlite3
import stat
from datetime import datetime, timedelta
from pathlib import Path

from palace.domain.errors import PalaceBusy, PalaceUnavailable
from palace.domain.rules import BackupRules
from palace.services.backup_ports import Copy, CopySort
from palace.services.doctor import LOOK_AT_CLOCK, Finding, Severity
from palace.storage.backups import copies_beside, error_within, folder_of
from palace.storage.connection import FILE_MODE, FOLDER_MODE
from palace.storage.copy_sums import BySum, by_sum, sum_file_of, written_since
from palace.storage.copying import UNFINISHED, megabytes, size_of
from palace.storage.database import Database
from palace.storage.full_text import CANDIDATE_TEXT, MEMORY_TEXT
from palace.storage.holding import holders_of
from palace.storage.instants import instant_text
from palace.storage.purged_in_copies import holding_purged

FIX = "palace doctor --fix"
LEFT_BEHIND_AFTER = timedelta(hours=1)
"""An unfinished file that nobody wrote to for so long is what a process that was killed left behind."""

COPIES_THAT_FIT = 3
"""So many times the palace must fit on the rest of its disk: a restore needs that much."""

SPARE_BYTES = 20_000_000

COMPARED_ALL_UP_TO = 3
"""Fewer copies than so many are all read whole; of more, not all each time (`to_compare`)."""


def examine_surroundings(
    database: Database, now: datetime, rules: BackupRules, *, thorough: bool = False
) -> list[Finding]:
    """Return every check of what stands around the file, and of the instants in it."""
    path = database.path
    findings = [
        folder_permissions(path),
        disk_space(database),
        second_process(path),
        leftovers(path, now),
        *_of_rows(database, now),
    ]
    try:
        copies = copies_beside(path)
    except PalaceUnavailable as error:
        return [
            *findings,
            Finding("backups", Severity.WARNING, error.message, f"ls -ld {folder_of(path)}", error),
        ]
    return [
        *findings,
        backup_permissions(path, copies),
        backups(copies, now, rules),
        *backups_whole(copies, now, thorough=thorough),
        backups_purged(database),
    ]


def _of_rows(database: Database, now: datetime) -> list[Finding]:
    """Return what needs rows to be told; nothing where they cannot be read, which is told elsewhere."""
    try:
        return [word_index(database), future_stamps(database, now), orphans(database)]
    except PalaceUnavailable:
        return []


def word_index(database: Database) -> Finding:
    """Find a word index in which other words are looked up than stand in the rows of the index.

    SQLite tells that only to who may write, though it writes nothing; where nobody may just now, it is left.
    """
    if database.number("PRAGMA query_only"):
        return Finding("word_index", Severity.FINE, "—")
    broken: list[str] = []
    for name in (MEMORY_TEXT.name, CANDIDATE_TEXT.name):
        try:
            database.begin()
        except PalaceBusy as error:
            return Finding("word_index", Severity.NOTICE, error.message, "palace doctor", error)
        try:
            database.execute(f"INSERT INTO {name} ({name}, rank) VALUES ('integrity-check', 0)")
        except (PalaceUnavailable, sqlite3.Error):
            broken.append(name)
        finally:
            database.roll_back()
    if broken:
        return Finding("word_index", Severity.WARNING, ", ".join(broken), "palace reindex")
    return Finding("word_index", Severity.FINE, "0")


def folder_permissions(path: Path) -> Finding:
    """Find a folder in which others may put another file in the palace's place."""
    mode = stat.S_IMODE(path.parent.stat().st_mode)
    open_to_all = os.name == "posix" and mode & 0o022 and not mode & stat.S_ISVTX
    if open_to_all:
        return Finding("folder", Severity.WARNING, f"{mode:04o}", f"chmod go-w {path.parent}")
    return Finding("folder", Severity.FINE, f"{mode:04o}")


def disk_space(database: Database) -> Finding:
    """Find a disk on which no backup and restore would have room."""
    free = shutil.disk_usage(database.path.parent).free
    needed = COPIES_THAT_FIT * size_of(database) + SPARE_BYTES
    if free < needed:
        found = f"{megabytes(free)} < {megabytes(needed)}"
        return Finding("disk_space", Severity.WARNING, found, f"df {database.path.parent}")
    return Finding("disk_space", Severity.FINE, megabytes(free))


def second_process(path: Path) -> Finding:
    """Tell who else has the file open, where the system lets us see it."""
    holders = holders_of(path)
    if not holders:
        return Finding("processes", Severity.FINE, "0")
    named = ", ".join(f"{holder.process} ({holder.name})" for holder in holders)
    return Finding("processes", Severity.NOTICE, named)


def leftovers(path: Path, now: datetime) -> Finding:
    """Find unfinished files that nothing will finish any more."""
    left = left_behind(path, now)
    if not left:
        return Finding("leftovers", Severity.FINE, "0")
    size = sum(each.stat().st_size for each in left)
    return Finding("leftovers", Severity.NOTICE, f"{len(left)} ({megabytes(size)})", FIX)


def left_behind(path: Path, now: datetime) -> list[Path]:
    """Return the unfinished files beside a palace and its copies that no process is at work on."""
    found: list[Path] = []
    for folder in (path.parent, folder_of(path)):
        try:
            named = [each for each in sorted(folder.iterdir()) if UNFINISHED.fullmatch(each.name)]
        except OSError:  # it is not there, or the check of the copies tells that it cannot be read
            continue
        for each in named:
            try:
                status = each.lstat()
            except OSError:
                continue
            unchanged = now.timestamp() - status.st_mtime
            at_rest = unchanged > LEFT_BEHIND_AFTER.total_seconds()
            if stat.S_ISREG(status.st_mode) and at_rest and not holders_of(each):
                found.append(each)
    return found


def future_stamps(database: Database, now: datetime) -> Finding:
    """Find instants that have not come yet: the clock was set back, or was wrong."""
    columns = (
        ("memory", "last_hit_at"),
        ("memory", "last_loaded_at"),
        ("memory", "retired_at"),
        ("candidate", "first_seen_at"),
        ("evidence", "seen_at"),
        ("decision", "at"),
        ("job_run", "started_at"),
    )
    stamp = instant_text(now + timedelta(minutes=1))
    counted = {
        f"{table}.{column}": database.number(f"SELECT count(*) FROM {table} WHERE {column} > ?", (stamp,))
        for table, column in columns
    }
    found = ", ".join(f"{name} {count}" for name, count in counted.items() if count)
    if not found:
        return Finding("future_stamps", Severity.FINE, "0")
    return Finding("future_stamps", Severity.NOTICE, found, LOOK_AT_CLOCK)


def orphans(database: Database) -> Finding:
    """Find what names a memory that is not there and that no reference guards."""
    counted = {
        "usage": database.number(
            "SELECT count(*) FROM usage WHERE memory_id IS NOT NULL"
            " AND memory_id NOT IN (SELECT id FROM memory)"
        ),
        "candidate": database.number(
            "SELECT count(*) FROM candidate, json_each(candidate.cited_memories) AS cited"
            " WHERE candidate.cited_memories <> '[]' AND cited.value NOT IN (SELECT id FROM memory)"
        ),
    }
    found = ", ".join(f"{name} {count}" for name, count in counted.items() if count)
    return Finding("orphans", Severity.NOTICE if found else Severity.FINE, found or "0")


def backup_permissions(path: Path, copies: list[Copy]) -> Finding:
    """Find copies that others can read, and a folder of copies that they can look into."""
    folder = folder_of(path)
    if os.name != "posix" or not folder.exists():
        return Finding("backup_permissions", Severity.FINE, "0")
    wrong = [each for each in (folder, *(copy.path for copy in copies)) if is_open_to_others(each)]
    if not wrong:
        return Finding("backup_permissions", Severity.FINE, "0")
    return Finding("backup_permissions", Severity.WARNING, ", ".join(each.name for each in wrong), FIX)


def is_open_to_others(path: Path) -> bool:
    """Whether more than its owner may do something with a file or folder (links are none)."""
    try:
        status = path.lstat()
    except OSError:
        return False
    allowed = FOLDER_MODE if stat.S_ISDIR(status.st_mode) else FILE_MODE
    return not stat.S_ISLNK(status.st_mode) and bool(stat.S_IMODE(status.st_mode) & ~allowed)


def backups(copies: list[Copy], now: datetime, rules: BackupRules) -> Finding:
    """Tell how many copies there are and how old the newest is; without one, or a fresh one, a note."""
    good = [copy for copy in copies if not copy.fault and copy.sort is not CopySort.FOREIGN]
    if not good:
        return Finding("backups", Severity.NOTICE, "0", "palace backup")
    past = [copy.made_at for copy in good if copy.made_at <= now]
    newest = max(past, default=good[0].made_at)
    found = f"{len(good)}, {newest:%Y-%m-%d %H:%M}Z"
    if now - newest > timedelta(days=rules.days):
        return Finding("backups", Severity.NOTICE, found, "palace backup")
    return Finding("backups", Severity.FINE, found)


def backups_whole(copies: list[Copy], now: datetime, *, thorough: bool) -> list[Finding]:
    """Find copies that are no good, those that no sum vouches for, and how many were compared with theirs.

    All are opened; those of `to_compare` are read whole and compared with their sums; the newest is read
    through by SQLite too, a good sum or not.
    """
    ours = [copy for copy in copies if copy.sort not in {CopySort.FOREIGN, CopySort.DAMAGED}]
    chosen = to_compare(ours, now, thorough=thorough)
    bad, unsummed = list[str](), list[str]()
    for place, copy in enumerate(ours):
        summed = os.path.lexists(sum_file_of(copy.path))
        wrong = bool(copy.fault) or (place in chosen and _compared(copy) is BySum.OTHER)
        if wrong or (not place and error_within(copy.path) is not None):
            bad.append(copy.path.name)
        elif not summed:
            unsummed.append(copy.path.name)
    compared = Finding(
        "backups_compared",
        Severity.FINE,
        f"{len(chosen)}/{len(ours)}",
        "palace doctor --thorough" if len(chosen) < len(ours) else "",
    )
    return [
        _named("backups_whole", bad, Severity.WARNING, "palace backup list --check, palace backup"),
        _named("backups_unsummed", unsummed, Severity.NOTICE, "palace backup list --check"),
        compared,
    ]


def to_compare(copies: list[Copy], now: datetime, *, thorough: bool) -> set[int]:
    """Return the places of the copies, newest first, that are read whole: all of them where `thorough`.

    Else the newest, one of the others (another each day, so that all have their turn), and whatever was
    written to after its sum was kept or has changes beside it. Nothing needs to be remembered for that.
    """
    if thorough or len(copies) < COMPARED_ALL_UP_TO:
        return set(range(len(copies)))
    of_today = 1 + now.toordinal() % (len(copies) - 1)
    return {0, of_today, *(place for place, copy in enumerate(copies) if written_since(copy.path))}


def backups_purged(database: Database) -> Finding:
    """Find copies that still hold what was purged from the palace since they were made."""
    try:
        days = sorted({f"{held.copy.made_at:%Y-%m-%d}" for held in holding_purged(database)}, reverse=True)
    except PalaceUnavailable as error:
        return Finding("backups_purged", Severity.NOTICE, error.message, error=error)
    return _named("backups_purged", days, Severity.NOTICE, "palace backup forget-purged")


def _compared(copy: Copy) -> BySum:
    try:
        return by_sum(copy.path)
    except PalaceUnavailable:
        return BySum.OTHER


def _named(check: str, names: list[str], severity: Severity, cure: str) -> Finding:
    if not names:
        return Finding(check, Severity.FINE, "0")
    return Finding(check, severity, ", ".join(names), cure)
