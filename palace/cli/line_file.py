"""Files of lines that are given to a verb: one JSON object a line."""

import json
from pathlib import Path
from typing import NoReturn

from palace.domain.errors import PalaceError


def numbered_lines(path: Path) -> list[tuple[int, str]]:
    """Return the lines of a file that are not empty, each with its number from 1 on.

    A line ends at a line feed: JSON lets the other breaks of Unicode stand in a string as they are.
    Raises PalaceError where the file cannot be read, or is not UTF-8.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PalaceError(
            "{file} cannot be read: {cause}",
            next_step="check the name and the permissions of the file",
            file=path,
            cause=error.strerror or str(error),
        ) from None
    try:
        lines = data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PalaceError(
            "{file}, line {line}: it is not UTF-8", next_step="save it as UTF-8", file=path, line=line
        ) from None
    return [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]


def json_value(line: str) -> object:
    """Return what a line of JSON says; raises ValueError where it is none, also for NaN and Infinity."""
    try:
        return json.loads(line, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("nested too deep") from None


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)
