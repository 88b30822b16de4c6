"""How a memory stands before the rules that move it: the few columns that say whether it goes, and where."""

from dataclasses import dataclass
from datetime import datetime

from palace.domain.memory import Binding
from palace.domain.vocabulary import Band, Kind, Priority, Status, Wing


@dataclass(frozen=True, slots=True)
class Standing:
    """The columns of a memory that decide whether it goes, and in which band it stands.

    What something newer took the place of is no Standing: it is history, and no rule moves it.
    """

    id: int
    version: int
    wing: Wing
    band: Band
    priority: Priority
    kind: Kind
    status: Status
    pinned: bool
    binding: Binding
    importance: float
    hits: int
    recorded_at: datetime
    last_hit_at: datetime | None
