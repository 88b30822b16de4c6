"""What the screen of any queue says around an item: its title line, what was done, the summary at the end."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from palace.domain.errors import PalaceError
from palace.domain.journal import Decision, Verb
from palace.services.ports import Waiting
from palace.services.queue import PUT_OFF, ReviewQueue, Row
from palace.services.review_queues import QueueKind, waiting_in
from palace.text.display import one_line
from palace.text.width import cell_width
from palace.tui.presenters.lines import EMPTY, Line, Piece, Say, Tone, cut_line, line_width, wrapped_lines
from palace.tui.presenters.scale import progress

Item = TypeVar("Item")

GLYPHS: Mapping[Verb, str] = {
    Verb.APPROVE: "✓",
    Verb.REPLACE: "✓",
    Verb.REJECT: "✗",
    Verb.KEEP_LEFT: "<",
    Verb.KEEP_RIGHT: ">",
    Verb.KEEP_BOTH: "=",
    Verb.MERGE: "+",
    Verb.AMEND: "✎",
    Verb.NOTE: "·",
    Verb.NO_CONFLICT: "✗",
    Verb.SKIP: "⤼",
    Verb.SNOOZE: "◷",
}
"""The sign of each verdict."""

TURNED_AWAY = frozenset({Verb.REJECT, Verb.NO_CONFLICT})
"""Verdicts that say that there was nothing in it."""

TONES: Mapping[Verb, Tone] = {
    verb: Tone.DIM if verb in PUT_OFF else Tone.BAD if verb in TURNED_AWAY else Tone.GOOD for verb in GLYPHS
}

RECENT_SHOWN = 10
LEAST_RULE = 8
"""Cells of the rule under the title that stay free of words."""
FAILURES_NAMED = 8
SUMMARY_CELLS = 40


NARROWED_SIGN, ORDERED_SIGN, MARKED_SIGN = "▼", "↕", "●"
"""What stands in the title for a filter, an order and marks where there is no room for words."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a verb: journal row by the item's id, memories made, and what failed with its reason."""

    decisions: Mapping[int, int]
    memory_ids: tuple[int, ...]
    failed: tuple[tuple[int, PalaceError], ...] = ()


