"""The person of a test who types every code that is asked for."""

from collections.abc import Callable
from typing import TypeVar

from palace.domain.core_memory import NeedsApproval, code_of, coded
from palace.domain.memory import Memory
from palace.services.ports import UnitOfWork

Result = TypeVar("Result")


def typing_codes(act: Callable[[str], Result]) -> Result:
    """Do an act that is told what was typed: first without a code, then with the one that is asked for."""
    try:
        return act("")
    except NeedsApproval as needed:
        return act(needed.code)


def approve(work: UnitOfWork, memory: Memory) -> None:
    """Type the code of a memory as it is stored now."""
    assert work.approve([coded(memory)], code_of([coded(memory)]))
