"""What the palace believed at an earlier instant: by when it was recorded and retired, as it read then."""

from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from palace.domain.errors import InvalidInput, NotFound
from palace.domain.filters import Query, parse_query
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.services.as_of import believed, believed_memory, end_of_day
from palace.services.remembering import Statement, add_memory
from palace.services.review import Approval
from palace.services.surroundings import Surroundings
from palace.services.tending import editing_memory, tend, trashing
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile

DAY = timedelta(days=1)


class Clock:
    """A clock that the test sets."""

    def __init__(self, surroundings: Surroundings) -> None:
        self.start = surroundings.now
        self.passed = timedelta(0)

    def __call__(self):
        return self.start + self.passed


@pytest.fixture
def clock(surroundings: Surroundings) -> Clock:
    return Clock(surroundings)


@pytest.fixture
def there(surroundings: Surroundings, clock: Clock) -> Surroundings:
    return replace(surroundings, clock=clock)


@pytest.fixture
def moving(tmp_path, there: Surroundings):
    palace = PalaceFile.create(tmp_path / "moving.db", clock=there.clock, new_uid=there.new_uid)
    yield palace
    palace.close()


def remember(palace: PalaceFile, there: Surroundings, text: str, **fields: object) -> Memory:
    taken = add_memory(palace, replace(Statement(text), **fields), there, Actor.PERSON)
    return palace.memories([taken.memory_id or 0])[0]


def texts(palace: PalaceFile, there: Surroundings, clock: Clock, days: float, query: str = "") -> list[str]:
    asked = parse_query(query)
    return [each.text for each in believed(palace, clock.start + days * DAY, asked, there.zone)]


def test_a_memory_reads_as_it_read_then(moving: PalaceFile, there: Surroundings, clock: Clock):
    memory = remember(moving, there, "deploy on Monday")
    clock.passed = 2 * DAY
    tend(
        moving,
        Actor.PERSON,
        memory.id,
        memory.version,
        editing_memory(_form(memory, "deploy on Tuesday"), there),
    )
    assert texts(moving, there, clock, -1) == []
    assert texts(moving, there, clock, 1) == ["deploy on Monday"]
    assert texts(moving, there, clock, 2) == ["deploy on Tuesday"]


def test_what_was_trashed_later_was_believed_before(moving: PalaceFile, there: Surroundings, clock: Clock):
    memory = remember(moving, there, "tea")
    clock.passed = 3 * DAY
    tend(moving, Actor.PERSON, memory.id, memory.version, trashing(there))
    assert (texts(moving, there, clock, 2), texts(moving, there, clock, 3)) == (["tea"], [])
    clock.passed = 5 * DAY
    undo(moving, Actor.PERSON)
    assert [texts(moving, there, clock, day) for day in (2, 4, 5)] == [["tea"], [], ["tea"]]


def test_words_and_filters_narrow_it_and_more_words_come_first(
    moving: PalaceFile, there: Surroundings, clock: Clock
):
    remember(moving, there, "green tea")
    remember(moving, there, "green tea in the morning", scenes=("home",))
    remember(moving, there, "coffee")
    assert texts(moving, there, clock, 0, "tea morning") == ["green tea in the morning", "green tea"]
    assert texts(moving, there, clock, 0, "scene:home") == ["green tea in the morning"]
    assert texts(moving, there, clock, 0, "before:2020") == []
    with pytest.raises(InvalidInput):
        believed(moving, clock.start, parse_query("is:conflict"), there.zone)


def test_one_memory_is_found_or_named_as_not_believed(moving: PalaceFile, there: Surroundings, clock: Clock):
    memory = remember(moving, there, "tea")
    assert believed_memory(moving, clock.start, memory.id).text == "tea"
    with pytest.raises(NotFound):
        believed_memory(moving, clock.start - DAY, memory.id)


def test_a_day_ends_where_the_zone_says():
    assert (
        end_of_day("2026-03-01", ZoneInfo("Asia/Shanghai")).isoformat() == "2026-03-01T15:59:59.999999+00:00"
    )
    with pytest.raises(InvalidInput):
        end_of_day("yesterday", ZoneInfo("UTC"))


def test_today_is_what_the_palace_believes_now(moving: PalaceFile, there: Surroundings, clock: Clock):
    kept = remember(moving, there, "one")
    assert believed(moving, clock(), Query("", parse_query("").filters), there.zone) == [kept]


def _form(memory: Memory, text: str):
    return Approval(
        text=text,
        wing=memory.wing,
        band=memory.band,
        priority=memory.priority,
        kind=memory.kind,
        scenes=memory.scenes,
        binding=memory.binding,
    )
