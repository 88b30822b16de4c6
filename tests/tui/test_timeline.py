"""The timeline in the app: by either clock, to a day, and as long as it gets."""

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.services.timeline import Days, memories_of
from palace.services.timeline_ports import By, Happening
from palace.tui.app import PalaceApp
from palace.tui.presenters.timeline_rows import DayRows
from palace.tui.screens.listing import ListingScreen
from palace.tui.screens.memory import MemoryScreen
from palace.tui.screens.timeline import TimelineScreen
from tests.tui.conftest import MakeApp
from tests.tui.frames import settled, text_of
from tests.tui.small_palace import open_small_palace

SIZE = (90, 30)

days = st.dictionaries(
    st.dates(date(2020, 1, 1), date(2030, 1, 1)),
    st.dictionaries(st.sampled_from(Happening), st.integers(0, 5)),
    max_size=12,
)


def timeline_of(app: PalaceApp) -> TimelineScreen:
    screen = app.screen
    assert isinstance(screen, TimelineScreen)
    return screen


@given(days)
def test_every_row_belongs_to_one_day_and_spans_cover_all_of_them(
    counts: dict[date, dict[Happening, int]],
) -> None:
    rows = DayRows(counts)
    assert rows.total == len(counts) + sum(sum(day.values()) for day in counts.values())
    spans = list(rows.spans(range(rows.total)))
    assert sum(span.count for span in spans) == rows.total
    assert [span.day for span in spans] == sorted(counts)
    for row in range(rows.total):
        assert rows.row_at(rows.day_at(row), rows.offset_at(row)) == row


@given(days, st.dates(date(2019, 1, 1), date(2031, 1, 1)))
def test_a_day_without_anything_leads_to_the_nearest_one(
    counts: dict[date, dict[Happening, int]], wanted: date
) -> None:
    row = DayRows(counts).row_of(wanted)
    if row is None:
        assert not counts
        return
    found = DayRows(counts).day_at(row)
    assert abs(found - wanted) == min(abs(day - wanted) for day in counts)


@given(days, st.dates(date(2019, 1, 1), date(2031, 1, 1)), st.integers(0, 40))
def test_some_days_lead_to_the_first_of_them_with_anything_else_to_the_nearest(
    counts: dict[date, dict[Happening, int]], first: date, more: int
) -> None:
    wanted = Days(first, first + timedelta(days=more))
    found = DayRows(counts).day_among(wanted, date(2026, 3, 14))
    among = [day for day in counts if wanted.hold(day)]
    if among:
        assert found == min(among)
    elif counts:
        assert found is not None
        away = [min(abs(day - wanted.first), abs(day - wanted.last)) for day in counts]
        assert min(abs(found - wanted.first), abs(found - wanted.last)) == min(away)
    else:
        assert found is None


def test_a_month_of_every_year_leads_to_the_one_nearest_to_today() -> None:
    rows = DayRows({date(year, 5, 3): {Happening.LOG: 1} for year in (2001, 2025, 2030)})
    may = Days(date.min, date.max, lambda day: day.month == 5)
    assert rows.day_among(may, date(2026, 3, 14)) == date(2025, 5, 3)


@pytest.mark.parametrize("words", ["planned next week", "下周"])
async def test_words_for_a_week_lead_to_the_day_of_it_on_which_anything_is_planned(
    make_app: MakeApp, palace_path: Path, words: str
) -> None:
    with closing(sqlite3.connect(palace_path)) as database, database:
        database.execute("UPDATE memory SET valid_from = '2026-03-20T00:00:00.000000Z' WHERE id = 7")
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("T", "d", *words, "enter")
        await settled(pilot)
        row = timeline_of(app).rows.row
        assert row is not None
        assert row.day == date(2026, 3, 20)
        assert "nothing happened" not in text_of(app)
        await pilot.press("d", *"2027-01", "enter")
        await settled(pilot)
        assert "2027-01-01 – 2027-01-31: nothing happened" in text_of(app)