def _counted(counts: Mapping[Verb, int]) -> list[Piece]:
    away = sum(counts.get(verb, 0) for verb in TURNED_AWAY)
    done = sum(count for verb, count in counts.items() if verb not in TURNED_AWAY and verb not in PUT_OFF)
    pieces: list[Piece] = [
        (f"✓{done} ", Tone.GOOD if done else Tone.DIM),
        (f"✗{away} ", Tone.BAD if away else Tone.DIM),
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


def header_line(
    queue: ReviewQueue[Item],
    waiting: Waiting | None,
    elapsed: float,
    arranged: Arranged,
    say: Say,
    cells: int,
    kind: QueueKind = QueueKind.CANDIDATES,
) -> Line:
    """Return the title line of a queue: place, verdicts, what is left, other queues, the seconds spent.

    Where there is no room, parts are left out from the least wanted on; the place and what is left stay, and
    a sign for whatever makes the queue another than it was.
    """
    shown = len(queue.shown)
    place = queue.place if queue.place is not None else (shown if queue.finished else 0)
    parts: list[tuple[int, list[Piece]]] = [
        (4, [(say("tui.review.title"), Tone.TITLE)]),
        (0, [(say(f"tui.review.place.{kind}", place=place, total=shown), Tone.PLAIN)]),
        (2, _counted(queue.counts)),
        (0, [(say("tui.review.left", count=queue.left), Tone.ACCENT if queue.left else Tone.GOOD)]),
    ]
    signs: list[list[Piece]] = []
    narrowed: list[list[Piece]] = []
    if arranged.only:
        narrowed.append([(say("tui.review.filtered", filter=arranged.only), Tone.WARNING)])
        parts.append((1, narrowed[0]))
    if arranged.in_order_of_review:
        parts.append((6, [(arranged.order, Tone.DIM)]))
    else:
        parts.append((1, [(arranged.order, Tone.WARNING)]))
        signs.append([(ORDERED_SIGN, Tone.WARNING)])
    if queue.marked:
        parts.append((1, [(say("tui.review.marked", count=len(queue.marked)), Tone.WARNING)]))
        signs.append([(f"{MARKED_SIGN}{len(queue.marked)}", Tone.WARNING)])
    if waiting is not None:
        for other in QueueKind:
            if other is not kind:
                count = waiting_in(waiting, other)
                tone = Tone.WARNING if count else Tone.DIM
                parts.append((3, [(say(f"tui.review.others.{other}", count=count), tone)]))
    minutes, seconds = divmod(int(elapsed), 60)
    parts.append((5, [(f"{minutes:02}:{seconds:02}", Tone.DIM)]))
    for least_wanted in (7, 6, 5, 4, 3, 2):
        kept = [pieces for wanted, pieces in parts if wanted < least_wanted]
        for gap in (3, 2):
            if sum(line_width(pieces) + gap for pieces in kept) - gap <= cells - 2:
                return _joined(kept, gap)
    least = [pieces for wanted, pieces in parts if wanted == 0]
    in_words = _joined([*least, *narrowed, *signs], 2)
    if line_width(in_words) <= cells:
        return in_words
    narrowed_sign: list[Piece] = [(NARROWED_SIGN, Tone.WARNING)]
    return cut_line(_joined([*least, *([narrowed_sign] if narrowed else []), *signs], 1), cells)


def _joined(parts: Sequence[Sequence[Piece]], gap: int) -> Line:
    line: list[Piece] = [(" ", Tone.PLAIN)]
    for place, pieces in enumerate(parts):
        if place:
            line.append((" " * gap, Tone.PLAIN))
        line += pieces
    return tuple(line)


def progress_line(queue: ReviewQueue[Item], cells: int, words: str = "") -> Line:
    """Return the rule under the title, bright as far as the queue is worked through.

    Displayable `words` stand in it on the right, where there is room.
    """
    told: list[Piece] = [(f" {words} ", Tone.WARNING), ("──", Tone.DIM)] if words else []
    room = cells - line_width(told)
    if room < LEAST_RULE:
        told, room = [], cells
    total = len(queue.shown)
    done, left = progress(total - queue.left, total, room)
    return ((done, Tone.ACCENT), (left, Tone.DIM), *told)


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a verb would do now, or in words why it cannot be done (`why_not`)."""

    words: str
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Ending(Generic[Item]):
    """How things stand when nothing waits any more.

    `hidden` is how many wait that a filter does not show; `elapsed` the seconds spent; `text_of` returns
    what an item says.
    """

    queue: ReviewQueue[Item]
    waiting: Waiting | None
    elapsed: float
    hidden: int
    kind: QueueKind
    text_of: Callable[[Item], str]


def summary_lines(
    ending: Ending[Item], undo_key: str, other_queue_key: str, say: Say, cells: int
) -> list[Line]:
    """Return what is shown when nothing waits any more: counts, the last decisions, the other queues."""
    room = max(8, cells - 2)
    queue, hidden = ending.queue, ending.hidden
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
    for verb in GLYPHS:
        if counts.get(verb):
            name = say(f"vocabulary.done.{verb}")
            lines.append(((f" {GLYPHS[verb]} {counts[verb]:>3}  ", TONES[verb]), (name, Tone.PLAIN)))
    if decided:
        minutes, seconds = divmod(int(ending.elapsed), 60)
        lines.append(EMPTY)
        tell(say("tui.review.summary.time", time=f"{minutes:02}:{seconds:02}", undo=undo_key), Tone.DIM)
    if put_off:
        tell(say("tui.review.summary.put_off", count=put_off), Tone.DIM)
    if others := _others_in_words(ending, say):
        lines.append(EMPTY)
        tell(say("tui.review.summary.others", queues=others, press=other_queue_key), Tone.WARNING)
    if queue.recent:
        lines.append(EMPTY)
        tell(say("tui.review.summary.recent"), Tone.LABEL)
        lines += recent_lines(queue.recent[:RECENT_SHOWN], ending.text_of, room)
    return lines


def _others_in_words(ending: Ending[Item], say: Say) -> str:
    """Return what waits in the other queues; empty where nothing does."""
    waiting = ending.waiting
    if waiting is None:
        return ""
    counts = {kind: waiting_in(waiting, kind) for kind in QueueKind if kind is not ending.kind}
    told = [say(f"tui.review.others.{kind}", count=count) for kind, count in counts.items() if count]
    return say("tui.review.others.joint").join(told)


def done_in_words(outcome: Outcome, verb: Verb, undo_key: str, kind: QueueKind, say: Say) -> str:
    """Return the line that says what a verb has done, with its undo."""
    common = {"sign": GLYPHS.get(verb, "✎"), "verb": say(f"vocabulary.done.{verb}"), "undo": undo_key}
    if len(outcome.decisions) == 1 and not outcome.failed:
        subject = say(f"tui.review.item.{kind}", id=next(iter(outcome.decisions)))
        if outcome.memory_ids:
            subject = say("tui.review.done.memory", id=outcome.memory_ids[0])
        return say("tui.review.done.one", subject=subject, **common)
    key = "batch_failed" if outcome.failed else "batch"
    count, failed = len(outcome.decisions), len(outcome.failed)
    return say(f"tui.review.done.{key}", count=count, failed=failed, **common)


def failures_in_words(
    outcome: Outcome, explain: Callable[[PalaceError], str], kind: QueueKind, say: Say
) -> str:
    """Return why some of a batch were not decided, one line each."""
    lines = [say("tui.review.batch.failed", count=len(outcome.failed))]
    for item_id, error in outcome.failed[:FAILURES_NAMED]:
        item = say(f"tui.review.item.{kind}", id=item_id)
        lines.append(say("tui.review.batch.failure", item=item, reason=explain(error)))
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


def recent_lines(rows: Iterable[Row[Item]], text_of: Callable[[Item], str], cells: int) -> list[Line]:
    """Return decided rows as one line each, newest first."""
    return [
        (
            (f" {GLYPHS.get(row.verdict, '·')} ", TONES.get(row.verdict, Tone.DIM)),
            (one_line(text_of(row.item), max(1, cells - 3)), Tone.DIM),
        )
        for row in rows
        if row.verdict is not None
    ]


def row_line(row: Row[Item], text: str, tail: str, *, marked: bool, current: bool, cells: int) -> Line:
    """Return one row of a queue for the list beside the item; what is decided is dimmed.

    `text` is what the item says, as it is stored; `tail` stands at the right edge.
    """
    if row.gone:
        sign: Piece = ("–", Tone.DIM)
    elif row.verdict is not None:
        sign = (GLYPHS.get(row.verdict, "·"), TONES.get(row.verdict, Tone.DIM))
    else:
        sign = ("●" if marked else "○", Tone.WARNING if marked else Tone.DIM)
    text_tone = Tone.OFF if not row.waiting else Tone.STRONG if current else Tone.PLAIN
    head: list[Piece] = [(" ", Tone.PLAIN), sign, (" ", Tone.PLAIN)]
    edge: list[Piece] = [(tail + " ", Tone.DIM)]
    room = max(1, cells - line_width(head) - line_width(edge) - 1)
    shown = one_line(text, room)
    filler = " " * max(1, cells - line_width(head) - cell_width(shown) - line_width(edge))
    return cut_line((*head, (shown, text_tone), (filler, Tone.PLAIN), *edge), cells)


def settled_in_words(row: Row[Item], say: Say) -> str:
    """Return why no verb acts on a row any more; empty where one does."""
    if row.gone:
        return say("tui.review.why_not.gone")
    if not row.decidable and row.verdict is not None:
        return say("tui.review.why_not.decided", verdict=say(f"vocabulary.done.{row.verdict}"))
    return ""
