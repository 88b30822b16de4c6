"""A candidate as a sheet of lines: its text, where it would stand, why it is here, and what it lacks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from palace.domain.candidate import Candidate, Evidence
from palace.domain.conflict import Relation
from palace.domain.memory import Binding, Memory
from palace.domain.pipeline import Lack, Missing, Stage
from palace.domain.rules import Rules
from palace.domain.vocabulary import KINDS_WANTING_BINDING
from palace.services.candidate_queue import CandidateView
from palace.services.conflict_queue import ConflictEntry
from palace.text.display import displayable, one_line
from palace.text.gauges import bar
from palace.text.masking import masked
from palace.text.width import cell_width
from palace.tui.presenters.lines import (
    EMPTY,
    Line,
    Piece,
    Say,
    Tone,
    cut_line,
    labelled,
    spread,
    tone_of,
    wrapped_lines,
    wrapped_pieces,
)
from palace.tui.presenters.proposal_words import proposal_reasons
from palace.tui.presenters.scale import BAND_BARS

EDGE = "▌"
"""The coloured edge that says the wing."""

SIGHTINGS_SHOWN = 3
LABELS = (
    "why",
    "because",
    "when",
    "do",
    "unless",
    "evidence",
    "missing",
    "replaces",
    "from",
    "seen",
    "scenes",
    "note",
)


@dataclass(frozen=True, slots=True)
class Near:
    """The memories that a candidate could replace, or in words why none are named yet."""

    memories: tuple[tuple[Memory, float], ...] = ()
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the sheet depends on beside the candidate: the words, the zone, the rules, now, and the space.

    `text_lines` is how many lines of the text are shown at most; None shows it whole, and with it every
    sighting and the provenance. `marked` says that the next verb takes it with the others, `pair_key` which
    key leads to the pair in which it stands (empty: none).
    """

    say: Say
    zone: tzinfo
    rules: Rules
    now: datetime
    cells: int
    text_lines: int | None = None
    marked: bool = False
    pair_key: str = ""

    @property
    def whole(self) -> bool:
        """Whether everything is shown, however long."""
        return self.text_lines is None

    def day(self, instant: datetime) -> str:
        """Return a local day; the year only where it is not this one."""
        local, today = instant.astimezone(self.zone), self.now.astimezone(self.zone)
        return f"{local:%m-%d}" if local.year == today.year else f"{local:%Y-%m-%d}"

    def minute(self, instant: datetime) -> str:
        """Return a local instant to the minute; the day only where it is not today."""
        local, today = instant.astimezone(self.zone), self.now.astimezone(self.zone)
        return f"{local:%H:%M}" if local.date() == today.date() else f"{self.day(instant)} {local:%H:%M}"


def sheet_lines(view: CandidateView, near: Near, sheet: Sheet) -> list[Line]:
    """Return the whole sheet of a candidate."""
    candidate = view.candidate
    label_cells = 2 + max(cell_width(sheet.say(f"tui.review.label.{label}")) for label in LABELS)
    room = max(8, sheet.cells - label_cells)
    lines = [*_clashes(view.clashes, sheet), *_text(candidate, sheet), _proposal(candidate, sheet)]
    lines += [*_flags(candidate, sheet), EMPTY]

    def section(label: str, content: Sequence[Line]) -> None:
        lines.extend(labelled(sheet.say(f"tui.review.label.{label}"), content, label_cells))

    section("why", _why(view, sheet, room))
    if sheet.whole:
        section("because", wrapped_lines(proposal_reasons(candidate, sheet.say), room, Tone.DIM))
    for field, text in _binding(candidate):
        section(field, wrapped_lines(displayable(text, keep_newlines=True), room) if text else [_none()])
    section("evidence", _evidence(view.evidence, sheet, room))
    section("missing", _missing(view, sheet, room))
    section("replaces", _near(near, sheet, room))
    if candidate.scenes:
        section("scenes", wrapped_lines(displayable(", ".join(candidate.scenes)), room))
    section("from", _provenance(candidate, sheet, room))
    if sheet.whole:
        section("seen", [((sheet.minute(candidate.first_seen_at), Tone.PLAIN),)])
        if candidate.note:
            section("note", wrapped_lines(displayable(candidate.note, keep_newlines=True), room))
    return [cut_line(line, sheet.cells) for line in lines]


def _none() -> Line:
    return (("—", Tone.DIM),)


