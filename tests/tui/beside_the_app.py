"""A palace opened beside the app, as another program does, and what the person decided in the app."""

from dataclasses import replace
from itertools import count
from pathlib import Path

from palace.domain.identifiers import uuid7
from palace.domain.journal import Actor, Subject, Verb
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from tests.tui.small_palace import NOW, open_small_palace, surroundings

BUILT = "binding"
"""The summary of what a builder of palaces decided as the person, before there was an app."""

_NUMBERS = count(3_000_000)


def around_now() -> Surroundings:
    """Return surroundings whose uids never come twice, however often the palace is opened in a run."""
    return replace(surroundings(), new_uid=lambda: uuid7(NOW, next(_NUMBERS).to_bytes(10, "big")))


def opened(path: Path) -> PalaceFile:
    """Open a palace beside the app."""
    return open_small_palace(path, around_now())


def decided(path: Path, subject: Subject) -> list[Verb]:
    """Return the verbs of the person about candidates, or about conflicts, in the app; oldest first."""
    with opened(path) as palace:
        rows = palace.decisions(limit=500)
    return [
        row.verb
        for row in reversed(rows)
        if row.actor is Actor.PERSON and row.subject is subject and row.summary != BUILT
    ]
