"""Deciding candidates: what each verb leaves behind, what is refused and why, and batches that go on."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.candidate import Candidate, Verdict
from palace.domain.errors import InvalidInput, NotFound, PalaceError, Refused, StaleItem
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Decision, Subject, Verb
from palace.domain.memory import LONGEST_TEXT, Binding, Memory
from palace.domain.pipeline import Lack, Stage
from palace.domain.short_code import short_code
from palace.domain.vocabulary import Band, Kind, Layer, LinkKind, Priority, Status, Wing
from palace.services.candidate_queue import candidate_queue, candidate_view
from palace.services.importing import apply_import
from palace.services.ports import UnitOfWork
from palace.services.readings import FileReading, FoundMemory
from palace.services.remembering import Outcome, Statement, add_candidate, add_memory
from palace.services.review import (
    TRIED_TOGETHER,
    Decide,
    Decided,
    approving,
    decide,
    decide_all,
    editing,
    prefilled,
    rejecting,
    skipping,
    snoozing,
)
from palace.services.surroundings import Surroundings
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile

Later = Callable[[timedelta], Surroundings]

HOUR = timedelta(hours=1)


@pytest.fixture
def cooled(later: Later) -> Surroundings:
    """Two hours after the candidates of a test were seen."""
    return later(2 * HOUR)


def see(
    palace: PalaceFile, surroundings: Surroundings, text: str, *, express: bool = False, **fields: object
) -> Candidate:
    statement = replace(Statement(text), **fields)
    taken = add_candidate(palace, statement, surroundings, Actor.AGENT, express=express)
    return palace.candidates([taken.candidate_id or 0])[0]


def remember(palace: PalaceFile, surroundings: Surroundings, text: str, **fields: object) -> Memory:
    taken = add_memory(palace, replace(Statement(text), **fields), surroundings, Actor.PERSON)
    return palace.memories([taken.memory_id or 0])[0]


def decided(palace: PalaceFile, candidate: Candidate, how: Decide) -> Decided:
    return decide(palace, Actor.PERSON, candidate.id, candidate.version, how)


def now(palace: PalaceFile, candidate: Candidate) -> Candidate:
    return palace.candidates([candidate.id])[0]


def decision_of(palace: PalaceFile, made: Decided) -> Decision:
    return next(row for row in palace.decisions() if row.id == made.decision_id)


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


def test_what_was_skipped_comes_last_until_its_text_changes(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    first, second = (see(palace, surroundings, text) for text in ("first", "second"))
    decided(palace, first, skipping())
    queue = candidate_queue(palace, cooled)
    assert [(entry.candidate.id, entry.skipped) for entry in queue] == [(second.id, False), (first.id, True)]
    skipped = now(palace, first)
    decided(palace, skipped, editing(replace(prefilled(skipped), text="first, reworded")))
    queue = candidate_queue(palace, cooled)
    assert [(entry.candidate.id, entry.skipped) for entry in queue] == [(first.id, False), (second.id, False)]


def test_what_was_put_off_comes_last_until_its_time(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    first, second = (see(palace, surroundings, text) for text in ("first", "second"))
    decided(palace, first, snoozing(surroundings.now + timedelta(days=2)))
    before, after = later(timedelta(days=1)), later(timedelta(days=2))
    assert [entry.candidate.id for entry in candidate_queue(palace, before)] == [second.id, first.id]
    assert [entry.candidate.id for entry in candidate_queue(palace, after)] == [first.id, second.id]


def test_the_queue_begins_with_what_was_said_outright_then_what_is_due(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    for text in ("seen twice", "seen once"):
        see(palace, surroundings, text)
    see(palace, later(timedelta(days=1)), "seen twice")
    at = later(timedelta(days=4))
    see(palace, at, "just seen")
    see(palace, at, "said outright", express=True)
    queue = candidate_queue(palace, at)
    assert [(entry.candidate.text, entry.stage) for entry in queue] == [
        ("said outright", Stage.VERIFIED),
        ("seen twice", Stage.CHECK_DUE),
        ("seen once", Stage.CANDIDATE),
        ("just seen", Stage.COOLING),
    ]
    assert [entry.evidences for entry in queue] == [1, 2, 1, 1]
    assert queue[0].due_at is None
    assert queue[1].due_at == surroundings.now + timedelta(days=3)
    assert queue[3].due_at == at.now + HOUR


def test_one_candidate_is_shown_with_what_speaks_for_it_and_what_is_missing(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    seen = see(palace, surroundings, "rm -rf deleted the cache", kind=Kind.FAILURE)
    view = candidate_view(palace, seen.id, cooled, None)
    assert view.entry.candidate == seen
    assert [sighting.day.isoformat() for sighting in view.evidence] == ["2026-05-15"]
    assert [part.lack for part in view.missing] == [Lack.EVIDENCE, *[Lack.CHECK] * 3, Lack.BINDING]
    assert (view.approvable, view.override, view.replaceable) == (True, True, ())


def test_a_batch_tells_each_failure_and_does_the_rest_as_one_act(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    core = remember(palace, surroundings, "P0", priority=Priority.P0)
    one, two, three = (see(palace, surroundings, text) for text in ("one", "two", "three"))
    decided(palace, two, editing(replace(prefilled(two), text="two, reworded")))
    batch = [(one.id, one.version), (two.id, two.version), (99, 1), (three.id, three.version)]
    report = decide_all(palace, Actor.PERSON, batch, approving(cooled))
    assert [made.candidate_id for made in report.done] == [one.id, three.id]
    assert [(candidate_id, type(error)) for candidate_id, error in report.failed] == [
        (two.id, StaleItem),
        (99, NotFound),
    ]
    assert [entry.id for entry in palace.open_candidates()] == [two.id]
    group = palace.group_of(report.done[0].decision_id)
    assert [decision.id for decision in group] == [made.decision_id for made in report.done]
    assert palace.memories([core.id]) == [core]


def test_a_failure_in_the_middle_of_a_decision_leaves_nothing_of_it_in_the_batch(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    one, two = (see(palace, surroundings, text) for text in ("one", "two"))
    approve = approving(cooled)

    def fail_after_the_change(work: UnitOfWork, candidate_id: int, version: int) -> Decided:
        made = approve(work, candidate_id, version)
        if candidate_id == one.id:
            raise Refused("no")
        return made

    report = decide_all(
        palace, Actor.PERSON, [(one.id, one.version), (two.id, two.version)], fail_after_the_change
    )
    assert [made.candidate_id for made in report.done] == [two.id]
    assert now(palace, one) == one
    assert [memory.text for memory in palace.memories(palace.memory_ids(Filters()))] == ["two"]


@pytest.mark.parametrize("stale", [(), (0,), (TRIED_TOGETHER - 1, TRIED_TOGETHER), (3, TRIED_TOGETHER + 4)])
def test_a_long_batch_leaves_what_deciding_one_by_one_leaves(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings, stale: tuple[int, ...]
):
    seen = [see(palace, surroundings, f"number {number}") for number in range(TRIED_TOGETHER + 6)]
    batch = [(each.id, each.version + (place in stale)) for place, each in enumerate(seen)]
    report = decide_all(palace, Actor.PERSON, batch, approving(cooled))
    fitting = [each for place, each in enumerate(seen) if place not in stale]
    assert [made.candidate_id for made in report.done] == [each.id for each in fitting]
    assert [failed for failed, _ in report.failed] == [seen[place].id for place in stale]
    group = palace.group_of(report.done[0].decision_id)
    assert [(decision.id, decision.subject_id) for decision in group] == [
        (made.decision_id, made.candidate_id) for made in report.done
    ]
    assert [decision.id for decision in group] == list(range(group[0].id, group[0].id + len(fitting)))
    made = palace.memories([each.memory_id or 0 for each in report.done])
    assert [memory.text for memory in made] == [each.text for each in fitting]
    assert [hit.memory_id for hit in palace.find_words("number 1", Filters(), 5)][:1] == [
        report.done[fitting.index(seen[1])].memory_id
    ]
    undo(palace, Actor.PERSON)
    assert palace.memory_ids(Filters()) == []
    untouched = {each.id: replace(each, version=0) for each in seen}
    assert {each.id: replace(each, version=0) for each in palace.open_candidates()} == untouched


def test_a_batch_may_hold_one_candidate_twice(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    one = see(palace, surroundings, "one")
    report = decide_all(palace, Actor.PERSON, [(one.id, one.version)] * 2, rejecting(cooled))
    assert len(report.done) == 1
    assert isinstance(report.failed[0][1], StaleItem)
