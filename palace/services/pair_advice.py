"""What is advised about a pair beside its weighing: texts that say the same are made one."""

from palace.domain.conflict import Conflict, Relation
from palace.services.conflict_queue import ConflictEntry

SAYING_THE_SAME = frozenset({Relation.DUPLICATE, Relation.CONTAINS})
"""The relations in which one text says all that the other says."""


def proposes_merge(conflict: Conflict) -> bool:
    """Whether a merge is proposed: there is nothing to weigh where one side says all of the other."""
    return conflict.relation in SAYING_THE_SAME


def proposed_text(entry: ConflictEntry) -> str:
    """Return the text with which merging begins: the fuller one where one says all, else both of them."""
    left, right = entry.left.text.strip("\n"), entry.right.text.strip("\n")
    if proposes_merge(entry.conflict):
        return max(right, left, key=len)
    return f"{left}\n{right}"
