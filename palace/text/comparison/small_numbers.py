"""Small whole numbers inside dates and clock times: digits, Chinese characters or English words."""

import re

from palace.text.comparison.english_numerals import ORDINALS, english_value
from palace.text.comparison.han_numerals import han_value

HAN_SMALL = "[零一二两三四五六七八九十廿卅]"
NUMBER = rf"(?:\d{{1,2}}|{HAN_SMALL}{{1,4}})"
"""A number up to 99 in digits or Chinese characters, as the inside of a pattern."""

HOUR_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_ORDINAL_ENDING = re.compile(r"(?<=\d)(?:st|nd|rd|th)$", re.IGNORECASE)


def small_number(written: str | None) -> int | None:
    """Return the value of a small number however it is written; None where it is none."""
    if not written:
        return None
    written = _ORDINAL_ENDING.sub("", written.strip())
    if written.isascii() and written.isdigit():
        return int(written) if len(written) <= 4 else None
    if not written.isascii():
        value = han_value(written)
        return int(value[0]) if value and value[0] == value[1] and value[0].denominator == 1 else None
    lowered = written.lower().replace("-", " ")
    tens, _, ones = lowered.partition(" ")
    if lowered in ORDINALS:
        return ORDINALS[lowered]
    if ones in ORDINALS:
        base = english_value(tens)
        return int(base[0]) + ORDINALS[ones] if base else None
    english = english_value(lowered)
    return int(english[0]) if english else None
