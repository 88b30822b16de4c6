"""What excuses a conflict of words with a P0: another person, a time outside its own, an exception."""

import re

from palace.text.comparison.about_whom import of_other_person, of_other_subject
from palace.text.comparison.calendar_times import calendar_times
from palace.text.comparison.comparison import Finding
from palace.text.comparison.conditions import speaks_of_amounts, speaks_of_times
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.norms import NormKind, conditions_of, norms_of
from palace.text.comparison.quantities import quantities
from palace.text.comparison.told_beside import Told, denies, times_told

ON_TOPIC = 0.3
"""It speaks of the matter of a rule where it says at least this share of its words."""

FOR_A_TIME = re.compile(
    r"期间|回来后|之后恢复|恢复|临时|暂时|这几天|本周内|出差"
    r"|\b(?:while|during|temporar(?:y|ily)|until (?:he|she|they|the user) (?:is|are|gets?) back"
    r"|for the week)\b",
    re.IGNORECASE,
)
"""What is told for a time only."""


def excuse_of(p0: str, new: str, likeness: Likeness | None, told: Told | None = None) -> Finding | None:
    """Return why a conflict of words is none of matter: another person, a time outside it, an exception.

    `told` is as in `breach_of`.
    """
    if of_other_person(p0, new) or of_other_subject(p0, new):
        return Finding("speaks_of_another")
    if speaks_of_times(calendar_times(p0), times_told(new)) is False and any(
        norm.kind is NormKind.FORBIDS for norm in norms_of(p0)
    ):
        return Finding("outside_the_times_of_the_rule")
    if speaks_of_amounts(conditions_of(p0), quantities(new)) is False and norms_of(p0):
        return Finding("outside_the_amounts_of_the_rule")
    told = told or Told(p0, new, likeness)
    for norm in norms_of(p0):
        if norm.kind is NormKind.FORBIDS and norm.about:
            for clause in told.clauses:
                if denies(new, clause) and told.share_said(norm.about, clause.span) >= ON_TOPIC:
                    return Finding("obeys_the_rule", None, norm.span, clause.span)
    if (found := FOR_A_TIME.search(new)) is not None:
        return Finding("only_for_a_time", None, None, found.span())
    return None
