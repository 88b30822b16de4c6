"""What the doctor needs of the file that a palace lies in."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from palace.services.doctor import Finding


class MendsFile(Protocol):
    """What stands around the file, and what can be made right there. No row of a memory changes."""

    def examine(self, now: datetime, *, thorough: bool = False) -> list[Finding]:
        """Return every check of what stands around the file; `thorough` reads every copy whole."""
        ...

    def mend_permissions(self) -> None: ...
    def remove_leftovers(self, now: datetime) -> None: ...
    def can_make_whole(self, finding: Finding) -> bool:
        """Whether what is wrong with the file lies in its indexes alone."""
        ...

    def make_whole(self) -> None: ...


class MendsWhatIsDerived(Protocol):
    """A palace whose derived parts can be made anew."""

    @property
    def doctor(self) -> MendsFile:
        """What stands around its file."""
        ...

    def rebuild_full_text(self) -> int: ...
    def mend_vectors(
        self, model_id: str, dimension: int, scans_of: Callable[[Sequence[bytes]], Sequence[bytes]]
    ) -> int: ...
