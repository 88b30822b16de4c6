"""Palaces of generated memories, and what must hold of them after every night."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from hypothesis import strategies as st

from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Memory
from palace.domain.vocabulary import Band, Kind, Priority, Status, Wing
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from tests.conftest import NOW

DAY = timedelta(days=1)


@st.composite
def memories(draw: st.DrawFn, most: int = 12) -> list[Memory]:
    """Memories of every kind, age and standing, none with the text of another."""
    count = draw(st.integers(1, most))
    return [_memory(draw, number) for number in range(count)]


def _memory(draw: st.DrawFn, number: int) -> Memory:
    age = draw(st.integers(0, 200))
    priority = draw(st.sampled_from(Priority))
    status = draw(
        st.sampled_from([Status.ACTIVE, Status.ACTIVE, Status.ACTIVE, Status.ARCHIVED, Status.TRASHED])
    )
    hot = priority is Priority.P0
    hit_days = draw(st.one_of(st.none(), st.integers(0, age)))
    bound = draw(st.booleans())
    return Memory(
        id=0,
        uid=f"generated-{number}",
        text="\n".join([f"statement {number}"] * draw(st.integers(1, 9))),
        wing=draw(st.sampled_from(Wing)),
        recorded_at=NOW - age * DAY,
        band=Band.HOT if hot else draw(st.sampled_from(Band)),
        priority=priority,
        kind=draw(st.sampled_from(Kind)),
        status=status,
        pinned=draw(st.integers(0, 5)) == 0,
        binding=Binding("it rains", "take an umbrella") if bound else Binding(),
        importance=draw(st.floats(0, 1)),
        last_hit_at=None if hit_days is None else NOW - hit_days * DAY,
        hits=0 if hit_days is None else draw(st.integers(1, 6)),
    )


def fill(palace: Palace, made: Sequence[Memory]) -> list[Memory]:
    """Keep memories as they are, with the hits that they say they had."""
    kept: list[Memory] = []
    for memory in made:
        with palace.unit_of_work(Actor.PERSON) as work:
            work.admit_new(memory.uid)
            saved = work.save_memory(memory)
            work.record(Verb.ADD, Subject.MEMORY, saved.id)
            for _ in range(memory.hits if memory.last_hit_at is not None else 0):
                work.count_use(saved.id, hit=True, at=memory.last_hit_at or memory.recorded_at)
        kept.append(saved)
    return kept


def everything(palace: Palace) -> dict[int, Memory]:
    """Return every memory by its id, but for what counts its use and its version."""
    from dataclasses import replace

    from palace.domain.filters import Filters

    ids = palace.memory_ids(Filters(statuses=frozenset(Status)))
    return {memory.id: replace(memory, version=0) for memory in palace.memories(ids)}


def at(surroundings: Surroundings, instant: datetime) -> Surroundings:
    """Return the same surroundings at another instant."""
    from dataclasses import replace

    return replace(surroundings, clock=lambda: instant)
