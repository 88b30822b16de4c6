"""The times that a text names: days, weekdays, clock times, seasons, rhythms."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from palace.text.comparison.calendar_dates import calendar_dates
from palace.text.comparison.calendar_time import CalendarTime, FoundTime
from palace.text.comparison.clock_times import clock_times, dayparts
from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.ground import Ground
from palace.text.comparison.past_values import is_past_value
from palace.text.comparison.time_relation_words import joins_stretch, time_relation
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
    ground = Ground((time.start, time.end) for time in fixed)
    fixed += _without_overlaps(dayparts(folded.text, ground))
    found = [
        *fixed,
        *_without_overlaps(rhythms(folded.text)),
        *_without_overlaps(relative_days(folded.text, ground)),
    ]
    found = [_trimmed(folded.text, time) for time in found]
    found.sort(key=lambda time: (time.start, time.end))
    former = [is_past_value(folded.text, time.start, time.end) for time in found]
    relations = _relations(folded.text, found, former)
    return tuple(
        CalendarTime(
            folded.span(time.start, time.end),
            time.grain,
            time.readings,
            relation,
            time.calendar,
            time.name,
            folded.text[time.start : time.end],
            past,
        )
        for time, relation, past in zip(found, relations, former, strict=True)
    )


def _without_overlaps(times: Iterable[FoundTime]) -> list[FoundTime]:
    """Return the times of which none overlaps one that came before it."""
    kept: list[FoundTime] = []
    ground = Ground()
    for time in times:
        if ground.is_free(time.start, time.end):
            ground.take(time.start, time.end)
            kept.append(time)
    return kept


def _relations(text: str, times: Sequence[FoundTime], former: Sequence[bool]) -> list[str]:
    """Return the relations of times in the order of their places.

    Where two times of one grain are joined to a stretch, the first is its `from` and the second its `until`.
    """
    relations = [time.relation or time_relation(text, time.start, time.end) for time in times]
    last: dict[str, int] = {}
    for place, time in enumerate(times):
        earlier = last.get(time.grain)
        last[time.grain] = place
        if earlier is None or former[earlier] or time.start < times[earlier].end:
            continue
        if joins_stretch(text[times[earlier].end : time.start]):
            relations[earlier], relations[place] = "from", "until"
    return relations


def _trimmed(text: str, time: FoundTime) -> FoundTime:
    """Return the time without spaces around it and without the full stop of a sentence behind it."""
    start, end = time.start, time.end
    while start < end - 1 and text[start].isspace():
        start += 1
    if text[end - 1] == "." and text[end - 3 : end - 2] != ".":
        end -= 1
    return replace(time, start=start, end=end)
