"""The eight code bytes that stand beside every vector, so that filters need no query.

byte 0  flags: 1 usable (searchable and made of the present text), 2 pinned
byte 1  wing      byte 2  band      byte 3  priority      byte 4  kind
byte 5  status    byte 6  layer     byte 7  unused, 0

A code is the place of its word in the code book, counted from 0. Books only grow at their ends: files hold
the numbers.
"""

from palace.domain.journal import Row
from palace.storage.rows import is_searchable

CODE_BYTES = 8
USABLE, PINNED = 1, 2

BOOKS: dict[str, tuple[str, ...]] = {
    "wing": ("identity", "knowledge", "social", "history", "reflection", "intent"),
    "band": ("hot", "warm", "cold"),
    "priority": ("P0", "P1", "P2"),
    "kind": (
        "fact",
        "preference",
        "event",
        "decision",
        "correction",
        "failure",
        "summary",
        "tool_error",
        "skill",
        "intent",
    ),
    "status": ("active", "note", "archived", "trashed"),
    "layer": ("working", "persistent", "skill", "archive"),
}
"""The words of each code byte from byte 1 on, in the order of their codes."""


def codes_of(memory: Row, *, current: bool) -> bytes:
    """Return the codes of a memory row; `current` tells whether the vector was made of its present text."""
    flags = USABLE * (current and is_searchable(memory)) + PINNED * bool(memory["pinned"])
    words = (book.index(str(memory[column])) for column, book in BOOKS.items())
    return bytes((flags, *words, 0))
