"""Approving into the hot band: its budget holds, and what makes room is one act with the approval."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.bands import rendered_lines
from palace.domain.candidate import Candidate, Verdict
from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import Refused, StaleItem
from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band, Priority, Status
from palace.services.hot_band import Demotion, HotBandFull
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.review import approving, decide, decide_all
from palace.services.surroundings import Surroundings
from palace.services.tending import pinning, tend
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile

BUDGET = 5


@pytest.fixture
def tight(later: Callable[[timedelta], Surroundings]) -> Surroundings:
    """Surroundings two hours on, whose hot band has room for five lines."""
    around = later(timedelta(hours=2))
    return replace(around, rules=replace(around.rules, bands=replace(around.rules.bands, hot_lines=BUDGET)))


def hot(palace: PalaceFile, around: Surroundings, text: str, importance: float = 0.5) -> Memory:
    statement = replace(Statement(text), band=Band.HOT, importance=importance)
    taken = add_memory(palace, statement, around, Actor.PERSON)
    return palace.memories([taken.memory_id or 0])[0]


def proposed(palace: PalaceFile, around: Surroundings, text: str, **fields: object) -> Candidate:
    statement = replace(Statement(text), **{"band": Band.HOT, **fields})
    taken = add_candidate(palace, statement, around, Actor.AGENT, express=True)
    return palace.candidates([taken.candidate_id or 0])[0]


def lines_used(palace: PalaceFile) -> int:
    fits = Filters(bands=frozenset({Band.HOT}), statuses=frozenset({Status.ACTIVE}))
    return rendered_lines(palace.memories(palace.memory_ids(fits)))


def refused(palace: PalaceFile, around: Surroundings, candidate: Candidate) -> HotBandFull:
    with pytest.raises(HotBandFull) as full:
        decide(palace, Actor.PERSON, candidate.id, candidate.version, approving(around))
    assert palace.candidates([candidate.id])[0] == candidate
    return full.value


def test_the_last_line_may_be_used_and_no_line_more(palace: PalaceFile, tight: Surroundings):
    hot(palace, tight, "one\ntwo\nthree\nfour")
    fits, too_much = proposed(palace, tight, "five"), proposed(palace, tight, "six")
    decide(palace, Actor.PERSON, fits.id, fits.version, approving(tight))
    assert lines_used(palace) == BUDGET
    full = refused(palace, tight, too_much)
    assert full.exit_status == 4
    assert "5 of 5 lines are used, and this takes 1" in full.message


def test_what_is_approved_as_warm_needs_no_room(palace: PalaceFile, tight: Surroundings):
    hot(palace, tight, "1\n2\n3\n4\n5")
    warm = proposed(palace, tight, "six", band=Band.WARM)
    decide(palace, Actor.PERSON, warm.id, warm.version, approving(tight))
    assert lines_used(palace) == BUDGET


def test_the_lightest_that_make_room_alone_are_offered_first(palace: PalaceFile, tight: Surroundings):
    heavy = hot(palace, tight, "heavy\nof two", 0.9)
    small = hot(palace, tight, "light", 0.1)
    light = hot(palace, tight, "lighter\nof two", 0.2)
    full = refused(palace, tight, proposed(palace, tight, "two\nlines"))
    assert [[memory.id for memory in offer.memories] for offer in full.offers] == [[light.id], [heavy.id]]
    assert f"#{small.id}" not in full.next_step
    full = refused(palace, tight, proposed(palace, tight, "four\nwhole\nlines\nlong"))
    assert [[memory.id for memory in offer.memories] for offer in full.offers] == [
        [small.id, light.id, heavy.id]
    ]


def test_demoting_and_approving_are_one_act_with_one_undo(palace: PalaceFile, tight: Surroundings):
    older = hot(palace, tight, "1\n2\n3\n4\n5")
    candidate = proposed(palace, tight, "six")
    [offer] = refused(palace, tight, candidate).offers
    how = approving(tight, demoting=offer.demotions)
    made = decide(palace, Actor.PERSON, candidate.id, candidate.version, how)
    assert palace.memories([older.id])[0].band is Band.WARM
    assert len(palace.group_of(made.decision_id)) == 2
    assert len(undo(palace, Actor.PERSON)) == 2
    assert palace.memories([older.id])[0].band is Band.HOT
    assert palace.candidates([candidate.id])[0].verdict is Verdict.OPEN
    assert palace.memories([made.memory_id or 0]) == []


def test_nothing_is_demoted_that_changed_or_is_always_hot(palace: PalaceFile, tight: Surroundings):
    older = hot(palace, tight, "1\n2\n3\n4\n5")
    candidate = proposed(palace, tight, "six")
    [offer] = refused(palace, tight, candidate).offers
    pinned = tend(palace, Actor.PERSON, older.id, older.version, pinning(True)).memory
    for demotion, error in ((offer.demotions[0], StaleItem), (Demotion(older.id), Refused)):
        how = approving(tight, demoting=[demotion])
        with pytest.raises(error):
            decide(palace, Actor.PERSON, candidate.id, candidate.version, how)
    assert palace.memories([older.id]) == [pinned]
    full = refused(palace, tight, candidate)
    assert full.offers == ()
    assert "as warm" in full.next_step


def test_a_p0_is_hot_in_any_case_but_makes_room_first(palace: PalaceFile, tight: Surroundings):
    older = hot(palace, tight, "1\n2\n3\n4\n5")
    candidate = proposed(palace, tight, "never on a Friday", priority=Priority.P0)
    [offer] = refused(palace, tight, candidate).offers
    how = approving(tight, demoting=offer.demotions)
    with pytest.raises(NeedsApproval) as needed:
        decide(palace, Actor.PERSON, candidate.id, candidate.version, how)
    assert palace.memories([older.id]) == [older]
    tend(palace, Actor.PERSON, older.id, older.version, pinning(True))
    how = approving(tight, typed_code=needed.value.code)
    decide(palace, Actor.PERSON, candidate.id, candidate.version, how)
    assert lines_used(palace) == BUDGET + 1


def test_who_replaces_a_hot_memory_takes_its_place(palace: PalaceFile, tight: Surroundings):
    older = hot(palace, tight, "1\n2\n3\n4\n5")
    candidate = proposed(palace, tight, "a\nb\nc\nd\ne")
    how = approving(tight, replacing=older.id, replaced_version=older.version)
    decide(palace, Actor.PERSON, candidate.id, candidate.version, how)
    assert lines_used(palace) == BUDGET


def test_a_batch_does_what_fits_and_names_the_rest_with_the_reason(palace: PalaceFile, tight: Surroundings):
    hot(palace, tight, "1\n2\n3\n4")
    candidates = [
        proposed(palace, tight, f"number {place}", band=Band.HOT if place % 2 else Band.WARM)
        for place in range(8)
    ]
    seen = [(each.id, each.version) for each in candidates]
    report = decide_all(palace, Actor.PERSON, seen, approving(tight))
    assert [each.candidate_id for each in report.done] == [
        each.id for place, each in enumerate(candidates) if place % 2 == 0 or place == 1
    ]
    assert [number for number, _ in report.failed] == [candidates[place].id for place in (3, 5, 7)]
    assert all(isinstance(error, HotBandFull) and error.offers for _, error in report.failed)
    assert lines_used(palace) == BUDGET
