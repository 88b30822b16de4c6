"""The three steps out: archived when it was not used for long, trashed after that, and at last purged.

    active -> archived (still found, cold)
           -> trashed (out of search, restorable) -> purged (only a hash is left)

Protected kinds, P0, what is pinned and what stands in an open conflict never take any of them. A memory takes
one step at a time, however long nobody looked; each is counted from the one before.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from palace.domain.clock import age
from palace.domain.memory import is_protected, last_used_at
from palace.domain.rules import ExpiryRules, Rules
from palace.domain.standing import Standing
from palace.domain.vocabulary import Priority, Status


class StepOut(StrEnum):
    """One of the three steps out."""

    ARCHIVE = "archive"
    TRASH = "trash"
    PURGE = "purge"


@dataclass(frozen=True, slots=True)
class Leaving:
    """A memory that takes a step out, in the version in which it was looked at, and since when it was due."""

    memory_id: int
    version: int
    step: StepOut
    since: datetime


def plan_leaving(
    standings: Iterable[Standing],
    decided_at: Mapping[int, datetime],
    conflicting: Collection[int],
    now: datetime,
    rules: Rules,
) -> tuple[Leaving, ...]:
    """Return which memories take a step out at `now`, in the order in which they are given.

    `decided_at` tells of what is put away since when it is, and of what is in use when somebody last brought
    it back: a person who did so has said that it stays for now.
    """
    found: list[Leaving] = []
    for standing in standings:
        if standing.id in conflicting or is_protected(standing, rules):
            continue
        said = decided_at.get(standing.id)
        used = last_used_at(standing)
        since = used if said is None else max(used, said)
        step, after = _step_and_wait(standing, rules.expiry)
        if age(since, now) > after:
            found.append(Leaving(standing.id, standing.version, step, since + after))
    return tuple(found)


def _step_and_wait(standing: Standing, rules: ExpiryRules) -> tuple[StepOut, timedelta]:
    if standing.status is Status.TRASHED:
        return StepOut.PURGE, rules.purge_after
    if standing.status is Status.ARCHIVED:
        return StepOut.TRASH, rules.trash_after
    temporary = standing.priority is Priority.P2
    return StepOut.ARCHIVE, rules.archive_p2_after if temporary else rules.archive_p1_after


def retires_too_many(archived: int, active: int, most_retired: float) -> bool:
    """Whether so many of the active memories would be archived at once that a person has to be asked."""
    return archived > 0 and archived > active * most_retired
