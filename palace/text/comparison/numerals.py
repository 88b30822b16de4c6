"""Numbers in a folded text, in digits, Chinese characters or English words, with their values.

A numeral is only a candidate for an amount: whether 一 in 一起 or `one` in `no one` counts anything is
for the reader of what stands around it to say.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from palace.text.comparison.english_numerals import COUNT, SINGLE_WORDS, english_value, half_behind
from palace.text.comparison.han_numerals import DIGIT_CLASS, NUMERAL_CLASS, SCALE_CLASS, SCALES, han_value

LONGEST_DIGITS = 24
"""A longer run of digits is a key or a hash, never an amount."""

_VULGAR = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5),
    "⅖": Fraction(2, 5),
    "⅗": Fraction(3, 5),
    "⅘": Fraction(4, 5),
    "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6),
    "⅛": Fraction(1, 8),
    "⅜": Fraction(3, 8),
    "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8),
}
_MULTIPLIERS = {
    "万亿": 10**12,
    "千亿": 10**11,
    "百亿": 10**10,
    "十亿": 10**9,
    "亿": 10**8,
    "千万": 10**7,
    "百万": 10**6,
    "十万": 10**5,
    "万": 10**4,
    "千": 10**3,
    "百": 10**2,
    "k": 10**3,
    "K": 10**3,
    "w": 10**4,
    "mn": 10**6,
    "bn": 10**9,
    "hundred": 10**2,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "dozen": 12,
}
_GLUED = ("k", "K", "w", "mn", "bn")
_HAN_MULTIPLIER = "万亿|千亿|百亿|十亿|亿|千万|百万|十万|万|千(?![克米瓦卡帕赫]|字节)|百(?!分|度|科|货)"
_MULTIPLIER = re.compile(
    rf"\s?({_HAN_MULTIPLIER})|({'|'.join(_GLUED)})(?![A-Za-z0-9/])"
    r"|[ -]((?:hundred|thousand|million|billion|trillion|dozen)(?![A-Za-z]))"
)
_SMALLER_PART = re.compile(rf"(\d{{1,4}})({_HAN_MULTIPLIER})")
_LAST_DIGIT = re.compile(r"([1-9])(?![\d.,:%/A-Za-z]|\s?[.:]\d)")
_DIGITS = re.compile(
    r"(?:(?<![A-Za-z0-9_])|(?<=\d[hmd])|(?<=\d°))(?<!\d[.,:])"
    r"(?:(?P<mixed>\d{1,3})[ -](?P<over>\d{1,2})/(?P<under>\d{1,2})(?![\d/])"
    r"|(?P<whole>\d{0,3})\s?(?P<vulgar>[" + "".join(_VULGAR) + "])"
    r"|(?P<top>\d{1,3})/(?P<bottom>\d{1,3})(?![\d/.])"
    r"|(?P<plain>(?:\d{1,3}(?:,\d{3})+(?![\d])|\d+)(?:\.\d+)?|\.\d+)"
    r"(?P<power>[eE][+-]?\d{1,2}(?![A-Za-z0-9]))?)"
)
_HAN = re.compile(
    rf"(?<![\d.])[{NUMERAL_CLASS}]+(?:点[{DIGIT_CLASS}]+[万亿]?(?![{NUMERAL_CLASS}]))?"
    rf"|(?<=\d)[{DIGIT_CLASS}][{NUMERAL_CLASS}]*|半|数(?=[{SCALE_CLASS}])[{SCALE_CLASS}]+"
)
_MINUS = re.compile(r"(?:^|[\s(\[=:,到至从为是在达约温度])-$")


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number in a folded text: where it stands, between which values it lies, and how it is written.

    `form` is `digits`, `fraction`, `han`, `half` (半) or `english`. `scale` is the 万 or million it ends
    with.
    """

    start: int
    end: int
    low: Fraction
    high: Fraction
    form: str
    scale: Fraction = Fraction(1)
    rough: bool = False


