"""What comes in while the app is open is compared in the background: once, after its vector, and in quiet."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from palace.domain.changes import Changed
from palace.domain.conflict import Relation
from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.domain.vocabulary import Axis
from palace.services.comparing_arrivals import Arrivals, compare_arrivals
from palace.services.meaning_ports import Reach, SemanticHit
from palace.services.pairs_to_judge import Judged, PairToJudge
from palace.services.ports import Palace
from palace.services.remembering import Statement, Taken, add_candidate, add_memory
from palace.services.surroundings import Surroundings
from palace.tui.messages import News, PalaceChanged
from tests.tui.small_palace import open_small_palace, surroundings
from tests.tui.test_gateway import PATIENCE, opened


@dataclass(frozen=True, slots=True)
class Vector:
    vector: bytes = bytes(32)
    scan: bytes = bytes(8)


class Meaning:
    """A model that finds every memory equally near."""

    model_id = "model-of-the-test"
    dimension = 8

    def __init__(self, palace: Palace) -> None:
        self._palace = palace

    @property
    def encoder(self) -> "Meaning":
        return self

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        return [Vector() for _ in texts]

    def alike_texts(self, texts: Sequence[str], reaches: Sequence[Reach]) -> list[list[SemanticHit]]:
        return [[SemanticHit(each, 0.8) for each in self._palace.memory_ids(Filters())] for _ in texts]

    def alike(
        self, memory_ids: Sequence[int], filters: Filters, limit: int, at_least: float = 0.0
    ) -> dict[int, list[SemanticHit]]:
        having = self._palace.raw_vectors(self.model_id, memory_ids)
        live = self._palace.memory_ids(filters)
        return {one: [SemanticHit(other, 0.8) for other in live if other != one] for one in having}


class Comparer:
    """Compares as the app does, with a judge that takes two texts on a port for a conflict."""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.seen: list[Arrivals] = []

    def __call__(self, palace: Palace, semantic: Meaning, arrivals: Arrivals) -> int:
        self.seen.append(arrivals)
        return compare_arrivals(palace, self.around, semantic, self.judge, arrivals).changed

    def judge(self, pair: PairToJudge) -> Judged:
        if pair.left.text.startswith("port") and pair.right.text.startswith("port"):
            return Judged(Relation.CONFLICT, Axis.NUMBER, None, "one / other")
        return Judged(Relation.UNRELATED)


@pytest.fixture
def comparer() -> Comparer:
    return Comparer(surroundings(first_uid=20_000))


def remember(text: str) -> Callable[[Palace, Surroundings], Taken]:
    return lambda palace, around: add_memory(palace, Statement(text), around, Actor.PERSON)


def see(text: str) -> Callable[[Palace, Surroundings], Taken]:
    return lambda palace, around: add_candidate(palace, Statement(text), around, Actor.AGENT, express=True)


def waiting(palace: Palace, around: Surroundings) -> int:
    return len(palace.open_conflicts())


def finds_a_pair(news: News) -> bool:
    return isinstance(news, PalaceChanged) and Changed.CONFLICT in news.changes.kinds


async def test_what_is_kept_here_is_compared_and_the_counts_are_told(palace_path: Path, comparer: Comparer):
    doors = {"load_semantic": Meaning, "compare": comparer}
    async with opened(palace_path, **doors) as (gateway, listener):
        await gateway.load_meaning()
        assert comparer.seen == []
        before = await gateway.read(waiting)
        for text in ("port 8080", "port 8081"):
            kept = await gateway.write(remember(text))
        changes = [news.changes for news in listener.news if isinstance(news, PalaceChanged)]
        for each in changes:
            await gateway.take_in(each)
        assert await gateway.read(waiting) == before + 1
        assert [each.memory_ids for each in comparer.seen][-1] == (kept.memory_id,)
        assert finds_a_pair(await listener.until(finds_a_pair))
        assert not any(isinstance(news, PalaceChanged) and news.foreign for news in listener.news)
        seen = await gateway.write(see("port 8082"))
        [made] = [news.changes for news in listener.news if isinstance(news, PalaceChanged)][-1:]
        await gateway.take_in(made)
        assert comparer.seen[-1] == Arrivals(candidate_ids=(seen.candidate_id,))
        assert await gateway.read(waiting) == before + 3


async def test_what_others_bring_in_is_compared_but_what_waited_before_is_not(
    palace_path: Path, comparer: Comparer
):
    doors = {"load_semantic": Meaning, "compare": comparer}
    async with opened(palace_path, **doors) as (gateway, _):
        await gateway.load_meaning()
        around = surroundings(first_uid=30_000)
        other = open_small_palace(palace_path, around)
        made = see("port 9000")(other, around)
        other.close()
        await gateway.take_in(None)
        assert comparer.seen == [Arrivals(candidate_ids=(made.candidate_id,))]
        await gateway.take_in(None)
        assert len(comparer.seen) == 1


async def test_comparing_waits_while_somebody_reads(palace_path: Path, comparer: Comparer):
    doors = {"load_semantic": Meaning, "compare": comparer}
    async with opened(palace_path, **doors) as (gateway, listener):
        await gateway.load_meaning()
        await gateway.write(see("port 9000"))
        changes = next(news.changes for news in listener.news if isinstance(news, PalaceChanged))
        comparing = asyncio.create_task(gateway.take_in(changes))
        for _ in range(20):
            await gateway.read(waiting)
            assert comparer.seen == []
        await asyncio.wait_for(comparing, PATIENCE)
        assert len(comparer.seen) == 1


async def test_without_a_model_nothing_is_compared_and_nothing_fails(palace_path: Path, comparer: Comparer):
    async with opened(palace_path, compare=comparer) as (gateway, _):
        await gateway.load_meaning()
        await gateway.write(see("port 9000"))
        await gateway.take_in(None)
        assert comparer.seen == []
