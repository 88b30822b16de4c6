"""The memories that say nearly what a memory says: what has to be looked at when that one changes."""

from palace.domain.memory import Memory
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.text.comparison.beginning import beginning

RESEMBLING_SHOWN = 4


def resembling(
    palace: Palace, memory: Memory, but_for: frozenset[int], surroundings: Surroundings, index: SemanticIndex
) -> tuple[tuple[Memory, float], ...]:
    """Return the few memories nearest to one in meaning, with their similarity, nearest first.

    Neither it nor the memories of `but_for` are among them, nor any that is too far off to be shown.
    Of a very long text only the beginning is looked for.
    """
    hits = index.similar(beginning(memory.text), RESEMBLING_SHOWN + 1 + len(but_for))
    least = surroundings.rules.similarity.worth_showing
    near = {
        hit.memory_id: hit.similarity
        for hit in hits
        if hit.similarity >= least and hit.memory_id != memory.id and hit.memory_id not in but_for
    }
    wanted = list(near)[:RESEMBLING_SHOWN]
    return tuple((other, near[other.id]) for other in palace.memories(wanted))
