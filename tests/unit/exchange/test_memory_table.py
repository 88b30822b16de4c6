"""The table for spreadsheets: RFC 4180, and no cell that one of them would run."""

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.memory import Binding, Memory, Source
from palace.domain.vocabulary import Wing
from palace.exchange.encoding import without_lone_surrogates
from palace.exchange.memory_table import COLUMNS, guarded, table_lines
from palace.services.export_ports import ExportedMemory
from tests.conftest import NOW

TEXTS = st.text(st.characters(exclude_categories=()), max_size=30)
MEMORY = Memory(7, "uid", "text", Wing.KNOWLEDGE, NOW)


def rows_of(*memories: Memory) -> list[dict[str, str]]:
    text = "".join(table_lines(map(ExportedMemory, memories)))
    data = text.encode()
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@given(TEXTS, TEXTS, TEXTS)
def test_every_text_comes_back_whole_from_its_cell(text: str, when: str, origin: str) -> None:
    memory = replace(MEMORY, text=text, binding=Binding(when=when), source=Source(origin=origin))
    (row,) = rows_of(memory)
    for name, said in (("text", text), ("when", when), ("origin", origin)):
        assert row[name] in {without_lone_surrogates(said), "'" + without_lone_surrogates(said)}
    assert set(row) == set(COLUMNS)


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "'=1", '"=1', "\u3000+1"),
        "=cmd|' /C calc'!A0",
    ],
)
def test_no_cell_begins_as_a_formula(text: str) -> None:
    (row,) = rows_of(replace(MEMORY, text=text, scenes=(text,), heading=(text,)))
    assert {row["text"], row["scenes"], row["heading"]} == {"'" + text}


def test_plain_text_stands_as_it_is() -> None:
    for text in ("记忆", "a = b", "3 cups", "'quoted'", ""):
        assert guarded(text) == text


def test_lines_end_as_rfc_4180_says_and_quotes_are_doubled() -> None:
    lines = "".join(table_lines([ExportedMemory(replace(MEMORY, text='a "b", c\nd'))]))
    assert lines.startswith("\ufeffid,uid,")
    assert lines.count("\r\n") == 2
    assert '"a ""b"", c\nd"' in lines
