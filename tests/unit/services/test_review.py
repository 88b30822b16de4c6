"""Deciding candidates: what each verb leaves behind, what is refused and why, and batches that go on."""

from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.candidate import Verdict
from palace.domain.errors import InvalidInput, NotFound, PalaceError, Refused, StaleItem
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import LONGEST_TEXT, Binding
from palace.domain.pipeline import Stage
from palace.domain.short_code import short_code
from palace.domain.vocabulary import Band, Kind, Layer, LinkKind, Priority, Status, Wing
from palace.services.candidate_queue import candidate_queue, candidate_view
from palace.services.importing import apply_import
from palace.services.readings import FileReading, FoundMemory
from palace.services.remembering import Outcome
from palace.services.review import (
    Decide,
    approving,
    decide,
    editing,
    prefilled,
    rejecting,
    skipping,
    snoozing,
)
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from tests.unit.services.candidates_seen import Later, cooled, decided, decision_of, now, remember, see

__all__ = ["cooled"]


def test_approving_makes_the_memory_that_the_candidate_proposes(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    seen = see(
        palace, surroundings, "先跑测试再部署", kind=Kind.DECISION, scenes=("deploy",), heading=("流程",)
    )
    made = decided(palace, seen, approving(cooled))
    [memory] = palace.memories([made.memory_id or 0])
    assert (memory.text, memory.kind, memory.wing) == (seen.text, Kind.DECISION, Wing.KNOWLEDGE)
    assert (memory.scenes, memory.heading, memory.source) == (("deploy",), ("流程",), seen.source)
    assert (memory.status, memory.recorded_at, memory.calibrated_at) == (
        Status.ACTIVE,
        cooled.now,
        cooled.now,
    )
    after = now(palace, seen)
    assert (after.verdict, after.decided_at, after.memory_id) == (Verdict.APPROVED, cooled.now, memory.id)
    assert palace.open_candidates() == []
    assert decision_of(palace, made).verb is Verb.APPROVE


def test_approving_takes_what_the_person_filled_in(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    seen = see(palace, surroundings, "run the tests first")
    form = replace(
        prefilled(seen),
        text="Run the tests before every deploy",
        wing=Wing.REFLECTION,
        band=Band.HOT,
        priority=Priority.P0,
        kind=Kind.SKILL,
        scenes=("deploy", "ci"),
        binding=Binding("deploying", "run the tests", "it is a hotfix"),
    )
    code = short_code(seen.uid, seen.version)
    made = decided(palace, seen, approving(cooled, form, typed_code=code))
    [memory] = palace.memories([made.memory_id or 0])
    assert (memory.text, memory.wing, memory.band) == (form.text, Wing.REFLECTION, Band.HOT)
    assert (memory.priority, memory.kind, memory.layer) == (Priority.P0, Kind.SKILL, Layer.SKILL)
    assert (memory.scenes, memory.binding) == (form.scenes, form.binding)


def test_going_ahead_of_evidence_or_checks_is_recorded_as_an_override(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    early = decided(palace, see(palace, surroundings, "seen once"), approving(cooled))
    assert decision_of(palace, early).override
    said = see(palace, surroundings, "said outright", express=True)
    assert not decision_of(palace, decided(palace, said, approving(surroundings))).override


def test_with_evidence_and_checks_passed_it_is_no_override(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    see(palace, surroundings, "the lift is out of order")
    see(palace, later(timedelta(days=1)), "the lift is out of order")
    [seen] = palace.open_candidates()
    with palace.unit_of_work(Actor.JOB) as work:
        checked = work.save_candidate(replace(seen, checks_passed=3))
        work.record(Verb.CHECK, Subject.CANDIDATE, seen.id)
    made = decided(palace, checked, approving(later(timedelta(days=15))))
    assert not decision_of(palace, made).override


def test_evidence_from_before_a_failed_check_does_not_count(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    see(palace, surroundings, "the lift is out of order")
    see(palace, later(timedelta(days=1)), "the lift is out of order")
    [seen] = palace.open_candidates()
    with palace.unit_of_work(Actor.JOB) as work:
        work.save_candidate(replace(seen, failed_at=surroundings.now + timedelta(days=3), checks_passed=0))
        work.record(Verb.FAIL_CHECK, Subject.CANDIDATE, seen.id)
    after = later(timedelta(days=4))
    [entry] = candidate_queue(palace, after)
    assert (entry.stage, entry.evidences) == (Stage.CANDIDATE, 0)
    view = candidate_view(palace, seen.id, after, None)
    assert replace(view.entry, candidate=entry.candidate) == entry
    assert len(view.evidence) == 2
    assert view.missing[0].count == 2


def test_while_it_cools_it_cannot_be_approved_but_can_be_rejected(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    seen = see(palace, surroundings, "the gate code is 4711")
    with pytest.raises(Refused, match=r"is still cooling, until 2\d{3}-\d\d-\d\d 13:00") as refused:
        decided(palace, seen, approving(later(timedelta(minutes=59))))
    assert refused.value.exit_status == 4
    assert palace.memory_ids(Filters()) == []
    assert now(palace, seen) == seen
    decided(palace, seen, rejecting(later(timedelta(minutes=59))))
    assert now(palace, seen).verdict is Verdict.REJECTED


def test_rejecting_leaves_a_tombstone_that_bars_the_next_import(
    palace: PalaceFile, surroundings: Surroundings
):
    reading = FileReading(
        "MEMORY.md", "markdown", "utf-8", memories=(FoundMemory("喜欢晚上开会", 3, priority=Priority.P1),)
    )
    assert apply_import(palace, [reading], surroundings, Actor.PERSON).count(Outcome.NEW) == 1
    [seen] = palace.open_candidates()
    made = decided(palace, seen, rejecting(surroundings))
    tombstone = palace.tombstone(seen.content_hash)
    assert tombstone is not None
    assert (tombstone.reason, tombstone.candidate_id) == ("rejected", seen.id)
    again = apply_import(palace, [reading], surroundings, Actor.PERSON)
    assert again.count(Outcome.SUPPRESSED) == 1
    assert again.count(Outcome.NEW) == 0
    assert palace.open_candidates() == []
    assert decision_of(palace, made).verb is Verb.REJECT


@pytest.mark.parametrize("verb", ["approve", "reject", "skip", "snooze", "edit"])
def test_deciding_on_an_old_view_is_refused_and_changes_nothing(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings, verb: str
):
    seen = see(palace, surroundings, "first wording")
    decided(palace, seen, editing(replace(prefilled(seen), text="second wording")))
    changed = now(palace, seen)
    hows: dict[str, Decide] = {
        "approve": approving(cooled),
        "reject": rejecting(cooled),
        "skip": skipping(),
        "snooze": snoozing(cooled.now),
        "edit": editing(replace(prefilled(seen), text="third wording")),
    }
    with pytest.raises(StaleItem, match="changed since you looked at it"):
        decided(palace, seen, hows[verb])
    assert now(palace, seen) == changed
    assert len(palace.decisions()) == 2


def test_what_is_decided_already_is_not_decided_again(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    seen = see(palace, surroundings, "once")
    decided(palace, seen, rejecting(cooled))
    with pytest.raises(StaleItem, match="is rejected already"):
        decided(palace, now(palace, seen), approving(cooled))


def test_an_unknown_candidate_is_not_found(palace: PalaceFile, surroundings: Surroundings):
    with pytest.raises(NotFound, match="no candidate #99"):
        decide(palace, Actor.PERSON, 99, 1, rejecting(surroundings))
    with pytest.raises(NotFound, match="no candidate #99"):
        candidate_view(palace, 99, surroundings, None)


def test_replacing_retires_the_older_memory_and_links_it(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    older = remember(palace, surroundings, "the database is PostgreSQL")
    seen = see(palace, surroundings, "the database is MySQL")
    made = decided(palace, seen, approving(cooled, replacing=older.id))
    newer_id = made.memory_id or 0
    [retired] = palace.memories([older.id])
    assert (retired.status, retired.retired_at, retired.searchable) == (Status.ARCHIVED, cooled.now, False)
    [link] = palace.links_of(older.id)
    assert (link.from_id, link.to_id, link.kind) == (newer_id, older.id, LinkKind.SUPERSEDES)
    assert [hit.memory_id for hit in palace.find_words("database", Filters(), 10)] == [newer_id]
    assert decision_of(palace, made).verb is Verb.REPLACE


def test_what_was_superseded_does_not_come_back(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    older = remember(palace, surroundings, "the database is PostgreSQL")
    seen = see(palace, surroundings, "the database is MySQL")
    decided(palace, seen, approving(cooled, replacing=older.id))
    with pytest.raises(PalaceError, match="this text was superseded"):
        see(palace, surroundings, "The database is PostgreSQL.")


def test_a_p0_is_never_replaced_in_passing(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    core = remember(palace, surroundings, "时区是 GMT+8", priority=Priority.P0)
    seen = see(palace, surroundings, "时区是 GMT+9", express=True)
    with pytest.raises(Refused, match="is P0 and is not replaced in passing"):
        decided(palace, seen, approving(cooled, replacing=core.id))
    assert palace.memories([core.id]) == [core]
    assert now(palace, seen) == seen


def test_a_memory_that_is_retired_already_cannot_be_replaced_again(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    older = remember(palace, surroundings, "version one")
    decided(palace, see(palace, surroundings, "version two"), approving(cooled, replacing=older.id))
    third = see(palace, surroundings, "version three")
    with pytest.raises(StaleItem, match="is retired already"):
        decided(palace, third, approving(cooled, replacing=older.id))
    with pytest.raises(NotFound, match="no memory #99"):
        decided(palace, third, approving(cooled, replacing=99))


def test_what_a_memory_says_already_is_not_approved_a_second_time(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    seen = see(palace, surroundings, "周二部署")
    known = remember(palace, surroundings, "週二部署。")
    with pytest.raises(Refused, match=f"memory #{known.id} says this already"):
        decided(palace, seen, approving(cooled))
    made = decided(palace, seen, approving(cooled, replacing=known.id))
    assert palace.memories([made.memory_id or 0])[0].searchable
    assert palace.tombstone(known.content_hash) is None


def test_editing_changes_what_it_proposes_and_leaves_it_open(palace: PalaceFile, surroundings: Surroundings):
    seen = see(palace, surroundings, "the ofice moved")
    form = replace(prefilled(seen), text="The office moved", wing=Wing.SOCIAL)
    decided(palace, seen, editing(form))
    edited = now(palace, seen)
    assert (edited.text, edited.wing, edited.verdict) == (form.text, Wing.SOCIAL, Verdict.OPEN)
    assert edited.version > seen.version
    assert edited.content_hash != seen.content_hash
    with pytest.raises(Refused, match="nothing was changed"):
        decided(palace, edited, editing(prefilled(edited)))


@pytest.mark.parametrize("text", ["", "  \n", "x" * (LONGEST_TEXT + 1)])
def test_no_verb_lets_an_empty_or_endless_text_through(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings, text: str
):
    seen = see(palace, surroundings, "fine")
    form = replace(prefilled(seen), text=text)
    for how in (editing(form), approving(cooled, form)):
        with pytest.raises(InvalidInput):
            decided(palace, seen, how)
    assert now(palace, seen) == seen