async def test_it_opens_at_today_and_leads_to_memories_and_days(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("T")
        await settled(pilot)
        rows = timeline_of(app).rows
        assert rows.row is not None
        assert rows.row.day == date(2026, 3, 14)
        assert "today" in text_of(app)
        await pilot.press("home", "down", "enter")
        await settled(pilot)
        assert isinstance(app.screen, MemoryScreen)
        await pilot.press("escape")
        await settled(pilot)
        await pilot.press("up", "enter")
        await settled(pilot)
        assert isinstance(app.screen, ListingScreen)
        assert len(app.screen.rows.ids) == 1


async def test_one_goes_to_a_day_by_date_and_by_words_in_either_language(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await settled(pilot)
        await pilot.press("T")
        await settled(pilot)
        for words, day in (
            ("2026-02-04", date(2026, 2, 4)),
            ("上周", date(2026, 3, 2)),
            ("7d", date(2026, 3, 8)),
        ):
            await pilot.press("d", *words, "enter")
            await settled(pilot)
            row = timeline_of(app).rows.row
            assert row is not None
            assert abs(row.day - day) <= timedelta(days=1), words
        await pilot.press("d", *"nonsense", "enter")
        await settled(pilot)
        assert "names no day" in "".join(note.message for note in app._notifications)
        await pilot.press("n")
        await settled(pilot)
        assert timeline_of(app).rows.row is not None
        assert timeline_of(app).rows.row.day == date(2026, 3, 14)


async def test_the_other_clock_tells_another_story_from_the_same_day(
    make_app: MakeApp, palace_path: Path
) -> None:
    with closing(sqlite3.connect(palace_path)) as database, database:
        database.execute("UPDATE memory SET valid_from = '2026-06-10T00:00:00.000000Z' WHERE id = 7")
        database.execute("UPDATE memory SET valid_to = '2026-04-01T00:00:00.000000Z' WHERE id = 8")
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("T", "end")
        await settled(pilot)
        assert "2026-06-10 Wed" in text_of(app)
        assert "holds until" in text_of(app)
        await pilot.press("o")
        await settled(pilot)
        assert timeline_of(app).by is By.RECORDED
        assert "2026-06-10" not in text_of(app)


async def test_a_day_opens_what_happened_on_it_by_the_clock_that_is_told(
    make_app: MakeApp, palace_path: Path
) -> None:
    with closing(sqlite3.connect(palace_path)) as database, database:
        database.execute("UPDATE memory SET valid_from = '2026-06-10T00:00:00.000000Z' WHERE id = 7")
        database.execute("UPDATE memory SET valid_to = '2026-06-10T01:00:00.000000Z' WHERE id = 8")
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("T", "d", *"2026-06-10", "enter", "enter")
        await settled(pilot)
        assert isinstance(app.screen, ListingScreen)
        assert list(app.screen.rows.ids) == [7, 8]
        await pilot.press("escape")
        await settled(pilot)
        await pilot.press("o", "d", *"2026-03-05", "enter")
        await settled(pilot)
        row = timeline_of(app).rows.row
        assert row is not None
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, ListingScreen)
        with open_small_palace(palace_path, app.doors.surroundings) as palace:
            assert list(app.screen.rows.ids) == memories_of(palace, By.RECORDED, row.day)


async def test_what_is_said_of_a_day_without_anything_goes_when_one_leaves_it(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("T", "d", *"1999-01-01", "enter")
        await settled(pilot)
        assert "1999-01-01" in text_of(app)
        await pilot.press("n")
        await settled(pilot)
        assert "1999-01-01" not in text_of(app)


async def test_it_stays_where_one_stands_when_the_palace_changes(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("2", "T", "home", "down", "down", "down")
        await settled(pilot)
        row = timeline_of(app).rows.row
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("i")
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert timeline_of(app).rows.row == row


async def test_a_hundred_thousand_rows_scroll_like_ten(make_app: MakeApp, palace_path: Path) -> None:
    with closing(sqlite3.connect(palace_path)) as database, database:
        columns = [
            row[1] for row in database.execute("PRAGMA table_info(memory)") if row[1] not in ("id", "uid")
        ]
        listed = ", ".join("'m' || n" if column == "text" else column for column in columns)
        listed = listed.replace(
            "recorded_at", "strftime('%Y-%m-%dT%H:%M:%f000Z', 1700000000 + n * 700, 'unixepoch')"
        )
        database.execute(
            "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)"
            f" INSERT INTO memory (uid, {', '.join(columns)})"
            f" SELECT 'many-' || n, {listed} FROM number, memory WHERE memory.id = 5"
        )
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("T")
        await settled(pilot)
        rows = timeline_of(app).rows
        assert len(rows.ids) > 100_000
        for key in ("home", "end", "pageup", "pageup", "pagedown"):
            await pilot.press(key)
            await settled(pilot)
            assert rows.row is not None
        assert len(rows._rows) < 1_000, "only what was looked at was read"
