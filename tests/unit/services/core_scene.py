"""A palace of a few memories, and the dice that choose what is done with it next."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from typing import TypeVar

from palace.domain.candidate import Candidate
from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.domain.memory import Binding, Memory
from palace.domain.short_code import short_code
from palace.domain.vocabulary import Band, Priority, Status
from palace.services.meaning_ports import Reach, SemanticHit
from palace.services.review import Approval
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from tests.typed_codes import typing_codes

Result = TypeVar("Result")

TEXTS = (
    "never deploy on Fridays",
    "Never deploy on  Fridays.",
    "deploy on Fridays only",
    "my name is Lin",
    "the user takes tea at four",
    "the user takes coffee at four",
    "升级后先看旧进程",
    "一律用中文回复",
)
MODEL = "made"


@dataclass(frozen=True, slots=True)
class Vector:
    vector: bytes = bytes(32)
    scan: bytes = bytes(8)


class Meaning:
    """A model that finds every memory equally near, and gives every text the same vector."""

    model_id = MODEL
    dimension = 8

    def __init__(self, palace: PalaceFile) -> None:
        self._palace = palace

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        return [Vector() for _ in texts]

    embed_questions = embed_passages

    def alike_texts(self, texts: Sequence[str], reaches: Sequence[Reach]) -> list[list[SemanticHit]]:
        return [[SemanticHit(number, 0.9) for number in self._palace.memory_ids(Filters())] for _ in texts]

    def alike(
        self, memory_ids: Sequence[int], filters: Filters, limit: int, at_least: float = 0.0
    ) -> Mapping[int, Sequence[SemanticHit]]:
        live = self._palace.memory_ids(filters)
        return {one: [SemanticHit(other, 0.9) for other in live if other != one] for one in memory_ids}


@dataclass
class Scene:
    """A palace, the time it is, and the dice that choose."""

    palace: PalaceFile
    surroundings: Surroundings
    dice: Random

    @property
    def later(self) -> Surroundings:
        now = self.surroundings.now + timedelta(hours=2)
        return replace(self.surroundings, clock=lambda: now)

    def actor(self) -> Actor:
        return self.dice.choice((Actor.PERSON, Actor.PERSON, Actor.PERSON, Actor.AGENT, Actor.JOB))

    def text(self) -> str:
        return self.dice.choice((*TEXTS, f"a text that nobody has said yet {self.dice.randrange(50)}"))

    def memories(self) -> list[Memory]:
        ids = self.palace.memory_ids(Filters(statuses=frozenset(Status)))
        return self.palace.memories(ids)

    def memory(self) -> Memory:
        """Any memory, every other time a P0."""
        everything = self.memories()
        core = [memory for memory in everything if memory.priority is Priority.P0]
        return self.dice.choice(core if core and self.dice.random() < 0.5 else everything)

    def candidate(self) -> Candidate:
        waiting = self.palace.candidates(range(1, 400))
        return self.dice.choice(waiting)

    def form(self, form: Approval) -> Approval:
        return replace(
            form,
            text=self.dice.choice((form.text, self.text())),
            priority=self.dice.choice(tuple(Priority)),
            band=self.dice.choice(tuple(Band)),
            scenes=self.dice.choice(((), ("deploy",))),
            binding=self.dice.choice((form.binding, Binding("deploying", "wait"))),
        )

    def typing(self, act: Callable[[str], Result]) -> Result:
        """Do an act without a code, with another item's, or with the code that is asked for."""
        way = self.dice.random()
        if way < 0.5:
            return act("")
        if way < 0.8:
            item = self.dice.choice((self.memory(), self.candidate()))
            return act(short_code(item.uid, item.version - self.dice.randrange(2)))
        return typing_codes(act)


Act = Callable[[Scene], object]
