"""Whether one text puts a thing out of use and the other tells of it as in daily use.

The kiln is broken; we fire it every week. The shop has closed; it sells bread every morning.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.stances import NEGATIVE, stances
from palace.text.comparison.states import TABLE, State, states_told

_OF_DISUSE = frozenset(
    {
        *(
            ("repair", "broken"),
            ("trade", "closed"),
            ("switch", "off"),
            ("occupied", "vacant"),
            ("container", "empty"),
        ),
        *(
            ("presence", "gone"),
            ("life", "dead"),
            ("project_life", "let_go"),
            ("online", "down"),
            ("display", "stored"),
        ),
        *(
            ("delivery", "not_here"),
            ("works", "not_begun"),
            ("health", "ill"),
            ("course", "left"),
            ("sale", "sold"),
        ),
        *(
            ("loss", "lost"),
            ("opened", "sealed"),
            ("plan", "called_off"),
            ("passage", "blocked"),
            ("sleep", "asleep"),
        ),
    }
)
"""States in which a thing is not used and nobody does what they do."""

_IN_USE = re.compile(
    r"天天|每天|每晚|每早|每周|每月|整天|成天|日日|夜夜|这周|一直在|正在|着呢|照样|照常|自如|刚刚?用"
    r"|用来|都是从|打水"
    r"|\b(?:every (?:day|week|morning|evening|night|weekend|month|\w+day)|daily|weekly|nightly|all day"
    r"|all night"
    r"|day in|most (?:days|evenings|mornings|weekends)|this week|these days|regularly|constantly"
    r"|we (?:use|draw|fired|get)"
    r"|twice a|as we speak|again)\b"
)


@cache
def _disuse() -> frozenset[State]:
    data = tomllib.loads(files(__package__).joinpath(TABLE).read_text(encoding="utf-8"))
    fields = list(data)
    return frozenset((fields.index(field), list(data[field]).index(state)) for field, state in _OF_DISUSE)


def used_though_disused(a: str, b: str) -> bool:
    """Whether one text puts something out of use and the other tells of it, undenied, as in daily use."""
    for first, second in ((a, b), (b, a)):
        out = any(one.states & _disuse() for one in states_told(first))
        if out and not any(one.states & _disuse() for one in states_told(second)):
            low = folded_text(second[:READ_AT_MOST]).text.lower()
            denied = any(stance.force in NEGATIVE for stance in stances(second))
            if (
                _IN_USE.search(low)
                and not denied
                and not _IN_USE.search(folded_text(first[:READ_AT_MOST]).text.lower())
            ):
                return True
    return False


READ_AT_MOST = 400
"""So many characters of a text are looked through for daily use."""
