"""`palace review --plain`: one prompt, one letter, one decision, each in the journal at once."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palace import bootstrap
from palace.cli import plain_review
from palace.cli.invocation import Invocation
from palace.domain.journal import Actor
from palace.services.review import decide, rejecting

Run = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("shortened_cooling")


@pytest.fixture
def queue(run: Run, palace: Path) -> Path:
    """Three candidates that may be decided, the first of them said outright."""
    assert run("add", "second", "--wing", "social").status == 0
    assert run("add", "third").status == 0
    assert run("add", "first", "--now", "--when", "deploying", "--do", "run the tests").status == 0
    return palace


def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Make a Python program that is given the file the person's editor."""
    script = tmp_path / "my editor.py"
    script.write_text(f"import sys, pathlib\nfile = pathlib.Path(sys.argv[-1])\n{program}\n", "utf-8")
    monkeypatch.setenv("EDITOR", f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} --wait")


def left(run: Run) -> list[str]:
    return [candidate["text"] for candidate in run("review", "--json").json["candidates"]]


def memories(run: Run) -> list[str]:
    return [memory["text"] for memory in run("list", "--json").json["memories"]]


def test_letters_decide_and_the_end_tells_how_much(run: Run, queue: Path):
    ended = run("review", "--plain", stdin="y\nn\ns\n")
    assert ended.status == 0
    assert memories(run) == ["first"]
    assert left(run) == ["third"]
    assert "approved: memory #1" in ended.out
    assert "rejected candidate #1" in ended.out
    assert ended.out.endswith("nothing left to review\napproved 1 · rejected 1 · skipped 1\n")


def test_each_candidate_is_shown_with_what_is_proposed_and_what_is_missing(run: Run, queue: Path):
    shown = run("review", "--plain", stdin="q\n").out
    assert "candidate #3 · verified · left 3\n  first\n" in shown
    assert "when deploying → do run the tests (unless —)" in shown
    assert "seen 1×" in shown
    second = run("review", "--plain", stdin="s\nq\n").out
    assert "missing: sightings on another day or from another source: 1" in second


@pytest.mark.parametrize("answers", ["1\n2\n3\n", "１\n２\n３\n", "Y\nN\nS\n", " ｙ \r\nｎ\r\ns", "y\nn\n3"])
def test_digits_and_full_width_twins_mean_the_same(run: Run, queue: Path, answers: str):
    assert run("review", "--plain", stdin=answers).out.endswith("approved 1 · rejected 1 · skipped 1\n")


@pytest.mark.parametrize("answers", ["", "q\n", "ｑ\n", "Q\n"])
def test_leaving_changes_nothing(run: Run, queue: Path, answers: str):
    before = run("journal", "--json").out
    ended = run("review", "--plain", stdin=answers)
    assert (ended.status, ended.err) == (0, "searching by words only: there is no model at nowhere\n")
    assert ended.out.endswith("approved 0 · rejected 0 · skipped 0\n")
    assert run("journal", "--json").out == before


@pytest.mark.parametrize("answer", ["?", "？", "", "x", "yes please", "\x1b[A", "9", "\udcff"])
def test_anything_else_shows_the_help_and_asks_again(run: Run, queue: Path, answer: str):
    ended = run("review", "--plain", stdin=answer.encode("utf-8", "surrogateescape") + b"\nn\n")
    assert ended.out.count("quit; every decision is kept already") == 1
    assert "rejected candidate #3" in ended.out
    assert "\x1b" not in ended.out


def test_undo_and_redo_walk_back_and_forth(run: Run, queue: Path):
    ended = run("review", "--plain", stdin="y\nu\nU\nn\nu\nq\n")
    assert ended.status == 0
    assert memories(run) == ["first"]
    assert left(run) == ["second", "third"]
    assert ended.out.count("candidate #3 · verified · left 3") == 2
    assert "undone: 1\n" in ended.out
    assert "redone: 1\n" in ended.out
    assert ended.out.endswith("approved 1 · rejected 0 · skipped 0\n")


