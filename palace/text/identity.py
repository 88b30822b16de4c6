"""When two texts are the same statement: equal after normalisation, heading included where it matters."""

import re
from functools import cache

from palace.text.normalise import content_hash

SAYS_ENOUGH_ALONE = 16
"""A text of fewer units says little without the heading that it stands under (“Status: done”)."""

_HAN_AND_KANA = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"


def units(text: str) -> int:
    """Return how much a text says: a Chinese character counts 1, a word 2."""
    return sum(1 if unit.lastindex else 2 for unit in _unit().finditer(text))


@cache
def _unit() -> re.Pattern[str]:
    """Return the pattern of one unit, made when it is first needed: wide classes take milliseconds."""
    return re.compile(rf"([{_HAN_AND_KANA}])|[^\W_{_HAN_AND_KANA}]+")


def identity_hash(text: str, heading: tuple[str, ...] = ()) -> str:
    """Return the hash under which a statement is known: of its text, and of its heading if it is short."""
    if heading and units(text) < SAYS_ENOUGH_ALONE:
        return content_hash("\n".join((*heading, text)))
    return content_hash(text)
