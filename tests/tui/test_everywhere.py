"""What works on every screen: language, themes, own keys, the palette, help, and news from outside."""

import asyncio
import re
import stat
from pathlib import Path
from types import MappingProxyType

import pytest
from textual.pilot import Pilot

from palace.config.paths import bundled
from palace.config.themes import load_themes
from palace.domain.errors import InvalidInput
from palace.domain.journal import Actor
from palace.i18n.catalog import texts_of
from palace.services.remembering import Statement, add_memory
from palace.tui.actions import ACTIONS, AROUND, Context, actions_in, keymap_of, with_full_width
from palace.tui.screens.memory import MemoryScreen
from palace.tui.screens.palette import PaletteDialog
from palace.tui.screens.room import RoomScreen
from tests.tui.conftest import MakeApp, doors_to
from tests.tui.frames import colours_of, lines_of, notes_of, settled, text_of
from tests.tui.small_palace import open_small_palace, surroundings

WIDE = (100, 30)


async def press(pilot: Pilot[object], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


# Words


async def test_the_language_changes_on_every_screen_at_once(make_app: MakeApp) -> None:
    app = make_app("en")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "h", "p", "2", "f7")
        assert "知识" in text_of(app)
        assert "knowledge" not in text_of(app)
        await press(pilot, "escape")
        assert "宫殿" in text_of(app)
        await press(pilot, "h")
        assert "健康" in text_of(app)
        await press(pilot, "f7")
        assert "HEALTH" in text_of(app)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_action_has_a_name_and_a_sentence(language: str) -> None:
    texts = texts_of("zh" if language == "zh" else "en")
    for action in ACTIONS.values():
        assert texts[action.label_key]
        assert texts[action.tooltip_key]


# Keys


@pytest.mark.parametrize("preset", ["arrows", "vim"])
def test_a_key_has_one_meaning_in_a_context_and_in_each_around_it(palace_path: Path, preset: str) -> None:
    keymap = keymap_of(doors_to(palace_path, key_preset=preset).settings)
    for context in Context:
        for around in AROUND[context]:
            seen: dict[str, str] = {}
            for action in {*actions_in(context), *actions_in(Context(around))}:
                for key in action.keys_in(keymap):
                    for twin in with_full_width(key):
                        assert seen.setdefault(twin, action.id) == action.id, (context, around, twin)


def test_every_verb_that_changes_something_has_a_digit_or_a_key_that_input_methods_leave_alone() -> None:
    plain = re.compile(r"[a-zA-Z]")
    for action in ACTIONS.values():
        if action.danger != "none" and action.id not in {"app.undo", "app.redo"}:
            assert action.digit or any(not plain.fullmatch(key) for key in action.keys), action.id


def test_no_default_key_is_one_that_terminals_keep_for_themselves() -> None:
    kept = {"ctrl+a", "ctrl+b", "ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m", "ctrl+s", "ctrl+z", "ctrl+space"}
    for action in ACTIONS.values():
        assert not kept.intersection(action.keys)


async def test_a_persons_own_keys_work_show_and_leave_the_old_ones_free(make_app: MakeApp) -> None:
    keys = MappingProxyType({"go.health": ("g",), "memory.pin": ("m", "f9")})
    app = make_app(keys=keys)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert "g health" in text_of(app)
        await press(pilot, "h")
        assert "JOURNAL" not in text_of(app)
        await press(pilot, "g")
        assert "HEALTH" in text_of(app)
        await press(pilot, "p", "2", "i")
        assert "pinned #4" not in text_of(app)
        await press(pilot, "m")
        assert "pinned #4" in text_of(app)
        await press(pilot, "1")
        assert "unpinned #4" in text_of(app), "the digit twin works whatever the keys"


async def test_the_preset_for_vim_hands_walks_lists_by_j_and_k(make_app: MakeApp) -> None:
    app = make_app(key_preset="vim")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2", "j", "j", "k")
        assert app.screen.rows.cursor == 1
        await press(pilot, "G")
        assert app.screen.rows.cursor == len(app.screen.rows.ids) - 1
        await press(pilot, "g")
        assert app.screen.rows.cursor == 0


@pytest.mark.parametrize(
    "keys",
    [{"go.health": ("r",)}, {"app.quit": ()}, {"go.helth": ("g",)}],
    ids=["two meanings", "no way out", "unknown"],
)
def test_keys_that_cannot_be_are_refused_by_name(palace_path: Path, keys: dict[str, tuple[str, ...]]) -> None:
    doors = doors_to(palace_path, keys=MappingProxyType(keys), file="config.toml")
    with pytest.raises(InvalidInput, match=r"config\.toml"):
        keymap_of(doors.settings)


# Themes


async def test_a_theme_is_tried_on_under_the_cursor_and_escape_takes_it_off(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "f6", "home", "down")
        assert app.theme == "day"
        await press(pilot, "escape")
        assert app.theme == "night"
        await press(pilot, "f6", "1")
        assert app.theme == "contrast"
        assert 'theme = "contrast"' in text_of(app)


@pytest.mark.parametrize("theme", [spec.name for spec in load_themes([bundled("themes")]).themes])
async def test_every_theme_draws_every_screen(make_app: MakeApp, theme: str) -> None:
    app = make_app(theme=theme)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        for keys in (["2"], ["tab"], ["f"], ["escape"], ["h"], ["question_mark"]):
            await press(pilot, *keys)
            lines_of(app)


