"""The match confidence: between 0 and 1, and no evidence for a hit lowers it."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from palace.domain.match_confidence import Evidence, match_confidence

shares = st.floats(0, 1)
evidences = st.builds(
    Evidence,
    similarity=shares,
    reading=st.none() | st.floats(-1, 1),
    answers=st.floats(-1, 1),
    reach=shares,
    exact=st.booleans(),
    ahead=st.floats(-3, 3),
)


@given(evidences)
def test_it_is_a_probability(evidence: Evidence):
    assert 0 < match_confidence(evidence) < 1


@given(evidences, shares)
def test_more_evidence_never_lowers_it(evidence: Evidence, more: float):
    stronger = [
        replace(evidence, similarity=evidence.similarity + more),
        replace(evidence, reach=evidence.reach + more),
        replace(evidence, ahead=evidence.ahead + more),
        replace(evidence, exact=True),
    ]
    if evidence.reading is not None:
        stronger.append(replace(evidence, reading=evidence.reading + more))
    assert all(match_confidence(each) >= match_confidence(evidence) for each in stronger)
