"""How much of a text is compared with others."""

READ_AT_MOST = 2_000
"""So many characters of a text are compared; of a longer one only the beginning, and it is no duplicate."""


def beginning(text: str) -> str:
    """Return the part of a text that is compared."""
    return text[:READ_AT_MOST]
