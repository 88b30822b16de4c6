"""`palace review --plain --queue conflicts` and `contradictions`: every pair by one letter or digit."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.hot_band import fill_hot_band

Run = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("sample", "no_model")

CONFLICTS = ("review", "--plain", "--queue", "conflicts")
CONTRADICTIONS = ("review", "--plain", "--queue", "contradictions")


def waiting(run: Run, verb: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run(verb, "--json").json[verb]
    return found


def code_of(run: Run, number: int) -> str:
    [needed] = run("approve", str(number), "--json").json["failed"]
    return str(needed["code"])


@pytest.mark.parametrize("letters", ["l\nr\nn\n", "1\n２\n7\n", "L\nR\nN\n"])
def test_the_whole_queue_is_settled_by_letters_or_digits(run: Run, letters: str):
    ended = run(*CONFLICTS, stdin=letters)
    assert ended.status == 0
    assert ended.out.rstrip().endswith("settled 3")
    assert waiting(run, "conflicts") == []


def test_both_are_kept_with_the_scopes_that_are_typed(run: Run):
    [first, *_] = waiting(run, "conflicts")
    run(*CONFLICTS, stdin="b\nat work\nat home\nq\n")
    links = run("show", str(first["left"]["id"]), "--json").json["links"]
    assert {(link["from"], link["note"]) for link in links if link["kind"] == "scoped"} == {
        (first["left"]["id"], "at work"),
        (first["right"]["id"], "at home"),
    }


def test_undo_stands_at_the_pair_again(run: Run):
    [first, second, *_] = waiting(run, "conflicts")
    ended = run(*CONFLICTS, stdin="n\nu\nl\nq\n")
    assert ended.out.rstrip().endswith("settled 1")
    assert [each["id"] for each in waiting(run, "conflicts")][:1] == [second["id"]]
    assert first["id"] not in [each["id"] for each in waiting(run, "conflicts")]


@pytest.mark.parametrize("letters", ["j\nj\nj\n", "q\n", "", "what?\n\x1b[A\n"])
def test_walking_on_decides_nothing(run: Run, letters: str):
    assert run(*CONFLICTS, stdin=letters).status == 0
    assert len(waiting(run, "conflicts")) == 3


def test_a_p0_goes_only_when_its_code_is_typed_after_before_and_after_were_shown(run: Run):
    [first, *_] = waiting(run, "contradictions")
    code = code_of(run, first["id"])
    left = run(*CONTRADICTIONS, stdin="r\n\nq\n")
    assert "nothing was changed" in left.out
    mistyped = run(*CONTRADICTIONS, stdin="r\nrrrr\nq\n")
    assert "is not the code" in mistyped.err
    assert len(waiting(run, "contradictions")) == 3
    ended = run(*CONTRADICTIONS, stdin=f"r\n{code.lower()}\nq\n")
    assert ended.out.index("before:") < ended.out.index("after:") < ended.out.index(code)
    assert len(waiting(run, "contradictions")) == 2


def test_a_p0_is_amended_in_the_editor(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    [first, *_] = waiting(run, "contradictions")
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "amended by hand" > "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    asked = run(*CONTRADICTIONS, stdin="m\n\nq\n")
    [code] = [line.split("type ")[1][:4] for line in asked.out.splitlines() if "type " in line]
    run(*CONTRADICTIONS, stdin=f"m\n{code}\nq\n")
    assert run("show", str(first["left"]["id"]), "--json").json["text"] == "amended by hand"


def test_it_speaks_chinese_too(run: Run):
    ended = run("--lang", "zh", *CONFLICTS, stdin="?\nq\n")
    assert "建议：" in ended.out
    assert "不算冲突" in ended.out


def test_what_is_only_put_off_is_not_counted_as_settled(run: Run):
    ended = run(*CONFLICTS, stdin="n\ns\nu\ns\nq\n")
    assert "put off" in ended.out
    assert ended.out.rstrip().endswith("settled 1")


@pytest.mark.parametrize(("answer", "band"), [("ｗ", "warm"), ("＃{full}", "hot")])
def test_a_full_hot_band_asks_what_makes_room(run: Run, answer: str, band: str):
    full = fill_hot_band(run)
    found = waiting(run, "conflicts")
    [place] = [at for at, each in enumerate(found) if each["right"]["subject"] == "candidate"]
    walk = "j\n" * place
    left_open = run(*CONFLICTS, stdin=f"{walk}r\n\nq\n")
    assert "the hot band is full" in left_open.err
    assert waiting(run, "conflicts") == found
    ended = run(*CONFLICTS, stdin=f"{walk}r\n{answer.format(full=full)}\nq\n")
    assert ended.out.rstrip().endswith("settled 1")
    newest = max(run("list", "--json", "--limit", "999").json["memories"], key=lambda each: int(each["id"]))
    assert newest["band"] == band


@pytest.mark.parametrize(
    ("script", "answers"), [("exit 3", "m\nq\n"), ("", "m\nn\nq\n")], ids=["failed", "not agreed to"]
)
def test_a_merged_text_that_is_not_saved_is_kept_in_a_file_that_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, answers: str
):
    editor = tmp_path / "editor"
    editor.write_text(f"#!/bin/sh\nprintf 'an hour of work' > \"$1\"\n{script}\n", encoding="utf-8")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    ended = run(*CONFLICTS, stdin=answers)
    kept = list((tmp_path / "state").rglob("memory-*.md"))
    assert [each.read_text(encoding="utf-8") for each in kept] == ["an hour of work"]
    assert str(kept[0]) in ended.err
    assert len(waiting(run, "conflicts")) == 3
