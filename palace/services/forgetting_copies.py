"""What was purged from a palace and still stands in copies made before, and what became of those copies."""

from dataclasses import dataclass
from enum import StrEnum

from palace.domain.errors import PalaceError
from palace.services.backup_ports import Copy


@dataclass(frozen=True, slots=True)
class HoldsPurged:
    """A copy that holds what was purged since it was made.

    `texts` is how many memories and candidates of it were, 0 where that cannot be told because the copy
    cannot be read. `cannot` says why it cannot be made anew without them, None where it can.
    """

    copy: Copy
    texts: int
    cannot: PalaceError | None = None


class Fate(StrEnum):
    """What became of such a copy."""

    ANEW = "anew"
    """Made anew, without what was purged; all else is in it as it was."""
    REMOVED = "removed"
    STAYS = "stays"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A copy that held what was purged, what became of it, and why it stays where it does."""

    held: HoldsPurged
    fate: Fate
    because: PalaceError | None = None
