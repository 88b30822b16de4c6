"""The compute side of the app: the model and its vectors, with a connection of their own on one thread.

A question that takes long never keeps a decision waiting, and giving vectors to memories makes way for
questions.
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import TypeVar

from palace.domain.errors import PalaceUnavailable
from palace.domain.filters import Filters
from palace.domain.journal import Subject
from palace.services.comparing_arrivals import MOST_AT_ONCE, Arrivals
from palace.services.embedding import FEW, embed_these
from palace.services.finding_pairs import PairsFound
from palace.services.finding_pairs import Progress as PairsProgress
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.tui.messages import Meaning, MeaningChanged
from palace.tui.opened import Doors, OpenedPalace
from palace.tui.worker_thread import WorkerThread

Result = TypeVar("Result")

Progress = Callable[[int, int], bool]
"""Told how many of how many memories have their vectors; answers False to stop early."""


class MeaningNotReady(PalaceUnavailable):
    """The model is not loaded yet, or cannot be used."""


def not_ready(meaning: MeaningChanged) -> MeaningNotReady:
    """Return why nothing can be found by meaning now."""
    if meaning.reason is not None:
        return MeaningNotReady(meaning.reason.message, next_step=meaning.reason.next_step)
    return MeaningNotReady("the model is still being loaded", next_step="words are searched meanwhile")


class Understanding:
    """Loads the model, asks it and lets it make vectors. All but `wanted` runs on its own thread."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._thread = WorkerThread("palace-compute")
        self._palace: OpenedPalace | None = None
        self._semantic: SemanticIndex | None = None
        self._wants_all = False
        self._wanted: dict[int, None] = {}
        self._done = 0
        self._arrived = Arrivals()
        self._looks_for_arrivals = False
        self._newest_before = (0, 0)
        self._looked_at: set[tuple[Subject, int]] = set()

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits."""
        return self._thread.busy

    @property
    def has_questions(self) -> bool:
        """Whether a job waits for the one that runs now."""
        return self._thread.has_waiting_jobs

    def submit(self, job: Callable[[], Result]) -> "Future[Result]":
        """Hand in a job."""
        return self._thread.submit(job)

    def think(
        self, fn: Callable[[Palace, Surroundings, SemanticIndex], Result], meaning: MeaningChanged
    ) -> "Future[Result]":
        """Hand in a question, which is refused with what `meaning` says where there is no model."""

        def ask() -> Result:
            if self._palace is None or self._semantic is None:
                raise not_ready(meaning)
            return fn(self._palace, self._doors.surroundings, self._semantic)

        return self._thread.submit(ask)

    def stop(self) -> "asyncio.Future[None]":
        """Close the palace and let the thread end after the jobs that were handed in already."""
        ending = asyncio.wrap_future(self._thread.submit(self.close))
        self._thread.stop()
        return ending

    # Vectors

    def want(self, memory_ids: Iterable[int] | None) -> None:
        """Take note that memories may lack a vector; None for any of them. Called in the event loop."""
        if memory_ids is None:
            self._wants_all = True
        else:
            self._wanted.update(dict.fromkeys(memory_ids))

    @property
    def wanted(self) -> bool:
        """Whether memories are noted that may lack a vector."""
        return self._wants_all or bool(self._wanted)

    # Pairs

    def arrived(self, arrivals: Arrivals | None) -> None:
        """Take note of what is to be compared; None for whatever came in since the palace was opened."""
        if arrivals is None:
            self._looks_for_arrivals = True
        else:
            self._arrived += arrivals

    @property
    def compares(self) -> bool:
        """Whether something is noted that is to be compared."""
        return self._looks_for_arrivals or bool(self._arrived)

    # What runs on the thread

    def load(self) -> None:
        """Open the palace and load the model."""
        if self._palace is None:
            self._palace = self._doors.open_palace()
        self._semantic = self._doors.load_semantic(self._palace)
        if not any(self._newest_before):
            candidates = (candidate.id for candidate in self._palace.open_candidates())
            self._newest_before = (
                max(self._palace.memory_ids(Filters()), default=0),
                max(candidates, default=0),
            )

    def close(self) -> None:
        """Let go of the model and close the palace."""
        self._semantic = None
        if self._palace is not None:
            self._palace.close()
            self._palace = None

    def embed(self, go_on: Progress) -> int:
        """Give vectors to what is noted, until done or until `go_on` says stop; returns how many were given.

        Those that are known by id come first, a few at a time, and are looked at alone: finding out which of
        all memories lack one goes through all of them.
        """
        if self._palace is None or self._semantic is None:
            return 0
        if not self._wanted:
            return self._embed_all(self._palace, self._semantic, go_on)
        few = list(self._wanted)[:FEW]
        for memory_id in few:
            self._wanted.pop(memory_id, None)
        count = embed_these(self._palace, self._semantic.encoder, self._doors.actor, few)
        self._done = self._done + len(few) if self._wanted else 0
        if self._wanted:
            go_on(self._done, self._done + len(self._wanted))
        return count

    def _embed_all(self, palace: OpenedPalace, semantic: SemanticIndex, go_on: Progress) -> int:
        self._wants_all = False
        finished = True

        def told(done: int, total: int) -> bool:
            nonlocal finished
            finished = go_on(done, total) and not self._wanted
            return finished

        count = self._doors.embed_missing(palace, semantic, told)
        self._wants_all = self._wants_all or not finished
        return count

    def compare(self) -> int | None:
        """Compare the next thing that is noted; returns how many pairs changed, None where nothing is left.

        One at a time: a question never waits longer than that takes.
        """
        if self._palace is None or self._semantic is None:
            self._arrived, self._looks_for_arrivals = Arrivals(), False
            return None
        if self._looks_for_arrivals:
            self._looks_for_arrivals = False
            self._arrived += self._arrived_elsewhere(self._palace, self._semantic.model_id)
        one = self._arrived.newest(1)
        if not one:
            return None
        self._arrived = self._arrived.without(one)
        self._looked_at |= {(Subject.MEMORY, memory_id) for memory_id in one.memory_ids}
        self._looked_at |= {(Subject.CANDIDATE, candidate_id) for candidate_id in one.candidate_ids}
        return self._doors.compare(self._palace, self._semantic, one)

    def begin_finding_pairs(self, *, anew: bool) -> int:
        """Return how many texts are to be compared, all where it is begun anew; raises MeaningNotReady."""
        if self._palace is None or self._semantic is None:
            raise not_ready(MeaningChanged(Meaning.WAITING))
        if anew:
            self._palace.forget_compared()
        return self._palace.count_not_compared(self._semantic.model_id)

    def find_pairs(self, told: PairsProgress) -> PairsFound:
        """Compare what was not compared yet, until done or told to stop; raises MeaningNotReady."""
        if self._palace is None or self._semantic is None:
            raise not_ready(MeaningChanged(Meaning.WAITING))
        return self._doors.find_pairs(self._palace, self._semantic, told)

    def _arrived_elsewhere(self, palace: Palace, model_id: str) -> Arrivals:
        """Return what came in since the palace was opened through others, and was not looked at yet."""
        memory, candidate = (
            tuple(
                number
                for number in palace.not_compared(subject, model_id, newest, MOST_AT_ONCE)
                if (subject, number) not in self._looked_at
            )
            for subject, newest in zip((Subject.MEMORY, Subject.CANDIDATE), self._newest_before, strict=True)
        )
        return Arrivals(candidate_ids=candidate, memory_ids=memory)
