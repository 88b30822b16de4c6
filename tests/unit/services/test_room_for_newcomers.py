"""Settling a pair keeps to the budget of the hot band, and making room is one act with it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import Refused
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.domain.recommendation import Advice
from palace.domain.vocabulary import Band, Priority
from palace.services.conflict_queue import conflict_entry
from palace.services.hot_band import Demotion, HotBandFull, Room
from palace.services.settling import Settle, settle, settle_all
from palace.services.settling_verbs import (
    following,
    keeping_both,
    keeping_right,
    merge_form,
    merging,
    noting,
)
from palace.services.surroundings import Surroundings
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile
from tests.unit.services.pairs_found import find, memory, remember, settled
from tests.unit.services.test_hot_band import BUDGET, hot, lines_used, proposed

TakingIn = Callable[[Surroundings, Room], Settle]

TAKING_IN: dict[str, TakingIn] = {
    "keep both": lambda around, room: keeping_both(around, "here", "there", room),
    "follow: keep both": lambda around, room: following(Advice.KEEP_BOTH, around, room),
    "keep right": lambda around, room: keeping_right(around, room=room),
    "follow: supersede": lambda around, room: following(Advice.SUPERSEDE, around, room),
}


@pytest.fixture
def tight(later: Callable[[timedelta], Surroundings]) -> Surroundings:
    """Surroundings two hours on, whose hot band has room for five lines."""
    around = later(timedelta(hours=2))
    return replace(around, rules=replace(around.rules, bands=replace(around.rules.bands, hot_lines=BUDGET)))


def fill(palace: PalaceFile, around: Surroundings) -> Memory:
    return hot(palace, around, "1\n2\n3\n4\n5")


@pytest.mark.parametrize("verb", TAKING_IN)
def test_a_newcomer_finds_no_room_until_some_is_made_and_one_undo_takes_both_back(
    palace: PalaceFile, tight: Surroundings, verb: str
):
    older, how = fill(palace, tight), TAKING_IN[verb]
    entry = find(palace, tight, remember(palace, tight, "old"), proposed(palace, tight, "new"))
    with pytest.raises(HotBandFull) as full:
        settled(palace, entry, how(tight, Room()))
    assert conflict_entry(palace, entry.conflict.id) == entry
    [offer] = full.value.offers
    done = settled(palace, entry, how(tight, Room(offer.demotions)))
    assert memory(palace, done.memory_id).band is Band.HOT
    assert memory(palace, older.id).band is Band.WARM
    assert lines_used(palace) == 1
    undo(palace, Actor.PERSON)
    assert memory(palace, older.id).band is Band.HOT
    assert conflict_entry(palace, entry.conflict.id).right.text == "new"
    assert lines_used(palace) == BUDGET


@pytest.mark.parametrize("verb", TAKING_IN)
def test_a_newcomer_that_is_kept_as_warm_needs_no_room(palace: PalaceFile, tight: Surroundings, verb: str):
    fill(palace, tight)
    entry = find(palace, tight, remember(palace, tight, "old"), proposed(palace, tight, "new"))
    done = settled(palace, entry, TAKING_IN[verb](tight, Room(band=Band.WARM)))
    assert memory(palace, done.memory_id).band is Band.WARM
    assert lines_used(palace) == BUDGET


def test_who_supersedes_a_hot_memory_takes_its_place(palace: PalaceFile, tight: Surroundings):
    entry = find(palace, tight, fill(palace, tight), proposed(palace, tight, "a\nb\nc\nd\ne"))
    with pytest.raises(HotBandFull):
        settled(palace, entry, keeping_both(tight))
    settled(palace, entry, keeping_right(tight))
    assert lines_used(palace) == BUDGET


def test_merged_memories_take_the_place_of_both_and_no_more(palace: PalaceFile, tight: Surroundings):
    hot(palace, tight, "stays")
    left, right = hot(palace, tight, "one\ntwo"), hot(palace, tight, "three\nfour")
    entry = find(palace, tight, left, right)
    longer = merge_form(left, right, "one\ntwo\nthree\nfour\nfive")
    with pytest.raises(HotBandFull) as full:
        settled(palace, entry, merging(tight, longer))
    assert "1 of 5 lines are used, and this takes 5" in full.value.message
    [offer] = full.value.offers
    assert [each.text for each in offer.memories] == ["stays"]
    done = settled(palace, entry, merging(tight, longer, room=Room(band=Band.WARM)))
    assert memory(palace, done.memory_id).band is Band.WARM
    undo(palace, Actor.PERSON)
    again = conflict_entry(palace, entry.conflict.id)
    settled(palace, again, merging(tight, longer, room=Room(offer.demotions)))
    assert lines_used(palace) == BUDGET


def test_a_note_beside_a_full_band_needs_no_room(palace: PalaceFile, tight: Surroundings):
    fill(palace, tight)
    entry = find(palace, tight, remember(palace, tight, "old"), proposed(palace, tight, "new"))
    settled(palace, entry, noting(tight))
    assert lines_used(palace) == BUDGET


def test_what_becomes_p0_is_never_refused_for_room(palace: PalaceFile, tight: Surroundings):
    older = hot(palace, tight, "1\n2\n3\n4")
    core = remember(palace, tight, "never on a Friday", priority=Priority.P0, band=Band.HOT)
    entry = find(palace, tight, core, proposed(palace, tight, "never on a Friday\nnor on a Monday"))
    with pytest.raises(NeedsApproval) as needed:
        settled(palace, entry, keeping_right(tight))
    done = settled(palace, entry, keeping_right(tight), needed.value.code)
    assert memory(palace, done.memory_id).priority is Priority.P0
    assert memory(palace, older.id) == older
    assert lines_used(palace) == BUDGET + 1


def test_nothing_is_demoted_for_a_memory_that_is_there_already(palace: PalaceFile, tight: Surroundings):
    older = fill(palace, tight)
    room = Room((Demotion(older.id),))
    entry = find(palace, tight, remember(palace, tight, "c"), remember(palace, tight, "d"))
    with pytest.raises(Refused, match="needs no room"):
        settled(palace, entry, keeping_right(tight, room=room))
    assert memory(palace, older.id) == older
    settle(palace, Actor.PERSON, entry.seen, keeping_right(tight))


def test_of_many_what_fits_is_taken_in_and_the_rest_named(palace: PalaceFile, tight: Surroundings):
    hot(palace, tight, "1\n2\n3\n4")
    pairs = [
        find(palace, tight, remember(palace, tight, f"old {place}"), proposed(palace, tight, f"new {place}"))
        for place in range(3)
    ]
    report = settle_all(palace, Actor.PERSON, [each.seen for each in pairs], keeping_both(tight))
    assert [each.conflict_id for each in report.done] == [pairs[0].conflict.id]
    assert [number for number, _ in report.failed] == [each.conflict.id for each in pairs[1:]]
    assert all(isinstance(error, HotBandFull) for _, error in report.failed)
    assert lines_used(palace) == BUDGET
