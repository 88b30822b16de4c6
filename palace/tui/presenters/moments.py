"""Instants and spans as people read them."""

from datetime import datetime, timedelta, tzinfo

from palace.tui.presenters.lines import Say


def minute(instant: datetime, zone: tzinfo) -> str:
    """Return a local instant to the minute, ISO style."""
    return f"{instant.astimezone(zone):%Y-%m-%d %H:%M}"


def day(instant: datetime, zone: tzinfo) -> str:
    """Return a local day, ISO style."""
    return f"{instant.astimezone(zone):%Y-%m-%d}"


def short_day(instant: datetime, now: datetime, zone: tzinfo) -> str:
    """Return a local day, the year only where it is not the present one."""
    local = instant.astimezone(zone)
    return f"{local:%m-%d}" if local.year == now.astimezone(zone).year else f"{local:%Y-%m-%d}"


def span(length: timedelta, say: Say) -> str:
    """Return a length of time in its largest fitting unit: `3 d`, `5 h`, `20 min`."""
    if length >= timedelta(days=1):
        return say("tui.span.days", count=length.days)
    if length >= timedelta(hours=1):
        return say("tui.span.hours", count=length.seconds // 3600)
    return say("tui.span.minutes", count=length.seconds // 60)
