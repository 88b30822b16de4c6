"""Times of the clock and parts of the day: 12:30, 12点半, half past twelve, 3 pm, 下午, at noon."""

import re
from collections.abc import Iterator

from palace.text.comparison.calendar_time import FoundTime, Reading, exactly
from palace.text.comparison.calendar_words import DAYPARTS
from palace.text.comparison.ground import Ground
from palace.text.comparison.lengths_of_time import is_length_of_time
from palace.text.comparison.small_numbers import HAN_SMALL, HOUR_WORDS, NUMBER, small_number

DAY_MINUTES = 1440

_HAN_PARTS = "|".join(sorted((part for part in DAYPARTS if not part.isascii()), key=len, reverse=True))
_ENGLISH_PARTS = "|".join(sorted((part for part in DAYPARTS if part.isascii()), key=len, reverse=True))
_PART = rf"(?P<part>{_HAN_PARTS})?(?:的)?\s?"
_MERIDIEM = r"(?:\s?(?P<meridiem>[ap])\.?\s?m\b\.?)"

_DIGITAL = re.compile(
    rf"{_PART}(?<![\d:.])(?<!UTC[+-])(?<!GMT[+-])(?<!\d\+)(?P<hour>[01]?\d|2[0-4]):"
    rf"(?P<minute>[0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(?![\d:]|\s?比){_MERIDIEM}?",
    re.I,
)
_MERIDIEM_HOUR = re.compile(
    rf"(?<![\d:.,])(?P<hour>1[0-2]|0?[1-9])(?:[.](?P<minute>[0-5]\d))?{_MERIDIEM}", re.I
)
_MERIDIEM_RANGE = re.compile(
    r"(?<![\d:.,])(?P<hour>1[0-2]|0?[1-9])(?:[:.](?P<minute>[0-5]\d))?(?=\s?(?:-|~|to"
    r"|and)\s?(?:1[0-2]|0?[1-9])(?:[:.][0-5]\d)?\s?(?P<meridiem>[ap])\.?\s?m\b)",
    re.I,
)
_HAN_CLOCK = re.compile(
    rf"{_PART}(?P<hour>{NUMBER})\s?(?P<sign>点钟?|时(?![间候常效代刻尚不而机段长分差期针区装空事光节许]))"
    rf"(?P<rest>整|正(?!在)|半(?!数|价)|[一三]刻|(?:过|零)?\s?(?P<minute>\d{{1,2}}(?![\d.])"
    rf"|{HAN_SMALL}{{1,3}})(?:\s?分(?!之|钟))?)?"
)
_HAN_TO = re.compile(
    rf"{_PART}(?P<hour>{NUMBER})点差(?P<minute>{NUMBER}|一刻)分?|差(?P<minute2>{NUMBER}"
    rf"|一刻)分?(?P<hour2>{NUMBER})点"
)
_PAST = re.compile(
    rf"\b(?P<minute>half|(?:a )?quarter|five|ten|twenty(?:[- ]five)?|\d{{1,2}})"
    rf"(?: minutes?)? (?P<side>past|after|to|before|till) (?P<hour>{HOUR_WORDS}|noon"
    r"|midnight|1[0-2]|[1-9])\b(?!:|\s?%)"
    rf"{_MERIDIEM}?",
    re.I,
)
_CLOSED_CLOCK = re.compile(
    r"\s*(?:$|[,.;!?)])|\s(?:in|on|at|every|each|tomorrow|today|sharp|and|daily|nightly|because)\b", re.I
)
_HALF_HOUR = re.compile(
    rf"\bhalf (?P<hour>{HOUR_WORDS})\b(?= |$|[.,;])(?! (?:hours?|days?|of|a|the|dozen"
    r"|million|thousand|minutes?))",
    re.I,
)
_OCLOCK = re.compile(rf"\b(?P<hour>{HOUR_WORDS}|1[0-2]|[1-9]) ?o'?clock\b", re.I)
_IN_THE = re.compile(
    rf"\b(?P<hour>{HOUR_WORDS}|1[0-2]|[1-9]) (?=(?:in the (?:early )?|at )(?P<part>{_ENGLISH_PARTS})\b)", re.I
)
_MILITARY = re.compile(r"(?<!\d)(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)\s?(?:hrs|hours|h)\b", re.I)
_WORD_HOUR = re.compile(
    rf"\b(?:at|by|before|after|until|till|around|about at)\s(?P<hour>{HOUR_WORDS}|1[0-2]"
    r"|[1-9])(?::(?P<minute>[0-5]\d))?"
    r"(?=\s*(?:$|[,.;!?)](?!\d)|(?:sharp|every|each|on|tomorrow|today|tonight|tomorrow"
    r"|yesterday|in the|and|or|daily|nightly|weekly)\b)|"
    r"\s(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)",
    re.I,
)
_WORKING_HOURS = re.compile(rf"[早朝](?!上)({NUMBER})晚({NUMBER})(?!点|上|\d)")
_NAMED = (
    (re.compile(r"\b(?:high )?noon\b|正午|中午十二点整?", re.I), 720),
    (
        re.compile(
            r"\bmidnight\b|午夜(?!场)|零点整?(?![\d一二三四五六七八九十半过整])|零时(?!区|间)|半夜十二点",
            re.I,
        ),
        0,
    ),
)
_PART_ALONE = re.compile(
    rf"(?:{_HAN_PARTS})(?![点餐饭班会报安课点恋熟退年期产些已就在])|\b(?:{_ENGLISH_PARTS})\b", re.I
)
_SHORT_PART = re.compile(r"(?:每|今|明|昨|当|周[一二三四五六日]|星期[一二三四五六日天]|[号日])$")
_POINT_CONTEXT_BEFORE = re.compile(
    r"(?:[周星期礼拜][一二三四五六日天]|[日号天晚早午夜]|在|于|到|至|从|约|改|定|挪|提前"
    r"|推迟|每|是|为|：|:|,|^|睡|起|前|-|~|和)\s?$"
)
_POINT_CONTEXT_BEHIND = re.compile(
    r"\s?(?:整|前|后|以前|以后|之前|之后|开始|开|起|睡|到|至|出|上班|下班|吃|见|截|结束|关"
    r"|左右|发|集合|跑|喝|喂|休|锁|提|同步|备份|执行|触发|启动|在|,|[.]|;|$|\)|-|~)"
)
_POINTS_NOT_HOURS = re.compile(
    r"\s?(?:也|都|儿|没|不(?!得|许|准|能|可|打扰|接|安排|再|营业)|小|建议|意见|要求|原因|理由|注意|说明|心得|要点|结论|好处|坏处"
    r"|共识|经验|不足|问题|改进|疑问|教训|水|多|钱|时间|小)"
)
_NEAR = 24
_CLAUSE = re.compile(r"[,.;!?\n](?!\d)")


