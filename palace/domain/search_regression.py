"""Whether searches that were saved still find what they found: a fall is told, a gain is not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """A saved search and the memories that it found, best first."""

    name: str
    question: str
    found: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fall:
    """A search that lost memories that are still there: which, and how many it found before and finds now."""

    name: str
    lost: tuple[int, ...]
    before: int
    now: int


def falls(before: Iterable[Asked], now: Iterable[Asked], is_live: Callable[[int], bool]) -> list[Fall]:
    """Return the searches that no longer find what they found, although it is there.

    A search under the same name that asks something else by now is another search. Where it finds as many
    memories as before, newer ones may have taken the place of others: that is no fall, unless what stood
    first is lost.
    """
    earlier = {(each.name, each.question): each.found for each in before}
    found: list[Fall] = []
    for each in now:
        was = earlier.get((each.name, each.question), ())
        lost = tuple(number for number in was if number not in each.found and is_live(number))
        if lost and (len(each.found) < len(was) or was[0] in lost):
            found.append(Fall(each.name, lost, len(was), len(each.found)))
    return found
