"""One length of time told from its two sides: valid for thirty days, expires after thirty days.

Of two opposed states the one holds within the time and the other when it is over; the two texts say the same.
"""

import re

from palace.text.comparison.laying import Laid
from palace.text.comparison.oppositions import TextOpposition
from palace.text.comparison.reading import Reading
from palace.text.comparison.values import Answer
from palace.text.comparison.words import Span

FARTHEST = 24
"""Characters between a state and the time it is bound to."""

_OVER_BEFORE = re.compile(
    r"(?:满|过了?|超过|超出|到|至"
    r"|\b(?:after|once|past|over|beyond|at|exceed(?:s|ed|ing)?|when|more than|longer than))\s*$",
    re.IGNORECASE,
)
_OVER_BEHIND = re.compile(r"\s*(?:以后|之后|过后|后|一到|一过|就|便|准时)")


def is_limit_of_both(laid: Laid, opposition: TextOpposition) -> bool:
    """Whether two opposed states are bound to the same time: the one to its length, the other to its end."""
    if opposition.axis != "state":
        return False
    return any(
        one.answer is Answer.SAME
        and _is_near(one.a.span, opposition.a)
        and _is_near(one.b.span, opposition.b)
        and _is_over(laid.a, one.a.span) is not _is_over(laid.b, one.b.span)
        for one in laid.values.answered
    )


def _is_near(value: Span, state: Span) -> bool:
    return max(value[0], state[0]) - min(value[1], state[1]) <= FARTHEST


def _is_over(reading: Reading, value: Span) -> bool:
    """Whether a text speaks of what is when a time is over."""
    written = reading.written
    return bool(
        _OVER_BEFORE.search(written[max(0, value[0] - 14) : value[0]])
        or _OVER_BEHIND.match(written[value[1] : value[1] + 6])
    )