def test_undo_names_what_it_took_back(run: Run, queue: Path):
    assert "see  candidate #3  first" in run("review", "--plain", stdin="u\nq\n").out
    assert left(run) == ["second", "third"]


def test_nothing_to_take_back_is_said_and_the_walk_goes_on(run: Run, palace: Path):
    run("add", "one")
    ended = run("review", "--plain", stdin="U\nu\n")
    assert "there is nothing to redo" in ended.err
    assert ended.out.endswith("nothing left to review\napproved 0 · rejected 0 · skipped 0\n")


def test_the_editor_changes_the_text_and_the_candidate_stays(
    run: Run, queue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    editor(tmp_path, monkeypatch, "file.write_text(file.read_text() + '，改过\\n', 'utf-8')")
    ended = run("review", "--plain", stdin="e\n4\ny\nq\n")
    assert ended.status == 0
    assert memories(run) == ["first，改过，改过"]
    assert left(run) == ["second", "third"]


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("sys.exit(3)", "ended with status 3; nothing was changed"),
        ("file.write_text('')", "came back empty; nothing was changed"),
        ("file.write_text(' \\n ')", "came back empty; nothing was changed"),
        ("pass", "came back unchanged; nothing was changed"),
        ("file.unlink()", "did not work"),
        ("file.write_bytes(b'\\xff\\xfe')", "did not save UTF-8"),
    ],
)
def test_an_editor_that_fails_changes_nothing(
    run: Run, queue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, said: str
):
    editor(tmp_path, monkeypatch, program)
    ended = run("review", "--plain", stdin="e\nn\n")
    assert said in ended.err
    assert "rejected candidate #3" in ended.out
    assert left(run) == ["second", "third"]


@pytest.mark.parametrize("command", ["no-such-editor-here", "'unclosed", "/"])
def test_an_editor_that_is_none_is_named(
    run: Run, queue: Path, monkeypatch: pytest.MonkeyPatch, command: str
):
    monkeypatch.setenv("VISUAL", command)
    ended = run("review", "--plain", stdin="e\n")
    assert ended.status == 0
    assert command in ended.err
    assert len(left(run)) == 3


