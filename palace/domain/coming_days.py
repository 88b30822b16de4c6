"""A day that is to come, as people write it: until when something is put off."""

import re
import unicodedata
from datetime import datetime, timedelta, tzinfo

from palace.domain.clock import day_start, local_day
from palace.domain.errors import InvalidInput
from palace.domain.filters import LONGEST_NAMED, day_of

_DAYS_ON = re.compile(r"\+ ?([0-9]{1,7}) ?(?:d|days?|天|日)?")


def instant_after(text: str, now: datetime, zone: tzinfo) -> datetime:
    """Return the beginning of the local day that is named: `2026-01-31`, `2026-02`, or `+10` days from today.

    `+10`, `+10 days`, `+10d` and `+10 天` say the same. Raises InvalidInput for what is no day, and for
    a day that has begun.
    """
    today = local_day(now, zone)
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    days_on = _DAYS_ON.fullmatch(plain)
    try:
        day = today + timedelta(days=int(days_on[1])) if days_on else day_of(plain, key="until")
        if day > today:
            return day_start(day, zone)
    except (InvalidInput, OverflowError):
        raise InvalidInput(
            "“{text}” is not a day",
            next_step="write it like 2026-01-31, or +10 days",
            text=plain[:LONGEST_NAMED],
        ) from None
    raise InvalidInput(
        "{day} has begun already", next_step="name a day that is to come", day=plain[:LONGEST_NAMED]
    )
