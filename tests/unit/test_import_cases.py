"""Every labelled import file is read exactly as its expected file says."""

import json
import re
from datetime import date
from pathlib import Path

import pytest

from palace.exchange.reading import read_file
from palace.exchange.records import FileReading

CASES = Path(__file__).parent.parent / "cases"
EXPECTED = ".expected.json"
FILES = sorted(
    path.with_name(path.name.removesuffix(EXPECTED))
    for folder in ("import", "import-own")
    for path in (CASES / folder).rglob(f"*{EXPECTED}")
)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def day(value: date | None) -> str | None:
    return value.isoformat() if value else None


def reading_of(path: Path) -> FileReading:
    return read_file(path.name, path.read_bytes(), neighbours=lambda target: (path.parent / target).exists())


def rows_of(reading: FileReading, *, with_lines: bool) -> dict[tuple[int, str], dict[str, object]]:
    return {
        (found.line if with_lines else 0, squeezed(found.text)): {
            "heading": list(found.heading),
            "priority": found.priority,
            "date": day(found.date),
            "valid_to": day(found.valid_to),
            "kind_hint": found.kind,
            "flags": list(found.flags),
        }
        for found in reading.memories
    }


def expected_rows(expected: dict[str, list], *, with_lines: bool) -> dict[tuple[int, str], dict[str, object]]:
    return {
        (row["line"] if with_lines else 0, squeezed(row["text"])): {
            "heading": row["heading"],
            "priority": row["priority"],
            "date": row["date"],
            "valid_to": row.get("valid_to"),
            "kind_hint": row["kind_hint"],
            "flags": row.get("flags", []),
        }
        for row in expected["memories"]
    }


def test_there_are_cases() -> None:
    assert len(FILES) >= 30


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.name}" for path in FILES])
def test_file_is_read_as_expected(path: Path) -> None:
    expected = json.loads(path.with_name(path.name + EXPECTED).read_text("utf-8"))
    with_lines = path.suffix != ".json"

    reading = reading_of(path)

    assert rows_of(reading, with_lines=with_lines) == expected_rows(expected, with_lines=with_lines)
    assert len(reading.memories) == len(expected["memories"])
    skipped = [(skip.line, skip.reason) for skip in reading.skipped]
    wanted = [(skip["line"], skip["reason"]) for skip in expected["skipped"]]
    assert sorted(skipped) == sorted(wanted)
    assert reading.errors == ()


def test_line_numbers_of_json_are_those_of_the_texts() -> None:
    reading = reading_of(CASES / "import-own" / "mcp-object.json")
    assert [found.line for found in reading.memories] == [4, 4, 4]
    assert [skip.line for skip in reading.skipped] == [5, 8]