def clock_times(text: str) -> Iterator[FoundTime]:
    """Yield the clock times of a folded text, surer forms first; they may overlap."""
    for pattern, minute in _NAMED:
        for match in pattern.finditer(text):
            yield FoundTime(*match.span(), "clock", ((exactly(minute),),))
    for match in _HAN_TO.finditer(text):
        yield from _spoken_to(match)
    for match in _WORKING_HOURS.finditer(text):
        yield from _working_hours(match)
    for pattern in (
        _PAST,
        _DIGITAL,
        _MERIDIEM_RANGE,
        _MERIDIEM_HOUR,
        _IN_THE,
        _OCLOCK,
        _HALF_HOUR,
        _MILITARY,
        _WORD_HOUR,
    ):
        for match in pattern.finditer(text):
            found = _clock(text, match)
            if found:
                yield found
    for match in _HAN_CLOCK.finditer(text):
        found = _han_clock(text, match)
        if found:
            yield found


def _working_hours(match: re.Match[str]) -> Iterator[FoundTime]:
    """Yield beginning and end of 朝九晚五."""
    start, end = small_number(match[1]), small_number(match[2])
    if start and end and start <= 12 and end <= 12:
        middle = match.start(2) - 1
        yield FoundTime(match.start(), middle, "clock", _readings(start, 0, "早", certain=False), "from")
        yield FoundTime(middle, match.end(), "clock", _readings(end, 0, "晚", certain=False), "until")


