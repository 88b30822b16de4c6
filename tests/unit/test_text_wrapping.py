"""Lines fit their cells, lose nothing, and break where Chinese and English are broken."""

from hypothesis import given
from hypothesis import strategies as st

from palace.text.display import displayable
from palace.text.width import cell_width
from palace.text.wrapping import wrapped, wrapped_paragraph


def test_english_breaks_at_spaces():
    assert wrapped("never commit on Fridays", 12) == ["never commit ", "on Fridays"]


def test_chinese_breaks_between_characters():
    assert wrapped("升级后先确认旧服务进程已退出", 10) == ["升级后先确", "认旧服务进", "程已退出"]


def test_no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one():
    assert wrapped("升级后先确，认旧服务", 10) == ["升级后先", "确，认旧服", "务"]
    assert wrapped("升级后先（确认）旧", 10) == ["升级后先", "（确认）旧"]


def test_a_word_longer_than_a_line_is_cut():
    assert wrapped("abcdefghij", 4) == ["abcd", "efgh", "ij"]


def test_chinese_and_english_together_break_between_them():
    assert wrapped("选SQLite而不是Postgres", 8) == ["选SQLite", "而不是", "Postgres"]


def test_paragraphs_and_empty_lines_stay():
    assert wrapped("a\n\nb", 10) == ["a", "", "b"]
    assert wrapped("", 10) == [""]


def test_a_line_of_closing_marks_still_fits():
    assert all(cell_width(line) <= 4 for line in wrapped("。" * 9, 4))


@given(st.text(max_size=200).map(displayable), st.integers(2, 40))
def test_every_line_fits_and_nothing_is_lost(paragraph, cells):
    lines = wrapped_paragraph(paragraph, cells)
    assert "".join(lines) == paragraph
    assert all(cell_width(line.rstrip()) <= cells for line in lines)
