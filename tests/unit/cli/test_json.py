"""What programs are promised in docs/json.md is what they get, field by field."""

import json
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs/json.md").read_text(encoding="utf-8")
SECTIONS = dict(
    re.findall(r"^## `palace (\S+)[^\n]*\n(.*?)(?=^## |\Z)", DOCUMENT, flags=re.MULTILINE | re.DOTALL)
)


def promised(name: str) -> set[str]:
    """The fields that the document lists after MEMORY, CANDIDATE or DECISION."""
    found = re.search(rf"^{name}: `([^`]+)`", DOCUMENT, flags=re.MULTILINE)
    assert found, name
    return set(re.sub(r"\{[^}]*\}", "", found[1]).split())


def fields_in(section: str) -> set[str]:
    """The names in double quotes that stand as fields in the section of a verb."""
    return set(re.findall(r'"([a-z_]+)"(?=[,:}\]]|$)', SECTIONS[section]))


MEMORY, CANDIDATE, DECISION = promised("MEMORY"), promised("CANDIDATE"), promised("DECISION")
SOURCE = {"kind", "quality", "origin", "session", "agent"}
WEIGHT = {"value", "importance", "decay", "boost", "stale", "floored"}


def test_the_document_names_what_these_tests_hold_to():
    assert {"id", "uid", "text", "valid_to", "last_loaded_at"} <= MEMORY
    assert {"stage", "due_at", "flags"} <= CANDIDATE
    assert {"group", "override", "undone_by"} <= DECISION


def test_a_list_holds_whole_memories_and_counts_what_a_limit_hides(run: Run, sample: Path):
    listed = run("list", "--limit", "3", "--json").json
    assert listed.keys() == {"count", "memories"}
    assert listed["count"] > len(listed["memories"]) == 3
    for memory in listed["memories"]:
        assert memory.keys() >= MEMORY
        assert memory["source"].keys() == SOURCE
        recorded = memory["recorded_at"]
        assert recorded.endswith("Z")
        assert datetime.fromisoformat(recorded).tzinfo
    assert len(run("list", "--limit", "0", "--json").json["memories"]) == listed["count"]


def test_a_memory_is_shown_with_its_weight_links_versions_and_decisions(run: Run, sample: Path):
    memories = run("list", "--limit", "0", "--json").json["memories"]
    shown = [run("show", memory["id"], "--json").json for memory in memories[:60]]
    for one in shown:
        assert one.keys() >= MEMORY | {
            *("weight", "citations", "links", "versions", "conflicts", "decisions")
        }
        assert one["weight"].keys() == WEIGHT
        for decision in one["decisions"]:
            assert decision.keys() >= DECISION
    links = [link for one in shown for link in one["links"]]
    versions = [version for one in shown for version in one["versions"]]
    assert links[0].keys() == {"from", "to", "kind", "made_at", "note"}
    assert versions[0].keys() == {"version", "text", "replaced_at"}
    assert any(one["conflicts"] for one in shown)
    by_uid = run("show", shown[0]["uid"], "--json").json
    assert by_uid["id"] == shown[0]["id"]


def test_a_search_by_words_tells_why(run: Run, sample: Path):
    found = run("search", "体检", "--words-only", "--json").json
    assert found.keys() == {"query", "mode", "model", "took_ms", "results"}
    assert (found["query"], found["mode"], found["model"]) == ("体检", "lexical", None)
    assert found["took_ms"] >= 0
    assert len(found["results"]) >= 5
    for result in found["results"]:
        assert result.keys() == set(re.findall(r'"(\w+)": ', SECTIONS["search"])) - found.keys()
        why = result["why"]
        assert (result["similarity"], result["weak"]) == (None, not why["words"])
        assert why.keys() == {
            *(
                "words",
                "coverage",
                "exact",
                "alike",
                "reading",
                "dated",
                "marks",
                "fields",
                "scenes",
                "similarity",
                "lexical_rank",
                "semantic_rank",
                "weight",
                "in_scene",
            )
        }
        if not why["words"]:
            assert why["alike"]
            continue
        assert (why["words"], why["exact"], why["semantic_rank"]) == (["体检"], True, None)
        assert why["fields"]
        assert {result["text"][start:end] for start, end in why["marks"]} <= {"体检"}
        assert bool(why["marks"]) == ("text" in why["fields"])
        assert why["weight"].keys() == WEIGHT


def test_a_search_without_words_is_one_by_filters(run: Run, sample: Path):
    found = run("search", "wing:intent", "p:0,1", "--limit", "4", "--json").json
    assert (found["mode"], found["model"], len(found["results"])) == ("filters", None, 4)
    assert {result["wing"] for result in found["results"]} == {"intent"}


def test_a_missing_model_is_said_on_standard_error_and_words_are_searched(run: Run, sample: Path):
    ended = run("search", "体检", "--json")
    assert (ended.status, ended.json["mode"], ended.json["model"]) == (0, "lexical", None)
    assert "searching by words only" in ended.err


