"""From sighting to memory: the stages of a candidate, derived from what is stored and from `now`.

    seen -> cooling -> candidate -> checks due -> verified -> approved

Nothing is stored about the stage itself, so no run of any job can get it wrong. A failed check sends a
candidate back: the evidence is gathered anew, and the checks are counted from the failure.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from palace.domain.candidate import Candidate, Listed, Verdict
from palace.domain.clock import age
from palace.domain.memory import LONGEST_TEXT
from palace.domain.rules import PipelineRules
from palace.domain.vocabulary import KINDS_WANTING_BINDING


class Stage(StrEnum):
    """Where a candidate stands."""

    COOLING = "cooling"
    CANDIDATE = "candidate"
    CHECKING = "checking"
    CHECK_DUE = "check_due"
    VERIFIED = "verified"
    DECIDED = "decided"


class Lack(StrEnum):
    """What a candidate still lacks before it is verified, in the order in which it is asked for."""

    COOLING = "cooling"
    EVIDENCE = "evidence"
    CHECK = "check"
    BINDING = "binding"


@dataclass(frozen=True, slots=True)
class Missing:
    """One thing that is missing: how many, or until when."""

    lack: Lack
    count: int = 0
    due_at: datetime | None = None
    check: timedelta | None = None


def cooled_at(candidate: Listed, rules: PipelineRules) -> datetime:
    """Return the instant at which a candidate has cooled; what is said outright does not cool."""
    return candidate.first_seen_at if candidate.express else candidate.first_seen_at + rules.cooling


def checks_passed_at(candidate: Listed, now: datetime, rules: PipelineRules) -> int:
    """Return how many checks are passed at `now`: those done, and those that a later hit passed by itself.

    A hit after a check fell due passes it, and all before it; a hit earlier than that passes nothing.
    """
    passed = min(candidate.checks_passed, len(rules.checks))
    if candidate.last_hit_at is None:
        return passed
    until = min(candidate.last_hit_at, now)
    return max(passed, sum(due <= until for due in _due_instants(candidate, rules)))


def next_check_at(candidate: Listed, now: datetime, rules: PipelineRules) -> datetime | None:
    """Return when the next check falls due, counted from the first sighting or from a failed check.

    None when all are passed.
    """
    passed = checks_passed_at(candidate, now, rules)
    return None if passed == len(rules.checks) else _due_instants(candidate, rules)[passed]


def _due_instants(candidate: Listed, rules: PipelineRules) -> list[datetime]:
    since = candidate.failed_at or candidate.first_seen_at
    return [since + check for check in rules.checks]


def stage_of(candidate: Listed, evidences: int, now: datetime, rules: PipelineRules) -> Stage:
    """Return where a candidate with so many distinct evidences (since a failed check) stands at `now`."""
    if candidate.verdict is not Verdict.OPEN:
        return Stage.DECIDED
    if age(candidate.first_seen_at, now) < cooled_at(candidate, rules) - candidate.first_seen_at:
        return Stage.COOLING
    if candidate.express:
        return Stage.VERIFIED
    if evidences < rules.evidences_needed:
        return Stage.CANDIDATE
    due = next_check_at(candidate, now, rules)
    if due is None:
        return Stage.VERIFIED
    return Stage.CHECK_DUE if due <= now else Stage.CHECKING


def missing_of(
    candidate: Candidate,
    evidences: int,
    now: datetime,
    rules: PipelineRules,
    *,
    wants_binding: bool = False,
) -> tuple[Missing, ...]:
    """Return all that a candidate still lacks, first things first; empty when it is verified and bound.

    With `wants_binding` a binding is missed whatever the kind: the text gives an order.
    """
    if candidate.verdict is not Verdict.OPEN:
        return ()
    missing: list[Missing] = []
    if stage_of(candidate, evidences, now, rules) is Stage.COOLING:
        missing.append(Missing(Lack.COOLING, due_at=cooled_at(candidate, rules)))
    if not candidate.express:
        if evidences < rules.evidences_needed:
            missing.append(Missing(Lack.EVIDENCE, count=rules.evidences_needed - evidences))
        checks = zip(rules.checks, _due_instants(candidate, rules), strict=True)
        missing.extend(
            Missing(Lack.CHECK, due_at=due, check=check)
            for check, due in list(checks)[checks_passed_at(candidate, now, rules) :]
        )
    if (wants_binding or candidate.kind in KINDS_WANTING_BINDING) and not candidate.binding.complete:
        missing.append(Missing(Lack.BINDING))
    return tuple(missing)


def may_be_approved(candidate: Candidate, now: datetime, rules: PipelineRules) -> bool:
    """Whether a person may approve it now: any time after cooling, and never an empty or endless text."""
    fits = 0 < len(candidate.text.strip()) <= LONGEST_TEXT
    return fits and stage_of(candidate, 0, now, rules) not in {Stage.COOLING, Stage.DECIDED}


def is_override(candidate: Candidate, evidences: int, now: datetime, rules: PipelineRules) -> bool:
    """Whether approving it now goes ahead of its evidence or its checks, which the journal records."""
    return stage_of(candidate, evidences, now, rules) is not Stage.VERIFIED
