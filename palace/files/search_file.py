"""What was asked of one palace lately, in a small file among the state of the program.

It lies outside the palace: looking writes nothing to it. The file may be lost at any time; it is readable by
the person only.
"""

import json
import logging
import math
from datetime import UTC, datetime
from pathlib import Path

from palace.files.state_files import name_of_palace, write_whole
from palace.services.asking import LONGEST_KEPT, Asked

FORMAT = 1
MOST_KEPT = 200
"""So many questions are kept, the newest of them."""

LARGEST = 4 * 1024 * 1024
"""Bytes of a file that is read at most."""

log = logging.getLogger("palace.files")


class SearchFile:
    """Keeps questions in one file; of two programs that keep one at the same instant the later wins."""

    def __init__(self, state_directory: Path, palace_path: Path, palace_uid: str) -> None:
        self.path = state_directory / "searches" / name_of_palace(palace_path, palace_uid)

    def asked(self) -> list[Asked]:
        """Return what the file holds, newest first; nothing where there is none or it is damaged."""
        try:
            with self.path.open("rb") as file:
                data = json.loads(file.read(LARGEST))
            if data["format"] != FORMAT:
                raise ValueError(f"format {data['format']!r} is not {FORMAT}")
            return [_asked_of(each) for each in data["asked"]][:MOST_KEPT]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            log.warning("what was asked lately was not read: %s", error)
            return []

    def keep(self, asked: Asked) -> None:
        """Put a question before the others, in the place of the same one asked earlier."""
        others = [each for each in self.asked() if each.question != asked.question]
        kept = [asked, *others][:MOST_KEPT]
        try:
            write_whole(self.path, json.dumps({"format": FORMAT, "asked": [_json_of(each) for each in kept]}))
        except OSError as error:
            log.warning("what was asked was not kept: %s", error)

    def forget(self) -> None:
        """Remove the file. Raises OSError where that cannot be done."""
        self.path.unlink(missing_ok=True)


def _json_of(asked: Asked) -> dict[str, object]:
    return {
        "question": asked.question,
        "at": asked.at.astimezone(UTC).isoformat(),
        "mode": asked.mode,
        "close": asked.close,
        "took_ms": round(asked.took_ms, 3),
    }


def _asked_of(data: dict[str, object]) -> Asked:
    question, at, mode, close, took_ms = (
        data[name] for name in ("question", "at", "mode", "close", "took_ms")
    )
    if not (isinstance(question, str) and isinstance(at, str) and isinstance(mode, str)):
        raise TypeError("a question, its instant and its mode are texts")
    if not isinstance(close, int) or not isinstance(took_ms, int | float) or not math.isfinite(took_ms):
        raise TypeError("hits and milliseconds are numbers")
    instant = datetime.fromisoformat(at)
    if instant.tzinfo is None:
        raise ValueError(f"{at!r} names no zone")
    return Asked(question[:LONGEST_KEPT], instant, mode, close, float(took_ms))
