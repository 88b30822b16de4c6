"""The words of a call: options before and after the verb, languages, and what is said of wrong use."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import palace as package
from palace.cli.arguments import VERBS

Run = Callable[..., Any]

WRONG_USES = [
    (("serach", "x"), "there is no verb “serach”", "没有“serach”这个命令"),
    (("frobnicate",), "palace --help lists them", "palace --help 会列出全部命令"),
    (("search",), "WORD|FILTER is missing", "缺少 WORD|FILTER"),
    (("list", "--bogus"), "palace list has no option --bogus", "palace list 没有 --bogus 这个选项"),
    (("add", "x", "--wing"), "--wing needs a value", "--wing 需要一个值"),
    (("add", "--now", "--approved", "x"), "exclude each other", "不能一起用"),
    (("list", "--json=3"), "--json takes no value", "--json 不带值"),
    (("show", "1", "2"), "palace show has no use for “2”", "palace show 用不上“2”"),
    (("list", "--limit", "x"), "“x” is not a number that fits here", "“x”不是这里可用的数"),
    (("list", "--limit", "-1"), "“-1” is not a number", "“-1”不是这里可用的数"),
    (("journal", "--limit", "9" * 30), "write one from 0 to 1,000,000,000", "0 到 1,000,000,000"),
    (("undo", "9" * 30), "is not a number that fits here", "不是这里可用的数"),
    (("--palace", "", "list"), "“” cannot be the name of a file", "“”不能作文件名"),
    (("list", "--order", "newset"), "did you mean newest?", "是不是 newest？"),
    (("config", "what"), "unknown topic “what”", "没有“what”这个内容"),
    (("list", "p:9"), "it is one of: P0, P1, P2", "可用：P0, P1, P2"),
    (("add", "x", "--wing", "identiti"), "did you mean identity?", "是不是 identity？"),
    (("list", "some", "words"), "“some words” is not a filter", "“some words”不是筛选条件"),
    (("search", " "), "there is nothing to search for", "没有要搜的内容"),
]


@pytest.mark.parametrize(("words", "english", "chinese"), WRONG_USES)
def test_wrong_use_is_one_line_with_the_next_step_in_either_language(
    run: Run, palace: Path, words: tuple[str, ...], english: str, chinese: str
):
    for language, said in (("en", english), ("zh", chinese)):
        ended = run("--lang", language, *words)
        assert (ended.status, ended.out) == (2, "")
        assert said in ended.err
        assert ended.err.count("\n") == 1


def test_what_python_says_of_wrong_use_is_known_to_the_last_sentence(run: Run, palace: Path):
    """None of it falls back to argparse's own English, which another Python may word differently."""
    for words, _, _ in WRONG_USES:
        assert "cannot be understood" not in run(*words).err


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_verb_has_help_in_either_language(run: Run, verb: str, language: str):
    ended = run(verb, "--help", "--lang", language) if language == "en" else run("--lang", "zh", verb, "-h")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith({"en": "usage: palace", "zh": "用法：palace"}[language])


def test_help_speaks_chinese_where_the_locale_does(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    ended = run("--help")
    assert "选项" in ended.out
    for argparse_own in ("usage", "options", "positional", "show this help", "show program"):
        assert argparse_own not in ended.out


def test_the_version_is_that_of_the_package(run: Run):
    ended = run("--version")
    assert (ended.status, ended.out) == (0, f"palace {package.__version__}\n")


def test_general_options_stand_before_or_after_the_verb_and_the_later_wins(run: Run, tmp_path: Path):
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    assert run("init", "--palace", one).status == run("--palace", other, "init").status == 0
    assert run("--palace", one, "add", "--approved", "in one").status == 0
    assert run("list", "--palace", one).out.endswith("in one\n")
    assert run("--palace", one, "list", "--palace", other).out == ""
    assert "没有符合" in run("list", "--lang", "zh", "--palace", other, "--lang", "zh").err


def test_the_palace_is_the_one_named_else_the_variable_else_the_setting_else_the_default(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def found() -> str:
        return str(run("config", "path", "--json").json["palace"])

    assert found() == str(tmp_path / "data/palace/palace.db")
    (tmp_path / "config/palace").mkdir(parents=True)
    (tmp_path / "config/palace/config.toml").write_text('palace = "~/set.db"\n', encoding="utf-8")
    assert found() == str(tmp_path / "home/set.db")
    monkeypatch.setenv("PALACE", "variable.db")
    assert found() == "variable.db"
    assert run("config", "path", "--json", "--palace", "named.db").json["palace"] == "named.db"
    monkeypatch.setenv("PALACE", "")
    assert found() == str(tmp_path / "home/set.db")


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (None, 3, "there is no configuration file"),
        (b"language = \xff", 2, "is not UTF-8: byte 11"),
        (b"language = ", 2, "is not valid TOML"),
        (b'langauge = "en"', 2, "did you mean “language”?"),
        (b'language = "fr"', 2, "one of auto, en, zh"),
    ],
)
def test_a_wrong_configuration_is_named_with_its_file_and_key(
    run: Run, palace: Path, tmp_path: Path, content: bytes | None, status: int, said: str
):
    file = tmp_path / "other.toml"
    if content is not None:
        file.write_bytes(content)
    ended = run("list", "--config", file)
    assert (ended.status, ended.out) == (status, "")
    assert said in ended.err
    assert "other.toml" in ended.err
    assert run("--config", file, "--help").status == 0


