"""`palace import`: read memory files into the review queue. Shown first; done only with --apply."""

from collections.abc import Iterator

from palace.cli.comparing_on_the_way import follow_up, follow_up_and_tell, on_the_way_json
from palace.cli.cut_off import told_where_cut_off
from palace.cli.import_report import ImportCounts, JsonReport, TextReport
from palace.cli.invocation import Invocation
from palace.cli.named_files import check_no_palace, readings_of
from palace.cli.read_files_known import remember_memory_files
from palace.cli.restoring_lines import restore_lines, whole_palace_named
from palace.domain.errors import PalaceError
from palace.exchange.reading import check_format
from palace.services.comparing_arrivals import Arrivals
from palace.services.importing import FileReport, Importing, planned_files
from palace.services.readings import FileReading
from palace.storage.palace_file import PalaceFile


def run(invocation: Invocation) -> int:
    """Import; exit status 1 when something could not be taken in, 3 when nothing was there to read."""
    check_format(invocation.arguments.format)
    whole = whole_palace_named(invocation)
    with invocation.palace() as palace:
        if whole is not None and palace.whole.is_empty():
            return restore_lines(invocation, palace, whole)
        for named in invocation.arguments.paths:
            check_no_palace(named)
        report = JsonReport(invocation) if invocation.wants_json else TextReport(invocation)
        importing = Importing(palace, invocation.surroundings, invocation.actor)
        with told_where_cut_off(invocation, palace):
            counts = _told(report, _files(invocation, palace, importing))
        group = importing.group if invocation.arguments.apply else None
        arrivals = Arrivals(tuple(counts.candidate_ids))
        if isinstance(report, JsonReport):
            found = follow_up(invocation, palace, arrivals)
            report.close(counts, group, on_the_way_json(found))
        else:
            report.close(counts, group)
            follow_up_and_tell(invocation, palace, arrivals)
    return counts.status


def _files(invocation: Invocation, palace: PalaceFile, importing: Importing) -> Iterator[FileReport]:
    """Yield what becomes of each file, or would; where it is done, what was read is remembered."""
    read: list[FileReading] = []
    apply = bool(invocation.arguments.apply)

    def readings() -> Iterator[FileReading]:
        for named in invocation.arguments.paths:
            for reading in readings_of(
                named, invocation.surroundings, invocation.arguments.format, in_parts=True
            ):
                if apply and not reading.goes_on:
                    read.append(reading.without_content())
                yield reading

    if apply:
        yield from importing.files(readings())
        remember_memory_files(palace.whole, read)
    else:
        yield from planned_files(palace, readings(), invocation.surroundings)


def _told(report: TextReport | JsonReport, files: Iterator[FileReport]) -> ImportCounts:
    """Tell of files and count them. A report that nobody reads any more ends no import."""
    counts = ImportCounts()
    broken: BrokenPipeError | PalaceError | None = None
    for file in files:
        counts.add(file)
        try:
            if broken is None:
                report.tell(file)
        except (BrokenPipeError, PalaceError) as error:
            broken = error
    if broken is not None:
        raise broken
    return counts
