"""Candidates as they are seen and cool, for the tests of deciding about them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from palace.domain.candidate import Candidate
from palace.domain.journal import Actor, Decision
from palace.domain.memory import Memory
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.review import (
    Decide,
    Decided,
    decide,
)
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

Later = Callable[[timedelta], Surroundings]

HOUR = timedelta(hours=1)


@pytest.fixture
def cooled(later: Later) -> Surroundings:
    """Two hours after the candidates of a test were seen."""
    return later(2 * HOUR)


def see(
    palace: PalaceFile, surroundings: Surroundings, text: str, *, express: bool = False, **fields: object
) -> Candidate:
    statement = replace(Statement(text), **fields)
    taken = add_candidate(palace, statement, surroundings, Actor.AGENT, express=express)
    return palace.candidates([taken.candidate_id or 0])[0]


def remember(palace: PalaceFile, surroundings: Surroundings, text: str, **fields: object) -> Memory:
    taken = add_memory(palace, replace(Statement(text), **fields), surroundings, Actor.PERSON)
    return palace.memories([taken.memory_id or 0])[0]


def decided(palace: PalaceFile, candidate: Candidate, how: Decide) -> Decided:
    return decide(palace, Actor.PERSON, candidate.id, candidate.version, how)


def now(palace: PalaceFile, candidate: Candidate) -> Candidate:
    return palace.candidates([candidate.id])[0]


def decision_of(palace: PalaceFile, made: Decided) -> Decision:
    return next(row for row in palace.decisions() if row.id == made.decision_id)
