"""What the review screen says around a candidate: its title line, the verbs' consequences, the summary."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from palace.domain.candidate import Candidate
from palace.domain.errors import PalaceError
from palace.domain.journal import Decision, Verb
from palace.domain.memory import Memory
from palace.domain.pipeline import Lack
from palace.domain.vocabulary import Priority
from palace.services.candidate_queue import CandidateView, QueueEntry
from palace.services.ports import Waiting
from palace.services.queue import ReviewQueue, Row
from palace.text.display import one_line
from palace.text.width import cell_width
from palace.tui.presenters.candidate_sheet import Sheet, missing_in_words
from palace.tui.presenters.lines import EMPTY, Line, Piece, Say, Tone, cut_line, line_width, wrapped_lines
from palace.tui.presenters.scale import progress

GLYPHS: Mapping[Verb, str] = {
    Verb.APPROVE: "✓",
    Verb.REPLACE: "✓",
    Verb.REJECT: "✗",
    Verb.SKIP: "⤼",
    Verb.SNOOZE: "◷",
}
"""The sign of each verdict."""

TONES: Mapping[Verb, Tone] = {
    Verb.APPROVE: Tone.GOOD,
    Verb.REPLACE: Tone.GOOD,
    Verb.REJECT: Tone.BAD,
    Verb.SKIP: Tone.DIM,
    Verb.SNOOZE: Tone.DIM,
}

RECENT_SHOWN = 10
FAILURES_NAMED = 8
SUMMARY_CELLS = 40


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a verb: journal row by candidate id, memories made, and what failed with its reason."""

    decisions: Mapping[int, int]
    memory_ids: tuple[int, ...]
    failed: tuple[tuple[int, PalaceError], ...] = ()


def _counted(counts: Mapping[Verb, int]) -> list[Piece]:
    approved = counts.get(Verb.APPROVE, 0) + counts.get(Verb.REPLACE, 0)
    pieces: list[Piece] = [
        (f"✓{approved} ", Tone.GOOD if approved else Tone.DIM),
        (f"✗{counts.get(Verb.REJECT, 0)} ", Tone.BAD if counts.get(Verb.REJECT) else Tone.DIM),
        (f"⤼{counts.get(Verb.SKIP, 0)}", Tone.PLAIN if counts.get(Verb.SKIP) else Tone.DIM),
    ]
    if counts.get(Verb.SNOOZE):
        pieces.append((f" ◷{counts[Verb.SNOOZE]}", Tone.PLAIN))
    return pieces


@dataclass(frozen=True, slots=True)
class Arranged:
    """How a queue is arranged, in words: what alone is shown (empty for everything), and the order."""

    only: str
    order: str
    in_order_of_review: bool = True


NARROWED_SIGN, ORDERED_SIGN, MARKED_SIGN = "▼", "↕", "●"
"""What stands in the title for a filter, an order and marks where there is no room for words."""


