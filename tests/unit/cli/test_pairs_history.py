"""What was settled is told afterwards: by what went, by what stands in its place, and by doctor."""

from pathlib import Path

import pytest

from tests.unit.cli.pairs_waiting import Run, memory, waiting

pytestmark = pytest.mark.usefixtures("sample", "no_model")


@pytest.mark.parametrize("verb", ["keep_left", "keep_right", "merge"])
def test_the_history_of_a_retired_memory_tells_the_decision_and_what_stands_in_its_place(run: Run, verb: str):
    first = next(each for each in waiting(run, "conflicts") if each["right"]["subject"] == "memory")
    words = ("--text", "both in one", "--drop") if verb == "merge" else ()
    [settled] = run("settle", str(first["id"]), verb, *words, "--json").json["settled"]
    gone = first["right" if verb == "keep_left" else "left"]["id"]
    shown = memory(run, gone)
    assert shown["replaced_by"] == [settled["memory_id"]]
    assert settled["decision_id"] in [each["id"] for each in shown["decisions"]]
    assert settled["decision_id"] in [each["id"] for each in memory(run, settled["memory_id"])["decisions"]]
    told = run("show", str(gone)).out
    way = "merged into" if verb == "merge" else "superseded by"
    assert f"{way} ← #{settled['memory_id']}" in told
    assert "retired " in told
    assert f"conflict #{first['id']}: " in told
    assert run("undo").status == 0
    assert "(undone)" in run("show", str(gone)).out
    assert memory(run, gone)["replaced_by"] == []


def test_what_is_kept_beside_another_names_the_scope_and_the_decision(run: Run):
    first = next(each for each in waiting(run, "conflicts") if each["right"]["subject"] == "memory")
    run("settle", str(first["id"]), "keep_both", "--left-scope", "at work", "--right-scope", "at home")
    told = run("show", str(first["left"]["id"]), "--lang", "zh").out
    assert "并存于 → " in told
    assert "(at work)" in told
    assert f"冲突 #{first['id']}" in told


def test_a_memory_that_a_candidate_replaced_tells_when(run: Run):
    [candidate, *_] = run("review", "--json").json["candidates"]
    older = next(each for each in run("list", "--json").json["memories"] if each["priority"] != "P0")
    ended = run("decide", str(candidate["id"]), "replace", "--memory", str(older["id"]), "--json")
    [done] = ended.json["decided"]
    shown = memory(run, older["id"])
    assert shown["replaced_by"] == [done["memory_id"]]
    assert done["decision_id"] in [each["id"] for each in shown["decisions"]]


def test_what_a_conflict_was_only_found_or_put_off_by_is_no_history(run: Run):
    first = next(each for each in waiting(run, "conflicts") if each["right"]["subject"] == "memory")
    before = memory(run, first["left"]["id"])["decisions"]
    run("settle", str(first["id"]), "skip")
    assert memory(run, first["left"]["id"])["decisions"] == before


def test_doctor_names_the_verb_for_whatever_waits(run: Run):
    def cure() -> str:
        findings = run("doctor", "--json").json["findings"]
        return str(next(each["cure"] for each in findings if each["check"] == "waiting"))

    assert cure() == "palace contradictions, palace conflicts, palace review"
    candidates = [str(each["id"]) for each in run("review", "--json").json["candidates"]]
    assert run("decide", *candidates, "reject").status == 0
    for each in waiting(run, "contradictions"):
        assert run("settle", str(each["id"]), "no_conflict").status == 0
    assert cure() == "palace conflicts"
    assert "→ palace conflicts" in run("doctor", "--lang", "zh").out
    for each in waiting(run, "conflicts"):
        run("settle", str(each["id"]), "no_conflict")
    assert cure() == ""


def test_a_superseded_memory_is_listed_only_where_it_is_asked_for(run: Run):
    first = next(each for each in waiting(run, "conflicts") if each["right"]["subject"] == "memory")
    gone = first["left"]["id"]

    def listed(*filters: str) -> set[int]:
        found = run("list", *filters, "--json", "--limit", "9999").json["memories"]
        return {each["id"] for each in found}

    assert gone in listed()
    run("settle", str(first["id"]), "keep_right")
    assert gone not in listed()
    assert gone in listed("status:archived")


def test_too_many_conflicts_sound_the_alarm_with_the_verb_that_goes_over_all(run: Run, tmp_path: Path):
    assert "too many" not in run("conflicts").err
    assert run("conflicts", "--json").json["density"]["alarming"] is False
    config = tmp_path / "strict.toml"
    config.write_text("[rules.conflicts]\nalarming_density = 0.01\n", encoding="utf-8")
    for verb in ("conflicts", "contradictions"):
        told = run(verb, "--config", config)
        assert (told.status, "palace conflicts --find --all" in told.err) == (0, True)
    assert "太多了" in run("conflicts", "--config", config, "--lang", "zh").err
    density = run("conflicts", "--json", "--config", config).json["density"]
    assert density["alarming"] is True
    assert 0 < density["conflicting"] < density["active"]
