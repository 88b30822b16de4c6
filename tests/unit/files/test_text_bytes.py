"""Text in every encoding that is read is known from pictures, databases and noise."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.config.paths import bundled
from palace.files.text_bytes import LOOKED_AT, is_text

CASES = Path(__file__).parents[2] / "cases"
STATEMENTS = "- 默认用中文回复，代码注释也写中文\n- answer in Chinese, 2026-01-12\n" * 40


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030"])
def test_statements_are_text_in_every_encoding(encoding: str):
    assert is_text(STATEMENTS.encode(encoding))


def test_every_labelled_file_is_text():
    files = [path for path in CASES.rglob("*") if path.is_file()]
    assert len(files) > 50
    assert [path.name for path in files if not is_text(path.read_bytes())] == []


@pytest.mark.parametrize("data", [b"", b"\n", b"- bell \x07 and \x00 once\n", b"\x1b[31mred\x1b[0m\n" * 500])
def test_a_few_control_characters_do_not_make_it_binary(data: bytes):
    assert is_text(data)


@pytest.mark.parametrize("seed", range(5))
def test_noise_zeros_and_databases_are_none(seed: int):
    assert not is_text(random.Random(seed).randbytes(5000))
    assert not is_text(bytes(5000))
    assert not is_text(bundled("sample_palace.db").read_bytes())
    assert not is_text(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + random.Random(seed).randbytes(3000))


def test_only_the_beginning_is_looked_at():
    assert is_text(b"a" * LOOKED_AT + bytes(5000))


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=200))
def test_whatever_a_person_writes_is_text(text: str):
    assert is_text(text.encode())
