"""Shares, multiples, ratios, discounts, times and spoken durations: 三分之一, half, 八折, 3:1, twice,
一刻钟, an hour.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from palace.text.comparison.amount import Amount
from palace.text.comparison.counted_things import counted_names, english_things, han_things, measure_pattern
from palace.text.comparison.english_numerals import ORDINALS, PARTS, english_value
from palace.text.comparison.han_numerals import NUMERAL_CLASS, han_value
from palace.text.comparison.units_of_measure import units

_HAN_RUN = rf"(?<![{NUMERAL_CLASS}])[{NUMERAL_CLASS}]++"
_NUMBER = rf"((?<!\d)\d++(?:\.\d++)?+|{_HAN_RUN}(?:点[{NUMERAL_CLASS}]++)?+)"
_PARTS = "|".join(sorted(PARTS, key=len, reverse=True))
_SMALL_WORD = r"(one|two|three|four|five|six|seven|eight|nine|ten|a|an)"
_TIME_WORD = r"(hour|minute|second|day|week|month|year|decade|century)"


def _value(written: str) -> Fraction | None:
    if written[0].isdigit():
        return Fraction(written) if len(written) <= 24 else None
    bounds = han_value(written)
    return bounds[0] if bounds else None


def _found(match: re.Match[str], dimension: str, value: Fraction, end: int | None = None) -> Amount:
    stop = match.end() if end is None else end
    return Amount(match.start(), stop, dimension, value, value, ends=(stop,))


def _han_share(match: re.Match[str]) -> Amount | None:
    under = {"百": Fraction(100), "千": Fraction(1000), "万": Fraction(10_000)}.get(match[1]) or _value(
        match[1]
    )
    over = _value(match[2])
    if not under or over is None:
        return None
    return _found(match, "percent", over / under * 100)


def _han_half(match: re.Match[str]) -> Amount | None:
    return _found(match, "percent", Fraction(50))


def _english_share(match: re.Match[str]) -> Amount | None:
    over = _small(match[1])
    under = PARTS[match[2].lower()]
    if over > under:
        return None
    return _found(match, "percent", Fraction(100 * over, under))


def _small(written: str) -> int:
    bounds = None if written.lower() in {"a", "an"} else english_value(written)
    return int(bounds[0]) if bounds else 1


def _fraction_share(match: re.Match[str]) -> Amount | None:
    over, under = int(match[1]), int(match[2])
    if not under or over >= under:
        return None
    return _found(match, "percent", Fraction(100 * over, under))


def _out_of(match: re.Match[str]) -> Amount | None:
    over, under = (
        english_value(word) or () if not word.isdigit() else (Fraction(word),) for word in match.groups()
    )
    if not over or not under or over[0] > under[0]:
        return None
    return _found(match, "percent", Fraction(100) * over[0] / under[0])


_HAN_DIGITS = {"半": Fraction(1, 2)} | {
    digit: Fraction(place) for place, digit in enumerate("一二三四五六七八九", 1)
}


def _tenths(match: re.Match[str]) -> Amount | None:
    """Return 一成二 (12 %), 三成半 (35 %)."""
    return _found(match, "percent", 10 * _HAN_DIGITS[match[1]] + 10 * _part_of_tenth(match[2]))


def _part_of_tenth(digit: str) -> Fraction:
    value = _HAN_DIGITS[digit]
    return value if value < 1 else value / 10


def _hours_and_quarters(match: re.Match[str]) -> Amount | None:
    hours, quarters = _value(match[1]), _value(match[2])
    if hours is None or quarters is None:
        return None
    return _found(match, "duration", hours * 3600 + quarters * 900)


def _all_but(match: re.Match[str]) -> Amount | None:
    """Return how many are left of `all but two of the twelve`, where `all but two` stands."""
    less, whole = (
        Fraction(word) if word.isdigit() else (english_value(word) or (None,))[0] for word in match.groups()
    )
    if less is None or whole is None or less >= whole:
        return None
    return Amount(match.start(), match.end(1), "bare", whole - less, whole - less, ends=(match.end(1),))


def _english_half(match: re.Match[str]) -> Amount | None:
    return _found(match, "percent", Fraction(50))


def _discount(match: re.Match[str]) -> Amount | None:
    if match[1] == "对":
        return _found(match, "discount", Fraction(50))
    written = match[1]
    value = _value(written)
    if value is None:
        return None
    paid = value * 10 if value < 10 else value
    return _found(match, "discount", 100 - paid) if 0 < paid < 100 else None


def _percent_off(match: re.Match[str]) -> Amount | None:
    return _found(match, "discount", Fraction(match[1]))


def _half_price(match: re.Match[str]) -> Amount | None:
    return _found(match, "discount", Fraction(50))


def _twofold(match: re.Match[str]) -> Amount | None:
    word = match[0].lower()
    value = 4 if "quadrupl" in word else 3 if "tripl" in word or "three" in word or "thrice" in word else 2
    return _found(match, "multiple", Fraction(value))


def _halved(match: re.Match[str]) -> Amount | None:
    return _found(match, "multiple", Fraction(1, 2))


def _ratio(match: re.Match[str]) -> Amount | None:
    first, second = _value(match[1]), _value(match[2])
    if not first or not second:
        return None
    return _found(match, "ratio", first / second)


def _often(match: re.Match[str]) -> Amount | None:
    value = {"once": 1, "twice": 2, "thrice": 3}[match[1].lower()]
    names = frozenset({"time"})
    return Amount(
        *match.span(1), "count:time", Fraction(value), Fraction(value), names, "times", ends=(match.end(1),)
    )


def _english_time(match: re.Match[str]) -> Amount | None:
    """Return half an hour, a quarter of an hour, an hour and a half, three and a half hours' tail forms."""
    head, word, half = match["head"].lower(), match["word"].lower(), match["half"]
    count = Fraction(1)
    if head.startswith("half"):
        count = Fraction(1, 2)
    elif "quarters" in head:
        count = Fraction(3, 4)
    elif "quarter" in head:
        count = Fraction(1, 4)
    if half:
        count += Fraction(1, 2)
    unit = units()[word]
    value = count * unit.value
    return Amount(
        *match.span(),
        "duration",
        value,
        value,
        unit=word,
        unit_value=unit.value,
        calendar=unit.calendar,
        ends=(match.end(),),
    )


