"""What the app is handed of the files outside the palace: writing exports, reading what shall come in."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from palace.domain.errors import PalaceError, PalaceUnavailable
from palace.services.exporting import ExportReport, ExportRequest
from palace.services.ports import Palace
from palace.services.readings import FileReading

Item = TypeVar("Item")


def no_files(*_: object) -> NoReturn:
    """Raise PalaceUnavailable: no file can be reached from here."""
    raise PalaceUnavailable("no file can be reached from here")


@dataclass(frozen=True, slots=True)
class FileDoors:
    """The ways to the files outside.

    `export` writes an export and raises what `palace.services.exporting` raises; `usual_target` returns where
    to when nobody says otherwise, or an empty text. `read` yields what the files that were named say, and is
    called in a thread of its own; `remember` takes note that they were taken in as they are.
    """

    export: Callable[[Palace, ExportRequest], ExportReport] = no_files
    usual_target: Callable[[Palace], str] = no_files
    read: Callable[[str], Iterator[FileReading]] = no_files
    remember: Callable[[Palace, Sequence[FileReading]], None] = no_files


class ImportStopped(PalaceError):
    """The person stopped an import; nothing of it was kept."""


class FileProgress:
    """How far reading or taking in is, told across threads; whoever watches may stop it."""

    def __init__(self) -> None:
        self.files = 0
        self.statements = 0
        self._stopped = False

    def stop(self) -> None:
        """Let it end at the next file."""
        self._stopped = True

    def watched(self, readings: Iterable[FileReading]) -> Iterator[FileReading]:
        """Yield the readings and count them; raises ImportStopped when it was stopped."""
        self.files = self.statements = 0
        for reading in readings:
            if self._stopped:
                raise ImportStopped("the import was stopped; nothing was changed")
            yield reading
            self.files += 1
            self.statements += len(reading.memories)
