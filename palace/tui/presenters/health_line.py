"""How well the palace is, in one line: the three scores with their marks, and of which day they are."""

from collections.abc import Mapping
from datetime import date

from palace.services.health_verdict import MARKS, Verdict, verdict_of_score
from palace.services.kept_health import LAYERS, KeptHealth
from palace.tui.presenters.lines import EMPTY, Line, Piece, Say, Tone, line_width

TONES: Mapping[Verdict, Tone] = {
    Verdict.NONE: Tone.DIM,
    Verdict.PLAIN: Tone.ACCENT,
    Verdict.GOOD: Tone.GOOD,
    Verdict.WARNING: Tone.WARNING,
    Verdict.BAD: Tone.BAD,
}


def health_line(health: KeptHealth | None, say: Say) -> Line:
    """Return the scores, such as `G ✓ 96  E ! 71  M ·`; of another day than today, that day before them."""
    if health is None:
        return EMPTY
    pieces: list[Piece] = []
    if health.day is not None and health.is_of_another_day:
        pieces.append((say("tui.home.as_of", day=_short(health.day, health.today)) + "  ", Tone.DIM))
    for place, (layer, score) in enumerate(zip(LAYERS, health.scores, strict=True)):
        verdict = verdict_of_score(score)
        pieces += [("  " if place else "", Tone.PLAIN), (layer + " ", Tone.PLAIN)]
        pieces.append((MARKS[verdict], TONES[verdict]))
        if score is not None:
            pieces.append((f" {score:.0f}", Tone.STRONG))
    return tuple(pieces)


def named_health_line(health: KeptHealth | None, say: Say, cells: int) -> Line:
    """Return the scores behind their name; that gives way where all do not fit, then the words of the day."""
    scores = health_line(health, say)
    if health is None:
        return scores
    name: Piece = (say("health.title") + "  ", Tone.LABEL)
    named: Line = (name, *scores)
    if line_width(named) <= cells:
        return named
    if line_width(scores) <= cells or health.day is None:
        return scores
    return ((_short(health.day, health.today) + "  ", Tone.DIM), *scores[1:])


def _short(day: date, today: date | None) -> str:
    """Return a day of this year without its year."""
    return f"{day:%m-%d}" if today is not None and day.year == today.year else day.isoformat()
