"""`palace add`, `init`, `demo --copy`, and taking it back with `undo` and `redo`."""

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.hot_band import fill_hot_band

Run = Callable[..., Any]
Ask = Callable[[Path, str], list[tuple[Any, ...]]]


NOTHING_FOUND = {"conflicts": [], "not_compared": 0, "not_compared_because": None, "without_vector": 0}


def test_a_statement_becomes_a_candidate_that_cools(run: Run, palace: Path):
    ended = run("add", "Deploys happen on Tuesdays")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("candidate #1 cools until ")
    [candidate] = run("review", "--json").json["candidates"]
    assert (candidate["text"], candidate["stage"]) == ("Deploys happen on Tuesdays", "cooling")
    assert (candidate["express"], candidate["evidences"]) == (False, 1)
    assert run("list", "--json").json["count"] == 0


def test_the_same_statement_again_is_the_same_candidate(run: Run, palace: Path):
    run("add", "周二部署")
    again = run("add", "周二部署。", "--json").json
    told = {"outcome": "known", "candidate_id": 1, "memory_id": None, "decision_id": None}
    assert again == {**told, **NOTHING_FOUND}
    assert "candidate #1 is known" in run("add", "周二部署").out


def test_what_is_said_outright_comes_first_even_where_it_was_noticed_before(run: Run, palace: Path):
    run("add", "noticed first")
    run("add", "noticed second")
    ended = run("add", "--now", "Noticed second", "--priority", "p0")
    assert "candidate #2 waits first in the queue" in ended.out
    first, _ = run("review", "--json").json["candidates"]
    assert (first["id"], first["express"], first["priority"], first["band"]) == (2, True, "P0", "hot")
    assert run("undo").status == 0
    assert [candidate["express"] for candidate in run("review", "--json").json["candidates"]] == [False] * 2


def test_an_approved_statement_is_a_memory_with_all_that_was_said(run: Run, palace: Path):
    ended = run(
        *("add", "--approved", "先跑测试", "--wing", "REFLECTION", "--band", "cold", "--priority", "2"),
        *("--kind", "skill", "--scene", "deploy", "--scene", "ci"),
        *("--when", "部署", "--do", "跑测试", "--unless", "热修", "--json"),
    )
    told = {"outcome": "new", "candidate_id": None, "memory_id": 1, "decision_id": 1}
    assert ended.json == {**told, **NOTHING_FOUND}
    assert "searching by words only" in ended.err
    memory = run("show", "1", "--json").json
    kept = {key: memory[key] for key in ("wing", "band", "layer", "priority", "kind", "when", "do", "unless")}
    assert kept == {
        "wing": "reflection",
        "band": "cold",
        "layer": "skill",
        "priority": "P2",
        "kind": "skill",
        "when": "部署",
        "do": "跑测试",
        "unless": "热修",
    }
    assert memory["scenes"] == ["deploy", "ci"]
    assert (memory["source"]["kind"], memory["source"]["quality"]) == ("user", 1.0)
    known = run("add", "--approved", "先跑测试", "--json").json
    assert (known["outcome"], known["memory_id"]) == ("known", 1)


def test_a_correction_is_known_as_one(run: Run, palace: Path):
    run("add", "--approved", "It is Wednesday, not Tuesday", "--kind", "correction")
    assert run("show", "1", "--json").json["source"]["kind"] == "correction"


@pytest.mark.parametrize("words", [("add", "--approved"), ("add", "--approved", "-")])
@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (b"one line\n", "one line"),
        ("两行\n文字\r\n".encode(), "两行\n文字"),
        (b"\xef\xbb\xbfwith a mark", "with a mark"),
        (b"a\x00b \x1b[2J\n", "a\x00b \x1b[2J"),
    ],
)
def test_a_statement_may_come_through_standard_input(
    run: Run, palace: Path, words: tuple[str, ...], given: bytes, kept: str
):
    assert run(*words, stdin=given).status == 0
    assert run("show", "1", "--json").json["text"] == kept


@pytest.mark.parametrize(
    ("words", "given", "said"),
    [
        (("add",), b"", "a memory cannot be empty"),
        (("add",), b" \n\t\n", "a memory cannot be empty"),
        (("add", ""), b"not read", "a memory cannot be empty"),
        (("add", "   "), b"not read", "a memory cannot be empty"),
        (("add",), b"caf\xe9", "standard input is not UTF-8: byte 3 is 0xe9"),
        (("add",), b"a" * 1_000_001, "1,000,001 characters; a memory holds at most 1,000,000"),
        (("add", "x\udcff"), b"", "what was typed is not UTF-8: byte 1 is 0xff"),
        (("add", "x", "--scene", "\udcff"), b"", "what was typed is not UTF-8"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_nothing_changes(
    run: Run, palace: Path, words: tuple[str, ...], given: bytes, said: str
):
    before = palace.read_bytes()
    ended = run(*words, stdin=given)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert palace.read_bytes() == before


def test_words_of_a_locale_without_utf8_are_understood(run: Run, palace: Path):
    """Python hands on the bytes of such a word as half characters."""
    typed = "体检在周五".encode().decode("ascii", "surrogateescape")
    assert run("add", "--approved", typed).status == 0
    assert run("show", "1", "--json").json["text"] == "体检在周五"
    assert run("search", "--words-only", "体检".encode().decode("ascii", "surrogateescape")).status == 0


def test_the_longest_text_is_kept_and_listed_on_one_short_line(run: Run, palace: Path):
    text = "长" * 1_000_000
    assert run("add", "--approved", stdin=text).status == 0
    assert run("show", "1", "--json").json["text"] == text
    assert len(run("list").out) < 1000
    assert len(run("journal").out) < 1000


def test_undo_and_redo_walk_through_the_journal_also_between_calls(run: Run, palace: Path):
    run("add", "--approved", "first")
    run("add", "second")
    undone = run("undo", "--json").json["undone"]
    assert [(decision["id"], decision["verb"], decision["summary"]) for decision in undone] == [
        (2, "see", "second")
    ]
    assert run("undo", "#1").out.startswith("undone: 1\n  1  ")
    assert run("list", "--json").json["count"] == 0
    assert [decision["id"] for decision in run("redo", "--json").json["redone"]] == [4]
    assert run("list", "--json").json["count"] == 1


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("undo",), 3, "there is nothing to undo"),
        (("redo",), 3, "there is nothing to redo"),
        (("undo", "99"), 3, "there is no decision 99"),
        (("redo", "--json"), 3, "there is nothing to redo"),
    ],
)
def test_where_nothing_can_be_taken_back_it_says_so(
    run: Run, palace: Path, words: tuple[str, ...], status: int, said: str
):
    ended = run(*words)
    assert (ended.status, ended.out) == (status, "")
    assert said in ended.err


