"""Gathers what speaks for and against two texts saying the same: findings of the rules, and named numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from palace.domain.vocabulary import Axis
from palace.text.comparison.alignment import How
from palace.text.comparison.comparison import Finding
from palace.text.comparison.converses import turned_converse
from palace.text.comparison.evidence_of_matters import attributes_evidence, matters_evidence
from palace.text.comparison.evidence_of_stances import (
    affixes_evidence,
    denials_evidence,
    extents_evidence,
    forces_evidence,
)
from palace.text.comparison.evidence_of_words import (
    Gathered,
    choice_evidence,
    former_evidence,
    forms_evidence,
    names_evidence,
    replaced_evidence,
    roles_evidence,
    scopes_evidence,
    shared_evidence,
    subjects_evidence,
    things,
)
from palace.text.comparison.lasting import is_limit_of_both
from palace.text.comparison.laying import Laid, Nearness
from palace.text.comparison.newness import newer_side
from palace.text.comparison.oppositions import is_said_of_the_subject, oppositions
from palace.text.comparison.polarity import polarity_clash
from palace.text.comparison.reading import Reading
from palace.text.comparison.values import Answer, Answered
from palace.text.comparison.words import Script, Span, Word

VALUE_WEIGHT = 1.2
"""The weight of a value beside that of a word."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The numbers by which two texts are judged, by name, and the findings that can be shown."""

    features: Mapping[str, float]
    findings: tuple[Finding, ...]


def evidence_of(laid: Laid, similarity: float) -> Evidence:
    """Return the evidence in two readings that are laid beside each other."""
    features: dict[str, float] = {"similarity": similarity}
    findings: list[Finding] = []
    for gather in _GATHERERS:
        more_features, more_findings = gather(laid)
        features.update(more_features)
        findings.extend(more_findings)
    features["differences"] = _differences(findings)
    features["scope_differs"] -= _scopes_that_are_values(findings)
    return Evidence(features, tuple(findings))


def _differences(findings: Sequence[Finding]) -> float:
    """Return in how many places two texts differ, at most 3; findings that overlap are one place."""
    places: list[Span] = []
    for finding in findings:
        if finding.a is not None and finding.rule in _PLACED and not _touches_any(finding.a, places):
            places.append(finding.a)
    return float(min(3, len(places)))


def _scopes_that_are_values(findings: Sequence[Finding]) -> float:
    """Return how many scopes that differ are themselves the only value that does: in spring, in autumn."""
    values = [
        one.a for one in findings if one.rule in {"date_differs", "number_differs"} and one.a is not None
    ]
    if len(values) != 1:
        return 0.0
    return float(
        sum(
            one.rule == "scope_differs" and one.a is not None and _touches_any(one.a, values)
            for one in findings
        )
    )


_PLACED = frozenset(
    {
        "number_differs",
        "date_differs",
        "number_past",
        "date_past",
        "opposites",
        "other_thing",
        "scope_differs",
    }
)


def _touches_any(span: Span, places: Sequence[Span]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in places)


def _coverage(laid: Laid) -> Gathered:
    """How much of each text the other says too, by weight of words and values.

    What stands in the place of something else is not said; `rest` leaves it out, and values that clash.
    """
    swapped_a, swapped_b = _replaced_places(laid)
    shares, rests, extras, words_said = [], [], [], []
    for words, links, swapped, only in (
        (laid.alignment.a, laid.alignment.b_of(), swapped_a, laid.values.only_a),
        (laid.alignment.b, laid.alignment.a_of(), swapped_b, laid.values.only_b),
    ):
        total = said = aside = 0.0
        for place, word in enumerate(words):
            total += word.weight
            if place in swapped:
                aside += word.weight
            elif place in links:
                said += word.weight * links[place].strength
        words_said.append(said / (total - aside) if total > aside else 0.0)
        for one in laid.values.answered:
            total += VALUE_WEIGHT
            said += VALUE_WEIGHT * _SAID[one.answer]
            aside += VALUE_WEIGHT * (one.answer in {Answer.CLASH, Answer.PAST})
        total += VALUE_WEIGHT * len(only)
        shares.append(said / total if total else 0.0)
        rests.append(said / (total - aside) if total > aside else 0.0)
        extras.append(total - said - aside)
    return {
        "cover_low": min(shares),
        "cover_high": max(shares),
        "rest_low": min(rests),
        "rest_free": min(words_said),
        "rest_high": max(rests),
        "extra_low": min(extras),
        "extra_high": max(extras),
        "a_cover": shares[0],
        "b_cover": shares[1],
        "links_by_likeness": float(sum(one.how is How.LIKENESS for one in laid.alignment.links)),
    }, []