def _text(candidate: Candidate, sheet: Sheet) -> list[Line]:
    room = max(4, sheet.cells - 2)
    shown, left_out = candidate.text.strip("\n"), 0
    if sheet.text_lines is not None:
        enough = sheet.text_lines * room * 2
        shown, left_out = shown[:enough], max(0, len(shown) - enough)
    rows = wrapped_lines(displayable(shown, keep_newlines=True), room, Tone.STRONG)
    if sheet.text_lines is not None and (left_out or len(rows) > sheet.text_lines):
        kept = rows[: max(1, sheet.text_lines - 1)]
        left_out += sum(len(text) for row in rows[len(kept) :] for text, _ in row)
        rows = [*kept, cut_line(((sheet.say("tui.review.more_text", count=left_out), Tone.DIM),), room)]
    edge: Piece = (EDGE + " ", tone_of(candidate.wing))
    return [(edge, *row) for row in rows]


def _proposal(candidate: Candidate, sheet: Sheet) -> Line:
    say = sheet.say
    left: list[Piece] = [
        (EDGE + " ", tone_of(candidate.wing)),
        (say(f"vocabulary.kind.{candidate.kind}"), Tone.DIM),
        (" → ", Tone.DIM),
        (say(f"vocabulary.wing.{candidate.wing}"), tone_of(candidate.wing)),
        (" · ", Tone.DIM),
        (BAND_BARS[candidate.band] + " " + say(f"vocabulary.band.{candidate.band}"), tone_of(candidate.band)),
        (" · ", Tone.DIM),
        (str(candidate.priority), Tone.PLAIN),
    ]
    name, tone = ("marked_id", Tone.WARNING) if sheet.marked else ("candidate_id", Tone.DIM)
    return spread(left, [(say(f"tui.review.{name}", id=candidate.id), tone)], sheet.cells)


def _flags(candidate: Candidate, sheet: Sheet) -> Iterable[Line]:
    for flag in candidate.flags:
        words = sheet.say(f"tui.review.flag.{flag}") if flag in KNOWN_FLAGS else displayable(flag)
        for line in wrapped_lines("! " + words, max(4, sheet.cells - 2), Tone.BAD):
            yield ((EDGE + " ", Tone.BAD), *line)


def _clashes(clashes: Sequence[ConflictEntry], sheet: Sheet) -> Iterable[Line]:
    """Yield what it contradicts, conflicts with or says again, the key that leads there in the first line."""
    shown = clashes if sheet.whole else clashes[:CLASHES_SHOWN]
    for place, entry in enumerate(shown):
        core = entry.contradiction and entry.conflict.relation is Relation.CONFLICT
        name = "contradiction" if core else str(entry.conflict.relation)
        memory = f"P0 #{entry.left.id}" if entry.contradiction else f"#{entry.left.id}"
        words = sheet.say(f"tui.review.clash.{name}", memory=memory)
        if place == 0 and sheet.pair_key:
            words += " · " + sheet.say("tui.review.clash.go", press=sheet.pair_key)
        if len(clashes) > len(shown) and entry is shown[-1]:
            words += " · " + sheet.say("tui.review.clash.more", count=len(clashes) - len(shown))
        tone = Tone.BAD if entry.contradiction else Tone.WARNING
        *rows, last = wrapped_lines("! " + words, max(4, sheet.cells - 2), tone)
        said = one_line(masked(entry.left.text), max(4, sheet.cells))
        for line in (*rows, (*last, (f"  {said}", Tone.DIM))):
            yield ((EDGE + " ", tone), *line)


CLASHES_SHOWN = 2
"""Pairs that are named where not everything is shown."""

KNOWN_FLAGS = frozenset({"secret", "injection"})
"""The warnings that have words of their own in the catalogue."""


def _why(view: CandidateView, sheet: Sheet, room: int) -> list[Line]:
    entry, say = view.entry, sheet.say
    if entry.candidate.express:
        words = say("tui.review.why.express")
    else:
        words = say(
            "tui.review.why.seen",
            count=entry.evidences,
            days=len({sighting.day for sighting in view.evidence}),
            needed=sheet.rules.pipeline.evidences_needed,
        )
    stage = Tone.WARNING if entry.stage is Stage.COOLING else Tone.ACCENT
    return wrapped_pieces(
        [(say(f"vocabulary.stage.{entry.stage}"), stage), (" · ", Tone.DIM), (words, Tone.PLAIN)], room
    )


def _binding(candidate: Candidate) -> Iterable[tuple[str, str]]:
    binding = candidate.binding
    if binding == Binding() and candidate.kind not in KINDS_WANTING_BINDING:
        return
    yield from (("when", binding.when), ("do", binding.do), ("unless", binding.unless))


