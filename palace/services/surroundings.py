"""What the use cases are told instead of finding it out: the time, the zone, the numbers, new uids."""

from dataclasses import dataclass
from datetime import datetime, tzinfo

from palace.domain.clock import Clock
from palace.domain.identifiers import NewUid
from palace.domain.rules import Rules


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The clock (UTC), the configured zone in which days begin, the rules, and a source of uids."""

    clock: Clock
    zone: tzinfo
    rules: Rules
    new_uid: NewUid

    @property
    def now(self) -> datetime:
        """The present instant, in UTC."""
        return self.clock()
