"""Texts that crash or steer other programs are shown literally everywhere here."""

import re
import shutil
from pathlib import Path

import pytest

from palace.domain.journal import Actor
from palace.domain.memory import Binding, Source
from palace.domain.vocabulary import Band, Kind, Priority, SourceKind, Wing
from palace.services.remembering import Statement, add_memory
from palace.storage.palace_file import PalaceFile
from palace.text.display import displayable
from tests.tui.conftest import MakeApp
from tests.tui.frames import lines_of, settled, text_of
from tests.tui.small_palace import ZONE, surroundings

HOSTILE = (
    "[/",
    "[b + should",
    "[tag=value:",
    "[/dim]",
    "[data: /m?id=bbb-]",
    "latvec[0]",
    "[@click=app.quit]x[/]",
    "$primary {x} %s {0}",
    "\x1b[2J wiped",
    "\x1b]52;c;aGVsbG8=\x07 copied",
    "\x1b]0;title\x07 titled",
    "\x9b31m eight-bit",
    "a\rb",
    "nul\x00byte",
    "\u202egnp.exe",
    "zero\u200bwidth",
    "记忆🧠①é",
    "lone \ud800 half",
    "tab\there",
    "👩‍👩‍👧‍👦 family",
)
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]")


@pytest.fixture(scope="session")
def hostile_palace_original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "hostile.db"
    around = surroundings()
    with PalaceFile.create(
        path, clock=around.clock, new_uid=around.new_uid, rules=around.rules, zone=ZONE
    ) as palace:
        for text in HOSTILE:
            add_memory(
                palace,
                Statement(
                    text=text,
                    wing=Wing.KNOWLEDGE,
                    band=Band.WARM,
                    priority=Priority.P0 if text == "[/" else Priority.P1,
                    kind=Kind.FAILURE,
                    scenes=(text,),
                    heading=(text,),
                    binding=Binding(text, text, text),
                    source=Source(SourceKind.FILE, 0.6, origin=text, session=text, agent=text),
                ),
                around,
                Actor.PERSON,
            )
    return path


@pytest.fixture
def hostile_path(hostile_palace_original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(hostile_palace_original, tmp_path / "hostile.db"))


def assert_clean(app: object) -> str:
    """Check that nothing on the screen steers a terminal or disturbs the columns; return the screen."""
    shown = "\n".join(lines_of(app))
    assert not CONTROLS.search(shown.replace("\n", ""))
    return shown


def squeezed(text: str) -> str:
    return "".join(text.split())


async def test_a_list_shows_every_one_literally(make_app: MakeApp, hostile_path: Path) -> None:
    app = make_app(path=hostile_path)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await settled(pilot)
        await pilot.press("2")
        await settled(pilot)
        shown = squeezed(assert_clean(app))
        for text in HOSTILE:
            assert squeezed(displayable(text)) in shown


@pytest.mark.parametrize("number", range(1, len(HOSTILE) + 1))
async def test_pane_dialogs_and_notes_show_it_literally(
    make_app: MakeApp, hostile_path: Path, number: int
) -> None:
    text = HOSTILE[number - 1]
    wanted = squeezed(displayable(text))
    app = make_app(path=hostile_path)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        await settled(pilot)
        app.open_memory(number)
        await settled(pilot)
        shown = squeezed(assert_clean(app))
        assert shown.count(wanted) >= 6, "title, text, binding, scene, origin and heading"
        for key in ("e", "w", "v", "question_mark", "ctrl+p"):
            await pilot.press(key)
            await settled(pilot)
            assert_clean(app)
            if key == "e":
                assert wanted in squeezed(text_of(app))
            await pilot.press("escape")
            await settled(pilot)
        app.toast(text, title=text)
        app.status(app.say("tui.status.done", done="x", id=1, text=text, press="u"))
        await settled(pilot)
        assert squeezed(assert_clean(app)).count(wanted) >= 7
        await pilot.press("i")
        await settled(pilot)
        assert_clean(app)
        await pilot.press("h")
        await settled(pilot)
        assert wanted in squeezed(assert_clean(app))


async def test_an_edit_of_other_fields_keeps_the_bytes_of_the_text(
    make_app: MakeApp, hostile_path: Path
) -> None:
    app = make_app(path=hostile_path)
    number = HOSTILE.index("nul\x00byte") + 1
    async with app.run_test(size=(100, 40)) as pilot:
        await settled(pilot)
        app.open_memory(number)
        await settled(pilot)
        await pilot.press("e")
        await settled(pilot)
        app.screen.query_one("#field-unless").value = "never"
        await pilot.press("f9")
        await settled(pilot)
        memory = await app.gateway.read(lambda palace, around: palace.memories([number])[0])
        assert memory.text == "nul\x00byte"
        assert memory.binding == Binding("nul\x00byte", "nul\x00byte", "never")


async def test_the_home_screen_shows_titles_and_the_name_literally(
    make_app: MakeApp, hostile_path: Path
) -> None:
    app = make_app(path=hostile_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert_clean(app)


async def test_what_is_pasted_and_typed_reaches_no_terminal(make_app: MakeApp) -> None:
    from textual.events import Paste

    app = make_app()
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        for keys in (["ctrl+p"], ["colon"], ["2", "e"]):
            for key in keys:
                await pilot.press(key)
                await settled(pilot)
            app.screen.focused.post_message(Paste("\x1b[2J\x9b31m\x07 pasted"))
            await settled(pilot)
            assert_clean(app)
            await pilot.press("escape")
            await settled(pilot)
            await pilot.press("enter")
            await settled(pilot)
