"""The workspace as it lies on the disk: listed by `files`, read by `exchange`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from palace.domain.errors import NotFound
from palace.exchange.reading import read_file
from palace.files.walking import PASSED_OVER, ListedFile, ReadFile, UnreadFile, list_files, read_one
from palace.services.readings import FileReading
from palace.services.sync_ports import LeftOutFile, Stamp, WorkspaceFile


@dataclass(frozen=True, slots=True)
class WorkspaceFolder:
    """See `sync_ports.Workspace`."""

    root: Path

    @property
    def folder(self) -> str:
        """The folder's path."""
        return str(self.root)

    def files(self) -> Iterator[WorkspaceFile | LeftOutFile]:
        """Yield every file without opening it; raises NotFound where the folder is gone."""
        if not self.root.is_dir():
            raise NotFound(
                "the workspace {folder} is not there",
                next_step="bring it back, or tie the palace to another folder: palace workspace FOLDER",
                folder=self.root,
            )
        for each in list_files(self.root):
            if isinstance(each, ListedFile):
                yield WorkspaceFile(self._name(each.path), Stamp(each.size, each.modified_ns))
            else:
                yield self._left_out(each)

    def read(self, file: WorkspaceFile) -> FileReading | LeftOutFile:
        """Return what a file holds now, or why it cannot be read."""
        path = self.root / file.path
        found = read_one(path)
        if isinstance(found, ReadFile):
            reading = read_file(str(path), found.data, neighbours=beside(path))
            return replace(reading, place=str(found.place))
        return self._left_out(found)

    def _left_out(self, file: UnreadFile) -> LeftOutFile:
        return LeftOutFile(self._name(file.path), file.reason, file.reason not in PASSED_OVER)

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()


def beside(path: Path) -> Callable[[str], bool]:
    """Return the function that tells whether a name leads to a file, seen from a file's folder."""
    return lambda name: (path.parent / name).exists()
