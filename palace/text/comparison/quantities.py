"""The amounts that a text gives: numbers with units, limits, shares, versions, ports, counts."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from palace.text.comparison.amount import Amount
from palace.text.comparison.amounts import amounts
from palace.text.comparison.bound_words import bound_word
from palace.text.comparison.calendar_times import calendar_times
from palace.text.comparison.folded_text import FoldedText, folded_text
from palace.text.comparison.lengths_of_time import lengths_of_time
from palace.text.comparison.numbered_names import NumberedName, numbered_names
from palace.text.comparison.part_forms import article_amounts, part_forms
from palace.text.comparison.past_values import is_past_value
from palace.text.comparison.periods import period_of
from palace.text.comparison.quantity import ABOUT, EXACT, IDENTIFIER, Quantity
from palace.text.comparison.quantity_relations import (
    QuantityClash,
    clashing_quantities,
    comparable,
    narrower_quantity,
    same_quantity,
)

__all__ = [
    "IDENTIFIER",
    "Quantity",
    "QuantityClash",
    "clashing_quantities",
    "comparable",
    "narrower_quantity",
    "quantities",
    "same_quantity",
]

_AMOUNTS_IN_TIMES = frozenset({"recurrence", "relative_day"})
"""Grains of time whose numbers are amounts as well: every 30 seconds, three days ago."""

_EVERY = re.compile(r"(?:每隔?|\b(?:every|each))\s?$", re.IGNORECASE)

Span = tuple[int, int]


@lru_cache(maxsize=2048)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the amounts in `text` in the order of their places; total for every string.

    Days, clock times and other calendar values are left to `calendar_times`.
    """
    folded = folded_text(text)
    times = [time for time in calendar_times(text) if time.grain not in _AMOUNTS_IN_TIMES]
    taken = [_folded_span(folded, time.span) for time in times]
    names = [name for name in numbered_names(folded.text) if not _overlaps((name.start, name.end), taken)]
    taken += [(name.start, name.end) for name in names]
    found: list[Amount] = []
    for amount in chain(lengths_of_time(folded.text), part_forms(folded.text)):
        if not _overlaps((amount.start, amount.end), taken):
            found.append(amount)
            taken.append((amount.start, amount.end))
    read = amounts(folded.text, taken)
    taken += [(amount.start, amount.end) for amount in read]
    found += read
    found += [a for a in article_amounts(folded.text) if not _overlaps((a.start, a.end), taken)]
    result = [_named(folded, name) for name in names] + [
        _with_surroundings(folded, amount) for amount in found
    ]
    return tuple(sorted(result, key=lambda quantity: quantity.span))


def _overlaps(span: Span, taken: Sequence[Span]) -> bool:
    return any(span[0] < end and span[1] > start for start, end in taken)


def _folded_span(folded: FoldedText, span: Span) -> Span:
    """Return the span of the folded text behind a span of the original."""
    start = next((i for i, place in enumerate(folded.places) if place >= span[0]), len(folded.text))
    end = next((i for i, place in enumerate(folded.places) if place >= span[1]), len(folded.text))
    return start, end


def _named(folded: FoldedText, name: NumberedName) -> Quantity:
    span = folded.span(name.start, name.end)
    names = frozenset({name.name}) if name.name else frozenset()
    bound = EXACT
    if name.dimension == "version":
        bound = bound_word(folded.text, name.start, (name.end,))
    return Quantity(
        span,
        name.dimension,
        name.low,
        name.high,
        bound,
        folded.text[name.start : name.end],
        names=names,
        former=is_past_value(folded.text, name.start, name.end),
    )


def _with_surroundings(folded: FoldedText, amount: Amount) -> Quantity:
    ends = amount.ends or (amount.end,)
    bound = bound_word(folded.text, amount.start, ends)
    before = folded.text[max(0, amount.start - 8) : amount.start]
    if bound == EXACT and amount.rough:
        bound = ABOUT
    return Quantity(
        folded.span(amount.start, amount.end),
        "interval" if amount.dimension == "duration" and _EVERY.search(before) else amount.dimension,
        amount.low,
        amount.high,
        bound,
        folded.text[amount.start : amount.end],
        period_of(folded.text, amount.start, ends) if _may_have_period(amount) else "",
        amount.names,
        is_past_value(folded.text, amount.start, amount.end),
        amount.unit,
        amount.calendar,
    )


def _may_have_period(amount: Amount) -> bool:
    return not amount.dimension.startswith("ordinal:") and amount.dimension not in {
        "age",
        "temperature",
        "version",
    }
