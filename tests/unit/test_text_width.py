from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from palace.text.display import displayable
from palace.text.width import cell_width, character_cells, clusters, pad, take, truncate

tricky = st.lists(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("\u200d\ufe0f👩👨#1©☀🇨🇳\u0301\U0001f3fd記 한ᄒ"),
    )
).map("".join)

PROBES = [
    "记忆🧠①é",
    "전각한글",
    "\u1112\u1161\u11ab",
    "👩\u200d👩\u200d👧\u200d👦",
    "🇨🇳🇯🇵",
    "❤\ufe0f☀\ufe0f",
    "👍🏽",
    "1\ufe0f\u20e3",
    "ภาษาไทย",
    "हिन्दी",
    "𠀀𠮷",
    "…—“”①★→─│▮▯",
    "ﾊﾝｶｸ",
    "ＦＵＬＬ　ｗｉｄｔｈ",
]


@pytest.mark.parametrize("text", PROBES)
def test_probes_take_the_cells_that_textual_lays_out(text: str) -> None:
    assert cell_width(text) == cell_len(text)


def test_every_character_takes_the_cells_that_textual_lays_out() -> None:
    uniform_planes = [0x2FFFD, 0x2FFFE, 0x30000, 0x3FFFD, 0x3FFFE, 0xE0000, 0xE0FFF, 0xE1000, 0x10FFFF]
    codes = [*range(0xD800), *range(0xE000, 0x20001), *uniform_planes]
    differing = [hex(code) for code in codes if character_cells(chr(code)) != cell_len(chr(code))]
    assert differing == []


@given(tricky)
@settings(max_examples=300)
def test_any_text_takes_the_cells_that_textual_lays_out(text: str) -> None:
    assert cell_width(text) == cell_len(text)


@given(tricky)
@settings(max_examples=200)
def test_clusters_hold_the_whole_text_and_its_width(text: str) -> None:
    parts = list(clusters(text))
    assert "".join(part for part, _ in parts) == text
    assert sum(cells for _, cells in parts) == cell_width(text)


def test_what_belongs_together_is_one_cluster() -> None:
    text = "e\u0301👩\u200d👧🇨🇳👍🏽\u1112\u1161\u11abx"
    assert [part for part, _ in clusters(text)] == [
        "e\u0301",
        "👩\u200d👧",
        "🇨🇳",
        "👍🏽",
        "\u1112\u1161\u11ab",
        "x",
    ]


def test_ambiguous_characters_take_two_cells_where_the_terminal_says_so() -> None:
    assert cell_width("①…—") == 3
    assert cell_width("①…—", ambiguous=2) == 6
    assert cell_width("abc记", ambiguous=2) == 5


@given(tricky, st.integers(0, 12))
@settings(max_examples=200)
def test_a_truncated_text_fits_and_begins_like_the_text(text: str, cells: int) -> None:
    shown = truncate(text, cells)
    assert cell_width(shown) <= cells
    if cell_width(text) > cells > 0:
        assert shown.endswith("…")
        assert text.startswith(shown[:-1])
    elif cells > 0:
        assert shown == text


@given(tricky.map(displayable), st.integers(1, 12), st.sampled_from(["left", "right", "centre"]))
@settings(max_examples=200)
def test_a_padded_text_takes_exactly_its_cells(
    text: str, cells: int, align: Literal["left", "right", "centre"]
) -> None:
    assert cell_width(pad(text, cells, align)) == cells


def test_truncating_never_cuts_a_character() -> None:
    assert truncate("记忆宫殿", 5) == "记忆…"
    assert truncate("记忆宫殿", 4) == "记…"
    assert truncate("记忆", 4) == "记忆"
    assert truncate("👩\u200d👧记", 3) == "👩\u200d👧…"
    assert truncate("记忆", 1) == "…"
    assert truncate("记忆", 2, ellipsis="...") == "记"


def test_taking_returns_what_is_left() -> None:
    assert take("记忆ab", 3) == ("记", "忆ab")
    assert take("abc", 2) == ("ab", "c")
    assert take("abc", -1) == ("", "abc")


def test_padding_aligns() -> None:
    assert pad("记", 4) == "记  "
    assert pad("记", 4, "right") == "  记"
    assert pad("记", 4, "centre") == " 记 "
