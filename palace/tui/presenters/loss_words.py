"""What a text that is to stand for others would drop of them, in words."""

from collections.abc import Callable, Sequence

from palace.text.comparison.losses import losses
from palace.text.display import one_line
from palace.tui.presenters.lines import EMPTY, Line, Say, Tone, wrapped_lines

Dropped = Callable[[str], Sequence[str]]
"""Returns what a text would drop of its sources, each in displayable words."""


LONGEST_NAMED = 60
"""Cells of one thing that is dropped."""


def dropped_words(sources: Sequence[str], say: Say, text: str) -> Sequence[str]:
    """Return what a text does not say of what its sources say and must not be lost unseen."""
    return [
        say(f"tui.losses.{loss.kind}", words=one_line(loss.words, LONGEST_NAMED))
        for loss in losses(sources, text)
    ]


def loss_lines(dropped: Sequence[str], say: Say, cells: int) -> list[Line]:
    """Return what would be dropped, one line each; nothing where nothing would be."""
    if not dropped:
        return []
    lines = wrapped_lines(say("tui.losses.some"), cells, Tone.WARNING)
    for words in dropped:
        lines += wrapped_lines("- " + words, cells, Tone.WARNING)
    return lines or [EMPTY]
