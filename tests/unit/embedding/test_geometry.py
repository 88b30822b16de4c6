"""Vectors become comparable and cosines become similarities that mean what the rules say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.rules import SimilarityRules
from palace.embedding.calibration import Calibration
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.geometry import Geometry, Plane, cosines, vectors_of


def similarities(encoder: OnnxEncoder, pairs: list[tuple[str, str]]) -> list[float]:
    found = []
    for pair in pairs:
        vectors = vectors_of((made.vector for made in encoder.embed_passages(pair)), encoder.dimension)
        ready = encoder.geometry.passage.comparable(vectors)
        found += encoder.folder.symmetric.similarity(cosines(ready[:1], ready[1]))
    return found


def test_what_is_compared_has_length_one_and_no_language():
    dice = np.random.default_rng(1)
    language = np.zeros(64, np.float32)
    language[3] = 1
    plane = Plane(dice.standard_normal(64).astype(np.float32), language)
    ready = plane.comparable(dice.standard_normal((20, 64)).astype(np.float32))
    assert np.linalg.norm(ready, axis=1) == pytest.approx(np.ones(20), abs=1e-5)
    assert np.abs(ready[:, 3]).max() < 1e-5


def test_a_vector_that_is_the_centre_compares_with_nothing():
    centre = np.ones(8, np.float32)
    ready = Plane(centre, np.zeros(8, np.float32)).comparable(centre[None, :])
    assert ready.tolist() == [[0.0] * 8]


def test_int8_keeps_the_order_of_cosines():
    nothing = Plane(np.zeros(384, np.float32), np.zeros(384, np.float32))
    geometry = Geometry(nothing, nothing, 400.0)
    vectors = nothing.comparable(np.random.default_rng(2).standard_normal((200, 384)).astype(np.float32))
    scans = geometry.scan_of(vectors).astype(np.float32) / 400.0
    assert np.abs(cosines(scans, scans[0]) - cosines(vectors, vectors[0])).max() < 0.01


def test_no_component_of_real_texts_is_cut_off(encoder: OnnxEncoder):
    texts = [
        "3.4.2",
        "早",
        "Never ship on a Friday.",
        "conf/rules.toml",
        "我妈住在昆明，每年冬天来住两个月。",
    ]
    for made in encoder.embed_passages(texts):
        assert np.abs(np.frombuffer(made.scan, np.int8)).max() < 127


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_similarity_never_falls_and_stays_within_its_range(low: float, high: float):
    calibration = Calibration.through([(-0.1, 0.0), (0.2, 0.35), (0.75, 0.85), (1.0, 1.0)])
    found = calibration.similarity(np.array(sorted([low, high]), np.float32))
    assert 0 <= found[0] <= found[1] <= 1


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(0.0, 0.0)],
        [(0.5, 0.1), (0.2, 0.9)],
        [(0.2, 0.9), (0.5, 0.1)],
        [(0.0, -0.1), (1.0, 1.0)],
        [(0.0, 0.0), (1.0, 1.5)],
    ],
)
def test_points_that_do_not_rise_from_0_to_1_are_refused(points: list[tuple[float, float]]):
    with pytest.raises(ValueError, match="calibration"):
        Calibration.through(points)


def test_what_says_the_same_is_far_above_what_is_unrelated(encoder: OnnxEncoder):
    rules = SimilarityRules()
    same = similarities(
        encoder,
        [
            ("服务器每天凌晨四点重启", "每天早上四点服务器会自动重启"),
            ("Never push to main directly", "Direct pushes to main are forbidden"),
            ("旧电脑送给了表妹", "The old computer was given to my cousin"),
        ],
    )
    apart = similarities(
        encoder,
        [
            ("服务器每天凌晨四点重启", "每周二晚上去上陶艺课"),
            ("Never push to main directly", "The piano was tuned in April"),
            ("旧电脑送给了表妹", "The endpoint returns only the last thirty days"),
        ],
    )
    assert max(apart) < rules.worth_showing < min(same)


def test_a_small_change_of_words_proposes_a_merge(encoder: OnnxEncoder):
    found = similarities(encoder, [("每周二晚上去上陶艺课", "每周二的晚上去上陶艺课")])
    assert found[0] >= SimilarityRules().propose_merge
