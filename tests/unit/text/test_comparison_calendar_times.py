"""Times as people write them, in two languages: what is the same, what cannot both hold, what is no time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.text.comparison.calendar_times import calendar_times, clashing_times, narrower_time, same_time
from palace.text.comparison.quantities import IDENTIFIER, quantities

SAME = [
    ("12:30", "12 点半"),
    ("12:30", "half past twelve"),
    ("12:30 PM", "十二点半"),
    ("12:30", "下午 12:30"),
    ("14:00", "下午两点"),
    ("14:00", "2 pm"),
    ("１４：００", "2 p.m."),
    ("09:15", "上午 9 点 15 分"),
    ("9:15", "九点一刻"),
    ("quarter past nine", "9:15"),
    ("quarter to six", "5:45"),
    ("差五分九点", "8:55"),
    ("ten to nine every morning", "早上 8:50"),
    ("早晨六点四十", "6:40 am"),
    ("凌晨两点半", "2:30 am"),
    ("凌晨 2:30", "half past two at night"),
    ("晚上八点", "20:00"),
    ("晚上 8 点", "8 in the evening"),
    ("11 PM", "23:00"),
    ("23:30", "晚上十一点半"),
    ("晚上 12 点", "00:00"),
    ("midnight", "0 点"),
    ("半夜十二点", "24:00"),
    ("noon", "中午 12 点"),
    ("at noon", "12:00"),
    ("中午一点", "13:00"),
    ("five o'clock", "5 点"),
    ("21 时 30 分", "9:30 pm"),
    ("9:05", "九点零五分"),
    ("三点钟", "3:00"),
    ("夜里三点", "3 am"),
    ("1830 hrs", "18:30"),
    ("周三", "星期三"),
    ("周三", "Wednesday"),
    ("礼拜三", "Wed., 3 pm: on Wednesdays"),
    ("周日", "星期天"),
    ("周日", "Sundays"),
    ("每周一", "every Monday"),
    ("周一到周五", "every weekday"),
    ("工作日", "Monday to Friday"),
    ("周一至周五", "Mon-Fri"),
    ("周末", "Saturday and Sunday"),
    ("周二和周四", "Tuesdays and Thursdays"),
    ("周一、三、五", "Monday, Wednesday and Friday"),
    ("周一三五", "Mon/Wed/Fri"),
    ("3月5日", "March 5"),
    ("3 月 5 号", "5 March"),
    ("三月五日", "Mar 5th"),
    ("3月5日", "2026-03-05"),
    ("2026 年 3 月 5 日", "2026/3/5"),
    ("2026年3月5日", "March 5, 2026"),
    ("二〇二六年三月五日", "5th of March 2026"),
    ("2026.3.5", "20260305"),
    ("05.03.2026", "2026-03-05"),
    ("3/5/2026", "March 5, 2026"),
    ("10/3 上午", "10 月 3 日"),
    ("2026-03-05T14:30:00+08:00", "3 月 5 日下午两点半"),
    ("26年3月", "March 2026"),
    ("2026-03", "2026 年 3 月份"),
    ("in May", "五月"),
    ("mid-May", "五月中旬"),
    ("early June", "6 月初"),
    ("end of July", "7 月底"),
    ("月底", "end of the month"),
    ("年底", "end of the year"),
    ("每月 15 号", "the 15th of each month"),
    ("due on the 1st", "1 号到期"),
    ("Q2", "二季度"),
    ("2026 Q2", "second quarter of 2026"),
    ("第三季度", "Q3"),
    ("上半年", "first half of the year"),
    ("2025 财年", "FY25"),
    ("1990s", "90 年代"),
    ("the nineties", "九十年代"),
    ("in 2022", "2022 年"),
    ("第 12 周", "week 12"),
    ("2026-W12", "W12"),
    ("明天", "tomorrow"),
    ("后天", "the day after tomorrow"),
    ("昨晚", "last night"),
    ("下周", "next week"),
    ("上个月", "last month"),
    ("今年", "this year"),
    ("三天后", "in 3 days"),
    ("两周前", "two weeks ago"),
    ("每天", "daily"),
    ("每晚", "every night"),
    ("每周", "weekly"),
    ("每月一次", "once a month"),
    ("每周两次", "twice a week"),
    ("一周三次", "three times per week"),
    ("隔天", "every other day"),
    ("每两天", "every two days"),
    ("每隔一天", "every second day"),
    ("每两周", "fortnightly"),
    ("隔周", "biweekly"),
    ("每 6 个月换一次", "半年一次"),
    ("每 6 个月", "twice a year"),
    ("每季度", "quarterly"),
    ("每 30 秒", "every 30 seconds"),
    ("每隔 30 秒", "every half minute"),
    ("每年一次", "annually"),
    ("hourly", "每小时"),
    ("春节", "Spring Festival"),
    ("国庆节", "National Day"),
    ("圣诞节", "Christmas"),
    ("中秋", "Mid-Autumn Festival"),
    ("农历八月初二", "阴历八月初二"),
    ("正月十五", "农历一月十五"),
    ("夏天", "summer"),
    ("in the fall", "秋季"),
    ("下午", "in the afternoon"),
    ("每天早上", "every morning"),
    ("下周三", "next Wednesday"),
    ("3月5日到8日", "March 5 to 8"),
]

CLASH = [
    ("12:30", "13:30"),
    ("9:30", "half past ten"),
    ("下午两点", "下午三点"),
    ("2 am", "2 pm"),
    ("凌晨 2:30", "下午 2:30"),
    ("早上八点", "晚上八点"),
    ("23:00", "23:30"),
    ("noon", "midnight"),
    ("before 2 pm", "after 2 pm"),
    ("14:00 之前", "14:00 以后"),
    ("before 10:00", "before 12:00"),
    ("上午", "下午"),
    ("in the morning", "in the evening"),
    ("下午三点", "上午"),
    ("周三", "周四"),
    ("每周三", "Thursdays"),
    ("Tuesday", "市场部周四"),
    ("周一到周五", "周六"),
    ("周二和周四", "周一和周四"),
    ("下周三", "本周三"),
    ("3月5日", "3月6日"),
    ("5 月 6 日", "6 月 5 日"),
    ("15 November", "16 November"),
    ("2026-03-05", "2027-03-05"),
    ("10 月 3 日", "10/13"),
    ("June 2026", "July 2026"),
    ("2026 年 3 月", "2027 年 3 月 31 日"),
    ("due on the 1st", "每月 5 号到期"),
    ("early June", "late June"),
    ("月初", "月底"),
    ("Q2", "Q3"),
    ("Q2", "August"),
    ("上半年", "下半年"),
    ("in 2022", "2023 年"),
    ("1990s", "80 年代"),
    ("week 12", "第 13 周"),
    ("明天", "后天"),
    ("下周", "next month: 上周"),
    ("每天", "每周"),
    ("daily", "weekly"),
    ("每周两次", "three times a week"),
    ("every other day", "每天"),
    ("每 30 秒", "every 45 seconds"),
    ("春节", "中秋节"),
    ("国庆节", "10 月 2 日"),
    ("农历八月初二", "公历 8 月 2 日"),
    ("夏天", "winter"),
    ("原定月底交稿", "推迟到下月 10 号"),
]

NARROWER = [
    ("2026-03-31", "2026 年 3 月底"),
    ("3 月 5 日", "三月"),
    ("May 12", "mid-May"),
    ("May", "Q2"),
    ("2026 年 3 月", "3 月"),
    ("9:00", "上午"),
    ("凌晨 2:30", "at night"),
]

OTHER_MATTERS = [
    ("周三", "14:00"),
    ("3 月 5 日", "周三"),
    ("每天", "3 月"),
    ("9:30", "每周"),
    ("before noon", "11:00"),
    ("截止 10 月 15 日", "10 月 14 日"),
]

NO_TIME = [
    "You may do this",
    "they march on",
    "three points to note: 有三点建议",
    "十分重要",
    "一点也不难",
    "有两点要注意",
    "比例 3:1",
    "Spring Boot",
    "15 号楼",
    "4 号线",
    "第三方",
    "3.5 小时",
    "用时 12 分钟",
    "3/4 cup",
    "同时处理",
    "小时候",
    "port 2026",
    "2026 个用户",
    "the second quarter of an hour",
    "周期性任务",
    "周围很安静",
    "日志",
    "日常",
    "five to ten people",
    "3 to 5 days",
    "点餐",
    "version 3.11",
    "fall back to the default",
    "早餐吃面",
    "晚饭后散步: 晚饭",
    "sun and sat down",
    "mon ami",
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_time_in_two_spellings_is_the_same(one: str, other: str) -> None:
    assert any(same_time(a, b) for a in calendar_times(one) for b in calendar_times(other))
    assert not clashing_times(calendar_times(one), calendar_times(other))
    assert not clashing_times(calendar_times(other), calendar_times(one))


@pytest.mark.parametrize(("one", "other"), CLASH)
def test_two_times_for_one_thing_clash(one: str, other: str) -> None:
    assert clashing_times(calendar_times(one), calendar_times(other))
    assert clashing_times(calendar_times(other), calendar_times(one))


@pytest.mark.parametrize(("exact", "wide"), NARROWER)
def test_a_more_exact_time_agrees_with_the_wider_one(exact: str, wide: str) -> None:
    assert any(narrower_time(a, b) for a in calendar_times(exact) for b in calendar_times(wide))
    assert not any(narrower_time(b, a) for a in calendar_times(exact) for b in calendar_times(wide))
    assert not clashing_times(calendar_times(exact), calendar_times(wide))


@pytest.mark.parametrize(("one", "other"), OTHER_MATTERS)
def test_times_of_other_kinds_do_not_clash(one: str, other: str) -> None:
    assert not clashing_times(calendar_times(one), calendar_times(other))


@pytest.mark.parametrize("text", NO_TIME)
def test_words_that_only_look_like_times_are_none(text: str) -> None:
    assert calendar_times(text) == ()


RELATIONS = [
    ("下午两点以后", "after"),
    ("before 2 pm", "before"),
    ("周五之前", "before"),
    ("by Friday", "until"),
    ("until 31 March", "until"),
    ("截止 5 月 15 日", "until"),
    ("有效期至 2026-03-31", "until"),
    ("since 2024", "from"),
    ("从 2025 年 9 月起", "from"),
    ("as of March", "from"),
    ("every Monday", "every"),
    ("on Monday", "at"),
    ("the meeting starts on Monday", "at"),
]


@pytest.mark.parametrize(("text", "relation"), RELATIONS)
def test_words_beside_a_time_make_it_a_limit(text: str, relation: str) -> None:
    assert [time.relation for time in calendar_times(text)] == [relation]


STRETCHES = [
    ("9:00-18:00", [(540, 540), (1080, 1080)]),
    ("下午两点到四点", [(840, 840), (960, 960)]),
    ("2-4 pm", [(840, 840), (960, 960)]),
    ("from 9 am to 5 pm", [(540, 540), (1020, 1020)]),
    ("9 点到 12 点", [(540, 540), (720, 720)]),
]


@pytest.mark.parametrize(("text", "ends"), STRETCHES)
def test_a_stretch_of_clock_time_has_two_ends(text: str, ends: list[tuple[int, int]]) -> None:
    times = [time for time in calendar_times(text) if time.grain == "clock"]
    assert [time.readings[0][0] for time in times] == ends
    assert times[1].relation == "until"


def test_numbers_in_times_are_no_amounts() -> None:
    for text, _ in SAME:
        grains = {time.grain for time in calendar_times(text)}
        if grains & {"recurrence", "relative_day"}:
            continue
        assert [one for one in quantities(text) if one.dimension not in {IDENTIFIER, "zone_offset"}] == [], (
            text
        )


def test_a_text_may_call_a_time_a_past_one() -> None:
    moved = [time for time in calendar_times("周会从周三挪到周四") if time.grain == "weekday"]
    assert [time.former for time in moved] == [True, False]
    moved = calendar_times("The review was moved from Monday to Friday.")
    assert [time.former for time in moved] == [True, False]


def test_spans_are_those_of_the_text_as_it_was_written() -> None:
    text = "會議在１４：３０，地點不變；截止３月５日"
    spans = [text[slice(*time.span)].strip() for time in calendar_times(text)]
    assert spans == ["１４：３０", "３月５日"]


TEXT = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            "0123456789一二三四五六七八九十零半点刻分时年月日号周"
            "星期天末底初中旬早晚上下午凌晨每隔次前后到至起:：./-~ QWapm季度春夏秋冬农历"
        ),
        st.characters(),
    ),
    max_size=60,
)


@given(TEXT)
@settings(max_examples=400, deadline=None)
def test_every_text_can_be_read(text: str) -> None:
    for time in calendar_times(text):
        start, end = time.span
        assert 0 <= start <= end <= len(text)
        assert time.readings
        assert time.relation in {"at", "before", "after", "until", "from", "every"}


@given(TEXT)
@settings(max_examples=200, deadline=None)
def test_a_text_never_clashes_with_itself(text: str) -> None:
    found = calendar_times(text)
    assert not clashing_times(found, found)
    assert all(same_time(one, one) for one in found)


SPELLINGS = st.sampled_from([text for pair in SAME + CLASH + NARROWER for text in pair])


@given(SPELLINGS, SPELLINGS)
@settings(max_examples=400, deadline=None)
def test_sameness_and_clashes_do_not_depend_on_the_order(one: str, other: str) -> None:
    for a in calendar_times(one):
        for b in calendar_times(other):
            assert same_time(a, b) == same_time(b, a)
            assert bool(clashing_times((a,), (b,))) == bool(clashing_times((b,), (a,)))
            assert not (same_time(a, b) and clashing_times((a,), (b,)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ud800",
        "🙂" * 1000,
        "9" * 200_000,
        "周" * 200_000,
        "1:" * 50_000,
        "月" * 50_000,
        "may 1 " * 40_000,
    ],
)
def test_hostile_texts_are_read_too(text: str) -> None:
    assert isinstance(calendar_times(text), tuple)
