"""Importing what was read: a plan that changes nothing, then one journal group, and nothing twice."""

import datetime
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, timedelta

import pytest

from palace.domain.candidate import Candidate
from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.domain.memory import LONGEST_TEXT, Binding
from palace.domain.vocabulary import Band, Kind, Priority, SourceKind, Wing
from palace.services import remembering
from palace.services.importing import DAILY_LOG, ImportReport, apply_import, plan_import
from palace.services.readings import FileReading, FoundMemory
from palace.services.remembering import Outcome, Statement, add_memory
from palace.services.surroundings import Surroundings
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile
from palace.text.classification import Classified, classify

Later = Callable[[timedelta], Surroundings]


def reading(*memories: FoundMemory, path: str = "MEMORY.md", form: str = "markdown") -> FileReading:
    return FileReading(path, form, "utf-8", memories=memories)


def outcomes(report: ImportReport) -> list[Outcome]:
    return [fate.outcome for file in report.files for fate in file.fates]


FILE = reading(
    FoundMemory("常住宁波", 3, heading=("身份",), priority=Priority.P0, wing=Wing.IDENTITY),
    FoundMemory("prefers short answers", 5, kind=Kind.PREFERENCE),
    FoundMemory("Prefers short answers.", 9, kind=Kind.PREFERENCE),
)


def test_a_plan_tells_the_fate_of_every_statement_and_changes_nothing(
    palace: PalaceFile, surroundings: Surroundings
):
    before = palace.data_version()
    report = plan_import(palace, [FILE], surroundings)
    assert outcomes(report) == [Outcome.NEW, Outcome.NEW, Outcome.KNOWN]
    assert [fate.express for fate in report.files[0].fates] == [True, False, False]
    assert not report.applied
    assert palace.data_version() == before
    assert palace.open_candidates() == []


def test_applying_does_what_the_plan_said_in_one_act_with_one_undo(
    palace: PalaceFile, surroundings: Surroundings
):
    planned = plan_import(palace, [FILE], surroundings)
    applied = apply_import(palace, [FILE], surroundings, Actor.PERSON)
    assert outcomes(applied) == outcomes(planned)
    assert applied.applied
    assert len(palace.open_candidates()) == 2
    assert {decision.group for decision in palace.decisions()} == {applied.group}
    assert len(undo(palace, Actor.PERSON)) == 2
    assert palace.open_candidates() == []
    redo(palace, Actor.PERSON)
    assert len(palace.open_candidates()) == 2


def test_nothing_lands_above_the_candidate_zone_and_tagged_lines_come_first(
    palace: PalaceFile, surroundings: Surroundings
):
    apply_import(palace, [FILE], surroundings, Actor.PERSON)
    assert palace.memory_ids(Filters()) == []
    tagged, untagged = sorted(palace.open_candidates(), key=lambda candidate: candidate.id)
    assert (tagged.express, tagged.priority, tagged.band) == (True, Priority.P0, Band.HOT)
    assert (untagged.express, untagged.priority, untagged.wing) == (False, Priority.P1, Wing.SOCIAL)


def test_a_statement_keeps_where_it_came_from(palace: PalaceFile, surroundings: Surroundings):
    found = FoundMemory(
        "run the tests",
        14,
        heading=("Rules", "Deploy"),
        date=datetime.date(2026, 2, 10),
        valid_to=datetime.date(2026, 3, 1),
        scenes=("deploy",),
        when="deploying",
        do="run the tests",
        unless="it is a hotfix",
        flags=("secret",),
        note="Why: it broke once",
    )
    apply_import(palace, [reading(found, path="notes/MEMORY.md")], surroundings, Actor.PERSON)
    [candidate] = palace.open_candidates()
    assert (candidate.source.kind, candidate.source.quality) == (SourceKind.FILE, 0.6)
    assert candidate.source.origin == "notes/MEMORY.md:14"
    assert candidate.heading == ("Rules", "Deploy")
    assert candidate.binding == Binding("deploying", "run the tests", "it is a hotfix")
    assert (candidate.scenes, candidate.flags, candidate.note) == (("deploy",), ("secret",), found.note)
    # The day begins at midnight in Shanghai.
    assert candidate.valid_from == datetime.datetime(2026, 2, 9, 16, tzinfo=UTC)
    assert candidate.valid_to == datetime.datetime(2026, 2, 28, 16, tzinfo=UTC)


