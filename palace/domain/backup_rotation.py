"""Which copies of a palace stay: the newest of each of the last days and weeks that have one."""

from collections.abc import Collection, Sequence
from datetime import datetime, tzinfo

from palace.domain.clock import local_day
from palace.domain.rules import BackupRules


def copies_to_remove(
    made: Collection[datetime], now: datetime, zone: tzinfo, rules: BackupRules
) -> Sequence[datetime]:
    """Return the instants of the copies that may go, oldest first.

    Every copy of today stays, then the newest one of each of the `days` newest days and of each of the
    `weeks` newest weeks (Monday to Sunday) that have any. A copy from the future stays, and takes no
    other's place: the clock was set back since.
    """
    today = local_day(now, zone)
    past = sorted((each for each in made if each <= now), reverse=True)
    newest_of_day: dict[object, datetime] = {}
    newest_of_week: dict[object, datetime] = {}
    for instant in past:
        day = local_day(instant, zone)
        newest_of_day.setdefault(day, instant)
        newest_of_week.setdefault(day.isocalendar()[:2], instant)
    kept = {
        *list(newest_of_day.values())[: rules.days],
        *list(newest_of_week.values())[: rules.weeks],
        *(instant for instant in past if local_day(instant, zone) == today),
    }
    return [instant for instant in reversed(past) if instant not in kept]
