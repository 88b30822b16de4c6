"""Pairs that were judged from one side and need not be judged from the other: nearness goes both ways."""

from collections.abc import Sequence

from palace.services.meaning_ports import SemanticHit


class JudgedFromOneSide:
    """From which similarity on everything near was judged with the memories that a run went over already.

    `places` of the nearest were looked at of each; below `worth_comparing` nothing is judged at all.
    """

    def __init__(self, worth_comparing: float, places: int) -> None:
        self._worth_comparing = worth_comparing
        self._places = places
        self._from: dict[int, float] = {}

    def take(self, memory_id: int, hits: Sequence[SemanticHit]) -> None:
        """Take note of a memory with what was near it; where not all places were filled all were near."""
        similarities = sorted((hit.similarity for hit in hits), reverse=True)
        last = similarities[self._places - 1 :][:1]
        self._from[memory_id] = max([self._worth_comparing, *last])

    def holds(self, memory_id: int, similarity: float) -> bool:
        """Whether a pair of this similarity was judged when this memory was gone over."""
        return memory_id in self._from and similarity > self._from[memory_id]
