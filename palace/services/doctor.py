"""What is wrong with a palace, in words, each with its cure; nothing is changed by looking."""

from dataclasses import dataclass
from enum import StrEnum

from palace.services.ports import Palace
from palace.services.surroundings import Surroundings


class Severity(StrEnum):
    """How much a finding matters."""

    FINE = "fine"
    NOTICE = "notice"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: its name, how it came out, what was found, and the cure (may be empty)."""

    check: str
    severity: Severity
    found: str
    cure: str = ""


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
    future = palace.recorded_since(surroundings.now)
    findings.append(Finding("future", Severity.WARNING if future else Severity.FINE, str(future)))
    waiting = palace.waiting()
    findings.append(
        Finding(
            "waiting",
            Severity.NOTICE if waiting.candidates or waiting.contradictions else Severity.FINE,
            f"{waiting.candidates} + {waiting.conflicts} + {waiting.contradictions}",
            "palace review" if waiting.candidates else "",
        )
    )
    return findings