def test_meaning_takes_part_where_the_model_is(call: Run, sample: Path):
    """The one search with the real model: no word of the question stands in what it finds."""
    ended = call("search", "用户的作息习惯", "--limit", "5", "--json")
    assert (ended.status, ended.err) == (0, "")
    assert ended.json["mode"] == "hybrid"
    assert ended.json["model"].startswith("multilingual-e5-small")
    first = ended.json["results"][0]
    assert 0.35 <= first["similarity"] <= 1
    assert first["why"]["semantic_rank"] >= 1


def test_the_queue_and_what_else_waits(run: Run, sample: Path):
    queue = run("review", "--json").json
    assert queue.keys() == {"candidates", "conflicts", "contradictions"}
    assert (len(queue["candidates"]), queue["contradictions"]) == (14, 3)
    assert queue["conflicts"] > 0
    for candidate in queue["candidates"]:
        assert candidate.keys() >= CANDIDATE
        assert candidate["stage"] in {"cooling", "candidate", "checking", "check_due", "verified"}


def test_the_journal_is_newest_first_and_undo_tells_what_it_took_back(run: Run, sample: Path):
    decisions = run("journal", "--json").json["decisions"]
    assert len(decisions) == 50
    assert [decision["id"] for decision in decisions] == sorted(
        (decision["id"] for decision in decisions), reverse=True
    )
    for decision in decisions:
        assert decision.keys() >= DECISION
    assert len(run("journal", "--limit", "0", "--json").json["decisions"]) > 50
    run("add", "--approved", "one more")
    undone = run("undo", "--json").json
    assert undone.keys() == {"undone"}
    assert undone["undone"][0].keys() >= DECISION
    redone = run("redo", "--json").json
    assert redone.keys() == {"redone"}
    assert redone["redone"][0].keys() >= DECISION


def test_adding_tells_what_became_of_it(run: Run, palace: Path):
    assert run("add", "x", "--json").json.keys() == fields_in("add")


def test_an_import_is_told_file_by_file(run: Run, palace: Path, tmp_path: Path):
    (tmp_path / "MEMORY.md").write_text("## A\n\n- [P0] one thing\n- \n- another thing\n", encoding="utf-8")
    told = run("import", "MEMORY.md", "nowhere.md", "--json")
    assert told.status == 1
    report = told.json
    whole = {"files", "new", "known", "suppressed", "flagged", "applied", "group"}
    whole |= {"conflicts", "not_compared", "not_compared_because", "without_vector"}
    assert report.keys() == whole
    assert (report["new"], report["applied"], report["group"]) == (2, False, None)
    read, unread = report["files"]
    assert read.keys() == {"path", "format", "encoding", "memories", "skipped", "errors", "notes"}
    memory = read["memories"][0]
    assert memory.keys() == {
        *("text", "line", "heading", "priority", "date", "valid_to", "scenes", "wing", "kind"),
        *("when", "do", "unless", "flags", "outcome"),
    }
    assert fields_in("import") == whole | read.keys() | memory.keys() | {"reason"}
    assert (memory["text"], memory["line"], memory["heading"]) == ("one thing", 3, ["A"])
    assert (memory["priority"], memory["outcome"]) == ("P0", "new")
    assert read["skipped"] == [{"line": 4, "reason": "empty-value"}]
    assert (unread["format"], unread["errors"]) == ("unread", ["missing"])
    assert run("import", "MEMORY.md", "--apply", "--json").json["group"]


def test_the_doctor_names_checks_and_cures(run: Run, sample: Path):
    ended = run("doctor", "--json", "--lang", "zh")
    assert ended.json.keys() == {"palace", "findings"}
    assert ended.json["palace"] == str(sample)
    for finding in ended.json["findings"]:
        assert finding.keys() == {"check", "severity", "found", "cure"}
        assert finding["severity"] in {"fine", "notice", "warning", "fault"}
    model = ended.json["findings"][0]
    assert (model["check"], model["severity"]) == ("model", "warning")
    assert model["found"] == "there is no model at nowhere"
    assert ended.status == 1


@pytest.mark.parametrize(
    "words",
    [
        *(("list", "wing:intent"), ("list", "scene:nowhere"), ("search", "zzqqxx", "--words-only")),
        *(("search", "wing:intent"), ("journal",), ("review",)),
    ],
)
def test_an_empty_answer_is_an_answer_with_the_same_status_as_for_people(
    run: Run, palace: Path, words: tuple[str, ...]
):
    ended = run(*words, "--json")
    assert not any(value for value in ended.json.values() if isinstance(value, list))
    if words != ("review",):
        assert ended.status == run(*words).status
    assert ended.status == (0 if words[0] in {"journal", "review"} else 3)


def test_a_program_is_not_told_in_between_what_a_person_is(run: Run, sample: Path):
    for words in (("list",), ("journal",), ("review",), ("config",), ("search", "wing:intent")):
        ended = run(*words, "--json")
        assert json.loads(ended.out)
        assert ended.err == ""
