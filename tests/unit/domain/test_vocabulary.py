"""The words of the method: which there are, in which order, and where each settles."""

import pytest

from palace.domain.rules import ImportanceRules, WeightRules
from palace.domain.vocabulary import (
    KINDS_WANTING_BINDING,
    LAYER_OF_WING,
    WING_OF_KIND,
    Band,
    Kind,
    Layer,
    Priority,
    SourceKind,
    Status,
    Wing,
    layer_for,
)


def test_the_words_stand_in_the_order_in_which_they_are_shown():
    assert list(Wing) == ["identity", "knowledge", "social", "history", "reflection", "intent"]
    assert list(Band) == ["hot", "warm", "cold"]
    assert list(Layer) == ["working", "persistent", "skill", "archive"]
    assert list(Priority) == ["P0", "P1", "P2"]
    assert list(Status) == ["active", "note", "archived", "trashed"]
    assert len(Kind) == 10


def test_every_wing_and_kind_has_its_place():
    assert set(LAYER_OF_WING) == set(Wing)
    assert set(WING_OF_KIND) == set(Kind)
    assert set(WeightRules().half_life) == set(Kind)
    assert set(ImportanceRules().source_quality) == set(SourceKind)


@pytest.mark.parametrize(
    ("wing", "layer"),
    [
        (Wing.IDENTITY, Layer.PERSISTENT),
        (Wing.KNOWLEDGE, Layer.PERSISTENT),
        (Wing.SOCIAL, Layer.PERSISTENT),
        (Wing.HISTORY, Layer.ARCHIVE),
        (Wing.REFLECTION, Layer.ARCHIVE),
        (Wing.INTENT, Layer.WORKING),
    ],
)
def test_a_wing_decides_the_layer_unless_it_is_a_skill(wing: Wing, layer: Layer):
    assert layer_for(wing, Kind.FACT) is layer
    assert layer_for(wing, Kind.SKILL) is Layer.SKILL


def test_what_changes_behaviour_wants_a_binding():
    assert {Kind.FAILURE, Kind.DECISION, Kind.SKILL, Kind.CORRECTION} == KINDS_WANTING_BINDING
