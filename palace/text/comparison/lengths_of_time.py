"""Lengths written with colons or marks: a marathon in 3:48, pace 5:30, 片长 2:05:00, 配速 5'30", 5'11"."""

import re
from collections.abc import Iterator
from fractions import Fraction

from palace.text.comparison.amount import Amount

_COLONS = re.compile(r"(?<![\d:.])(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?![\d:]|\s?[ap]\.?m\b)", re.I)
_TICKS = re.compile(r"(?<![\d'\"])(\d{1,3})'\s?([0-5]?\d)(?:\"|'')")
_LONG_BEFORE = re.compile(
    r"(?:\b(?:marathon|race|finish(?:ed|ing)?(?: time)?|personal best|best(?: time)?|record|pb|pr|took|takes"
    r"|lasted|lasts|runtime|running time|duration|elapsed|within|split|time of|clocked|ran it in)\b"
    r"|用时|耗时|历时|时长|片长|成绩|纪录|完赛|跑了|骑了)(?:(?!\bat\b|\bstart|\bbegin|在"
    r"|于|开始|出发)[^,.;!?\n\d]){0,24}$",
    re.I,
)
_PACE_BEFORE = re.compile(
    r"(?:\bpace\b|\btempo\b|\bsong\b|\btrack\b|配速|均速|每公里)[^,.;!?\n\d]{0,16}$", re.I
)
_PACE_BEHIND = re.compile(
    r"\s?(?:/\s?(?:km|mi|公里|英里)|per (?:km|mile|kilomet)|min/km|每公里|a (?:km|mile|kilomet))", re.I
)
WINDOW = 40


def is_length_of_time(text: str, start: int, end: int) -> bool:
    """Whether the digits with a colon from `start` to `end` tell how long something takes."""
    before = text[max(0, start - WINDOW) : start]
    return bool(_LONG_BEFORE.search(before) or _PACE_BEFORE.search(before) or _PACE_BEHIND.match(text, end))


def lengths_of_time(text: str) -> Iterator[Amount]:
    """Yield the lengths with colons or marks.

    Of two numbers with a colon the first is minutes where it is a pace and hours elsewhere; with marks it is
    minutes where the text tells so or the second is above eleven, and feet elsewhere.
    """
    for match in _COLONS.finditer(text):
        if not is_length_of_time(text, *match.span()):
            continue
        before = text[max(0, match.start() - WINDOW) : match.start()]
        pace = _PACE_BEHIND.match(text, match.end()) or _PACE_BEFORE.search(before)
        scale = 3600 if match[3] or not pace else 60
        seconds = int(match[1]) * scale + int(match[2]) * scale // 60 + int(match[3] or 0)
        yield _length(match, seconds)
    for match in _TICKS.finditer(text):
        if int(match[2]) > 11 or is_length_of_time(text, *match.span()):
            yield _length(match, int(match[1]) * 60 + int(match[2]))
        elif 3 <= int(match[1]) <= 8:
            yield _height(match)


def _length(match: re.Match[str], seconds: int) -> Amount:
    value = Fraction(seconds)
    return Amount(*match.span(), "duration", value, value, ends=(match.end(),))


def _height(match: re.Match[str]) -> Amount:
    value = int(match[1]) * Fraction("0.3048") + int(match[2]) * Fraction("0.0254")
    return Amount(*match.span(), "length", value, value, unit="ft", ends=(match.end(),))
