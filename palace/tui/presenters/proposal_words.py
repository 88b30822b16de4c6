"""Why a candidate is proposed as what it is, in words."""

from palace.domain.candidate import Candidate
from palace.services.classifying import parts_by_reason, reasons_of
from palace.text.display import one_line
from palace.tui.presenters.lines import Say

LONGEST_WORDS = 24
"""Cells of a candidate's own words that a reason cites."""


def proposal_reasons(candidate: Candidate, say: Say) -> str:
    """Return the reasons of wing, priority and kind, as they stand in the form, in one displayable text."""
    reasons = reasons_of(candidate.text, candidate.kind, candidate.wing, candidate.priority)
    told: list[str] = []
    joint = say("tui.edit.reason_joint")
    for reason, parts in parts_by_reason(reasons).items():
        key = "reason_with_words" if reason.words else "reason"
        told.append(
            say(
                f"tui.edit.{key}",
                part=joint.join(say(f"tui.edit.{part}") for part in parts),
                rule=joint.join(say(f"vocabulary.reason.{rule}") for rule in reason.rule.split("+")),
                words=one_line(reason.words, LONGEST_WORDS),
            )
        )
    return " · ".join(told)
