"""A figure of health as a row: how good it is, its name, a bar, what it says, and how it went of late."""

from collections.abc import Mapping, Sequence

from palace.domain.vocabulary import Band
from palace.services.health_figure import Figure, Said
from palace.services.health_verdict import MARKS, Verdict
from palace.text.display import one_line
from palace.text.gauges import FULL, HOLLOW, bar, sparkline
from palace.text.width import cell_width, pad
from palace.tui.presenters.health_line import TONES
from palace.tui.presenters.lines import Line, Piece, Say, Tone, cut_line, spread, tone_of, wrapped_lines

SHADES = " ░▒▓█"
"""How full a room is beside the fullest one."""

WIDE, MIDDLING = 72, 50
"""Cells from which the section is named before its figures, and from which bars are long."""

TREND_CELLS = 14
OUGHT = "│"
"""Where a figure ought to be."""


def said(words: Said, say: Say) -> str:
    """Return a text with its values, those that are texts themselves said first."""
    values = {
        name: said(value, say) if isinstance(value, Said) else value for name, value in words.values.items()
    }
    return say(words.key, **values)


def label_width(figures: Sequence[Figure], say: Say, cells: int) -> int:
    """Return the cells that the names of figures take, the blank behind them included."""
    most = 18 if cells >= MIDDLING else 13
    return 1 + max((min(most, cell_width(said(figure.label, say))) for figure in figures), default=0)


def fullest_room(figures: Sequence[Figure]) -> int:
    """Return the greatest count that any band of any wing has."""
    return max((count for figure in figures for count in figure.heat.values()), default=0)


def figure_line(figure: Figure, cells: int, say: Say, *, label_cells: int, fullest: int, leads: bool) -> Line:
    """Return a figure on one line; `leads` says that it is the first of its section."""
    tone = TONES[figure.verdict]
    section = ""
    if cells >= WIDE:
        section = pad(one_line(say(f"health.section.{figure.section.value}"), 11) if leads else "", 11)
    label = pad(one_line(said(figure.label, say), label_cells - 1), label_cells)
    left: list[Piece] = [
        (f" {section}", Tone.LABEL),
        (f"{MARKS[figure.verdict]} ", tone),
        (label, Tone.STRONG if figure.name.startswith("layer.") else Tone.PLAIN),
    ]
    if figure.heat:
        left += _heat(figure.heat, fullest, cells, say)
    else:
        left += _gauge(figure, 10 if cells >= MIDDLING else 5, tone)
    left.append((" " + said(figure.told, say), Tone.DIM if figure.verdict is Verdict.NONE else Tone.PLAIN))
    trend = sparkline(figure.trend, TREND_CELLS) if len(figure.trend) > 1 else ""
    whole = sum(cell_width(text) for text, _ in left) + cell_width(trend) + 3 <= cells
    return spread(left, ((trend + " ", tone),), cells) if trend and whole else cut_line(left, cells)


def _gauge(figure: Figure, cells: int, tone: Tone) -> list[Piece]:
    if figure.share is None:
        return [(" " * cells, Tone.PLAIN)]
    drawn = bar(figure.share, cells)
    full = drawn.count(FULL)
    pieces: list[Piece] = [(drawn[:full], tone), (drawn[full:], Tone.OFF)]
    if figure.mark is None:
        return pieces
    at = min(cells - 1, max(0, round(figure.mark * cells)))
    before, behind = FULL * min(full, at) + HOLLOW * max(0, at - full), cells - at - 1
    rest_full = max(0, full - at - 1)
    return [
        (before[: min(full, at)], tone),
        (before[min(full, at) :], Tone.OFF),
        (OUGHT, Tone.STRONG),
        (FULL * rest_full, tone),
        (HOLLOW * (behind - rest_full), Tone.OFF),
    ]


def _heat(heat: Mapping[Band, int], fullest: int, cells: int, say: Say) -> list[Piece]:
    pieces: list[Piece] = []
    named = cells >= WIDE
    for band in Band:
        count = heat.get(band, 0)
        shade = SHADES[-(-count * (len(SHADES) - 1) // fullest)] if fullest else SHADES[0]
        name = pad(say(f"vocabulary.band.{band}"), 5) if named else ""
        pieces += [(name, tone_of(band)), (shade * 2, tone_of(band)), (f"{count:>4,} ", Tone.PLAIN)]
    return pieces


def explanation_lines(figure: Figure | None, say: Say, cells: int) -> list[Line]:
    """Return what a figure means and what it opens."""
    if figure is None or cells <= 0:
        return []
    lines = wrapped_lines(f"{said(figure.label, say)}: {said(figure.told, say)}", cells, Tone.STRONG)
    lines += wrapped_lines(say(f"health.why.{figure.topic}"), cells, Tone.DIM)
    if figure.door.command:
        opens = say("health.enter", command=one_line(figure.door.command, 200))
        lines += wrapped_lines(opens, cells, Tone.ACCENT)
    return lines
