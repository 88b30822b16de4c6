"""Decisions, undo and redo, as the journal in the file keeps them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from palace.domain.candidate import Candidate, Evidence
from palace.domain.changes import Changed
from palace.domain.errors import InvalidInput, NotFound, Refused, StaleItem
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Link, Memory
from palace.domain.vocabulary import Band, LinkKind, Status
from palace.services.surroundings import Surroundings
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile
from palace.storage.unit_of_work import Work

Saved = Callable[..., Memory]


def change(palace: PalaceFile, memory: Memory, actor: Actor = Actor.PERSON, verb: Verb = Verb.EDIT) -> Memory:
    with palace.unit_of_work(actor) as work:
        stored = work.save_memory(memory)
        work.record(verb, Subject.MEMORY, memory.id)
    return stored


def test_a_changed_row_that_no_decision_holds_is_a_fault_and_nothing_is_kept(
    palace: PalaceFile, saved: Saved
) -> None:
    memory = saved(palace, "tea")
    with pytest.raises(RuntimeError, match="no decision"), palace.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(memory, text="coffee"))
    assert palace.memories([memory.id]) == [memory]


def test_an_error_inside_a_unit_of_work_leaves_nothing_behind(palace: PalaceFile, saved: Saved) -> None:
    memory = saved(palace, "tea")

    def change_and_fail() -> None:
        with palace.unit_of_work(Actor.PERSON) as work:
            work.save_memory(replace(memory, text="coffee"))
            work.record(Verb.EDIT, Subject.MEMORY, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        change_and_fail()
    assert palace.memories([1])[0].text == "tea"
    assert len(palace.decisions()) == 1


def test_saving_on_an_old_view_is_refused_with_the_version_found(palace: PalaceFile, saved: Saved) -> None:
    seen = saved(palace, "tea")
    change(palace, replace(seen, text="coffee"))
    with pytest.raises(StaleItem, match="version 2 now, you saw 1"):
        change(palace, replace(seen, text="water"))
    assert palace.memories([seen.id])[0].text == "coffee"


def test_saving_what_is_stored_already_changes_no_version(palace: PalaceFile, saved: Saved) -> None:
    seen = saved(palace, "tea")
    assert change(palace, seen) == seen


def test_every_earlier_text_stays_as_a_version(palace: PalaceFile, saved: Saved) -> None:
    memory = saved(palace, "one")
    for text in ("two", "three", "four", "five"):
        memory = change(palace, replace(memory, text=text))
    assert [version.text for version in palace.versions_of(memory.id)] == ["four", "three", "two", "one"]


def test_versions_rise_through_undo_and_redo(palace: PalaceFile, saved: Saved) -> None:
    first = saved(palace, "tea")
    second = change(palace, replace(first, text="coffee"))
    undo(palace, Actor.PERSON)
    third = palace.memories([first.id])[0]
    redo(palace, Actor.PERSON)
    fourth = palace.memories([first.id])[0]
    assert [first.version, second.version, third.version, fourth.version] == [1, 2, 3, 4]
    assert (third.text, fourth.text) == ("tea", "coffee")


def test_a_memory_that_comes_back_after_its_making_was_undone_has_its_id_and_a_new_version(
    palace: PalaceFile, saved: Saved
) -> None:
    memory = saved(palace, "tea")
    undo(palace, Actor.PERSON)
    assert palace.memories([memory.id]) == []
    redo(palace, Actor.PERSON)
    assert palace.memories([memory.id]) == [replace(memory, version=2)]


def test_an_id_is_never_given_twice(palace: PalaceFile, saved: Saved) -> None:
    first = saved(palace, "tea")
    undo(palace, Actor.PERSON)
    assert saved(palace, "coffee").id == first.id + 1


def test_use_that_was_counted_since_neither_bars_an_undo_nor_is_lost_by_it(
    palace: PalaceFile, saved: Saved, surroundings: Surroundings
) -> None:
    memory = saved(palace, "tea")
    change(palace, replace(memory, band=Band.HOT), verb=Verb.MOVE)
    with palace.unit_of_work(Actor.AGENT) as work:
        work.count_use(memory.id, hit=True, at=surroundings.now)
        work.count_use(memory.id, hit=False, at=surroundings.now)
    undo(palace, Actor.PERSON)
    now = palace.memories([memory.id])[0]
    assert now.band is memory.band
    assert (now.hits, now.loads, now.last_hit_at) == (1, 1, surroundings.now)


def test_saving_a_memory_read_before_a_hit_keeps_the_hit(
    palace: PalaceFile, saved: Saved, surroundings: Surroundings
) -> None:
    memory = saved(palace, "tea")
    with palace.unit_of_work(Actor.AGENT) as work:
        work.count_use(memory.id, hit=True, at=surroundings.now)
    assert change(palace, replace(memory, text="coffee")).hits == 1


def test_an_older_stamp_never_turns_the_last_hit_back(
    palace: PalaceFile, saved: Saved, surroundings: Surroundings
) -> None:
    memory = saved(palace, "tea")
    with palace.unit_of_work(Actor.AGENT) as work:
        work.count_use(memory.id, hit=True, at=surroundings.now)
        work.count_use(memory.id, hit=True, at=surroundings.now - timedelta(days=3))
    assert palace.memories([memory.id])[0].last_hit_at == surroundings.now
    assert palace.memories([memory.id])[0].hits == 2


def test_counting_the_use_of_a_memory_that_is_gone_says_so(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    with pytest.raises(NotFound), palace.unit_of_work(Actor.AGENT) as work:
        work.count_use(7, hit=True, at=surroundings.now)


def test_undo_of_what_has_moved_on_is_refused_naming_row_and_column(palace: PalaceFile, saved: Saved) -> None:
    memory = saved(palace, "tea")
    moved = change(palace, replace(memory, band=Band.HOT))
    decision = palace.decisions()[0].id
    change(palace, replace(moved, text="coffee", pinned=True), actor=Actor.AGENT)
    with pytest.raises(Refused, match=r"memory #1 has changed since: text, pinned") as refused:
        undo(palace, Actor.PERSON, decision)
    assert refused.value.exit_status == 4
    assert palace.memories([memory.id])[0].text == "coffee"


def test_undo_of_a_making_that_others_refer_to_is_refused(
    palace: PalaceFile, saved: Saved, surroundings: Surroundings
) -> None:
    one, other = saved(palace, "tea"), saved(palace, "coffee")
    made = palace.decisions()[0].id
    with palace.unit_of_work(Actor.AGENT) as work:
        work.add_link(Link(one.id, other.id, LinkKind.CITES, surroundings.now))
        work.record(Verb.EDIT, Subject.MEMORY, one.id)
    with pytest.raises(Refused, match="memory #2 is referred to by something newer"):
        undo(palace, Actor.PERSON, made)
    assert len(palace.memories([one.id, other.id])) == 2


def test_all_decisions_of_a_group_are_undone_together(palace: PalaceFile, surroundings: Surroundings) -> None:
    with palace.unit_of_work(Actor.PERSON) as work:
        for text in ("tea", "coffee", "water"):
            candidate = work.save_candidate(Candidate(0, surroundings.new_uid(), text, surroundings.now))
            work.add_evidence(Evidence(candidate.id, "log", date(2026, 5, 1), surroundings.now))
            work.record(Verb.SEE, Subject.CANDIDATE, candidate.id)
        group = work.group
    assert [decision.group for decision in palace.group_of(2)] == [group] * 3
    undo(palace, Actor.PERSON)
    assert palace.open_candidates() == []
    assert palace.evidence_counts() == {}
    redo(palace, Actor.PERSON)
    assert [candidate.text for candidate in palace.open_candidates()] == ["tea", "coffee", "water"]
    assert palace.evidence_counts() == {1: 1, 2: 1, 3: 1}


def test_undo_and_redo_walk_back_and_forth_over_several_decisions(palace: PalaceFile, saved: Saved) -> None:
    memory = saved(palace, "one")
    for text in ("two", "three"):
        memory = change(palace, replace(memory, text=text))

    def text() -> str:
        return palace.memories([memory.id])[0].text

    undo(palace, Actor.PERSON)
    undo(palace, Actor.PERSON)
    assert text() == "one"
    redo(palace, Actor.PERSON)
    assert text() == "two"
    redo(palace, Actor.PERSON)
    assert text() == "three"
    undo(palace, Actor.PERSON)
    undo(palace, Actor.PERSON)
    assert text() == "one"


def test_nothing_can_be_redone_after_something_new(palace: PalaceFile, saved: Saved) -> None:
    saved(palace, "tea")
    undo(palace, Actor.PERSON)
    saved(palace, "coffee")
    assert palace.last_redoable(Actor.PERSON) is None
    with pytest.raises(NotFound):
        redo(palace, Actor.PERSON)


def test_decisions_of_others_neither_are_undone_nor_end_what_can_be_redone(
    palace: PalaceFile, saved: Saved
) -> None:
    memory = saved(palace, "tea")
    undone = saved(palace, "coffee")
    undo(palace, Actor.PERSON)
    change(palace, replace(memory, band=Band.COLD), actor=Actor.JOB, verb=Verb.MOVE)
    newest = palace.last_undoable(Actor.PERSON)
    assert newest is not None
    assert newest.subject_id == memory.id
    redo(palace, Actor.PERSON)
    assert palace.memories([undone.id])[0].text == "coffee"


def test_a_decision_is_undone_once(palace: PalaceFile, saved: Saved) -> None:
    saved(palace, "tea")
    undo(palace, Actor.PERSON, 1)
    with pytest.raises(Refused, match="undone already"):
        undo(palace, Actor.PERSON, 1)


def test_the_marks_tell_what_stands(palace: PalaceFile, saved: Saved) -> None:
    saved(palace, "tea")
    undo(palace, Actor.PERSON)
    redo(palace, Actor.PERSON)
    marks = [(decision.verb, decision.undoes, decision.undone_by) for decision in palace.decisions()]
    assert marks == [(Verb.REDO, 2, None), (Verb.UNDO, 1, 3), (Verb.ADD, None, None)]


def test_undo_works_after_a_restart(open_palace: Callable[[], PalaceFile], saved: Saved) -> None:
    palace = open_palace()
    memory = saved(palace, "tea")
    change(palace, replace(memory, status=Status.TRASHED), verb=Verb.TRASH)
    palace.close()
    palace = open_palace()
    undo(palace, Actor.PERSON)
    assert palace.memories([memory.id])[0].status is Status.ACTIVE


def test_an_attempt_that_fails_leaves_no_trace_among_what_succeeds(palace: PalaceFile, saved: Saved) -> None:
    one, other = saved(palace, "tea"), saved(palace, "coffee")

    def attempt(work: Work) -> None:
        with work.attempt():
            work.save_memory(replace(other, text="espresso"))
            work.record(Verb.EDIT, Subject.MEMORY, other.id)
            work.save_memory(replace(other, text="mocha"))

    with palace.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(one, text="green tea"))
        work.record(Verb.EDIT, Subject.MEMORY, one.id)
        with pytest.raises(StaleItem):
            attempt(work)
        assert len(work.changes.decision_ids) == 1
    assert [memory.text for memory in palace.memories([one.id, other.id])] == ["green tea", "coffee"]
    undo(palace, Actor.PERSON)
    assert palace.memories([one.id])[0].text == "tea"


def test_a_failed_attempt_leaves_what_waits_for_its_decision_as_it_was(
    palace: PalaceFile, saved: Saved
) -> None:
    one, other = saved(palace, "tea"), saved(palace, "coffee")

    def attempt(work: Work) -> None:
        with work.attempt():
            work.save_memory(replace(other, text="espresso"))
            work.memory(99)

    with palace.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(one, text="green tea"))
        with pytest.raises(NotFound):
            attempt(work)
        decision = work.record(Verb.EDIT, Subject.MEMORY, one.id)
        changes = work.decision(decision).changes
    assert {(change.table, change.key) for change in changes} == {("memory", "1"), ("memory_version", "1 1")}


def test_the_journal_keeps_of_a_changed_row_only_what_became_different(
    palace: PalaceFile, saved: Saved
) -> None:
    memory = saved(palace, "a long text " * 100)
    change(palace, replace(memory, band=Band.HOT))
    kept = palace._database.row("SELECT changes FROM decision WHERE id = 2")
    assert kept is not None
    assert kept[0].count("a long text") == 100
    assert '"after":{"band":"hot","version":2}' in kept[0]
    with palace.unit_of_work(Actor.PERSON) as work:
        (changed,) = work.decision(2).changes
    assert changed.after is not None
    assert changed.after["text"] == memory.text


def test_instants_of_any_zone_are_kept_as_the_same_instant(palace: PalaceFile, saved: Saved) -> None:
    local = datetime(2026, 3, 14, 7, 5, 0, 17, tzinfo=ZoneInfo("Asia/Shanghai"))
    memory = saved(
        palace, "tea", valid_from=local, valid_to=datetime.max.replace(tzinfo=ZoneInfo("Etc/GMT+5"))
    )
    assert memory.valid_from == local
    assert memory.valid_from.utcoffset() == timedelta(0)
    stored = palace._database.row("SELECT valid_from FROM memory")
    assert stored == ("2026-03-13T23:05:00.000017Z",)
    with pytest.raises(ValueError, match="needs a zone"):
        saved(palace, "coffee", valid_from=local.replace(tzinfo=None))


def test_the_change_set_names_sorts_ids_and_decisions(palace: PalaceFile, saved: Saved) -> None:
    one, other = saved(palace, "tea"), saved(palace, "coffee")
    with palace.unit_of_work(Actor.PERSON) as work:
        assert not work.changes
        work.save_memory(replace(one, text="green tea"))
        work.add_link(Link(one.id, other.id, LinkKind.CITES, one.recorded_at))
        decision = work.record(Verb.EDIT, Subject.MEMORY, one.id)
    assert work.changes.kinds == {Changed.MEMORY, Changed.LINK, Changed.JOURNAL}
    assert work.changes.memory_ids == {one.id, other.id}
    assert work.changes.decision_ids == (decision,)


def test_a_second_uid_of_the_same_name_is_refused(palace: PalaceFile, saved: Saved) -> None:
    saved(palace, "tea", uid="mine")
    with pytest.raises(Refused, match="memory #1 has the uid mine already"):
        saved(palace, "coffee", uid="mine")


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), float("inf")])
def test_impossible_values_are_refused(palace: PalaceFile, saved: Saved, share: float) -> None:
    with pytest.raises(InvalidInput):
        saved(palace, "tea", importance=share)


def test_what_refers_to_nothing_is_refused(palace: PalaceFile, surroundings: Surroundings) -> None:
    with pytest.raises(NotFound), palace.unit_of_work(Actor.PERSON) as work:
        work.add_link(Link(1, 2, LinkKind.CITES, surroundings.now))
    with pytest.raises(NotFound), palace.unit_of_work(Actor.PERSON) as work:
        work.add_evidence(Evidence(5, "log", date(2026, 5, 1), surroundings.now))


def test_the_same_source_on_the_same_day_is_one_sighting(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    with palace.unit_of_work(Actor.PERSON) as work:
        candidate = work.save_candidate(Candidate(0, "c", "tea", surroundings.now))
        sighting = Evidence(candidate.id, "cron", date(2026, 5, 1), surroundings.now)
        added = [
            work.add_evidence(sighting),
            work.add_evidence(replace(sighting, origin="x", seen_at=surroundings.now + timedelta(hours=1))),
            work.add_evidence(replace(sighting, day=date(2026, 5, 2))),
        ]
        work.record(Verb.SEE, Subject.CANDIDATE, candidate.id)
    assert added == [True, False, True]
    assert palace.evidence_counts() == {1: 2}


def test_sightings_before_a_failed_check_no_longer_count(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    now = surroundings.now
    with palace.unit_of_work(Actor.PERSON) as work:
        candidate = work.save_candidate(Candidate(0, "c", "tea", now))
        work.add_evidence(Evidence(candidate.id, "a", date(2026, 5, 1), now))
        work.add_evidence(Evidence(candidate.id, "b", date(2026, 5, 9), now + timedelta(days=8)))
        work.save_candidate(replace(candidate, failed_at=now + timedelta(days=4)))
        work.record(Verb.FAIL_CHECK, Subject.CANDIDATE, candidate.id)
    assert palace.evidence_counts() == {1: 1}


def test_pages_of_decisions_follow_each_other(palace: PalaceFile, saved: Saved) -> None:
    for number in range(7):
        saved(palace, f"tea {number}")
    first = palace.decisions(limit=3)
    second = palace.decisions(before_id=first[-1].id, limit=3)
    assert [decision.id for decision in first + second] == [7, 6, 5, 4, 3, 2]
    about = palace.decisions_about(Subject.MEMORY, 4)
    assert [decision.id for decision in about] == [4]
