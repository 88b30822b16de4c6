"""Whether two reports may tell of the same case: nothing that one says is denied by the other."""

import re
from functools import lru_cache

from palace.text.comparison.polarity import polarity_clash
from palace.text.comparison.quantities import clashing_quantities, quantities
from palace.text.comparison.stance_words import Force
from palace.text.comparison.stances import NEGATIVE, stances

LOOKED_AT = 1000
"""So many characters of a report are compared: what happened stands at its start."""

_STATUS_CODE = re.compile(r"(?<![\d.:/-])[1-5]\d\d(?![\d.:/-]|\s*(?:ms|kg|km|m|s|元|次|个|天|行)\b)")
"""A number that names the answer of a machine rather than counts something."""


def tells_the_same_case(one: str, other: str) -> bool:
    """Return whether neither amounts, nor answers of machines, nor denials set two reports apart.

    Days and clock times may differ: what is met on three days is met three times.
    """
    one, other = one[:LOOKED_AT], other[:LOOKED_AT]
    codes, other_codes = (set(_STATUS_CODE.findall(text)) for text in (one, other))
    if codes and other_codes and codes.isdisjoint(other_codes):
        return False
    if clashing_quantities(quantities(one), quantities(other)):
        return False
    return not (_denies(one) or _denies(other)) or polarity_clash(one, other) is None


@lru_cache(maxsize=2048)
def _denies(text: str) -> bool:
    """Whether a text denies anything at all: where neither of two does, nothing can be denied."""
    return any(stance.force in NEGATIVE or stance.force is Force.NEEDLESS for stance in stances(text))
