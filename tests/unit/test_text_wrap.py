import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.text.display import displayable
from palace.text.width import cell_width, clusters
from palace.text.wrap import NEVER_FIRST, NEVER_LAST, wrap

texts = st.text(st.sampled_from("记忆宫殿，。（）“”「」ab-/ .,x1é👩\n…《》")).map(
    lambda text: displayable(text, keep_newlines=True)
)


@given(texts, st.integers(2, 20))
@settings(max_examples=300)
def test_every_line_fits(text: str, cells: int) -> None:
    assert all(cell_width(line) <= cells for line in wrap(text, cells))


@given(texts, st.integers(1, 20))
@settings(max_examples=300)
def test_only_spaces_at_breaks_are_left_out(text: str, cells: int) -> None:
    lines = wrap(text, cells)
    assert "".join(lines).replace(" ", "") == text.replace("\n", "").replace(" ", "")


phrases = st.builds(
    lambda word, mark: f"{mark[0]}{word}{mark[1:]}".strip(),
    st.text(st.sampled_from("记忆宫殿备份"), min_size=1, max_size=4),
    st.sampled_from([" ，", " 。", " ", "（）", "“”，", "「」", "《》", " …"]),
)


@given(st.lists(phrases, min_size=1, max_size=12).map("".join), st.integers(8, 24))
@settings(max_examples=200)
def test_no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one(text: str, cells: int) -> None:
    lines = wrap(text, cells)
    assert not any(line[0] in NEVER_FIRST for line in lines[1:])
    assert not any(line[-1] in NEVER_LAST for line in lines[:-1])


@pytest.mark.parametrize(
    ("text", "cells", "lines"),
    [
        (
            "升级后先确认旧服务进程已退出，再验证搜索",
            10,
            ["升级后先确", "认旧服务进", "程已退出，", "再验证搜索"],
        ),
        ("升级后先确认，再搜索", 12, ["升级后先确", "认，再搜索"]),
        ("他说：“好的，没问题。”", 8, ["他说：", "“好的，", "没问", "题。”"]),
        ("选 SQLite 而不是 Postgres：本地优先", 12, ["选 SQLite 而", "不是", "Postgres：本", "地优先"]),
        ("一个averyverylongword词", 10, ["一个", "averyveryl", "ongword词"]),
        ("  indented text", 10, ["  indented", "text"]),
        ("a\n\nb", 4, ["a", "", "b"]),
        ("", 4, [""]),
        ("记忆 。宫殿", 5, ["记", "忆 。", "宫殿"]),
        ("run .net now", 5, ["run", ".net", "now"]),
        ("记忆", 1, ["记", "忆"]),
        ("copy path-name-long", 10, ["copy path-", "name-long"]),
        ("👩\u200d👧👩\u200d👧", 2, ["👩\u200d👧", "👩\u200d👧"]),
    ],
)
def test_lines_break_where_a_reader_expects(text: str, cells: int, lines: list[str]) -> None:
    assert wrap(text, cells) == lines


def test_a_line_of_no_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one cell"):
        wrap("a", 0)


def test_no_picture_is_cut() -> None:
    text = "👩\u200d👩\u200d👧e\u0301" * 30
    whole = {part for part, _ in clusters(text)}
    assert all(part in whole for line in wrap(text, 5) for part, _ in clusters(line))
