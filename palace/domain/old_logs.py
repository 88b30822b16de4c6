"""Daily logs that are old enough to be put on the shelf, and what of each is worth remembering."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import PurePosixPath

from palace.domain.importance import log_score
from palace.domain.vocabulary import Kind

SHELF = "archive/daily"
"""Where old logs go, within the workspace."""

PACKED = ".zst"

ESSENTIAL = 3
"""What was done or decided scores so much: it is the essence of a log."""

MOST_OF_A_LOG = 5
"""So many of a log's statements are its essence at most."""

_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?!\d)")


def day_of_log(path: str) -> date | None:
    """Return the day with which the name of a log begins (`2026-05-01-slug.md`), None for other names."""
    name = PurePosixPath(path)
    found = _DAY.match(name.name)
    if found is None or name.suffix.lower() not in {".md", ".markdown"} or path.startswith(f"{SHELF}/"):
        return None
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return None


def is_old(day: date, today: date, stays: timedelta) -> bool:
    """Whether the log of a day has been in its place for longer than logs stay."""
    return today - day > stays


def is_at_rest(modified_seconds: float, now_seconds: float, at_rest: timedelta) -> bool:
    """Whether a file was left alone for so long that nobody is writing it; both are seconds since 1970."""
    return now_seconds - modified_seconds >= at_rest.total_seconds()


def is_essential(kind: Kind) -> bool:
    """Whether a statement of this kind belongs to the essence of a log."""
    return log_score(kind) >= ESSENTIAL


def essence_of(day: date, statements: Sequence[str]) -> str:
    """Return the few essential statements of a log as one text, the day before them; empty where none is."""
    if not statements:
        return ""
    said = [f"- {statement}" for statement in statements[:MOST_OF_A_LOG]]
    return "\n".join([f"{day.isoformat()}:", *said])


def shelf_path(path: str, taken: Sequence[str]) -> str:
    """Return where a log goes on the shelf, beside those that are there already under the same name."""
    name = PurePosixPath(path).name
    wanted, number = f"{SHELF}/{name}{PACKED}", 2
    while wanted in taken:
        wanted, number = f"{SHELF}/{name}.{number}{PACKED}", number + 1
    return wanted
