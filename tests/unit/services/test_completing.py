"""Completing a question: names, values in both languages, scenes that exist, and never anything worse."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.errors import InvalidInput
from palace.domain.filter_words import VALUES, FilterName
from palace.domain.filters import Filters, parse_query
from palace.services.completing import begins_scene, complete, without_begun

TODAY = date(2026, 5, 15)
SCENES = ("deploy", "code review", "写评论", "Debug", "a,b")


def offered(typed: str, language: str = "en", cursor: int | None = None) -> list[str]:
    found = complete(typed, len(typed) if cursor is None else cursor, language, SCENES, TODAY)
    return [] if found is None else list(found.choices)


@pytest.mark.parametrize(
    ("typed", "choices"),
    [
        ("win", ["wing:"]),
        ("deploy ban", ["band:"]),
        ("PRI", []),
        ("sin", ["since:"]),
        ("场景", ["场景:"]),
        ("wing:", ["identity", "knowledge", "social", "history", "reflection", "intent"]),
        ("wing:i", ["identity", "intent"]),
        ("x wing：KN", ["knowledge"]),
        ("wing:social,k", ["knowledge"]),
        ("wing:social，", ["identity", "knowledge", "social", "history", "reflection", "intent"]),
        ("kind:tool", ["tool_error"]),
        ("p:", ["P0", "P1", "P2"]),
        ("is:", ["conflict", "pinned"]),
        ("status:t", ["trashed"]),
        ("wing:知", ["知识"]),
        ("scene:", ["deploy", '"code review"', "写评论", "Debug", '"a,b"']),
        ("scene:de", ["deploy", "Debug", '"code review"']),
        ("scene:review", ['"code review"']),
        ('scene:"code r', ['"code review"']),
        ("scene:写", ["写评论"]),
        ("since:", ["today", "7d", "30d", "3m", "1y", "2026-05", "2026", "2025"]),
        ("before:20", ["2026-05", "2026", "2025"]),
    ],
)
def test_what_is_begun_is_offered(typed: str, choices: list[str]):
    assert offered(typed) == choices


@pytest.mark.parametrize(
    "typed",
    ["", "be", "is", "deploy", "wing:knowledge", "wing:xyz", "note:k", "https://x", '"win', "scene:deploy"],
)
def test_where_there_is_nothing_to_offer_nothing_is(typed: str):
    assert offered(typed) == []


def test_in_chinese_the_chinese_words_come_first():
    assert offered("翼：", "zh")[:2] == ["身份", "知识"]
    assert offered("band:", "zh") == ["热", "温", "冷"]
    assert offered("状态:", "zh") == ["在用", "备注", "已归档", "回收站"]
    assert offered("是:", "zh") == ["冲突", "已固定"]
    assert offered("wing:kn", "zh") == ["knowledge"]
    assert offered("p:", "zh") == ["P0", "P1", "P2"]
    assert offered("自:", "zh")[:2] == ["今天", "7天"]


def test_the_word_before_the_cursor_is_completed_wherever_it_stands():
    found = complete("wing:kn deploy", 7, "en", (), TODAY)
    assert found is not None
    assert (found.start, found.end, found.choices) == (5, 7, ("knowledge",))


@given(st.sampled_from(list(FilterName)), st.sampled_from(["en", "zh"]))
def test_everything_that_is_offered_is_a_filter_that_works(name: FilterName, language: str):
    for choice in offered(f"{name}:", language):
        query = parse_query(f"{name}:{choice}", TODAY)
        assert query.words == ""
        assert query.filters != Filters()


@given(
    st.text(max_size=40)
    | st.lists(st.sampled_from('wing: scene:"“, 写0\ud800\x00'), max_size=20).map("".join)
)
def test_whatever_is_typed_something_fitting_or_nothing_is_offered(typed: str):
    for cursor in range(len(typed) + 1):
        found = complete(typed, cursor, "zh", SCENES, TODAY)
        assert found is None or (0 <= found.start <= found.end == cursor and found.choices)
        begins_scene(typed, cursor)
        assert set(without_begun(typed, cursor)) <= set(typed)


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("deploy wing:", "deploy "),
        ("wing:", ""),
        ("wing：", ""),
        ("wing:k", "wing:k"),
        ("note:", "note:"),
        ("deploy", "deploy"),
    ],
)
def test_a_filter_whose_value_is_still_to_come_is_not_asked_for(typed: str, asked: str):
    assert without_begun(typed, len(typed)) == asked


def test_every_filter_with_a_vocabulary_completes_all_of_it():
    for name, vocabulary in VALUES.items():
        assert set(offered(f"{name}:")) == {str(word) for word in vocabulary}
        for word in vocabulary:
            try:
                parse_query(f"{name}:{word}")
            except InvalidInput:
                pytest.fail(f"{name}:{word} is offered and refused")
