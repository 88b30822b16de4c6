"""What a job would do: a plan that changes nothing, can be read, and is carried out in one transaction."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from palace.domain.jobs import Job
from palace.domain.journal import Subject, Verb
from palace.services.meaning_ports import PairFinder
from palace.services.pairs_to_judge import Judge
from palace.services.ports import UnitOfWork
from palace.services.readings import Remark


@dataclass(frozen=True, slots=True)
class PlannedSide:
    """One side of a pair that a job found: a memory or a candidate, and the beginning of what it says."""

    subject: Subject
    id: int
    text: str


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """One change as a person reads it before it is done.

    `id` is None for what is to be made. `was` and `becomes` are words of the method (a band, a status),
    `because` the name of the reason, `text` the beginning of what it is about, secrets masked. `sides` are
    the two that a pair holds against each other; `text` then tells both in English.
    """

    verb: Verb
    subject: Subject
    id: int | None
    text: str
    was: str = ""
    becomes: str = ""
    because: str = ""
    sides: tuple[PlannedSide, ...] = ()


Write = Callable[[UnitOfWork], int]
"""Carries a plan out; returns how many of its changes were left because what they are about has moved on."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """Finds what is near in meaning and judges pairs; `none_because` says why it cannot, where it cannot."""

    finder: PairFinder | None = None
    judge: Judge | None = None
    none_because: str = ""


@dataclass(frozen=True, slots=True)
class JobPlan:
    """All that a job would do at one instant, and how to do it.

    `retiring` of the `active` memories would be archived. `remarks` are what a person should know besides;
    `report` is what was found, as plain JSON, and is kept with the run. `incomplete` says that something
    which should have been read could not be; a remark names it.
    """

    job: Job
    changes: tuple[PlannedChange, ...]
    counts: Mapping[str, int]
    write: Write
    remarks: tuple[Remark, ...] = ()
    retiring: int = 0
    active: int = 0
    incomplete: bool = False
    report: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def changes_anything(self) -> bool:
        """Whether carrying it out would change what is stored."""
        return bool(self.changes)


def in_order(writes: Sequence[Write]) -> Write:
    """Return what carries several parts of a plan out, one after the other."""
    return lambda work: sum(write(work) for write in writes)