def test_a_second_import_adds_nothing_also_on_another_day(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    apply_import(palace, [FILE], surroundings, Actor.PERSON)
    before = (palace.open_candidates(), palace.evidence_counts(), palace.decisions())
    again = apply_import(palace, [FILE], later(timedelta(days=3)), Actor.PERSON)
    assert set(outcomes(again)) == {Outcome.KNOWN}
    assert (palace.open_candidates(), palace.evidence_counts(), palace.decisions()) == before


def test_the_days_of_daily_logs_are_evidence(palace: PalaceFile, surroundings: Surroundings):
    def log(day: int) -> FileReading:
        found = FoundMemory("备份又失败了", 4, date=datetime.date(2026, 5, day))
        return reading(found, path=f"memory/2026-05-{day:02}.md", form=DAILY_LOG)

    report = apply_import(palace, [log(day) for day in (1, 2, 3)], surroundings, Actor.PERSON)
    assert outcomes(report) == [Outcome.NEW, Outcome.SEEN_AGAIN, Outcome.SEEN_AGAIN]
    [candidate] = palace.open_candidates()
    assert [sighting.day.day for sighting in palace.evidence_of(candidate.id)] == [1, 2, 3]
    assert palace.evidence_counts() == {candidate.id: 3}
    apply_import(palace, [log(2)], surroundings, Actor.PERSON)
    assert palace.evidence_counts() == {candidate.id: 3}


def test_a_plan_foretells_the_further_days_of_a_log(palace: PalaceFile, surroundings: Surroundings):
    def log(day: int) -> FileReading:
        found = FoundMemory("备份又失败了", 4, date=datetime.date(2026, 5, day))
        return reading(found, path=f"memory/2026-05-{day:02}.md", form=DAILY_LOG)

    apply_import(palace, [log(1)], surroundings, Actor.PERSON)
    files = [log(1), log(2), log(2), log(3)]
    planned = outcomes(plan_import(palace, files, surroundings))
    assert planned == outcomes(apply_import(palace, files, surroundings, Actor.PERSON))
    assert planned == [Outcome.KNOWN, Outcome.SEEN_AGAIN, Outcome.KNOWN, Outcome.SEEN_AGAIN]


def test_what_is_a_memory_already_is_known(palace: PalaceFile, surroundings: Surroundings):
    add_memory(palace, Statement("Prefers short answers"), surroundings, Actor.PERSON)
    assert outcomes(plan_import(palace, [FILE], surroundings)) == [
        *(Outcome.NEW, Outcome.KNOWN, Outcome.KNOWN)
    ]


@pytest.mark.parametrize("text", [" ", "x" * (LONGEST_TEXT + 1)])
def test_one_bad_statement_is_told_by_its_line_and_does_not_stop_the_rest(
    palace: PalaceFile, surroundings: Surroundings, text: str
):
    bad = replace(FILE, memories=(FoundMemory(text, 7), *FILE.memories))
    for report in (
        plan_import(palace, [bad], surroundings),
        apply_import(palace, [bad], surroundings, Actor.PERSON),
    ):
        [file] = report.files
        assert [bad.line for bad in file.bad] == [7]
        assert report.count(Outcome.NEW) == 2
    assert len(palace.open_candidates()) == 2


def test_flagged_statements_are_counted(palace: PalaceFile, surroundings: Surroundings):
    flagged = reading(FoundMemory("token sk-123", 1, flags=("secret",)), FoundMemory("fine", 2))
    assert plan_import(palace, [flagged], surroundings).flagged == 1


def test_an_import_of_nothing_leaves_no_trace(palace: PalaceFile, surroundings: Surroundings):
    report = apply_import(palace, [reading()], surroundings, Actor.PERSON)
    assert outcomes(report) == []
    assert palace.decisions() == []


def test_short_lines_under_different_headings_are_different_statements(
    palace: PalaceFile, surroundings: Surroundings
):
    done = [FoundMemory("状态：完成", line, heading=(heading,)) for line, heading in ((2, "甲"), (5, "乙"))]
    report = apply_import(palace, [reading(*done)], surroundings, Actor.PERSON)
    assert outcomes(report) == [Outcome.NEW, Outcome.NEW]
    candidates: list[Candidate] = palace.open_candidates()
    assert len({candidate.content_hash for candidate in candidates}) == 2


def test_words_are_read_before_the_palace_is_locked_for_writing(
    palace: PalaceFile, surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked: list[bool] = []

    def watched(text: str, kind: Kind | None = None) -> Classified:
        locked.append(palace._database.in_transaction)
        return classify(text, kind)

    monkeypatch.setattr(remembering, "classify", watched)
    apply_import(palace, [FILE], surroundings, Actor.PERSON)
    assert locked
    assert not any(locked)
    seen = len(locked)
    apply_import(palace, [FILE], surroundings, Actor.PERSON)
    assert len(locked) == seen