def test_undoing_twice_is_refused(run: Run, palace: Path):
    run("add", "once")
    assert run("undo", "1").status == 0
    ended = run("undo", "1")
    assert ended.status == 4
    assert "undone already" in ended.err


def test_an_agent_is_known_as_one_and_undoes_only_what_is_its_own(
    run: Run, palace: Path, monkeypatch: pytest.MonkeyPatch
):
    run("add", "said by the person")
    monkeypatch.setenv("PALACE_ACTOR", "agent")
    assert run("undo").status == 3
    run("add", "seen by an agent")
    assert run("journal", "--json").json["decisions"][0]["actor"] == "agent"
    assert run("undo").status == 0


def test_a_new_palace_is_private_and_never_made_over_another(run: Run, tmp_path: Path):
    path = tmp_path / 'deep/er/it\'s "mine" #1?%20.db'
    assert run("init", path).out == f"made an empty palace at {path}\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    run("--palace", path, "add", "--approved", "kept")
    before = path.read_bytes()
    for words in (("init", path), ("--palace", path, "init")):
        ended = run(*words)
        assert ended.status == 4
        assert "there is something at" in ended.err
    assert path.read_bytes() == before
    assert run("--palace", path, "list").out.endswith("kept\n")


@pytest.mark.parametrize("place", ["/dev/null/palace.db", "/proc/nowhere/palace.db"])
def test_a_palace_that_cannot_be_made_is_one_line(run: Run, place: str):
    ended = run("init", place)
    assert ended.status == 1
    assert ended.err.count("\n") == 1
    assert "no palace can be made at" in ended.err


def test_without_a_palace_every_verb_says_how_to_make_one(run: Run, tmp_path: Path):
    for verb in (
        *(("list",), ("show", "1"), ("search", "x"), ("add", "x"), ("journal",), ("undo",), ("redo",)),
        *(("doctor",), ("reindex",), ("review", "--plain"), ("review", "--json"), ("import", ".")),
    ):
        ended = run(*verb)
        assert (ended.status, ended.out) == (3, ""), verb
        assert "palace init --palace" in ended.err
    assert not (tmp_path / "data").exists()


def test_the_sample_can_be_written_and_is_never_written_over(run: Run, tmp_path: Path):
    target = tmp_path / "copy.db"
    assert run("demo", "--copy", target).out == f"the sample palace is at {target}\n"
    assert run("--palace", target, "list", "--json").json["count"] > 200
    (tmp_path / "link.db").symlink_to(tmp_path / "nowhere.db")
    for taken in (target, tmp_path / "link.db"):
        assert run("demo", "--copy", taken).status == 4
    assert run("demo", "--copy", tmp_path / "no/such/folder.db").status == 1
    assert not (tmp_path / "nowhere.db").exists()


def test_the_sample_lives_at_the_time_it_is_told(run: Run, sample: Path):
    """Else it would fade from day to day, and what the app shows would be another palace."""
    run("add", "--approved", "now and then")
    added = run("journal", "--limit", "1", "--json").json["decisions"][0]["at"]
    newest = json.loads(run("list", "--order", "newest", "--json").out)["memories"][0]
    assert added[:7] == newest["recorded_at"][:7] == "2026-05"
    assert newest["text"] == "now and then"


def test_what_is_kept_at_once_in_a_full_hot_band_names_what_may_leave_it(run: Run, palace: Path):
    full = fill_hot_band(run)
    refused = run("add", "one more", "--approved", "--band", "hot")
    assert refused.status == 4
    assert "the hot band is full: 100 of 100 lines are used, and this takes 1" in refused.err
    assert f"#{full}" in refused.err
    assert run("list", "--json").json["count"] == 1
    assert run("add", "one more", "--approved", "--band", "hot", "--demote", f"#{full}").status == 0
    assert run("show", str(full), "--json").json["band"] == "warm"
    assert run("undo").status == 0
    assert run("show", str(full), "--json").json["band"] == "hot"
    assert run("list", "--json").json["count"] == 1


def test_room_is_made_only_for_what_is_kept_at_once(run: Run, palace: Path):
    ended = run("add", "waits in the queue", "--demote", "1")
    assert ended.status == 2
    assert "--approved" in ended.err
