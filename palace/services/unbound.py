"""Which statements want a binding, and which memories do without the one that they want."""

from collections.abc import Sequence

from palace.domain.memory import Memory
from palace.domain.vocabulary import KINDS_WANTING_BINDING, Kind
from palace.services.ports import Palace
from palace.text.grain import instructs

_DONE_ONCE = frozenset({Kind.EVENT, Kind.SUMMARY, Kind.TOOL_ERROR, Kind.INTENT})
"""Kinds that tell or plan something that is done once, however they are worded."""


def wants_binding(kind: Kind, text: str) -> bool:
    """Whether a statement wants “when … do …”: because of its kind, or because it gives an order."""
    return kind in KINDS_WANTING_BINDING or (kind not in _DONE_ONCE and instructs(text))


def is_unbound(memory: Memory) -> bool:
    """Whether a memory wants a binding and has none that is complete; that is allowed, and counted."""
    return not memory.binding.complete and wants_binding(memory.kind, memory.text)


def unbound_among(palace: Palace, memory_ids: Sequence[int]) -> list[int]:
    """Return those of some memories that do without the binding that they want."""
    return [memory.id for memory in palace.memories(memory_ids) if is_unbound(memory)]
