"""Judging two texts: what is told of any texts whatever, and the kinds of difference one by one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.domain.conflict import Relation
from palace.domain.vocabulary import Axis
from palace.text.comparison.beginning import READ_AT_MOST
from palace.text.comparison.breaches import breach_of
from palace.text.comparison.breaking import compare_with_p0, contradicts_core
from palace.text.comparison.comparison import Comparison, Side
from palace.text.comparison.judging import compare

ANY_TEXT = st.text(alphabet=st.characters(), max_size=60) | st.sampled_from(
    ["", " ", "。", "😀😀", "123", "\ud800", "不", "not", "用户不吃香菜", "Never push to main.", "１４：００"]
)


def rules(compared: Comparison) -> set[str]:
    return {finding.rule for finding in compared.reasons}


@given(ANY_TEXT, ANY_TEXT, st.floats(0, 1))
@settings(max_examples=150, deadline=None)
def test_any_two_texts_get_an_answer(a: str, b: str, similarity: float) -> None:
    for judge in (compare, compare_with_p0):
        judged = judge(a, b, similarity)
        assert judged.reasons
        assert (judged.axis is not None) == (judged.relation is Relation.CONFLICT)
        assert (judged.larger is not None) == (judged.relation is Relation.CONTAINS)


@given(ANY_TEXT)
@settings(max_examples=60, deadline=None)
def test_a_text_is_a_duplicate_of_itself(text: str) -> None:
    assert compare(text, text, 1.0).relation is Relation.DUPLICATE


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("**回复语言**：中文", "回复语言: 中文。"),
        ("提交信息一律用中文写", "提交信息一律用中文寫"),
        ("Keep replies short.", "keep replies  short"),
        ("用户的母语是中文", "用户\u200b的母语是中文\ufeff"),
    ],
)
def test_texts_equal_after_normalisation_may_be_merged_without_asking(a: str, b: str) -> None:
    compared = compare(a, b, 0.9)
    assert compared.merge_without_asking
    assert rules(compared) == {"equal_text"}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The API runs on port 8080.", "The API runs on port 8081."),
        ("周五可以发版", "周五不可以发版"),
        ("Lena reports to Marcus.", "Marcus reports to Lena."),
        ("", ""),
        ("。", "，"),
    ],
)
def test_nothing_else_is_merged_without_asking(a: str, b: str) -> None:
    assert not compare(a, b, 1.0).merge_without_asking


@pytest.mark.parametrize(
    ("a", "b", "axis", "rule"),
    [
        ("The API runs on port 8080.", "The API runs on port 8081.", Axis.NUMBER, "number_differs"),
        ("应用日志保留两周", "应用日志只留 7 天", Axis.NUMBER, "number_differs"),
        ("季度报告的截止日是 10 月 15 日", "季度报告的截止日是 10 月 16 日", Axis.DATE, "date_differs"),
        ("周五可以发版", "周五不可以发版", Axis.POLARITY, "polarity_differs"),
        ("Lena reports to Marcus.", "Marcus reports to Lena.", Axis.ENTITY, "places_changed"),
        ("图片服务要从东机房迁到西机房", "图片服务要从西机房迁到东机房", Axis.ENTITY, "places_changed"),
        ("客厅路由器目前在线", "客厅路由器目前离线", Axis.STATE, "opposites"),
    ],
)
def test_a_conflict_names_its_axis_and_the_rule(a: str, b: str, axis: Axis, rule: str) -> None:
    compared = compare(a, b, 0.9)
    assert compared.relation is Relation.CONFLICT
    assert compared.axis is axis
    assert rule in rules(compared)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The staging API runs on port 8080.", "The production API runs on port 8081."),
        ("卧室空调夏天设 26 度", "卧室空调冬天设 20 度"),
        ("2025-03-01 体重 72.4 公斤", "2025-04-01 体重 70.9 公斤"),
        ("The vat must be at least 60% full.", "The vat must be no more than 80% full."),
    ],
)
def test_other_values_in_another_scope_or_of_one_range_are_no_conflict(a: str, b: str) -> None:
    assert compare(a, b, 0.8).relation is not Relation.CONFLICT


def test_the_passive_and_the_converse_change_no_roles() -> None:
    for a, b in (
        ("Mira leads the billing team.", "The billing team is led by Mira."),
        ("陈屿负责支付模块", "支付模块的负责人是陈屿"),
    ):
        assert "places_changed" not in {finding.rule for finding in compare(a, b, 0.9).findings}


def test_the_side_that_calls_itself_later_is_told() -> None:
    compared = compare("The public launch is planned for Q2.", "The public launch has slipped to Q3.", 0.8)
    assert compared.relation is Relation.CONFLICT
    assert compared.newer is Side.B


def test_of_a_text_that_is_too_long_only_the_beginning_is_read() -> None:
    long_text = "用户对花生过敏。" + "备份每天凌晨两点半开始。" * READ_AT_MOST
    compared = compare(long_text, "用户对花生过敏", 0.7)
    assert compared.relation not in {Relation.DUPLICATE, Relation.CONTAINS}
    assert "only_the_beginning_read" in rules(compared)


def test_texts_without_words_are_unrelated_unless_equal() -> None:
    assert rules(compare("😀", "🎉", 0.9)) == {"no_words"}
    assert compare("😀", "😀", 1.0).relation is Relation.DUPLICATE


@pytest.mark.parametrize(
    ("p0", "new", "rule"),
    [
        ("Never store passwords in memory.", "Saved the router password as a memory.", "breaks_what_forbids"),
        ("删除文件之前必须得到用户确认", "临时文件不用问用户，直接删", "breaks_what_demands"),
        ("回复一律用中文", "以后给用户的回复改用英文", "breaks_what_forms"),
        ("生产数据库只能由 DBA 改", "开发同学可以直接改生产数据库", "breaks_what_keeps_to"),
        ("用户时区 GMT+8", "The user's time zone is America/New_York.", "other_time_zone"),
        ("The user is vegetarian.", "Ordered the user's usual lunch: beef noodles.", "breaks_what_forbids"),
        ("23:00 以后不打扰用户", "每晚 23:30 给用户推送当天总结", "breaks_what_forbids"),
    ],
)
def test_what_breaks_a_p0_is_found_by_its_rule(p0: str, new: str, rule: str) -> None:
    breach = breach_of(p0, new, None)
    assert breach is not None
    assert breach.rule == rule
    assert contradicts_core(p0, new, 0.5)


@pytest.mark.parametrize(
    ("p0", "new"),
    [
        ("Never store passwords in memory.", "The password is not written to memory."),
        ("23:00 以后不打扰用户", "当天总结在 22:00 推送给用户"),
        ("Ask before any purchase above 100 dollars.", "Bought paper for 18 dollars without asking."),
        ("The user is vegetarian.", "The user's brother runs a butcher's shop."),
        ("用户时区 GMT+8", "用户所在时区是 UTC+08:00"),
        ("用户不吃猪肉", "聚餐选了清真餐厅"),
    ],
)
def test_what_obeys_a_p0_or_is_outside_of_it_breaks_nothing(p0: str, new: str) -> None:
    assert not contradicts_core(p0, new, 0.5)


@pytest.mark.parametrize(
    ("a", "b"),
    [("123", "124"), ("0417", "0418"), ("7:30", "8:30"), ("10%", "20%"), ("-5", "5"), ("42", "42.0")],
)
def test_bare_figures_say_nothing_of_each_other(a: str, b: str) -> None:
    found = compare(a, b, 0.9)
    assert (found.relation, rules(found)) == (Relation.UNRELATED, {"only_figures"})
    assert not found.merge_without_asking


def test_bare_figures_that_are_the_same_are_the_same() -> None:
    assert compare("12:30", "１２：３０", 0.9).merge_without_asking
