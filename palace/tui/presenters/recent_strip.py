"""The strip of what was decided last, newest first: what undo would take back, and what after that."""

from collections.abc import Sequence

from palace.domain.journal import Verb
from palace.services.recent_acts import Act
from palace.text.display import one_line
from palace.text.width import cell_width, pad
from palace.tui.presenters.lines import Line, Piece, Say, Tone, cut_line
from palace.tui.presenters.queue_words import GLYPHS, TONES

OTHER_SIGN = "✎"
"""The sign of a decision that is no verdict: an edit, a move, an import."""

LEAST_TEXT = 14
"""Cells of an act's text below which it is rather left out."""


def strip_lines(
    acts: Sequence[Act], since: int, undo_key: str, say: Say, cells: int, rows: int
) -> list[Line]:
    """Return the newest acts on so many rows; those with a decision up to `since` are of earlier sittings.

    On one row they stand side by side, as many as can be read; on several each has a row of its own.
    """
    label = f" {say('tui.review.recent.takes_back', undo=undo_key)}  "
    if not acts:
        return [cut_line(((f" {say('tui.review.recent.none')}", Tone.DIM),), cells)]
    if rows == 1:
        return [_side_by_side(acts, since, label, say, cells)]
    verbs = [_verb(act, say) for act in acts[:rows]]
    verb_cells = max(cell_width(verb) for verb in verbs)
    lines: list[Line] = []
    for place, (act, verb) in enumerate(zip(acts, verbs, strict=False)):
        head = label if place == 0 else " " * cell_width(label)
        room = max(1, cells - cell_width(label) - verb_cells - 4)
        pieces: list[Piece] = [(head, Tone.LABEL), *_sign(act), (pad(verb, verb_cells) + "  ", Tone.DIM)]
        pieces.append((one_line(act.decision.summary, room), _tone(act, since)))
        lines.append(cut_line(pieces, cells))
    return lines


def _side_by_side(acts: Sequence[Act], since: int, label: str, say: Say, cells: int) -> Line:
    room = cells - cell_width(label) - 1
    heads = [_count(act, say) for act in acts]
    shown = len(acts)
    while shown > 1 and _share(heads[:shown], room) < LEAST_TEXT:
        shown -= 1
    share = max(1, _share(heads[:shown], room))
    pieces: list[Piece] = [(label, Tone.LABEL)]
    for act, head in zip(acts[:shown], heads, strict=False):
        pieces += [*_sign(act), (head, Tone.DIM)]
        pieces.append((one_line(act.decision.summary, share), _tone(act, since)))
        pieces.append(("   ", Tone.PLAIN))
    return cut_line(pieces[:-1], cells)


def _share(heads: Sequence[str], room: int) -> int:
    """Return the cells that each text has when all stand side by side."""
    taken = sum(2 + cell_width(head) for head in heads) + 3 * (len(heads) - 1)
    return (room - taken) // len(heads)


def _sign(act: Act) -> list[Piece]:
    verb: Verb = act.decision.verb
    return [(f"{GLYPHS.get(verb, OTHER_SIGN)} ", TONES.get(verb, Tone.DIM))]


def _verb(act: Act, say: Say) -> str:
    return say(f"vocabulary.done.{act.decision.verb}") + (f" {act.count}" if act.count > 1 else "")


def _count(act: Act, say: Say) -> str:
    return say("tui.review.recent.count", count=act.count) + " " if act.count > 1 else ""


def _tone(act: Act, since: int) -> Tone:
    return Tone.DIM if act.decision.id <= since else Tone.PLAIN