_SAID = {Answer.SAME: 1.0, Answer.PAST: 0.0, Answer.NARROWER: 0.6, Answer.WIDER: 0.6, Answer.CLASH: 0.0}


def _replaced_places(laid: Laid) -> tuple[frozenset[int], frozenset[int]]:
    """Return the indices of the words of things that stand in each other's place."""
    a_places: set[int] = set()
    b_places: set[int] = set()
    for one in laid.replaced:
        if not (one.before and one.after):
            continue
        things_a, things_b = things(laid.a, one.a), things(laid.b, one.b)
        if things_a and things_b:
            a_places.update(i for i in range(one.a.first, one.a.last + 1) if laid.alignment.a[i] in things_a)
            b_places.update(j for j in range(one.b.first, one.b.last + 1) if laid.alignment.b[j] in things_b)
    return frozenset(a_places), frozenset(b_places)


def _number_clash(laid: Laid) -> Gathered:
    return _clash(laid, "number", Axis.NUMBER, lambda one: hasattr(one.a, "dimension"))


def _date_clash(laid: Laid) -> Gathered:
    return _clash(laid, "date", Axis.DATE, lambda one: not hasattr(one.a, "dimension"))


def _clash(laid: Laid, name: str, axis: Axis, wanted: Callable[[Answered], bool]) -> Gathered:
    nearness = Nearness(laid.alignment)
    features = dict.fromkeys(
        (f"{name}_clash", f"{name}_past", f"{name}_same", f"{name}_narrower", f"{name}_clashes"), 0.0
    )
    findings = []
    for one in laid.values.answered:
        if not wanted(one):
            continue
        if one.answer is Answer.CLASH:
            near = 0.2 + 0.8 * nearness.between(one.a.span, one.b.span)
            features[f"{name}_clash"] = max(features[f"{name}_clash"], near)
            features[f"{name}_clashes"] = min(2.0, features[f"{name}_clashes"] + 1)
            findings.append(Finding(f"{name}_differs", axis, one.a.span, one.b.span))
        elif one.answer is Answer.PAST:
            features[f"{name}_past"] = 1.0
            findings.append(Finding(f"{name}_past", axis, one.a.span, one.b.span))
        elif one.answer is Answer.SAME:
            features[f"{name}_same"] += 1.0
        else:
            features[f"{name}_narrower"] += 1.0
    return features, findings


def _value_only(laid: Laid) -> Gathered:
    low, high = sorted((len(laid.values.only_a), len(laid.values.only_b)))
    return {"values_only_low": float(low), "values_only_high": float(high)}, []


def _polarity(laid: Laid) -> Gathered:
    clash = polarity_clash(laid.a.written, laid.b.written)
    if clash is None:
        return {"polarity_clash": 0.0, "polarity_cover": 0.0, "polarity_apart": 0.0}, []
    apart = min(len(clash.a_only), len(clash.b_only))
    return {
        "polarity_clash": clash.covered,
        "polarity_cover": clash.other_covered,
        "polarity_apart": float(min(3, apart)),
    }, [Finding("polarity_differs", Axis.POLARITY, clash.a, clash.b)]


