"""Palace's own JSON Lines: a whole palace, every row that is truth, one object a line, nothing lost.

The first line is the header, `{"palace_lines": 1, "schema": …, "meta": …, "last_ids": …, "counts": …}`; each
further line is a row: `{"table": "memory", "id": 1, …}` with the columns of that table in order. Columns
that hold JSON (scenes, headings, changes) stand as JSON. Both ways are pure: text in, rows out, and back.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from palace.domain.errors import InvalidInput
from palace.services.whole_palace_ports import PalaceHeader, PalaceRow

FORMAT = "palace-lines"

EDITION = 1
"""The edition of the file's shape. A reader refuses a later one."""

MARK = "palace_lines"
"""The key that only the first line has."""
TABLE = "table"

_JSON_COLUMNS = {
    "memory": ("scenes", "heading"),
    "candidate": ("scenes", "heading", "flags", "cited_memories", "cited_candidates"),
    "decision": ("changes",),
}
_CHANGES = ("decision", "changes")
_PLAIN = frozenset({str, int, float, type(None)})

_UNSEEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def written_lines(header: PalaceHeader, rows: Iterable[PalaceRow]) -> Iterator[str]:
    """Yield the lines of a palace, each with its line end: readable UTF-8, hidden characters escaped."""
    yield _line(
        {
            MARK: EDITION,
            "schema": header.schema,
            "meta": dict(sorted(header.meta.items())),
            "last_ids": dict(header.last_ids),
            "counts": dict(header.counts),
        }
    )
    for row in rows:
        shown: dict[str, object] = {TABLE: row.table, **row.values}
        for column in _JSON_COLUMNS.get(row.table, ()):
            shown[column] = _shown(shown[column])
        yield _line(shown)


def is_palace_line(line: str) -> bool:
    """Whether a line is the header of a palace, of whatever edition."""
    if MARK not in line:
        return False
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and MARK in value


def read_lines(lines: Iterable[str]) -> tuple[PalaceHeader, Iterator[PalaceRow]]:
    """Return the header of a palace and its rows, which are read only as they are asked for.

    Raises InvalidInput naming the line that does not fit; after the last row also where rows are missing,
    because the file was cut short.
    """
    numbered = enumerate(lines, 1)
    first = next(numbered, (1, ""))
    header = _header(_object(first[1], 1))
    return header, _rows(numbered, header)


def _header(value: Mapping[str, Any]) -> PalaceHeader:
    if MARK not in value:
        raise InvalidInput("line 1 is not the first line of a palace that Palace wrote")
    if value[MARK] != EDITION:
        raise InvalidInput(
            "this file is of edition {edition!r:.20}; this Palace reads edition {known}",
            next_step="read it with the Palace that wrote it",
            edition=value[MARK],
            known=EDITION,
        )
    schema = value.get("schema")
    if not isinstance(schema, int) or not _is_number(schema):
        raise InvalidInput("line 1: “{name}” is missing or is not what it should be", name="schema")
    return PalaceHeader(
        schema=schema,
        meta={key: str(text) for key, text in _mapping(value, "meta").items()},
        last_ids=_numbers(value, "last_ids"),
        counts=_numbers(value, "counts"),
    )


def _mapping(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = value.get(name)
    if not isinstance(found, dict):
        raise InvalidInput("line 1: “{name}” is missing or is not what it should be", name=name)
    return found


def _numbers(value: Mapping[str, Any], name: str) -> dict[str, int]:
    found = _mapping(value, name)
    if not all(map(_is_number, found.values())):
        raise InvalidInput("line 1: “{name}” is missing or is not what it should be", name=name)
    return dict(found)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63


def _rows(numbered: Iterator[tuple[int, str]], header: PalaceHeader) -> Iterator[PalaceRow]:
    seen: Counter[str] = Counter()
    for number, line in numbered:
        if not line.strip():
            continue
        value = _object(line, number)
        table = value.pop(TABLE, None)
        if not isinstance(table, str):
            raise InvalidInput("line {line}: a row has to name its table", line=number)
        seen[table] += 1
        for column in _JSON_COLUMNS.get(table, ()):
            if isinstance(value.get(column), list):
                value[column] = _kept(table, column, value[column])
        _check_plain(table, value, number)
        yield PalaceRow(table, value, number)
    for table, count in header.counts.items():
        if seen[table] != count:
            raise InvalidInput(
                "the first line tells of {count} {count?row|rows} of {table}, but the file holds {found}",
                next_step="it was cut short or changed: export it again",
                count=count,
                table=table,
                found=seen[table],
            )


def _object(line: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("line {line}: this is not JSON ({cause})", line=number, cause=error) from None
    if not isinstance(value, dict):
        raise InvalidInput("line {line}: this is not an object", line=number)
    return value


def _shown(value: object) -> object:
    """Return what stands in the file for a column of JSON: its list, where it holds one."""
    if not isinstance(value, str):
        return value
    try:
        held = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return held if isinstance(held, list) else value


def _kept(table: str, column: str, value: list[Any]) -> str:
    """Return a column of JSON as the palace holds it."""
    if (table, column) == _CHANGES:
        return _changes_text(value)
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)


def _check_plain(table: str, row: Mapping[str, Any], line: int) -> None:
    if _PLAIN.issuperset(map(type, row.values())):
        return
    column = next(column for column, value in row.items() if type(value) not in _PLAIN)
    raise InvalidInput(
        "line {line}: {table} has no such {column}: {value!r:.60}",
        line=line,
        table=table,
        column=column,
        value=row[column],
    )


def _changes_text(changes: list[Any]) -> str:
    """Return changes as the journal holds them."""
    text = json.dumps(changes, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(changes, separators=(",", ":"))
    return text


def _line(value: Mapping[str, object]) -> str:
    text = _PAIR.sub(_joined, json.dumps(value, ensure_ascii=False))
    return _UNSEEN.sub(_escaped, text) + "\n"


def _joined(match: re.Match[str]) -> str:
    return match[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]
