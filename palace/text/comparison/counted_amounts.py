"""Numerals of a folded text read together with what they count: 12 个人, 三条, five nodes, 两打啤酒, 85
分.
"""

import re
from dataclasses import replace
from fractions import Fraction

from palace.text.comparison.amount import Amount
from palace.text.comparison.counted_things import (
    counted_names,
    english_things,
    han_things,
    measure_pattern,
    thing_counted,
)
from palace.text.comparison.numerals import Numeral

HALF_BEHIND = re.compile(r"半(?![径年天夜价数月小个斤杯路边途导球片粒颗瓶包袋碗勺块页张])")
"""The 半 of 三天半, which no word goes on from."""

_POINTS_BEHIND = re.compile(r"\s?分(?![之数钟成为析别组类布支配享店店量页红])")
_DOZEN_BEHIND = re.compile(r"\s?打(?![开扫卡印车电工包折分算击造球听字断架招理磨动赢败通破下针水牌游])")
_BILLIONS = re.compile(r"B(?![A-Za-z0-9])")


def counted(text: str, numeral: Numeral) -> Amount | None:
    """Return the numeral with what it counts; None where nothing that can be counted stands behind it."""
    dozen = _DOZEN_BEHIND.match(text, numeral.end)
    if dozen:
        numeral = replace(numeral, end=dozen.end(), low=numeral.low * 12, high=numeral.high * 12)
    points = _POINTS_BEHIND.match(text, numeral.end)
    if points and numeral.form != "half":
        return _count(numeral, points.end(), "point", frozenset({"point"}), "分", (points.end(),))
    return (
        _with_measure_word(text, numeral)
        or _billions(text, numeral)
        or _english(text, numeral)
        or _han(text, numeral, bool(dozen))
    )


def _count(
    numeral: Numeral,
    end: int,
    thing: str,
    names: frozenset[str],
    unit: str,
    ends: tuple[int, ...],
    half: Fraction = Fraction(0),
) -> Amount:
    low, high = numeral.low + half, numeral.high + half
    return Amount(
        numeral.start, end, f"count:{thing}", low, high, names, unit, ends=ends, rough=numeral.rough
    )


def _with_measure_word(text: str, numeral: Numeral) -> Amount | None:
    spaced = numeral.end + (text[numeral.end : numeral.end + 1] == " ")
    measure = measure_pattern().match(text, spaced)
    if not measure:
        return None
    end = measure.end()
    if HALF_BEHIND.match(text, end):
        names = counted_names((), measure[0], "")
        thing = thing_counted((), measure[0], "")
        return _count(numeral, end + 1, thing, names, measure[0], (end + 1,), Fraction(1, 2))
    han, things_end = han_things(text, end)
    words: tuple[str, ...] = ()
    if not han:
        words, things_end = english_things(text, end)
    names = counted_names(words, measure[0], han)
    return _count(numeral, end, thing_counted(words, measure[0], han), names, measure[0], (end, things_end))


def _billions(text: str, numeral: Numeral) -> Amount | None:
    """Return the size of a model (`7B`), which counts its parameters."""
    billions = _BILLIONS.match(text, numeral.end)
    if not billions or numeral.form != "digits":
        return None
    scaled = replace(numeral, low=numeral.low * 10**9, high=numeral.high * 10**9)
    return _count(scaled, billions.end(), "parameter", frozenset({"parameter"}), "B", (billions.end(),))


def _english(text: str, numeral: Numeral) -> Amount | None:
    words, end = english_things(text, numeral.end)
    if not words:
        return None
    names = counted_names(words, "", "")
    return _count(numeral, numeral.end, thing_counted(words, "", ""), names, words[-1], (numeral.end, end))


def _han(text: str, numeral: Numeral, dozen: bool) -> Amount | None:
    """Return a count without measure word: of a thing that the table knows, or of whatever comes by the
    dozen.
    """
    if numeral.form != "digits" and not dozen:
        return None
    han, end = han_things(text, numeral.end)
    names = counted_names((), "", han)
    if not dozen and (not names or han in names):
        return None
    return _count(numeral, numeral.end, thing_counted((), "", han), names, han, (numeral.end, end))
