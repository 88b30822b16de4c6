"""What a text that is to stand for others would drop of them, in words."""

from collections.abc import Callable, Sequence

from palace.tui.presenters.lines import EMPTY, Line, Say, Tone, wrapped_lines

Dropped = Callable[[str], Sequence[str]]
"""Returns what a text would drop of its sources, each in displayable words."""


def nothing_dropped(text: str) -> Sequence[str]:
    """Say of any text that nothing is dropped."""
    return ()


def loss_lines(dropped: Sequence[str], say: Say, cells: int) -> list[Line]:
    """Return what would be dropped, one line each; nothing where nothing would be."""
    if not dropped:
        return []
    lines = wrapped_lines(say("tui.losses.some"), cells, Tone.WARNING)
    for words in dropped:
        lines += wrapped_lines("- " + words, cells, Tone.WARNING)
    return lines or [EMPTY]