def _evidence(evidence: Sequence[Evidence], sheet: Sheet, room: int) -> list[Line]:
    if not evidence:
        return [((sheet.say("tui.review.no_evidence"), Tone.DIM),)]
    shown = evidence if sheet.whole else evidence[-SIGHTINGS_SHOWN:]
    lines: list[Line] = []
    for sighting in shown:
        year = f"{sheet.now.astimezone(sheet.zone):%Y-}"
        day = sighting.day.isoformat().removeprefix(year)
        origin = one_line(sighting.origin or sighting.source, max(4, room - cell_width(day) - 2))
        lines.append(cut_line(((day, Tone.PLAIN), ("  ", Tone.PLAIN), (origin, Tone.DIM)), room))
    if len(shown) < len(evidence):
        more = sheet.say("tui.review.more_evidence", count=len(evidence) - len(shown))
        lines.append(cut_line(((more, Tone.DIM),), room))
    return lines


def _missing(view: CandidateView, sheet: Sheet, room: int) -> list[Line]:
    if not view.missing:
        return [cut_line((("✓ ", Tone.GOOD), (sheet.say("tui.review.nothing_missing"), Tone.GOOD)), room)]
    due = [each for each in view.missing if each.lack is Lack.CHECK and _is_due(each, sheet)]
    to_come = [each for each in view.missing if each.lack is Lack.CHECK and not _is_due(each, sheet)]
    others = [each for each in view.missing if each.lack is not Lack.CHECK]
    before = [each for each in others if each.lack is not Lack.BINDING]
    binding = [each for each in others if each.lack is Lack.BINDING]
    words = [missing_in_words(each, sheet) for each in before]
    words += [_checks_in_words(checks, sheet) for checks in (due, to_come) if checks]
    words += [missing_in_words(each, sheet) for each in binding]
    return [
        line for text in words for line in wrapped_pieces([("○ ", Tone.WARNING), (text, Tone.PLAIN)], room)
    ]


def _is_due(missing: Missing, sheet: Sheet) -> bool:
    return missing.due_at is not None and missing.due_at <= sheet.now


def _checks_in_words(checks: Sequence[Missing], sheet: Sheet) -> str:
    """Return checks that are all due, or all to come, as one text."""
    if len(checks) == 1:
        return missing_in_words(checks[0], sheet)
    days = ", ".join(str(each.check.days) for each in checks if each.check is not None)
    name = "checks_due" if _is_due(checks[0], sheet) else "checks"
    next_due = checks[0].due_at
    due = "" if next_due is None else sheet.day(next_due)
    return sheet.say(f"tui.review.missing.{name}", days=days, due=due)


def missing_in_words(missing: Missing, sheet: Sheet) -> str:
    """Return in words what a candidate still lacks, with the day or the minute when it will have it."""
    due = ""
    if missing.due_at is not None:
        due = sheet.minute(missing.due_at) if missing.lack is Lack.COOLING else sheet.day(missing.due_at)
    key = f"tui.review.missing.{missing.lack}"
    if missing.lack is Lack.CHECK and _is_due(missing, sheet):
        key += "_due"
    days = 0 if missing.check is None else missing.check.days
    return sheet.say(key, count=missing.count, days=days, due=due)


def _near(near: Near, sheet: Sheet, room: int) -> list[Line]:
    if not near.memories:
        return [cut_line(((near.instead or "—", Tone.DIM),), room)]
    lines: list[Line] = []
    for memory, similarity in near.memories:
        head: list[Piece] = [
            (f"#{memory.id} ", Tone.ACCENT),
            (f"{bar(similarity, 4)} {similarity:.2f} ", Tone.DIM),
        ]
        if memory.priority.value == "P0":
            head.append(("P0 ", Tone.WARNING))
        taken = sum(cell_width(text) for text, _ in head)
        lines.append(
            cut_line((*head, (one_line(memory.text, max(4, room - taken)), tone_of(memory.wing))), room)
        )
    return lines


def _provenance(candidate: Candidate, sheet: Sheet, room: int) -> list[Line]:
    source, say = candidate.source, sheet.say
    parts = [
        say(f"vocabulary.source_kind.{source.kind}"),
        say("tui.review.quality", value=f"{source.quality:.1f}"),
    ]
    parts += [displayable(part) for part in (source.agent, source.origin) if part]
    if sheet.whole and source.session:
        parts.append(displayable(source.session))
    if candidate.heading:
        parts.append(displayable(masked(" › ".join(candidate.heading))))
    if sheet.whole:
        parts.append(say("tui.review.importance", value=f"{candidate.importance:.2f}"))
        return wrapped_lines(" · ".join(parts), room, Tone.DIM)
    return [cut_line(((" · ".join(parts), Tone.DIM),), room)]
