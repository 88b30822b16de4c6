"""Amounts that together are one: 7 小时 30 分, 5 ft 10 in, 一米七五, 3-5 days."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from palace.text.comparison.amount import Amount
from palace.text.comparison.numerals import Numeral
from palace.text.comparison.past_values import tells_change_from

_RANGE = re.compile(r"\s?(?:-|~|到|至|to|or)\s?", re.IGNORECASE)
_RANGE_AND = re.compile(r"\s(?:and)\s", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s$", re.IGNORECASE)
_ADDITIVE = frozenset({"duration", "length", "mass", "age", "data"})
_JOINT = re.compile(r"(?:\s|零|又|and|加|,)*", re.IGNORECASE)
_TAIL_DIGIT = re.compile(r"([1-9一二三四五六七八九]{1,2})(?![\d年月日天个分角毛点十百千万%A-Za-z]|[.,:]\d)")


def as_range(text: str, first: Numeral, second: Numeral) -> Numeral | None:
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


def compounds(text: str, read: Sequence[Amount]) -> Iterator[Amount]:
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


def joined_ranges(text: str, read: Iterator[Amount]) -> Iterator[Amount]:
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
