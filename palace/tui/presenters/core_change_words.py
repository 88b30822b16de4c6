"""What a P0 says before and after a change, for the window in which its code is typed."""

from collections.abc import Sequence

from palace.domain.core_memory import CoreChange, NeedsApproval
from palace.domain.memory import Memory
from palace.text.display import displayable
from palace.tui.presenters.lines import EMPTY, Line, Piece, Say, Tone, cut_line, wrapped_lines, wrapped_pieces
from palace.tui.presenters.pair_difference import from_the_difference, marked_pair
from palace.tui.presenters.version_diff import difference_lines

SIGNS = {True: ("− ", Tone.BAD), False: ("+ ", Tone.GOOD)}
"""What stands before a text that is, and before one that will be, where there is little room."""

LONGEST_SHOWN = 4000
"""Characters of a text that is only shown; what is compared may be longer."""


def core_change_title(needed: NeedsApproval, say: Say) -> str:
    """Return what the window is called: the P0 or the candidate that is decided about."""
    first = needed.changes[0]
    key = "tui.code.several" if len(needed.changes) > 1 else f"tui.code.{first.subject}"
    return say(key, id=first.id, count=len(needed.changes))


def core_change_lines(needed: NeedsApproval, say: Say, cells: int, holds: Memory | None = None) -> list[Line]:
    """Return every change that waits for the code, before and after; above them what holds from then on."""
    lines = [*wrapped_lines(say("tui.code.p0"), cells, Tone.DIM), EMPTY]
    if holds is not None:
        text = displayable(holds.text[:LONGEST_SHOWN], keep_newlines=True)
        lines += wrapped_lines(say("tui.pair.holds", id=holds.id), cells, Tone.LABEL)
        lines += [*wrapped_lines(text, cells, Tone.GOOD), EMPTY]
    for change in needed.changes:
        lines += [*_change_lines(change, say, cells), EMPTY]
    return lines


def short_change_lines(
    needed: NeedsApproval, say: Say, cells: int, room: int, holds: Memory | None = None
) -> list[Line]:
    """Return every change in `room` lines, if it may be: what is and what will be, where the two differ.

    What is made, or holds from then on, is read against what goes.
    """
    told = [(_heading(change, say), *_sides(change)) for change in needed.changes]
    if holds is not None:
        told.append((say("tui.pair.holds", id=holds.id), None, holds))
    texts = sum((before is not None) + (after is not None) for _, before, after in told)
    each = max(1, (room - len(told)) // max(1, texts))
    gone = next((before for _, before, after in told if before is not None and after is None), None)
    come = next((after for _, before, after in told if before is None and after is not None), None)
    lines: list[Line] = []
    for heading, before, after in told:
        lines.append(cut_line(((heading, Tone.LABEL),), cells))
        marked = marked_pair(_short(before or gone, say), _short(after or come, say))
        for is_before, memory, pieces in ((True, before, marked.left), (False, after, marked.right)):
            if memory is not None:
                lines += _excerpt(pieces, SIGNS[is_before], cells, each)
    return lines


def _short(memory: Memory | None, say: Say) -> str:
    return "" if memory is None else _whole(memory, say)[:LONGEST_SHOWN]


def _sides(change: CoreChange) -> tuple[Memory | None, Memory | None]:
    """Return what of a change is read: one text where it stays the same."""
    before, after = change.before, change.after
    if before is not None and after is not None and before.text == after.text:
        return (before, None) if before.binding == after.binding else (before, after)
    return before, after


def _heading(change: CoreChange, say: Say) -> str:
    effect = say(f"vocabulary.core_effect.{change.effect}")
    subject = say(f"vocabulary.subject.{change.subject}")
    return say("tui.code.change", subject=subject, id=change.id, effect=effect)


def _excerpt(pieces: Sequence[Piece], sign: Piece, cells: int, most: int) -> list[Line]:
    """Return at most so many lines of a text: its beginning, or where that is too long, the difference."""
    room = max(4, cells - len(sign[0]))
    rows = wrapped_pieces(pieces, room)
    if len(rows) > most:
        rows = wrapped_pieces(from_the_difference(pieces, rows[:most], room * most), room)
    if len(rows) > most:
        rows = [*rows[: most - 1], cut_line((*rows[most - 1], (" …", Tone.DIM)), room)]
    blank: Piece = (" " * len(sign[0]), Tone.PLAIN)
    return [cut_line((blank if place else sign, *row), cells) for place, row in enumerate(rows)]


def _change_lines(change: CoreChange, say: Say, cells: int) -> list[Line]:
    heading = wrapped_lines(_heading(change, say), cells, Tone.LABEL)
    before, after = change.before, change.after
    if before is None or after is None:
        key, one = ("tui.code.after", after) if before is None else ("tui.code.before", before)
        return [*heading, *wrapped_lines(say(key), cells, Tone.DIM), *_said(one, say, cells)]
    if before.text != after.text or before.binding != after.binding:
        return [*heading, *difference_lines(_whole(before, say), _whole(after, say), cells)]
    places = [_place(before, say), _place(after, say)]
    return [*heading, *wrapped_lines(" → ".join(places), cells, Tone.WARNING), *_said(after, say, cells)]


def _said(memory: Memory | None, say: Say, cells: int) -> list[Line]:
    text = "" if memory is None else _whole(memory, say)[:LONGEST_SHOWN]
    return wrapped_lines(displayable(text, keep_newlines=True), cells)


def _whole(memory: Memory, say: Say) -> str:
    """Return the text, and below it the binding where there is one."""
    binding = memory.binding
    if not (binding.when or binding.do or binding.unless):
        return memory.text
    bound = say("tui.code.binding", when=binding.when, do=binding.do, unless=binding.unless or "—")
    return f"{memory.text}\n{bound}"


def _place(memory: Memory, say: Say) -> str:
    return f"{memory.priority} · {say(f'vocabulary.status.{memory.status}')}"
