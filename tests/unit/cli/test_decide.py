"""`palace decide`, `rejected`, `revive`, `deepen`: one or many, only what was seen, honest about the end."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Run = Callable[..., Any]
Ask = Callable[[Path, str], list[tuple[Any, ...]]]

pytestmark = pytest.mark.usefixtures("shortened_cooling")


@pytest.fixture
def queue(run: Run, palace: Path) -> Path:
    """Candidates #1 to #4, in this order."""
    for text, wing in (("one", "social"), ("two", "knowledge"), ("three", "social"), ("four", "intent")):
        assert run("add", text, "--wing", wing).status == 0
    return palace


def candidate(run: Run, number: int) -> dict[str, Any]:
    found: list[dict[str, Any]] = run("review", "--json").json["candidates"]
    return next(each for each in found if each["id"] == number)


def left(run: Run, *options: str) -> list[int]:
    return [each["id"] for each in run("review", "--json", *options).json["candidates"]]


def test_approving_fills_in_what_was_said(run: Run, queue: Path):
    words = (
        *("decide", "1", "approve", "--text", "one, in better words", "--wing", "intent", "--kind", "skill"),
        *("--priority", "P0", "--scene", "deploy", "--scene", "ci", "--when", "deploying", "--do", "wait"),
        *("--unless", "it burns", "--json"),
    )
    [needed] = run(*words).json["failed"]
    ended = run(*words, "--code", needed["code"])
    assert ended.status == 0
    [decided] = ended.json["decided"]
    memory = run("show", str(decided["memory_id"]), "--json").json
    assert (memory["text"], memory["wing"], memory["kind"]) == ("one, in better words", "intent", "skill")
    assert (memory["priority"], memory["band"], memory["scenes"]) == ("P0", "hot", ["deploy", "ci"])
    assert (memory["when"], memory["do"], memory["unless"]) == ("deploying", "wait", "it burns")


def test_editing_leaves_it_open_and_changes_only_what_was_said(run: Run, queue: Path):
    assert run("decide", "edit", "2", "--when", "it rains", "--do", "stay").status == 0
    after = candidate(run, 2)
    assert (after["text"], after["wing"], after["when"], after["do"]) == (
        "two",
        "knowledge",
        "it rains",
        "stay",
    )
    assert run("decide", "edit", "2", "--when", "").status == 0
    assert candidate(run, 2)["when"] == ""
    assert run("decide", "2", "edit").status == 4


def test_replacing_makes_a_memory_the_past_of_another(run: Run, queue: Path):
    older = run("decide", "1", "approve", "--json").json["decided"][0]["memory_id"]
    newer = run("decide", "2", "replace", "--memory", f"#{older}", "--json").json["decided"][0]["memory_id"]
    assert [link["kind"] for link in run("show", str(newer), "--json").json["links"]] == ["supersedes"]
    assert [each["name"] for each in run("rejected", "--json").json["rejected"]] == [f"memory:{older}"]


def test_snoozing_names_a_day_to_come(run: Run, queue: Path, ask: Ask):
    assert run("decide", "1", "snooze", "--until", "2999-01-02").status == 0
    assert ask(queue, "SELECT snoozed_until FROM candidate WHERE id = 1")[0][0].startswith("2999-01-0")
    past = run("decide", "2", "snooze", "--until", "2001-01-01")
    assert (past.status, left(run)) == (2, [2, 3, 4, 1])
    assert run("decide", "2", "snooze", "--until", "soon").status == 2


def test_many_are_one_act_with_a_report_for_each_and_one_undo(run: Run, queue: Path):
    ended = run("decide", "1", "99", "3", "reject", "--json")
    assert ended.status == 3
    assert [each["candidate_id"] for each in ended.json["decided"]] == [1, 3]
    [failed] = ended.json["failed"]
    assert (failed["candidate_id"], failed["exit_status"]) == (99, 3)
    assert failed["error"] == "there is no candidate #99"
    assert len(run("undo", "--json").json["undone"]) == 2
    assert sorted(left(run)) == [1, 2, 3, 4]


def test_only_what_was_seen_is_decided(run: Run, queue: Path):
    assert run("decide", "1", "edit", "--text", "one, changed elsewhere").status == 0
    stale = run("decide", "1", "reject", "--version", "1")
    assert (stale.status, stale.out) == (4, "")
    assert stale.err == "candidate #1 changed since you looked at it — look at it again\n"
    both = run("decide", "1@1", "2@1", "reject", "--json")
    assert both.status == 4
    assert [each["candidate_id"] for each in both.json["decided"]] == [2]
    assert run("decide", "1@2", "reject").status == 0
    assert run("decide", "1", "approve").status == 4


