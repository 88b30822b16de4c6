"""Exports a palace: joins the use case, the formats and the files. The verb and the app both come in here."""

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from palace.config.paths import path_named
from palace.domain.errors import InvalidInput, Refused
from palace.domain.filters import Filters
from palace.domain.vocabulary import Wing
from palace.files.target_file import TargetFile, make_folder
from palace.services.browsing import IN_A_ROOM
from palace.services.export_ports import ExportedMemory, ExportFormat, MemoryDocument
from palace.services.exporting import (
    IN_MEMORY_FILE,
    ExportReport,
    ExportRequest,
    Replaced,
    RowsLetOut,
    Secrets,
    exported_memories,
    fitting_document,
    let_out,
    replace_target,
    secrets_held_back,
)
from palace.services.surroundings import Surroundings
from palace.services.sync_ports import Stamp
from palace.services.whole_palace_ports import FileMark

if TYPE_CHECKING:
    from palace.storage.palace_file import PalaceFile

MEMORY_FILE = "MEMORY.md"
STANDARD_OUTPUT = "-"

_FORMAT_OF_ENDING = {".jsonl": ExportFormat.LINES, ".csv": ExportFormat.TABLE}
_BESIDE_THE_PALACE = ("", "-wal", "-shm", "-journal")
_ENCODED_AT_ONCE = 256 * 1024


def format_of(request: ExportRequest) -> ExportFormat:
    """Return the format of an export: as asked for, else as its target tells."""
    if request.format is not None:
        return request.format
    if request.target.endswith(os.sep) or (request.target and path_named(request.target).is_dir()):
        return ExportFormat.WINGS
    return _FORMAT_OF_ENDING.get(Path(request.target).suffix.lower(), ExportFormat.MEMORY)


def export(palace: "PalaceFile", request: ExportRequest, surroundings: Surroundings) -> ExportReport:
    """Write an export into its target, or tell what would be written.

    Raises InvalidInput where no target is known, SecretsHeldBack, TargetChanged, Refused for a target that is
    part of the palace itself, PalaceError where it cannot be written.
    """
    if "\0" in request.target:
        raise InvalidInput("“{text}” cannot be the name of a file", text=request.target)
    chosen = format_of(request)
    target = path_named(request.target) if request.target else _of_the_workspace(palace)
    if chosen is ExportFormat.LINES:
        return _export_lines(palace, request, target, surroundings)
    if chosen is ExportFormat.WINGS:
        return _export_wings(palace, request, target, surroundings)
    memories = _memories(palace, request, chosen, surroundings)
    document = _document(memories, request, chosen)
    if not document.written and not request.force:
        _refuse_to_empty(palace, target)
    done = _replace(palace, target, [document.text.encode()], request, surroundings)
    return _report(chosen, request, (done,), document)


def chunks_of(palace: "PalaceFile", request: ExportRequest, surroundings: Surroundings) -> Iterator[bytes]:
    """Yield what an export consists of, for a program that reads it as it comes; raises SecretsHeldBack."""
    chosen = format_of(request)
    if chosen is ExportFormat.WINGS:
        raise InvalidInput("wings are several files: name a folder for them")
    if chosen is not ExportFormat.LINES:
        memories = _memories(palace, request, chosen, surroundings)
        yield _document(memories, request, chosen).text.encode()
        return
    _refuse_to_mask(request)
    if request.secrets is Secrets.STOP:
        with palace.whole.reading() as (_, rows):
            _check_rows(RowsLetOut(rows))
    yield from _line_chunks(palace, Counter())


def usual_target(palace: "PalaceFile") -> str:
    """Return the memory file of the workspace; an empty text where the palace is tied to none."""
    folder = palace.workspace.folder()
    return str(Path(folder) / MEMORY_FILE) if folder else ""


def _of_the_workspace(palace: "PalaceFile") -> Path:
    target = usual_target(palace)
    if not target:
        raise InvalidInput(
            "no target was named, and the palace is tied to no workspace",
            next_step="palace export FILE, or palace workspace FOLDER first",
        )
    return Path(target)


def _memories(
    palace: "PalaceFile", request: ExportRequest, chosen: ExportFormat, surroundings: Surroundings
) -> list[ExportedMemory]:
    return exported_memories(palace, request.filters or _usual_filters(chosen), surroundings)


def _usual_filters(chosen: ExportFormat) -> Filters:
    return IN_MEMORY_FILE if chosen is ExportFormat.MEMORY else IN_A_ROOM


def _document(memories: list[ExportedMemory], request: ExportRequest, chosen: ExportFormat) -> MemoryDocument:
    if chosen is ExportFormat.TABLE:
        from palace.exchange.memory_table import table_lines

        leaving = let_out(memories, request.secrets)
        return MemoryDocument("".join(table_lines(leaving)), tuple(leaving), ())
    from palace.exchange.palace_markdown_writing import FEWEST_LINES, memory_document

    if request.most_lines < FEWEST_LINES:
        raise InvalidInput("a memory file has at least {fewest} lines", fewest=FEWEST_LINES)
    most = request.most_lines
    return fitting_document(memories, request.secrets, lambda wanted: memory_document(wanted, most))


