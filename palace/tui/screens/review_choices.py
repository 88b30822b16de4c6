"""What the review asks in a small window: which items to show, until when to put one off."""

from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

from palace.domain.clock import day_start
from palace.domain.pipeline import Lack, Stage
from palace.domain.vocabulary import Wing
from palace.services.candidate_queue import CandidateView, QueueEntry
from palace.tui.presenters.lines import Say
from palace.tui.presenters.moments import day
from palace.tui.screens.dialogs import Choice

Fits = Callable[[QueueEntry], bool]

PUT_OFF_DAYS = (1, 3, 7, 30)
"""For how many days an item can be put off."""

_TESTS: tuple[tuple[str, Fits], ...] = (
    ("all", lambda entry: True),
    ("due", lambda entry: entry.stage in {Stage.VERIFIED, Stage.CHECK_DUE}),
    ("express", lambda entry: entry.candidate.express),
    ("evidenced", lambda entry: entry.stage in {Stage.CHECKING, Stage.CHECK_DUE, Stage.VERIFIED}),
    ("cooled", lambda entry: entry.stage is not Stage.COOLING),
    ("flagged", lambda entry: bool(entry.candidate.flags)),
)


def filter_choices(say: Say) -> list[tuple[Choice[str], Fits]]:
    """Return what of the queue can be shown, each with its test."""
    choices = [(Choice(name, say(f"tui.review.filter.{name}")), fits) for name, fits in _TESTS]
    for wing in Wing:
        words = say("tui.review.filter.wing", wing=say(f"vocabulary.wing.{wing}"))
        choices.append((Choice(str(wing), words), _stands_in(wing)))
    return choices


def _stands_in(wing: Wing) -> Fits:
    return lambda entry: entry.candidate.wing is wing


def put_off_choices(
    view: CandidateView | None, now: datetime, zone: tzinfo, say: Say
) -> list[Choice[datetime]]:
    """Return until when an item can be put off: the beginning of some coming days, or of its next check."""
    today = now.astimezone(zone).date()
    choices: list[Choice[datetime]] = []
    for days in PUT_OFF_DAYS:
        until = day_start(today + timedelta(days=days), zone)
        key = "tomorrow" if days == 1 else "days"
        choices.append(Choice(until, say(f"tui.review.snooze.{key}", count=days, day=day(until, zone))))
    checks = (
        [] if view is None else [each for each in view.missing if each.lack is Lack.CHECK and each.due_at]
    )
    if checks and checks[0].due_at is not None and checks[0].due_at > now:
        due = checks[0].due_at
        choices.append(Choice(due, say("tui.review.snooze.check", day=day(due, zone))))
    return choices
