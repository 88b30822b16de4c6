"""The log of a workspace, writing another one, and what a sync of it came to."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]

LOG = """# 2026-03-14

## Done
- Moved the nightly backup of the billing database to the second disk
- Decided to keep the staging cluster until the end of April

## Learned
- The label printer drops the last line unless the feed is set to 12 mm
"""
LINES = 3


def write(path: Path, text: str, *, age: float = 3600) -> None:
    """Write a file as if that was some seconds ago."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    then = path.stat().st_mtime - age
    os.utime(path, (then, then))


def waiting(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run("review", "--json").json["candidates"]
    return found


def counted(report: dict[str, Any]) -> dict[str, int]:
    """The counts of a report that are not 0."""
    names = ("new", "seen_again", "known", "suppressed", "edited", "moved", "minor", "bad")
    return {name: report[name] for name in names if report[name]}
