from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.text.highlight import excerpt, marked, matches, spans_of
from palace.text.query_terms import query_terms
from palace.text.width import cell_width


def marks(text: str, query: str) -> list[str]:
    return [text[start:end] for start, end in spans_of(text, query_terms(query).terms)]


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("今天玩成语接龙游戏", "成语接龙", ["成语接龙"]),
        ("体，检之前的体检", "体检", ["体检"]),
        ("ＧｉｔＨｕｂ 備份腳本", "github 备份", ["ＧｉｔＨｕｂ", "備份"]),
        ("call getUserName while running", "user run", ["User", "running"]),
        ("C++ and c+", "C++", ["C++"]),
        ("50% 100% 1000", "100%", ["100%"]),
        ("東京カンファレンス", "カンファ", ["カンファ"]),
        ("東京ﾊﾞｯｸｱｯﾌﾟ", "バック", ["ﾊﾞｯｸ"]),
        ("Cafe\u0301 now", "café", ["Cafe\u0301"]),
        ("Straße", "strasse", ["Straße"]),
        ("飞书的配置", "飞书插件配置", ["飞书", "配置"]),
        ("kernel panic", "kern", ["kernel"]),
        ("用户\u200b名", "用户名", ["用户\u200b名"]),
        ("nothing here", "备份", []),
    ],
)
def test_the_words_that_answered_are_marked_as_they_were_written(
    text: str, query: str, expected: list[str]
) -> None:
    assert marks(text, query) == expected


def test_parts_are_marked_only_where_the_term_is_missing() -> None:
    found = matches("成语接龙，不是接龙", query_terms("成语接龙").terms)
    assert [match.term.text for match in found] == ["成语接龙"]


def test_the_excerpt_shows_the_line_of_the_hit() -> None:
    text = "第一行\n" * 149 + "会议：東京カンファレンス在五月\n" + "尾\n" * 50
    pieces = excerpt(text, spans_of(text, query_terms("カンファレンス").terms), 40)
    assert ("カンファレンス", True) in pieces
    assert pieces[0] == ("…", False)
    assert "会议：東京" in pieces[1][0]


def test_an_excerpt_without_a_hit_is_the_beginning() -> None:
    assert excerpt("short \x1b[2J", [], 40) == [("short ␛[2J", False)]


texts = st.text(
    st.one_of(st.characters(), st.sampled_from("记忆宫殿备份 ab_-.，\n\x1b\u200dé👩")), max_size=120
)


@given(texts, st.text("记忆备份ab ", max_size=6), st.integers(0, 40))
@settings(max_examples=200)
def test_places_lie_in_the_text_and_excerpts_fit(text: str, query: str, cells: int) -> None:
    spans = spans_of(text, query_terms(query).terms)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] < other[0] for one, other in pairwise(spans))
    line = "".join(piece for piece, _ in excerpt(text, spans, cells))
    assert cell_width(line) <= cells
    assert "\n" not in line
    assert "\x1b" not in "".join(piece for piece, _ in marked(text, spans, keep_newlines=True))


@given(st.text("记忆宫殿备份aB-_ 。\n", min_size=1, max_size=40))
@settings(max_examples=150)
def test_a_text_is_marked_by_any_run_of_its_own(text: str) -> None:
    longest = max(text.replace("。", " ").split() or [""], key=len)
    terms = query_terms(longest).terms
    if any(term.tokens for term in terms):
        assert spans_of(text, terms)
