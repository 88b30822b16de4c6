"""For each of what an amount holds: a day, 每周, per request, 月租."""

import re
from fractions import Fraction

from palace.text.comparison.units_of_measure import DAY, MONTH, YEAR

SECONDS = {
    "second": Fraction(1),
    "minute": Fraction(60),
    "quarter_hour": Fraction(900),
    "hour": Fraction(3600),
    "day": Fraction(DAY),
    "week": Fraction(7 * DAY),
    "month": MONTH,
    "quarter": 3 * MONTH,
    "year": YEAR,
}
"""How long the periods are, in seconds."""

CALENDAR_PERIODS = frozenset({"month", "quarter", "year"})
"""Periods whose length varies."""

_HAN = {
    "秒": "second",
    "秒钟": "second",
    "分钟": "minute",
    "小时": "hour",
    "个小时": "hour",
    "钟头": "hour",
    "天": "day",
    "日": "day",
    "晚": "day",
    "夜": "day",
    "早": "day",
    "天夜里": "day",
    "周": "week",
    "星期": "week",
    "个星期": "week",
    "礼拜": "week",
    "月": "month",
    "个月": "month",
    "季": "quarter",
    "季度": "quarter",
    "个季度": "quarter",
    "年": "year",
    "次": "time",
    "回": "time",
    "趟": "time",
    "顿": "meal",
    "餐": "meal",
    "人": "person",
    "个人": "person",
    "位": "person",
    "名": "person",
    "台": "machine",
    "页": "page",
    "批": "batch",
    "轮": "round",
    "组": "group",
    "班": "group",
    "队": "group",
    "节": "class",
    "条": "item",
    "个": "item",
    "份": "item",
    "公里": "kilometre",
    "平米": "square metre",
}
_ENGLISH = [
    "second",
    "minute",
    "hour",
    "day",
    "week",
    "month",
    "quarter",
    "year",
    "time",
    "person",
    "user",
    "head",
    "customer",
    "request",
    "page",
    "batch",
    "round",
    "group",
    "team",
    "machine",
    "node",
    "night",
    "class",
    "lesson",
    "session",
    "item",
    "row",
    "message",
    "meal",
    "kilometre",
    "mile",
]
_RENAMED = {"night": "day", "lesson": "class", "head": "person", "user": "user", "kilometer": "kilometre"}
_ADVERBS = {
    "hourly": "hour",
    "daily": "day",
    "nightly": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annual": "year",
    "annually": "year",
}
_HAN_TITLES = {
    "月": "租|费|薪|供|收入|工资|开销|销|缴|付|均|息|流量|票|卡",
    "年": "费|薪|租|化|收入|息|均|终奖|费用|假",
    "日": "薪|均|活|租|息|常开销",
    "周": "薪|均",
    "时": "薪|速",
    "人": "均",
}
_HAN_KEY = "|".join(sorted(_HAN, key=len, reverse=True))
_HAN_BEFORE = re.compile(
    rf"(?:每|各|平均)(?:一)?({_HAN_KEY})|一(天|周|星期|个星期|个月|年|小时|分钟|季度|次|回)(?=\D{{0,8}}$)"
)
_HAN_TITLE = re.compile("|".join(f"(?P<p{ord(k)}>{k}(?:{v}))" for k, v in _HAN_TITLES.items()))
_TITLE_PERIODS = {
    f"p{ord(k)}": p
    for k, p in zip("月年日周时人", ("month", "year", "day", "week", "hour", "person"), strict=True)
}
_ENGLISH_KEY = "|".join(sorted([*_ENGLISH, "kilometer"], key=len, reverse=True))
_ENGLISH_BEHIND = re.compile(
    rf"(?:\s?/\s?|[^.;:!?\n\d]{{0,24}}?\b(?:an?|per|each|every)\s)({_ENGLISH_KEY})\b(?!s)"
    r"|\s?/\s?(s|sec|min|h|hr|d|wk|mo|yr|月|天|日|年|周|小时|分钟|秒|人|次)(?![A-Za-z])",
    re.I,
)
_HAN_BEHIND = re.compile(rf"\s?(?:每|一(?![次回趟个]))({_HAN_KEY})(?![\u4e00-\u9fff])")
_ENGLISH_BEFORE = re.compile(
    rf"\b(?:per|each|every)\s({_ENGLISH_KEY})\b(?!s)|\b({'|'.join(_ADVERBS)})\b", re.I
)
_ADVERB_BEHIND = re.compile(rf"[^.;:!?,\n\d]{{0,16}}?\b({'|'.join(_ADVERBS)})\b", re.I)
_SHORT = {
    "s": "second",
    "sec": "second",
    "min": "minute",
    "h": "hour",
    "hr": "hour",
    "d": "day",
    "wk": "week",
    "mo": "month",
    "yr": "year",
}
_CLAUSE_END = re.compile(r"[.;!?\n](?!\d)|,(?!\d{3})")
LOOKED_BACK = 40


def period_of(text: str, start: int, ends: tuple[int, ...]) -> str:
    """Return the period or thing for each of which the amount from `start` holds; empty where none is
    named.
    """
    for end in ends:
        behind = _ENGLISH_BEHIND.match(text, end)
        if behind:
            found = behind[1] or behind[2]
            return _name(found.lower())
        han = _HAN_BEHIND.match(text, end)
        if han:
            return _HAN[han[1]]
        adverb = _ADVERB_BEHIND.match(text, end)
        if adverb:
            return _ADVERBS[adverb[1].lower()]
    return _period_before(text[max(0, start - LOOKED_BACK) : start])


def _name(word: str) -> str:
    if word in _SHORT:
        return _SHORT[word]
    if word in _HAN:
        return _HAN[word]
    return _RENAMED.get(word, word)


def _period_before(before: str) -> str:
    """Return the nearest period named before an amount in its clause."""
    clause = _CLAUSE_END.split(before)[-1]
    nearest, name = -1, ""
    for match in _HAN_BEFORE.finditer(clause):
        if match.start() > nearest:
            nearest, name = match.start(), _HAN[match[1] or match[2]]
    for match in _ENGLISH_BEFORE.finditer(clause):
        if match.start() > nearest:
            nearest, name = match.start(), _name((match[1] or "").lower()) or _ADVERBS[match[2].lower()]
    for match in _HAN_TITLE.finditer(clause):
        if match.start() > nearest:
            nearest, name = match.start(), _TITLE_PERIODS[match.lastgroup or ""]
    return name
