"""The report of an import, written file by file while it goes on: whatever comes, little of it is held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import IO

from palace.cli.invocation import Invocation
from palace.cli.output import first_line
from palace.files.walking import PASSED_OVER, WhyUnread
from palace.services.importing import Fate, FileReport
from palace.services.readings import Remark
from palace.services.remembering import Outcome
from palace.text.masking import masked

FAILED = 1
NOTHING_FOUND = 3
HELD_IN_MEMORY = 4 * 1024 * 1024
"""Bytes of a report that are held before they go to a temporary file."""


class ImportCounts:
    """What an import came to: counted from the reports of its files, part by part."""

    def __init__(self) -> None:
        self.outcomes: Counter[Outcome] = Counter()
        self.flagged = 0
        self.files = 0
        self.candidate_ids: list[int] = []
        self._read = 0
        self._faulty = False
        self._reasons: set[str] = set()

    def add(self, report: FileReport) -> None:
        """Count a file, or a part of one."""
        reading = report.reading
        self.files += not reading.goes_on
        for fate in report.fates:
            self.outcomes[fate.outcome] += 1
            self.flagged += bool(fate.found.flags)
            if fate.outcome is Outcome.NEW and fate.candidate_id is not None:
                self.candidate_ids.append(fate.candidate_id)
        if reading.unread:
            self._reasons.add(reading.unread)
        else:
            self._read += 1
            self._faulty = self._faulty or bool(reading.errors or report.bad)

    @property
    def status(self) -> int:
        """The exit status: 1 where something could not be taken in, 3 where nothing was there to read."""
        if not self._read:
            return NOTHING_FOUND if self._reasons <= {WhyUnread.MISSING} else FAILED
        return FAILED if self._faulty or not self._reasons <= PASSED_OVER else 0

    @property
    def changed(self) -> int:
        """How many statements changed something, or would."""
        return self.outcomes[Outcome.NEW] + self.outcomes[Outcome.SEEN_AGAIN]


class TextReport:
    """The report for people: a file's lines are printed when the file is read to its end."""

    def __init__(self, invocation: Invocation) -> None:
        self._invocation = invocation
        self._lines: SpooledTemporaryFile[str] | None = None
        self._behind: list[FileReport] = []
        self._count = 0

    def tell(self, report: FileReport) -> None:
        """Tell of a file, or of a part of one."""
        say, output, reading = self._invocation.say, self._invocation.output, report.reading
        if reading.unread:
            why = say(f"cli.import.unread.{reading.unread}")
            output.error(say("cli.import.error", path=reading.path, error=why))
            return
        self._count += len(report.fates)
        if not reading.goes_on and not self._behind:
            self._print_head(report)
            for line in self._lines_of(report):
                output.line(line)
            self._print_rest(report)
            self._count = 0
            return
        self._keep(report)
        if not reading.goes_on:
            self._print_kept(report)

    def _keep(self, report: FileReport) -> None:
        if self._lines is None:
            self._lines = _spool()
        for line in self._lines_of(report):
            self._lines.write(line + "\n")
        self._behind.append(report.without_fates())

    def _print_kept(self, last: FileReport) -> None:
        self._print_head(last)
        with closed_at_end(self._lines) as lines:
            for line in lines:
                self._invocation.output.line(line.rstrip("\n"))
        for report in self._behind:
            self._print_rest(report)
        self._lines, self._behind, self._count = None, [], 0

    def _print_head(self, report: FileReport) -> None:
        reading = report.reading
        head = self._invocation.say(
            "cli.import.file",
            path=reading.path,
            format=reading.format,
            encoding=reading.encoding,
            count=self._count,
        )
        self._invocation.output.line(head)

    def _lines_of(self, report: FileReport) -> Iterator[str]:
        for fate in report.fates:
            found = fate.found
            mark = self._invocation.say(f"cli.import.outcome.{fate.outcome}")
            tags = " ".join(str(tag) for tag in (found.priority, found.kind, found.date, *found.flags) if tag)
            yield f"  {found.line:>5}  {mark}  {f'[{tags}] ' if tags else ''}{first_line(found.text)}"
            if found.heading:
                yield f"         {masked(' / '.join(found.heading))}".replace("\n", " ")

    def _print_rest(self, report: FileReport) -> None:
        output, say, reading = self._invocation.output, self._invocation.say, report.reading
        for line in reading.skipped:
            reason = self._why_skipped(line.reason)
            output.line(f"  {line.line:>5}  {say('cli.import.skipped', reason=reason)}")
        for note in reading.notes:
            output.line(f"         {self._sentence(note)}")
        for error in reading.errors:
            output.error(say("cli.import.error", path=reading.path, error=self._sentence(error)))
        for bad in report.bad:
            message = self._invocation.catalog.error_message(bad.error)
            reason = say("cli.import.bad", line=bad.line, error=message)
            output.error(say("cli.import.error", path=reading.path, error=reason))

    def _why_skipped(self, reason: object) -> str:
        key = f"cli.import.reason.{reason}"
        return self._invocation.say(key) if self._invocation.catalog.has(key) else str(reason)

    def _sentence(self, remark: Remark) -> str:
        values = dict(remark.values)
        if "reason" in values:
            values["reason"] = self._why_skipped(values["reason"])
        return self._invocation.catalog.sentence(remark.template, values)

    def close(self, counts: ImportCounts, group: str | None) -> None:
        """Sum up; `group` names the act where it was done."""
        if not counts.files:
            self._invocation.output.error(self._invocation.say("cli.import.nothing"))
            return
        applied = "cli.import.applied" if counts.changed else "cli.import.applied_nothing"
        summed = self._invocation.say(
            "cli.import.planned" if group is None else applied,
            new=counts.outcomes[Outcome.NEW],
            again=counts.outcomes[Outcome.SEEN_AGAIN],
            known=counts.outcomes[Outcome.KNOWN],
            suppressed=counts.outcomes[Outcome.SUPPRESSED],
            flagged=counts.flagged,
        )
        self._invocation.output.line(summed)


