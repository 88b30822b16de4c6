"""What dates in all spellings have in common: the reading, the year, early, middle and late."""

import re
from collections.abc import Callable, Iterator, Sequence

from palace.text.comparison.calendar_time import Field, FoundTime, Reading, exactly
from palace.text.comparison.small_numbers import small_number

EARLY, MIDDLE, LATE = (1, 10), (11, 20), (21, 31)
"""Days of a month that 上旬 or `early`, 中旬 or `mid`, 下旬 or `late` may mean."""
PARTS_OF_MONTH = {
    "初": EARLY,
    "上旬": EARLY,
    "中": MIDDLE,
    "中旬": MIDDLE,
    "上中旬": (EARLY[0], MIDDLE[1]),
    "中下旬": (MIDDLE[0], LATE[1]),
    "下旬": LATE,
    "底": LATE,
    "末": LATE,
    "early": EARLY,
    "beginning of": EARLY,
    "start of": EARLY,
    "mid": MIDDLE,
    "middle of": MIDDLE,
    "late": LATE,
    "end of": LATE,
}
PARTS_OF_YEAR = {
    "初": (1, 2),
    "年初": (1, 2),
    "中": (6, 7),
    "年中": (6, 7),
    "底": (12, 12),
    "末": (11, 12),
    "年底": (12, 12),
    "年末": (11, 12),
}


def date_reading(year: Field = None, month: Field = None, day: Field = None) -> tuple[Reading, ...]:
    """Return the only reading of a date, of which the text may leave parts open."""
    return ((year, month, day),)


def year_field(written: str | None) -> Field:
    """Return the year written in two or four digits, Chinese or not; two digits mean 1970 to 2069."""
    if not written:
        return None
    value = small_number(written.strip("'"))
    if value is None:
        return None
    if value < 100:
        value += 2000 if value < 70 else 1900
    return exactly(value) if 1000 <= value <= 2999 else None


Reader = tuple[re.Pattern[str], Callable[[re.Match[str]], FoundTime | None]]
"""A form of a time and what it means; None where it is none after all."""


def times_read(text: str, readers: Sequence[Reader]) -> Iterator[FoundTime]:
    """Yield what the readers find in a folded text, those of the first reader first."""
    for pattern, reader in readers:
        for match in pattern.finditer(text):
            found = reader(match)
            if found:
                yield found
