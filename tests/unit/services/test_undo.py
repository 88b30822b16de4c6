"""Undo and redo from the journal: chains of them, across restarts, and refusals that say why."""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.domain.candidate import Candidate, Verdict
from palace.domain.conflict import Conflict
from palace.domain.errors import NotFound, Refused
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.vocabulary import Axis, Status, Wing
from palace.services.conflict_queue import conflict_entry
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.review import (
    Decide,
    approving,
    decide,
    decide_all,
    editing,
    prefilled,
    rejecting,
    skipping,
    snoozing,
)
from palace.services.settling import settle
from palace.services.settling_verbs import dismissing
from palace.services.surroundings import Surroundings
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile

Later = Callable[[timedelta], Surroundings]


@pytest.fixture
def cooled(later: Later) -> Surroundings:
    """Two hours after the candidates of a test were seen."""
    return later(timedelta(hours=2))


def see(palace: PalaceFile, surroundings: Surroundings, text: str) -> Candidate:
    taken = add_candidate(palace, Statement(text), surroundings, Actor.AGENT, express=False)
    return palace.candidates([taken.candidate_id or 0])[0]


def decided(palace: PalaceFile, candidate_id: int, how: Decide) -> int:
    version = palace.candidates([candidate_id])[0].version
    return decide(palace, Actor.PERSON, candidate_id, version, how).decision_id


def everything(palace: PalaceFile) -> object:
    """Return all that decisions change, as a reader sees it; versions, which only ever rise, put aside."""
    ids = palace.memory_ids(Filters(statuses=frozenset(Status)))
    candidates = palace.candidates(range(1, 50))
    return (
        [replace(memory, version=0) for memory in palace.memories(ids)],
        [palace.links_of(memory_id) for memory_id in ids],
        [palace.versions_of(memory_id) for memory_id in ids],
        [replace(candidate, version=0) for candidate in candidates],
        [palace.evidence_of(candidate.id) for candidate in candidates],
        [palace.tombstone(candidate.content_hash) for candidate in candidates],
        palace.find_words("one two three older reworded", Filters(), 50),
        palace.find_candidates("one two three older reworded", 50),
    )


