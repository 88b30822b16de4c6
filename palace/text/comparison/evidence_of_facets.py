"""Evidence in what of a thing two texts tell, of which part, who fills its roles, and in which order."""

from palace.domain.vocabulary import Axis
from palace.text.comparison.comparison import Finding
from palace.text.comparison.designators import designators_differ
from palace.text.comparison.evidence_of_words import Gathered, choice_evidence
from palace.text.comparison.exclusive_values import exclusive_clash, same_exclusive_value
from palace.text.comparison.facets import facets_apart, shared_facet
from palace.text.comparison.laying import Laid
from palace.text.comparison.role_holders import role_holders_agree, role_holders_differ
from palace.text.comparison.scopes import VALUES_AS_OFTEN, Scope, differing_parts
from palace.text.comparison.step_order import order_kept, order_turned_round

MOST_PARTS = 2.0
"""More kinds of parts than this in which two texts differ say nothing further."""


def facets_evidence(laid: Laid) -> Gathered:
    """Whether two texts tell one facet of a thing, or each another; and parts of one kind that differ."""
    a, b = laid.a.written, laid.b.written
    apart, shared = facets_apart(a, b), shared_facet(a, b)
    findings = []
    if apart is not None:
        findings.append(Finding("facet_differs", None, apart[0].span, apart[1].span))
    parts = [pair for pair in differing_parts(laid.a.scopes, laid.b.scopes) if pair[0].group != "person"]
    if choice_evidence(laid)[0]["choice"] == 1:
        parts = [pair for pair in parts if pair[0].group not in VALUES_AS_OFTEN]
    said = [pair for pair in parts if pair[0].group in _PLACES and _are_said(laid, *pair)]
    return {
        "facets_apart": float(apart is not None),
        "facet_shared": float(shared is not None),
        "parts_differ": min(MOST_PARTS, float(len(parts))),
        "parts_said": float(bool(said)),
    }, findings


def _are_said(laid: Laid, one: Scope, other: Scope) -> bool:
    """Whether both parts stand behind where the texts begin to say something of what they are about."""
    return all(
        0 < reading.statement.said_from < len(reading.words)
        and reading.words[reading.statement.said_from].start <= scope.span[0]
        for reading, scope in ((laid.a, one), (laid.b, other))
    )


_PLACES = VALUES_AS_OFTEN - {"part of the day", "part of a vehicle"}
"""Groups whose members are values where the texts differ in nothing else."""


def exclusions_evidence(laid: Laid) -> Gathered:
    """Roles with two holders, values that exclude each other, steps turned round; and such as agree."""
    findings = []
    holders, values, steps = role_holders_differ(laid), exclusive_clash(laid), order_turned_round(laid)
    if holders is not None:
        findings.append(Finding("attribute_differs", Axis.ENTITY, holders[0].who, holders[1].who))
    if values is not None:
        findings.append(Finding("attribute_differs", values.axis, values.a, values.b))
    if steps is not None:
        findings.append(Finding("places_changed", Axis.DATE, steps[0].first, steps[1].first))
    named = designators_differ(laid)
    if named is not None:
        findings.append(Finding("attribute_differs", Axis.ENTITY, named[0].span, named[1].span))
    return {
        "exclusion": float(bool(findings)),
        "exclusion_kept": float(role_holders_agree(laid) or same_exclusive_value(laid) or order_kept(laid)),
    }, findings
