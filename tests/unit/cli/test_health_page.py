"""`palace health --html`: one page that needs nothing else, whatever the palace holds."""

import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.unit.cli.conftest import SAMPLE, Run

pytestmark = pytest.mark.usefixtures("no_model")

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=http://evil.example/x onerror=alert(1)>',
    "</style></svg></title><iframe src=//evil.example>",
    "x\x1b]0;owned\x07\u202e",
    "url(http://evil.example)",
)
ATTRIBUTES = {
    *("aria-hidden", "aria-label", "charset", "class", "content", "cx", "cy", "d", "height", "http-equiv"),
    *(
        "lang",
        "name",
        "points",
        "r",
        "role",
        "rx",
        "stroke-width",
        "text-anchor",
        "viewbox",
        "width",
        "x",
        "y",
    ),
}
ELEMENTS = {
    *(
        "b",
        "body",
        "br",
        "circle",
        "code",
        "div",
        "h1",
        "h2",
        "head",
        "html",
        "meta",
        "p",
        "path",
        "polyline",
    ),
    *("rect", "style", "svg", "table", "td", "text", "title", "tr"),
}
BROWSER = next((name for name in ("chromium", "chromium-browser", "google-chrome") if shutil.which(name)), "")


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.unclosed: list[str] = []
        self.texts: list[str] = []
        self.style = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.unclosed.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            self.style += data
        else:
            self.texts.append(data)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.db"
    shutil.copy(SAMPLE, path)
    path.chmod(0o600)
    return path


@pytest.fixture
def hostile(sample: Path) -> Path:
    with closing(sqlite3.connect(sample)) as database, database:
        database.execute("UPDATE meta SET value = ? WHERE key = 'name'", (HOSTILE[0] + HOSTILE[1],))
        ids = [row[0] for row in database.execute("SELECT id FROM memory WHERE status = 'active' LIMIT 60")]
        for place, memory_id in enumerate(ids):
            scene = HOSTILE[place % len(HOSTILE)]
            database.execute("UPDATE memory SET scenes = ? WHERE id = ?", (json.dumps([scene]), memory_id))
    return sample


def page_of(call: Run, palace: Path, folder: Path, *words: str) -> str:
    path = folder / "page.html"
    ended = call("--palace", palace, *words, "health", "--html", path)
    assert (ended.status, ended.err) == (0, "")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_page_refers_to_nothing_outside_whatever_the_palace_holds(
    call: Run, hostile: Path, tmp_path: Path, language: str
) -> None:
    text = page_of(call, hostile, tmp_path, "--lang", language)
    page = Page(text)
    assert page.elements <= ELEMENTS
    assert page.attributes <= ATTRIBUTES
    assert page.unclosed == []
    assert page.open == []
    for reaching_out in ("url(", "@import", "http:", "https:", "//", "expression", "\\"):
        assert reaching_out not in page.style
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert HOSTILE[0] in "".join(page.texts), "it is shown as the text that it is"
    assert "default-src 'none'" in text


def test_it_knows_light_and_dark_and_speaks_the_language(call: Run, sample: Path, tmp_path: Path) -> None:
    english = page_of(call, sample, tmp_path)
    chinese = page_of(call, sample, tmp_path, "--lang", "zh")
    assert "prefers-color-scheme:dark" in english
    assert '<html lang="en">' in english
    assert "map of the palace" in english
    assert '<html lang="zh-Hans">' in chinese
    assert "宫殿地图" in chinese


def test_the_map_shows_wings_bands_scenes_and_flows(call: Run, sample: Path, tmp_path: Path) -> None:
    text = page_of(call, sample, tmp_path)
    told = call("--palace", sample, "health", "--json").json
    for wing in told["wings"]:
        assert f"wing-{wing}" in text
    for kind in ("band-hot", "band-warm", "band-cold", "flow-new", "flow-cleared", "tie-knowledge"):
        assert f'class="{kind}"' in text or f" {kind}" in text
    texts = Page(text).texts
    assert f"{told['metabolism']['new']}" in texts
    assert f"{told['metabolism']['cleared']}" in texts


def test_an_empty_palace_makes_a_page_without_numbers_that_are_none(call: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    call("init", path)
    text = page_of(call, path, tmp_path)
    assert "no data yet" in text
    assert "nan" not in text.casefold()
    assert Page(text).unclosed == []


def test_only_a_page_of_health_is_replaced(call: Run, sample: Path, tmp_path: Path) -> None:
    path = tmp_path / "notes.html"
    path.write_text("mine", encoding="utf-8")
    refused = call("--palace", sample, "health", "--html", path)
    assert refused.status == 4
    assert path.read_text(encoding="utf-8") == "mine"
    page_of(call, sample, tmp_path)
    again = page_of(call, sample, tmp_path)
    assert again.startswith("<!doctype html>")
    assert (tmp_path / "page.html").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("place", ["nowhere/page.html", ".", ""])
def test_a_place_where_no_page_can_stand_is_named(
    call: Run, sample: Path, tmp_path: Path, place: str
) -> None:
    ended = call("--palace", sample, "health", "--html", tmp_path / place if place else "")
    assert ended.status in (1, 2, 3)
    assert ended.err
    assert ended.out == ""


@pytest.mark.skipif(not BROWSER, reason="there is no browser here")
def test_a_browser_shows_the_page_and_asks_for_nothing_else(call: Run, hostile: Path, tmp_path: Path) -> None:
    page_of(call, hostile, tmp_path)
    shown = subprocess.run(
        [
            *(
                BROWSER,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                f"--user-data-dir={tmp_path / 'profile'}",
            ),
            *("--virtual-time-budget=2000", "--dump-dom", (tmp_path / "page.html").as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    ).stdout
    page = Page(shown)
    assert page.elements <= ELEMENTS | {"tbody"}
    assert page.attributes <= ATTRIBUTES
    assert sum(text.strip() in {"G  gene", "G gene"} for text in page.texts) >= 1
    assert "Content Security Policy" not in shown
