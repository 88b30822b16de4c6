"""The measures of the retrieval bench, against values worked out by hand."""

import importlib.util
import math
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture(scope="module")
def measures() -> ModuleType:
    """The module beside the benches, which are scripts and no package."""
    spec = importlib.util.spec_from_file_location("ranking_measures", BENCH / "ranking_measures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GRADES = {"a": 2, "b": 1, "c": 1}


def test_recall_is_the_share_of_all_that_is_relevant(measures: ModuleType):
    assert measures.recall(["x", "a", "b"], GRADES, 1) == 0
    assert measures.recall(["x", "a", "b"], GRADES, 3) == pytest.approx(2 / 3)
    assert measures.recall([], GRADES, 5) == 0


def test_the_reciprocal_rank_is_that_of_the_first_relevant_item(measures: ModuleType):
    assert measures.reciprocal_rank(["x", "y", "b", "a"], GRADES) == pytest.approx(1 / 3)
    assert measures.reciprocal_rank(["x"], GRADES) == 0


def test_gain_counts_grades_and_places(measures: ModuleType):
    assert measures.ndcg(["a", "b", "c"], GRADES, 10) == 1
    assert measures.ndcg(["x", "y"], GRADES, 10) == 0
    found = 1 + 3 / math.log2(3)
    best = 3 + 1 / math.log2(3) + 1 / math.log2(4)
    assert measures.ndcg(["b", "a"], GRADES, 10) == pytest.approx(found / best)
    assert measures.ndcg(["x", "a"], {"a": 2}, 1) == 0
