"""Where a text is too long for its room, what is shown of it is what differs."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.domain.core_memory import CoreChange, NeedsApproval, change_of, made_from
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band, Priority, Status, Wing
from palace.i18n.catalog import LANGUAGES, Catalog
from palace.tui.presenters.core_change_words import short_change_lines
from palace.tui.presenters.lines import Line, line_width
from palace.tui.presenters.pair_difference import marked_pair
from palace.tui.presenters.pair_sheet import Shown, pair_lines
from palace.tui.widgets.pair_view import filling_lines
from tests.unit.test_pair_presenters import around, candidate, entry_of, view_of
from tests.unit.test_presenters_fit import NOW, texts

BEFORE = (
    "The release train leaves every second Tuesday from the main branch; the freeze is the day before. " * 2
)
CHINESE = "发布列车每隔一周的周二从主干出发，冻结在前一天中午，发布说明由最后合并的人来写，" * 3


def a_memory(text: str, **fields: object) -> Memory:
    return replace(Memory(3, "uid-3", text, Wing.KNOWLEDGE, NOW), **fields)


def read(lines: list[Line]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


def needed(*changes: CoreChange) -> NeedsApproval:
    return NeedsApproval(changes, Actor.PERSON)


def shown_pair(left: str, right: str) -> Shown:
    return Shown(view_of(entry_of(a_memory(left), a_memory(right, id=4))), marked_pair(left, right))


@pytest.mark.parametrize(
    ("left", "right", "marks"),
    [
        (BEFORE + "48 hours after it.", BEFORE + "24 hours after it.", ("[48]", "[24]")),
        (CHINESE + "保留四十八小时。", CHINESE + "保留二十小时。", ("[四十八]", "[二十]")),
    ],
)
@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("cells", [38, 60, 90])
def test_of_a_pair_that_is_cut_the_difference_is_in_view(
    left: str, right: str, marks: tuple[str, str], low: bool, cells: int
) -> None:
    lines = pair_lines(shown_pair(left, right), around(text_lines=2, low=low), cells)
    for mark in marks:
        assert mark[:2] in read(lines)
    assert max(line_width(line) for line in lines) <= cells


def test_lines_that_stand_free_are_filled_with_text() -> None:
    shown = shown_pair(BEFORE + "48 hours after it.", BEFORE + "24 hours after it.")
    short = pair_lines(shown, around(), 78)
    assert read(short).count("train") < 4
    full = filling_lines(shown, around(), 78, 30)
    assert read(list(full)).count("train") == 4
    assert len(full) <= 30
    assert list(filling_lines(shown, around(), 78, 5)) == short


@given(texts, texts, st.integers(8, 120), st.integers(0, 40), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_sheet_that_fills_its_room_never_grows_beyond_it(
    left: str, right: str, cells: int, room: int, low: bool
) -> None:
    shown, asked = shown_pair(left, right), around(text_lines=2, low=low)
    lines = filling_lines(shown, asked, cells, room)
    assert len(lines) <= max(room, len(pair_lines(shown, asked, cells)))
    assert all(line_width(line) <= cells for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", [3, 4, 6])
def test_what_a_p0_said_and_will_say_stands_in_few_lines_where_it_differs(language: str, room: int) -> None:
    old = a_memory(BEFORE + "The window is 48 hours.", priority=Priority.P0, band=Band.HOT)
    new = replace(old, text=BEFORE + "The window is 24 hours.")
    lines = short_change_lines(needed(change_of(old, new)), Catalog(language).text, 34, room)
    assert len(lines) <= room
    assert "[48]" in read(lines)
    assert "[24]" in read(lines)


def test_what_comes_in_the_place_of_a_p0_is_read_against_it() -> None:
    old = a_memory("the zone is GMT+8", priority=Priority.P0, band=Band.HOT)
    gone = change_of(old, replace(old, status=Status.ARCHIVED, retired_at=NOW))
    say = Catalog("en").text
    newcomer = candidate("the zone is GMT+9")
    made = replace(old, id=0, uid="new", text=newcomer.text)
    lines = read(short_change_lines(needed(gone, made_from(newcomer, made)), say, 60, 6))
    assert "− the zone is GMT+[8]" in lines
    assert "+ the zone is GMT+[9]" in lines
    holds = read(short_change_lines(needed(gone), say, 60, 6, a_memory("the zone is GMT+7", id=9)))
    assert "#9" in holds
    assert "+ the zone is GMT+[7]" in holds


@given(texts, texts, st.integers(8, 80), st.integers(1, 20), st.sampled_from(LANGUAGES))
@settings(max_examples=60, deadline=None)
def test_any_change_fits_the_width(before: str, after: str, cells: int, room: int, language: str) -> None:
    old = a_memory(before or "x", priority=Priority.P0)
    change = change_of(old, replace(old, text=f"{after}, and more"))
    lines = short_change_lines(needed(change), Catalog(language).text, cells, room)
    assert all(line_width(line) <= cells for line in lines)
