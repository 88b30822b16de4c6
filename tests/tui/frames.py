"""What stands on the screen as text, and golden frames to compare it with.

The only place that reaches into Textual's compositor. `PALACE_GOLDENS=write pytest tests/tui` writes the
golden frames anew; look at the difference before you commit it.
"""

import asyncio
import os
from difflib import unified_diff
from pathlib import Path

from rich.cells import cell_len
from textual.app import App
from textual.pilot import Pilot
from textual.widget import Widget

from palace.text.width import cell_width

GOLDENS = Path(__file__).parent / "goldens"
WRITING = os.environ.get("PALACE_GOLDENS") == "write"


def lines_of(app: App[object]) -> list[str]:
    """Return the lines on the screen; every one fills the width exactly, by Textual's count and by ours."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    lines = [strip.text for strip in strips]
    assert len(lines) == height
    for line in lines:
        assert cell_len(line) == width, line
        assert cell_width(line) == width, line
    return lines


def text_of(app: App[object]) -> str:
    return "\n".join(line.rstrip() for line in lines_of(app))


def notes_of(app: App[object]) -> str:
    """Return the notes that stand over the screen, unbroken by the lines they are shown in."""
    return "\n".join(note.message for note in app._notifications)


def colours_of(app: App[object]) -> set[str]:
    """Return every colour that is painted."""
    return {
        colour.name
        for strip in app.screen._compositor.render_strips()
        for segment in strip
        if segment.style is not None
        for colour in (segment.style.color, segment.style.bgcolor)
        if colour is not None
    }


def painted(app: App[object]) -> bool:
    """Whether nothing waits to be told, laid out or drawn on the screen in front.

    A screen below it keeps what it has to draw until it is in front again.
    """
    screen = app.screen
    widgets = list(screen.walk_children(Widget, with_self=True))
    return not (
        screen._dirty_widgets
        or screen._callbacks
        or any(node._message_queue.qsize() or node._next_callbacks for node in (app, *widgets))
        or any(node._layout_required or node._repaint_required or node._scroll_required for node in widgets)
    )


async def settled(pilot: Pilot[object]) -> None:
    """Wait until everything that was asked of the palace has been answered and painted.

    Workers that wait for a person to answer a dialog are not waited for.
    """
    app = pilot.app
    calm = 0
    while calm < 6:
        await pilot.pause()
        tasks = [worker._task for worker in app.workers if not worker.is_finished and worker._task]
        if tasks:
            await asyncio.wait(tasks, timeout=0.03)
            await pilot.pause()
        calm = 0 if app.gateway.busy or not painted(app) else calm + 1


async def reached(pilot: Pilot[int], name: str) -> None:
    """Wait, at most for a hundred looks, until the screen shows a golden frame."""
    golden = GOLDENS / f"{name}.txt"
    for _ in range(0 if WRITING or not golden.exists() else 100):
        if text_of(pilot.app) + "\n" == golden.read_text(encoding="utf-8"):
            return
        await pilot.pause(0.05)


def assert_golden(app: App[object], name: str) -> None:
    """Compare the screen with a golden frame."""
    shown = text_of(app) + "\n"
    golden = GOLDENS / f"{name}.txt"
    if WRITING:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(shown, encoding="utf-8")
    expected = golden.read_text(encoding="utf-8")
    difference = "\n".join(
        unified_diff(expected.splitlines(), shown.splitlines(), "golden", "shown", lineterm="")
    )
    assert shown == expected, f"{name} differs; PALACE_GOLDENS=write writes it anew\n{difference}"
