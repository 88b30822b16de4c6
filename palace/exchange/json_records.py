"""JSON and JSON Lines as records that know on which line they begin."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder(strict=False)
FEWEST_RECORD_SHARE = 0.5
"""At least this share of the lines of JSON Lines must be objects."""


@dataclass(frozen=True, slots=True)
class Record:
    """A value and the line it begins on; `key` is the key of the list that it was found in.

    `written` is the value as it stands in the file.
    """

    value: Json
    line: int
    key: str = ""
    written: str = ""

    def elements(self, key: str) -> "tuple[Record, ...]":
        """Return the elements of a list in this record, each with its own line; none if there is no list."""
        listed = self.value.get(key) if isinstance(self.value, dict) else None
        if not isinstance(listed, list):
            return ()
        if "\n" not in self.written:
            return tuple(Record(value, self.line, key) for value in listed)
        inner = _Positions(self.written).records()
        return tuple(
            replace(element, line=self.line + element.line - 1) for element in inner if element.key == key
        )

    def line_of(self, text: str) -> int:
        """Return the line on which a text of this record stands, its first line where that is unclear."""
        if "\n" not in self.written:
            return self.line
        for spelling in (json.dumps(text, ensure_ascii=False), json.dumps(text)):
            at = self.written.find(spelling)
            if at >= 0:
                return self.line + self.written.count("\n", 0, at)
        return self.line


@dataclass(frozen=True, slots=True)
class JsonFile:
    """What a JSON file holds. `bad_lines` are those of JSON Lines that are no JSON.

    `document` is the one value of a JSON document, None for JSON Lines.
    """

    records: tuple[Record, ...]
    bad_lines: tuple[int, ...] = ()
    document: Record | None = None

    @property
    def whole(self) -> Json:
        """The value of a JSON document, None for JSON Lines."""
        return self.document.value if self.document else None


def read_json(lines: tuple[str, ...]) -> JsonFile | None:
    """Return a file read as JSON, else as JSON Lines, or None if it is neither."""
    number, first = next(((at, line.strip()) for at, line in enumerate(lines, 1) if line.strip()), (1, ""))
    if not first.startswith(("{", "[")):
        return None
    text = "\n".join(lines)
    whole, fits = _decoded(text)
    if fits:
        return JsonFile(tuple(_Positions(text).records()), document=Record(whole, number, "", text.lstrip()))
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
    return JsonFile(tuple(records), tuple(bad))


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
            line, start = self._line_here(), self.at
            value = self._value()
            yield Record(value, line, key, self.text[start : self.at])
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
