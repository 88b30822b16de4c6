"""Evidence in what of a thing two texts tell, of which part of it, who fills its roles, and in which order."""

from palace.domain.vocabulary import Axis
from palace.text.comparison.comparison import Finding
from palace.text.comparison.evidence_of_words import Gathered
from palace.text.comparison.exclusive_values import exclusive_clash, same_exclusive_value
from palace.text.comparison.facets import facets_apart, shared_facet
from palace.text.comparison.laying import Laid
from palace.text.comparison.role_holders import role_holders_agree, role_holders_differ
from palace.text.comparison.scopes import differing_parts
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
    return {
        "facets_apart": float(apart is not None),
        "facet_shared": float(shared is not None),
        "parts_differ": min(MOST_PARTS, float(len(parts))),
    }, findings


def exclusions_evidence(laid: Laid) -> Gathered:
    """Roles with two holders, values that exclude each other, steps the other way round; and such as agree."""
    findings = []
    holders, values, steps = role_holders_differ(laid), exclusive_clash(laid), order_turned_round(laid)
    if holders is not None:
        findings.append(Finding("attribute_differs", Axis.ENTITY, holders[0].who, holders[1].who))
    if values is not None:
        findings.append(Finding("attribute_differs", values.axis, values.a, values.b))
    if steps is not None:
        findings.append(Finding("places_changed", Axis.DATE, steps[0].first, steps[1].first))
    return {
        "exclusion": float(bool(findings)),
        "exclusion_kept": float(role_holders_agree(laid) or same_exclusive_value(laid) or order_kept(laid)),
    }, findings
