"""Numerals of a folded text read together with the unit or thing behind them: 3 天半, 12 个人, $5, 26 度."""

import re
from dataclasses import replace
from fractions import Fraction

from palace.text.comparison.amount import Amount
from palace.text.comparison.counted_amounts import HALF_BEHIND, counted
from palace.text.comparison.counted_things import (
    counted_names,
    english_things,
    thing_counted,
)
from palace.text.comparison.ground import Ground
from palace.text.comparison.joined_amounts import as_range, compounds, joined_ranges
from palace.text.comparison.numeral_traps import UNIT_TRAPS, in_a_word, is_bare
from palace.text.comparison.numerals import Numeral, numerals
from palace.text.comparison.units_of_measure import CURRENCY_SIGNS, DEGREES, Unit, unit_at, units

_SIGN_BEFORE = re.compile(
    r"(" + "|".join(re.escape(sign) for sign in sorted(CURRENCY_SIGNS, key=len, reverse=True)) + r")\s?$"
)
_CODE_BEFORE = re.compile(
    r"(?<![A-Za-z])(RMB|CNY|USD|EUR|GBP|JPY|HKD|TWD|KRW|SGD|AUD|CAD|CHF|INR)\s?$", re.IGNORECASE
)
_MILLIONS = re.compile(r"\s?(M|B|m|b)(?![A-Za-z0-9])")
_HALF_MEASURE = re.compile(r"个半")
_MORE_BEHIND = re.compile(r"\s?[多余来]")
_DEGREES = re.compile(rf"\s?(?:{DEGREES})(?![A-Za-z])")
_ANGLE_NEAR = re.compile(
    r"角|旋转|转|倾斜|方位|经度|纬度|angle|rotat|tilt|turn|latitude|longitude|heading", re.IGNORECASE
)
_GLASSES_NEAR = re.compile(r"近视|远视|散光|老花|镜片|左眼|右眼|眼镜")
_POWER_NEAR = re.compile(r"用电|电费|耗电|每度电|度电|发电")
_FAHRENHEIT_NEAR = re.compile(r"华氏|fahrenheit", re.IGNORECASE)
_BELOW_ZERO = re.compile(r"(?:零下|minus|负)\s?$", re.IGNORECASE)
_DAYS_BEHIND = re.compile(r"\s?日(?=以?内|之内|内|后|之后|以后|游|无|未|后)")
_SQUARE_METRES = re.compile(r"\s?平(?=[,.;:!?)\s的大左多]|$)")
_PAGES = re.compile(r"\s?m(?![A-Za-z0-9²³/])")
_LENGTH_WORD = re.compile(
    r"\s?(?:long|wide|tall|high|deep|away|thick|race|sprint|swim|dash|above|below|高|长|宽|深|跑|远)",
    re.IGNORECASE,
)


def amounts(text: str, ground: Ground) -> tuple[Amount, ...]:
    """Return the amounts of a folded text where the ground is not taken by something else."""
    free = [numeral for numeral in numerals(text) if ground.is_free(numeral.start, numeral.end)]
    read: list[Amount] = []
    skip = False
    for place, numeral in enumerate(free):
        if skip:
            skip = False
            continue
        following = free[place + 1] if place + 1 < len(free) else None
        joined = as_range(text, numeral, following) if following else None
        amount = _read(text, joined or numeral)
        if joined and amount:
            skip = True
        elif joined:
            amount = _read(text, numeral)
        if amount:
            read.append(amount)
    return tuple(joined_ranges(text, compounds(text, read)))


def _read(text: str, numeral: Numeral) -> Amount | None:
    """Return what the numeral counts or measures; None where it is part of a word."""
    if in_a_word(text, numeral):
        return None
    money = with_sign_before(text, numeral)
    if money:
        return money
    numeral = _more_than(text, numeral)
    for reader in (_measured, _degrees, counted):
        amount = reader(text, numeral)
        if amount:
            return amount
    if is_bare(text, numeral):
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


def with_sign_before(text: str, numeral: Numeral) -> Amount | None:
    """Return the amount of money that a sign or a code before the numeral makes of it: $3, RMB 20, €1.5M."""
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
        or text.startswith(("来自", "来源", "多样", "来的"), found.end() - 1)
    ):
        return numeral
    step = Fraction(1)
    while numeral.low % (step * 10) == 0 and numeral.low >= step * 10:
        step *= 10
    return replace(numeral, end=found.end(), high=numeral.high + step, rough=True)


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
            if HALF_BEHIND.match(text, end) and not text[end - 1].isascii():
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
    _, end = found
    form = text[place:end]
    trap = UNIT_TRAPS.get(form)
    if trap and trap.match(text, end):
        return None
    if form in {"成", "刀", "欧", "毛"} and (numeral.low > 10 or (form == "刀" and numeral.form != "digits")):
        return None
    if form in {"M", "G", "T", "B"} and text[place - 1 : place] == " " and numeral.form != "digits":
        return None
    if form == "年" and numeral.form == "digits" and 1900 <= numeral.low <= 2100:
        return None
    if form in {"x", "X"} and text[end : end + 1].isdigit():
        return None
    return found


def _amount(text: str, numeral: Numeral, unit: Unit, form: str, end: int, half: Fraction) -> Amount:
    low, high = numeral.low + half, numeral.high + half
    start = numeral.start
    if unit.dimension == "temperature" and _BELOW_ZERO.search(
        text[max(0, numeral.start - 6) : numeral.start]
    ):
        low, high = -high, -low
        start = _start_with_sign(text, numeral)
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
    rough = numeral.rough or "多" in text[numeral.end : end]
    if rough:
        high += 1
    return Amount(
        start,
        end,
        unit.dimension,
        (low + unit.zero) * unit.value,
        (high + unit.zero) * unit.value,
        unit=form,
        unit_value=unit.value,
        calendar=unit.calendar,
        ends=(end, things_end),
        rough=rough,
    )


def _start_with_sign(text: str, numeral: Numeral) -> int:
    """Return where a temperature starts: at 零下 or `minus` where one stands before it."""
    window = max(0, numeral.start - 6)
    below = _BELOW_ZERO.search(text[window : numeral.start])
    return window + below.start() if below else numeral.start


def _degrees(text: str, numeral: Numeral) -> Amount | None:
    """Return the numeral with 度 or `degrees`, whose kind the clause around it tells; temperature if
    nothing does.
    """
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
    start = _start_with_sign(text, numeral)
    return Amount(start, found.end(), "temperature", low, high, unit="度", ends=(found.end(),))
