"""Quantities and times of two texts, each with its answer in the other: the same, a narrower one, another."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from palace.text.comparison.calendar_times import (
    CalendarTime,
    clashing_times,
    narrower_time,
    same_time,
)
from palace.text.comparison.quantities import (
    clashing_quantities,
    narrower_quantity,
    same_quantity,
)
from palace.text.comparison.quantity import AT_LEAST, AT_MOST, IDENTIFIER, Quantity
from palace.text.comparison.words import Span

Value = Quantity | CalendarTime
V = TypeVar("V", Quantity, CalendarTime)

MOST_COMPARED = 40
"""So many values of a text are compared."""


class Answer(StrEnum):
    """How a value of one text stands to one of the other."""

    SAME = "same"
    NARROWER = "narrower"
    WIDER = "wider"
    CLASH = "clash"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class Answered:
    """A value of a and its answer in b.

    `narrower`: a says it more exactly than b. `past`: one text calls past what the other still states.
    """

    a: Value
    b: Value
    answer: Answer


@dataclass(frozen=True, slots=True)
class Values:
    """What became of the values of two texts: answered ones, and those that only one text has."""

    answered: tuple[Answered, ...]
    only_a: tuple[Value, ...]
    only_b: tuple[Value, ...]

    def with_answer(self, answer: Answer) -> tuple[Answered, ...]:
        """Return the values with one kind of answer."""
        return tuple(one for one in self.answered if one.answer is answer)


Nearness = Callable[[Span, Span], float]
"""How much the surroundings of a value of a and of one of b have in common, 0 to 1."""


def answered_values(
    a_quantities: Sequence[Quantity],
    b_quantities: Sequence[Quantity],
    a_times: Sequence[CalendarTime],
    b_times: Sequence[CalendarTime],
    nearness: Nearness,
) -> Values:
    """Return each value with its answer: equal ones, past ones, clashing ones, narrower ones."""
    quantities = _paired(
        [one for one in a_quantities if one.dimension != IDENTIFIER][:MOST_COMPARED],
        [one for one in b_quantities if one.dimension != IDENTIFIER][:MOST_COMPARED],
        (same_quantity, narrower_quantity, _clash_of_quantities),
        nearness,
    )
    times = _paired(
        a_times[:MOST_COMPARED],
        b_times[:MOST_COMPARED],
        (same_time, narrower_time, _clash_of_times),
        nearness,
    )
    return Values(
        (*quantities.answered, *times.answered),
        (*quantities.only_a, *times.only_a),
        (*quantities.only_b, *times.only_b),
    )


def _clash_of_quantities(one: Quantity, other: Quantity) -> bool:
    """Whether two amounts cannot both hold; the lower and the upper end of one range can."""
    low, high = (one, other) if one.bound == AT_LEAST else (other, one)
    if (
        (low.bound, high.bound) == (AT_LEAST, AT_MOST)
        and low.dimension == high.dimension
        and low.low < high.high
    ):
        return False
    return bool(clashing_quantities((one,), (other,)))


def _clash_of_times(one: CalendarTime, other: CalendarTime) -> bool:
    """Whether two times cannot both hold; an end told as `until` and one told as `at` are the same end."""
    if {one.relation, other.relation} == {"at", "until"}:
        one, other = replace(one, relation="at"), replace(other, relation="at")
    return bool(clashing_times((one,), (other,)))


def _paired(
    a: Sequence[V],
    b: Sequence[V],
    tests: tuple[Callable[[V, V], bool], Callable[[V, V], bool], Callable[[V, V], bool]],
    nearness: Nearness,
) -> Values:
    if not a or not b:
        return Values((), tuple(a), tuple(b))
    same, is_narrower, clash = tests
    free_a, free_b = list(range(len(a))), list(range(len(b)))
    answered: list[Answered] = []

    def take(pairs: Iterable[tuple[int, int]], answer: Answer) -> None:
        nearest_first = sorted(
            pairs, key=lambda pair: (-nearness(a[pair[0]].span, b[pair[1]].span), abs(pair[0] - pair[1]))
        )
        for i, j in nearest_first:
            if i in free_a and j in free_b:
                free_a.remove(i)
                free_b.remove(j)
                answered.append(Answered(a[i], b[j], answer))

    take(
        [(i, j) for i in free_a for j in free_b if same(a[i], b[j]) and a[i].former == b[j].former],
        Answer.SAME,
    )
    take([(i, j) for i in free_a for j in free_b if same(a[i], b[j])], Answer.PAST)
    take([(i, j) for i in free_a for j in free_b if clash(a[i], b[j])], Answer.CLASH)
    take([(i, j) for i in free_a for j in free_b if is_narrower(a[i], b[j])], Answer.NARROWER)
    take([(i, j) for i in free_a for j in free_b if is_narrower(b[j], a[i])], Answer.WIDER)
    return Values(tuple(answered), tuple(a[i] for i in free_a), tuple(b[j] for j in free_b))
