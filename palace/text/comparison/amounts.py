"""Numerals of a folded text read together with the unit or thing behind them: 3 天半, 1h30m, 12 个人, 3-5 days."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from palace.text.comparison.counted_things import (
    counted_names,
    english_things,
    han_things,
    measure_pattern,
    thing_counted,
)
from palace.text.comparison.numerals import Numeral, numerals
from palace.text.comparison.past_values import tells_change_from
from palace.text.comparison.units_of_measure import CURRENCY_SIGNS, DEGREES, Unit, unit_at, units

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount in a folded text before the words around it are read.

    `ends` are the places at which it may be taken to end: behind the unit, behind the things counted.
    """

    start: int
    end: int
    dimension: str
    low: Fraction
    high: Fraction
    names: frozenset[str] = field(default_factory=frozenset)
    unit: str = ""
    unit_value: Fraction = Fraction(1)
    calendar: bool = False
    ends: tuple[int, ...] = ()
    rough: bool = False
    former: bool = False


_RANGE = re.compile(r"\s?(?:-|~|到|至|to|or)\s?", re.IGNORECASE)
_RANGE_AND = re.compile(r"\s(?:and)\s", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s$", re.IGNORECASE)
_SIGN_BEFORE = re.compile(
    r"(" + "|".join(re.escape(sign) for sign in sorted(CURRENCY_SIGNS, key=len, reverse=True)) + r")\s?$"
)
_CODE_BEFORE = re.compile(
    r"(?<![A-Za-z])(RMB|CNY|USD|EUR|GBP|JPY|HKD|TWD|KRW|SGD|AUD|CAD|CHF|INR)\s?$", re.IGNORECASE
)
_MILLIONS = re.compile(r"\s?(M|B|m|b)(?![A-Za-z0-9])")
_BILLIONS = re.compile(r"B(?![A-Za-z0-9])")
_HALF_MEASURE = re.compile(r"个半")
_HALF_BEHIND = re.compile(r"半(?![径年天夜价数月小个斤杯路边途导球])")
_MORE_BEHIND = re.compile(r"[多余来]")
_DIMENSIONAL = re.compile(r"[ -](?:dimensional|dim)\b", re.IGNORECASE)
_DEGREES = re.compile(rf"\s?(?:{DEGREES})(?![A-Za-z])")
_ANGLE_NEAR = re.compile(
    r"角|旋转|转|倾斜|方位|经度|纬度|angle|rotat|tilt|turn|latitude|longitude|heading", re.IGNORECASE
)
_GLASSES_NEAR = re.compile(r"近视|远视|散光|老花|镜片|左眼|右眼|眼镜")
_POWER_NEAR = re.compile(r"用电|电费|耗电|每度电|度电|发电")
_FAHRENHEIT_NEAR = re.compile(r"华氏|fahrenheit", re.IGNORECASE)
_BELOW_ZERO = re.compile(r"(?:零下|minus|负)\s?$", re.IGNORECASE)
_MINUTES_BEHIND = re.compile(r"\s?分(?![之数钟成为析别组类布支配享店店量页红])")
_DAYS_BEHIND = re.compile(r"\s?日(?=以?内|之内|内|后|之后|以后|游|无|未|后)")
_SQUARE_METRES = re.compile(r"\s?平(?=[,.;:!?)\s的大左多]|$)")
_PAGES = re.compile(r"\s?m(?![A-Za-z0-9²³/])")
_LENGTH_WORD = re.compile(
    r"\s?(?:long|wide|tall|high|deep|away|thick|race|sprint|swim|dash|above|below|高|长|宽|深|跑|远)",
    re.IGNORECASE,
)

_UNIT_TRAPS = {
    "升": re.compile(r"[到至级为高职学旗任值起迁温]"),
    "成": re.compile(r"[为功立员本都绩果长熟交年就人品效语因分型]"),
    "元": re.compile(r"[组素化件论宵旦数老凶]|一?次?方程|分类|语"),
    "块": re.compile(r"[屏硬显蛋巧地砖布板表肉面玻内骨石牌电区链拼手糖豆饼墙]"),
    "周": re.compile(r"[报会刊末边围五六日三四一二转密详到折末岁]"),
    "天": re.compile(r"[气空津下使生文线才窗平猫河赋]"),
    "年": re.compile(r"[级糕轻货夜龄会报份度底初终]"),
    "分": re.compile(r"[之数]"),
    "米": re.compile(r"[饭粉线粥糕面酒兰其色]"),
    "克": re.compile(r"[服制扣里]"),
    "斤": re.compile(r"斤"),
    "秒": re.compile(r"[杀懂表]"),
    "毛": re.compile(r"[巾衣病线笔]"),
    "角": re.compile(r"[度色落形]"),
    "伏": re.compile(r"[天笔特]"),
    "帕": re.compile(r"[金]"),
    "刀": re.compile(r"[具片切]"),
    "欧": re.compile(r"[洲盟]"),
    "亩": re.compile(r"产"),
    "倍": re.compile(r"[感受增]"),
    "夜": re.compile(r"[市间里班晚]"),
    "寸": re.compile(r"[步土]"),
    "尺": re.compile(r"[寸]"),
    "兆": re.compile(r"[头]"),
    "迈": re.compile(r"[进出向入]"),
}
_ADDITIVE = frozenset({"duration", "length", "mass", "age", "data"})
_JOINT = re.compile(r"(?:\s|零|又|and|加|,)*", re.IGNORECASE)
_TAIL_DIGIT = re.compile(r"([1-9一二三四五六七八九]{1,2})(?![\d年月日天个分角毛点十百千万%A-Za-z]|[.,:]\d)")

_HAN_EXCLUDED = re.compile(
    r"零下|"
    r"零(?:件|售|食|散|碎|头|花|钱|基础|和|星|时)|"
    r"一(?:起|样|些|点|直|定|般|旦|边|方面|切|致|并|律|向|度|带|同|线(?!程)|流|手|面|身"
    r"|辈子|会儿?|时|下|体|系列|贯|经|再|共|味|概|路(?!公交)|道|块儿|把手|"
    r"等|心|旁|处|口气|气|番|连|举|刀切|批次?性|次性|对一|站式|键|级|楼|代|眼|句话|早|大早"
    r"|般|个劲|言为定|五一十|模一样|言难尽)|"
    r"[三四五六七八九]方(?!米|面)|三明治|三角|三文鱼|四川|四处|四季|四周|五官|五金|七夕"
    r"|七嘴|八卦|八字|九宫|十分(?!钟)|十足|百度|百科|百货|百分|千分(?!之)|二分(?:法|查|搜"
    r"|之)|一分为|千万(?![元条人个])|千里|万一|万分|万圣|"
    r"万能|万物|亿万|百般|千瓦|千克|千米|千卡|千字|千帕|千赫|两者|两边|两侧|两旁|两极|双方"
    r"|三者|三餐|三高|五险|二手|二维码|二进制|二次元|二胡|四合院|两会|一带一路|六神|六一"
    r"|五一|十一"
    r"|半(?:途|路|边|径|导|球|成品|自动|结构|夜|山|生|信|价|透明|身|决赛|监督|开|永久|托|熟|吊子|场)"
)
_HAN_BEFORE = re.compile(r"[第周初星礼期拜统唯万专单同不逐统十闺某任另每这那哪上下头同划老小阿]$|其中之$|之$")
_PER_WEEK = re.compile(r"[每一](?:周|星期|礼拜)$")
_COUNTED_BEHIND = re.compile(r"[次回遍趟天个顿节]|小时")
_ENGLISH_ONE = re.compile(
    r"(?:\b(?:no|any|every|some|this|that|the|each|which|other|another|last|next|first|new"
    r"|old|only|day|number|phase)[ -])$",
    re.IGNORECASE,
)
_ENGLISH_ONE_BEHIND = re.compile(
    r"[ -](?:of|another|by one|on[ -]one|day\b|another|or another|way|off|to one|time\b"
    r"(?!s)|can\b|should\b|must\b|is\b|who\b|that\b|has\b|at a time)",
    re.IGNORECASE,
)
_STRONG_BEFORE = re.compile(r"(?:[=:>≥<≤~≈]|是|为|到|成|共|至|达|设|有|剩|约|过|于|上限|预算|价|租)\s?$")
_CLOSED = re.compile(r"\s*(?:$|[,.;:!?)\]])")
_HAN_NUMBER_LONG = 2


def amounts(text: str, taken: Sequence[Span]) -> tuple[Amount, ...]:
    """Return the amounts of a folded text outside the spans that are `taken` by something else."""
    free = [numeral for numeral in numerals(text) if not _touches(numeral.start, numeral.end, taken)]
    read: list[Amount] = []
    skip = False
    for place, numeral in enumerate(free):
        if skip:
            skip = False
            continue
        following = free[place + 1] if place + 1 < len(free) else None
        joined = _as_range(text, numeral, following) if following else None
        amount = _read(text, joined or numeral)
        if joined and amount:
            skip = True
        elif joined:
            amount = _read(text, numeral)
        if amount:
            read.append(amount)
    return tuple(_joined_ranges(text, _compounds(text, read)))


def _touches(start: int, end: int, taken: Sequence[Span]) -> bool:
    return any(start < other_end and end > other_start for other_start, other_end in taken)


def _as_range(text: str, first: Numeral, second: Numeral) -> Numeral | None:
    """Return `3-5`, 三到五, `between 3 and 5` as one numeral; None where the two are no range."""
    between = text[first.end : second.start]
    if len(between) > 6 or first.form == "half" or second.form == "half":
        return None
    before = text[max(0, first.start - 60) : first.start]
    if not (_RANGE.fullmatch(between) or (_RANGE_AND.fullmatch(between) and _BETWEEN.search(before))):
        return None
    if tells_change_from(before):
        return None
    low = first.low
    if second.scale > 1 and first.scale == 1 and low * second.scale < second.high:
        low *= second.scale
    if low >= second.high or second.low < 0 <= low:
        return None
    return Numeral(first.start, second.end, low, second.high, second.form, second.scale)


def _read(text: str, numeral: Numeral) -> Amount | None:
    """Return what the numeral counts or measures; None where it is part of a word."""
    if _in_a_word(text, numeral):
        return None
    money = _with_sign_before(text, numeral)
    if money:
        return money
    numeral = _more_than(text, numeral)
    for reader in (_measured, _degrees, _counted):
        amount = reader(text, numeral)
        if amount:
            return amount
    if _is_bare(text, numeral):
        pair = numeral.form == "fraction" and numeral.low > 1
        return Amount(
            numeral.start,
            numeral.end,
            "ratio" if pair else "bare",
            numeral.low,
            numeral.high,
            ends=(numeral.end,),
        )
    return None


def _in_a_word(text: str, numeral: Numeral) -> bool:
    if numeral.form in {"han", "half"}:
        if _HAN_EXCLUDED.match(text, numeral.start):
            return True
        before = text[max(0, numeral.start - 3) : numeral.start]
        if _PER_WEEK.search(before) and _COUNTED_BEHIND.match(text, numeral.end):
            return False
        return numeral.form == "han" and bool(_HAN_BEFORE.search(before)) and not before.endswith("零下")
    if numeral.form == "english" and text[numeral.start : numeral.end].lower() == "one":
        return bool(
            _ENGLISH_ONE.search(text[max(0, numeral.start - 10) : numeral.start])
            or _ENGLISH_ONE_BEHIND.match(text, numeral.end)
        )
    return False


def _with_sign_before(text: str, numeral: Numeral) -> Amount | None:
    before = text[max(0, numeral.start - 5) : numeral.start]
    sign = _SIGN_BEFORE.search(before)
    code = None if sign else _CODE_BEFORE.search(before)
    if not sign and not code:
        return None
    found = sign or code
    assert found is not None
    currency = CURRENCY_SIGNS[found[1]] if sign else found[1].upper().replace("RMB", "CNY")
    start = numeral.start - len(before) + found.start()
    low, high, end = numeral.low, numeral.high, numeral.end
    millions = _MILLIONS.match(text, end)
    if millions:
        scale = 10**6 if millions[1] in "Mm" else 10**9
        low, high, end = low * scale, high * scale, millions.end()
    unit = unit_at(text, end + (text[end : end + 1] == " "))
    if unit and unit[0].dimension.startswith("money:"):
        currency, end = unit[0].dimension.removeprefix("money:"), unit[1]
    return Amount(start, end, f"money:{currency}", low, high, unit=found[1], ends=(end,))


def _more_than(text: str, numeral: Numeral) -> Numeral:
    """Return 三十多, 100 余 as a range up to the next step of the scale, and 十几 as it is."""
    found = _MORE_BEHIND.match(text, numeral.end)
    if (
        not found
        or numeral.low != numeral.high
        or numeral.low < 10
        or text[numeral.end : numeral.end + 2] == "来自"
    ):
        return numeral
    step = Fraction(1)
    while numeral.low % (step * 10) == 0 and numeral.low >= step * 10:
        step *= 10
    return replace(numeral, end=found.end(), high=numeral.high + step)


def _measured(text: str, numeral: Numeral) -> Amount | None:
    """Return the numeral with the unit of measure behind it."""
    half = Fraction(0)
    place = numeral.end
    if numeral.form in {"han", "digits"} and _HALF_MEASURE.match(text, place):
        for unit_place, prefix in ((place + 2, ""), (place + 2, "个")):
            form = next(
                (
                    f
                    for f in ("小时", "钟头", "星期", "礼拜", "季度", "世纪", "月", "钟")
                    if text.startswith(f, unit_place)
                ),
                "",
            )
            unit = units().get(prefix + form)
            if form and unit:
                return _amount(text, numeral, unit, prefix + form, unit_place + len(form), Fraction(1, 2))
    gap = 1 if text[place : place + 1] in {" ", "-"} else 0
    for start in dict.fromkeys((place, place + gap)):
        found = _unit_here(text, numeral, start)
        if found:
            unit, end = found
            if _HALF_BEHIND.match(text, end) and not text[end - 1].isascii():
                half, end_with_half = Fraction(1, 2), end + 1
                return _amount(text, numeral, unit, text[start:end], end_with_half, half)
            return _amount(text, numeral, unit, text[start:end], end, half)
    return None


def _unit_here(text: str, numeral: Numeral, place: int) -> tuple[Unit, int] | None:
    days = _DAYS_BEHIND.match(text, place)
    if days:
        return units()["天"], days.end()
    square = _SQUARE_METRES.match(text, place)
    if square:
        return units()["平米"], square.end()
    if text[place : place + 1] == "多" or text[place : place + 2] == "个多":
        place += 1 if text[place] == "多" else 2
    metre = _PAGES.match(text, place)
    if metre and numeral.form != "half":
        glued = text[place] == "m" and text[place - 1].isdigit()
        minutes = glued and not _LENGTH_WORD.match(text, metre.end())
        return units()["min" if minutes else "metre"], metre.end()
    found = unit_at(text, place)
    if not found:
        return None
    unit, end = found
    form = text[place:end]
    trap = _UNIT_TRAPS.get(form)
    if trap and trap.match(text, end):
        return None
    if form in {"成", "刀", "欧", "毛"} and (numeral.low > 10 or (form == "刀" and numeral.form != "digits")):
        return None
    if form in {"M", "G", "T", "B"} and text[place - 1 : place] == " " and numeral.form != "digits":
        return None
    if form in {"x", "X"} and text[end : end + 1].isdigit():
        return None
    return found


def _amount(text: str, numeral: Numeral, unit: Unit, form: str, end: int, half: Fraction) -> Amount:
    low, high = numeral.low + half, numeral.high + half
    if unit.dimension == "temperature" and _BELOW_ZERO.search(
        text[max(0, numeral.start - 6) : numeral.start]
    ):
        low, high = -high, -low
    scale = 1
    if unit.dimension == "data" and form in {"M", "G", "T"}:
        things, things_end = english_things(text, end)
        names = counted_names(things, "", "")
        if form == "M" and names & {
            "user",
            "row",
            "parameter",
            "token",
            "person",
            "request",
            "view",
            "download",
        }:
            return Amount(
                numeral.start,
                end,
                f"count:{thing_counted(things, '', '')}",
                low * 10**6,
                high * 10**6,
                names,
                form,
                ends=(end, things_end),
            )
    _, things_end = english_things(text, end)
    rough = "多" in text[numeral.end : end]
    if rough:
        high += 1
    return Amount(
        numeral.start,
        end,
        unit.dimension,
        (low + unit.zero) * unit.value * scale,
        (high + unit.zero) * unit.value * scale,
        unit=form,
        unit_value=unit.value,
        calendar=unit.calendar,
        ends=(end, things_end),
        rough=rough,
    )


def _degrees(text: str, numeral: Numeral) -> Amount | None:
    """Return the numeral with 度 or `degrees`, whose kind the clause around it tells; temperature if nothing does."""
    found = _DEGREES.match(text, numeral.end)
    if not found or text[found.end() : found.end() + 1] in {"过", "假", "量", "数"}:
        return None
    around = text[max(0, numeral.start - 16) : found.end() + 8]
    low, high = numeral.low, numeral.high
    for pattern, dimension in (
        (_GLASSES_NEAR, "dioptre"),
        (_POWER_NEAR, "electricity"),
        (_ANGLE_NEAR, "angle"),
    ):
        if pattern.search(around):
            return Amount(numeral.start, found.end(), dimension, low, high, unit="度", ends=(found.end(),))
    if _BELOW_ZERO.search(text[max(0, numeral.start - 6) : numeral.start]):
        low, high = -high, -low
    if _FAHRENHEIT_NEAR.search(around):
        low, high = (low - 32) * Fraction(5, 9), (high - 32) * Fraction(5, 9)
    return Amount(numeral.start, found.end(), "temperature", low, high, unit="度", ends=(found.end(),))


def _counted(text: str, numeral: Numeral) -> Amount | None:
    """Return the numeral with what it counts: 12 个人, 三条, `five nodes`, `384-dimensional`."""
    place = numeral.end
    spaced = place + (text[place : place + 1] == " ")
    points = _MINUTES_BEHIND.match(text, place)
    if points and numeral.form != "half":
        names = frozenset({"point"})
        return Amount(
            numeral.start,
            points.end(),
            "count:point",
            numeral.low,
            numeral.high,
            names,
            "分",
            ends=(points.end(),),
        )
    measure = measure_pattern().match(text, spaced)
    if measure:
        han, end = han_things(text, measure.end())
        words: tuple[str, ...] = ()
        if not han:
            words, end = english_things(text, measure.end())
        names = counted_names(words, measure[0], han)
        half = Fraction(0)
        if _HALF_BEHIND.match(text, measure.end()):
            half, han, end = Fraction(1, 2), "", measure.end() + 1
            names = counted_names((), measure[0], "")
        return Amount(
            numeral.start,
            measure.end() if not half else end,
            f"count:{thing_counted(words, measure[0], han)}",
            numeral.low + half,
            numeral.high + half,
            names,
            measure[0],
            ends=(measure.end(), end, measure.end() + len(han)),
        )
    billions = _BILLIONS.match(text, place)
    if billions and numeral.form == "digits":
        low, high, end = numeral.low * 10**9, numeral.high * 10**9, billions.end()
        return Amount(
            numeral.start, end, "count:parameter", low, high, frozenset({"parameter"}), "B", ends=(end,)
        )
    words, end = english_things(text, place)
    if words:
        names = counted_names(words, "", "")
        return Amount(
            numeral.start,
            numeral.end,
            f"count:{thing_counted(words, '', '')}",
            numeral.low,
            numeral.high,
            names,
            words[-1],
            ends=(numeral.end, end),
        )
    if numeral.form == "digits":
        han, end = han_things(text, place)
        names = counted_names((), "", han)
        if names and han not in names:
            return Amount(
                numeral.start,
                numeral.end,
                f"count:{thing_counted((), '', han)}",
                numeral.low,
                numeral.high,
                names,
                han,
                ends=(numeral.end, end),
            )
    return None


def _is_bare(text: str, numeral: Numeral) -> bool:
    """Whether a numeral without unit is a number at all; a Chinese one needs more than one character or a verb."""
    if numeral.form in {"digits", "fraction"}:
        return True
    if numeral.form == "half":
        return False
    written = text[numeral.start : numeral.end]
    if numeral.form == "english":
        return written.lower() != "one"
    if not _CLOSED.match(text, numeral.end):
        return False
    return len(written) >= _HAN_NUMBER_LONG or bool(_STRONG_BEFORE.search(text[: numeral.start][-4:]))


def _compounds(text: str, read: Sequence[Amount]) -> Iterator[Amount]:
    """Yield the amounts with `7 小时 30 分`, `5 ft 10 in`, 一米七五, 三块五 added up."""
    pending: Amount | None = None
    for amount in read:
        if pending is not None and amount.start < pending.end:
            continue
        joined = _added(text, pending, amount) if pending else None
        if joined:
            pending = joined
            continue
        if pending is not None:
            yield pending
        pending = _with_tail(text, amount)
    if pending is not None:
        yield pending


def _added(text: str, first: Amount, second: Amount) -> Amount | None:
    if second.start < first.end or second.start - first.end > 6:
        return None
    if not _JOINT.fullmatch(text, first.end, second.start):
        return None
    if first.unit == "分" and second.dimension == "duration" and second.unit_value == 1:
        return _sum(
            replace(first, dimension="duration", low=first.low * 60, high=first.high * 60, names=frozenset()),
            second,
        )
    if first.dimension == "duration" and second.unit == "分" and first.unit_value == 3600:
        minutes = replace(
            second, dimension="duration", low=second.low * 60, high=second.high * 60, unit_value=Fraction(60)
        )
        return _sum(first, minutes)
    money = first.dimension.startswith("money:") and first.dimension == second.dimension
    additive = first.dimension in _ADDITIVE and first.dimension == second.dimension
    if first.dimension == "age" and second.dimension == "duration":
        months = replace(
            second, low=second.low / (12 * Fraction(2629746)), high=second.high / (12 * Fraction(2629746))
        )
        return _sum(first, months)
    if (
        (money or additive)
        and second.unit_value < first.unit_value
        and not first.rough
        and second.high < first.unit_value
    ):
        return _sum(first, second)
    return None


def _sum(first: Amount, second: Amount) -> Amount:
    return replace(
        first,
        end=second.end,
        low=first.low + second.low,
        high=first.high + second.high,
        unit_value=second.unit_value,
        ends=second.ends,
    )


def _with_tail(text: str, amount: Amount) -> Amount:
    """Return 一米七五, 三块五, `1m75` with the digits behind the unit added."""
    if amount.unit not in {"米", "块", "元", "公尺"} or amount.low != amount.high:
        return amount
    tail = _TAIL_DIGIT.match(text, amount.end)
    if not tail:
        return amount
    digits = "".join(str("零一二三四五六七八九".index(c)) if not c.isascii() else c for c in tail[1])
    more = Fraction(int(digits), 10 ** len(digits)) * amount.unit_value
    return replace(amount, end=tail.end(), low=amount.low + more, high=amount.high + more, ends=(tail.end(),))


def _joined_ranges(text: str, read: Iterator[Amount]) -> Iterator[Amount]:
    """Yield the amounts with `3 天到 5 天` as one, and the first of `30 → 60` marked as the former value."""
    pending: Amount | None = None
    for amount in read:
        if pending is None:
            pending = amount
            continue
        between = text[pending.end : amount.start]
        before = text[max(0, pending.start - 60) : pending.start]
        same = pending.dimension == amount.dimension
        if (
            same
            and len(between) <= 4
            and _RANGE.fullmatch(between)
            and pending.low < amount.high
            and not tells_change_from(before)
        ):
            pending = replace(amount, start=pending.start, low=pending.low)
            continue
        yield pending
        pending = amount
    if pending is not None:
        yield pending