def header_line(
    queue: ReviewQueue[QueueEntry],
    waiting: Waiting | None,
    elapsed: float,
    arranged: Arranged,
    say: Say,
    cells: int,
) -> Line:
    """Return the title line: place, verdicts, what is left, the other queues, the time spent (seconds).

    Where there is no room, parts are left out from the least wanted on; the place and what is left stay, and
    a sign for whatever makes the queue another than it was.
    """
    shown = len(queue.shown)
    place = queue.place if queue.place is not None else (shown if queue.finished else 0)
    parts: list[tuple[int, list[Piece]]] = [
        (4, [(say("tui.review.title"), Tone.TITLE)]),
        (0, [(say("tui.review.place", place=place, total=shown), Tone.PLAIN)]),
        (2, _counted(queue.counts)),
        (0, [(say("tui.review.left", count=queue.left), Tone.ACCENT if queue.left else Tone.GOOD)]),
    ]
    signs: list[Piece] = []
    if arranged.only:
        parts.append((1, [(say("tui.review.filtered", filter=arranged.only), Tone.WARNING)]))
        signs.append((NARROWED_SIGN, Tone.WARNING))
    if arranged.in_order_of_review:
        parts.append((6, [(arranged.order, Tone.DIM)]))
    else:
        parts.append((1, [(arranged.order, Tone.WARNING)]))
        signs.append((ORDERED_SIGN, Tone.WARNING))
    if queue.marked:
        parts.append((1, [(say("tui.review.marked", count=len(queue.marked)), Tone.WARNING)]))
        signs.append((f"{MARKED_SIGN}{len(queue.marked)}", Tone.WARNING))
    if waiting is not None:
        others = (("conflicts", waiting.conflicts), ("contradictions", waiting.contradictions))
        for name, count in others:
            tone = Tone.WARNING if count else Tone.DIM
            parts.append((3, [(say(f"tui.review.{name}", count=count), tone)]))
    minutes, seconds = divmod(int(elapsed), 60)
    parts.append((5, [(f"{minutes:02}:{seconds:02}", Tone.DIM)]))
    for least_wanted in (7, 6, 5, 4, 3, 2):
        kept = [pieces for wanted, pieces in parts if wanted < least_wanted]
        for gap in (3, 2):
            if sum(line_width(pieces) + gap for pieces in kept) - gap <= cells - 2:
                return _joined(kept, gap)
    least = [pieces for wanted, pieces in parts if wanted == 0]
    return cut_line(_joined([*least, *([sign] for sign in signs)], 1), cells)


def _joined(parts: Sequence[Sequence[Piece]], gap: int) -> Line:
    line: list[Piece] = [(" ", Tone.PLAIN)]
    for place, pieces in enumerate(parts):
        if place:
            line.append((" " * gap, Tone.PLAIN))
        line += pieces
    return tuple(line)


def progress_line(queue: ReviewQueue[QueueEntry], cells: int) -> Line:
    """Return the rule under the title, bright as far as the queue is worked through."""
    total = len(queue.shown)
    done, left = progress(total - queue.left, total, cells)
    return ((done, Tone.ACCENT), (left, Tone.DIM))


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a verb would do now, or in words why it cannot be done (`why_not`)."""

    words: str
    why_not: str = ""


def consequences(
    view: CandidateView, row: Row[QueueEntry], nearest: Memory | None, near_instead: str, sheet: Sheet
) -> dict[str, Consequence]:
    """Return for every verb's action id what it would do to this candidate."""
    say, candidate = sheet.say, view.candidate
    settled = _settled(row, say)
    approve = Consequence(_approval_in_words(view, candidate, say), settled or _why_not_approve(view, sheet))
    if nearest is None:
        replace = Consequence("", near_instead or say("tui.review.why_not.nothing_near"))
    elif nearest.priority is Priority.P0:
        replace = Consequence("", say("tui.review.why_not.nearest_is_p0", id=nearest.id))
    else:
        replace = Consequence(say("tui.review.consequence.replace", id=nearest.id), approve.why_not)
    return {
        "review.approve": approve,
        "review.reject": Consequence(say("tui.review.consequence.reject"), settled),
        "review.skip": Consequence(say("tui.review.consequence.skip"), settled),
        "review.edit": Consequence(say("tui.review.consequence.edit"), settled),
        "review.replace": Consequence(replace.words, settled or replace.why_not),
        "review.snooze": Consequence(say("tui.review.consequence.snooze"), settled),
    }


def batch_consequences(count: int, say: Say) -> dict[str, Consequence]:
    """Return for every verb's action id what it would do to all marked candidates."""
    all_of_them = Consequence(say("tui.review.consequence.batch", count=count))
    one_by_one = Consequence("", say("tui.review.why_not.one_by_one"))
    verbs = ("approve", "reject", "skip", "snooze")
    return {
        **{f"review.{verb}": all_of_them for verb in verbs},
        "review.edit": one_by_one,
        "review.replace": one_by_one,
    }


