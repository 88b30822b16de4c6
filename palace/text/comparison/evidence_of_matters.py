"""Evidence in what two texts are about: one attribute with two values, likings and choices apart."""

from palace.domain.vocabulary import Axis
from palace.text.comparison.comparison import Finding
from palace.text.comparison.evidence_of_facets import exclusions_evidence, facets_evidence
from palace.text.comparison.evidence_of_states import states_evidence
from palace.text.comparison.evidence_of_words import Gathered
from palace.text.comparison.laying import Laid
from palace.text.comparison.matters import choices_apart, likings_apart
from palace.text.comparison.reading import is_inside
from palace.text.comparison.single_attributes import clashing_attributes


def attributes_evidence(laid: Laid) -> Gathered:
    """One attribute that has one value at a time, and another value of it in each text, whatever the verb."""
    clash = clashing_attributes(laid.a.written, laid.b.written)
    if clash is None or is_inside(clash[0].span, laid.a.former) or is_inside(clash[1].span, laid.b.former):
        return {"attribute_clash": 0.0}, []
    return {"attribute_clash": 1.0}, [Finding("attribute_differs", Axis.ENTITY, clash[0].span, clash[1].span)]


def matters_evidence(laid: Laid) -> Gathered:
    """Likings and choices of other matters, states, facets and parts, values that exclude each other."""
    numbers = {"likings_apart": likings_apart(laid), "choices_apart": choices_apart(laid)}
    findings: list[Finding] = []
    for gather in (states_evidence, facets_evidence, exclusions_evidence):
        more, found = gather(laid)
        numbers.update(more)
        findings.extend(found)
    return numbers, findings
