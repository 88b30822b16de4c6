"""What a person names to be imported, read: a file, a folder, or the database of another program."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from palace.cli.read_files_known import digest_of
from palace.cli.workspace_folder import beside
from palace.config.paths import path_named
from palace.domain.clock import local_day
from palace.domain.errors import Refused
from palace.exchange.reading import read_file
from palace.files.walking import ReadFile, is_database, read_files
from palace.services.importing import with_warning_of_future
from palace.services.readings import FileReading
from palace.services.surroundings import Surroundings

UNREAD = "unread"
"""The format that programs are told of a file that was left out; its one error is the reason."""


def readings_of(named: str, surroundings: Surroundings, format_name: str | None) -> Iterator[FileReading]:
    """Yield what each file says, or why it was left out; `format_name` overrules the guess.

    Raises Refused for a palace, InvalidInput for an unknown format.
    """
    today = local_day(surroundings.now, surroundings.zone)
    return (with_warning_of_future(reading, today) for reading in _read(named, format_name))


def _read(named: str, format_name: str | None) -> Iterator[FileReading]:
    if is_database(path_named(named)):
        yield _database_reading(path_named(named))
        return
    for file in read_files(path_named(named)):
        if isinstance(file, ReadFile):
            reading = read_file(str(file.path), file.data, neighbours=beside(file.path), format=format_name)
            yield replace(reading, place=str(file.place), digest=digest_of(file.data))
        else:
            yield FileReading(str(file.path), format=UNREAD, encoding="", unread=file.reason)


def _database_reading(path: Path) -> FileReading:
    """Return what another program's database says; raises Refused for a palace."""
    from palace.exchange.databases import read_database
    from palace.storage.foreign_database import foreign_database

    with foreign_database(path) as database:
        if database.is_palace:
            raise Refused(
                "{path} is a palace", next_step="to join it to this one: palace migrate {path}", path=path
            )
        reading = read_database(str(path), database.tables(), database.rows)
    return replace(reading, place=str(path.resolve()))
