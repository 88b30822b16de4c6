"""Giving memories their vectors: in small transactions, so that an interrupted run goes on where it was."""

from collections.abc import Callable, Sequence

from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.services.meaning_ports import Encoder
from palace.services.ports import Palace

BATCH = 64
"""How many memories are embedded between two commits."""

Progress = Callable[[int, int], bool]
"""Told how many are done of how many; returns False to stop."""


def embed_missing(palace: Palace, encoder: Encoder, actor: Actor, progress: Progress | None = None) -> int:
    """Embed every searchable memory that has no current vector of the model; returns how many were.

    Each batch is one short transaction. A memory whose text changed meanwhile is left for the next run.
    """
    done = 0
    current, total = palace.vector_coverage(encoder.model_id)
    while memories := palace.without_vector(encoder.model_id, BATCH):
        _embed(palace, encoder, actor, memories)
        done += len(memories)
        if progress is not None and not progress(current + done, total):
            break
    return done


def embed_these(palace: Palace, encoder: Encoder, actor: Actor, memory_ids: Sequence[int]) -> int:
    """Embed those of some memories that are searchable and have no current vector; returns how many were.

    One short transaction. Nothing but these memories is looked at, however many there are.
    """
    current = palace.raw_vectors(encoder.model_id, memory_ids)
    lacking = [each for each in palace.memories(memory_ids) if each.searchable and each.id not in current]
    if lacking:
        _embed(palace, encoder, actor, lacking)
    return len(lacking)


def _embed(palace: Palace, encoder: Encoder, actor: Actor, memories: Sequence[Memory]) -> None:
    texts = [passage_of(memory.text, memory.heading) for memory in memories]
    embeddings = encoder.embed_passages(texts)
    with palace.unit_of_work(actor) as work:
        for memory, embedding in zip(memories, embeddings, strict=True):
            work.save_embedding(memory.id, encoder.model_id, embedding, memory.content_hash)


def passage_of(text: str, heading: tuple[str, ...]) -> str:
    """Return what is embedded of a memory: its text under the last heading it stood under."""
    return f"{heading[-1]}: {text}" if heading else text