def _opposites(laid: Laid) -> Gathered:
    """Opposed words of the two texts; where both stand in the subject, the texts are about two things."""
    features = {f"opposed_{axis}": 0.0 for axis in Axis} | {"opposed_subjects": 0.0, "limit_of_both": 0.0}
    findings = []
    converse = turned_converse(laid.a.written, laid.b.written, laid.alignment)
    for one in oppositions(laid.a.written, laid.b.written):
        if converse is not None and (_touch(one.a, converse.a) or _touch(one.b, converse.b)):
            continue
        if is_limit_of_both(laid, one):
            features["limit_of_both"] = 1.0
            continue
        both_in_subject = _in_subject(laid.a, one.a) and _in_subject(laid.b, one.b)
        if both_in_subject or (
            is_said_of_the_subject(laid.a.written, one.a) and is_said_of_the_subject(laid.b.written, one.b)
        ):
            features["opposed_subjects"] = 1.0
            findings.append(Finding("scope_differs", None, one.a, one.b))
            continue
        features[f"opposed_{one.axis}"] = 1.0
        findings.append(Finding("opposites", Axis(one.axis), one.a, one.b))
    return features, findings


def _touch(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _in_subject(reading: Reading, span: Span) -> bool:
    words, place = reading.words, reading.statement.said_from
    return 0 < place < len(words) and span[1] <= words[place].start


def _clauses(laid: Laid) -> Gathered:
    """How far the other text says the clause of each that it says least of, and how many it hardly says."""
    lowest, unsaid = [], []
    for reading, words, links, values in (
        (
            laid.a,
            laid.alignment.a,
            laid.alignment.b_of(),
            [(one.a.span, one.answer) for one in laid.values.answered],
        ),
        (
            laid.b,
            laid.alignment.b,
            laid.alignment.a_of(),
            [(one.b.span, one.answer) for one in laid.values.answered],
        ),
    ):
        only = laid.values.only_a if reading is laid.a else laid.values.only_b
        shares = []
        for first, last in _clause_ranges(reading, words):
            start, end = words[first].start, words[last].end
            total = sum(word.weight for word in words[first : last + 1])
            said = sum(words[i].weight * links[i].strength for i in range(first, last + 1) if i in links)
            for span, answer in values:
                if start <= span[0] <= end:
                    total, said = total + VALUE_WEIGHT, said + VALUE_WEIGHT * _SAID[answer]
            total += VALUE_WEIGHT * sum(start <= one.span[0] <= end for one in only)
            if total >= 0.9:
                shares.append(said / total)
        lowest.append(min(shares, default=1.0))
        unsaid.append(sum(share < 0.4 for share in shares))
    return {
        "clause_low": min(lowest),
        "clause_high": max(lowest),
        "clauses_unsaid_low": float(min(2, *unsaid)),
        "clauses_unsaid_high": float(min(2, max(unsaid))),
    }, []


_JOINS_CLAUSES = frozenset(
    {"and", "but", "while", "which", "who", "also", "nor", "并", "并且", "而且", "还", "也", "另外", "但"}
)


def _clause_ranges(reading: Reading, words: Sequence[Word]) -> list[tuple[int, int]]:
    """Return the clauses of a row of words as (first, last) indices."""
    if not words:
        return []
    breaks = reading.breaks
    starts = [0] + [
        place
        for place in range(1, len(words))
        if place in breaks or words[place].text.casefold() in _JOINS_CLAUSES
    ]
    return [(first, last - 1) for first, last in zip(starts, [*starts[1:], len(words)], strict=True)]


def _times_told(laid: Laid) -> Gathered:
    """Whether one text says by its own words that it is the later one."""
    newer = newer_side(laid.a.written, laid.b.written)
    return {"newer": float(newer is not None)}, []


def _languages(laid: Laid) -> Gathered:
    han = [any(word.script is Script.HAN for word in words) for words in (laid.alignment.a, laid.alignment.b)]
    return {"cross": float(han[0] != han[1])}, []


_GATHERERS = (
    attributes_evidence,
    matters_evidence,
    _coverage,
    _number_clash,
    _date_clash,
    _value_only,
    _polarity,
    _opposites,
    names_evidence,
    scopes_evidence,
    forms_evidence,
    roles_evidence,
    replaced_evidence,
    choice_evidence,
    former_evidence,
    subjects_evidence,
    shared_evidence,
    _languages,
    _clauses,
    _times_told,
    denials_evidence,
    forces_evidence,
    extents_evidence,
    affixes_evidence,
)
