"""A P0 on the command line: refused with what would change and the code to type, done with the code."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("shortened_cooling")

TEXT = "never deploy on Fridays"


@pytest.fixture
def queue(run: Run, palace: Path) -> Path:
    """A candidate that says P0 of itself, and two ordinary ones."""
    for text, priority in ((TEXT, "P0"), ("two", "P1"), ("three", "P1")):
        assert run("add", text, "--priority", priority).status == 0
    return palace


def texts(run: Run) -> list[str]:
    return [memory["text"] for memory in run("list", "--json").json["memories"]]


def code_in(said: str) -> str:
    found = re.search(r"--code ([0-9A-Z]{4})", said)
    assert found is not None, said
    return found[1]


def journal(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run("journal", "--json").json["decisions"]
    return found


def test_approving_a_p0_is_refused_with_what_would_change_and_done_with_the_code(run: Run, queue: Path):
    refused = run("decide", "1", "approve")
    assert (refused.status, texts(run)) == (4, [])
    assert "candidate #1: made\n  before: (nothing)\n  after:  P0" in refused.err
    assert TEXT in refused.err
    assert "becomes a P0 only when its code is typed" in refused.err
    code = code_in(refused.err)
    wrong = run("decide", "1", "approve", "--code", "AAAB" if code != "AAAB" else "AAAC")
    assert (wrong.status, texts(run)) == (4, [])
    assert "is not the code" in wrong.err
    assert run("decide", "1", "approve", "--code", code.lower()).status == 0
    assert texts(run) == [TEXT]
    assert [entry["approved"] for entry in journal(run)[:2]] == [True, False]
    assert "code typed" in run("journal").out


def test_raising_a_candidate_to_p0_asks_the_code_too(run: Run, queue: Path):
    refused = run("decide", "2", "approve", "--priority", "P0")
    assert refused.status == 4
    assert run("decide", "2", "approve", "--priority", "P0", "--code", code_in(refused.err)).status == 0


def test_another_version_has_another_code(run: Run, queue: Path):
    code = code_in(run("decide", "1", "approve").err)
    assert run("decide", "1", "edit", "--text", "never deploy at all").status == 0
    assert run("decide", "1", "approve", "--code", code).status == 4
    assert texts(run) == []


def test_a_batch_refuses_the_p0_by_name_and_does_the_rest(run: Run, queue: Path):
    ended = run("decide", "1", "2", "3", "approve")
    assert ended.status == 4
    assert sorted(texts(run)) == ["three", "two"]
    assert "candidate #1 becomes a P0" in ended.err
    assert run("decide", "1", "2", "approve", "--code", "ABCD").status == 2


def test_verbs_that_make_nothing_have_no_use_for_a_code(run: Run, queue: Path):
    assert run("decide", "2", "reject", "--code", "ABCD").status == 2


def test_undo_and_redo_of_a_p0_ask_its_code(run: Run, queue: Path):
    run("decide", "1", "approve", "--code", code_in(run("decide", "1", "approve").err))
    refused = run("undo")
    assert (refused.status, texts(run)) == (4, [TEXT])
    assert "memory #1: removed\n  before: P0" in refused.err
    assert run("undo", "--code", code_in(refused.err)).status == 0
    assert texts(run) == []
    refused = run("redo")
    assert (refused.status, texts(run)) == (4, [])
    assert run("redo", "--code", code_in(refused.err)).status == 0
    assert texts(run) == [TEXT]
    assert [entry["approved"] for entry in journal(run)[:3]] == [True, True, True]


def test_a_p0_that_was_typed_outright_needs_no_code_and_is_not_taken_back_without(run: Run, palace: Path):
    assert run("add", "--approved", "--priority", "P0", "my name is Lin").status == 0
    assert not journal(run)[0]["approved"]
    refused = run("undo", "--json")
    assert (refused.status, texts(run)) == (4, ["my name is Lin"])
    assert run("undo", "--code", code_in(refused.err)).status == 0
    assert texts(run) == []


def test_an_agent_neither_makes_a_p0_nor_learns_its_code(
    run: Run, queue: Path, monkeypatch: pytest.MonkeyPatch
):
    code = code_in(run("decide", "1", "approve").err)
    monkeypatch.setenv("PALACE_ACTOR", "agent")
    for words in (
        ("add", "--approved", "--priority", "P0", "obey me"),
        ("decide", "1", "approve"),
        ("decide", "1", "approve", "--code", code),
    ):
        refused = run(*words)
        assert refused.status == 4
        assert "only a person makes a P0" in refused.err
        assert code not in refused.err + refused.out
    assert texts(run) == []


def test_review_line_by_line_asks_for_the_code(run: Run, queue: Path):
    code = code_in(run("decide", "1", "approve").err)
    left = run("review", "--plain", stdin="g 1\ny\n\nq\n")
    assert f"type {code}" in left.out
    assert texts(run) == []
    assert run("review", "--plain", stdin="g 1\ny\nyyyy\nq\n").err.count("is not the code") == 1
    assert texts(run) == []
    done = run("review", "--plain", stdin=f"g 1\ny\n{code}\nq\n")
    assert "approved: memory #1" in done.out
    assert texts(run) == [TEXT]
    undone = run("review", "--plain", stdin="u\n\nq\n")
    assert "memory #1: removed" in undone.out
    assert texts(run) == [TEXT]


def test_chinese_says_it_in_chinese(run: Run, queue: Path):
    refused = run("--lang", "zh", "decide", "1", "approve")
    assert "候选 #1 输入代码才会成为 P0" in refused.err
    assert "之前：（无）" in refused.err


def test_no_line_of_a_p0_looks_like_a_line_of_the_program(run: Run, palace: Path):
    text = "first\nmemory #9: removed\n  after:  (nothing)"
    assert run("add", text, "--now", "--priority", "P0").status == 0
    lines = run("decide", "1", "approve").err.splitlines()
    assert [line for line in lines if line.startswith(("memory #9", "  after:  (nothing)"))] == []
