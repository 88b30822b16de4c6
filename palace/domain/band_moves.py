"""Which memories change their band at night: by disuse, by what use has earned them, and by pressure.

The hot band is filled by weight, heaviest first, from what stands in it still and what has risen to it. A
memory stays out where it finds no room, or where it is lighter than the threshold that the lines used by then
ask for; so whatever is in is at or above the threshold, and a second look at the same instant moves nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from palace.domain.bands import always_hot, band_after, demotion_threshold, may_be_hot
from palace.domain.memory import never_decays
from palace.domain.rules import BandRules, Rules
from palace.domain.standing import Standing
from palace.domain.vocabulary import Band, Priority, Status
from palace.domain.weight import weigh


class Because(StrEnum):
    """Why a memory changes its band."""

    EARNED = "earned"
    UNUSED = "unused"
    PRESSED = "pressed"
    """The hot band is so full that only heavier ones stay."""


@dataclass(frozen=True, slots=True)
class BandMove:
    """A memory that goes from one band to another, in the version in which it was looked at."""

    memory_id: int
    version: int
    before: Band
    after: Band
    because: Because


@dataclass(frozen=True, slots=True)
class BandPlan:
    """The moves, and how many of the hot band's lines are used after them.

    `core_lines` are those of P0 alone, `misplaced_core` the P0 in use that are not hot: both are for a person
    to see, since no job moves a P0.
    """

    moves: tuple[BandMove, ...]
    hot_lines: int
    core_lines: int
    hot_budget: int
    misplaced_core: tuple[int, ...] = ()

    @property
    def core_overflows(self) -> bool:
        """Whether P0 alone is more than the hot band holds: no demotion can help."""
        return self.core_lines > self.hot_budget


def in_or_near_hot(standings: Iterable[Standing], hits: Mapping[int, int], rules: BandRules) -> list[int]:
    """Return the memories whose rendered lines must be known: what is hot or may become so."""
    return [
        each.id
        for each in standings
        if each.status is Status.ACTIVE
        and (each.band is Band.HOT or always_hot(each) or may_be_hot(each, hits.get(each.id, 0), rules))
    ]


def plan_bands(
    standings: Sequence[Standing],
    lines: Mapping[int, int],
    hits: Mapping[int, int],
    citations: Mapping[int, int],
    now: datetime,
    rules: Rules,
) -> BandPlan:
    """Return which memories change their band at `now`.

    `lines` are the rendered lines of those that `in_or_near_hot` names, `hits` how often each was hit within
    the heating window, `citations` how many others cite each. What is trashed stands in no band and stays.
    """
    bands = rules.bands
    core = [each for each in standings if each.status is Status.ACTIVE and each.priority is Priority.P0]
    fixed = sum(lines.get(each.id, 0) for each in standings if always_hot(each))
    moves: dict[int, BandMove] = {}
    rising: list[Standing] = []
    for each in standings:
        if each.status is Status.TRASHED or never_decays(each):
            continue
        rests = band_after(each, now, bands)
        risen = may_be_hot(each, hits.get(each.id, 0), bands)
        if (risen or rests is Band.HOT) and each.status is Status.ACTIVE:
            rising.append(each)
        if rests is not each.band:
            moves[each.id] = BandMove(each.id, each.version, each.band, rests, Because.UNUSED)
    used = fixed
    for each, value in _by_weight(rising, citations, now, rules):
        after = used + lines.get(each.id, 0)
        if after <= bands.hot_lines and value >= demotion_threshold(after, bands):
            used = after
            moves.pop(each.id, None)
            if each.band is not Band.HOT:
                moves[each.id] = BandMove(each.id, each.version, each.band, Band.HOT, Because.EARNED)
        elif each.band is Band.HOT and each.id not in moves:
            moves[each.id] = BandMove(each.id, each.version, Band.HOT, Band.WARM, Because.PRESSED)
    return BandPlan(
        moves=tuple(moves[memory_id] for memory_id in sorted(moves)),
        hot_lines=used,
        core_lines=sum(lines.get(each.id, 0) for each in core),
        hot_budget=bands.hot_lines,
        misplaced_core=tuple(each.id for each in core if each.band is not Band.HOT),
    )


def _by_weight(
    rising: Iterable[Standing], citations: Mapping[int, int], now: datetime, rules: Rules
) -> list[tuple[Standing, float]]:
    """Return what would be hot with its weight, heaviest first; of equals what is hot already."""
    weighed = [(each, weigh(each, citations.get(each.id, 0), now, rules).value) for each in rising]
    return sorted(weighed, key=lambda pair: (-pair[1], pair[0].band is not Band.HOT, pair[0].id))
