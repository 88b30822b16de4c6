"""What the review asks in a small window: which items to show, until when to put one off."""

from datetime import datetime, timedelta, tzinfo

from palace.domain.clock import day_start
from palace.domain.pipeline import Lack
from palace.domain.vocabulary import Wing
from palace.services.candidate_queue import CandidateView
from palace.services.queue_order import FILTER_NAMES, STATES, wing_name
from palace.tui.presenters.lines import Say
from palace.tui.presenters.moments import day
from palace.tui.screens.dialogs import Choice

PUT_OFF_DAYS = (1, 3, 7, 30)
"""For how many days an item can be put off."""


def filter_groups(say: Say) -> list[tuple[str, list[Choice[str]]]]:
    """Return what of the queue can be shown: of what state it is, and of which wing."""
    states = [Choice(name, filter_word(name, say)) for name in STATES]
    wings = [Choice(wing_name(wing), filter_word(wing_name(wing), say)) for wing in Wing]
    return [(say("tui.review.filter.state"), states), (say("tui.review.filter.wings"), wings)]


def filter_word(name: str, say: Say) -> str:
    """Return what one part of a filter is called."""
    if name in STATES:
        return say(f"tui.review.filter.{name}")
    return say("vocabulary." + name.replace(":", "."))


def filter_words(only: frozenset[str], say: Say) -> str:
    """Return what is shown of the queue in words, empty where it is everything."""
    return say("tui.review.filter.joint").join(
        filter_word(name, say) for name in FILTER_NAMES if name in only
    )


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