def _spoken_to(match: re.Match[str]) -> Iterator[FoundTime]:
    hour = small_number(match["hour"] or match["hour2"])
    written = match["minute"] or match["minute2"]
    minute = 15 if written == "一刻" else small_number(written)
    if hour is None or minute is None or hour > 24 or minute > 59:
        return
    part = match["part"] if match["hour"] else None
    yield FoundTime(*match.span(), "clock", _readings(hour, -minute, part, certain=False))


def _clock(text: str, match: re.Match[str]) -> FoundTime | None:
    groups = match.groupdict()
    hour_word = (groups.get("hour") or "").lower()
    hour = {"noon": 12, "midnight": 0}.get(hour_word)
    if hour is None:
        hour = small_number(hour_word)
    if hour is None or hour > 24:
        return None
    minute = 0
    written = (groups.get("minute") or "").lower()
    if match.re is _HALF_HOUR or written.endswith("half"):
        minute = 30
    elif written.endswith("quarter"):
        minute = 15
    elif written:
        minute = small_number(written) or 0
    if groups.get("side") and groups["side"].lower() in {"to", "before", "till"}:
        minute = -minute
    if match.re is _PAST and not _is_spoken_clock(match, written):
        return None
    if match.re is _DIGITAL and is_length_of_time(text, match.start("hour"), match.end()):
        return None
    certain = match.re is _MILITARY or (match.re is _DIGITAL and (hour_word.startswith("0") or hour > 12))
    start = match.start()
    part = groups.get("part")
    if match.re is _WORD_HOUR:
        start = match.start("hour")
    meridiem = (groups.get("meridiem") or "").lower()
    if meridiem:
        part = f"{meridiem}m"
    elif not part and not certain and hour <= 12:
        part = _part_near(text, match.start(), match.end())
    end = match.end() if match.re is not _IN_THE else match.end() - 1
    return FoundTime(start, end, "clock", _readings(hour, minute, part, certain))


def _is_spoken_clock(match: re.Match[str], minute: str) -> bool:
    """Whether `ten to five` is a clock time; without `minutes` it is only where nothing is counted behind
    it.
    """
    if minute.endswith(("half", "quarter")) or "minute" in match[0].lower():
        return True
    side = match["side"].lower()
    if side == "past":
        return True
    return side == "to" and not minute.isdigit() and bool(_CLOSED_CLOCK.match(match.string, match.end()))


def _han_clock(text: str, match: re.Match[str]) -> FoundTime | None:
    hour, rest, minute_word = small_number(match["hour"]), match["rest"] or "", match["minute"]
    if hour is None or hour > 24:
        return None
    end = match.end()
    minute = 0
    if rest == "半":
        minute = 30
    elif rest.endswith("刻"):
        minute = 15 if rest.startswith("一") else 45
    elif minute_word:
        value = small_number(minute_word)
        single = (
            not minute_word.isdigit()
            and len(minute_word) == 1
            and "分" not in rest
            and not rest.startswith("零")
        )
        decimal = single or (minute_word.isdigit() and len(minute_word) == 1 and "分" not in rest)
        if value is None or value > 59 or (decimal and "十" not in minute_word):
            if not match["part"] or not match["hour"]:
                return None
            end, rest = match.start("rest"), ""
        else:
            minute = value
    if match["sign"].startswith("时") and not (match["part"] or rest or match["hour"].isdigit()):
        return None
    if match["sign"].startswith("时") and text[max(0, match.start("hour") - 1) : match.start("hour")] in {
        "小",
        "到",
        "同",
    }:
        return None
    if not (
        match["part"] or rest or match["sign"] == "点钟" or match["sign"].startswith("时")
    ) and not _is_hour(text, match):
        return None
    part = match["part"] or _part_near(text, match.start(), end)
    return FoundTime(
        match.start(), end, "clock", _readings(hour, minute, part, certain=hour > 12 or hour == 0)
    )


