"""A room from inside: what is shown, how one walks, and what can be done to a memory."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.short_code import short_code
from palace.domain.vocabulary import Band, Priority, Status, Wing
from palace.services.browsing import IN_A_ROOM
from palace.services.ports import Palace
from palace.services.remembering import Statement, add_memory
from palace.services.surroundings import Surroundings
from palace.tui.app import PalaceApp
from palace.tui.screens.dialogs import CodeDialog
from palace.tui.screens.edit_dialog import EditDialog
from palace.tui.screens.memory import MemoryScreen
from palace.tui.screens.room import RoomScreen
from palace.tui.widgets.memory_pane import MemoryPane
from tests.tui.conftest import MakeApp
from tests.tui.frames import notes_of, settled, text_of
from tests.tui.small_palace import NOW, open_small_palace, surroundings

WIDE = (100, 30)


async def press(pilot: Pilot[object], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def room(app: PalaceApp) -> RoomScreen:
    assert isinstance(app.screen, RoomScreen)
    return app.screen


async def memory(app: PalaceApp, number: int) -> Memory:
    found = await app.gateway.read(lambda palace, around: palace.memories([number]))
    return found[0]


async def shown(app: PalaceApp) -> list[Memory]:
    return await app.gateway.read(lambda palace, around: palace.memories(list(room(app).rows.ids)))


async def verbs(app: PalaceApp, number: int) -> list[Verb]:
    found = await app.gateway.read(lambda palace, around: palace.decisions_about(Subject.MEMORY, number))
    return [decision.verb for decision in found]


async def test_a_digit_steps_in_and_escape_out_again(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "down", "right", "enter")
        assert room(app).wing.value == "reflection"
        await press(pilot, "escape")
        assert not isinstance(app.screen, RoomScreen)
        await press(pilot, "4")
        assert room(app).wing.value == "history"
        await press(pilot, "]", "]")
        assert room(app).wing.value == "intent"
        assert "An empty room" in text_of(app)


async def test_full_width_digits_of_an_input_method_step_in_too(make_app: MakeApp) -> None:
    app = make_app("zh")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "３")
        assert room(app).wing.value == "social"
        await press(pilot, "fullwidth_question_mark")
        assert "帮助" in text_of(app)


async def test_the_counts_of_a_room_are_those_of_the_database(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2")
        counts = await app.gateway.read(lambda palace, around: palace.room_counts())
        live = sum(
            row.count for row in counts if row.wing.value == "knowledge" and row.status in IN_A_ROOM.statuses
        )
        assert len(room(app).rows.ids) == live
        assert f"memories: {live}" in text_of(app)


async def test_the_warmest_band_comes_first(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2")
        bands = [list(Band).index(each.band) for each in await shown(app)]
        assert bands == sorted(bands)


async def test_orders_follow_one_another(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2", "o")
        times = [each.recorded_at for each in await shown(app)]
        assert times == sorted(times, reverse=True)
        assert "newest first" in text_of(app)
        await press(pilot, "o", "o", "o")
        assert "by weight" in text_of(app)


async def test_a_filter_shows_only_what_fits_and_can_be_taken_off(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2", "f", "down", "down", "space", "enter")
        assert room(app).filters == replace(IN_A_ROOM, bands=frozenset({Band.COLD}))
        assert {each.band for each in await shown(app)} == {Band.COLD}
        await press(pilot, "7", "down", "down", "space", "enter")
        assert room(app).filters == IN_A_ROOM


async def test_a_filter_that_is_left_changes_nothing(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2", "f", "space", "escape")
        assert room(app).filters == IN_A_ROOM


async def test_links_are_followed_and_lead_back(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2")
        assert room(app).rows.row_id == 4
        await press(pilot, "tab", "down", "enter")
        assert isinstance(app.screen, MemoryScreen)
        assert app.screen.memory_id == 5
        assert "cited by #4" in text_of(app)
        await press(pilot, "escape")
        assert room(app).query_one(MemoryPane).has_focus
        await press(pilot, "escape")
        assert room(app).rows.has_focus


async def test_enter_without_a_link_says_how_to_choose_one(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "2", "tab", "enter")
        assert "Go to a link first" in notes_of(app)


async def test_below_eighty_columns_enter_opens_the_memory_on_a_screen_of_its_own(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        await press(pilot, "2")
        assert not room(app).query_one(MemoryPane).display
        await press(pilot, "enter")
        assert isinstance(app.screen, MemoryScreen)


async def test_pin_and_unpin_each_with_its_undo(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2", "i")
        assert (await memory(app, 4)).pinned
        assert "✓ pinned #4" in text_of(app)
        await press(pilot, "1")
        assert not (await memory(app, 4)).pinned
        assert "unpinned" in text_of(app)
        await press(pilot, "u")
        assert (await memory(app, 4)).pinned
        await press(pilot, "u")
        assert not (await memory(app, 4)).pinned
        await press(pilot, "U", "U")
        assert not (await memory(app, 4)).pinned
        assert Verb.REDO in await verbs(app, 4)


async def test_a_memory_moves_to_the_band_that_is_chosen(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2", "b", "3")
        assert (await memory(app, 4)).band is Band.COLD
        assert room(app).rows.row_id == 4, "the cursor stays on the memory that moved"
        await press(pilot, "b", "escape")
        assert (await memory(app, 4)).band is Band.COLD


async def test_archive_trash_and_restore(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "2", "a")
        assert (await memory(app, 4)).status is Status.ARCHIVED
        assert (await memory(app, 4)).band is Band.COLD
        room(app).rows.go_to(4)
        await settled(pilot)
        await press(pilot, "t")
        assert (await memory(app, 4)).status is Status.ACTIVE
        room(app).rows.go_to(4)
        await settled(pilot)
        await press(pilot, "x")
        assert (await memory(app, 4)).status is Status.TRASHED
        assert 4 not in room(app).rows.ids
        await press(pilot, "u")
        assert (await memory(app, 4)).status is Status.ACTIVE
        assert 4 in room(app).rows.ids


async def test_what_does_not_fit_says_why_and_changes_nothing(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        before = await verbs(app, 4)
        await press(pilot, "2", "t")
        assert "there is nothing to restore" in notes_of(app)
        assert await verbs(app, 4) == before


async def test_an_edit_keeps_the_earlier_text_as_a_version(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2", "down", "e")
        assert isinstance(app.screen, EditDialog)
        app.screen.query_one("TextArea").text = "BGE is better for Chinese"
        await press(pilot, "f9")
        assert (await memory(app, 6)).text == "BGE is better for Chinese"
        versions = await app.gateway.read(lambda palace, around: palace.versions_of(6))
        assert versions[0].text.startswith("BGE beats ada")
        await press(pilot, "v")
        assert "[-" in text_of(app)


async def test_an_edit_that_changes_nothing_is_no_decision(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        before = await verbs(app, 4)
        await press(pilot, "2", "e", "f9")
        assert await verbs(app, 4) == before
        assert "Nothing was changed" in text_of(app)


async def test_a_stale_edit_is_refused_with_the_reason(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "2", "e")
        app.screen.query_one("TextArea").text = "mine"

        def meanwhile(palace: Palace, around: Surroundings) -> None:
            with palace.unit_of_work(Actor.AGENT) as work:
                work.save_memory(replace(work.memory(4), text="theirs"))
                work.record(Verb.EDIT, Subject.MEMORY, 4)

        await app.gateway.write(meanwhile)
        await press(pilot, "f9")
        assert "changed since you looked at it" in notes_of(app)
        assert (await memory(app, 4)).text == "theirs"


@pytest.mark.parametrize(("typed", "done"), [("right", True), ("WRONG", False), ("", False)])
async def test_a_p0_changes_only_when_its_code_is_typed(make_app: MakeApp, typed: str, done: bool) -> None:
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "1")
        number = room(app).rows.row_id
        before = await memory(app, number)
        assert before.priority is Priority.P0
        await press(pilot, "a")
        assert isinstance(app.screen, CodeDialog)
        assert "archived" in text_of(app)
        code = short_code(before.uid, before.version)
        assert code in text_of(app)
        for letter in code.lower() if typed == "right" else typed:
            await pilot.press(letter)
        await press(pilot, "enter")
        assert ((await memory(app, number)).status is Status.ARCHIVED) is done
        if not done:
            assert isinstance(app.screen, CodeDialog), "what was to be done is not lost by a slip"
            assert app.say("tui.code.again", code=code) in text_of(app)


async def test_pinning_a_p0_takes_one_key(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "1", "i")
        number = room(app).rows.row_id
        assert (await memory(app, number)).pinned


async def test_undo_and_redo_of_a_p0_ask_its_code(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "1")
        number = room(app).rows.row_id
        await press(pilot, "a")

        async def type_code() -> None:
            stored = await memory(app, number)
            assert isinstance(app.screen, CodeDialog)
            for letter in short_code(stored.uid, stored.version):
                await pilot.press(letter)
            await press(pilot, "enter")

        await type_code()
        for key, status in (("u", Status.ACTIVE), ("U", Status.ARCHIVED)):
            await press(pilot, key, "escape")
            assert (await memory(app, number)).status is not status
            await press(pilot, key)
            await type_code()
            assert (await memory(app, number)).status is status


async def test_escape_from_the_code_leaves_the_p0_alone(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "1", "x", "escape")
        number = room(app).rows.row_id
        assert (await memory(app, number)).status is Status.ACTIVE


async def test_the_journal_takes_back_the_decision_under_the_cursor(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "2", "i", "down", "i", "j")
        assert "pinned" in text_of(app)
        await press(pilot, "down", "t")
        assert not (await memory(app, 4)).pinned
        assert (await memory(app, 6)).pinned
        assert "taken back" in text_of(app)
        await press(pilot, "t")
        assert "taken back already" in notes_of(app)


async def test_a_jump_by_number_accepts_full_width_and_refuses_the_rest(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "fullwidth_colon", "＃", "9", "enter")
        assert isinstance(app.screen, MemoryScreen)
        assert app.screen.memory_id == 9
        await press(pilot, "colon", "x", "enter")
        assert "is not the number of a memory" in notes_of(app)
        await press(pilot, "colon", "9", "9", "9", "enter")
        assert "there is no memory #999" in notes_of(app)


async def test_a_secret_is_hidden_in_lists_and_shown_where_one_memory_is_gone_into(
    make_app: MakeApp, palace_path: Path
) -> None:
    secret = "sk-abc123def456ghi7"
    around = surroundings(first_uid=20_000)
    with open_small_palace(palace_path, around) as palace:
        statement = Statement(f"key {secret}", wing=Wing.IDENTITY, band=Band.HOT, recorded_at=NOW)
        kept = add_memory(palace, statement, around, Actor.PERSON).memory_id
    app = make_app()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        assert secret not in text_of(app)
        await press(pilot, "1")
        while room(app).rows.row_id != kept:
            await press(pilot, "down")
        assert text_of(app).count("•••") >= 2, "in the row and in the pane beside it"
        assert secret not in text_of(app)
        await press(pilot, "tab")
        assert text_of(app).count(secret) == 1
        await press(pilot, "shift+tab", "i")
        assert secret not in text_of(app) + notes_of(app)
