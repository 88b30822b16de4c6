"""The scan finds what comparing everything in float32 finds, with and without filters, after any change."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from palace.embedding.scan import EXACT_BELOW, ScanMatrix, products, sign_distances, sign_words

DIMENSION = 384
SCALE = 400.0

Floats = NDArray[np.float32]


@cache
def uneven_directions() -> Floats:
    """Return a turned basis (dimension, dimension) whose later directions are shorter."""
    turned, _ = np.linalg.qr(np.random.default_rng(0).standard_normal((DIMENSION, DIMENSION)))
    return (turned / np.sqrt(1 + np.arange(DIMENSION))[:, None]).astype(np.float32)


def clustered(rows: int, seed: int) -> Floats:
    """Return unit vectors that crowd around 200 topics and fill some directions more than others."""
    topics = np.random.default_rng(1).standard_normal((200, DIMENSION), np.float32)
    dice = np.random.default_rng(seed)
    vectors = topics[dice.integers(0, 200, rows)] + dice.standard_normal((rows, DIMENSION), np.float32)
    vectors = vectors @ uneven_directions()
    unit: Floats = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def quantised(vectors: Floats) -> NDArray[np.int8]:
    scans: NDArray[np.int8] = np.clip(np.rint(vectors * SCALE), -127, 127).astype(np.int8)
    return scans


def matrix_of(scans: NDArray[np.int8], code: NDArray[np.uint8] | None = None) -> ScanMatrix:
    """Return a matrix of rows with ids from 1 on, filled chunk by chunk."""
    matrix = ScanMatrix(scans.shape[1], 0 if code is None else 1)
    ids = np.arange(1, len(scans) + 1, dtype="<i8")
    for first in range(0, len(scans), 1024):
        part = slice(first, first + 1024)
        matrix.put(
            first, ids[part].tobytes(), scans[part].tobytes(), b"" if code is None else code[part].tobytes()
        )
    return matrix


def recall_at_ten(
    vectors: Floats, matrix: ScanMatrix, asked: Floats, mask: NDArray[np.bool_] | None
) -> float:
    """Return the share of the true ten nearest among the fifty that the scan hands on to float32."""
    found = 0
    for question in asked:
        cosines = vectors @ question
        if mask is not None:
            cosines = np.where(mask, cosines, -2)
        true = set((np.argsort(-cosines)[:10] + 1).tolist())
        ids, _ = matrix.best(quantised(question).tobytes(), 50, mask)
        found += len(true & set(ids.tolist()))
    return found / (10 * len(asked))


@pytest.fixture(scope="module")
def many() -> tuple[Floats, ScanMatrix]:
    vectors = clustered(EXACT_BELOW + 10_000, seed=1)
    return vectors, matrix_of(quantised(vectors), np.arange(len(vectors)).astype(np.uint8) % 50)


def test_few_rows_are_compared_exactly():
    vectors = clustered(3000, seed=2)
    assert recall_at_ten(vectors, matrix_of(quantised(vectors)), clustered(20, seed=3), None) == 1


def test_many_rows_lose_nearly_nothing_to_the_sign_bits(many: tuple[Floats, ScanMatrix]):
    vectors, matrix = many
    assert recall_at_ten(vectors, matrix, clustered(20, seed=4), None) >= 0.99


def test_questions_that_nothing_answers_lose_nearly_nothing_either(many: tuple[Floats, ScanMatrix]):
    vectors, matrix = many
    noise = np.random.default_rng(11).standard_normal((20, DIMENSION), np.float32)
    asked = clustered(20, seed=4) + 2 * noise / np.linalg.norm(noise, axis=1, keepdims=True)
    asked /= np.linalg.norm(asked, axis=1, keepdims=True)
    assert np.median(np.sort(vectors @ asked.T, axis=0)[-10]) < 0.35
    assert recall_at_ten(vectors, matrix, asked, None) >= 0.99


@pytest.mark.parametrize(
    "keeps",
    [
        lambda code: code == 7,
        lambda code: code < 10,
        lambda code: code < 40,
        lambda code: code >= 0,
    ],
    ids=["2 %", "20 %", "80 %", "all"],
)
def test_filters_are_exact_at_every_share(
    many: tuple[Floats, ScanMatrix], keeps: Callable[[NDArray[np.uint8]], NDArray[np.bool_]]
):
    vectors, matrix = many
    mask = keeps(matrix.codes(0))
    assert recall_at_ten(vectors, matrix, clustered(5, seed=5), mask) >= 0.99
    ids, _ = matrix.best(quantised(vectors[0]).tobytes(), 50, mask)
    assert mask[ids - 1].all()


def test_scores_fall_and_are_the_products(many: tuple[Floats, ScanMatrix]):
    vectors, matrix = many
    question = quantised(vectors[17])
    ids, scores = matrix.best(question.tobytes(), 50)
    assert ids[0] == 18
    assert (np.diff(scores) <= 0).all()
    exact = matrix.scans[ids - 1].astype(np.int64) @ question.astype(np.int64)
    assert scores.tolist() == exact.tolist()


def test_rows_can_be_added_changed_and_emptied(many: tuple[Floats, ScanMatrix]):
    vectors, _ = many
    scans = quantised(vectors)
    matrix = matrix_of(scans)
    asked = quantised(clustered(1, seed=9)[0])
    matrix.best(asked.tobytes(), 5)
    row = matrix.append(900_001, asked.tobytes())
    assert matrix.best(asked.tobytes(), 1)[0].tolist() == [900_001]
    matrix.update(row, scans[0].tobytes())
    assert 900_001 not in matrix.best(asked.tobytes(), 50)[0]
    matrix.update(3, asked.tobytes())
    assert matrix.best(asked.tobytes(), 1)[0].tolist() == [4]
    matrix.empty(3, 4)
    assert 4 not in matrix.best(asked.tobytes(), 50)[0]


def test_equal_rows_come_in_the_order_they_stand_in():
    scan = quantised(clustered(1, seed=6))
    ids, _ = matrix_of(np.repeat(scan, 30, axis=0)).best(scan.tobytes(), 5)
    assert ids.tolist() == [1, 2, 3, 4, 5]


def test_skipped_rows_are_empty():
    scan = quantised(clustered(1, seed=7))
    matrix = ScanMatrix(DIMENSION)
    matrix.put(2048, (5).to_bytes(8, "little"), scan.tobytes())
    assert len(matrix) == 2049
    assert matrix.best(scan.tobytes(), 10)[0].tolist() == [5]


def test_nothing_to_find():
    scan = quantised(clustered(1, seed=8)).tobytes()
    matrix = ScanMatrix(DIMENSION)
    assert matrix.best(scan, 10)[0].tolist() == []
    matrix.append(1, scan)
    assert matrix.best(scan, 0)[0].tolist() == []
    assert matrix.best(scan, 10, np.zeros(1, np.bool_))[0].tolist() == []


def test_sizes_that_do_not_fit_are_refused():
    matrix = ScanMatrix(DIMENSION)
    with pytest.raises(ValueError, match="384"):
        matrix.best(b"\x00" * 10, 5)
    with pytest.raises(ValueError, match="reshape"):
        matrix.put(0, bytes(8), bytes(10))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 200), st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_words_of_signs_count_what_differs(dimension: int, rows: int, seed: int):
    dice = np.random.default_rng(seed)
    scans = dice.integers(-127, 128, (rows, dimension), np.int8)
    asked = dice.integers(-127, 128, dimension, np.int8)
    distances = sign_distances(sign_words(scans), sign_words(asked[None, :])[:, 0])
    assert distances.tolist() == ((scans > 0) != (asked > 0)).sum(axis=1).tolist()
    expected = scans.astype(np.int64) @ asked.astype(np.int64)
    assert products(scans, asked).tolist() == expected.tolist()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["append", "update", "empty"]), st.integers(0, 30)), max_size=40))
def test_any_run_of_changes_ends_as_if_built_at_once(changes: list[tuple[str, int]]):
    scans = quantised(clustered(40, seed=10))
    matrix, expected = ScanMatrix(DIMENSION), dict[int, tuple[int, bytes]]()
    for number, (act, place) in enumerate(changes):
        scan = scans[number].tobytes()
        if act == "append" or place >= len(matrix):
            expected[matrix.append(number + 1, scan)] = (number + 1, scan)
        elif act == "update":
            matrix.update(place, scan)
            if place in expected:
                expected[place] = (expected[place][0], scan)
        else:
            matrix.empty(place, place + 1)
            expected.pop(place, None)
    asked = scans[0].tobytes()
    fresh = ScanMatrix(DIMENSION)
    for row, (memory_id, scan) in expected.items():
        fresh.put(row, memory_id.to_bytes(8, "little"), scan)
    assert matrix.best(asked, 10)[0].tolist() == fresh.best(asked, 10)[0].tolist()


def test_many_questions_at_once_find_what_comparing_everything_finds():
    scans = quantised(clustered(9_000, 4))
    matrix = matrix_of(scans)
    mask = np.random.default_rng(5).random(len(scans)) < 0.7
    asked = scans[:40].astype(np.float32)
    exact = asked @ scans.astype(np.float32).T
    exact[:, ~mask] = -np.inf
    for at_least in (-np.inf, 40_000.0):
        ids, scores = matrix.best_of_each(scans[:40], 12, mask, at_least)
        for row, own in enumerate(exact):
            best = np.lexsort((np.arange(len(own)), -own))[:12]
            best = best[own[best] >= at_least]
            assert ids[row].tolist() == [*(best + 1).tolist(), *[0] * (12 - len(best))]
            assert scores[row][: len(best)].tolist() == own[best].tolist()
            assert np.isneginf(scores[row][len(best) :]).all()


def test_many_questions_find_nothing_where_nothing_is_or_nothing_is_asked():
    few = matrix_of(quantised(clustered(3, 1)))
    assert few.best_of_each(few.scans[:2], 5)[0].tolist()[0][3:] == [0, 0]
    assert few.best_of_each(few.scans[:0], 5)[0].shape == (0, 5)
    assert ScanMatrix(DIMENSION).best_of_each(few.scans, 2)[0].tolist() == [[0, 0]] * 3


@pytest.mark.parametrize("at_least", [-np.inf, 40_000.0])
@pytest.mark.parametrize("passing", [1.0, 0.6, 0.02])
def test_a_few_questions_find_what_many_at_once_find_equals_included(passing: float, at_least: float):
    rows = 6_000
    scans = (clustered(rows, 5) * SCALE).clip(-127, 127).astype(np.int8)
    scans[100:130] = scans[7]
    matrix = ScanMatrix(DIMENSION)
    matrix.put(0, np.arange(1, rows + 1, dtype="<i8").tobytes(), scans.tobytes())
    mask = np.random.default_rng(3).random(rows) < passing
    questions = scans[[7, 9, 2000, *range(3000, 3020)]]
    together = matrix.best_of_each(questions, 13, mask, at_least)
    for place, question in enumerate(questions):
        alone = matrix.best_of_each(question[None, :], 13, mask, at_least)
        assert alone[0][0].tolist() == together[0][place].tolist()
        assert alone[1][0].tolist() == together[1][place].tolist()
