"""What happened in the sample palace: candidates, conflicts, links, earlier texts, decisions, searches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import TYPE_CHECKING

from palace.domain.candidate import count_evidence
from palace.domain.conflict import is_contradiction
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import is_protected
from palace.domain.pipeline import Stage, stage_of
from palace.domain.rules import Rules
from palace.domain.vocabulary import Axis, Kind, LinkKind, Priority, Status
from palace.exchange.flags import flags_of

if TYPE_CHECKING:
    from scripts.sample_content import Row, Sample, ToldMemory

RULES = Rules()

_HAN = re.compile(r"[\u4e00-\u9fff]")


def _keys_named(names: Iterable[str], known: Iterable[str]) -> None:
    unknown = set(names) - set(known)
    assert not unknown, f"no such key: {sorted(unknown)}"


def _having(sample: Sample, status: Status) -> list[ToldMemory]:
    return [told for told in sample.memories.values() if told.memory.status is status]


def test_fourteen_candidates_stand_at_every_stage(sample: Sample) -> None:
    stages = []
    for told in sample.candidates.values():
        evidences = count_evidence(told.evidence, told.candidate.failed_at)
        stage = stage_of(told.candidate, evidences, sample.now, RULES.pipeline)
        assert stage == told.row["expected_stage"], told.key
        stages.append(stage)
    assert len(stages) == 14
    assert set(stages) == set(Stage) - {Stage.DECIDED}


def test_candidates_meet_a_person_in_every_situation(sample: Sample) -> None:
    rows = [told.row for told in sample.candidates.values()]
    assert {row.get("checks_passed", 0) for row in rows if row["expected_stage"] == "checking"} == {0, 1, 2}
    assert sum(row.get("express", False) for row in rows) == 2
    assert sum("failed" in row for row in rows) == 1
    assert any(row["kind"] == Kind.CORRECTION for row in rows)
    assert any(row.get("unless") for row in rows)
    assert {bool(_HAN.search(row["text"])) for row in rows} == {True, False}
    assert {flag for row in rows for flag in row.get("flags", ())} == {"secret", "injection"}
    for row in rows:
        assert flags_of(row["text"]) == tuple(row.get("flags", ())), row["key"]
        _keys_named(row.get("cites", ()), sample.memories)


def test_a_source_speaks_once_a_day_for_a_candidate(sample: Sample) -> None:
    for told in sample.candidates.values():
        seen = [(sighting.source, sighting.day) for sighting in told.evidence]
        assert len(set(seen)) == len(seen), told.key
        assert min(sighting.seen_at for sighting in told.evidence) == told.candidate.first_seen_at
        for source, day in seen:
            if source.startswith("memory/"):
                assert source == f"memory/{day}.md", told.key


def test_six_conflicts_show_every_axis_and_three_contradict_a_p0(sample: Sample) -> None:
    conflicts = sample.rows["conflicts"]
    assert {row["axis"] for row in conflicts} == set(Axis)
    assert len(conflicts) == 6
    sides = [(sample.memories[row["older"]].memory, row) for row in conflicts]
    assert sum(is_contradiction(older.priority) for older, _ in sides) == 3
    _keys_named([row["newer"] for row in conflicts], [*sample.candidates, *sample.memories])
    for older, row in sides:
        newer = row["newer"]
        known = (
            sample.candidates[newer].candidate.first_seen_at
            if newer in sample.candidates
            else sample.memories[newer].memory.recorded_at
        )
        assert older.status is Status.ACTIVE
        assert older.recorded_at < known <= sample.before_now(row["found"]), row["key"]
        assert row["reason"]
        assert 0.35 <= row["similarity"] < 1


def test_links_of_every_kind_lead_to_memories(sample: Sample) -> None:
    links = sample.rows["links"]
    assert {row["kind"] for row in links} == set(LinkKind)
    assert len(links) >= 20
    assert len({(row["from"], row["to"], row["kind"]) for row in links}) == len(links)
    for row in links:
        _keys_named((row["from"], row["to"]), sample.memories)
        assert row["from"] != row["to"]
        if row["kind"] in {LinkKind.SUPERSEDES, LinkKind.MERGED_FROM}:
            assert sample.memories[row["to"]].memory.status is not Status.ACTIVE, row["to"]


def test_earlier_texts_are_numbered_in_the_order_of_their_replacing(sample: Sample) -> None:
    earlier: dict[str, list[Row]] = {}
    for row in sample.rows["versions"]:
        earlier.setdefault(row["memory"], []).append(row)
    _keys_named(earlier, sample.memories)
    assert len(earlier) >= 12
    assert any(len(rows) > 1 for rows in earlier.values())
    edits = Counter(key for row in sample.rows["journal"] if row["verb"] == Verb.EDIT for key in row["keys"])
    for key, rows in earlier.items():
        replaced = [sample.before_now(row["replaced"]) for row in rows]
        assert [row["version"] for row in rows] == list(range(1, len(rows) + 1))
        assert replaced == sorted(replaced)
        assert sample.memories[key].memory.recorded_at < replaced[0], key
        assert edits[key] == len(rows), key


def test_the_journal_tells_what_the_memories_show(sample: Sample) -> None:
    decisions = sample.rows["journal"]
    named = {row["key"] for row in decisions if "key" in row}
    tombstones = {row["key"]: row for row in sample.rows["tombstones"]}
    ways_out: dict[str, list[str]] = {}
    assert len(decisions) >= 40
    instants = [sample.before_now(row["at"]) for row in decisions]
    assert instants == sorted(instants)
    for row in decisions:
        assert row["verb"] in set(Verb)
        assert row["actor"] in set(Actor)
        assert row["subject"] in set(Subject)
        _keys_named(row["keys"], tombstones if row["verb"] == Verb.REJECT else sample.memories)
        if "undoes" in row:
            assert row["undoes"] in named
        for key in row["keys"]:
            ways_out.setdefault(key, []).append(row["verb"])
            if row["verb"] != Verb.REJECT:
                assert sample.memories[key].memory.recorded_at <= sample.before_now(row["at"]), key
    for told in _having(sample, Status.ARCHIVED):
        assert {Verb.ARCHIVE, Verb.REPLACE, Verb.MERGE} & set(ways_out[told.key]), told.key
    for told in _having(sample, Status.TRASHED):
        assert Verb.TRASH in ways_out[told.key], told.key
    for key in tombstones:
        assert Verb.REJECT in ways_out[key], key


def test_the_nightly_job_archived_only_what_was_old_enough(sample: Sample) -> None:
    for row in sample.rows["journal"]:
        if row["verb"] != Verb.ARCHIVE or row["actor"] != Actor.JOB:
            continue
        for key in row["keys"]:
            memory = sample.memories[key].memory
            used = max(memory.recorded_at, memory.last_hit_at or memory.recorded_at)
            assert memory.priority is Priority.P2, key
            assert not is_protected(memory, RULES), key
            assert sample.before_now(row["at"]) - used >= RULES.expiry.archive_p2_after, key


def test_past_searches_are_in_both_languages_and_led_somewhere(sample: Sample) -> None:
    searches = sample.rows["searches"]
    assert len(searches) >= 25
    assert {bool(_HAN.search(row["question"])) for row in searches} == {True, False}
    assert any(row["hits"] == 0 for row in searches)
    for row in searches:
        assert row["mode"] in {"hybrid", "lexical"}
        if "opened" in row:
            _keys_named([row["opened"]], sample.memories)
            assert row["hits"] > 0
            assert sample.memories[row["opened"]].memory.recorded_at < sample.before_now(row["at"])


def test_log_bullets_come_from_most_days_of_the_last_fortnight(sample: Sample) -> None:
    bullets = sample.rows["daily_logs"]
    days = {date.fromisoformat(row["day"]) for row in bullets}
    today = sample.now.astimezone(sample.zone).date()
    assert len(bullets) >= 15
    assert len(days) >= 10
    assert all(today - timedelta(days=14) < day <= today for day in days)
    assert {row["read"] for row in bullets} == {True, False}
    _keys_named([row["led_to"] for row in bullets if "led_to" in row], [*sample.candidates, *sample.memories])