def _settled(row: Row[QueueEntry], say: Say) -> str:
    if row.gone:
        return say("tui.review.why_not.gone")
    if not row.decidable and row.verdict is not None:
        return say("tui.review.why_not.decided", verdict=say(f"vocabulary.done.{row.verdict}"))
    return ""


def _why_not_approve(view: CandidateView, sheet: Sheet) -> str:
    if view.approvable:
        return ""
    if not view.candidate.text.strip():
        return sheet.say("tui.review.why_not.empty")
    cooling = next((lack for lack in view.missing if lack.lack is Lack.COOLING), None)
    if cooling is not None:
        return missing_in_words(cooling, sheet)
    return sheet.say("tui.review.why_not.too_long")


def _approval_in_words(view: CandidateView, candidate: Candidate, say: Say) -> str:
    name = "approve_core" if candidate.priority is Priority.P0 else "approve"
    parts = [
        say(
            f"tui.review.consequence.{name}",
            wing=say(f"vocabulary.wing.{candidate.wing}"),
            band=say(f"vocabulary.band.{candidate.band}"),
        )
    ]
    checks = [lack for lack in view.missing if lack.lack is Lack.CHECK and lack.check is not None]
    if any(lack.lack is Lack.EVIDENCE for lack in view.missing):
        parts.append(say("tui.review.consequence.evidence_waived"))
    elif len(checks) == 1 and checks[0].check is not None:
        parts.append(say("tui.review.consequence.check_waived", days=checks[0].check.days))
    elif checks:
        parts.append(say("tui.review.consequence.checks_waived", count=len(checks)))
    if any(lack.lack is Lack.BINDING for lack in view.missing):
        parts.append(say("tui.review.consequence.unbound"))
    return say("tui.review.consequence.joint").join(parts)


def summary_lines(
    queue: ReviewQueue[QueueEntry],
    waiting: Waiting | None,
    elapsed: float,
    hidden: int,
    undo_key: str,
    say: Say,
    cells: int,
) -> list[Line]:
    """Return what is shown when nothing waits any more: counts, the last decisions, the other queues.

    `hidden` is how many wait that a filter does not show.
    """
    room = max(8, cells - 2)
    counts, lines = queue.counts, [EMPTY]

    def tell(text: str, tone: Tone = Tone.PLAIN) -> None:
        lines.extend(((" ", Tone.PLAIN), *line) for line in wrapped_lines(text, room, tone))

    decided = sum(counts.values())
    put_off = sum(row.verdict is not None and row.decidable for row in queue.shown)
    name = "filtered" if hidden else "done" if decided else "empty"
    tell(say(f"tui.review.summary.{name}"), Tone.STRONG)
    if hidden:
        tell(say("tui.review.summary.hidden", count=hidden), Tone.WARNING)
    lines.append(EMPTY)
    for verb in (Verb.APPROVE, Verb.REPLACE, Verb.REJECT, Verb.SKIP, Verb.SNOOZE):
        if counts.get(verb):
            name = say(f"vocabulary.done.{verb}")
            lines.append(((f" {GLYPHS[verb]} {counts[verb]:>3}  ", TONES[verb]), (name, Tone.PLAIN)))
    if decided:
        minutes, seconds = divmod(int(elapsed), 60)
        lines.append(EMPTY)
        tell(say("tui.review.summary.time", time=f"{minutes:02}:{seconds:02}", undo=undo_key), Tone.DIM)
    if put_off:
        tell(say("tui.review.summary.put_off", count=put_off), Tone.DIM)
    if waiting is not None and (waiting.conflicts or waiting.contradictions):
        lines.append(EMPTY)
        tell(
            say(
                "tui.review.summary.others",
                conflicts=waiting.conflicts,
                contradictions=waiting.contradictions,
            ),
            Tone.WARNING,
        )
    if queue.recent:
        lines.append(EMPTY)
        tell(say("tui.review.summary.recent"), Tone.LABEL)
        lines += recent_lines(queue.recent[:RECENT_SHOWN], room)
    return lines


