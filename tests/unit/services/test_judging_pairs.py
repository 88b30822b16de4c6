"""How sure a comparison of two memories must be before a person is asked, by how near they are."""

from dataclasses import replace

import pytest

from palace.domain.conflict import Relation
from palace.domain.rules import SimilarityRules
from palace.services.judging_pairs import (
    NEAR_CORRECTION,
    NEAR_MEMORY,
    SURE_ENOUGH,
    SURE_FROM_AFAR,
    SURE_OF_CORRECTION,
    asks,
)
from palace.text.comparison.comparison import Side
from palace.text.comparison.judging import compare


@pytest.mark.parametrize(
    ("similarity", "newer", "least"),
    [
        (NEAR_MEMORY, None, SURE_ENOUGH),
        (NEAR_MEMORY, Side.B, SURE_ENOUGH),
        (NEAR_MEMORY - 0.01, None, SURE_FROM_AFAR),
        (NEAR_MEMORY - 0.01, Side.B, SURE_OF_CORRECTION),
        (NEAR_CORRECTION, Side.A, SURE_OF_CORRECTION),
        (NEAR_CORRECTION - 0.01, Side.A, SURE_FROM_AFAR),
    ],
)
def test_a_person_is_asked_the_sooner_the_nearer_two_memories_are(
    similarity: float, newer: Side | None, least: float
) -> None:
    found = replace(
        compare("a b", "c d", 0.0), relation=Relation.CONFLICT, similarity=similarity, newer=newer
    )
    assert asks(replace(found, chance_of_conflict=least), SimilarityRules())
    assert not asks(replace(found, chance_of_conflict=least - 0.01), SimilarityRules())
