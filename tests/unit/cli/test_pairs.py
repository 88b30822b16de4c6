"""`palace conflicts`, `contradictions`, `settle`, `approve`: everything is decided without the app too."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.unit.cli.pairs_waiting import Run, memory, waiting

pytestmark = pytest.mark.usefixtures("sample", "no_model")


def test_conflicts_and_contradictions_are_listed_apart(run: Run):
    conflicts, contradictions = waiting(run, "conflicts"), waiting(run, "contradictions")
    assert (len(conflicts), len(contradictions)) == (3, 3)
    assert {each["left"]["priority"] for each in contradictions} == {"P0"}
    assert "P0" not in {each["left"]["priority"] for each in conflicts}
    told = run("conflicts").out.splitlines()
    assert told[-2:] == ["3 waiting", "3 more contradict a P0: palace contradictions"]
    assert run("contradictions").out.splitlines()[-1] == "3 waiting for you"


def test_one_pair_is_shown_with_both_sides_and_the_advice(run: Run):
    [first, *_] = waiting(run, "conflicts")
    shown = run("conflicts", str(first["id"]), "--json").json
    assert shown["recommendation"]["advice"] in {"supersede", "keep_both", "note"}
    assert set(shown["recommendation"]["axes"]) == {"source_quality", "repetition", "freshness"}
    told = run("conflicts", str(first["id"])).out
    assert first["left"]["text"] in told
    assert first["right"]["text"] in told
    assert "advice: " in told


def test_a_contradiction_says_what_depends_on_the_p0(run: Run):
    [first, *_] = waiting(run, "contradictions")
    shown = run("contradictions", str(first["id"]), "--json").json
    assert set(shown["depends_on_it"]) == {"cited_by", "superseded", "scenes", "hot_line"}
    assert "depends on it: " in run("contradictions", str(first["id"])).out


def test_a_pair_is_settled_and_undone(run: Run):
    [first, *others] = waiting(run, "conflicts")
    ended = run("settle", str(first["id"]), "keep_left")
    assert ended.status == 0
    assert [each["id"] for each in waiting(run, "conflicts")] == [each["id"] for each in others]
    assert memory(run, first["right"]["id"])["retired_at"] is not None
    assert run("undo").status == 0
    assert waiting(run, "conflicts")[0]["id"] == first["id"]


def test_what_is_put_off_says_until_when(run: Run):
    [first, *_] = waiting(run, "conflicts")
    run("settle", str(first["id"]), "snooze", "--until", "+10")
    [head] = [line for line in run("conflicts").out.splitlines() if line.startswith(f"#{first['id']} ")]
    assert " · put off until 2026-05-30 " in head


def test_both_sides_are_not_kept_in_one_and_the_same_scope(run: Run):
    [first, *_] = waiting(run, "conflicts")
    named = ("settle", str(first["id"]), "keep_both", "--left-scope", "at home", "--right-scope")
    ended = run(*named, " at  home ")
    assert ended.status == 2
    assert "both sides have the same scope “at home”" in ended.err
    assert first in waiting(run, "conflicts")
    assert run(*named, "abroad").status == 0


def test_what_names_a_settled_pair_in_the_journal_is_cut_with_a_sign(run: Run):
    [first] = [each for each in waiting(run, "conflicts") if len(each["left"]["text"]) > 90]
    assert run("settle", str(first["id"]), "keep_left").status == 0
    told = run("journal", "--limit", "1").out
    assert f"{first['left']['text'][:60]}" in told
    assert "… | " in told


@pytest.mark.parametrize(
    "words",
    [
        ("keep-right",),
        ("keep_both", "--left-scope", "here", "--right-scope", "there"),
        ("merge", "--text", "both in one", "--drop"),
        ("amend", "--text", "the older one, amended", "--drop"),
        ("note",),
        ("follow",),
        ("no_conflict",),
    ],
)
def test_every_verb_settles(run: Run, words: tuple[str, ...]):
    [first, *others] = waiting(run, "conflicts")
    ended = run("settle", str(first["id"]), *words, "--json")
    assert (ended.status, ended.json["failed"]) == (0, [])
    assert len(waiting(run, "conflicts")) == len(others)


@pytest.mark.parametrize(
    "words", [("skip",), ("snooze", "--until", "2026-08-01"), ("snooze", "--until", "+10 days")]
)
def test_what_is_put_off_goes_on_waiting_at_the_end(run: Run, words: tuple[str, ...]):
    [first, *others] = waiting(run, "conflicts")
    ended = run("settle", str(first["id"]), *words)
    assert (ended.status, ended.out) == (0, f"conflict #{first['id']}: put off\n")
    assert waiting(run, "conflicts")[-1]["id"] == first["id"]
    assert len(waiting(run, "conflicts")) == len(others) + 1


def test_many_are_settled_with_one_undo(run: Run):
    numbers = [str(each["id"]) for each in waiting(run, "conflicts")]
    assert run("settle", *numbers, "no_conflict").status == 0
    assert waiting(run, "conflicts") == []
    assert run("undo").status == 0
    assert len(waiting(run, "conflicts")) == len(numbers)


def test_only_the_versions_that_were_seen_are_settled(run: Run):
    [first, *_] = waiting(run, "conflicts")
    assert run("settle", f"{first['id']}@{first['seen']}", "no_conflict").status == 0
    [second, *_] = waiting(run, "conflicts")
    ended = run("settle", f"{second['id']}@9.9.9", "keep_left")
    assert (ended.status, "changed since" in ended.err) == (4, True)


def test_a_p0_is_replaced_only_by_its_typed_code(run: Run):
    number = next(each for each in waiting(run, "contradictions") if each["right"]["subject"] == "memory")
    before = memory(run, number["left"]["id"])
    asked = run("approve", str(number["id"]))
    assert asked.status == 4
    assert before["text"].splitlines()[0] in asked.err
    [needed] = run("approve", str(number["id"]), "--json").json["failed"]
    assert run("approve", str(number["id"]), "--code", "2222").status == 4
    assert memory(run, number["left"]["id"]) == before
    assert run("approve", str(number["id"]), "--code", needed["code"]).status == 0
    assert memory(run, number["left"]["id"])["retired_at"] is not None


def test_a_p0_is_amended_only_by_its_typed_code(run: Run):
    [first, *_] = waiting(run, "contradictions")
    words = ("approve", str(first["id"]), "--text", "amended by hand")
    [needed] = run(*words, "--json").json["failed"]
    assert memory(run, first["left"]["id"])["text"] == first["left"]["text"]
    assert run(*words, "--code", needed["code"]).status == 0
    assert memory(run, first["left"]["id"])["text"] == "amended by hand"


def test_what_a_p0_would_lose_stands_beside_its_code(run: Run):
    found = next(each for each in waiting(run, "contradictions") if "€120" in each["left"]["text"])
    words = ("approve", str(found["id"]), "--text", "The cloud may cost something.")
    assert "would lose: " in run(*words).err
    [needed] = run(*words, "--json").json["failed"]
    assert any("120" in lost for change in needed["changes"] for lost in change["would_lose"])


def test_an_amended_memory_names_what_it_would_lose_and_keeps_it_only_when_told_to(run: Run):
    [first, *_] = waiting(run, "conflicts")
    words = ("settle", str(first["id"]), "amend", "--text", "😀")
    ended = run(*words)
    assert (ended.status, "would lose: " in ended.err) == (4, True)
    assert memory(run, first["left"]["id"])["text"] == first["left"]["text"]
    assert run(*words, "--drop").status == 0


def test_a_pair_that_says_the_same_is_advised_to_be_merged_and_following_merges_it(run: Run, sample: Path):
    [first, *_] = waiting(run, "conflicts")
    with closing(sqlite3.connect(sample)) as connection, connection:
        connection.execute("UPDATE conflict SET relation = 'contains' WHERE id = ?", (first["id"],))
    assert "advice: one of them says all" in run("conflicts", str(first["id"])).out
    assert run("conflicts", str(first["id"]), "--json").json["proposes_merge"] is True
    [settled] = run("settle", str(first["id"]), "follow", "--drop", "--json").json["settled"]
    assert settled["resolution"] == "merged"
    merged = memory(run, settled["memory_id"])["text"]
    assert merged == max((first["right"]["text"], first["left"]["text"]), key=len)


def test_a_batch_changes_no_p0(run: Run):
    contradictions, conflicts = waiting(run, "contradictions"), waiting(run, "conflicts")
    numbers = [str(each["id"]) for each in (*contradictions, *conflicts)]
    ended = run("settle", *numbers, "keep_right")
    assert ended.status == 4
    assert len(waiting(run, "contradictions")) == len(contradictions)
    assert [memory(run, each["left"]["id"])["text"] for each in contradictions] == [
        each["left"]["text"] for each in contradictions
    ]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("settle", "99", "keep_left"), 3),
        (("settle", "1", "eat"), 2),
        (("settle", "keep_left"), 2),
        (("settle", "1"), 2),
        (("settle", "1", "merge"), 2),
        (("settle", "1", "keep_left", "--text", "x"), 2),
        (("settle", "1", "skip", "--left-scope", "x"), 2),
        (("settle", "1", "2", "merge", "--text", "x"), 2),
        (("settle", "2", "3", "follow"), 2),
        (("settle", "2", "snooze", "--until", "the day after never"), 2),
        (("approve", "x"), 2),
        (("approve", "2"), 2),
        (("approve", "99"), 3),
        (("conflicts", "99"), 3),
        (("conflicts", "--all"), 2),
        (("conflicts", "--find"), 1),
    ],
)
def test_wrong_use_is_named_and_nothing_is_settled(run: Run, words: tuple[str, ...], status: int):
    before = waiting(run, "conflicts"), waiting(run, "contradictions")
    ended = run(*words)
    assert (ended.status, bool(ended.err.strip())) == (status, True)
    assert (waiting(run, "conflicts"), waiting(run, "contradictions")) == before


@pytest.mark.parametrize("written", ["#{}", "＃{}", " {} "])
def test_ids_are_read_in_full_width_too(run: Run, written: str):
    def wide(number: int) -> str:
        return written.format("".join(chr(ord(digit) + 0xFEE0) for digit in str(number)))

    [first, second, *_] = waiting(run, "conflicts")
    assert run("conflicts", wide(first["id"])).status == 0
    assert run("show", wide(first["left"]["id"])).status == 0
    [contradiction, *_] = waiting(run, "contradictions")
    assert run("approve", wide(contradiction["id"])).status == 4
    ids = (wide(first["left"]["id"]), wide(second["left"]["id"]))
    assert "there is no model" in run("compare", "--ids", *ids).err, "the ids were understood"
    seen = second["seen"].replace(".", "．")
    assert run("settle", f"{wide(second['id'])}＠{seen}", "no_conflict").status == 0
    [candidate, *_] = run("review", "--json").json["candidates"]
    assert run("decide", f"{wide(candidate['id'])}＠{candidate['version']}", "skip").status == 0
    journal = run("journal", "--json").json["decisions"]
    assert run("undo", wide(journal[0]["id"])).status == 0


def test_a_rejected_text_is_revived_under_its_full_width_number(run: Run):
    [candidate, *_] = run("review", "--json").json["candidates"]
    assert run("decide", str(candidate["id"]), "reject").status == 0
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in f"candidate:{candidate['id']}")
    assert run("revive", wide).status == 0