async def test_an_unknown_theme_falls_back(make_app: MakeApp) -> None:
    app = make_app(theme="no-such-theme")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert app.theme == "night"


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "linux", "COLORTERM": ""}])
async def test_a_terminal_without_colours_to_rely_on_gets_none_of_ours(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str]
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2", "tab")
        assert colours_of(app) <= {"default"}
        for band in ("hot", "warm", "cold"):
            assert band in text_of(app)


# Help and the palette


async def test_help_lists_what_works_here_and_why_the_rest_does_not(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(120, 60)) as pilot:
        await settled(pilot)
        await press(pilot, "2", "question_mark")
        shown = text_of(app)
        assert "Change the text or what belongs to it" in shown
        assert "there is nothing to restore" in shown
        assert "Make it a memory" not in shown, "that is for the review"
        for letter in "band":
            await pilot.press(letter)
        await settled(pilot)
        assert "Move it to another band" in text_of(app)
        assert "Take back" not in text_of(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, RoomScreen)
        assert app.screen.rows.has_focus, "the focus is where it was"


async def test_the_palette_finds_actions_in_either_language_and_does_them(make_app: MakeApp) -> None:
    app = make_app("en")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "ctrl+p")
        assert isinstance(app.screen, PaletteDialog)
        for letter in "健康":
            await pilot.press(letter)
        await settled(pilot)
        assert "How the palace is doing" in text_of(app)
        await press(pilot, "enter")
        assert "HEALTH" in text_of(app)


async def test_the_palette_finds_memories_by_words_and_numbers(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "ctrl+p", *"Postgres")
        assert "#4 选 SQLite" in text_of(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, MemoryScreen)
        assert app.screen.memory_id == 4
        await press(pilot, "ctrl+p", *"#12", "enter")
        assert app.screen.memory_id == 12


async def test_the_palette_says_why_an_action_cannot_be_done(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press(pilot, "2", "ctrl+p", *"restore")
        assert "there is nothing to restore" in text_of(app)


# News from outside


async def test_another_programs_change_is_shown_and_said(make_app: MakeApp) -> None:
    app = make_app()
    theirs = surroundings(first_uid=50_000)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        assert "14 memories" in text_of(app)
        with open_small_palace(app.doors.palace_path, theirs) as palace:
            add_memory(palace, Statement("added meanwhile"), theirs, Actor.AGENT)
        for _ in range(100):
            await asyncio.sleep(0.05)
            await settled(pilot)
            if "15 memories" in text_of(app):
                break
        assert "15 memories" in text_of(app)
        assert "Another program changed the palace" in notes_of(app)


async def test_a_palace_that_vanishes_is_said_until_it_is_back_and_the_app_lives_on(
    make_app: MakeApp,
) -> None:
    app = make_app()
    path = app.doors.palace_path
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        away = path.with_suffix(".away")
        path.rename(away)
        while app.gateway.trouble is None:
            await asyncio.sleep(0.05)
        await settled(pilot)
        assert "F8" in text_of(app)
        await press(pilot, "2", "i")
        assert "pinned" not in text_of(app)
        assert "moved, removed or replaced" in notes_of(app)
        away.rename(path)
        while app.gateway.trouble is not None:
            await asyncio.sleep(0.05)
        await settled(pilot)
        assert "F8" not in text_of(app)
        await press(pilot, "i")
        assert "pinned #4" in text_of(app)


async def test_a_palace_that_can_only_be_read_says_so_at_every_verb(
    make_app: MakeApp, palace_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from palace.storage.palace_file import PalaceFile

    around = surroundings()
    app = make_app()
    app.doors = app.gateway._doors = app.gateway._understanding._doors = type(app.doors)(
        **{
            **{name: getattr(app.doors, name) for name in app.doors.__dataclass_fields__},
            "open_palace": lambda: PalaceFile.open(
                palace_path, clock=around.clock, new_uid=around.new_uid, read_only=True
            ),
        }
    )
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settled(pilot)
        assert "read-only" in text_of(app)
        await press(pilot, "2", "i")
        assert "can only be read" in notes_of(app)
        assert stat.S_ISREG(palace_path.stat().st_mode)


# Sizes


async def test_a_storm_of_sizes_leaves_every_screen_whole(make_app: MakeApp) -> None:
    app = make_app("zh")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "2")
        for step in range(50):
            await pilot.resize_terminal(20 + (step * 37) % 181, 8 + (step * 11) % 53)
        await settled(pilot)
        lines_of(app)
        await pilot.resize_terminal(200, 60)
        await settled(pilot)
        assert "知识" in text_of(app)


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (10, 4), (20, 5), (39, 9)])
async def test_no_terminal_is_so_small_that_the_app_falls(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("zh")
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        await press(pilot, "2", "tab", "f", "escape", "e", "escape", "question_mark", "escape")
        await press(pilot, "ctrl+p", "escape", "h", "r", "slash", "escape")
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        lines_of(app)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_footer_names_whole_keys_and_always_the_way_to_the_rest(
    make_app: MakeApp, size: tuple[int, int], language: str
) -> None:
    app = make_app(language)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        for key in ("2", "h"):
            await press(pilot, key)
            footer = lines_of(app)[-1].rstrip()
            assert footer.endswith(("? more", "? 更多"))
            assert "…" not in footer
