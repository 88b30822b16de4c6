"""Words that are opposed: the table is sound, and texts are compared by it with their denials taken in."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.vocabulary import Axis
from palace.text.comparison.bilingual import dictionary
from palace.text.comparison.opposites import opposed, opposed_words, places_of, scales
from palace.text.comparison.oppositions import oppositions, pole_words
from palace.text.normalise import folded

ANY_TEXT = st.text(st.characters(), max_size=200)


def test_the_table_is_as_large_as_a_life() -> None:
    assert len(scales().axes) >= 280
    assert len(scales().places) >= 5_500
    assert set(scales().axes) <= {axis.value for axis in Axis}


def test_no_word_stands_at_two_poles_of_one_scale() -> None:
    for word, places in scales().places.items():
        poles: dict[int, set[int]] = defaultdict(set)
        for scale, pole in places:
            poles[scale].add(pole)
        assert all(len(found) == 1 for found in poles.values()), word


def test_every_scale_has_two_poles_or_more_and_every_word_is_folded() -> None:
    assert min(scales().sizes) >= 2
    for word in scales().places:
        assert word
        assert word == folded(word)
        assert "-" not in word


def test_no_two_words_of_one_meaning_are_opposed() -> None:
    clashing = [
        (one, other)
        for words in dictionary().words
        for place, one in enumerate(words)
        for other in words[place + 1 :]
        if opposed(one, other)
    ]
    assert set(clashing) <= {("小镇", "town"), ("coach", "trainer")}


OPPOSED = (
    ("enabled", "disabled", "state"),
    ("打开", "关闭", "state"),
    ("开启", "turned off", "state"),
    ("open", "closed", "state"),
    ("进行中", "完成", "state"),
    ("in progress", "已完成", "state"),
    ("online", "离线", "state"),
    ("试用期", "转正", "state"),
    ("sold", "spare", "state"),
    ("passed", "failed", "state"),
    ("encrypted", "明文", "state"),
    ("public", "私有", "state"),
    ("on leave", "back at work", "state"),
    ("pregnant", "gave birth", "state"),
    ("missing", "found", "state"),
    ("停航", "通航", "state"),
    ("喜欢", "讨厌", "preference"),
    ("loves", "hates", "preference"),
    ("偏好", "can't stand", "preference"),
    ("深色", "light theme", "preference"),
    ("tabs", "spaces", "preference"),
    ("甜", "咸", "preference"),
    ("morning", "晚上", "preference"),
    ("aisle seat", "window seat", "preference"),
    ("tea", "咖啡", "preference"),
    ("左", "右", "preference"),
    ("允许", "禁止", "polarity"),
    ("allow", "forbid", "polarity"),
    ("总是", "从不", "polarity"),
    ("always", "never", "polarity"),
    ("retries", "give up", "polarity"),
    ("自动", "manually", "polarity"),
    ("有毒", "harmless", "polarity"),
    ("before", "after", "date"),
    ("之前", "之后", "date"),
    ("增加", "减少", "number"),
    ("at least", "最多", "number"),
    ("upstream", "下游", "entity"),
)


@pytest.mark.parametrize(("one", "other", "axis"), OPPOSED)
def test_opposed_words_are_opposed_both_ways(one: str, other: str, axis: str) -> None:
    assert opposed(one, other) == axis
    assert opposed(other, one) == axis


@pytest.mark.parametrize(
    ("one", "other"),
    [("打开", "open"), ("like", "love"), ("开启", "启用"), ("open", "table"), ("", "开"), ("🙂", "off")],
)
def test_other_words_are_not_opposed(one: str, other: str) -> None:
    assert opposed(one, other) is None


def test_inflected_words_and_phrases_stand_where_their_entry_does() -> None:
    assert places_of("switched off") == places_of("switch off") != frozenset()
    assert places_of("hates") == places_of("hate") != frozenset()
    assert places_of("Read-Only") == places_of("read only") != frozenset()


def test_a_row_that_names_both_poles_opposes_nothing() -> None:
    assert [found.axis for found in opposed_words(["open"], ["closed"])] == ["state"]
    assert opposed_words(["open"], ["open", "closed"]) == ()
    assert opposed_words(["open", "closed"], ["closed", "open"]) == ()


CONFLICTING = (
    ("客厅路由器目前在线", "客厅路由器目前离线", "state"),
    ("The porch light is on.", "The porch light is off.", "state"),
    ("The double-charge bug is still open.", "The double-charge bug was fixed yesterday.", "state"),
    ("登录超时的 ticket 还是 open", "登录超时的 ticket 昨天已经 close 了", "state"),
    ("补光灯现在是开的", "补光灯现在是关的", "state"),
    ("流媒体会员开着自动续费", "流媒体会员的自动续费已经关掉了", "state"),
    ("The lease is not signed yet, it is open.", "The lease was signed and closed.", "state"),
    ("Telemetry is off unless the user opts in.", "Telemetry is on by default.", "polarity"),
    ("The user likes the window open at night.", "The user prefers the window shut.", "preference"),
    ("The knife is single-use.", "这把刀可以重复使用", "polarity"),
    ("每天早上吃药", "每天晚上吃药", "preference"),
    ("The stolen camera has been recovered.", "The stolen camera is still missing.", "state"),
    ("The dog is still limping.", "The dog has fully recovered.", "state"),
    ("毕业论文还在改", "毕业论文已经交了", "state"),
    ("The book is on loan.", "The book has been returned.", "state"),
    ("The tenant has moved out.", "The tenant still lives there.", "state"),
    ("Leftovers must be thrown away.", "Leftovers may be kept.", "polarity"),
    ("押金要收费", "押金免费", "polarity"),
    ("合并前跑测试", "合并后跑测试", "date"),
    ("Wash the rice before soaking.", "Wash the rice after soaking.", "date"),
    ("一次最多三个", "一次最少三个", "number"),
)


@pytest.mark.parametrize(("a", "b", "axis"), CONFLICTING)
def test_texts_with_opposed_words_are_told_apart(a: str, b: str, axis: str) -> None:
    assert axis in {found.axis for found in oppositions(a, b)}
    assert axis in {found.axis for found in oppositions(b, a)}


AGREEING = (
    ("The shop is not open.", "The shop is closed."),
    ("The user dislikes long e-mails.", "The user doesn't like emails that are long."),
    ("别忘了关灯", "记得关灯"),
    ("The office closes at 20:00.", "The office does not open on Sundays."),
    ("The deploy window opens at 10:00.", "The deploy window closes at 16:00."),
    ("The meeting is on Friday.", "The meeting is off the main corridor."),
    ("It looks like rain.", "She hates rain."),
    ("表姐比麦青大两岁", "麦青比表姐小两岁"),
    ("The vessel must be filled to at least 60%.", "The vessel must be filled to no more than 80%."),
    ("Merge after two approvals.", "Two approvals are needed before merging."),
    ("用户乳糖不耐受", "The user is lactose intolerant."),
    ("大阪之行的机票已经出了", "大阪之行的酒店还没订"),
    ("The shop never closes.", "The shop is always open."),
    ("", "开着"),
)


@pytest.mark.parametrize(("a", "b"), AGREEING)
def test_texts_that_agree_or_speak_of_two_things_are_not_opposed(a: str, b: str) -> None:
    assert oppositions(a, b) == ()


def test_opposed_words_are_pointed_at_in_the_texts_as_written() -> None:
    a, b = "路由器 Ｘ１ 目前在线", "The router is offline."
    (found,) = oppositions(a, b)
    assert (a[slice(*found.a)], b[slice(*found.b)]) == ("在线", "offline")


@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared(a: str, b: str) -> None:
    for found in oppositions(a, b):
        assert 0 <= found.a[0] < found.a[1] <= len(a)
        assert 0 <= found.b[0] < found.b[1] <= len(b)
    assert len(oppositions(a, b)) == len(oppositions(b, a))
    assert oppositions(a, a) == ()


def test_a_very_long_text_is_read_in_bounded_time() -> None:
    assert len(pole_words("开着 off closed " * 20_000)) <= 60
