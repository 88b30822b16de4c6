"""Weight: how much a memory counts in ranking now. It never decides that something is deleted.

A pure function of what is stored and of `now`; nothing of it is stored, so it gives the same however
often it is asked.
"""

import math
from dataclasses import dataclass
from datetime import datetime

from palace.domain.clock import age
from palace.domain.memory import Weighable, is_protected, last_used_at, never_decays
from palace.domain.rules import Rules


@dataclass(frozen=True, slots=True)
class Weight:
    """A weight in 0 to 1 with the parts it is made of: value = importance x decay x boost x stale."""

    value: float
    importance: float
    decay: float
    boost: float
    stale: float
    floored: bool


def decay_factor(memory: Weighable, now: datetime, rules: Rules) -> float:
    """Return 2 to the power of minus age in half-lives, or 1 where the memory does not fade."""
    half_life = rules.weight.half_life[memory.kind]
    if half_life is None or never_decays(memory):
        return 1.0
    return float(2.0 ** -(age(last_used_at(memory), now) / half_life))


def boost_factor(hits: int, citations: int, rules: Rules) -> float:
    """Return the growth by use and by citation, at most `most_boost`."""
    weight = rules.weight
    cited = min(weight.most_citations, citations)
    grown = 1 + weight.boost_per_hit * math.log1p(max(0, hits)) + weight.boost_per_citation * cited
    return min(weight.most_boost, grown)


def stale_factor(memory: Weighable, now: datetime, rules: Rules) -> float:
    """Return what is left of a memory that nobody used for some days and no rule protects."""
    unused = age(last_used_at(memory), now) > rules.weight.stale_after
    return rules.weight.stale_factor if unused and not is_protected(memory, rules) else 1.0


def weigh(memory: Weighable, citations: int, now: datetime, rules: Rules) -> Weight:
    """Return the weight of a memory that `citations` others cite, at `now`."""
    decay = decay_factor(memory, now, rules)
    boost = boost_factor(memory.hits, citations, rules)
    stale = stale_factor(memory, now, rules)
    value = min(1.0, memory.importance * decay * boost * stale)
    floor = rules.weight.protected_floor * memory.importance if is_protected(memory, rules) else 0.0
    return Weight(
        value=max(floor, value),
        importance=memory.importance,
        decay=decay,
        boost=boost,
        stale=stale,
        floored=value < floor,
    )
