"""How sure a comparison of two memories must be before a person is asked, by how near they are."""

from dataclasses import replace

import pytest

from palace.domain.conflict import Relation
from palace.domain.rules import SimilarityRules
from palace.services.judging_pairs import NEAR_MEMORY, SURE_ENOUGH, SURE_FROM_AFAR, asks
from palace.text.comparison.judging import compare


@pytest.mark.parametrize(
    ("similarity", "least"), [(NEAR_MEMORY, SURE_ENOUGH), (NEAR_MEMORY - 0.01, SURE_FROM_AFAR)]
)
def test_a_person_is_asked_the_sooner_the_nearer_two_memories_are(similarity: float, least: float) -> None:
    found = replace(compare("a b", "c d", 0.0), relation=Relation.CONFLICT, similarity=similarity)
    assert asks(replace(found, chance_of_conflict=least), SimilarityRules())
    assert not asks(replace(found, chance_of_conflict=least - 0.01), SimilarityRules())
