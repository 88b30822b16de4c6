"""Bringing back by hand what was turned away: with its evidence and history, journalled, with one undo."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.candidate import Candidate, Verdict
from palace.domain.errors import InvalidInput, NotFound, Refused, StaleItem, Suppressed
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.short_code import short_code
from palace.domain.vocabulary import Band, Priority, Status
from palace.services.remembering import Outcome, Statement, add_candidate, add_memory
from palace.services.review import approving, decide, editing, prefilled, rejecting
from palace.services.reviving import Revived, barred, barred_as, revive
from palace.services.surroundings import Surroundings
from palace.services.tending import as_form, editing_memory, tend, trashing
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile

Later = Callable[[timedelta], Surroundings]

DAY = timedelta(days=1)


def see(palace: PalaceFile, surroundings: Surroundings, text: str) -> Candidate:
    taken = add_candidate(palace, Statement(text), surroundings, Actor.AGENT, express=False)
    return palace.candidates([taken.candidate_id or 0])[0]


def remember(palace: PalaceFile, surroundings: Surroundings, text: str, **fields: object) -> Memory:
    taken = add_memory(palace, replace(Statement(text), **fields), surroundings, Actor.PERSON)
    return palace.memories([taken.memory_id or 0])[0]


def reject(palace: PalaceFile, surroundings: Surroundings, candidate: Candidate) -> None:
    decide(palace, Actor.PERSON, candidate.id, candidate.version, rejecting(surroundings))


def trash(palace: PalaceFile, surroundings: Surroundings, memory: Memory) -> None:
    code = short_code(memory.uid, memory.version)
    tend(palace, Actor.PERSON, memory.id, memory.version, trashing(surroundings), typed_code=code)


def back(palace: PalaceFile, surroundings: Surroundings, named: str, **fields: str) -> Revived:
    return revive(palace, Actor.PERSON, barred_as(palace, named), surroundings, **fields)


@pytest.mark.parametrize("named", ["1", "#1", "candidate:1", "THE GATE  code is 4711"])
def test_a_rejected_candidate_waits_again_with_its_evidence_and_its_history(
    palace: PalaceFile, surroundings: Surroundings, later: Later, named: str
):
    see(palace, surroundings, "the gate code is 4711")
    seen = see(palace, later(DAY), "the gate code is 4711")
    evidence = palace.evidence_of(seen.id)
    reject(palace, surroundings, seen)
    revived = back(palace, surroundings, named)
    assert (revived.subject, revived.id, revived.text) == (Subject.CANDIDATE, seen.id, seen.text)
    [open_again] = palace.open_candidates()
    assert replace(open_again, version=1) == replace(seen, version=1)
    assert palace.evidence_of(seen.id) == evidence
    assert palace.tombstone(seen.content_hash) is None
    history = palace.decisions_about(Subject.CANDIDATE, seen.id)
    assert [decision.verb for decision in history] == [Verb.REVIVE, Verb.REJECT, Verb.SEE, Verb.SEE]


def test_reviving_is_undone_and_redone(palace: PalaceFile, surroundings: Surroundings):
    seen = see(palace, surroundings, "one")
    reject(palace, surroundings, seen)
    stone = palace.tombstone(seen.content_hash)
    back(palace, surroundings, "1")
    undo(palace, Actor.PERSON)
    assert palace.candidates([seen.id])[0].verdict is Verdict.REJECTED
    assert palace.tombstone(seen.content_hash) == stone
    with pytest.raises(Suppressed):
        see(palace, surroundings, "one")
    redo(palace, Actor.PERSON)
    assert palace.candidates([seen.id])[0].verdict is Verdict.OPEN
    assert see(palace, surroundings, "one").id == seen.id


def test_a_trashed_memory_is_in_use_again(palace: PalaceFile, surroundings: Surroundings):
    memory = remember(palace, surroundings, "tea")
    trash(palace, surroundings, memory)
    revived = back(palace, surroundings, "memory:1")
    assert (revived.subject, revived.id) == (Subject.MEMORY, memory.id)
    assert palace.memories([memory.id])[0].status is Status.ACTIVE
    assert palace.tombstone(memory.content_hash) is None
    assert palace.decisions(limit=1)[0].verb is Verb.REVIVE


def test_a_superseded_memory_comes_back_beside_what_replaced_it(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    older = remember(palace, surroundings, "the gate code is 4711")
    seen = see(palace, surroundings, "the gate code is 1174")
    decide(palace, Actor.PERSON, seen.id, seen.version, approving(later(DAY), replacing=older.id))
    back(palace, surroundings, older.text)
    assert palace.memories([older.id])[0].searchable
    assert palace.memory_with_hash(older.content_hash) is not None
    assert len(palace.links_of(older.id)) == 1


def test_a_p0_comes_back_only_with_its_code(palace: PalaceFile, surroundings: Surroundings):
    memory = remember(palace, surroundings, "core", priority=Priority.P0)
    trash(palace, surroundings, memory)
    trashed = palace.memories([memory.id])[0]
    with pytest.raises(Refused, match="code"):
        back(palace, surroundings, "core")
    back(palace, surroundings, "core", typed_code=short_code(trashed.uid, trashed.version))
    assert (palace.memories([memory.id])[0].status, trashed.band) == (Status.ACTIVE, Band.HOT)


def test_an_earlier_text_of_a_memory_becomes_an_express_candidate_that_cites_it(
    palace: PalaceFile, surroundings: Surroundings
):
    memory = remember(palace, surroundings, "tea at four", scenes=("home",))
    form = replace(as_form(memory), text="tea at five")
    tend(palace, Actor.PERSON, memory.id, memory.version, editing_memory(form, surroundings))
    [held] = barred(palace)
    assert (held.text, held.earlier, held.name) == ("tea at four", True, "memory:1")
    back(palace, surroundings, "1")
    [candidate] = palace.open_candidates()
    assert (candidate.text, candidate.express, candidate.scenes) == ("tea at four", True, ("home",))
    assert candidate.cited_memories == (memory.id,)
    assert palace.memories([memory.id])[0].text == "tea at five"
    undo(palace, Actor.PERSON)
    assert palace.candidates([candidate.id]) == []
    assert barred(palace) == [held]


def test_what_is_kept_out_is_listed_newest_first(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    seen, memory = see(palace, surroundings, "one"), remember(palace, surroundings, "two")
    reject(palace, surroundings, seen)
    trash(palace, later(DAY), memory)
    assert [(each.name, each.text, each.tombstone.reason) for each in barred(palace)] == [
        ("memory:1", "two", "deleted"),
        ("candidate:1", "one", "rejected"),
    ]


def test_an_id_that_means_two_is_refused_by_name(palace: PalaceFile, surroundings: Surroundings):
    reject(palace, surroundings, see(palace, surroundings, "one"))
    trash(palace, surroundings, remember(palace, surroundings, "two"))
    with pytest.raises(InvalidInput, match="candidate:1"):
        barred_as(palace, "1")
    assert barred_as(palace, "memory:1").text == "two"


@pytest.mark.parametrize("named", ["7", "candidate:7", "never seen", "", "9" * 40])
def test_what_was_never_turned_away_is_not_found(palace: PalaceFile, named: str):
    with pytest.raises(NotFound):
        barred_as(palace, named)


def test_an_agent_revives_nothing(palace: PalaceFile, surroundings: Surroundings):
    reject(palace, surroundings, see(palace, surroundings, "one"))
    with pytest.raises(Refused, match="person"):
        revive(palace, Actor.AGENT, barred_as(palace, "1"), surroundings)
    assert palace.open_candidates() == []


def test_what_was_revived_meanwhile_is_not_revived_twice(palace: PalaceFile, surroundings: Surroundings):
    reject(palace, surroundings, see(palace, surroundings, "one"))
    target = barred_as(palace, "1")
    revive(palace, Actor.PERSON, target, surroundings)
    with pytest.raises(StaleItem):
        revive(palace, Actor.PERSON, target, surroundings)
    assert (
        add_candidate(palace, Statement("one"), surroundings, Actor.AGENT, express=False).outcome
        is Outcome.KNOWN
    )


def test_a_revived_candidate_is_decided_like_any_other(
    palace: PalaceFile, surroundings: Surroundings, later: Later
):
    seen = see(palace, surroundings, "one")
    decide(palace, Actor.PERSON, seen.id, 1, editing(replace(prefilled(seen), text="one, reworded")))
    reject(palace, surroundings, palace.candidates([seen.id])[0])
    back(palace, surroundings, "one, reworded")
    version = palace.candidates([seen.id])[0].version
    made = decide(palace, Actor.PERSON, seen.id, version, approving(later(DAY)))
    assert palace.memories([made.memory_id or 0])[0].text == "one, reworded"
