import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.text.display import MOST_MARKS, ascii_only, displayable, encodable, one_line
from palace.text.width import cell_width

HOSTILE = "\x1b\x9b\x07\r\n\t\x00\x7f\u202e\u2066\u200b\u200d\ufeff\u00ad\ufe0f\u2028\u3164\U000e0041\ud800"
hostile_texts = st.lists(
    st.one_of(
        st.characters(),
        st.sampled_from(HOSTILE + "👩👧❤1#\u20e3\u0301\U0001f3fd🏴\U000e0067\U000e007f記葛\U000e0100x "),
    )
).map("".join)

FORBIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\u115f\u1160\u3164\uffa0\ud800-\udfff\U000e0000-\U000e001f\U000e0080-\U000e00ff]"
)


@given(hostile_texts, st.booleans())
@settings(max_examples=400)
def test_no_control_direction_or_hidden_character_is_left(text: str, keep_newlines: bool) -> None:
    shown = displayable(text, keep_newlines=keep_newlines)
    assert FORBIDDEN.search(shown) is None
    assert keep_newlines or "\n" not in shown


@given(hostile_texts, st.booleans())
@settings(max_examples=400)
def test_doing_it_twice_changes_nothing(text: str, keep_newlines: bool) -> None:
    once = displayable(text, keep_newlines=keep_newlines)
    assert displayable(once, keep_newlines=keep_newlines) == once


@given(
    st.text(
        st.characters(
            exclude_categories=["C", "M", "Zl", "Zp"], exclude_characters="\u115f\u1160\u3164\uffa0"
        )
    )
)
def test_printable_text_is_returned_as_it_is(text: str) -> None:
    assume_no_lone_parts = re.sub("[\u1160-\u11ff\ud7b0-\ud7ff\U0001f3fb-\U0001f3ff]", "", text)
    assert displayable(assume_no_lone_parts) == assume_no_lone_parts


@given(hostile_texts, st.integers(0, 30))
@settings(max_examples=200)
def test_one_line_is_safe_and_fits(text: str, cells: int) -> None:
    line = one_line(text, cells)
    assert "\n" not in line
    assert FORBIDDEN.search(line) is None
    assert cell_width(line) <= cells


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("\x1b[2J", "␛[2J"),
        ("\x1b]52;c;aGk=\x07", "␛]52;c;aGk=␇"),
        ("a\rb", "a␍b"),
        ("\x00", "␀"),
        ("\x7f", "␡"),
        ("\x9b31m", "⟨9B⟩31m"),
        ("a\tb", "a    b"),
        ("abc\u202edef", "abc⟨RLO⟩def"),
        ("用户\u200b名", "用户⟨ZWSP⟩名"),
        ("\ufeff用户", "⟨BOM⟩用户"),
        ("x\U000e0068\U000e0069", "x⟨tags:hi⟩"),
        ("x" + "\ufe0f" * 9, "x⟨VS×9⟩"),
        ("a\u2028b", "a⟨LS⟩b"),
        ("\ud83d", "\ufffd"),
        ("\uffff", "⟨U+FFFF⟩"),
        ("\u0301a", "\u25cc\u0301a"),
        ("a🏽", "a⟨U+1F3FD⟩"),
        ("a\u200db", "a⟨ZWJ⟩b"),
        ("a\nb", "a␊b"),
    ],
)
def test_what_a_terminal_would_obey_or_hide_becomes_a_mark(stored: str, shown: str) -> None:
    assert displayable(stored) == shown


@pytest.mark.parametrize(
    "text",
    [
        "[/",
        "[b + should",
        "[tag=value:",
        "[/dim]",
        "[data: /m?id=bbb-]",
        "latvec[0]",
        "👩\u200d👩\u200d👧\u200d👦",
        "❤\ufe0f",
        "👍🏽",
        "🇨🇳",
        "1\ufe0f\u20e3",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "葛\U000e0100城",
        "e\u0301",
        "记忆，宫殿。",
        "한글",
        "\u1112\u1161\u11ab",
        "ภาษา",
    ],
)
def test_honest_text_stays(text: str) -> None:
    assert displayable(text) == text


def test_newlines_stay_where_asked_and_crlf_is_one() -> None:
    assert displayable("a\r\nb\nc\rd", keep_newlines=True) == "a\nb\nc␍d"


def test_piled_up_marks_are_bounded_and_counted() -> None:
    shown = displayable("e" + "\u0301" * 40 + "f")
    assert shown == "e" + "\u0301" * MOST_MARKS + "⟨+36⟩f"


def test_endless_joined_emoji_are_parted() -> None:
    shown = displayable("\u200d".join("👩" * 60))
    assert cell_width(shown) > 20
    assert all(len(part) <= 12 for part in shown.split("⟨ZWJ⟩"))


def test_one_line_looks_only_at_what_it_shows() -> None:
    line = one_line("记忆\n宫殿 " * 300_000, 9)
    assert line == "记忆 宫…"
    assert one_line("  a\n\n b\t", 9) == "a b"
    assert one_line("x" + "\u200b" * 5, 40) == "x" + "⟨ZWSP⟩" * 5


def test_outputs_that_cannot_carry_a_character_get_a_stand_in() -> None:
    assert ascii_only("“记”…é ␛[2J ⟨RLO⟩") == '"\\u8bb0"...e ^[[2J <RLO>'
    assert encodable("记忆—⟨RLO⟩ ␛", "gbk") == "记忆—<RLO> ^["
    assert encodable("记忆…🧠", "utf-8") == "记忆…🧠"


@given(hostile_texts)
@settings(max_examples=150)
def test_a_stand_in_can_always_be_carried(text: str) -> None:
    ascii_only(text).encode("ascii")
    encodable(text, "gbk").encode("gbk")


def test_no_character_of_the_unicode_table_slips_through() -> None:
    hidden = [
        hex(code)
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in {"Cc", "Cs", "Zl", "Zp"} and displayable(chr(code)) == chr(code)
    ]
    assert hidden == []
