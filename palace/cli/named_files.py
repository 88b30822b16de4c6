"""What a person names to be imported, read: a file, a folder, or the database of another program."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from palace.cli.read_files_known import digest_of
from palace.cli.workspace_folder import beside
from palace.config.paths import path_named
from palace.domain.clock import local_day
from palace.domain.errors import Refused
from palace.exchange.reading import read_file, read_parts
from palace.files.walking import ReadFile, is_database, read_files
from palace.services.importing import with_warning_of_future
from palace.services.readings import FileReading
from palace.services.surroundings import Surroundings

UNREAD = "unread"
"""The format that programs are told of a file that was left out; its one error is the reason."""


def readings_of(
    named: str, surroundings: Surroundings, format_name: str | None, *, in_parts: bool = False
) -> Iterator[FileReading]:
    """Yield what each file says, or why it was left out; `format_name` overrules the guess.

    With `in_parts` a large file may come in several readings. Raises Refused for a palace, InvalidInput for
    an unknown format.
    """
    today = local_day(surroundings.now, surroundings.zone)
    return (with_warning_of_future(reading, today) for reading in _read(named, format_name, in_parts))


def check_no_palace(named: str) -> None:
    """Raise Refused where a person names a palace, PalaceError for a database that cannot be opened."""
    from palace.storage.foreign_database import foreign_database

    path = path_named(named)
    if is_database(path):
        with foreign_database(path) as database:
            _refuse_palace(path, is_palace=database.is_palace)


def _refuse_palace(path: Path, *, is_palace: bool) -> None:
    if is_palace:
        raise Refused(
            "{path} is a palace", next_step="to join it to this one: palace migrate {path}", path=path
        )


def _read(named: str, format_name: str | None, in_parts: bool) -> Iterator[FileReading]:
    if is_database(path_named(named)):
        yield _database_reading(path_named(named))
        return
    for file in read_files(path_named(named)):
        if isinstance(file, ReadFile):
            readings = _readings_of_file(file, format_name, in_parts)
            # While a large file is read in parts, its bytes need not stand beside its lines.
            del file
            yield from readings
        else:
            yield FileReading(str(file.path), format=UNREAD, encoding="", unread=file.reason)


def _readings_of_file(file: ReadFile, format_name: str | None, in_parts: bool) -> Iterator[FileReading]:
    read = read_parts if in_parts else _read_whole
    digest, place = digest_of(file.data), str(file.place)
    readings = read(str(file.path), file.data, neighbours=beside(file.path), format=format_name)
    del file
    for reading in readings:
        yield replace(reading, place=place, digest=digest)


def _read_whole(
    path: str,
    data: bytes,
    *,
    neighbours: Callable[[str], bool],
    format: str | None,  # noqa: A002
) -> Iterator[FileReading]:
    yield read_file(path, data, neighbours=neighbours, format=format)


def _database_reading(path: Path) -> FileReading:
    """Return what another program's database says; raises Refused for a palace."""
    from palace.exchange.databases import read_database
    from palace.storage.foreign_database import foreign_database

    with foreign_database(path) as database:
        _refuse_palace(path, is_palace=database.is_palace)
        reading = read_database(str(path), database.tables(), database.rows)
    return replace(reading, place=str(path.resolve()))
