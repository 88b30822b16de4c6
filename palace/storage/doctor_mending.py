"""What the doctor makes right in and around the file: what is derived, who may read it. No row changes."""

from datetime import datetime
from pathlib import Path

from palace.domain.errors import PalaceError
from palace.services.doctor import Finding, Severity
from palace.storage.backups import copies_beside, folder_of
from palace.storage.connection import FILE_MODE, FOLDER_MODE
from palace.storage.copying import UNFINISHED
from palace.storage.database import Database
from palace.storage.doctor_surroundings import is_open_to_others, left_behind

OF_AN_INDEX = ("missing from index", "wrong # of entries in index", "non-unique entry in index")
"""What SQLite says of an index that does not agree with its table: it can be made anew from that."""


def mend_permissions(database: Database) -> None:
    """Let only the owner read the palace, its copies and their folder. Raises PalaceError naming the file."""
    folder = folder_of(database.path)
    _close_to_others(database.path, folder)
    # Only now: a folder that could not be read a moment ago may be one that can.
    _close_to_others(*(copy.path for copy in copies_beside(database.path)))


def _close_to_others(*paths: Path) -> None:
    for path in paths:
        if is_open_to_others(path):
            try:
                path.chmod(FOLDER_MODE if path.is_dir() else FILE_MODE)
            except OSError as error:
                raise PalaceError(
                    "the permissions of {path} cannot be set: {cause}",
                    next_step="let its owner do that",
                    path=path,
                    cause=error.strerror or error,
                ) from None


def remove_leftovers(database: Database, now: datetime) -> None:
    """Remove unfinished files that nothing will finish any more; raises PalaceError naming one that stays."""
    for path in left_behind(database.path, now):
        if UNFINISHED.fullmatch(path.name):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise PalaceError(
                    "{path} cannot be removed: {cause}",
                    next_step="check the permissions of the file and of its folder",
                    path=path,
                    cause=error.strerror or error,
                ) from None


def is_of_an_index(finding: Finding) -> bool:
    """Whether what is wrong with the file lies in its indexes alone."""
    told = finding.found.split("; ")
    return finding.severity is not Severity.FINE and all(
        any(words in each for words in OF_AN_INDEX) for each in told
    )


def make_indexes_anew(database: Database) -> None:
    """Make every index of the file anew from its table, within the transaction that is open."""
    database.execute("REINDEX")
