"""Flags that warn of a statement without skipping it: secrets, and orders aimed at an agent."""

from palace.text.masking import holds_order, holds_secret

SECRET = "secret"
INJECTION = "injection"


def flags_of(text: str) -> tuple[str, ...]:
    """Return which warnings a text deserves: `secret`, `injection`, both or none."""
    flags = []
    if holds_secret(text):
        flags.append(SECRET)
    if holds_order(text):
        flags.append(INJECTION)
    return tuple(flags)
