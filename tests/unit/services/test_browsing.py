"""Walking through the palace: every count is the number of rows behind it, and each order is what it says."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from palace.domain.errors import NotFound
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Link
from palace.domain.vocabulary import Band, Kind, LinkKind, Priority, Status, Wing
from palace.services.browsing import (
    IN_A_ROOM,
    LIVE,
    Order,
    days_old,
    floor_plan,
    listing,
    memory_view,
    start_of_today,
    weights_of,
)
from palace.services.overview import overview
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.review import retire
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

Keep = Callable[..., int]


@pytest.fixture
def keep(palace: PalaceFile, surroundings: Surroundings) -> Keep:
    """Keeps a text as a memory that is some days old; `status` may be any."""

    def keep(text: str, *, days: float = 0, status: Status = Status.ACTIVE, **fields: object) -> int:
        recorded = surroundings.now - timedelta(days=days)
        statement = replace(Statement(text, recorded_at=recorded), **fields)
        memory_id = add_memory(palace, statement, surroundings, Actor.PERSON).memory_id or 0
        if status is not Status.ACTIVE:
            with palace.unit_of_work(Actor.PERSON) as work:
                work.save_memory(replace(work.memory(memory_id), status=status))
                work.record(Verb.ARCHIVE, Subject.MEMORY, memory_id)
        return memory_id

    return keep


def use(palace: PalaceFile, surroundings: Surroundings, memory_id: int, times: int = 1) -> None:
    with palace.unit_of_work(Actor.AGENT) as work:
        for _ in range(times):
            work.count_use(memory_id, hit=True, at=surroundings.now)


def test_an_empty_palace_has_six_empty_rooms_in_order(palace: PalaceFile, surroundings: Surroundings):
    plan = floor_plan(palace, surroundings)
    assert [room.wing for room in plan.rooms] == list(Wing)
    assert (plan.memories, plan.new_today) == (0, 0)
    assert all(room.count == 0 and room.foremost == () for room in plan.rooms)
    assert (plan.waiting.candidates, plan.waiting.oldest_candidate_at) == (0, None)


def test_every_count_of_the_floor_plan_is_the_number_of_rows_behind_it(
    palace: PalaceFile, surroundings: Surroundings, keep: Keep
):
    statuses = list(Status)
    for number in range(40):
        keep(
            f"memory {number}",
            days=number / 2,
            wing=list(Wing)[number % 5],
            band=list(Band)[number % 3],
            status=statuses[number % 4],
        )
    plan = floor_plan(palace, surroundings)
    for wing in Wing:
        for band in Band:
            filters = Filters(wings=frozenset({wing}), bands=frozenset({band}), statuses=LIVE)
            assert plan.room(wing).counts[band] == len(palace.memory_ids(filters))
        assert plan.room(wing).count == sum(plan.room(wing).counts.values())
    everything = palace.memory_ids(Filters(statuses=LIVE))
    assert plan.memories == len(everything) == 30
    today = [
        memory for memory in palace.memories(everything) if memory.recorded_at >= start_of_today(surroundings)
    ]
    assert plan.new_today == len(today)


def test_what_waits_is_counted(palace: PalaceFile, surroundings: Surroundings):
    for text in ("one", "two"):
        add_candidate(palace, Statement(text), surroundings, Actor.AGENT, express=False)
    waiting = floor_plan(palace, surroundings).waiting
    assert (waiting.candidates, waiting.conflicts, waiting.contradictions) == (2, 0, 0)
    assert waiting.oldest_candidate_at == surroundings.now


def test_a_room_names_the_heaviest_of_its_warmest_band(
    palace: PalaceFile, surroundings: Surroundings, keep: Keep
):
    keep("cold and heavy", band=Band.COLD, importance=1.0)
    light = keep("warm and light", band=Band.WARM, importance=0.2)
    heavy = keep("warm and heavy", band=Band.WARM, importance=0.9)
    keep("warm and lighter", band=Band.WARM, importance=0.1)
    room = floor_plan(palace, surroundings).room(Wing.KNOWLEDGE)
    assert [memory.id for memory in room.foremost] == [heavy, light]


def test_the_orders_of_a_room(palace: PalaceFile, surroundings: Surroundings, keep: Keep):
    old_preference = keep("old preference", days=30, kind=Kind.PREFERENCE, importance=0.5)
    fresh_fact = keep("fresh fact", days=1, importance=0.5)
    faded_error = keep("faded error", days=2, kind=Kind.TOOL_ERROR, importance=0.9)
    core = keep("core", days=300, priority=Priority.P0, importance=0.9)
    use(palace, surroundings, old_preference, 3)

    def order(by: Order) -> list[int]:
        return listing(palace, Filters(), by, surroundings)

    assert order(Order.OLDEST) == [core, old_preference, faded_error, fresh_fact]
    assert order(Order.NEWEST) == [fresh_fact, faded_error, old_preference, core]
    assert order(Order.USED) == [old_preference, fresh_fact, faded_error, core]
    assert order(Order.WEIGHT) == [core, old_preference, fresh_fact, faded_error]
    weights = weights_of(palace, palace.memories(order(Order.WEIGHT)), surroundings)
    values = [weights[memory_id].value for memory_id in order(Order.WEIGHT)]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("order", list(Order))
def test_every_order_lists_what_fits_the_filters_once(
    palace: PalaceFile, surroundings: Surroundings, keep: Keep, order: Order
):
    fitting = {keep(f"social {number}", wing=Wing.SOCIAL) for number in range(5)}
    keep("elsewhere", wing=Wing.INTENT)
    keep("trashed", wing=Wing.SOCIAL, status=Status.TRASHED)
    found = listing(palace, Filters(wings=frozenset({Wing.SOCIAL})), order, surroundings)
    assert len(found) == 5
    assert set(found) == fitting


def test_one_memory_is_shown_with_all_that_belongs_to_it(
    palace: PalaceFile, surroundings: Surroundings, keep: Keep
):
    memory_id, citing = keep("first wording"), keep("a pattern")
    with palace.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(work.memory(memory_id), text="second wording"))
        work.add_link(Link(citing, memory_id, LinkKind.CITES, surroundings.now))
        work.record(Verb.EDIT, Subject.MEMORY, memory_id)
    view = memory_view(palace, memory_id, surroundings)
    assert view.memory.text == "second wording"
    assert [version.text for version in view.versions] == ["first wording"]
    assert [memory.id for memory in view.linked] == [citing]
    assert view.citations == 1
    assert view.weight.boost == pytest.approx(1.1)
    assert [decision.verb for decision in view.decisions] == [Verb.EDIT, Verb.ADD]
    assert view.weight == weights_of(palace, [view.memory], surroundings)[memory_id]


def test_an_unknown_memory_is_not_found(palace: PalaceFile, surroundings: Surroundings):
    with pytest.raises(NotFound, match="there is no memory #7"):
        memory_view(palace, 7, surroundings)


@pytest.mark.parametrize(
    ("zone", "now", "began"),
    [
        ("Asia/Shanghai", datetime(2026, 5, 15, 4, tzinfo=UTC), datetime(2026, 5, 14, 16, tzinfo=UTC)),
        ("UTC", datetime(2026, 5, 15, tzinfo=UTC), datetime(2026, 5, 15, tzinfo=UTC)),
        # On this day Havana's clocks went from 1:00 back to 0:00, so that midnight came twice.
        ("America/Havana", datetime(2025, 11, 2, 5, 30, tzinfo=UTC), datetime(2025, 11, 2, 4, tzinfo=UTC)),
    ],
)
def test_today_began_at_local_midnight(surroundings: Surroundings, zone: str, now: datetime, began: datetime):
    there = replace(surroundings, zone=ZoneInfo(zone), clock=lambda: now)
    assert start_of_today(there) == began


def test_days_old_are_whole_days_and_none_for_the_future(surroundings: Surroundings):
    now = surroundings.now
    assert days_old(now - timedelta(hours=23), now) == 0
    assert days_old(now - timedelta(hours=49), now) == 2
    assert days_old(now + timedelta(days=9), now) == 0


def test_what_something_newer_took_the_place_of_stands_in_no_room(
    palace: PalaceFile, surroundings: Surroundings, keep: Keep
):
    older, newer, archived = keep("older"), keep("newer"), keep("put away", status=Status.ARCHIVED)
    with palace.unit_of_work(Actor.PERSON) as work:
        retire(work, work.memory(older), work.memory(newer), LinkKind.SUPERSEDES, surroundings.now)
        work.record(Verb.REPLACE, Subject.MEMORY, older)
    plan = floor_plan(palace, surroundings)
    for room in plan.rooms:
        stands = listing(palace, replace(IN_A_ROOM, wings=frozenset({room.wing})), Order.OLDEST, surroundings)
        assert (room.count, older in stands) == (len(stands), False)
    everything = listing(palace, IN_A_ROOM, Order.OLDEST, surroundings)
    assert set(everything) == {newer, archived}
    assert (plan.memories, overview(palace, surroundings).live) == (2, 2)
    assert older in listing(
        palace, Filters(statuses=frozenset({Status.ARCHIVED})), Order.OLDEST, surroundings
    )
