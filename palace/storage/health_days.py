"""The daily snapshots of health: one row a day, its figures as JSON."""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, datetime

from palace.services.health_ports import DayFigures
from palace.storage.database import Database, Fields
from palace.storage.instants import day_of_text, instant_text

MOST = 1e12
"""No figure is as great: what is, is damaged."""


def days(database: Database, since: date) -> list[DayFigures]:
    """Return the snapshots since a day, oldest first; none in a palace whose schema has no room for them."""
    if not has_table(database, "health_day"):
        return []
    rows = database.rows(
        "SELECT day, figures FROM health_day WHERE day >= ? ORDER BY day", (since.isoformat(),)
    )
    return _days_of(rows)


def newest_day(database: Database, until: date) -> DayFigures | None:
    """Return the snapshot that was kept last of the days up to one; None where none was."""
    if not has_table(database, "health_day"):
        return None
    found = _days_of(
        database.rows(
            "SELECT day, figures FROM health_day WHERE day <= ? ORDER BY day DESC LIMIT 1",
            (until.isoformat(),),
        )
    )
    return found[0] if found else None


def _days_of(rows: Iterable[Fields]) -> list[DayFigures]:
    found: list[DayFigures] = []
    for day, figures in rows:
        with suppress(ValueError):
            found.append(DayFigures(day_of_text(day), _figures(figures)))
    return found


class HealthDays:
    """See `health_ports.HealthKeeping`; used within a transaction."""

    def __init__(self, database: Database, tell_kept: Callable[[], object]) -> None:
        self._database = database
        self._tell_kept = tell_kept

    def keep_day(self, day: DayFigures, at: datetime) -> None:
        """Keep the snapshot of a day in place of an earlier one of the same day."""
        self._database.execute(
            "INSERT INTO health_day (day, taken_at, figures) VALUES (?, ?, ?)"
            " ON CONFLICT (day) DO UPDATE SET taken_at = excluded.taken_at, figures = excluded.figures",
            (day.day.isoformat(), instant_text(at), json.dumps(dict(day.figures), sort_keys=True)),
        )
        self._tell_kept()


def has_table(database: Database, name: str) -> bool:
    """Return whether the file has a table; one of an older schema that is only read may lack it."""
    return bool(
        database.number("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", (name,))
    )


def _figures(text: str) -> dict[str, float | None]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {
        str(name): value
        for name, value in found.items()
        if value is None or (type(value) in (int, float) and abs(value) < MOST)
    }