def test_an_edit_that_cannot_be_saved_is_kept_in_a_file(
    run: Run, queue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    editor(tmp_path, monkeypatch, "file.write_text('x' * 1_000_001)")
    ended = run("review", "--plain", stdin="e\nq\n")
    assert "a memory holds at most 1,000,000" in ended.err
    kept = tmp_path / "state/palace/unsaved-candidate-3.md"
    assert str(kept) in ended.err
    assert kept.read_text(encoding="utf-8") == "x" * 1_000_001


def test_what_another_decided_meanwhile_is_not_decided_again(
    run: Run, queue: Path, monkeypatch: pytest.MonkeyPatch
):
    read_line = plain_review.read_line

    def somebody_is_faster() -> str:
        settings = bootstrap.read_settings(None, {})
        with bootstrap.open_palace(queue, settings) as palace:
            [candidate] = palace.candidates([3])
            if candidate.verdict == "open":
                decide(palace, Actor.AGENT, 3, candidate.version, rejecting(bootstrap.surroundings(settings)))
        return read_line()

    monkeypatch.setattr(plain_review, "read_line", somebody_is_faster)
    ended = run("review", "--plain", stdin="y\nq\n")
    assert ended.status == 0
    assert "candidate #3 is rejected already" in ended.err
    assert memories(run) == []
    assert "candidate #1" in ended.out


def test_a_cooling_candidate_is_not_approved_but_may_be_rejected(run: Run, palace: Path, tmp_path: Path):
    (tmp_path / "config/palace/config.toml").unlink()
    run("add", "too fresh")
    ended = run("review", "--plain", stdin="y\nn\n")
    assert "candidate #1 is still cooling, until" in ended.err
    assert "missing: cools until" in ended.out
    assert left(run) == []


def test_it_speaks_chinese(run: Run, queue: Path):
    ended = run("review", "--plain", "--lang", "zh", stdin="？\ny\nn\ns\n")
    assert ended.out.endswith("没有待审的候选\n采纳 1 · 拒绝 1 · 跳过 1\n")
    assert "y 采纳，n 拒绝" in ended.out
    for word in ("approve", "candidate #", "missing", "seen "):
        assert word not in ended.out


def test_approved_memories_get_their_vectors_and_what_they_could_replace_is_named(call: Run, palace: Path):
    call("add", "--now", "A question of taste")
    call("add", "--approved", "Deploys happen on Tuesdays")
    call("add", "--now", "Deployments are done on Tuesday")
    ended = call("review", "--plain", stdin="s\ny\nq\n")
    assert (ended.status, ended.err) == (0, "")
    assert "could replace #1 (" in ended.out
    found = {each["check"]: each["found"] for each in call("doctor", "--json").json["findings"]}
    assert found["vectors"] == "2/2"


def test_a_bug_in_between_is_one_line_and_a_trace_in_the_log(
    run: Run, queue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def broken(self: Invocation) -> None:
        raise ZeroDivisionError("a bug with \x1b[2J in it")

    monkeypatch.setattr(Invocation, "surroundings", property(broken))
    ended = run("review", "--plain")
    assert ended.status == 1
    assert ended.err.count("\n") == 2
    assert "a bug with ␛[2J in it" in ended.err
    assert "ZeroDivisionError" in (tmp_path / "state/palace/palace.log").read_text(encoding="utf-8")
    (tmp_path / "state/palace/palace.log").unlink()
    (tmp_path / "state/palace").rmdir()
    (tmp_path / "state/palace").write_text("in the way", encoding="utf-8")
    assert "Traceback" in run("review", "--plain").err


@pytest.mark.parametrize(
    ("answer", "band_of_older", "band_of_newer"), [("1", "warm", "hot"), ("ｗ", "hot", "warm")]
)
def test_a_full_hot_band_asks_what_makes_room(
    run: Run, palace: Path, answer: str, band_of_older: str, band_of_newer: str
):
    assert run("add", "\n".join(["a line"] * 100), "--approved", "--band", "hot").status == 0
    assert run("add", "newer", "--now", "--band", "hot").status == 0
    left_open = run("review", "--plain", stdin="y\n\nq\n")
    assert "the hot band is full" in left_open.err
    assert left(run) == ["newer"]
    assert "approved 1" in run("review", "--plain", stdin=f"y\n{answer}\nq\n").out
    assert run("show", "1", "--json").json["band"] == band_of_older
    assert run("show", "2", "--json").json["band"] == band_of_newer


@pytest.mark.usefixtures("sample")
def test_what_a_candidate_contradicts_is_told_in_the_walk_and_in_json(run: Run):
    pairs = [
        *run("contradictions", "--json").json["contradictions"],
        *run("conflicts", "--json").json["conflicts"],
    ]
    with_candidate = [pair for pair in pairs if pair["right"]["subject"] == "candidate"]
    assert with_candidate
    listed = {each["id"]: each["clashes"] for each in run("review", "--json").json["candidates"]}
    for pair in with_candidate:
        [clash] = [each for each in listed[pair["right"]["id"]] if each["conflict_id"] == pair["id"]]
        assert (clash["memory_id"], clash["contradiction"]) == (pair["left"]["id"], pair["contradiction"])
        told = run("review", "--plain", stdin=f"g {pair['right']['id']}\nq\n").out
        verb = "contradictions" if pair["contradiction"] else "conflicts"
        assert f"palace {verb} {pair['id']}" in told
    others = set(listed) - {pair["right"]["id"] for pair in with_candidate}
    assert all(listed[each] == [] for each in others)