def _is_hour(text: str, match: re.Match[str]) -> bool:
    """Whether 三点 names an hour and not three points of something."""
    if _POINTS_NOT_HOURS.match(text, match.end()):
        return False
    before = text[max(0, match.start() - 4) : match.start()]
    return bool(
        _POINT_CONTEXT_BEFORE.search(before) and not before.endswith(("有", "提", "这", "那"))
    ) or bool(
        match["hour"] not in {"一"}
        and _POINT_CONTEXT_BEHIND.match(text, match.end())
        and not before.endswith(("有", "第", "这", "那", "几"))
    )


def _part_near(text: str, start: int, end: int) -> str | None:
    """Return the part of the day that the same clause names near a clock time, where it names only one."""
    before = _CLAUSE.split(text[max(0, start - _NEAR) : start])[-1]
    behind = _CLAUSE.split(text[end : end + _NEAR])[0]
    parts = {_PART_WORD.sub(_lower, found[0]) for found in _PART_WORD.finditer(f"{before}|{behind}")}
    return parts.pop() if len(parts) == 1 else None


def _lower(match: re.Match[str]) -> str:
    return match[0].lower()


_PART_WORD = re.compile(rf"(?:{_HAN_PARTS})(?![餐饭报安])|\b(?:{_ENGLISH_PARTS})\b", re.I)
_MORNING = frozenset(
    [
        "凌晨",
        "拂晓",
        "清晨",
        "清早",
        "大早",
        "一早",
        "早上",
        "早晨",
        "早间",
        "晨间",
        "早",
        "上午",
        "午前",
        "dawn",
        "morning",
        "mornings",
        "forenoon",
        "am",
    ]
) | {
    "early morning",
    "late morning",
}
_AFTERNOON = frozenset(
    [
        "下午",
        "午后",
        "傍晚",
        "黄昏",
        "晚上",
        "晚间",
        "晚",
        "afternoon",
        "afternoons",
        "dusk",
        "evening",
        "evenings",
        "pm",
    ]
)
_NIGHT = frozenset(
    ["夜里", "夜间", "夜晚", "深夜", "半夜", "午夜", "夜", "night", "nights", "overnight", "tonight"]
)
_NOON = frozenset(["中午", "正午", "午间", "晌午", "midday", "lunchtime"])
SMALL_HOURS = 5
"""Up to this hour a clock time at night is one of the early morning: 夜里三点."""


def _readings(hour: int, minute: int, part: str | None, certain: bool) -> tuple[Reading, ...]:
    """Return the minutes since midnight that an hour may mean, the likelier first."""
    if hour > 12 or hour == 0 or certain:
        hours = [hour]
    elif part in _MORNING:
        hours = [0 if hour == 12 and part not in {"上午", "午前", "late morning"} else hour]
    elif part in _AFTERNOON:
        late = part not in {"下午", "午后", "afternoon", "pm"}
        hours = [(0 if late else 12) if hour == 12 else hour + 12]
    elif part in _NIGHT:
        hours = [0 if hour == 12 else hour if hour <= SMALL_HOURS else hour + 12]
    elif part in _NOON:
        hours = [hour if hour >= 10 else hour + 12]
    else:
        hours = [12, 0] if hour == 12 else [hour, hour + 12]
    return tuple((exactly((60 * one + minute) % DAY_MINUTES),) for one in hours)


def _first_to_last(part: str) -> tuple[int, int]:
    start, end = DAYPARTS[part]
    return start, end - 1


def dayparts(text: str, ground: Ground) -> Iterator[FoundTime]:
    """Yield the parts of the day that a folded text names outside the spans that are taken."""
    for match in _PART_ALONE.finditer(text):
        if not ground.is_free(*match.span()):
            continue
        word = match[0].lower()
        if (
            len(word) == 1
            and not word.isascii()
            and not _SHORT_PART.search(text[max(0, match.start() - 3) : match.start()])
        ):
            continue
        yield FoundTime(*match.span(), "daypart", ((_first_to_last(word),),), name=word)