class JsonReport:
    """The report for programs, one JSON value as docs/json.md has it. Nothing is printed before the end."""

    def __init__(self, invocation: Invocation) -> None:
        self._invocation = invocation
        self._text = _spool()
        self._skipped = _spool()
        self._errors: list[str] = []
        self._notes: list[str] = []
        self._any_file = self._any_memory = self._any_skipped = self._is_open = False

    def tell(self, report: FileReport) -> None:
        """Tell of a file, or of a part of one."""
        reading = report.reading
        if not self._is_open:
            self._open(report)
        for fate in report.fates:
            self._text.write((", " if self._any_memory else "") + self._json(_fate_json(fate)))
            self._any_memory = True
        for line in reading.skipped:
            told = self._json({"line": line.line, "reason": line.reason})
            self._skipped.write((", " if self._any_skipped else "") + told)
            self._any_skipped = True
        self._errors += [reading.unread] if reading.unread else []
        self._errors += [remark.text for remark in reading.errors]
        self._errors += [f"line {bad.line}: {bad.error.message}" for bad in report.bad]
        self._notes += [remark.text for remark in reading.notes]
        if not reading.goes_on:
            self._shut()

    def _open(self, report: FileReport) -> None:
        reading = report.reading
        head: dict[str, object] = {
            "path": reading.path,
            "format": reading.format,
            "encoding": reading.encoding,
        }
        opened = self._json(head).removesuffix("}")
        self._text.write(f"{', ' if self._any_file else ''}{opened}, " + '"memories": [')
        self._any_file, self._any_memory, self._is_open = True, False, True

    def _shut(self) -> None:
        self._text.write('], "skipped": [')
        self._skipped.seek(0)
        while piece := self._skipped.read(HELD_IN_MEMORY):
            self._text.write(piece)
        rest = self._json({"errors": self._errors, "notes": self._notes}).removeprefix("{")
        self._text.write(f"], {rest}")
        self._skipped.seek(0)
        self._skipped.truncate()
        self._errors, self._notes = [], []
        self._any_skipped = self._is_open = False

    def _json(self, value: dict[str, object]) -> str:
        return self._invocation.output.json_text(value)

    def close(self, counts: ImportCounts, group: str | None, further: dict[str, object]) -> None:
        """Print everything, with the sums and what was `further` found."""
        sums: dict[str, object] = {
            "new": counts.outcomes[Outcome.NEW],
            "known": counts.outcomes[Outcome.KNOWN] + counts.outcomes[Outcome.SEEN_AGAIN],
            "suppressed": counts.outcomes[Outcome.SUPPRESSED],
            "flagged": counts.flagged,
            "applied": group is not None,
            "group": group or None,
        }
        end = self._json({**sums, **further}).removeprefix("{")
        self._skipped.close()
        with closed_at_end(self._text) as text:
            self._invocation.output.json_pieces(_pieces('{"files": [', text, f"], {end}"))


def _pieces(start: str, text: IO[str], end: str) -> Iterator[str]:
    yield start
    while piece := text.read(HELD_IN_MEMORY):
        yield piece
    yield end


def _fate_json(fate: Fate) -> dict[str, object]:
    found = fate.found
    return {
        "text": found.text,
        "line": found.line,
        "heading": list(found.heading),
        "priority": found.priority,
        "date": None if found.date is None else found.date.isoformat(),
        "valid_to": None if found.valid_to is None else found.valid_to.isoformat(),
        "scenes": list(found.scenes),
        "wing": found.wing,
        "kind": found.kind,
        "when": found.when,
        "do": found.do,
        "unless": found.unless,
        "flags": list(found.flags),
        "outcome": fate.outcome,
    }


def _spool() -> SpooledTemporaryFile[str]:
    return SpooledTemporaryFile(
        max_size=HELD_IN_MEMORY, mode="w+", encoding="utf-8", errors="surrogatepass", newline="\n"
    )


@contextmanager
def closed_at_end(spool: SpooledTemporaryFile[str] | None) -> Iterator[IO[str]]:
    """Read a spool from its beginning, and close it."""
    if spool is None:
        return
    with spool:
        spool.seek(0)
        yield spool
