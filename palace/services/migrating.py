"""Moving in from a single memory file: every statement is taken, and what it carries decides where it lands.

What carries P0 or P1 in the file that the person named becomes a memory at once; the rest waits in the review
queue, as does all that is flagged.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from palace.domain.candidate import Verdict
from palace.domain.errors import PalaceError, Suppressed
from palace.domain.journal import Actor
from palace.domain.vocabulary import Priority
from palace.services.importing import BadStatement, is_express, statement_for
from palace.services.ports import Known, Palace, UnitOfWork
from palace.services.readings import FileReading, FoundMemory
from palace.services.remembering import Outcome, Statement, check_statement, memorise, sight
from palace.services.surroundings import Surroundings
from palace.text.classification import classify
from palace.text.identity import identity_hash


class Landing(StrEnum):
    """Where a statement of the file lands."""

    MEMORY = "memory"
    QUEUE = "queue"
    KNOWN = "known"
    SUPPRESSED = "suppressed"


@dataclass(frozen=True, slots=True)
class Moved:
    """One statement and where it lands."""

    found: FoundMemory
    landing: Landing
    memory_id: int | None = None
    candidate_id: int | None = None


@dataclass(frozen=True, slots=True)
class MigrationReport:
    """What moving in does, or would do: where each statement lands, and those that cannot be taken."""

    reading: FileReading
    moved: tuple[Moved, ...]
    bad: tuple[BadStatement, ...]
    applied: bool
    group: str = ""

    @property
    def came_in(self) -> Counter[str]:
        """How many statements the file holds of each level; `-` where it gives none."""
        return Counter(found.priority.value if found.priority else "-" for found in self.reading.memories)

    @property
    def went_out(self) -> Counter[str]:
        """How many statements landed where; `bad` are those that cannot be taken."""
        return Counter([moved.landing.value for moved in self.moved] + ["bad"] * len(self.bad))

    @property
    def flagged(self) -> int:
        """How many statements hold a secret or an instruction aimed at an agent."""
        return sum(bool(moved.found.flags) for moved in self.moved)


def plan_migration(
    palace: Palace, reading: FileReading, surroundings: Surroundings, actor: Actor
) -> MigrationReport:
    """Return what `migrate` would do. Nothing is changed."""
    landed: set[str] = set()
    moved: list[Moved] = []
    bad: list[BadStatement] = []
    for found, statement in _statements(reading, surroundings):
        try:
            check_statement(statement)
        except PalaceError as error:
            bad.append(BadStatement(found.line, error))
            continue
        key = identity_hash(statement.text, statement.heading)
        landing = Landing.KNOWN if key in landed else _landing(palace, found, key, actor)
        landed |= {key} if landing in {Landing.MEMORY, Landing.QUEUE} else set()
        moved.append(Moved(found, landing))
    return MigrationReport(reading, tuple(moved), tuple(bad), applied=False)


def migrate(
    palace: Palace, reading: FileReading, surroundings: Surroundings, actor: Actor
) -> MigrationReport:
    """Take a file in, in one journal group with one undo. No P0 that is there changes; tombstones are asked.

    Raises PalaceBusy, ReadOnlyPalace.
    """
    moved: list[Moved] = []
    bad: list[BadStatement] = []
    with palace.unit_of_work(actor) as work:
        for found, statement in _statements(reading, surroundings):
            try:
                with work.attempt():
                    moved.append(_move(work, found, statement, surroundings))
            except Suppressed:
                moved.append(Moved(found, Landing.SUPPRESSED))
            except PalaceError as error:
                bad.append(BadStatement(found.line, error))
        group = work.group
    return MigrationReport(reading, tuple(moved), tuple(bad), applied=True, group=group)


def _statements(reading: FileReading, surroundings: Surroundings) -> Iterable[tuple[FoundMemory, Statement]]:
    return ((found, statement_for(found, reading, surroundings)) for found in reading.memories)


def _lands_at_once(found: FoundMemory, actor: Actor) -> bool:
    """Whether a statement becomes a memory: only a person makes a P0, and nothing flagged is let through."""
    return is_express(found) and not found.flags and actor is Actor.PERSON


def _landing(palace: Known, found: FoundMemory, key: str, actor: Actor) -> Landing:
    if palace.memory_with_hash(key) is not None:
        return Landing.KNOWN
    if palace.tombstone(key) is not None:
        return Landing.SUPPRESSED
    waiting = palace.candidate_with_hash(key)
    if waiting is not None and waiting.verdict is Verdict.OPEN:
        return Landing.KNOWN
    return Landing.MEMORY if _lands_at_once(found, actor) else Landing.QUEUE


def _move(work: UnitOfWork, found: FoundMemory, statement: Statement, surroundings: Surroundings) -> Moved:
    check_statement(statement)
    landing = _landing(work, found, identity_hash(statement.text, statement.heading), work.actor)
    if landing is Landing.SUPPRESSED:
        return Moved(found, landing)
    if landing is Landing.MEMORY:
        return Moved(found, landing, memory_id=memorise(work, _placed(statement), surroundings).memory_id)
    taken = sight(work, statement, surroundings, express=is_express(found))
    if taken.outcome is not Outcome.NEW:
        return Moved(found, Landing.KNOWN, taken.memory_id, taken.candidate_id)
    return Moved(found, Landing.QUEUE, candidate_id=taken.candidate_id)


def _placed(statement: Statement) -> Statement:
    """Return a statement with the kind and wing that its words suggest where the file gives none."""
    suggested = classify(statement.text, statement.kind)
    return replace(
        statement,
        kind=suggested.kind.kind,
        wing=statement.wing or suggested.wing,
        priority=statement.priority or Priority.P1,
    )