def _export_wings(
    palace: "PalaceFile", request: ExportRequest, folder: Path, surroundings: Surroundings
) -> ExportReport:
    from palace.exchange.palace_markdown_writing import memory_document

    found = _memories(palace, request, ExportFormat.WINGS, surroundings)
    memories = let_out(found, request.secrets)
    documents = {
        wing: memory_document([each for each in memories if each.memory.wing is wing]) for wing in Wing
    }
    if not request.dry_run:
        make_folder(folder)
    if folder.is_dir():
        # All are looked at before the first is written: a folder is not left half old and half new.
        for wing, document in documents.items():
            trial = replace(request, dry_run=True)
            _replace(palace, folder / f"{wing}.md", [document.text.encode()], trial, surroundings)
    files = tuple(
        _replace(palace, folder / f"{wing}.md", [document.text.encode()], request, surroundings)
        for wing, document in documents.items()
        if folder.is_dir()
    )
    joined = MemoryDocument("".join(each.text for each in documents.values()), tuple(memories), ())
    return _report(ExportFormat.WINGS, request, files, joined)


def _export_lines(
    palace: "PalaceFile", request: ExportRequest, target: Path, surroundings: Surroundings
) -> ExportReport:
    _refuse_to_mask(request)
    if request.filters is not None:
        raise InvalidInput(
            "JSON Lines are the whole palace: nothing can be left out",
            next_step="export a table instead: palace export memories.csv",
        )
    counts: Counter[str] = Counter()
    flagged: list[str] = []

    def check() -> None:
        if flagged and request.secrets is Secrets.STOP:
            raise secrets_held_back(flagged)

    with closing(_line_chunks(palace, counts, flagged)) as chunks:
        done = _replace(palace, target, chunks, request, surroundings, check)
    return ExportReport(
        ExportFormat.LINES,
        (done,),
        memories=counts["memory"],
        dry_run=request.dry_run,
        lines=1 + sum(counts.values()),
        rows=dict(counts),
        secret=tuple(flagged),
    )


def _line_chunks(
    palace: "PalaceFile", counts: Counter[str], flagged: list[str] | None = None
) -> Generator[bytes, None, None]:
    """Yield the lines of a whole palace, many at once; what was counted and flagged is known afterwards."""
    from palace.exchange.palace_lines import written_lines

    with palace.whole.reading() as (header, rows):
        counts.update(header.counts)
        let_out_rows = RowsLetOut(rows)
        waiting: list[str] = []
        size = 0
        for line in written_lines(header, let_out_rows if flagged is not None else rows):
            waiting.append(line)
            size += len(line)
            if size >= _ENCODED_AT_ONCE:
                yield "".join(waiting).encode()
                waiting.clear()
                size = 0
        if flagged is not None:
            flagged.extend(let_out_rows.flagged)
    yield "".join(waiting).encode()


def _check_rows(rows: RowsLetOut) -> None:
    for _ in rows:
        pass
    if rows.flagged:
        raise secrets_held_back(rows.flagged)


def _refuse_to_mask(request: ExportRequest) -> None:
    if request.secrets is Secrets.MASK:
        raise InvalidInput(
            "JSON Lines are the whole palace: with masks they would not bring it back",
            next_step="let it out with --with-secrets, or export masked Markdown or CSV",
        )


def _refuse_to_empty(palace: "PalaceFile", path: Path) -> None:
    """Raise Refused where what somebody else wrote would be replaced by a file without a memory."""
    target = TargetFile(path)
    before, mark = target.digest(), MarksWithSync(palace).mark(target.place)
    if before is not None and not (mark is not None and mark.written and mark.digest == before):
        raise Refused(
            "there is no memory to write, and {path} would lose what stands in it; it was left as it is",
            next_step="clear the queue first (palace review), or write over it with --force",
            path=target.place,
        )


def _replace(
    palace: "PalaceFile",
    path: Path,
    chunks: Iterable[bytes],
    request: ExportRequest,
    surroundings: Surroundings,
    check: Callable[[], None] = lambda: None,
) -> Replaced:
    target = TargetFile(path)
    _refuse_the_palace_itself(palace.path, Path(target.place))
    return replace_target(
        target,
        MarksWithSync(palace),
        chunks,
        surroundings,
        force=request.force,
        dry_run=request.dry_run,
        check=check,
    )


class MarksWithSync:
    """What the palace knows of files: what it wrote or read itself, and what sync read in the workspace."""

    def __init__(self, palace: "PalaceFile") -> None:
        self._palace = palace

    def mark(self, path: str) -> FileMark | None:
        """Return what is remembered of a file; one that is as sync read it counts as read."""
        known = self._palace.whole.mark(path)
        place = Path(path)
        if not self._is_as_synced(place):
            return known
        digest = TargetFile(place).digest()
        return (
            known if digest is None or (known and known.digest == digest) else FileMark(digest, written=False)
        )

    def remember(self, path: str, mark: FileMark) -> None:
        """Remember what a file holds."""
        self._palace.whole.remember(path, mark)

    def _is_as_synced(self, place: Path) -> bool:
        folder = self._palace.workspace.folder()
        if not folder:
            return False
        try:
            name = place.relative_to(os.path.realpath(folder)).as_posix()
            status = place.stat()
        except (ValueError, OSError):
            return False
        read = self._palace.workspace.marks().get(name)
        return read is not None and read.stamp == Stamp(status.st_size, status.st_mtime_ns)


def _refuse_the_palace_itself(palace: Path, place: Path) -> None:
    own = {palace.with_name(palace.name + ending) for ending in _BESIDE_THE_PALACE}
    if place in own or palace.parent / "backups" in place.parents:
        raise Refused("{path} belongs to the palace itself", next_step="choose another place", path=place)


def _report(
    chosen: ExportFormat, request: ExportRequest, files: tuple[Replaced, ...], document: MemoryDocument
) -> ExportReport:
    return ExportReport(
        chosen,
        files,
        memories=len(document.written),
        dry_run=request.dry_run,
        lines=document.lines,
        left_out=document.left_out,
        marked=tuple(each.memory.id for each in document.written if each.holds_order),
        secret=tuple(f"#{each.memory.id}" for each in document.written if each.holds_secret),
    )
