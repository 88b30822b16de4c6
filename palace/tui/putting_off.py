"""Asks until when an item is put off: a day that is offered, or another one that is typed."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from palace.services.candidate_queue import CandidateView
from palace.tui.screens.day_dialog import DayDialog
from palace.tui.screens.dialogs import Choice, ChoiceDialog
from palace.tui.screens.review_choices import put_off_choices

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp


async def asked_until(app: PalaceApp, view: CandidateView | None = None) -> datetime | None:
    """Return the instant from which an item is seen again; None when the person left the window.

    Called in a worker. With `view` the day of its next check is offered too.
    """
    around = app.gateway.surroundings
    days = put_off_choices(view, around.now, around.zone, app.say)
    names = [*(each.name for each in days), app.say("tui.review.snooze.another")]
    places = [Choice(place, name) for place, name in enumerate(names)]
    title = app.say("tui.review.snooze.title")
    chosen = await app.push_screen_wait(ChoiceDialog(title, places))
    if chosen is None or chosen < len(days):
        return None if chosen is None else days[chosen].value
    return await app.push_screen_wait(DayDialog(title, around.now, around.zone))
