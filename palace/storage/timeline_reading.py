"""What happened day by day: counts by the hour, put together to days of the zone, and the rows of one day."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo

from palace.domain.clock import day_start, local_day
from palace.domain.journal import Verb
from palace.services.timeline_ports import TOLD_BY, By, Entry, Happening
from palace.storage.database import Database, Value
from palace.storage.instants import instant_of, instant_text

HOUR, MINUTE = len("2026-03-14T07"), len("2026-03-14T07:05")
"""So much of an instant is what rows are counted by: hours, or minutes where a zone is no whole hours off."""

IS_LOG = "source GLOB '*[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*.md'"
"""Which sightings come from a daily log: its name is a day."""

BEFORE_ALL, AFTER_ALL = "0001-01-01T00", "9999-12-31T24"
"""Sort before and behind every instant that there can be."""

READ_AT_MOST = 1000
"""So much of a text is read for a row."""

DECIDING = frozenset(Verb) - {
    *(Verb.ADD, Verb.SEE, Verb.SKIP, Verb.SNOOZE, Verb.CHECK, Verb.FIND_CONFLICT, Verb.IMPORT),
    *(Verb.SAVE_SEARCH, Verb.DELETE_SEARCH),
}
"""What counts as deciding: what only came in, was found or was put off does not."""

_DECIDING = ", ".join(f"'{verb.value}'" for verb in sorted(DECIDING))

_WHEN: Mapping[Happening, tuple[str, str]] = {
    Happening.BORN: ("memory.recorded_at", "memory"),
    Happening.BEGINS: ("coalesce(memory.valid_from, memory.recorded_at)", "memory"),
    Happening.DECIDED: ("decision.at", f"decision WHERE decision.verb IN ({_DECIDING})"),
    Happening.RETIRED: ("memory.retired_at", "memory WHERE memory.retired_at IS NOT NULL"),
    Happening.ENDS: ("memory.valid_to", "memory WHERE memory.valid_to IS NOT NULL"),
}
"""The instant of each happening, and the rows that have one."""


class TimelineReading:
    """See `timeline_ports.TimelineReading`."""

    def __init__(self, database: Database, zone: tzinfo) -> None:
        self._database = database
        self._zone = zone

    def counts(self, by: By) -> Mapping[date, Mapping[Happening, int]]:
        """Return how often what happened on which day; days without anything are left out."""
        found: dict[date, dict[Happening, int]] = {}
        for happening in TOLD_BY[by]:
            for day, count in self._days_of(happening):
                on_day = found.setdefault(day, {})
                on_day[happening] = on_day.get(happening, 0) + count
        return found

    def _days_of(self, happening: Happening) -> Iterable[tuple[date, int]]:
        if happening is Happening.LOG:
            logs = f"SELECT day, count(DISTINCT source) FROM evidence WHERE {IS_LOG} GROUP BY day"
            for row in self._database.rows(logs):
                if (day := _day_of(row[0])) is not None:
                    yield day, row[1]
            return
        instant, table = _WHEN[happening]
        cells = MINUTE if self._is_between_hours() else HOUR
        for beginning, count in self._database.rows(
            f"SELECT substr({instant}, 1, {cells}), count(*) FROM {table} GROUP BY 1"
        ):
            if (told := _beginning(beginning, cells)) is not None:
                yield self._local_day(told), count

    def _local_day(self, instant: datetime) -> date:
        """Return the day of an instant; in UTC where the zone leads out of the calendar."""
        try:
            return local_day(instant, self._zone)
        except OverflowError:
            return instant.date()

    def _start_of(self, day: date, after: int) -> str:
        """Return the first instant of a day, or of the one after it, as the file holds instants."""
        if day == date.max and after:
            return AFTER_ALL
        if day == date.min and not after:
            return BEFORE_ALL
        return instant_text(day_start(day + timedelta(days=after), self._zone))

    def _is_between_hours(self) -> bool:
        """Whether the zone ever was, or is, no whole hours away from UTC."""
        instants = (datetime(year, month, 1, tzinfo=UTC) for year in range(1990, 2040) for month in (1, 7))
        offsets = (instant.astimezone(self._zone).utcoffset() for instant in instants)
        return any(offset is not None and offset % timedelta(hours=1) for offset in offsets)

    def entries(self, by: By, day: date, offset: int = 0, limit: int | None = None) -> list[Entry]:
        """Return what happened on a day: the logs first, then in the order of the clock."""
        start, end = self._start_of(day, 0), self._start_of(day, 1)
        told = TOLD_BY[by]
        parts = [_entries_of(happening) for happening in told]
        values: list[Value] = [day.isoformat(), start, end, -1 if limit is None else limit, offset]
        rows = self._database.rows(
            f"SELECT * FROM ({' UNION ALL '.join(parts)})"
            " ORDER BY happened_at IS NOT NULL, happened_at, what, id LIMIT ?4 OFFSET ?5",
            values,
        )
        return [
            Entry(Happening(row[0]), None if row[1] is None else instant_of(row[1]), row[2], row[3], row[4])
            for row in rows
        ]


def _entries_of(happening: Happening) -> str:
    """Return the query for the entries of ?1 (a day as text), which begins at ?2 and ends before ?3."""
    if happening is Happening.LOG:
        return (
            f"SELECT '{happening.value}' AS what, NULL AS happened_at, min(candidate_id) AS id, source, ''"
            f" FROM evidence WHERE day = ?1 AND {IS_LOG} GROUP BY source"
        )
    instant, table = _WHEN[happening]
    joined = "AND" if " WHERE " in table else "WHERE"
    of_decision = happening is Happening.DECIDED
    text = f"substr({'summary' if of_decision else 'text'}, 1, {READ_AT_MOST})"
    verb = "verb" if of_decision else "''"
    return (
        f"SELECT '{happening.value}' AS what, {instant} AS happened_at, id, {text}, {verb} FROM {table}"
        f" {joined} {instant} >= ?2 AND {instant} < ?3"
    )


def _beginning(text: object, cells: int) -> datetime | None:
    try:
        return datetime.fromisoformat(f"{text}:00+00:00" if cells == HOUR else f"{text}+00:00")
    except ValueError:
        return None


def _day_of(text: object) -> date | None:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        return None