def done_in_words(outcome: Outcome, verb: Verb, undo_key: str, say: Say) -> str:
    """Return the line that says what a verb has done, with its undo."""
    common = {"sign": GLYPHS.get(verb, "✎"), "verb": say(f"vocabulary.done.{verb}"), "undo": undo_key}
    if len(outcome.decisions) == 1 and not outcome.failed:
        name, number = "candidate", next(iter(outcome.decisions))
        if outcome.memory_ids:
            name, number = "memory", outcome.memory_ids[0]
        return say("tui.review.done.one", subject=say(f"tui.review.done.{name}", id=number), **common)
    key = "batch_failed" if outcome.failed else "batch"
    count, failed = len(outcome.decisions), len(outcome.failed)
    return say(f"tui.review.done.{key}", count=count, failed=failed, **common)


def failures_in_words(outcome: Outcome, explain: Callable[[PalaceError], str], say: Say) -> str:
    """Return why some of a batch were not decided, one line each."""
    lines = [say("tui.review.batch.failed", count=len(outcome.failed))]
    for candidate_id, error in outcome.failed[:FAILURES_NAMED]:
        lines.append(say("tui.review.batch.failure", id=candidate_id, reason=explain(error)))
    if len(outcome.failed) > FAILURES_NAMED:
        lines.append("…")
    return "\n".join(lines)


def taken_back_in_words(decisions: Sequence[Decision], other_key: str, say: Say, *, again: bool) -> str:
    """Return what was undone or done again, and the key that does the opposite."""
    name, key = ("redone", "undo") if again else ("undone", "redo")
    if len(decisions) != 1:
        return say(f"tui.review.done.{name}_many", count=len(decisions), **{key: other_key})
    verb = say(f"vocabulary.verb.{decisions[0].verb}")
    text = one_line(decisions[0].summary, SUMMARY_CELLS)
    return say(f"tui.review.done.{name}", verb=verb, text=text, **{key: other_key})


def recent_lines(rows: Iterable[Row[QueueEntry]], cells: int) -> list[Line]:
    """Return decided rows as one line each, newest first."""
    return [
        (
            (f" {GLYPHS.get(row.verdict, '·')} ", TONES.get(row.verdict, Tone.DIM)),
            (one_line(row.item.candidate.text, max(1, cells - 3)), Tone.DIM),
        )
        for row in rows
        if row.verdict is not None
    ]


def entry_line(row: Row[QueueEntry], *, marked: bool, current: bool, say: Say, cells: int) -> Line:
    """Return one row of the queue for the list beside the sheet; what is decided is dimmed."""
    if row.gone:
        sign: Piece = ("–", Tone.DIM)
    elif row.verdict is not None:
        sign = (GLYPHS.get(row.verdict, "·"), TONES.get(row.verdict, Tone.DIM))
    else:
        sign = ("●" if marked else "○", Tone.WARNING if marked else Tone.DIM)
    text_tone = Tone.OFF if not row.waiting else Tone.STRONG if current else Tone.PLAIN
    head: list[Piece] = [(" ", Tone.PLAIN), sign, (" ", Tone.PLAIN)]
    seen = say("tui.review.express") if row.item.candidate.express else f"{row.item.evidences}×"
    tail: list[Piece] = [(seen + " ", Tone.DIM)]
    room = max(1, cells - line_width(head) - line_width(tail) - 1)
    text = one_line(row.item.candidate.text, room)
    filler = " " * max(1, cells - line_width(head) - cell_width(text) - line_width(tail))
    return cut_line((*head, (text, text_tone), (filler, Tone.PLAIN), *tail), cells)
