"""The rules by which a newcomer breaks a P0, each with the place where it does."""

import re
from collections.abc import Sequence

from palace.domain.vocabulary import Axis
from palace.text.comparison.about_whom import of_other_person
from palace.text.comparison.comparison import Finding
from palace.text.comparison.excuses import FOR_A_TIME, ON_TOPIC
from palace.text.comparison.kinds_of_things import siblings
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.norms import CONSUMING, Norm, NormKind, limits_of, norms_of
from palace.text.comparison.quantities import quantities
from palace.text.comparison.quantity import AT_LEAST, AT_MOST, EXACT
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE
from palace.text.comparison.time_zones import zone_in
from palace.text.comparison.told_beside import Told, denies, is_denied
from palace.text.comparison.words import Span

SAID, LEAST_SAID = 0.5, 0.4
"""A newcomer speaks of a rule where it says at least these shares (0 to 1, by weight) of what it is about.

The first is asked of the mean of that and of the whole clause, the second of the act alone.
"""

HALF = 0.45
"""Of the whole clause of a rule it says at least this share, to be about the same."""

LITTLE = 0.2
"""A denial in it is aimed at what a rule demands where it says at least this share of that."""

WELL_SAID = 0.7
"""It does what a rule keeps to somebody where it says at least this share of what is done."""


def breach_of(p0: str, new: str, likeness: Likeness | None, told: Told | None = None) -> Finding | None:
    """Return by what a newcomer breaks a rule that the P0 holds, or None.

    `told` is the one beside the other, where that was looked at already.
    """
    if (zones := _other_zone(p0, new)) is not None:
        return zones
    if (crossed := _crossed_limit(p0, new)) is not None:
        return crossed
    told = told or Told(p0, new, likeness)
    for norm in norms_of(p0):
        span = _BREACHES[norm.kind](norm, told)
        if span is not None:
            return Finding(f"breaks_what_{norm.kind}", Axis.POLARITY, norm.span, span)
    return None


def _other_zone(p0: str, new: str) -> Finding | None:
    own, other = zone_in(p0), zone_in(new)
    if own is None or other is None or own[0] & other[0] or not _ZONE.search(p0):
        return None
    if of_other_person(p0, new) or FOR_A_TIME.search(new):
        return None
    return Finding("other_time_zone", Axis.NUMBER, own[1], other[1])


def _crossed_limit(p0: str, new: str) -> Finding | None:
    """Return the amount with which a newcomer crosses the limit that a P0 sets: must stay below 24."""
    for limit in limits_of(p0):
        for told in quantities(new):
            if told.dimension != limit.dimension or (told.bound != EXACT and told.bound == limit.bound):
                continue
            over = limit.bound == AT_MOST and told.low > limit.high
            under = limit.bound == AT_LEAST and told.high < limit.low
            if over or under:
                return Finding("breaks_the_limit", Axis.NUMBER, limit.span, told.span)
    return None


_ZONE = re.compile(r"时区|\btime ?zone", re.IGNORECASE)


def _forbidden(norm: Norm, told: Told) -> Span | None:
    """Return what does the forbidden: a clause that says it and does not deny it."""
    if not told.falls_under_rule or told.is_about_another:
        return None
    for clause in told.clauses:
        if not norm.about:
            named = [
                one
                for one in told.mentioned(norm.kinds, clause.span)
                if not is_denied(told.new, clause, one.span)
            ]
            if named and CONSUMING.search(told.new) and not _ALLERGY.search(told.new):
                return named[0].span
        elif _says(norm, told, clause.span) and not denies(told.new, clause):
            return clause.span
    return None


def _says(norm: Norm, told: Told, within: Span) -> bool:
    """Whether a stretch of the newcomer says what is forbidden: most of it, and enough of the whole rule.

    Where it names a time or an amount to which the rule is bound, less will do.
    """
    about, whole = told.share_said(norm.about, within), told.share_said(norm.topic, within)
    if told.names_what_rule_is_bound_to:
        return about >= HALF or whole >= SAID
    return about >= LEAST_SAID and whole >= HALF and (about + whole) / 2 >= SAID


def _demanded(norm: Norm, told: Told) -> Span | None:
    """Return where the newcomer does what the rule is about without what it demands."""
    if not told.falls_under_rule:
        return None
    whole = (0, len(told.new))
    bound = told.names_what_rule_is_bound_to
    if told.share_said(norm.topic, whole) < (LITTLE if bound else ON_TOPIC):
        return None
    for clause in told.clauses:
        skipped = [
            stance
            for stance in clause.stances
            if stance.force in NEGATIVE | {Force.NEEDLESS}
            and (
                told.share_said(norm.about, (stance.span[0], clause.span[1])) >= LITTLE
                or told.mentioned(norm.kinds, (stance.span[0], clause.span[1]))
            )
        ]
        if skipped:
            return skipped[0].span
    bypass = _BYPASS.search(told.new)
    meets = told.share_said(norm.about, whole) >= SAID or told.mentioned(norm.kinds, whole)
    return bypass.span() if bypass and not meets else None


def _kept_to(norm: Norm, told: Told) -> Span | None:
    """Return where the newcomer does what the rule is about, but not with or for what that keeps it to."""
    whole = (0, len(told.new))
    if told.share_said(norm.about, whole) >= ON_TOPIC:
        return None
    if told.share_said(norm.topic, whole) < WELL_SAID or any(denies(told.new, one) for one in told.clauses):
        return None
    return whole


def _other_form(norm: Norm, told: Told) -> Span | None:
    """Return where the newcomer names another form of the same sort than the rule, and not the rule's own."""
    if any(one.kind in norm.kinds for one in told.mentions):
        return None
    own = next(iter(norm.kinds))
    other = next((one for one in told.mentions if siblings(one.kind, own)), None)
    if other is None:
        return None
    rest = tuple(span for span in norm.topic)
    share = told.share_said(_without(rest, norm.span), (0, len(told.new)))
    return other.span if share >= ON_TOPIC else None


_BREACHES = {
    NormKind.FORBIDS: _forbidden,
    NormKind.DEMANDS: _demanded,
    NormKind.FORMS: _other_form,
    NormKind.KEEPS_TO: _kept_to,
}

_BYPASS = re.compile(
    r"直接|自动|立即|立刻|马上|随手|顺手|跳过|绕过|免去|省去|self-?merge|\b(?:automatically|directly|immediately"
    r"|at once|straight away|as soon as"
    r"|skip(?:s|ped|ping)?|bypass(?:es|ed|ing)?|without|right away|on its own|unattended)\b",
    re.IGNORECASE,
)
_ALLERGY = re.compile(r"过敏|\ballerg", re.IGNORECASE)


def _without(spans: Sequence[Span], hole: Span) -> tuple[Span, ...]:
    found: list[Span] = []
    for start, end in spans:
        found += [(start, min(end, hole[0])), (max(start, hole[1]), end)]
    return tuple(span for span in found if span[0] < span[1])
