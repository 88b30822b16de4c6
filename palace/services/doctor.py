"""What is wrong with a palace, in words, each with its cure; nothing is changed by looking."""

from dataclasses import dataclass
from enum import StrEnum

from palace.domain.errors import PalaceError
from palace.services.overview import density
from palace.services.ports import Palace, Waiting
from palace.services.surroundings import Surroundings

LOOK_AT_CLOCK = "date"
"""The cure of instants to come: whether the clock is right now is what to know first."""


class Severity(StrEnum):
    """How much a finding matters."""

    FINE = "fine"
    NOTICE = "notice"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: its name, how it came out, what was found, and the cure (may be empty).

    Where what was found is an error, `found` tells it in English and `error` in any language.
    """

    check: str
    severity: Severity
    found: str
    cure: str = ""
    error: PalaceError | None = None


def examine_memories(palace: Palace, model_id: str | None, surroundings: Surroundings) -> list[Finding]:
    """Return what the stored memories themselves show: missing vectors, other models', what waits."""
    findings: list[Finding] = []
    if model_id is not None:
        current, total = palace.vector_coverage(model_id)
        complete = current == total
        findings.append(
            Finding(
                "vectors",
                Severity.FINE if complete else Severity.WARNING,
                f"{current}/{total}",
                "" if complete else "palace reindex",
            )
        )
        others = palace.other_models(model_id)
        if others:
            findings.append(
                Finding("other_models", Severity.NOTICE, ", ".join(others), "palace reindex --all")
            )
        left = palace.count_not_compared(model_id)
        findings.append(
            Finding(
                "not_compared",
                Severity.NOTICE if left else Severity.FINE,
                str(left),
                "palace conflicts --find" if left else "",
            )
        )
    findings.append(_conflict_density(palace, surroundings))
    orphans = palace.merged_from_deleted()
    findings.append(
        Finding(
            "deleted_sources",
            Severity.WARNING if orphans else Severity.FINE,
            ", ".join(f"#{each}" for each in orphans) or "0",
            f"palace show {orphans[0]}" if orphans else "",
        )
    )
    future = palace.recorded_since(surroundings.now)
    findings.append(
        Finding(
            "future",
            Severity.WARNING if future else Severity.FINE,
            str(future),
            LOOK_AT_CLOCK if future else "",
        )
    )
    findings.append(_waiting(palace.waiting()))
    return findings


def _waiting(waiting: Waiting) -> Finding:
    """Return how much waits for the person, and the verb for each queue, the gravest first."""
    queues = (
        (waiting.contradictions, "palace contradictions"),
        (waiting.conflicts, "palace conflicts"),
        (waiting.candidates, "palace review"),
    )
    verbs = [verb for count, verb in queues if count]
    return Finding(
        "waiting",
        Severity.NOTICE if verbs else Severity.FINE,
        f"{waiting.candidates} + {waiting.conflicts} + {waiting.contradictions}",
        ", ".join(verbs),
    )


def _conflict_density(palace: Palace, surroundings: Surroundings) -> Finding:
    """Return how many of the active memories stand in open conflicts; too many call for going over all."""
    found = density(palace, surroundings)
    return Finding(
        "conflict_density",
        Severity.WARNING if found.alarming else Severity.FINE,
        f"{found.conflicting}/{found.active}",
        "palace conflicts --find --all" if found.alarming else "",
    )
