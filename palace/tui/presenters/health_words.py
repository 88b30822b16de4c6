"""Counts of the palace, as they stand in the database."""

from palace.domain.vocabulary import Band, Status
from palace.services.overview import Overview
from palace.text.width import cell_width
from palace.tui.presenters.lines import Line, Piece, Say, Tone, labelled, tone_of, wrapped_pieces
from palace.tui.presenters.moments import span
from palace.tui.presenters.scale import bar_pieces


def health_lines(
    overview: Overview | None, vectors: str, say: Say, cells: int, find_all_key: str = ""
) -> list[Line]:
    """Return the counts; `vectors` says in words how search by meaning stands, `find_all_key` which key goes
    over all pairs.
    """
    if overview is None:
        return []
    labels = ("memories", "bands", "hot", "waiting", "meaning")
    label_cells = 2 + max(cell_width(say(f"tui.health.label.{label}")) for label in labels)
    room = max(8, cells - label_cells)
    rows: list[tuple[str, list[Piece]]] = [
        ("memories", [(_statuses(overview, say), Tone.PLAIN)]),
        ("bands", _bands(overview, say)),
        ("hot", _hot_lines(overview, say)),
        ("waiting", [(_waiting(overview, say), Tone.PLAIN), *_crowded(overview, say, find_all_key)]),
        ("meaning", [(vectors, Tone.PLAIN)]),
    ]
    return [
        line
        for label, pieces in rows
        for line in labelled(say(f"tui.health.label.{label}"), wrapped_pieces(pieces, room), label_cells)
    ]


def _statuses(overview: Overview, say: Say) -> str:
    parts = [say("tui.health.live", count=f"{overview.live:,}")]
    parts += [
        f"{say(f'vocabulary.status.{status}')} {count:,}"
        for status, count in overview.by_status.items()
        if count
    ]
    parts.append(say("tui.health.new_today", count=overview.new_today))
    return " · ".join(parts)


def _bands(overview: Overview, say: Say) -> list[Piece]:
    pieces: list[Piece] = []
    total = max(1, sum(overview.by_band.values()))
    for band in Band:
        count = overview.by_band[band]
        pieces += [
            (say(f"vocabulary.band.{band}") + " ", tone_of(band)),
            *bar_pieces(count / total, 6, tone_of(band)),
            (f" {count:,}   ", Tone.PLAIN),
        ]
    return pieces


def _hot_lines(overview: Overview, say: Say) -> list[Piece]:
    share = overview.hot_lines / overview.hot_budget
    tone = Tone.BAD if share > 1 else Tone.WARNING if share >= overview.pressure_from else Tone.GOOD
    words = say("tui.health.hot_lines", used=overview.hot_lines, budget=overview.hot_budget)
    pieces: list[Piece] = [*bar_pieces(share, 10, tone), (" " + words, Tone.PLAIN)]
    if overview.p0_lines > overview.hot_budget:
        pieces.append((" · " + say("tui.health.p0_over_budget", lines=overview.p0_lines), Tone.BAD))
    return pieces


def _crowded(overview: Overview, say: Say, press: str) -> list[Piece]:
    """Return the alarm that too many memories stand in conflicts, with the way to go over all of them."""
    if not overview.crowded:
        return []
    share = overview.conflicting / max(1, overview.by_status[Status.ACTIVE])
    words = say("tui.health.crowded", count=f"{overview.conflicting:,}", share=f"{share:.0%}", press=press)
    return [(" · " + words, Tone.BAD)]


def _waiting(overview: Overview, say: Say) -> str:
    waiting = overview.waiting
    words = say(
        "tui.health.waiting",
        candidates=waiting.candidates,
        conflicts=waiting.conflicts,
        contradictions=waiting.contradictions,
    )
    if overview.oldest_waiting is not None:
        words += " · " + say("tui.health.oldest", age=span(overview.oldest_waiting, say))
    return words
