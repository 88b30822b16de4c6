"""What a P0 says before and after a change, for the window in which its code is typed."""

from collections.abc import Sequence

from palace.domain.core_memory import CoreChange, NeedsApproval
from palace.domain.memory import Memory
from palace.text.display import displayable
from palace.tui.presenters.lines import EMPTY, Line, Say, Tone, wrapped_lines
from palace.tui.presenters.version_diff import difference_lines

LONGEST_SHOWN = 4000
"""Characters of a text that is only shown; what is compared may be longer."""


def core_change_title(needed: NeedsApproval, say: Say) -> str:
    """Return what the window is called: the P0 or the candidate that is decided about."""
    first = needed.changes[0]
    key = "tui.code.several" if len(needed.changes) > 1 else f"tui.code.{first.subject}"
    return say(key, id=first.id, count=len(needed.changes))


def core_change_lines(
    needed: NeedsApproval, say: Say, cells: int, outcome: Sequence[Line] = ()
) -> list[Line]:
    """Return every change that waits for the code, before and after; above them what else the act does."""
    lines = [*wrapped_lines(say("tui.code.p0"), cells, Tone.DIM), EMPTY]
    if outcome:
        lines += [*outcome, EMPTY]
    for change in needed.changes:
        lines += [*_change_lines(change, say, cells), EMPTY]
    return lines


def _change_lines(change: CoreChange, say: Say, cells: int) -> list[Line]:
    effect = say(f"vocabulary.core_effect.{change.effect}")
    subject = say(f"vocabulary.subject.{change.subject}")
    heading = wrapped_lines(
        say("tui.code.change", subject=subject, id=change.id, effect=effect), cells, Tone.LABEL
    )
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