@pytest.mark.parametrize(
    "words",
    [
        ("1",),
        ("approve",),
        ("1", "approve", "reject"),
        ("1", "aprove"),
        ("1@", "approve"),
        ("9" * 30, "approve"),
        ("1", "snooze"),
        ("1", "replace"),
        ("1", "reject", "--text", "x"),
        ("1", "approve", "--until", "2999-01-01"),
        ("1", "2", "approve", "--text", "x"),
        ("1", "2", "reject", "--version", "1"),
        ("1", "approve", "--wing", "attic"),
        ("1", "approve", "--text", " "),
    ],
)
def test_wrong_use_decides_nothing(run: Run, queue: Path, ask: Ask, words: tuple[str, ...]):
    before = ask(queue, "SELECT * FROM decision")
    ended = run("decide", *words)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err
    assert ask(queue, "SELECT * FROM decision") == before


def test_people_are_told_in_their_language(run: Run, queue: Path):
    ended = run("--lang", "zh", "decide", "1", "77", "approve")
    assert "候选 #1" in ended.out
    assert "没有" in ended.err
    assert ended.status == 3


def test_the_list_is_narrowed_and_ordered_anew(run: Run, queue: Path):
    assert left(run, "--wing", "social") == [1, 3]
    assert left(run, "--wing", "social", "--wing", "intent") == [1, 3, 4]
    assert left(run, "--sort", "wing") == [2, 1, 3, 4]
    assert left(run, "--sort", "oldest") == [1, 2, 3, 4]
    assert left(run, "--stage", "cooling") == []
    assert left(run, "--stage", "candidate", "--sort", "evidence") == [1, 2, 3, 4]
    assert run("review", "--json", "--stage", "frozen").status == 2
    assert run("review", "--wing", "social").status == 2


def test_what_was_rejected_is_listed_and_comes_back_by_id_or_text(run: Run, queue: Path):
    run("decide", "1", "2", "reject")
    listed = run("rejected")
    assert "candidate:1  one" in listed.out
    assert run("revive", "candidate:1").status == 0
    assert run("revive", "TWO", "--json").json["id"] == 2
    assert sorted(left(run)) == [1, 2, 3, 4]
    assert run("rejected").out == "nothing was turned away\n"
    assert run("revive", "1").status == 3
    assert run("undo").status == 0
    assert [each["name"] for each in run("rejected", "--json").json["rejected"]] == ["candidate:2"]


def test_an_agent_brings_nothing_back(run: Run, queue: Path, monkeypatch: pytest.MonkeyPatch):
    run("decide", "1", "reject")
    monkeypatch.setenv("PALACE_ACTOR", "agent")
    assert run("revive", "1").status == 4


def test_deepening_is_shown_before_it_is_done(run: Run, palace: Path, ask: Ask):
    for number, again in enumerate(("at first", "once more", "as before")):
        words = ("add", "--approved", "the disk was full", "--kind", "failure", "--json")
        made = run(*words[:2], f"the disk was full {again}", *words[3:]).json["memory_id"]
        if number:
            link = (
                "INSERT INTO link (from_id, to_id, kind, made_at)"
                f" VALUES ({made}, 1, 'cites', '2026-01-01T00:00:00.000000Z')"
            )
            with closing(sqlite3.connect(palace)) as connection, connection:
                connection.execute(link)
    planned = run("deepen", "--dry-run", "--json").json
    assert (planned["applied"], planned["group"], left(run)) == (False, None, [])
    done = run("deepen", "--json").json
    [lesson] = done["lessons"]
    assert [case["id"] for case in lesson["cases"]] == [1, 2, 3]
    assert candidate(run, lesson["candidate_id"])["cited_memories"] == [1, 2, 3]
    assert "nothing was met three times" in run("deepen").out
    assert "drawn from #1, #2, #3" in run("review", "--plain", stdin="q\n").out


def test_a_rule_approved_without_a_binding_is_told_that_it_counts_as_unbound(
    run: Run, palace: Path, ask: Ask
):
    run("add", "We agreed to lend the boat by the week.", "--kind", "decision")
    run("add", "The boat is blue.", "--kind", "fact")
    assert (
        "approving without one is allowed and counted as unbound" in run("review", "--plain", stdin="q\n").out
    )
    told = run("decide", "1", "2", "approve")
    assert "memory #1 has no binding (when … do …): allowed, and counted as unbound" in told.out
    assert "memory #2 has no binding" not in told.out
    run("add", "Always lock the boat.", "--kind", "preference", "--json")
    [decided] = run("decide", "3", "approve", "--json").json["decided"]
    assert decided["unbound"] is True
    bound = ("--when", "leaving the boat", "--do", "lock it")
    run("add", "Lock the boat when leaving it.", "--kind", "decision")
    [decided] = run("decide", "4", "approve", *bound, "--json").json["decided"]
    assert decided["unbound"] is False


def test_the_plain_review_tells_of_a_missing_binding_after_the_approval(run: Run, palace: Path, ask: Ask):
    run("add", "We agreed to lend the boat by the week.", "--kind", "decision")
    assert "memory #1 has no binding" in run("review", "--plain", stdin="y\n").out


