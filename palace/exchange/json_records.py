"""JSON and JSON Lines as records that know on which line they begin."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder(strict=False)
FEWEST_RECORD_SHARE = 0.5
"""At least this share of the lines of JSON Lines must be objects."""


@dataclass(frozen=True, slots=True)
class Record:
    """A value and the line it begins on; `key` is the key of the list that it was found in."""

    value: Json
    line: int
    key: str = ""


@dataclass(frozen=True, slots=True)
class JsonFile:
    """What a JSON file holds. `bad_lines` are those of JSON Lines that are no JSON.

    `whole` is the one value of a JSON document, None for JSON Lines.
    """

    records: tuple[Record, ...]
    bad_lines: tuple[int, ...] = ()
    whole: Json = None
    is_lines: bool = False


def read_json(lines: tuple[str, ...]) -> JsonFile | None:
    """Return a file read as JSON, else as JSON Lines, or None if it is neither."""
    first = next((line.lstrip() for line in lines if line.strip()), "")
    if not first.startswith(("{", "[")):
        return None
    text = "\n".join(lines)
    whole, fits = _decoded(text)
    if fits:
        return JsonFile(tuple(_Positions(text).records()), whole=whole)
    return _read_lines(lines)


def _read_lines(lines: tuple[str, ...]) -> JsonFile | None:
    records: list[Record] = []
    bad: list[int] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        value, fits = _decoded(line) if line.lstrip().startswith("{") else (None, False)
        if fits and isinstance(value, dict) and value:
            records.append(Record(value, number))
        else:
            bad.append(number)
    if not records or len(records) < FEWEST_RECORD_SHARE * (len(records) + len(bad)):
        return None
    return JsonFile(tuple(records), tuple(bad), is_lines=True)


def _decoded(text: str) -> tuple[Json, bool]:
    try:
        return _DECODER.decode(text), True
    except (ValueError, RecursionError):
        return None, False


class _Positions:
    """Walks the outermost list, or the lists directly below an outermost object, element by element."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.counted_to = 0

    def records(self) -> Iterator[Record]:
        """Yield the elements of the outermost list, or of each list in the outermost object with its key."""
        self._skip_space()
        if self.text[self.at] == "[":
            yield from self._elements("")
        else:
            yield from self._pairs()

    def _pairs(self) -> Iterator[Record]:
        self.at += 1
        self._skip_space()
        while self.text[self.at] != "}":
            key = str(self._value())
            self._skip_space()
            self.at += 1
            self._skip_space()
            if self.text[self.at] == "[":
                yield from self._elements(key)
            else:
                self._value()
            self._skip_comma()

    def _elements(self, key: str) -> Iterator[Record]:
        self.at += 1
        self._skip_space()
        while self.text[self.at] != "]":
            line = self._line_here()
            yield Record(self._value(), line, key)
            self._skip_comma()
        self.at += 1

    def _value(self) -> Json:
        value: Json
        value, self.at = _DECODER.raw_decode(self.text, self.at)
        return value

    def _skip_comma(self) -> None:
        self._skip_space()
        if self.text[self.at] == ",":
            self.at += 1
            self._skip_space()

    def _skip_space(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def _line_here(self) -> int:
        self.line += self.text.count("\n", self.counted_to, self.at)
        self.counted_to = self.at
        return self.line
