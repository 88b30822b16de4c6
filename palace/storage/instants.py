"""Instants and days as the file holds them: text of fixed width that sorts as they follow each other."""

from datetime import UTC, date, datetime


def instant_text(instant: datetime) -> str:
    """Return an aware instant as `2026-03-14T07:05:00.000000Z`; raises ValueError for one without a zone."""
    if instant.tzinfo is None:
        raise ValueError(f"an instant needs a zone: {instant!r}")
    try:
        utc = instant.astimezone(UTC)
    except OverflowError:
        utc = instant
    return utc.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def instant_text_or_none(instant: datetime | None) -> str | None:
    """Return an instant as text, None for None."""
    return None if instant is None else instant_text(instant)


def instant_of(text: str) -> datetime:
    """Return the instant that a text holds, in UTC; raises ValueError when it is none."""
    return datetime.fromisoformat(text)


def instant_or_none(text: str | None) -> datetime | None:
    """Return the instant that a text holds, None for None."""
    return None if text is None else datetime.fromisoformat(text)


def day_of_text(text: str) -> date:
    """Return the day that a text like `2026-03-14` holds."""
    return date.fromisoformat(text)
