"""The doctor's hands on an open palace: what stands around its file, and what can be made right."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

from palace.domain.rules import BackupRules
from palace.services.doctor import Finding
from palace.storage.database import Database
from palace.storage.doctor_mending import (
    is_of_an_index,
    make_indexes_anew,
    mend_permissions,
    remove_leftovers,
)
from palace.storage.doctor_surroundings import examine_surroundings


@dataclass(frozen=True, slots=True)
class DoctorOfFile:
    """See `doctor_ports.MendsFile`. `transaction` begins to write, as a unit of work does."""

    database: Database
    transaction: Callable[[], AbstractContextManager[None]]
    rules: BackupRules

    def examine(self, now: datetime, *, thorough: bool = False) -> list[Finding]:
        """Return every check of what stands around the file; `thorough` reads every copy whole."""
        return examine_surroundings(self.database, now, self.rules, thorough=thorough)

    def mend_permissions(self) -> None:
        """Let only the owner read the palace and its copies."""
        mend_permissions(self.database)

    def remove_leftovers(self, now: datetime) -> None:
        """Remove unfinished files that nothing will finish any more."""
        remove_leftovers(self.database, now)

    def can_make_whole(self, finding: Finding) -> bool:
        """Whether what is wrong with the file lies in its indexes alone."""
        return is_of_an_index(finding)

    def make_whole(self) -> None:
        """Make every index of the file anew from its table."""
        with self.transaction():
            make_indexes_anew(self.database)
