"""Texts of a word or two: nothing of them is merged, and choices that exclude each other are a conflict."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.domain.conflict import Relation
from palace.domain.vocabulary import Axis
from palace.text.comparison.comparison import Comparison
from palace.text.comparison.judging import compare
from palace.text.normalise import normalised

SIMILARITIES = (0.5, 0.87, 1.0)


def both_ways(a: str, b: str) -> list[Comparison]:
    return [compare(*pair, similarity) for pair in ((a, b), (b, a)) for similarity in SIMILARITIES]


@pytest.mark.parametrize(
    ("a", "b", "axis"),
    [
        ("yes", "no", Axis.POLARITY),
        ("是", "不是", Axis.POLARITY),
        ("是", "否", Axis.POLARITY),
        ("有", "没有", Axis.POLARITY),
        ("true", "false", Axis.POLARITY),
        ("OK", "not OK", Axis.POLARITY),
        ("可以", "不可以", Axis.POLARITY),
        ("允许", "禁止", Axis.POLARITY),
        ("on", "off", Axis.STATE),
        ("开", "关", Axis.STATE),
        ("open", "closed", Axis.STATE),
        ("enable", "disable", Axis.STATE),
        ("up", "down", Axis.STATE),
        ("dark mode", "light mode", Axis.PREFERENCE),
        ("深色模式", "浅色模式", Axis.PREFERENCE),
        ("use tabs", "use spaces", Axis.PREFERENCE),
        ("喜欢", "不喜欢", Axis.PREFERENCE),
    ],
)
def test_two_answers_or_choices_that_exclude_each_other_are_a_conflict(a: str, b: str, axis: Axis) -> None:
    for compared in both_ways(a, b):
        assert (compared.relation, compared.axis) == (Relation.CONFLICT, axis)
        assert compared.reasons[0].axis is axis


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("a", "b"),
        ("he", "she"),
        ("I", "you"),
        ("tea", "coffee"),
        ("茶", "咖啡"),
        ("猫", "狗"),
        ("vim", "emacs"),
        ("Monday", "Tuesday"),
        ("周一", "周二"),
        ("v1", "v2"),
        ("3 days", "5 days"),
        ("public repo", "private repo"),
        ("I like tea", "I like coffee"),
        ("我喜欢茶", "我喜欢咖啡"),
    ],
)
def test_two_things_that_may_both_be_are_neither_the_same_nor_a_conflict(a: str, b: str) -> None:
    for compared in both_ways(a, b):
        assert compared.relation in {Relation.COMPATIBLE, Relation.UNRELATED}


@pytest.mark.parametrize(("a", "b"), [("1", "2"), ("１", "2"), ("8080", "8081"), ("3.5%", "35%")])
def test_of_bare_numbers_it_is_said_that_nothing_tells_what_they_count(a: str, b: str) -> None:
    for compared in both_ways(a, b):
        assert compared.relation is Relation.UNRELATED
        assert [reason.rule for reason in compared.reasons] == ["only_figures"]


@pytest.mark.parametrize(("a", "b"), [("Yes", "yes."), ("开", "開"), ("ＯＮ", "on")])
def test_one_word_that_is_written_in_two_ways_is_the_same(a: str, b: str) -> None:
    for compared in both_ways(a, b):
        assert compared.relation is Relation.DUPLICATE


LIKELY = "yes no on off a b the he tea 茶 meeting meetings color colour up down 是 否 开 关 不 Lin Monday"
WORDS = st.sampled_from(tuple(LIKELY.split(" "))) | st.text(
    st.sampled_from("abcdefxyz"), min_size=1, max_size=6
)


@given(WORDS, WORDS, st.floats(0, 1))
@settings(max_examples=200, deadline=None)
def test_one_word_is_no_duplicate_of_another(a: str, b: str, similarity: float) -> None:
    compared = compare(a, b, similarity)
    if normalised(a) != normalised(b):
        assert compared.relation not in {Relation.DUPLICATE, Relation.CONTAINS}
        assert not compared.merge_without_asking
