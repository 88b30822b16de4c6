"""What a reading has found so far: memories with all suggestions, and skipped lines with reasons."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from palace.domain.vocabulary import Kind, Priority
from palace.exchange.bindings import binding_in
from palace.exchange.encoding import without_lone_surrogates
from palace.exchange.flags import flags_of
from palace.exchange.records import FoundMemory, Remark, SkippedLine
from palace.exchange.suggestions import MOST_SCENES, Suggester

_NARRATIVE = frozenset({Kind.EVENT, Kind.SUMMARY, Kind.TOOL_ERROR})


class Findings:
    """Gathers what one file yields; a line is skipped once, and never if a memory stands on it."""

    def __init__(self, suggester: Suggester) -> None:
        self.memories: list[FoundMemory] = []
        self.errors: list[Remark] = []
        self._notes: list[Remark] = []
        self._skipped: dict[int, list[str]] = {}
        self._lines: set[int] = set()
        self._suggester = suggester

    @property
    def skipped(self) -> tuple[SkippedLine, ...]:
        """The lines without any memory, in order, each with the first reason that was given."""
        return tuple(
            SkippedLine(line, reasons[0])
            for line, reasons in sorted(self._skipped.items())
            if line not in self._lines
        )

    @property
    def notes(self) -> tuple[Remark, ...]:
        """What else is worth saying: also of records that were skipped on a line with memories."""
        shared = (
            Remark(
                "line {line}: {count} more here skipped: {reason}",
                {"line": line, "count": count, "reason": reason},
            )
            for line, reasons in sorted(self._skipped.items())
            if line in self._lines
            for reason, count in Counter(reasons).items()
        )
        return (*self._notes, *shared)

    def take(self) -> tuple[tuple[FoundMemory, ...], tuple[SkippedLine, ...], tuple[Remark, ...]]:
        """Return memories, skipped lines and notes so far, and go on without them."""
        taken = tuple(self.memories), self.skipped, self.notes
        self.memories.clear()
        self._notes.clear()
        self._skipped.clear()
        self._lines.clear()
        return taken

    def note(self, remark: Remark) -> None:
        """Say something about the file as a whole."""
        self._notes.append(remark)

    def skip(self, line: int, reason: str) -> None:
        """Say that a line, or a record on it, holds no memory, and why."""
        self._skipped.setdefault(line, []).append(reason)

    def put_last_into(self, scene: str) -> None:
        """Name a scene of the memory that was kept last, before those that its path suggests."""
        memory = self.memories[-1]
        named = self._suggester.scenes((), "", (scene,))
        scenes = tuple(dict.fromkeys((*named, *memory.scenes)))[:MOST_SCENES]
        self.memories[-1] = replace(memory, scenes=scenes)

    def skip_file(self, lines: Sequence[str], reason: str) -> None:
        """Say that a file as a whole holds no memory; it is named by its first line with content."""
        first = next((number for number, line in enumerate(lines, 1) if line.strip()), None)
        if first:
            self.skip(first, reason)

    def keep(self, memory: FoundMemory) -> None:
        """Keep a memory of which the file itself says all there is to say."""
        self._lines.add(memory.line)
        self.memories.append(memory)

    def add(
        self,
        text: str,
        line: int,
        heading: Sequence[str] = (),
        *,
        priority: Priority | None = None,
        date: datetime.date | None = None,
        valid_to: datetime.date | None = None,
        kind: Kind | None = None,
        tags: Sequence[str] = (),
        when: str = "",
    ) -> None:
        """Keep a memory, with the wing, scenes, binding and flags that its text and path suggest.

        `tags` are the memory's own tags, beside those of the file and those written in the text; `when` is
        said outright and goes before what the text itself suggests.
        """
        text = without_lone_surrogates(text)
        path = tuple(map(without_lone_surrogates, heading))
        binding = binding_in(text, tells_what_happened=kind in _NARRATIVE)
        self._lines.add(line)
        self.memories.append(
            FoundMemory(
                text=text,
                line=line,
                heading=path,
                priority=priority,
                date=date,
                valid_to=valid_to,
                kind=kind,
                wing=self._suggester.wing(kind, path),
                scenes=self._suggester.scenes(tuple(part for part in path if not flags_of(part)), text, tags),
                when=without_lone_surrogates(when) or binding.when,
                do=binding.do,
                unless=binding.unless,
                flags=flags_of("\n".join((*path, text))),
                note=binding.note,
            )
        )