def _quarter_hours(match: re.Match[str]) -> Amount | None:
    count = _value(match[1])
    if not count or count > 4:
        return None
    return _found(match, "duration", count * 900)


def _han_ordinal(match: re.Match[str]) -> Amount | None:
    value = _value(match[1])
    if value is None:
        return None
    text, place = match.string, match.end()
    measure = measure_pattern().match(text, place)
    end = measure.end() if measure else place
    han, _ = han_things(text, end)
    names = counted_names((), measure[0] if measure else "", han)
    thing = next(iter(sorted(name for name in names if not name.endswith("?"))), "")
    return Amount(match.start(), end, f"ordinal:{thing}", value, value, names, ends=(end,))


def _bedrooms(match: re.Match[str]) -> Amount | None:
    value = _value(match[1])
    if value is None:
        return None
    return Amount(*match.span(), "count:bedroom", value, value, frozenset({"bedroom"}), ends=(match.end(),))


def _storey(match: re.Match[str]) -> Amount | None:
    value = _value(match[1])
    if value is None:
        return None
    return Amount(*match.span(), "ordinal:floor", value, value, frozenset({"floor"}), ends=(match.end(),))


def _english_ordinal(match: re.Match[str]) -> Amount | None:
    written = match[1].lower()
    value = ORDINALS.get(written) or int(re.sub(r"\D", "", written) or 0)
    words, _ = english_things(match.string, match.end())
    if not words or not value:
        return None
    names = counted_names(words[:1], "", "")
    return Amount(
        *match.span(1),
        f"ordinal:{sorted(names)[0]}",
        Fraction(value),
        Fraction(value),
        names,
        ends=(match.end(1),),
    )


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Amount | None]], ...] = (
    (
        re.compile(
            r"(?<![\d一二三四五六七八九十])([一二三四五六七八九])成([一二三四五六七八九半])(?![十百千万])"
        ),
        _tenths,
    ),
    (
        re.compile(
            r"(?<![\d.])(\d{1,3}|[一二两三四五六七八九十]{1,3})\s?个?(?:小时|钟头)(?:零|又|加)?([一二三123])\s?刻钟?"
        ),
        _hours_and_quarters,
    ),
    (
        re.compile(
            r"\ball but (\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten) of "
            r"(?:the |our |their |its |his |her )?(\d{1,4}|three|four|five|six|seven|eight|nine|ten|eleven"
            r"|twelve|fifteen|twenty|thirty|forty|fifty|hundred)\b",
            re.I,
        ),
        _all_but,
    ),
    (re.compile(rf"({_HAN_RUN}|\d{{1,4}})分之{_NUMBER}"), _han_share),
    (re.compile(r"(对)折|半(?=价)|(?=半价)"), lambda match: _half_price(match)),
    (
        re.compile(
            r"(?:打)?([1-9](?:\.\d)?|[1-9]\d|[一二三四五六七八九]{1,2}"
            r"(?:点[一二三四五六七八九])?)折(?![叠磨返断扣线])"
        ),
        _discount,
    ),
    (
        re.compile(
            r"(?<![\d.])(\d{1,2}(?:\.\d+)?)\s?(?:%|percent|per cent)\s(?:off|discount|cheaper|reduction)\b",
            re.I,
        ),
        _percent_off,
    ),
    (re.compile(r"(?:优惠|便宜|立减|减免|直降|折扣)了?\s?(\d{1,2}(?:\.\d+)?)\s?%"), _percent_off),
    (re.compile(r"(\d{1,2}(?:\.\d+)?)\s?%\s?的?(?:折扣|优惠|减免)"), _percent_off),
    (
        re.compile(
            rf"{_NUMBER}\s?(?:居室|居(?![民然住家中留功士委于所])|室(?=\s?{_NUMBER}\s?[厅卫])|房"
            rf"(?=\s?{_NUMBER}\s?厅))"
        ),
        _bedrooms,
    ),
    (re.compile(r"\bhalf(?: the)?[- ]price\b", re.I), _half_price),
    (
        re.compile(
            r"\b(?P<head>half an?|a half|half|(?:an?|one) quarter of an?|three[- ]quarters of an?"
            rf"|quarter|an?|one)[ -]{_TIME_WORD.replace('(', '(?P<word>', 1)}(?![a-z])"
            r"(?P<half> and a half)?",
            re.I,
        ),
        lambda match: (
            _english_time(match)
            if match["half"] or not re.fullmatch("an?|one|quarter", match["head"], re.I)
            else None
        ),
    ),
    (re.compile(rf"{_NUMBER}刻钟"), _quarter_hours),
    (
        re.compile(
            rf"(?<![A-Za-z-]){_SMALL_WORD}[- ]({_PARTS})\b"
            r"(?! past| to | an?\b)(?!\s(?:hour|minute|day|week|month|year)s?\b)",
            re.I,
        ),
        _english_share,
    ),
    (re.compile(r"(?<![\d/.])(\d{1,2})/(\d{1,2})(?![\d/.])(?=\s?(?:的|of\b))"), _fraction_share),
    (
        re.compile(
            r"\b(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten) (?:out of|in) "
            r"(?:every )?(\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|hundred)\b(?! "
            r"(?:minute|hour|day|week|month|year|second)s?)",
            re.I,
        ),
        _out_of,
    ),
    (re.compile(r"一半|半数|(?<=过)半(?![年天月小个])|对半"), _han_half),
    (
        re.compile(
            r"\bhalf(?= (?:of|the|my|our|their|his|her|its|all|as)\b)|(?<=\b(?:by|in) )half\b"
            r"|\bfifty-fifty\b",
            re.I,
        ),
        _english_half,
    ),
    (
        re.compile(
            r"\b(?:twice|three times|thrice) (?=as )|\b(?:doubl|tripl|quadrupl)(?:e[sd]?|ing)\b"
            r"(?! (?:click|check|room|bed|quote|blind|agent))|\btwofold\b|翻(?:了)?(?:一)?[倍番]"
            r"|加倍|翻倍",
            re.I,
        ),
        _twofold,
    ),
    (re.compile(r"\bhalv(?:e[sd]?|ing)\b|减半|砍半|腰斩", re.I), _halved),
    (re.compile(rf"{_NUMBER}\s?比\s?{_NUMBER}"), _ratio),
    (re.compile(r"(?<![\d:.])(\d{1,4})(?::| : )(\d{1,4})(?![\d:.]|\s?[ap]\.?m)", re.I), _ratio),
    (re.compile(r"(?<![\d.])(\d{1,3}) to (\d{1,3})(?= (?:ratio|odds|mix))", re.I), _ratio),
    (
        re.compile(
            r"(?<!at )\b(once|twice|thrice)\b(?=\s(?:an?|per|each|every|daily|weekly|monthly"
            r"|before|after|at|on|in|more|in a)\b|[.,;)]|\s*$)",
            re.I,
        ),
        _often,
    ),
    (re.compile(rf"第\s?{_NUMBER}(?!方|三者)"), _han_ordinal),
    (re.compile(rf"{_NUMBER}\s?楼(?![梯道盘房上下市栋])"), _storey),
    (
        re.compile(
            r"\b(?:the|his|her|my|our|their|its|every|a|on) (second|third|fourth|fifth|sixth"
            r"|seventh|eighth|ninth|tenth)\b(?! (?:of|party|parties|time|opinion|hand|nature"
            r"|thought|person|world))",
            re.I,
        ),
        _english_ordinal,
    ),
    (re.compile(r"(?<![\w.])(\d{1,3}(?:st|nd|rd|th))\b", re.I), _english_ordinal),
)


def part_forms(text: str) -> Iterator[Amount]:
    """Yield the amounts of a folded text that are written in a form of their own; they may overlap."""
    for pattern, reader in _FORMS:
        for match in pattern.finditer(text):
            amount = reader(match)
            if amount:
                yield amount
