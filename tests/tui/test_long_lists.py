"""A list of 100,000 rows reads what is looked at, and nothing else."""

import asyncio
from collections.abc import Mapping, Sequence

from textual.pilot import Pilot

from palace.tui.app import PalaceApp
from palace.tui.presenters.lines import Line, Tone
from palace.tui.screens.dialogs import Dialog
from palace.tui.widgets.row_list import AHEAD, KEPT, RowList
from tests.tui.conftest import MakeApp
from tests.tui.frames import settled, text_of

MANY = 100_000


class Shelf:
    """Rows that exist when they are asked for; it counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[Sequence[int]] = []
        self.missing: set[int] = set()
        self.slow = asyncio.Event()
        self.slow.set()

    async def load(self, ids: Sequence[int]) -> Mapping[int, str]:
        self.asked.append(tuple(ids))
        await self.slow.wait()
        return {row_id: f"row number {row_id}" for row_id in ids if row_id not in self.missing}

    @staticmethod
    def draw(row: str, cells: int, marked: bool) -> Line:
        return ((("+ " if marked else "  ") + row, Tone.PLAIN),)


class ListDialog(Dialog[None]):
    """A window with nothing but a list."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__("a long list")
        self._shelf = shelf
        self.opened: list[int] = []

    def compose_body(self) -> Sequence[RowList[str]]:
        return [RowList(self._shelf.load, Shelf.draw, empty=lambda: "nothing here")]

    def on_mount(self) -> None:
        self.query_one(RowList).focus()

    def on_row_list_opened(self, message: RowList.Opened) -> None:
        self.opened.append(message.row_id)


async def shown(app: PalaceApp, pilot: Pilot[object], ids: Sequence[int]) -> tuple[Shelf, RowList[str]]:
    shelf = Shelf()
    await settled(pilot)
    await app.push_screen(ListDialog(shelf))
    rows = app.screen.query_one(RowList)
    rows.show(ids)
    app.screen.fit()
    await settled(pilot)
    return shelf, rows


async def test_walking_to_the_end_and_back_reads_two_screens(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        shelf, rows = await shown(app, pilot, range(MANY))
        await pilot.press("end")
        await settled(pilot)
        assert rows.row_id == MANY - 1
        assert f"row number {MANY - 1}" in text_of(app)
        await pilot.press("home")
        await settled(pilot)
        assert "row number 0" in text_of(app)
        assert sum(len(ids) for ids in shelf.asked) <= 2 * (rows.size.height + 2 * AHEAD)


async def test_what_was_passed_quickly_is_never_read(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        shelf, rows = await shown(app, pilot, range(MANY))
        shelf.slow.clear()
        for _ in range(60):
            rows.do_list_page_down()
            await pilot.pause()
        shelf.slow.set()
        await settled(pilot)
        assert f"row number {rows.row_id}" in text_of(app)
        assert sum(len(ids) for ids in shelf.asked) <= 4 * (rows.size.height + 2 * AHEAD)


async def test_only_so_many_rows_are_kept(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        _, rows = await shown(app, pilot, range(MANY))
        for place in range(0, MANY, 400):
            rows.go_to(place)
            await pilot.pause()
        await settled(pilot)
        assert len(rows._rows) <= KEPT


async def test_the_cursor_stays_on_its_row_when_the_list_changes(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        _, rows = await shown(app, pilot, range(MANY))
        rows.go_to(50_000)
        rows.show([*range(MANY, MANY + 7), *range(MANY)])
        assert rows.row_id == 50_000
        rows.show([number for number in range(MANY) if number != 50_000])
        assert rows.row_id == 50_008, "a row that is gone leaves the cursor at its place"
        rows.show([])
        assert rows.row_id is None
        await settled(pilot)
        assert "nothing here" in text_of(app)
        rows.show([5])
        assert rows.row_id == 5


async def test_rows_that_are_gone_are_asked_for_once(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        shelf, rows = await shown(app, pilot, range(10))
        shelf.missing = {3, 4}
        shelf.asked.clear()
        rows.forget()
        await settled(pilot)
        for _ in range(5):
            rows.refresh()
            await settled(pilot)
        assert [number for ids in shelf.asked for number in ids].count(3) == 1


async def test_marks_enter_and_clicks(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        _, rows = await shown(app, pilot, range(10))
        rows.mark({2})
        await settled(pilot)
        assert "+ row number 2" in text_of(app)
        await pilot.click(RowList, offset=(5, 4))
        assert rows.row_id == 4
        await pilot.press("down", "enter")
        await settled(pilot)
        assert app.screen.opened == [5]
        await pilot.click(RowList, offset=(5, 1), times=2)
        await settled(pilot)
        assert app.screen.opened == [5, 1]
