"""Days of the week, rhythms and days told from the day of writing: 周三, Mondays, 每两周, every other
day, 明天.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from palace.text.comparison.calendar_time import FoundTime, exactly
from palace.text.comparison.calendar_words import HAN_WEEKDAYS, RELATIVE_DAYS, WEEKDAYS
from palace.text.comparison.ground import Ground
from palace.text.comparison.han_numerals import NUMERAL_CLASS, han_value
from palace.text.comparison.past_values import WINDOW, tells_change_from
from palace.text.comparison.periods import SECONDS
from palace.text.comparison.small_numbers import small_number

_HAN_DAY = "[一二三四五六日天末1-7](?![\\d点])"
_HAN_WEEKDAYS = re.compile(
    r"(?P<prefix>每|逢|上上|下下|上个?|下个?|本|这个?)?(?:周|星期|礼拜)"
    r"(?P<days>[一二三四五六日天1-7](?![\d.]|个|小时|天(?![气空黑亮])|[一-鿿]?[次回遍趟])"
    r"(?:(?P<to>\s?(?:到|至|-|~)\s?)(?:周|星期|礼拜)?[一二三四五六日天1-7]"
    r"|(?:\s?[,、和与跟及/]?\s?(?:周|星期|礼拜)?[一二三四五六日天](?![个次天年月十点回分名条]))*))"
)
_HAN_GROUPS = re.compile(
    r"(?P<work>(?<!个)(?<![\d两])工作日|(?<!每)平日(?!里)|平日里)|(?P<end>(?P<prefix>每个?"
    r"|这个?|下个?|上个?|本)?(?:周末|双休日|礼拜末))"
)
_HAN_NTH = re.compile(
    r"(?:第\s?(?P<nth>[一二三四五1-5])个?|(?P<last>最后一个|倒数第一个))(?:周|星期|礼拜)"
    r"(?P<day>[一二三四五六日天])"
)
_ENGLISH_NTH = re.compile(
    r"\b(?:(?P<nth>first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th)|(?P<last>last|final))\s"
    r"(?P<day>monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\s(?=(?:of|in|each|every)\b)",
    re.I,
)
_NAME = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
_FULL = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_ENGLISH_WEEKDAYS = re.compile(
    r"(?:\b(?P<prefix>every other|every second|every|each|next|last|this|coming)\s)?\b"
    rf"(?P<days>(?:{_NAME})s?\b"
    rf"(?:(?P<to>\s?(?:-|~|to|through|thru|until)\s?)(?:{_NAME})s?\b|(?:(?:\s?,\s?"
    rf"(?:and\s)?|\s?/\s?|\s(?:and|or|&|\+)\s)(?:{_NAME})s?\b)*))",
    re.I,
)
_ENGLISH_GROUPS = re.compile(
    r"(?:\b(?P<prefix>every|each|next|last|this)\s)?\b(?P<work>weekdays?|(?<!\d )(?<!ten )"
    r"(?<!five )(?<!two )(?<!three )work(?:ing)? ?days?|business days?)\b|(?:\b"
    r"(?P<prefix2>every|each|next|last|this)\s)?\b(?P<end>week-?ends?)\b",
    re.I,
)
_SHORT_NAMES = frozenset({"mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun"})
_OFFSETS = {
    "上上": "-2",
    "上": "-1",
    "上个": "-1",
    "last": "-1",
    "本": "0",
    "这": "0",
    "这个": "0",
    "this": "0",
    "下": "1",
    "下个": "1",
    "next": "1",
    "下下": "2",
}
_RHYTHM_PREFIXES = frozenset({"每", "逢", "每个", "every", "each"})

_NUMBER = rf"(?:\d{{1,4}}(?:\.\d)?|[{NUMERAL_CLASS}半]{{1,4}})"
_HAN_UNITS = {
    name: unit
    for unit, names in {
        "second": "秒 秒钟",
        "minute": "分钟",
        "quarter_hour": "刻钟",
        "hour": "小时 个小时 钟头 个钟头",
        "day": "天 日 晚 早 夜",
        "week": "周 星期 个星期 礼拜 个礼拜",
        "month": "月 个月",
        "quarter": "季 季度 个季度",
        "year": "年",
    }.items()
    for name in names.split()
}
_HAN_UNIT = "|".join(sorted(_HAN_UNITS, key=len, reverse=True))
_TIMES = rf"(?P<times>{_NUMBER})\s?(?:次|回|遍|趟)"
_HAN_EVERY = re.compile(
    rf"(?:每|按(?!日[期历])|逢)(?P<skip>隔)?\s?(?P<number>{_NUMBER})?\s?"
    rf"(?P<unit>{_HAN_UNIT})(?!度的|[级]|间[房])"
    rf"(?:[^,.;!?\d一二两三四五六七八九十每]{{0,8}}{_TIMES})?"
)
_HAN_SKIP = re.compile(r"(?<!每)隔(?P<unit>天|日|周|月|年|晚)(?!离|壁)")
_HAN_IN_UNIT = re.compile(
    rf"(?<![第\d.])(?:一|1\s?)(?P<unit>{_HAN_UNIT})(?:[^,.;!?\d一二两三四五六七八九十]{{0,6}}){_TIMES}"
)
_HAN_ONCE = re.compile(
    rf"(?P<number>{_NUMBER})\s?(?P<unit>{_HAN_UNIT})"
    rf"(?:[^,.;!?\d一二两三四五六七八九十]{{0,4}})一(?:次|回|遍|趟)"
)
_HAN_NAMED = re.compile(
    r"双周(?=[会报例更刊一二三四五六日天]|$|[,.;])|"
    r"(?<![\d一二两三四五六七八九十上下本这])周(?=例?会|报(?![道告名刊社]))|月(?=例会|报"
    r"(?![道告名]))"
)
_HAN_DOUBLED = re.compile(
    r"天天|日日|(?<![一二两三四五六七八九十几])周周(?![一二三四五六日天])|月月|年年|夜夜"
    r"|每逢"
)
_ENGLISH_UNIT = r"(?P<unit>second|minute|hour|day|night|morning|evening|week|month|quarter|year)s?"
_ENGLISH_COUNT = (
    "two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|half|\\d{1,4}"
)
_EVERY_OTHER = re.compile(rf"\bevery (?:other|second|alternate) {_ENGLISH_UNIT}\b", re.I)
_EVERY_OTHER_DAY_OF_WEEK = re.compile(
    r"\bevery (?:other|second|alternate)(?= (?:mon|tues|wednes|thurs|fri|satur|sun)day\b)", re.I
)
_ENGLISH_EVERY = re.compile(
    rf"\b(?:(?P<times>once|twice|thrice|(?:{_ENGLISH_COUNT}) times)\s)?(?:every|each|once "
    rf"(?:in|every))\s(?:(?P<number>{_ENGLISH_COUNT})[\s-])?(?:an?\s)?{_ENGLISH_UNIT}\b"
    r"(?! (?:mon|tues|wednes|thurs|fri|satur|sun)day)",
    re.I,
)
_TIMES_A = re.compile(
    rf"\b(?P<times>once|twice|thrice|(?:{_ENGLISH_COUNT})(?:-\w+|\s(?:or"
    rf"|to)\s\w+)? times)\s(?:an?|per|each|every)\s{_ENGLISH_UNIT}\b",
    re.I,
)
_TIMES_ADVERB = re.compile(
    r"\b(?P<times>once|twice|thrice|(?:two|three|four|five|six|\d{1,2}) times)\s"
    r"(?P<adverb>hourly|daily|weekly|monthly|quarterly|yearly|annually)\b",
    re.I,
)
_ADVERBS: dict[str, tuple[Fraction, ...]] = {
    "hourly": (SECONDS["hour"],),
    "daily": (SECONDS["day"],),
    "nightly": (SECONDS["day"],),
    "weekly": (SECONDS["week"],),
    "fortnightly": (2 * SECONDS["week"],),
    "biweekly": (2 * SECONDS["week"], SECONDS["week"] / 2),
    "bi-weekly": (2 * SECONDS["week"], SECONDS["week"] / 2),
    "semiweekly": (SECONDS["week"] / 2,),
    "monthly": (SECONDS["month"],),
    "bimonthly": (2 * SECONDS["month"], SECONDS["month"] / 2),
    "quarterly": (SECONDS["quarter"],),
    "semiannually": (SECONDS["year"] / 2,),
    "semiannual": (SECONDS["year"] / 2,),
    "biannual": (SECONDS["year"] / 2,),
    "biannually": (SECONDS["year"] / 2,),
    "biennial": (2 * SECONDS["year"],),
    "yearly": (SECONDS["year"],),
    "annually": (SECONDS["year"],),
    "annual": (SECONDS["year"],),
}
_ADVERB = re.compile(rf"\b(?:{'|'.join(sorted(_ADVERBS, key=len, reverse=True))})\b", re.I)

_RELATIVE = re.compile(
    "|".join(
        rf"\b{re.escape(w)}\b" if w.isascii() else w for w in sorted(RELATIVE_DAYS, key=len, reverse=True)
    ),
    re.I,
)
_RELATIVE_TRAPS = re.compile(r"[报会刊]")
_HAN_OFFSET = re.compile(
    rf"(?P<number>{_NUMBER})\s?(?P<unit>{_HAN_UNIT})(?:之|以)?(?P<side>前(?!端|台|面|提)|后(?!端|台|面|续))"
)
_ENGLISH_OFFSET = re.compile(
    rf"\b(?P<number>an?|one|{_ENGLISH_COUNT})\s{_ENGLISH_UNIT}\s(?P<side>ago|from now"
    rf"|from today)\b|\bin (?P<number2>an?|one|{_ENGLISH_COUNT})\s(?P<unit2>day|week|month"
    r"|quarter|year)s?(?:'|\stime)?\b(?! or| of| to)",
    re.I,
)


def weekdays(text: str) -> Iterator[FoundTime]:
    """Yield the days of the week that a folded text names, lists and stretches of them together."""
    for pattern in (_HAN_NTH, _ENGLISH_NTH):
        for match in pattern.finditer(text):
            yield _nth_weekday(match)
    for match in _HAN_WEEKDAYS.finditer(text):
        days = [HAN_WEEKDAYS[c] for c in match["days"] if c in HAN_WEEKDAYS]
        yield _weekday(match, _stretch(days, bool(match["to"])), match["prefix"])
    for match in _HAN_GROUPS.finditer(text):
        yield _weekday(match, list(range(1, 6)) if match["work"] else [6, 7], match["prefix"])
    for match in _ENGLISH_WEEKDAYS.finditer(text):
        words = re.findall(rf"(?:{_NAME})(?=s?\b)", match["days"], re.I)
        if all(word.lower() in _SHORT_NAMES and (word.islower() or word.isupper()) for word in words):
            continue
        days = [WEEKDAYS[word.lower()] for word in words]
        prefix = (match["prefix"] or "").lower()
        if (
            match["to"]
            and len(days) == 2
            and tells_change_from(text[max(0, match.start() - WINDOW) : match.start()])
        ):
            yield from _moved(match, words, days)
            continue
        yield _weekday(match, _stretch(days, bool(match["to"])), prefix, match["days"])
    for match in _ENGLISH_GROUPS.finditer(text):
        prefix = (match["prefix"] or match["prefix2"] or "").lower()
        yield _weekday(
            match, list(range(1, 6)) if match["work"] else [6, 7], prefix, match["work"] or match["end"]
        )


def _nth_weekday(match: re.Match[str]) -> FoundTime:
    """Return the weekday of `the last Friday of the month`, with which one it is as its name."""
    word = match["day"]
    day = HAN_WEEKDAYS.get(word) or WEEKDAYS[word.lower()]
    name = "last" if match["last"] else f"nth {small_number(match['nth'])}"
    return FoundTime(match.start(), match.end("day"), "weekday", ((exactly(day),),), name=name)


def _moved(match: re.Match[str], words: list[str], days: list[int]) -> Iterator[FoundTime]:
    """Yield the two days of `moved from Monday to Friday` each by itself."""
    place = match.start("days")
    for word, day in zip(words, days, strict=True):
        start = match.string.index(word, place)
        place = start + len(word)
        yield FoundTime(start, place, "weekday", ((exactly(day),),))


def _stretch(days: list[int], whole: bool) -> list[int]:
    if not whole or len(days) != 2:
        return days
    first, last = days
    return list(range(first, last + 1)) if first <= last else [*range(first, 8), *range(1, last + 1)]


def _weekday(match: re.Match[str], days: list[int], prefix: str | None, english: str = "") -> FoundTime:
    every = (
        (prefix or "") in _RHYTHM_PREFIXES
        or (prefix or "").startswith("every")
        or english.lower().endswith("days")
    )
    reading = tuple(exactly(day) for day in sorted(set(days)))
    return FoundTime(
        *match.span(), "weekday", (reading,), "every" if every else "", name=_OFFSETS.get(prefix or "", "")
    )


def rhythms(text: str) -> Iterator[FoundTime]:
    """Yield how often something comes round, surer forms first; they may overlap."""
    for pattern, reader in _RHYTHMS:
        for match in pattern.finditer(text):
            intervals = reader(match)
            if intervals:
                readings = tuple((exactly(round(interval)),) for interval in intervals if interval >= 1)
                if readings:
                    yield FoundTime(*match.span(), "recurrence", readings, "every")


def _count(written: str | None) -> Fraction | None:
    if not written:
        return None
    written = written.lower().removesuffix(" times").split(" or ")[0].split(" to ")[0]
    words = {"once": 1, "twice": 2, "thrice": 3, "an": 1, "a": 1}
    if written in words:
        return Fraction(words[written])
    if written in {"half", "半"}:
        return Fraction(1, 2)
    if written[0].isdigit():
        return Fraction(written) if re.fullmatch(r"\d+(?:\.\d+)?", written) else None
    if not written.isascii():
        bounds = han_value(written)
        return bounds[0] if bounds and bounds[0] == bounds[1] else None
    number = small_number(written)
    return Fraction(number) if number else None


def _every(match: re.Match[str]) -> list[Fraction]:
    unit = match["unit"].lower()
    unit = {"night": "day", "morning": "day", "evening": "day"}.get(unit) or _HAN_UNITS.get(unit, unit)
    groups = match.groupdict()
    if groups.get("number") and _count(groups["number"]) is None:
        return []
    number = _count(groups.get("number")) or Fraction(1)
    times = (_count(groups.get("times")) or Fraction(1)) * _parts_of_day(match[0])
    intervals = [number * SECONDS[unit] / times]
    if groups.get("skip") and unit not in {"second", "minute", "hour"}:
        longer = (number + 1) * SECONDS[unit]
        intervals = [longer] if number == 1 else [longer, *intervals]
    return intervals


def _parts_of_day(written: str) -> int:
    """Return how many times a day 早晚各一次 is for each time it names."""
    return 3 if "早中晚各" in written else 2 if "早晚各" in written else 1


def _other(match: re.Match[str]) -> list[Fraction]:
    return [2 * interval for interval in _every(match)]


def _doubled(match: re.Match[str]) -> list[Fraction]:
    unit = {"天": "day", "日": "day", "夜": "day", "周": "week", "月": "month", "年": "year"}.get(match[0][0])
    return [SECONDS[unit]] if unit else []


def _named_rhythm(match: re.Match[str]) -> list[Fraction]:
    word = match[0]
    return [2 * SECONDS["week"] if word == "双周" else SECONDS["week" if word == "周" else "month"]]


def _adverb(match: re.Match[str]) -> list[Fraction]:
    return list(_ADVERBS[match[0].lower()])


def _times_adverb(match: re.Match[str]) -> list[Fraction]:
    times = _count(match["times"]) or Fraction(1)
    return [interval / times for interval in _ADVERBS[match["adverb"].lower()]]


_RHYTHMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], list[Fraction]]], ...] = (
    (_EVERY_OTHER, _other),
    (_EVERY_OTHER_DAY_OF_WEEK, lambda match: [2 * SECONDS["week"]]),
    (_TIMES_A, _every),
    (_TIMES_ADVERB, _times_adverb),
    (_ENGLISH_EVERY, _every),
    (_HAN_SKIP, _other),
    (_HAN_EVERY, _every),
    (_HAN_IN_UNIT, _every),
    (_HAN_ONCE, _every),
    (_HAN_DOUBLED, _doubled),
    (_HAN_NAMED, _named_rhythm),
    (_ADVERB, _adverb),
)


def relative_days(text: str, ground: Ground) -> Iterator[FoundTime]:
    """Yield the times that a folded text tells from the day of writing; numbers in the spans taken are no
    part.
    """
    for match in _RELATIVE.finditer(text):
        if _RELATIVE_TRAPS.match(text, match.end()) and match[0] not in {"今天", "明天", "昨天"}:
            continue
        unit, offset = RELATIVE_DAYS[match[0].lower()]
        yield FoundTime(*match.span(), "relative_day", ((exactly(offset),),), name=unit)
    for match in _HAN_OFFSET.finditer(text):
        if not ground.is_free(*match.span()):
            continue
        yield from _offset(match, match["number"], _HAN_UNITS[match["unit"]], match["side"] == "前")
    for match in _ENGLISH_OFFSET.finditer(text):
        unit = (match["unit"] or match["unit2"]).lower()
        yield from _offset(
            match, match["number"] or match["number2"], unit, (match["side"] or "").lower() == "ago"
        )


def _offset(match: re.Match[str], number: str, unit: str, past: bool) -> Iterator[FoundTime]:
    count = _count(number)
    if count is None or count.denominator != 1 or unit not in SECONDS:
        return
    yield FoundTime(
        *match.span(), "relative_day", ((exactly(-int(count) if past else int(count)),),), name=unit
    )
