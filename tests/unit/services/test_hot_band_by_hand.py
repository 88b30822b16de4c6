"""The budget of the hot band holds whatever a person does by hand: moving, editing, adding, bringing back."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.journal import Actor, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band, Priority, Status
from palace.services.hot_band import Demotion, HotBandFull, Room
from palace.services.remembering import Statement, add_memory
from palace.services.reviving import barred_as, revive
from palace.services.surroundings import Surroundings
from palace.services.tending import (
    Tend,
    Tended,
    archiving,
    as_form,
    editing_memory,
    moving,
    pinning,
    restoring,
    tend,
    trashing,
)
from palace.services.undo import undo
from palace.services.versions import going_back, text_versions
from palace.storage.palace_file import PalaceFile
from tests.unit.services.test_hot_band import BUDGET, hot, lines_used

FULL = "1\n2\n3\n4\n5"


@pytest.fixture
def tight(later: Callable[[timedelta], Surroundings]) -> Surroundings:
    """Surroundings two hours on, whose hot band has room for five lines."""
    around = later(timedelta(hours=2))
    return replace(around, rules=replace(around.rules, bands=replace(around.rules.bands, hot_lines=BUDGET)))


def warm(palace: PalaceFile, around: Surroundings, text: str = "six", **fields: object) -> Memory:
    taken = add_memory(palace, replace(Statement(text), band=Band.WARM, **fields), around, Actor.PERSON)
    return stored(palace, taken.memory_id or 0)


def stored(palace: PalaceFile, memory_id: int) -> Memory:
    return palace.memories([memory_id])[0]


def do(palace: PalaceFile, memory: Memory, how: Tend, typed_code: str = "") -> Tended:
    return tend(palace, Actor.PERSON, memory.id, memory.version, how, typed_code=typed_code)


def refused(palace: PalaceFile, memory: Memory, how: Tend) -> HotBandFull:
    with pytest.raises(HotBandFull) as full:
        do(palace, memory, how)
    assert stored(palace, memory.id) == memory
    return full.value


def test_a_memory_is_not_moved_into_a_full_hot_band(palace: PalaceFile, tight: Surroundings) -> None:
    older, memory = hot(palace, tight, FULL), warm(palace, tight)
    full = refused(palace, memory, moving(Band.HOT, tight))
    [offer] = full.offers
    assert offer.demotions == (Demotion(older.id, older.version),)
    do(palace, memory, moving(Band.HOT, tight, Room(offer.demotions)))
    assert (stored(palace, memory.id).band, stored(palace, older.id).band) == (Band.HOT, Band.WARM)
    undo(palace, Actor.PERSON)
    assert (stored(palace, memory.id).band, stored(palace, older.id).band) == (Band.WARM, Band.HOT)


def test_into_the_last_free_line_a_memory_is_moved(palace: PalaceFile, tight: Surroundings) -> None:
    hot(palace, tight, "1\n2\n3\n4")
    assert do(palace, warm(palace, tight), moving(Band.HOT, tight)).memory.band is Band.HOT
    assert lines_used(palace) == BUDGET


def test_a_hot_memory_does_not_grow_beyond_the_budget(palace: PalaceFile, tight: Surroundings) -> None:
    hot(palace, tight, "1\n2\n3\n4")
    memory = hot(palace, tight, "five")
    longer = replace(as_form(memory), text="five\nsix")
    full = refused(palace, memory, editing_memory(longer, tight))
    assert memory.id not in {each.id for offer in full.offers for each in offer.memories}
    same = replace(as_form(memory), text="another five")
    memory = do(palace, memory, editing_memory(same, tight)).memory
    after = do(palace, memory, editing_memory(longer, tight, Room(band=Band.WARM))).memory
    assert (after.text, after.band) == ("five\nsix", Band.WARM)


def test_in_a_band_that_is_too_full_already_a_memory_may_still_become_shorter(
    palace: PalaceFile, surroundings: Surroundings, tight: Surroundings
) -> None:
    memory = hot(palace, surroundings, "1\n2\n3\n4\n5\n6\n7")
    after = do(palace, memory, editing_memory(replace(as_form(memory), text="1\n2\n3\n4\n5\n6"), tight))
    assert after.verb is Verb.EDIT


def test_a_longer_text_does_not_come_back_into_a_full_band(palace: PalaceFile, tight: Surroundings) -> None:
    memory = hot(palace, tight, "one\ntwo")
    memory = do(palace, memory, editing_memory(replace(as_form(memory), text="one"), tight)).memory
    hot(palace, tight, "1\n2\n3\n4")
    earlier = text_versions(memory, palace.versions_of(memory.id))[-1]
    refused(palace, memory, going_back(earlier, tight, dropping=True))


def test_what_was_hot_is_not_restored_into_a_full_band(palace: PalaceFile, tight: Surroundings) -> None:
    memory = hot(palace, tight, "five")
    trashed = do(palace, memory, trashing(tight)).memory
    hot(palace, tight, FULL)
    refused(palace, trashed, restoring(tight))
    back = do(palace, trashed, restoring(tight, room=Room(band=Band.WARM))).memory
    assert (back.status, back.band) == (Status.ACTIVE, Band.WARM)


def test_what_is_revived_by_its_name_is_warm_where_the_band_is_full(
    palace: PalaceFile, tight: Surroundings
) -> None:
    memory = hot(palace, tight, "five")
    do(palace, memory, trashing(tight))
    hot(palace, tight, FULL)
    revive(palace, Actor.PERSON, barred_as(palace, "five"), tight)
    assert (stored(palace, memory.id).status, stored(palace, memory.id).band) == (Status.ACTIVE, Band.WARM)


def test_what_is_kept_at_once_finds_room_first(palace: PalaceFile, tight: Surroundings) -> None:
    older = hot(palace, tight, FULL)
    statement = replace(Statement("six"), band=Band.HOT)
    with pytest.raises(HotBandFull):
        add_memory(palace, statement, tight, Actor.PERSON)
    assert lines_used(palace) == BUDGET
    add_memory(palace, statement, tight, Actor.PERSON, Room((Demotion(older.id),)))
    assert (lines_used(palace), stored(palace, older.id).band) == (1, Band.WARM)


def test_a_p0_is_hot_in_any_case(palace: PalaceFile, tight: Surroundings) -> None:
    hot(palace, tight, FULL)
    statement = replace(Statement("never on a Friday"), priority=Priority.P0)
    taken = add_memory(palace, statement, tight, Actor.PERSON)
    assert stored(palace, taken.memory_id or 0).band is Band.HOT


def test_what_takes_no_more_lines_asks_for_no_room(
    palace: PalaceFile, surroundings: Surroundings, tight: Surroundings
) -> None:
    memory = hot(palace, surroundings, "1\n2\n3\n4\n5\n6")
    pinned = do(palace, memory, pinning(True)).memory
    scened = replace(as_form(pinned), scenes=("deploy",))
    edited = do(palace, pinned, editing_memory(scened, tight)).memory
    assert do(palace, edited, archiving()).memory.band is Band.COLD
