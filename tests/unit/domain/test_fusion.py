"""Fusion: words count by how much of the question they explain, and exact phrases are never buried."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.fusion import Found, fuse, is_weak, score_of
from palace.domain.rules import SearchRules

RULES = SearchRules()

shares = st.floats(0, 1)
rules = st.builds(
    SearchRules,
    coverage_weight=st.floats(0, 5),
    alike_weight=st.floats(0, 5),
    reading_weight=st.floats(0, 5),
    weight_influence=st.floats(0, 2),
    scene_influence=st.floats(0, 2),
)


def found(memory_id: int = 1, **fields: object) -> Found:
    nothing = Found(
        memory_id, similarity=0.3, coverage=0.0, words=(), exact=False, weight=0.5, confidence=0.5
    )
    return replace(nothing, **fields)


hits = st.builds(
    Found,
    memory_id=st.just(0),
    similarity=st.none() | shares,
    coverage=shares,
    words=st.sampled_from([(), ("deploy",)]),
    exact=st.booleans(),
    weight=shares,
    confidence=shares,
    in_scene=st.booleans(),
    reach=shares,
    reading=st.none() | st.floats(-1, 1),
)
many_hits = st.lists(hits, max_size=12).map(
    lambda drawn: [replace(hit, memory_id=place) for place, hit in enumerate(drawn, 1)]
)


def order(*everything: Found, limit: int = 10) -> list[int]:
    return [hit.found.memory_id for hit in fuse(everything, RULES, limit)]


@given(many_hits, rules)
def test_an_exact_phrase_is_never_buried_under_what_only_resembles_it(
    everything: list[Found], any_rules: SearchRules
):
    exact = [hit.found.exact for hit in fuse(everything, any_rules, 100)]
    assert exact == sorted(exact, reverse=True)


def test_an_exact_phrase_is_found_first_at_any_weight_and_without_a_vector():
    forgotten = found(
        1, similarity=None, coverage=1.0, words=("4711",), exact=True, weight=0.0, confidence=0.0
    )
    assert order(
        found(2, similarity=1.0, coverage=1.0, weight=1.0, confidence=1.0, in_scene=True), forgotten
    ) == [
        1,
        2,
    ]


@given(many_hits)
def test_scores_fall_from_hit_to_hit_and_nothing_is_lost_or_made_up(everything: list[Found]):
    ranked = fuse(everything, RULES, 100)
    scores = [round(hit.score, 9) for hit in ranked]
    assert scores == sorted(scores, reverse=True)
    assert sorted(hit.found.memory_id for hit in ranked) == [hit.memory_id for hit in everything]
    assert fuse(everything[::-1], RULES, 100) == ranked


@given(many_hits, st.integers(-2, 5))
def test_a_limit_cuts_off_the_end_only(everything: list[Found], limit: int):
    whole = fuse(everything, RULES, 100)
    assert fuse(everything, RULES, limit) == whole[: max(0, limit)]


def test_equal_hits_are_ordered_by_confidence_and_then_by_id():
    assert order(found(1, confidence=0.2), found(3, confidence=0.9), found(2, confidence=0.9)) == [2, 3, 1]


def test_more_of_the_questions_words_come_first():
    half = found(1, similarity=0.4, coverage=0.5, words=("deploy",))
    whole = found(2, similarity=0.4, coverage=1.0, words=("deploy", "friday"))
    assert order(half, whole) == [2, 1]


def test_a_few_common_words_do_not_outrank_a_near_meaning():
    near = found(1, similarity=0.62)
    worded = found(2, similarity=0.40, coverage=0.4, words=("the",))
    assert order(worded, near) == [1, 2]


def test_weight_and_scene_only_tip_what_is_nearly_equal():
    assert order(found(1, weight=0.1), found(2, weight=0.9)) == [2, 1]
    assert order(found(1), found(2, in_scene=True)) == [2, 1]
    assert order(
        found(1, similarity=0.8, weight=0.0), found(2, similarity=0.5, weight=1.0, in_scene=True)
    ) == [1, 2]


@pytest.mark.parametrize(
    ("hit", "confidence", "weak"),
    [
        (found(similarity=0.5), RULES.match_confidence, False),
        (found(similarity=0.5), RULES.match_confidence - 0.001, True),
        (found(similarity=None), None, True),
        (found(similarity=0.0, coverage=1.0, words=("x",)), 0.1, False),
        (found(similarity=None, coverage=0.05, words=("x",)), None, True),
        (found(similarity=None, exact=True), None, False),
    ],
)
def test_a_hit_is_weak_when_it_is_neither_sure_nor_holds_the_words(
    hit: Found, confidence: float | None, weak: bool
):
    assert is_weak(hit, confidence, RULES) is weak


@given(many_hits)
def test_only_hits_with_a_similarity_have_a_match_confidence(everything: list[Found]):
    for hit in fuse(everything, RULES, 100):
        assert (hit.match_confidence is None) is (hit.found.similarity is None)
        assert hit.match_confidence is None or 0 < hit.match_confidence < 1


def test_what_stands_for_a_word_in_another_language_lifts_a_memory_that_means_as_much():
    plain, translated = found(1, similarity=0.4), found(2, similarity=0.4, reach=0.5, alike=("尿酸",))
    assert order(plain, translated) == [2, 1]


def test_a_word_itself_counts_more_than_what_stands_for_it_where_meaning_is_silent():
    alike = found(1, similarity=None, reach=0.9)
    worded = found(2, similarity=None, coverage=0.9, reach=0.9, words=("x",))
    assert order(alike, worded) == [2, 1]


def test_what_was_read_closely_and_answers_comes_first():
    assert order(found(1, reading=0.2), found(2, reading=0.7)) == [2, 1]


def test_each_hit_tells_its_places_in_both_lists():
    ranked = fuse(
        [
            found(1, similarity=0.9),
            found(2, similarity=0.2, coverage=0.8, words=("a",)),
            found(3, similarity=None, coverage=0.9, words=("a", "b")),
        ],
        RULES,
        10,
    )
    places = {hit.found.memory_id: (hit.lexical_rank, hit.semantic_rank) for hit in ranked}
    assert places == {1: (None, 1), 2: (2, 2), 3: (1, None)}


@given(hits, shares)
def test_a_better_similarity_never_lowers_a_score(hit: Found, similarity: float):
    if hit.similarity is not None and similarity >= hit.similarity:
        assert score_of(replace(hit, similarity=similarity), RULES) >= score_of(hit, RULES)


@given(many_hits)
def test_a_question_that_says_nothing_matches_only_where_its_letters_stand(everything: list[Found]):
    for hit in fuse(everything, RULES, 100, says_something=False):
        assert hit.weak or hit.found.exact or hit.found.coverage > 0 or hit.found.reach > 0


def test_what_is_near_to_letters_by_chance_is_no_match():
    near = found(1, similarity=0.9, reading=0.9, answers=0.9)
    assert not fuse([near], RULES, 1)[0].weak
    assert fuse([near], RULES, 1, says_something=False)[0].weak