def test_undoing_an_approval_brings_the_candidate_back_and_takes_the_memory_away(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    seen = see(palace, surroundings, "one")
    before = everything(palace)
    approved = decided(palace, seen.id, approving(cooled))
    [undone] = undo(palace, Actor.PERSON)
    assert undone.id == approved
    assert everything(palace) == before
    assert palace.candidates([seen.id])[0].verdict is Verdict.OPEN
    assert palace.memory_ids(Filters()) == []
    [newest] = palace.decisions(limit=1)
    assert (newest.verb, newest.undoes) == (Verb.UNDO, approved)


def test_undoing_a_rejection_lifts_its_tombstone(palace: PalaceFile, surroundings: Surroundings):
    seen = see(palace, surroundings, "one")
    decided(palace, seen.id, rejecting(surroundings))
    undo(palace, Actor.PERSON)
    assert palace.tombstone(seen.content_hash) is None
    assert [candidate.id for candidate in palace.open_candidates()] == [seen.id]


def test_undoing_a_replacement_brings_the_older_memory_back_into_search(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    older = add_memory(palace, Statement("older way"), surroundings, Actor.PERSON).memory_id or 0
    seen = see(palace, surroundings, "one new way")
    before = everything(palace)
    decided(palace, seen.id, approving(cooled, replacing=older))
    undo(palace, Actor.PERSON)
    assert everything(palace) == before
    assert [hit.memory_id for hit in palace.find_words("way", Filters(), 10)] == [older]


def test_redo_brings_back_what_was_undone_and_undo_takes_it_back_again(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    seen = see(palace, surroundings, "one")
    before = everything(palace)
    decided(palace, seen.id, approving(cooled))
    after = everything(palace)
    for _ in range(3):
        undo(palace, Actor.PERSON)
        assert everything(palace) == before
        redo(palace, Actor.PERSON)
        assert everything(palace) == after


def test_undo_and_redo_walk_back_and_forth_through_a_chain_across_restarts(
    palace: PalaceFile,
    surroundings: Surroundings,
    cooled: Surroundings,
    open_palace: Callable[[], PalaceFile],
):
    one, two, three = (see(palace, surroundings, text).id for text in ("one", "two", "three"))
    states = [everything(palace)]
    for candidate_id, how in (
        (one, approving(cooled)),
        (two, rejecting(cooled)),
        (three, skipping()),
        (three, approving(cooled)),
    ):
        decided(palace, candidate_id, how)
        states.append(everything(palace))
    for state in states[-2::-1]:
        palace.close()
        palace = open_palace()
        undo(palace, Actor.PERSON)
        assert everything(palace) == state
    with pytest.raises(NotFound, match="nothing to undo"):
        undo(palace, Actor.PERSON)
    for state in states[1:]:
        palace.close()
        palace = open_palace()
        redo(palace, Actor.PERSON)
        assert everything(palace) == state
    with pytest.raises(NotFound, match="nothing to redo"):
        redo(palace, Actor.PERSON)


def test_a_new_decision_ends_what_could_be_redone(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    one, two = (see(palace, surroundings, text).id for text in ("one", "two"))
    decided(palace, one, approving(cooled))
    undo(palace, Actor.PERSON)
    decided(palace, two, rejecting(cooled))
    with pytest.raises(NotFound, match="nothing to redo"):
        redo(palace, Actor.PERSON)


def test_a_batch_is_one_undo_and_one_redo(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    seen = [see(palace, surroundings, text) for text in ("one", "two", "three")]
    before = everything(palace)
    batch = [(candidate.id, candidate.version) for candidate in seen]
    decide_all(palace, Actor.PERSON, batch, approving(cooled))
    after = everything(palace)
    assert len(undo(palace, Actor.PERSON)) == 3
    assert everything(palace) == before
    assert len(redo(palace, Actor.PERSON)) == 3
    assert everything(palace) == after


def test_an_earlier_decision_can_be_undone_while_later_ones_stand(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    one, two = (see(palace, surroundings, text).id for text in ("one", "two"))
    first = decided(palace, one, rejecting(cooled))
    decided(palace, two, approving(cooled))
    undo(palace, Actor.PERSON, first)
    assert [candidate.id for candidate in palace.open_candidates()] == [one]
    assert len(palace.memory_ids(Filters())) == 1


def test_what_has_moved_on_is_refused_with_what_changed(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    seen = see(palace, surroundings, "one")
    approved = decided(palace, seen.id, approving(cooled))
    [memory_id] = palace.memory_ids(Filters())
    with palace.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(work.memory(memory_id), wing=Wing.SOCIAL))
        work.record(Verb.MOVE, Subject.MEMORY, memory_id)
    before = everything(palace)
    with pytest.raises(Refused, match=rf"memory #{memory_id} has changed since: wing"):
        undo(palace, Actor.PERSON, approved)
    assert everything(palace) == before
    undo(palace, Actor.PERSON)
    undo(palace, Actor.PERSON, approved)
    assert [candidate.id for candidate in palace.open_candidates()] == [seen.id]


def test_use_does_not_stand_in_the_way_of_undo_and_stays_counted_by_redo(
    palace: PalaceFile, surroundings: Surroundings
):
    memory_id = add_memory(palace, Statement("one"), surroundings, Actor.PERSON).memory_id or 0
    with palace.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(work.memory(memory_id), wing=Wing.SOCIAL))
        work.record(Verb.MOVE, Subject.MEMORY, memory_id)
    with palace.unit_of_work(Actor.AGENT) as work:
        work.count_use(memory_id, hit=True, at=surroundings.now)
    undo(palace, Actor.PERSON)
    [memory] = palace.memories([memory_id])
    assert (memory.wing, memory.hits) == (Wing.KNOWLEDGE, 1)


def test_each_refusal_says_why_and_what_to_do(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    with pytest.raises(NotFound, match="nothing to undo"):
        undo(palace, Actor.PERSON)
    with pytest.raises(NotFound, match="no decision 99"):
        undo(palace, Actor.PERSON, 99)
    seen = see(palace, surroundings, "one")
    approved = decided(palace, seen.id, approving(cooled))
    undo(palace, Actor.PERSON)
    with pytest.raises(Refused, match=f"decision {approved} .* is undone already"):
        undo(palace, Actor.PERSON, approved)
    redo(palace, Actor.PERSON)
    [redone] = palace.decisions(limit=1)
    with pytest.raises(Refused, match="brought another one back") as refused:
        undo(palace, Actor.PERSON, redone.id)
    assert refused.value.next_step == f"undo that one: palace undo {approved}"
    undo(palace, Actor.PERSON, approved)


def test_one_actor_does_not_undo_anothers_decision_without_naming_it(
    palace: PalaceFile, surroundings: Surroundings
):
    seen = see(palace, surroundings, "one")
    with pytest.raises(NotFound, match="nothing to undo"):
        undo(palace, Actor.PERSON)
    [sighting] = palace.decisions()
    undo(palace, Actor.PERSON, sighting.id)
    assert palace.candidates([seen.id]) == []


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["approve", "replace", "reject", "skip", "snooze", "edit", "see", "batch"]),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=8,
)


@given(ACTS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_sequence_of_decisions_undone_in_reverse_leaves_the_same_rows(
    surroundings: Surroundings, later: Later, acts: list[tuple[str, int]]
):
    cooled = later(timedelta(hours=2))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "palace.db"
        with PalaceFile.create(path, clock=cooled.clock, new_uid=cooled.new_uid) as palace:
            older = add_memory(palace, Statement("older way"), surroundings, Actor.AGENT).memory_id or 0
            ids = [see(palace, surroundings, text).id for text in ("one", "two", "three", "four")]
            states = [everything(palace)]
            for number, (verb, place) in enumerate(acts):
                if act(palace, cooled, verb, ids[place], ids, older, number):
                    states.append(everything(palace))
            for state in states[-2::-1]:
                undo(palace, Actor.PERSON)
                assert everything(palace) == state
            for state in states[1:]:
                redo(palace, Actor.PERSON)
                assert everything(palace) == state


def act(
    palace: PalaceFile,
    cooled: Surroundings,
    verb: str,
    candidate_id: int,
    ids: list[int],
    older: int,
    number: int,
) -> bool:
    """Decide something; False where the palace refused it or nothing of it was done."""
    if verb == "batch":
        versions = [(candidate.id, candidate.version) for candidate in palace.candidates(ids)]
        return bool(decide_all(palace, Actor.PERSON, versions, approving(cooled)).done)
    if verb == "see":
        add_candidate(palace, Statement(f"new {number}"), cooled, Actor.PERSON, express=True)
        return True
    form = prefilled(palace.candidates([candidate_id])[0])
    hows: dict[str, Decide] = {
        "approve": approving(cooled),
        "replace": approving(cooled, replacing=older),
        "reject": rejecting(cooled),
        "skip": skipping(),
        "snooze": snoozing(cooled.now + timedelta(days=number + 1)),
        "edit": editing(replace(form, text=f"reworded {number}")),
    }
    try:
        decided(palace, candidate_id, hows[verb])
    except Refused:
        return False
    return True


def a_conflict_between(palace: PalaceFile, left: int, right: int, surroundings: Surroundings) -> int:
    """Let a job find two memories in conflict; returns the conflict's id."""
    with palace.unit_of_work(Actor.JOB) as work:
        found = work.save_conflict(Conflict(0, left, right, None, surroundings.now, Axis.NUMBER))
        work.record(Verb.FIND_CONFLICT, Subject.CONFLICT, found.id)
    return found.id


def test_what_the_palace_found_about_a_memory_goes_and_comes_back_with_it(
    palace: PalaceFile, surroundings: Surroundings, cooled: Surroundings
):
    old = add_memory(palace, Statement("backups run at two"), surroundings, Actor.PERSON).memory_id or 0
    candidate = see(palace, surroundings, "backups run at three")
    decided(palace, candidate.id, approving(cooled))
    new = palace.candidates([candidate.id])[0].memory_id or 0
    a_conflict_between(palace, old, new, cooled)
    for _ in range(2):
        undo(palace, Actor.PERSON)
        assert (palace.open_conflicts(), palace.memories([new])) == ([], [])
        redo(palace, Actor.PERSON)
        assert [each.right_memory_id for each in palace.open_conflicts()] == [new]


def test_what_a_person_decided_about_a_memory_keeps_it_until_that_is_undone(
    palace: PalaceFile, surroundings: Surroundings
):
    old, new = (
        add_memory(palace, Statement(text), surroundings, Actor.PERSON).memory_id or 0
        for text in ("backups run at two", "backups run at three")
    )
    found = a_conflict_between(palace, old, new, surroundings)
    added = palace.decisions_about(Subject.MEMORY, new)[0].id
    settle(palace, Actor.PERSON, conflict_entry(palace, found).seen, dismissing(surroundings))
    with pytest.raises(Refused):
        undo(palace, Actor.PERSON, added)
    undo(palace, Actor.PERSON)
    undo(palace, Actor.PERSON)
    assert (palace.memories([new]), palace.open_conflicts()) == ([], [])
