"""R1: which encoding bytes are in, and where lines end."""

import pytest

from palace.exchange.encoding import decode_file, split_lines, without_lone_surrogates
from palace.exchange.reading import read_file

TEXT = "# 记忆\n- 早上喝茶\n- café at nine\n"
LINES = ("# 记忆", "- 早上喝茶", "- café at nine")


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), "UTF-8"),
        (TEXT.encode("utf-8-sig"), "UTF-8 with BOM"),
        (TEXT.encode("utf-16-le"), "UTF-16 LE"),
        (TEXT.encode("utf-16-be"), "UTF-16 BE"),
        (b"\xff\xfe" + TEXT.encode("utf-16-le"), "UTF-16 LE"),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), "UTF-16 BE"),
        (TEXT.encode("gb18030"), "GB18030"),
    ],
)
def test_encoding_is_found_and_said(data: bytes, encoding: str) -> None:
    decoded = decode_file(data)
    assert decoded.lines == LINES
    assert decoded.encoding == encoding
    assert not decoded.damaged


def test_a_stray_nul_makes_no_utf_16_of_a_short_file() -> None:
    assert decode_file("- a\x00 nul\n- 中\n".encode()).lines == ("- a\x00 nul", "- 中")
    assert decode_file("- 第二条 ok\n".encode("utf-16-le")).lines == ("- 第二条 ok",)


def test_no_byte_order_mark_hides_the_first_line() -> None:
    for encoding in ("utf-8", "utf-16-le", "gb18030"):
        assert decode_file(("\ufeff\ufeff" + TEXT).encode(encoding)).lines == LINES


def test_four_byte_gb18030_characters_survive() -> None:
    assert decode_file("- 𠮷野家 €\n- 中文".encode("gb18030")).lines == ("- 𠮷野家 €", "- 中文")


def test_chinese_one_whose_low_byte_is_nul_does_not_turn_utf_16_around() -> None:
    text = "一一一一一一\n- a b c d\n"
    assert decode_file(text.encode("utf-16-le")).lines == ("一一一一一一", "- a b c d")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"- fine\n- caf\xe9\n", 2),
        ("- 中文\n- 切断".encode()[:-1], 2),
        (b"- a \xed\xa0\x80 b\n", 1),
        (b"\xef\xbb\xbf- \xff\n", 1),
    ],
)
def test_damage_is_reported_with_its_line(data: bytes, line: int) -> None:
    decoded = decode_file(data)
    assert decoded.damaged
    assert decoded.encoding.startswith("UTF-8")
    assert decoded.damaged_line == line
    reading = read_file("MEMORY.md", data, neighbours=lambda target: False)
    assert reading.errors[0].text.startswith(f"line {line}: ")
    assert reading.encoding.endswith("(damaged)")


def test_a_cut_utf_8_file_is_not_taken_for_gb18030() -> None:
    assert decode_file("记忆宫殿".encode()[:-2]).lines[0].startswith("记忆宫")


def test_utf_16_with_a_missing_byte_is_damaged_not_lost() -> None:
    decoded = decode_file(b"\xff\xfe" + "- 茶\n- 咖啡".encode("utf-16-le")[:-1])
    assert decoded.lines[0] == "- 茶"
    assert decoded.damaged


def test_a_block_of_nul_bytes_is_not_utf_16() -> None:
    assert decode_file(b"- a\n" + bytes(64)).encoding == "UTF-8"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("\n", [""]),
        ("a\r\nb\rc\n", ["a", "b", "c"]),
        ("a\n\rb", ["a", "", "b"]),
        ("a\u2028b\x0bc\x0cd\x85e\x1cf\n", ["a\u2028b\x0bc\x0cd\x85e\x1cf"]),
    ],
)
def test_only_lf_crlf_and_cr_end_a_line(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


def test_surrogate_pairs_join_and_lone_ones_are_replaced() -> None:
    assert without_lone_surrogates("a\ud83d\ude00b\ud800c") == "a😀b�c"
    assert decode_file(b"\xed\xa0\xbd\xed\xb8\x80\n").lines == ("😀",)
