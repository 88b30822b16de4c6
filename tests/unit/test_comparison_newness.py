"""Which of two texts says itself that it is the later one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.comparison.newness import Cue, newer_side, time_cues

ANY_TEXT = st.text(st.characters(), max_size=200)

LATER_FIRST = (
    ("跑步现在改成每周五次了", "每周跑步三次"),
    ("用户已经从杭州搬到成都", "用户住在杭州"),
    ("体检已经改约到 11 月 8 日", "体检约在 11 月 1 日"),
    ("平台组组长现在是苏晚", "平台组组长是贺铭"),
    ("从 2025 年 9 月起，房租涨到每月 5500 元", "房租每月 5200 元"),
    ("交稿日推迟到下月 10 号", "原定月底交稿"),
    ("评审会不再录音", "评审会默认录音"),
    ("旧报表服务器已经下线", "旧报表服务器还在运行"),
    ("陈屿上周转正了", "陈屿还在试用期"),
    ("签证昨天批下来了", "签证还在审核"),
    ("新规已生效：允许第三方字体", "禁止第三方字体"),
    ("他戒烟了", "他每天抽半包烟"),
    ("钥匙昨天找到了", "钥匙还没找到"),
    ("The launch has slipped to Q3.", "The launch is planned for Q2."),
    ("The review was moved to Friday.", "The review is on Wednesday."),
    ("The user just started a new job at Tenmile.", "The user works at Larkfield."),
    ("As of March, one approval is enough.", "Two approvals are needed."),
    ("Priya has taken over from Sam as CTO.", "Sam is the CTO."),
    ("Since the upgrade the cluster has five nodes.", "The cluster has three nodes."),
    ("The laptop has been sold.", "The laptop is the spare machine."),
    ("The bug was fixed yesterday.", "The bug is still open."),
    ("She can't stand it any more.", "She loves it."),
    ("The daily goal is now 8,000.", "The daily goal is 10,000."),
    ("He no longer eats meat.", "He eats meat."),
    ("The lift has been repaired.", "The lift is out of order."),
    ("数据迁移上周已经完成", "The data migration is still in progress."),
    ("We switched to Postgres.", "We use MySQL."),
)


@pytest.mark.parametrize(("later", "earlier"), LATER_FIRST)
def test_the_later_side_is_known_by_its_own_words(later: str, earlier: str) -> None:
    found = newer_side(later, earlier)
    assert found is not None
    assert found.side == "a"
    turned = newer_side(earlier, later)
    assert turned is not None
    assert turned.side == "b"


NEITHER = (
    ("客厅路由器目前在线", "客厅路由器目前离线"),
    ("The flag is enabled.", "The flag is disabled."),
    ("周会在周三", "周会在周四"),
    ("He gives up at once.", "He tries again."),
    ("The backup includes photos.", "The backup excludes photos."),
    ("The order is unpaid.", "The order expires on Friday."),
    ("房东同意养猫", "房东说了，不准养猫"),
    ("他去年收了三百斤蜜", "他去年一共收蜜两百斤"),
    ("They were acquired by us.", "They acquired us."),
    ("Entry is free for anyone.", "Entry is free up to the age of twelve."),
    ("", ""),
    ("🙂", "现"),
)


@pytest.mark.parametrize(("a", "b"), NEITHER)
def test_no_side_is_the_later_one_where_the_texts_do_not_say(a: str, b: str) -> None:
    assert newer_side(a, b) is None
    assert newer_side(b, a) is None


def test_the_words_of_both_sides_are_given_with_their_places() -> None:
    a, b = "The bug is still open.", "The bug was fixed yesterday."
    found = newer_side(a, b)
    assert found is not None
    assert found.side == "b"
    assert [b[slice(*cue.span)] for cue in found.by][-1].endswith("yesterday")
    assert [(a[slice(*cue.span)], cue.cue) for cue in found.earlier] == [("still", Cue.GOING)]


@given(ANY_TEXT, ANY_TEXT)
def test_any_text_is_read(a: str, b: str) -> None:
    for cue in time_cues(a):
        assert 0 <= cue.span[0] < cue.span[1] <= len(a)
    found, turned = newer_side(a, b), newer_side(b, a)
    assert (found is None) is (turned is None)
    assert newer_side(a, a) is None


def test_a_very_long_text_is_read() -> None:
    assert time_cues("现在改成 " * 50_000)
