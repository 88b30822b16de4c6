"""The amounts that a text gives: numbers with units, limits, shares, versions, ports, counts."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from palace.text.comparison.amount import Amount
from palace.text.comparison.amounts import amounts
from palace.text.comparison.article_amounts import article_amounts
from palace.text.comparison.bound_words import bound_word
from palace.text.comparison.calendar_times import calendar_times
from palace.text.comparison.folded_text import FoldedText, folded_text
from palace.text.comparison.ground import Ground
from palace.text.comparison.lengths_of_time import lengths_of_time
from palace.text.comparison.numbered_names import NumberedName, numbered_names
from palace.text.comparison.part_forms import part_forms
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
from palace.text.comparison.rates import as_rate

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

SHORTEST_LIST = 3
"""So many bare numbers from 1 on make a list of steps."""

_EVERY = re.compile(r"(?:每隔?|\b(?:every|each))\s?$", re.IGNORECASE)


@lru_cache(maxsize=2048)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the amounts in `text` in the order of their places; total for every string.

    Days, clock times and other calendar values are left to `calendar_times`.
    """
    folded = folded_text(text)
    times = [time for time in calendar_times(text) if time.grain not in _AMOUNTS_IN_TIMES]
    ground = Ground(folded.folded_span(time.span) for time in times)
    names = [name for name in numbered_names(folded.text) if ground.is_free(name.start, name.end)]
    for name in names:
        ground.take(name.start, name.end)
    found: list[Amount] = []
    for amount in chain(lengths_of_time(folded.text), part_forms(folded.text)):
        if ground.is_free(amount.start, amount.end):
            found.append(amount)
            ground.take(amount.start, amount.end)
    read = amounts(folded.text, ground)
    for amount in read:
        ground.take(amount.start, amount.end)
    found += read
    found += [a for a in article_amounts(folded.text) if ground.is_free(a.start, a.end)]
    rhythms = [time for time in calendar_times(text) if time.grain == "recurrence"]
    result = [_named(folded, name) for name in names]
    result += [as_rate(_with_surroundings(folded, amount), rhythms) for amount in found]
    result.sort(key=lambda quantity: quantity.span)
    return tuple(_without_list_numbers(result))


def _without_list_numbers(found: Sequence[Quantity]) -> list[Quantity]:
    """Return the amounts with bare 1, 2, 3 … in a row as the names of the steps of a list."""
    bare = [quantity for quantity in found if quantity.dimension == "bare" and quantity.words.isdigit()]
    counting = [quantity.low for quantity in bare] == [*range(1, len(bare) + 1)]
    if len(bare) < SHORTEST_LIST or not counting:
        return list(found)
    return [replace(one, dimension=IDENTIFIER) if one in bare else one for one in found]


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
