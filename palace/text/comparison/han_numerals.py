"""The value of a number written in Chinese characters: 一万二, 两千零五, 三点五, 二零二六, 两三百, 十几."""

import re
from fractions import Fraction
from functools import lru_cache

DIGITS = {
    **{character: value for value, character in enumerate("零一二三四五六七八九")},
    **{character: value for value, character in enumerate("壹贰叁肆伍陆柒捌玖", 1)},
    "两": 2,
    "俩": 2,
    "仨": 3,
}
SCALES = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000, "万": 10**4, "亿": 10**8}
TENS_IN_ONE = {"廿": "二十", "卅": "三十"}

DIGIT_CLASS = "".join(DIGITS)
SCALE_CLASS = "".join(SCALES)
NUMERAL_CLASS = DIGIT_CLASS + SCALE_CLASS + "".join(TENS_IN_ONE) + "几"
"""Every character of which a number may be written, for use inside a character class."""

LONGEST = 24
"""A run of more numeral characters is no number that somebody wrote."""

_NEIGHBOURS = re.compile(rf"([{DIGIT_CLASS}])([{DIGIT_CLASS}])")
_FAR_NEIGHBOURS = frozenset({(3, 5)})

Bounds = tuple[Fraction, Fraction]


@lru_cache(maxsize=4096)
def han_value(written: str) -> Bounds | None:
    """Return the least and the greatest value that the run of numeral characters may mean.

    The two are equal unless the run is vague (两三, 三五十, 十几, 几百). None where it is no number.
    """
    if not 0 < len(written) <= LONGEST:
        return None
    for short, spelled in TENS_IN_ONE.items():
        written = written.replace(short, spelled)
    whole, point, decimals = written.partition("点")
    if point:
        return _decimal(whole, decimals)
    if "几" in whole:
        return _some(whole)
    return _two_neighbours(whole) or _exactly(_count(whole))


def _exactly(value: Fraction | None) -> Bounds | None:
    return None if value is None else (value, value)


def _decimal(whole: str, decimals: str) -> Bounds | None:
    """Return the value of 三点一四 or 三点五万."""
    scale = 1
    if decimals and decimals[-1] in "万亿":
        scale, decimals = SCALES[decimals[-1]], decimals[:-1]
    value = _count(whole)
    if value is None or not decimals or any(character not in DIGITS for character in decimals):
        return None
    behind = int("".join(str(DIGITS[character]) for character in decimals))
    return _exactly((value + Fraction(behind, 10 ** len(decimals))) * scale)


def _some(written: str) -> Bounds | None:
    """Return the bounds of 几, 十几, 几百, 二十几."""
    if written.count("几") != 1:
        return None
    least = "一" if written.endswith("十几") else "二"
    low, high = _count(written.replace("几", least)), _count(written.replace("几", "九"))
    return None if low is None or high is None else (low, high)


def _two_neighbours(written: str) -> Bounds | None:
    """Return the bounds of 两三, 三五十, 十七八, 一两万: two digits side by side, the second a little
    more.
    """
    found = _NEIGHBOURS.findall(written)
    if len(found) != 1 or (len(written) > 2 and not any(character in SCALES for character in written)):
        return None
    first, second = DIGITS[found[0][0]], DIGITS[found[0][1]]
    if first == 0 or not (second == first + 1 or (first, second) in _FAR_NEIGHBOURS):
        return None
    low = _count(_NEIGHBOURS.sub(r"\1", written))
    high = _count(_NEIGHBOURS.sub(r"\2", written))
    return None if low is None or high is None else (low, high)


def _count(written: str) -> Fraction | None:
    """Return the value of digits side by side (二零二六) or of a number with scales (一万二千三)."""
    if not written:
        return None
    if all(character in DIGITS for character in written):
        return Fraction(int("".join(str(DIGITS[character]) for character in written)))
    total, section, digit, last_scale = 0, 0, None, 0
    after_zero = False
    for character in written:
        if character in DIGITS:
            if digit is not None and digit != 0:
                return None
            digit = DIGITS[character]
            after_zero = after_zero or digit == 0
            continue
        scale = SCALES[character]
        if scale < 10**4:
            if digit is None and section and scale >= last_scale:
                return None
            section += (1 if digit is None else digit) * scale
        else:
            section += digit or 0
            if section == 0 and total == 0:
                section = 1
            if scale == 10**8 or total == 0 or total < 10**8:
                total = (total + section) * scale if scale == 10**8 else total + section * scale
            else:
                total += section * scale
            section = 0
        digit, last_scale, after_zero = None, scale, False
    if digit:
        short_form = last_scale >= 100 and not after_zero
        section += digit * (last_scale // 10 if short_form else 1)
    return Fraction(total + section)
