"""Rows of other programs' databases as values: texts, days and lists, however they are written."""

import datetime
import json
from collections.abc import Iterable, Mapping
from typing import Protocol

from palace.exchange.dates import first_date
from palace.exchange.epoch import day_of_number

RowOfDatabase = Mapping[str, str | int | float | bytes | None]


class Rows(Protocol):
    """Yields the rows of a table in the order of a column."""

    def __call__(self, table: str, order: str = "rowid") -> Iterable[RowOfDatabase]:
        """Return the rows of a table."""
        ...


def text_in(row: RowOfDatabase, *columns: str) -> str:
    """Return the text of the first of these columns that holds one, without blanks at its ends."""
    values = (row.get(column) for column in columns)
    return next((value.strip() for value in values if isinstance(value, str) and value.strip()), "")


def words_in(row: RowOfDatabase, *columns: str) -> tuple[str, ...]:
    """Return the words of these columns: a JSON list, or words between commas."""
    words: list[str] = []
    for column in columns:
        written = text_in(row, column)
        try:
            listed = json.loads(written) if written.startswith("[") else written.split(",")
        except (ValueError, RecursionError):
            listed = []
        if isinstance(listed, list):
            words += [word.strip() for word in listed if isinstance(word, str) and word.strip()]
    return tuple(dict.fromkeys(words))


def day_in(row: RowOfDatabase, *columns: str) -> datetime.date | None:
    """Return the day of the first of these columns that holds a stamp, as text or as a number."""
    for column in columns:
        value = row.get(column)
        if isinstance(value, str) and (found := first_date(value)):
            return found.day
        if isinstance(value, int | float) and (day := day_of_number(value)):
            return day
    return None


def is_set(row: RowOfDatabase, column: str) -> bool:
    """Whether a column says yes: neither empty nor zero."""
    return row.get(column) not in (None, "", 0, 0.0, "0", b"")
