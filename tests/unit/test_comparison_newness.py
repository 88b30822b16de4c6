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
    ("奶奶搬去和姑姑住了", "奶奶一个人住"),
    ("The gym now opens at six.", "The gym opens at seven."),
    ("爸爸上个月退休了", "爸爸在铁路局上班"),
    ("Since January the rehearsal is on Tuesdays.", "The rehearsal is on Mondays."),
    ("公司食堂改为自费", "公司食堂免费"),
    ("The landlord raised the rent to 1,200.", "The rent is 1,100."),
    ("从这学期起，钢琴课挪到周六", "钢琴课在周五"),
    ("合同续签到 2027 年了", "合同 2025 年到期"),
    ("The café has switched to oat milk by default.", "The café uses cow's milk by default."),
    ("他最近迷上了网球", "他最喜欢羽毛球"),
    ("The deadline was extended to 5 June.", "The deadline is 29 May."),
    ("妹妹改学法语了", "妹妹在学德语"),
    ("The museum has reopened.", "The museum is closed for repairs."),
    ("线上版本升级到了 3.2", "线上版本是 3.1"),
    ("Our supplier is now Halden.", "Our supplier is Bergmann."),
    ("用户把咖啡戒了，改喝茶", "用户每天喝两杯咖啡"),
    ("The lab no longer accepts walk-ins.", "The lab accepts walk-ins."),
    ("复检后尿酸已经正常", "尿酸偏高"),
    ("She was promoted to director last week.", "She is a senior manager."),
    ("车卖掉了", "车停在地库"),
    ("The plan changed: we meet in Porto.", "We meet in Lisbon."),
    ("项目经理换成了韩雁", "项目经理是齐朗"),
    ("手机号换了，新号尾数 8821", "手机号尾数 3310"),
    ("As from 1 July the fee is 30 euros.", "The fee is 25 euros."),
    ("The choir moved to the town hall.", "The choir rehearses in the school."),
    ("他已经不吃素了", "他吃素"),
    ("租期延长了半年", "租期到六月"),
    ("The old password policy was dropped; passwords never expire.", "Passwords expire after 90 days."),
    ("会议室今天起改用新系统预订", "会议室用共享表格预订"),
    ("The team grew to nine people.", "The team has seven people."),
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
    ("He drinks two cups a day.", "He drinks three cups a day."),
    ("周会十点", "周会十一点"),
    ("孩子今年上三年级", "孩子上二年级"),
    ("The store is in Leeds.", "The store is in York."),
    ("婚礼定在五月", "婚礼定在六月"),
    ("The test must be run before merging.", "The test must be run after merging."),
    ("他喝了三杯", "他喝了四杯"),
    ("The concert was on Friday.", "The concert was on Saturday."),
    ("昨天跑了五公里", "昨天跑了六公里"),
    ("Nadia interviewed Wendell.", "Wendell interviewed Nadia."),
    ("The parcel weighs 3 kg.", "The parcel weighs 4 kg."),
    ("她还在等结果", "她还在等通知"),
    ("Every new hire gets a laptop.", "New hires bring their own laptop."),
    ("保修期两年", "保修期三年"),
    ("小组有 12 人", "小组有 13 人"),
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
