"""Every verb of the command line, tried on a palace with a P0: without its code the P0 stays as it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palace import bootstrap
from palace.cli.arguments import VERBS
from palace.config.settings import Settings
from palace.domain.conflict import Conflict, Resolution
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.vocabulary import Axis
from tests.unit.services.core_watching import guarded

Run = Callable[..., Any]
Words = tuple[str, ...]

pytestmark = pytest.mark.usefixtures("shortened_cooling")

CORE = "never deploy on Fridays"

OPENS_THE_APP = {"app", "demo"}
"""What these can do is tried in the tests of the app."""

TRIES: dict[str, list[Words]] = {
    "init": [("init",)],
    "add": [
        ("add", CORE, "--approved", "--priority", "P2"),
        ("add", CORE.upper(), "--approved", "--priority", "P1"),
        ("add", "deploy on Fridays only", "--now", "--priority", "P0"),
    ],
    "import": [("import", "MEMORY.md"), ("import", "MEMORY.md", "--apply")],
    "list": [("list",), ("list", "p:0", "--json")],
    "show": [("show", "1")],
    "search": [("search", "Fridays"), ("search", "p:0", "--json")],
    "review": [("review", "--json"), ("review", "--plain")],
    "decide": [
        ("decide", "1", "approve"),
        ("decide", "1", "approve", "--code", "AAAA"),
        ("decide", "2", "approve", "--priority", "P0"),
        ("decide", "2", "replace", "--memory", "1"),
        ("decide", "2", "replace", "--memory", "1", "--code", "AAAA"),
        ("decide", "1", "2", "approve"),
        ("decide", "1", "reject"),
    ],
    "conflicts": [("conflicts",), ("conflicts", "--json"), ("conflicts", "--find")],
    "contradictions": [("contradictions",), ("contradictions", "--json")],
    "settle": [
        ("settle", "1", verb) for verb in ("keep_left", "keep_right", "keep_both", "note", "follow", "skip")
    ]
    + [("settle", "1", "merge", "--text", "both"), ("settle", "1", "amend", "--text", "both")],
    "approve": [("approve", "1"), ("approve", "1", "--code", "AAAA"), ("approve", "1", "--text", "other")],
    "rejected": [("rejected",)],
    "searches": [("searches", "save", "x", "never"), ("searches", "run", "x"), ("searches", "delete", "x")],
    "revive": [("revive", CORE), ("revive", "memory:1", "--code", "AAAA")],
    "deepen": [("deepen",), ("deepen", "--dry-run")],
    "journal": [("journal",), ("journal", "--json")],
    "undo": [("undo", "1"), ("undo", "1", "--code", "AAAA"), ("undo", "--json"), ("undo",)],
    "redo": [("redo",), ("redo", "--code", "AAAA")],
    "doctor": [("doctor",), ("doctor", "--fix")],
    "backup": [("backup",), ("backup", "list", "--check")],
    "workspace": [("workspace", "."), ("workspace",)],
    "sync": [("workspace", "."), ("sync", "--dry-run"), ("sync",), ("sync", "--all")],
    "migrate": [("migrate", "MEMORY.md"), ("migrate", "older.db", "--apply")],
    "export": [("export", "out.md"), ("export", "all.jsonl", "--force"), ("import", "all.jsonl", "--apply")],
    "context": [("context",), ("context", "--query", "Fridays", "--json")],
    "hit": [("hit", "1"), ("hit", "1", "99", "--json")],
    "scene": [("scene",), ("scene", "deploy"), ("scene", "--none")],
    "job": [
        ("job", name, "--yes") for name in ("daily", "nightly", "weekly", "monthly", "reindex", "run-due")
    ]
    + [("job", "list"), ("job", "nightly", "--dry-run"), ("undo",)],
    "schedule": [("schedule",)],
    "timeline": [("timeline",), ("timeline", "--by", "recorded", "--json")],
    "health": [("health",), ("health", "--json"), ("health", "--html", "health.html")],
    "versions": [("versions", "1"), ("versions", "1", "--restore", "1", "--drop")],
    "restore": [("restore", "older.db", "--dry-run"), ("restore", "older.db", "--code", "AAAA")],
    "reindex": [("reindex",), ("reindex", "--all")],
    "compare": [("compare", CORE, "deploy on Fridays only")],
    "binding": [("binding", CORE)],
    "classify": [("classify", CORE, "--words-only")],
    "config": [("config", "show")],
}
"""Calls that end in whatever way they like, as long as the P0 is what it was."""


@pytest.fixture
def core(run: Run, palace: Path) -> Path:
    """A palace with one P0, and candidates that contradict it, want to be P0, or say something else."""
    palace_without_core = palace.read_bytes()
    assert run("add", CORE, "--approved", "--priority", "P0").status == 0
    for text, priority in (("deploy on Fridays only", "P0"), ("tea at four", "P1"), ("coffee", "P2")):
        assert run("add", text, "--now", "--priority", priority).status == 0
    (palace.parent / "MEMORY.md").write_text(
        f"# Memory\n\n- [P1] {CORE}\n- [P0] another core\n- [P2] {CORE.lower()}\n", encoding="utf-8"
    )
    (palace.parent / "older.db").write_bytes(palace_without_core)
    with bootstrap.open_palace(palace, Settings()) as opened, opened.unit_of_work(Actor.JOB) as work:
        [older, newer] = [work.memory(1), work.candidate(1)]
        found = Conflict(
            0,
            older.id,
            None,
            newer.id,
            bootstrap.now(),
            Axis.DATE,
            "",
            0.9,
            Resolution.OPEN,
            None,
            older.content_hash,
            newer.content_hash,
        )
        work.save_conflict(found)
        work.record(Verb.FIND_CONFLICT, Subject.CONFLICT, 1)
    return palace


def test_every_verb_is_tried() -> None:
    assert VERBS.keys() <= TRIES.keys() | OPENS_THE_APP


def test_the_contradiction_that_the_tries_are_about_is_there(run: Run, core: Path) -> None:
    refused = run("settle", "1", "keep_right")
    assert refused.status == 4
    assert "--code" in refused.err


@pytest.mark.parametrize("actor", ["person", "agent"])
@pytest.mark.parametrize("verb", TRIES)
def test_no_verb_changes_a_p0_without_its_code(
    run: Run, core: Path, verb: str, actor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = guarded(core)
    monkeypatch.setenv("PALACE_ACTOR", actor)
    for words in TRIES[verb]:
        run(*words, stdin="y\n\nu\n\nU\n\nr 1\n\nq\n")
        assert guarded(core) == before, words
