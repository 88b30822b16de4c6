"""Flags that warn of a statement without skipping it: secrets, and orders aimed at an agent."""

from palace.text.masking import INJECTION, SECRET, flags_in

__all__ = ["INJECTION", "SECRET", "flags_of"]


def flags_of(text: str) -> tuple[str, ...]:
    """Return which warnings a text deserves: `secret`, `injection`, both or none."""
    return flags_in(text)
