"""The times that a question names: told from the day it is asked, and met by dates in texts and by days."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.question_dates import asked_time, is_in, is_of

TODAY = date(2026, 5, 15)


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("上周谁来过", date(2026, 5, 4), date(2026, 5, 10)),
        ("what broke last week", date(2026, 5, 4), date(2026, 5, 10)),
        ("上个月账单", date(2026, 4, 1), date(2026, 4, 30)),
        ("去年体检", date(2025, 1, 1), date(2025, 12, 31)),
        ("今年四月的花销", date(2026, 4, 1), date(2026, 4, 30)),
        ("去年12月的会", date(2025, 12, 1), date(2025, 12, 31)),
        ("the race last March", date(2026, 3, 1), date(2026, 3, 31)),
        ("the race last June", date(2025, 6, 1), date(2025, 6, 30)),
        ("yesterday's deploy", date(2026, 5, 14), date(2026, 5, 14)),
        ("明天有什么", date(2026, 5, 16), date(2026, 5, 16)),
    ],
)
def test_relative_times_are_told_from_the_day_of_asking(question: str, start: date, end: date):
    assert asked_time(question, TODAY).days == (start, end)


@pytest.mark.parametrize(
    ("question", "text", "met"),
    [
        ("今年四月服务器花销", "冰棱 2026-04 云账单 8.7 万元", True),
        ("今年四月服务器花销", "Icicle's cloud bill for April 2025 was ¥52k", False),
        ("bill of April 2025", "Icicle's cloud bill for April 2025 was ¥52k", True),
        ("上周的事故", "2026-05-06 凌晨掉线", True),
        ("上周的事故", "2026-04-06 凌晨掉线", False),
        ("去年的体检", "2025-09 体检：尿酸 468", True),
    ],
)
def test_a_text_is_of_the_time_asked_about_when_it_names_a_date_in_it(question: str, text: str, met: bool):
    assert is_of(asked_time(question, TODAY), text) is met


def test_a_day_is_in_the_time_asked_about():
    asked = asked_time("上周", TODAY)
    assert is_in(asked, date(2026, 5, 4))
    assert not is_in(asked, date(2026, 5, 11))
    assert is_in(asked_time("2025年9月", TODAY), date(2025, 9, 30))


@pytest.mark.parametrize("question", ["尿酸", "how to drain a node", "", "下周一"])
def test_a_question_without_a_stretch_of_days_asks_about_none(question: str):
    assert asked_time(question, TODAY).days is None


@given(st.text(max_size=60), st.dates(min_value=date(2000, 2, 1), max_value=date(2100, 1, 1)))
def test_any_question_is_read(question: str, today: date):
    asked = asked_time(question, today)
    assert asked.days is None or asked.days[0] <= asked.days[1]