def test_the_plain_review_walks_lists_replaces_and_puts_off(run: Run, queue: Path):
    walked = run("review", "--plain", stdin="j\nj\nK\nl\ng 4\nd\nk\nq\n").out
    numbers = [int(line.split("#")[1].split(" ")[0]) for line in walked.splitlines() if "· left" in line]
    assert numbers == [1, 2, 3, 2, 2, 4, 4, 3]
    assert "→ #2" in walked
    older = run("decide", "1", "approve", "--json").json["decided"][0]["memory_id"]
    ended = run("review", "--plain", stdin=f"j\nr {older}\nz 2999-01-01\ng 4\nz 2999-01-01\nu\nn\nq\n")
    assert f"replaces #{older}" in ended.out
    assert ended.out.count("is put off until 2999-01-01") == 2
    assert "rejected candidate #4" in ended.out
    assert left(run) == [2]


@pytest.mark.parametrize("answer", ["g", "g 99", "g x", "r", "r 99", "z", "z 2001-01-01", "z soon"])
def test_a_command_that_does_not_fit_decides_nothing(run: Run, queue: Path, answer: str):
    ended = run("review", "--plain", stdin=f"{answer}\nq\n")
    assert (ended.status, left(run)) == (0, [1, 2, 3, 4])
    assert ended.err


_IDS = st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True)
_VERBS = st.sampled_from(
    [
        ("approve",),
        ("reject",),
        ("skip",),
        ("edit", "--wing", "history"),
        ("edit", "--when", "it rains", "--do", "stay"),
        ("snooze", "--until", "2999-01-01"),
    ]
)
STANDING = (
    "SELECT id, text, wing, verdict, memory_id, binding_when, skipped_hash, snoozed_until FROM candidate",
    "SELECT id, text, status, retired_at FROM memory",
    "SELECT content_hash, reason, candidate_id FROM tombstone",
    "SELECT candidate_id, source, day FROM evidence",
    "SELECT from_id, to_id, kind FROM link",
)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(decisions=st.lists(st.tuples(_IDS, _VERBS), min_size=1, max_size=4))
def test_any_decisions_undone_in_reverse_give_back_the_same_rows(
    run: Run, queue: Path, ask: Ask, decisions: list[tuple[list[int], tuple[str, ...]]]
):
    def standing() -> str:
        return json.dumps([ask(queue, f"{sql} ORDER BY 1, 2") for sql in STANDING])

    before, done = standing(), 0
    stood = [before]
    for ids, verb in decisions:
        report = run("decide", *map(str, ids), *verb, "--json").json
        if report["decided"]:
            done += 1
            stood.append(standing())
    for _ in range(done):
        assert standing() == stood.pop()
        assert run("undo").status == 0
    assert standing() == before


def test_a_batch_that_did_nothing_promises_no_undo(run: Run, queue: Path):
    told = run("decide", "98", "99", "approve")
    assert told.status == 3
    assert "undo" not in told.out


@pytest.mark.parametrize("words", [("1@0", "approve"), ("1", "approve", "--version", "0")])
def test_version_0_is_a_version_that_nobody_saw(run: Run, queue: Path, words: tuple[str, ...]):
    ended = run("decide", *words)
    assert ended.status == 4
    assert "changed since you looked at it" in ended.err
    assert left(run) == [1, 2, 3, 4]


@pytest.fixture
def full(run: Run, queue: Path) -> int:
    """A hot band whose hundred lines are used by one memory, which can be demoted; returns its id."""
    assert run("add", "\n".join(f"line {place}" for place in range(100)), "--approved", "--band", "hot")
    return int(run("list", "--json").json["memories"][0]["id"])


def test_a_full_hot_band_is_told_with_what_could_be_demoted(run: Run, full: int):
    ended = run("decide", "1", "approve", "--band", "hot")
    assert ended.status == 4
    assert "candidate #1: the hot band is full: 100 of 100 lines are used, and this takes 1" in ended.err
    assert f"  #{full}  " in ended.err
    [failed] = run("decide", "1", "approve", "--band", "hot", "--json").json["failed"]
    assert failed["demotable"][0][0]["memory_id"] == full
    made = run("decide", "1", "approve", "--band", "hot", "--demote", f"#{full}", "--json")
    assert made.status == 0
    assert run("show", str(full), "--json").json["band"] == "warm"
    assert run("undo").status == 0
    assert run("show", str(full), "--json").json["band"] == "hot"
    assert left(run) == [1, 2, 3, 4]


def test_demoting_is_for_one_candidate_that_is_approved(run: Run, full: int):
    assert run("decide", "1", "2", "approve", "--demote", str(full)).status == 2
    assert run("decide", "1", "reject", "--demote", str(full)).status == 2
    assert run("decide", "1", "approve", "--demote", "999").status == 3
    assert left(run) == [1, 2, 3, 4]


def test_a_reason_that_names_a_memory_names_the_candidate_too(run: Run, queue: Path):
    assert run("add", "two", "--approved").status == 0
    assert run("decide", "2", "edit", "--text", "one").status == 0
    made = run("decide", "1", "approve", "--json").json["decided"][0]["memory_id"]
    assert made == 2
    assert "candidate #2: memory #2 says this already" in run("decide", "2", "approve").err
