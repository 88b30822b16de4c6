"""Why a candidate is proposed as what it is, in words."""

from palace.domain.candidate import Candidate
from palace.services.classifying import reasons_of
from palace.text.display import one_line
from palace.tui.presenters.lines import Say

LONGEST_WORDS = 24
"""Cells of a candidate's own words that a reason cites."""


def proposal_reasons(candidate: Candidate, say: Say) -> str:
    """Return the reasons of wing, priority and kind, as they stand in the form, in one displayable text."""
    reasons = reasons_of(candidate.text, candidate.kind, candidate.wing, candidate.priority)
    parts: list[str] = []
    for part in ("wing", "priority", "kind"):
        reason = reasons[part]
        key = "reason_with_words" if reason.words else "reason"
        parts.append(
            say(
                f"tui.edit.{key}",
                part=say(f"tui.edit.{part}"),
                rule=say(f"vocabulary.reason.{reason.rule}"),
                words=one_line(reason.words, LONGEST_WORDS),
            )
        )
    return " · ".join(parts)
