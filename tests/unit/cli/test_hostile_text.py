"""Whatever a memory says, no verb lets it steer the terminal, and programs get it byte for byte."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

HOSTILE = (
    "[/",
    "[b + should",
    "[tag=value:",
    "[/dim]",
    "[data: /m?id=bbb-]",
    "latvec[0]",
    "\\[escaped] [bold]not bold[/bold] {0} {name} %s %(x)s $HOME `id`",
    "clear \x1b[2J\x1b[H and title \x1b]0;owned\x07",
    "clipboard \x1b]52;c;ZXZpbA==\x07",
    "link \x1b]8;;https://example.invalid\x1b\\click\x1b]8;;\x1b\\",
    "a\rb\bc\x7fd\x0be\x0cf",
    "nul \x00 here",
    "eight bit \x9b31m and \x9d0;x\x9c and \x85 next line",
    "right to left \u202e override \u2066 isolate \u061c mark",
    "hidden \u200b\u200c\u2060\ufeff\u00ad\U000e0041\U000e0042 letters",
    "half \ud83d characters \udc00",
    "lines\u2028and\u2029paragraphs",
    "记忆🧠①é 👩‍👩‍👧‍👦 e" + "\u0301" * 40,
    "second line\n\x1b[31mred\ttab",
)
RAW = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)


def check_harmless(text: str) -> None:
    found = RAW.search(text)
    assert found is None, repr(text[max(0, found.start() - 30) : found.end() + 10])


@pytest.fixture(autouse=True)
def hostile_names(shortened_cooling: None) -> None:
    """Candidates may be decided at once."""


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_every_verb_shows_it_literally(run: Run, palace: Path, tmp_path: Path, text: str):
    (tmp_path / "MEMORY.json").write_text(
        json.dumps([{"memory": f"file {text}"}, {"memory": f"more {text}"}]), encoding="utf-8"
    )
    for words in (
        *(("add", "--approved", text), ("add", "--now", f"candidate {text}")),
        *(("add", "--when", text, "--do", text, "--unless", text, "--scene", text, "binding"), ("list",)),
        *(("show", "1"), ("search", "--words-only", text), ("search", "--words-only", "--explain", text[:3])),
        *(("search", text), ("search", f"scene:{text}"), ("list", f"scene:{text}"), ("list", f"wing:{text}")),
        *(("review", "--plain"), ("import", "MEMORY.json"), ("import", "MEMORY.json", "--apply")),
        *(("import", text), ("show", text), ("journal",), ("undo",), ("redo",), ("doctor",)),
        *(("--palace", text, "list"), ("--config", text, "list"), ("binding", text), ("config",), (text,)),
        ("add", "x", "--wing", text),
    ):
        # The words of a call hold neither NUL nor surrogates that are no bytes.
        typed = [word.replace("\x00", "") for word in words]
        typed = [word.encode("utf-8", "replace").decode() for word in typed]
        ended = run(*typed, stdin=b"y\nn\ns\n?\nu\nU\n")
        assert "nobody foresaw" not in ended.err, (typed, ended.err)
        check_harmless(ended.out)
        check_harmless(ended.err)
    if text.isprintable():
        assert text in run("show", "1").out


@pytest.mark.parametrize("text", [text for text in HOSTILE if "\ud83d" not in text], ids=ascii)
def test_programs_get_it_as_it_is(run: Run, palace: Path, text: str):
    assert run("add", "--approved", stdin=text).status == 0
    assert run("add", "--now", stdin=f"candidate: {text}").status == 0
    for words in (("list",), ("show", "1"), ("search", "--words-only", text[:4]), ("review",), ("journal",)):
        check_harmless(run(*words, "--json").out)
    assert run("list", "--json").json["memories"][0]["text"] == text
    assert run("show", "1", "--json").json["text"] == text
    assert run("review", "--json").json["candidates"][0]["text"] == f"candidate: {text}"
    assert text[:200] in {decision["summary"] for decision in run("journal", "--json").json["decisions"]}


def test_half_characters_of_a_json_file_never_reach_the_screen(run: Run, palace: Path, tmp_path: Path):
    (tmp_path / "mem0.json").write_text('[{"memory": "half \\ud83d and \\udc00 stay"}]', encoding="utf-8")
    ended = run("import", "mem0.json", "--apply")
    assert ended.status == 0
    assert "half � and � stay" in ended.out
    assert run("review", "--json").json["candidates"][0]["text"] == "half � and � stay"


def test_a_name_with_a_newline_forges_no_second_line(run: Run, palace: Path, tmp_path: Path):
    forged = "x\nkept as memory #1"
    for words in (("show", forged), ("import", forged), ("--palace", forged, "list"), (forged,)):
        ended = run(*words)
        assert ended.err.count("\n") == 1
        assert "\nkept" not in ended.err


def test_emoji_and_accents_are_no_danger(run: Run, palace: Path):
    text = "记忆🧠 e\u0301 👩\u200d👩\u200d👧\u200d👦 é"
    run("add", "--approved", text)
    assert text in run("list").out


@pytest.mark.parametrize(
    "query",
    [
        *('"', "C++", "%", "_", "NEAR(", "NEAR(a b, 5)", "wing:", "p:", "a OR b AND NOT", "*", "'", ";"),
        *("\\", "text:foo", "^x", "{a b}:c", "🧠", "的", "（", "\u202e", "https://x.y/z", "std::vector"),
        *("-- DROP TABLE memory", "x" * 100_000, "问" * 50_000, "词 word " * 12_000, "é" * 10, "\x1b[2J"),
    ],
    ids=lambda query: ascii(query[:12]),
)
def test_no_query_is_a_mistake(run: Run, palace: Path, query: str):
    exact = f"before {query[:200]} after"
    run("add", "--approved", "--", exact)
    for ended in (
        run("search", "--words-only", "--json", "--", query),
        run("search", "--words-only", "--", query),
    ):
        assert ended.status in {0, 3}
        check_harmless(ended.out + ended.err)
    found = run("search", "--words-only", "--json", "--", query).json["results"]
    if query not in {"wing:", "p:", "\u202e"} and len(query) < 100:
        assert [result["text"] for result in found] == [exact]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("p:9",), "unknown priority “9”"),
        (("since:2026-13",), "is not a date"),
        (("is:open",), "unknown filter “is:open”"),
        (("status:gone",), "unknown status “gone”"),
        (("x", "--kind", "fct"), "did you mean fact?"),
    ],
)
def test_a_filter_that_is_none_is_named(run: Run, palace: Path, words: tuple[str, ...], said: str):
    ended = run("search", *words)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
