"""`palace versions`: every text is kept, any two are compared, and one comes back only as an edit does."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.core_memory import code_of, coded
from palace.domain.journal import Actor, Subject, Verb
from palace.services.surroundings import Surroundings
from palace.services.tending import as_form, editing_memory, tend

Run = Callable[..., Any]
Ask = Callable[[Path, str], list[tuple[Any, ...]]]
TEXTS = ("Tea is at four.", "Tea is at four, in the garden.", "Tea is at five, in the garden.")


def edit(palace: Path, memory_id: int, text: str, surroundings: Surroundings) -> None:
    with bootstrap.open_palace(palace, Settings()) as opened:
        [memory] = opened.memories([memory_id])
        how = editing_memory(replace(as_form(memory), text=text), surroundings)
        code = ""
        if memory.priority == "P0":
            code = code_of([coded(memory)])
        tend(opened, Actor.PERSON, memory_id, memory.version, how, typed_code=code)


@pytest.fixture
def edited(run: Run, palace: Path) -> Path:
    """A palace whose memory #1 had three texts; its bands and pins changed in between too."""
    around = bootstrap.surroundings(Settings())
    assert run("add", TEXTS[0], "--approved").status == 0
    for text in TEXTS[1:]:
        edit(palace, 1, text, around)
    return palace


def test_every_text_is_listed_the_present_one_first(run: Run, edited: Path):
    told = run("versions", "1", "--json").json
    assert [(each["version"], each["text"]) for each in told["versions"]] == [
        (3, TEXTS[2]),
        (2, TEXTS[1]),
        (1, TEXTS[0]),
    ]
    assert told["versions"][0]["replaced_at"] is None
    lines = run("versions", "＃1").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["v3", "v2", "v1"]


@pytest.mark.parametrize(
    ("between", "shown"),
    [
        (("1", "2"), "Tea is at four{+, in the garden+}."),
        (("2", "1"), "Tea is at four[-, in the garden-]."),
        (("2",), "Tea is at [-four-]{+five+}, in the garden."),
        (("3", "3"), TEXTS[2]),
    ],
)
def test_any_two_are_compared(run: Run, edited: Path, between: tuple[str, ...], shown: str):
    assert shown in run("versions", "1", *between).out
    told = run("versions", "1", *between, "--json").json
    assert (
        "".join(each["text"] for each in told["difference"] if each["change"] != "delete")
        == (told["to"]["text"])
    )


def test_going_back_is_an_edit_with_one_undo_and_loses_no_text(run: Run, edited: Path, ask: Ask):
    refused = run("versions", "1", "--restore", "1")
    assert refused.status == 4
    assert "would lose" in refused.err
    assert "--drop" in refused.err
    done = run("versions", "1", "--restore", "1", "--drop", "--json").json
    assert done["memory"]["text"] == TEXTS[0]
    versions = run("versions", "1", "--json").json["versions"]
    assert [each["text"] for each in versions] == [TEXTS[0], TEXTS[2], TEXTS[1], TEXTS[0]]
    assert ask(edited, "SELECT verb, actor FROM decision ORDER BY id DESC LIMIT 1") == [("edit", "person")]
    assert TEXTS[0] in run("search", "Tea", "--words-only").out
    assert run("undo").status == 0
    assert run("versions", "1", "--json").json["versions"][0]["text"] == TEXTS[2]
    assert run("redo").status == 0
    assert run("versions", "1", "--json").json["versions"][0]["text"] == TEXTS[0]
    assert run("versions", "1", "--restore", "2").status == 0, "what is only added to loses nothing"


def test_a_text_that_another_memory_says_by_now_is_refused(run: Run, edited: Path, ask: Ask):
    assert run("versions", "1", "--restore", "2", "--drop").status == 0
    with bootstrap.open_palace(edited, Settings()) as opened, opened.unit_of_work(Actor.PERSON) as work:
        hash_of_first = ask(edited, "SELECT content_hash FROM tombstone ORDER BY made_at LIMIT 1")[0][0]
        tombstone = work.tombstone(hash_of_first)
        assert tombstone is not None
        work.add_tombstone(replace(tombstone, memory_id=None, reason="rejected"))
        work.record(Verb.REJECT, Subject.MEMORY, 1)
    ended = run("versions", "1", "--restore", "1", "--drop")
    assert ended.status == 4
    assert "does not come back by itself" in ended.err


def test_a_p0_goes_back_only_with_its_code(run: Run, palace: Path, monkeypatch: pytest.MonkeyPatch):
    assert run("add", "never on Fridays", "--approved", "--priority", "P0").status == 0
    edit(palace, 1, "never on Fridays or Mondays", bootstrap.surroundings(Settings()))
    for words in ((), ("--code", "AAAA"), ("--drop",)):
        refused = run("versions", "1", "--restore", "1", *words)
        assert refused.status == 4
        assert run("versions", "1", "--json").json["versions"][0]["text"].endswith("Mondays")
    assert "would lose" in refused.err or "Mondays" in refused.err
    code = refused.err.rsplit("--code ", 1)[1].split()[0]
    monkeypatch.setenv("PALACE_ACTOR", "agent")
    assert run("versions", "1", "--restore", "1", "--code", code).status == 4
    monkeypatch.delenv("PALACE_ACTOR")
    assert run("versions", "1", "--restore", "1", "--code", code).status == 0
    assert run("versions", "1", "--json").json["versions"][0]["text"] == "never on Fridays"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("99",), 3),
        (("tea",), 3),
        (("1", "7"), 3),
        (("1", "--restore", "7"), 3),
        (("1", "--restore", "3"), 4),
        (("1", "x"), 2),
        (("1", "--restore", "昨天"), 2),
        (("1", "1", "2", "3"), 2),
        (("1", "2", "--restore", "1"), 2),
        (("1", "--drop"), 2),
        (("1", "--code", "AAAA"), 2),
        ((), 2),
    ],
)
def test_what_does_not_fit_is_told_and_changes_nothing(
    run: Run, edited: Path, words: tuple[str, ...], status: int, ask: Ask
):
    before = ask(edited, "SELECT count(*), max(id) FROM decision")
    ended = run("versions", *words)
    assert (ended.status, ended.out) == (status, "")
    assert ended.err
    assert ask(edited, "SELECT count(*), max(id) FROM decision") == before


def test_a_memory_that_never_changed_says_so(run: Run, palace: Path):
    assert run("add", TEXTS[0], "--approved").status == 0
    assert "never changed" in run("versions", "1").out
    assert "从没改过" in run("versions", "1", "--lang", "zh").out


def test_hostile_texts_steer_no_terminal(run: Run, palace: Path):
    around = bootstrap.surroundings(Settings())
    assert run("add", "plain", "--approved").status == 0
    edit(palace, 1, "\x1b]0;owned\x07 plain \u202e {brace} [/bold]", around)
    for words in (("1",), ("1", "1", "2")):
        told = run("versions", *words).out
        assert "\x1b" not in told
        assert "\u202e" not in told
        assert "{brace} [/bold]" in told
