"""Hands the app the ways to the files outside: the same as the verbs export and import go."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from palace.cli.export_door import export, usual_target
from palace.services.exporting import ExportReport, ExportRequest
from palace.services.ports import Palace
from palace.services.readings import FileReading
from palace.services.surroundings import Surroundings

if TYPE_CHECKING:
    from palace.storage.palace_file import PalaceFile
    from palace.tui.file_doors import FileDoors


def file_doors(around: Surroundings) -> "FileDoors":
    """Return the ways to the files outside, as the app takes them; each loads what it needs when used."""
    from palace.tui.file_doors import FileDoors

    def write(palace: Palace, request: ExportRequest) -> ExportReport:
        return export(_file(palace), request, around)

    def read(named: str) -> Iterator[FileReading]:
        from palace.cli.named_files import readings_of

        return readings_of(named, around, None)

    def remember(palace: Palace, readings: Sequence[FileReading]) -> None:
        from palace.cli.read_files_known import remember_memory_files

        remember_memory_files(_file(palace).whole, readings)

    return FileDoors(
        export=write, usual_target=lambda palace: usual_target(_file(palace)), read=read, remember=remember
    )


def _file(palace: Palace) -> "PalaceFile":
    return cast("PalaceFile", palace)