@lru_cache(maxsize=1024)
def numerals(text: str) -> tuple[Numeral, ...]:
    """Return the numbers in a folded text in the order of their places; none overlaps another."""
    found = [*_in_digits(text), *_in_han(text), *_in_english(text)]
    found.sort(key=lambda numeral: (numeral.start, -numeral.end))
    kept: list[Numeral] = []
    for numeral in found:
        if not kept or numeral.start >= kept[-1].end:
            kept.append(numeral)
    return tuple(kept)


def _in_digits(text: str) -> Iterator[Numeral]:
    for match in _DIGITS.finditer(text):
        if match.end() - match.start() > LONGEST_DIGITS:
            continue
        start, end = match.span()
        scale = 1
        if match["vulgar"]:
            value = int(match["whole"] or 0) + _VULGAR[match["vulgar"]]
        elif match["mixed"]:
            if not int(match["under"]):
                continue
            value = int(match["mixed"]) + Fraction(int(match["over"]), int(match["under"]))
        elif match["top"]:
            if not int(match["bottom"]):
                continue
            share = Fraction(int(match["top"]), int(match["bottom"]))
            yield Numeral(start, end, share, share, "fraction")
            continue
        else:
            value = Fraction(match["plain"].replace(",", ""))
            if match["power"]:
                value *= Fraction(10) ** int(match["power"][1:])
            value, end, scale = _multiplied(text, end, value)
        if _MINUS.search(text, max(0, start - 2), start):
            start, value = start - 1, -value
        yield Numeral(start, end, value, value, "digits", Fraction(scale))


def _multiplied(text: str, end: int, value: Fraction) -> tuple[Fraction, int, int]:
    """Return value, end and scale of digits with what multiplies them: 12 万, 10k, 1万2, 3 million."""
    found = _MULTIPLIER.match(text, end)
    if not found:
        return value, end, 1
    scale = _MULTIPLIERS[next(group for group in found.groups() if group)]
    value, end = value * scale, found.end()
    if not found[1]:
        return value, end, scale
    while smaller := _SMALLER_PART.match(text, end):
        part = _MULTIPLIERS[smaller[2]]
        if part >= scale:
            break
        value, end, scale = value + int(smaller[1]) * part, smaller.end(), part
    if scale >= 100 and (last := _LAST_DIGIT.match(text, end)):
        value, end = value + Fraction(int(last[1]) * scale, 10), last.end()
    return value, end, scale


def _in_han(text: str) -> Iterator[Numeral]:
    for match in _HAN.finditer(text):
        written = match[0]
        if written == "半":
            yield Numeral(*match.span(), Fraction(1, 2), Fraction(1, 2), "half")
            continue
        value = han_value(written.replace("数", "几"))
        if value is None and "点" in written:
            written = written.partition("点")[0]
            value = han_value(written)
        if value is not None:
            scale = SCALES.get(written[-1], 1) if len(written) > 1 else 1
            rough = value[0] != value[1] and "几" in written.replace("数", "几")
            end = match.start() + len(written)
            yield Numeral(match.start(), end, *value, "han", Fraction(scale), rough)


def _in_english(text: str) -> Iterator[Numeral]:
    for match in COUNT.finditer(text):
        value = english_value(match[0])
        if value is None:
            yield from _word_by_word(text, *match.span())
            continue
        end = half_behind(text, match.end())
        half = Fraction(1, 2) if end > match.end() else Fraction(0)
        yield Numeral(match.start(), end, value[0] + half, value[1] + half, "english")


def _word_by_word(text: str, start: int, end: int) -> Iterator[Numeral]:
    """Return the numbers in a list such as `one, two and three`, which together are no number."""
    for word in re.compile(r"[A-Za-z]+").finditer(text, start, end):
        value = english_value(word[0]) if word[0].lower() in SINGLE_WORDS else None
        if value is not None:
            yield Numeral(*word.span(), *value, "english")
