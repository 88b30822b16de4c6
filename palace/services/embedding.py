"""Giving memories their vectors: in small transactions, so that an interrupted run goes on where it was."""

from collections.abc import Callable, Sequence

from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.services.meaning_ports import Encoder
from palace.services.ports import Palace

BATCH = 64
"""How many memories are embedded between two commits, at most."""

FEW = 2
"""The same where somebody may ask a question meanwhile: no more are read beside it."""

MOST_CHARACTERS = 12_000
"""Of long memories fewer are embedded between two commits: as many as have so many characters, or one."""

Progress = Callable[[int, int], bool]
"""Told how many are done of how many; returns False to stop."""


class EmbeddingRun:
    """Gives every searchable memory that has no current vector of a model one, in small transactions.

    It can be stopped after any of them and goes on there without looking again through what is done; what
    changed behind it meanwhile is looked for at the end. What it holds in memory is one batch.
    """

    def __init__(self, palace: Palace, encoder: Encoder, actor: Actor, at_once: int = BATCH) -> None:
        self.palace, self.encoder, self.actor = palace, encoder, actor
        self._at_once = at_once
        self._last = 0
        self._given = 0
        self._with_vector, self._total = palace.vector_coverage(encoder.model_id)
        self.finished = self._with_vector >= self._total

    def go_on(self, progress: Progress | None = None) -> int:
        """Embed until nothing is left or `progress` says to stop; returns how many were embedded now."""
        return _go_on(self, progress)

    def step(self) -> Sequence[Memory]:
        """Return the next memories that lack a vector; none where all have one now, or it begins anew."""
        memories = _first_of(self.palace.without_vector(self.encoder.model_id, self._at_once, self._last))
        if not memories:
            self._begin_anew_or_finish()
        return memories

    def given(self, memories: Sequence[Memory]) -> tuple[int, int]:
        """Take note that these have their vectors; returns how many of how many have."""
        self._last = memories[-1].id
        self._given += len(memories)
        self._with_vector += len(memories)
        return self._with_vector, max(self._total, self._with_vector)

    def _begin_anew_or_finish(self) -> None:
        """Look through all once more where some lack a vector still and any was given since the last time."""
        self._with_vector, self._total = self.palace.vector_coverage(self.encoder.model_id)
        self.finished = not self._given or self._with_vector >= self._total
        self._last = self._given = 0


def _go_on(run: EmbeddingRun, progress: Progress | None) -> int:
    done = 0
    while not run.finished:
        memories = run.step()
        if memories:
            _embed(run.palace, run.encoder, run.actor, memories)
            done += len(memories)
            so_far = run.given(memories)
            if progress is not None and not progress(*so_far):
                break
    return done


def embed_missing(palace: Palace, encoder: Encoder, actor: Actor, progress: Progress | None = None) -> int:
    """Embed every searchable memory that has no current vector of the model; returns how many were.

    Each batch is one short transaction.
    """
    return _go_on(EmbeddingRun(palace, encoder, actor), progress)


def embed_these(palace: Palace, encoder: Encoder, actor: Actor, memory_ids: Sequence[int]) -> int:
    """Embed those of some memories that are searchable and have no current vector; returns how many were.

    One short transaction. Nothing but these memories is looked at, however many there are.
    """
    current = palace.raw_vectors(encoder.model_id, memory_ids)
    lacking = [each for each in palace.memories(memory_ids) if each.searchable and each.id not in current]
    if lacking:
        _embed(palace, encoder, actor, lacking)
    return len(lacking)


def embed_arrivals(palace: Palace, encoder: Encoder, actor: Actor, memory_ids: Sequence[int]) -> int:
    """Embed what has just come in, and what else lacks a vector where that is one batch at most.

    Returns how many searchable memories lack one still: a single act never waits for a whole palace.
    """
    waiting = list(dict.fromkeys(memory_ids))
    while waiting:
        now = [memory.id for memory in _first_of(palace.memories(waiting[:BATCH]))]
        embed_these(palace, encoder, actor, now)
        waiting = waiting[len(now) if now else BATCH :]
    with_vector, total = palace.vector_coverage(encoder.model_id)
    if not 0 < total - with_vector <= BATCH:
        return max(0, total - with_vector)
    embed_missing(palace, encoder, actor)
    return 0


def _embed(palace: Palace, encoder: Encoder, actor: Actor, memories: Sequence[Memory]) -> None:
    texts = [passage_of(memory.text, memory.heading) for memory in memories]
    embeddings = encoder.embed_passages(texts)
    with palace.unit_of_work(actor) as work:
        for memory, embedding in zip(memories, embeddings, strict=True):
            work.save_embedding(memory.id, encoder.model_id, embedding, memory.content_hash)


def _first_of(memories: Sequence[Memory]) -> Sequence[Memory]:
    """Return as many of the first memories as are embedded between two commits."""
    characters = 0
    for place, memory in enumerate(memories):
        characters += len(memory.text)
        if place and characters > MOST_CHARACTERS:
            return memories[:place]
    return memories


def passage_of(text: str, heading: tuple[str, ...]) -> str:
    """Return what is embedded of a memory: its text under the last heading it stood under."""
    return f"{heading[-1]}: {text}" if heading else text
