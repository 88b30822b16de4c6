"""Keys that come in one burst into a window go each into the field that it is meant for."""

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from palace.domain.journal import Verb
from palace.tui.screens.pair_dialogs import MergeDialog, ScopesDialog
from palace.tui.widgets.writing import LineBox
from tests.tui.beside_the_app import opened
from tests.tui.pair_driving import MakeQueue, journal_of, make_queue, pair_palace_original, path
from tests.tui.queue_driving import press, quiet

__all__ = ["make_queue", "pair_palace_original", "path"]


async def all_at_once(pilot: Pilot[int], *keys: str) -> None:
    """Send keys as a terminal does that hands over all of them in one read."""
    driver = pilot.app._driver
    assert driver is not None
    for key in keys:
        driver.send_message(events.Key(key, key if len(key) == 1 else None))
    await pilot.pause()
    await quiet(pilot)


@pytest.mark.parametrize("between", ["tab", "enter"])
async def test_each_scope_takes_what_was_typed_behind_the_key_that_leads_to_it(
    make_queue: MakeQueue, path: Path, between: str
) -> None:
    app = make_queue("conflicts")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "b")
        assert isinstance(app.screen, ScopesDialog)
        await all_at_once(pilot, *"on the phone", between, *"in the app", "enter")
    assert journal_of(path) == [Verb.KEEP_BOTH]
    with opened(path) as palace:
        notes = {link.note for number in range(1, 60) for link in palace.links_of(number)}
    assert {"on the phone", "in the app"} <= notes


async def test_shift_tab_leads_back_within_a_burst(make_queue: MakeQueue) -> None:
    app = make_queue("conflicts")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "b")
        await all_at_once(pilot, "tab", "b", "shift+tab", "a")
        boxes = {box.id: box.value for box in app.screen.query(LineBox)}
    assert boxes == {"scope-left": "a", "scope-right": "b"}


async def test_the_fields_of_the_form_of_a_merged_text_take_theirs_too(make_queue: MakeQueue) -> None:
    app = make_queue("conflicts")
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "m")
        assert isinstance(app.screen, MergeDialog)
        before = app.screen.query_one(TextArea).text
        fields = [box for box in app.screen.query(Input) if box.focusable]
        app.screen.set_focus(fields[0])
        values = [box.value for box in fields]
        await all_at_once(pilot, "x", "tab", "y")
        assert app.screen.query_one(TextArea).text == before
        changed = [box.value for box in fields]
    assert [new.replace(old, "", 1) for new, old in zip(changed, values, strict=True)][:2] == ["x", "y"]
