"""The three axes on which two sides are weighed, as small bars, and the advice that follows from them."""

from palace.domain.recommendation import AxisScore, Recommendation
from palace.text.gauges import bar
from palace.text.width import cell_width
from palace.tui.presenters.lines import Line, Piece, Say, Tone, line_width, wrapped_lines
from palace.tui.presenters.scale import bar_pieces

AXIS_CELLS = 4
EVEN = 0.005
"""Shares that differ by less are told as even: no two digits of them differ."""


def axes_lines(weighed: Recommendation, say: Say, cells: int, *, roomy: bool) -> list[Line]:
    """Return the axes: each on a line with who leads, or all on one where lines are dear."""
    if not roomy:
        pieces: list[Piece] = [(" ", Tone.PLAIN)]
        for place, score in enumerate(weighed.scores):
            pieces += [("   " if place else "", Tone.PLAIN), *_small(score, say)]
        one_row: Line = tuple(pieces)
        if line_width(one_row) <= cells:
            return [one_row, *_need(weighed, say, cells)]
    names = [say(f"vocabulary.weighed_axis.{score.axis}") for score in weighed.scores]
    widest = max(cell_width(name) for name in names) + 2
    lines: list[Line] = []
    for name, score in zip(names, weighed.scores, strict=True):
        gap = " " * (widest - cell_width(name))
        lines.append(
            (
                (f" {name}{gap}", Tone.LABEL),
                *bar_pieces(score.left, AXIS_CELLS, Tone.PLAIN),
                (f" {score.left:.2f} ", Tone.DIM),
                (_sign(score), Tone.STRONG),
                (" ", Tone.PLAIN),
                *bar_pieces(score.right, AXIS_CELLS, Tone.PLAIN),
                (f" {score.right:.2f}  ", Tone.DIM),
                (_leader(score, say), Tone.GOOD if score.new_side_wins else Tone.DIM),
            )
        )
    return [*lines, *_need(weighed, say, cells)]


def _need(weighed: Recommendation, say: Say, cells: int) -> list[Line]:
    key = "tui.pair.need_damped" if weighed.damped else "tui.pair.need"
    words = say(key, margin=f"{weighed.margin:.2f}")
    return [((" ", Tone.PLAIN), *line) for line in wrapped_lines(words, max(4, cells - 1), Tone.DIM)]


def _small(score: AxisScore, say: Say) -> list[Piece]:
    return [
        (say(f"vocabulary.weighed_axis.{score.axis}") + " ", Tone.LABEL),
        (bar(score.left, AXIS_CELLS), Tone.PLAIN),
        (f" {_sign(score)} ", Tone.GOOD if score.new_side_wins else Tone.STRONG),
        (bar(score.right, AXIS_CELLS), Tone.GOOD if score.new_side_wins else Tone.PLAIN),
    ]


def _sign(score: AxisScore) -> str:
    if abs(score.left - score.right) < EVEN:
        return "="
    return ">" if score.left > score.right else "<"


def _leader(score: AxisScore, say: Say) -> str:
    by = f"{abs(score.left - score.right):.2f}"
    if abs(score.left - score.right) < EVEN:
        return say("tui.pair.axis.even")
    if score.left > score.right:
        return say("tui.pair.axis.left", by=by)
    return say("tui.pair.axis.right" if score.new_side_wins else "tui.pair.axis.close", by=by)


def advice_in_words(weighed: Recommendation, *, core: bool, same: bool, say: Say) -> str:
    """Return what is recommended and why; about a P0 only the person decides.

    `same` says that one side says all of the other, so that there is nothing to weigh.
    """
    if same:
        return say("tui.pair.advice.core_same" if core else "tui.pair.advice.merge")
    won = [say(f"vocabulary.weighed_axis.{score.axis}") for score in weighed.scores if score.new_side_wins]
    axes = say("tui.review.others.joint").join(won)
    told = say(f"tui.pair.advice.{weighed.advice}", wins=weighed.wins, axes=axes)
    return say("tui.pair.advice.core", advice=told) if core else told
