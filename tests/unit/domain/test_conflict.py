"""A conflict whose older side is P0 is a contradiction, whatever else is true of it."""

import pytest

from palace.domain.conflict import is_contradiction
from palace.domain.vocabulary import Priority


@pytest.mark.parametrize(
    ("priority", "expected"), [(Priority.P0, True), (Priority.P1, False), (Priority.P2, False)]
)
def test_only_an_older_side_that_is_p0_makes_a_contradiction(priority: Priority, expected: bool):
    assert is_contradiction(priority) is expected
