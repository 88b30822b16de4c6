"""Asking for the code that a P0 needs: before a change of it is saved, with all that would change at once."""

from collections.abc import Sequence

from palace.domain.candidate import Candidate
from palace.domain.core_memory import CoreChange, NeedsApproval, made_from
from palace.domain.memory import Memory
from palace.domain.vocabulary import Priority
from palace.services.ports import UnitOfWork


def require_code(work: UnitOfWork, changes: Sequence[CoreChange], typed_code: str) -> None:
    """Let these changes of P0 memories through if their code was typed, else raise NeedsApproval.

    One code stands for all of them: that of `NeedsApproval.code`. No changes need no code.
    """
    if changes and not work.approve([change.item for change in changes], typed_code):
        raise NeedsApproval(changes, work.actor, mistyped=bool(typed_code))


def save_made(work: UnitOfWork, candidate: Candidate, memory: Memory, typed_code: str) -> Memory:
    """Keep the memory that a candidate becomes; a P0 only with the candidate's code, else NeedsApproval."""
    if memory.priority is Priority.P0:
        require_code(work, [made_from(candidate, memory)], typed_code)
    return work.save_memory(memory)
