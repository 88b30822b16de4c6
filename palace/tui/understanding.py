"""The compute side of the app: the model asked on one thread, vectors given on another, a connection each.

A question that takes long never keeps a decision waiting. A question waits for no vectors either: they are
given beside it, and none is begun while it is being answered.
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
from palace.services.meaning_ports import SemanticIndex
from palace.services.pairs_to_judge import PairsFound
from palace.services.pairs_to_judge import Progress as PairsProgress
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.tui.messages import Meaning, MeaningChanged
from palace.tui.opened import Doors, OpenedPalace
from palace.tui.right_of_way import RightOfWay
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
    """Loads the model, asks it and lets it make vectors, each on a thread of its own.

    `first` is given to all that a person waits for, whichever thread does it.
    """

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._thread = WorkerThread("palace-compute")
        self._learner = WorkerThread("palace-learning")
        self.first = RightOfWay()
        self._palace: OpenedPalace | None = None
        self._learners_palace: OpenedPalace | None = None
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
        return self._thread.busy or self._learner.busy

    @property
    def has_questions(self) -> bool:
        """Whether a job waits for the one that runs now where questions are answered."""
        return self._thread.has_waiting_jobs

    @property
    def ends_learning(self) -> bool:
        """Whether a job waits where vectors are given: the palace is to be closed."""
        return self._learner.has_waiting_jobs

    def submit(self, job: Callable[[], Result]) -> "Future[Result]":
        """Hand in a job for the thread that answers questions."""
        return self._thread.submit(job)

    def learn(self, go_on: Progress) -> "Future[int]":
        """Hand in that vectors are given, see `embed`."""
        return self._learner.submit(lambda: self.embed(go_on))

    def think(
        self, fn: Callable[[Palace, Surroundings, SemanticIndex], Result], meaning: MeaningChanged
    ) -> "Future[Result]":
        """Hand in a question, which is refused with what `meaning` says where there is no model."""

        def ask() -> Result:
            if self._palace is None or self._semantic is None:
                raise not_ready(meaning)
            return fn(self._palace, self._doors.surroundings, self._semantic)

        return self.first.give(self._thread.submit(ask))

    def let_go(self) -> "list[asyncio.Future[None]]":
        """Let go of the model and close the palace, on both threads."""
        closing = (self._thread.submit(self._close), self._learner.submit(self._close_learners))
        return [asyncio.wrap_future(each) for each in closing]

    def stop(self) -> "list[asyncio.Future[None]]":
        """Close the palace and let the threads end after the jobs that were handed in already."""
        endings = self.let_go()
        self._thread.stop()
        self._learner.stop()
        return endings

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

    # What runs on the thread that answers questions

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

    def _close(self) -> None:
        self._semantic = None
        if self._palace is not None:
            self._palace.close()
            self._palace = None

    # What runs on the thread that gives vectors

    def embed(self, go_on: Progress) -> int:
        """Give vectors to what is noted, until done or until `go_on` says stop; returns how many were given.

        Those that are known by id come first, a few at a time, and are looked at alone: finding out which of
        all memories lack one goes through all of them. Where the model is gone nothing stays noted: when it
        is loaded again, all memories are.
        """
        semantic = self._semantic
        if semantic is None:
            self._wants_all = False
            self._wanted.clear()
            return 0
        if self._learners_palace is None:
            self._learners_palace = self._doors.open_palace()
        palace = self._learners_palace
        self.first.wait()
        if not self._wanted:
            return self._embed_all(palace, semantic, go_on)
        few = list(self._wanted)[:FEW]
        for memory_id in few:
            self._wanted.pop(memory_id, None)
        count = embed_these(palace, semantic.encoder, self._doors.actor, few)
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

    def _close_learners(self) -> None:
        if self._learners_palace is not None:
            self._learners_palace.close()
            self._learners_palace = None

    # What runs on the thread that answers questions: pairs

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