def test_a_folder_is_no_configuration(run: Run, palace: Path, tmp_path: Path):
    ended = run("list", "--config", tmp_path)
    assert ended.status == 2
    assert "cannot be read" in ended.err


def test_the_configured_language_is_spoken_also_in_errors(run: Run, palace: Path, tmp_path: Path):
    file = tmp_path / "zh.toml"
    file.write_text('language = "zh"\n', encoding="utf-8")
    assert "没有记忆" in run("show", "99", "--config", file).err
    assert "there is no memory" in run("show", "99", "--config", file, "--lang", "en").err


def test_words_may_stand_behind_options_too(run: Run, palace: Path):
    assert run("add", "one", "--approved", "two", "--wing", "social", "three").status == 0
    assert run("list", "wing:social", "--json", "p:1").json["memories"][0]["text"] == "one two three"
    assert run("search", "one", "--words-only", "two", "--json").json["query"] == "one two"


def test_words_that_begin_with_a_dash_stand_behind_two_dashes(run: Run, palace: Path):
    assert run("add", "--approved", "--", "--force", "is never the answer").status == 0
    assert "--force is never the answer" in run("list").out
    assert run("search", "--words-only", "--", "--force").status == 0


def test_options_are_not_abbreviated(run: Run, palace: Path):
    assert run("search", "--words", "x").status == 2


def test_the_app_is_not_opened_where_no_terminal_is(run: Run, palace: Path, sample: Path):
    for words in ((), ("app",), ("demo",), ("review",)):
        ended = run(*words)
        assert (ended.status, ended.out) == (2, "")
        assert "the app needs a terminal" in ended.err
        assert "\x1b" not in ended.err


def test_help_is_read_through_a_pipe_by_the_module_too(tmp_path: Path):
    ended = subprocess.run(
        [sys.executable, "-m", "palace", "list", "--help"], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0
    assert "wing:knowledge" in ended.stdout


def test_the_configuration_is_shown_and_an_example_is_one(run: Run, palace: Path, tmp_path: Path):
    shown = run("config")
    assert shown.status == 0
    assert f"# palace: {palace}" in shown.out
    assert "\nlanguage = auto\n" in shown.out
    printed = run("config", "--json").json
    assert printed["settings"]["language"] == "auto"
    assert printed["settings"]["rules"]["similarity"]["worth_showing"] == 0.35
    example = tmp_path / "example.toml"
    example.write_text(run("config", "example").out, encoding="utf-8")
    assert run("--config", example, "config", "--json").json["settings"] == {
        **printed["settings"],
        "file": str(example),
    }
    assert run("config", "example", "--json").json["example"] in example.read_text(encoding="utf-8")
    assert not (tmp_path / "config").exists()


def test_json_lines_end_at_line_feeds_alone_and_hold_texts(run: Run, tmp_path: Path):
    file = tmp_path / "lines.jsonl"
    file.write_text('{"id": 1, "text": "when a\u2028 comes, do b"}\r\n{"id": 2, "text": "x"}\n', "utf-8")
    assert run("binding", "--jsonl", file, "--json").status == 0
    file.write_text('{"id": 1, "text": "x"}\n{"id": 2, "text": null}\n', "utf-8")
    ended = run("binding", "--jsonl", file, "--json")
    assert ended.status == 2
    assert "line 2" in ended.err
