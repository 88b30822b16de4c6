"""The times that a text names: days, weekdays, clock times, seasons, rhythms."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from palace.text.comparison.calendar_dates import calendar_dates
from palace.text.comparison.calendar_time import CalendarTime, FoundTime
from palace.text.comparison.clock_times import clock_times, dayparts
from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.past_values import is_past_value
from palace.text.comparison.time_relation_words import time_relation
from palace.text.comparison.time_relations import TimeClash, clashing_times, narrower_time, same_time
from palace.text.comparison.weekly_times import relative_days, rhythms, weekdays

__all__ = ["CalendarTime", "TimeClash", "calendar_times", "clashing_times", "narrower_time", "same_time"]


@lru_cache(maxsize=2048)
def calendar_times(text: str) -> tuple[CalendarTime, ...]:
    """Return the times in `text` in the order of their places; total for every string.

    Rhythms and times told from the day of writing may lie over others: 每周三 is a weekday and a rhythm.
    """
    folded = folded_text(text)
    clocks = _without_overlaps(clock_times(folded.text))
    dates = _without_overlaps([*clocks, *calendar_dates(folded.text)])
    fixed = _without_overlaps([*dates, *weekdays(folded.text)])
    spans = [(time.start, time.end) for time in fixed]
    fixed += _without_overlaps(dayparts(folded.text, spans))
    found = [
        *fixed,
        *_without_overlaps(rhythms(folded.text)),
        *_without_overlaps(relative_days(folded.text, spans)),
    ]
    found = [_trimmed(folded.text, time) for time in found]
    found.sort(key=lambda time: (time.start, time.end))
    current = [time for time in found if not is_past_value(folded.text, time.start, time.end)]
    return tuple(
        CalendarTime(
            folded.span(time.start, time.end),
            time.grain,
            time.readings,
            time.relation or time_relation(folded.text, time.start, time.end, _end_before(current, time)),
            time.calendar,
            time.name,
            folded.text[time.start : time.end],
            time not in current,
        )
        for time in found
    )


def _without_overlaps(times: Iterable[FoundTime]) -> list[FoundTime]:
    """Return the times of which none overlaps one that came before it."""
    kept: list[FoundTime] = []
    for time in times:
        if all(time.end <= other.start or time.start >= other.end for other in kept):
            kept.append(time)
    return kept


def _end_before(found: list[FoundTime], time: FoundTime) -> int | None:
    ends = [other.end for other in found if other.grain == time.grain and other.end <= time.start]
    return max(ends) if ends else None


def _trimmed(text: str, time: FoundTime) -> FoundTime:
    """Return the time without spaces around it and without the full stop of a sentence behind it."""
    start, end = time.start, time.end
    while start < end - 1 and text[start].isspace():
        start += 1
    if text[end - 1] == "." and text[end - 3 : end - 2] != ".":
        end -= 1
    return replace(time, start=start, end=end)
