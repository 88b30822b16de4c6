"""Why a candidate is proposed as what it is, in words."""

from palace.domain.candidate import Candidate
from palace.services.classifying import reasons_of
from palace.text.classification import Reason
from palace.text.display import one_line
from palace.tui.presenters.lines import Say

LONGEST_WORDS = 24
"""Cells of a candidate's own words that a reason cites."""


def proposal_reasons(candidate: Candidate, say: Say) -> str:
    """Return the reasons of wing, priority and kind, as they stand in the form, in one displayable text."""
    reasons = reasons_of(candidate.text, candidate.kind, candidate.wing, candidate.priority)
    parts_of: dict[Reason, list[str]] = {}
    for part in ("wing", "priority", "kind"):
        parts_of.setdefault(reasons[part], []).append(say(f"tui.edit.{part}"))
    told: list[str] = []
    for reason, parts in parts_of.items():
        key = "reason_with_words" if reason.words else "reason"
        told.append(
            say(
                f"tui.edit.{key}",
                part=say("tui.edit.reason_joint").join(parts),
                rule=say(f"vocabulary.reason.{reason.rule}"),
                words=one_line(reason.words, LONGEST_WORDS),
            )
        )
    return " · ".join(told)
