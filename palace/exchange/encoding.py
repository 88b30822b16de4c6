"""From bytes to lines: which encoding a file is in, and where its lines end."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

UTF_8 = "UTF-8"
UTF_8_BOM = "UTF-8 with BOM"
UTF_16_LE = "UTF-16 LE"
UTF_16_BE = "UTF-16 BE"
GB18030 = "GB18030"

_LINE_END = re.compile(r"\r\n|\n|\r")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BYTE_ORDER_MARK = "\ufeff"
_REPLACEMENT = "\ufffd"

MANY_NULS_PER_BYTE = 1 / 64
"""From this share of NUL bytes on, a file without a byte order mark may be UTF-16."""
MOST_NULS_OF_UTF_8 = 1 / 4
"""Up to this share of NUL bytes what is strict UTF-8 is UTF-8: UTF-16 of Latin letters has more of them, and
other UTF-16 is no UTF-8."""
PARITY_RATIO = 2
"""NUL bytes must be this many times as frequent on one side of the byte pairs as on the other."""


@dataclass(frozen=True, slots=True)
class DecodedFile:
    """A file as text. `damaged` says that bytes were replaced; `damaged_line` is the first such line."""

    lines: tuple[str, ...]
    encoding: str
    damaged: bool
    damaged_line: int | None


def decode_file(data: bytes) -> DecodedFile:
    """Return the lines of a file without their ends, the encoding that was found, and whether it fitted.

    A byte order mark decides; else many NUL bytes mean UTF-16 by their parity (a stray one does not, where
    the rest is UTF-8); else strict UTF-8, strict
    GB18030, and last UTF-8 with replacement. Lone surrogates become the replacement character.
    """
    text, encoding, damaged = _decoded(data)
    lines = split_lines(text.lstrip(_BYTE_ORDER_MARK))
    first = None
    if damaged:
        first = next((number for number, line in enumerate(lines, 1) if _REPLACEMENT in line), None)
    return DecodedFile(tuple(lines), encoding, damaged, first)


def split_lines(text: str) -> list[str]:
    """Return the lines of a text; only LF, CRLF and CR end one, and the last end opens no further line."""
    lines = _LINE_END.split(text) if "\r" in text else text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return lines


def without_lone_surrogates(text: str) -> str:
    """Return a text that can be stored: surrogate pairs joined, lone surrogates replaced."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _decoded(data: bytes) -> tuple[str, str, bool]:
    if data.startswith(codecs.BOM_UTF8):
        return _as_utf_8(data[len(codecs.BOM_UTF8) :], UTF_8_BOM)
    if data.startswith(codecs.BOM_UTF16_LE):
        return _as_utf_16(data[2:], UTF_16_LE)
    if data.startswith(codecs.BOM_UTF16_BE):
        return _as_utf_16(data[2:], UTF_16_BE)
    wide = _utf_16_by_nuls(data)
    if wide:
        return _as_utf_16(data, wide)
    try:
        return data.decode("utf-8"), UTF_8, False
    except UnicodeDecodeError as error:
        if _is_utf_8_cut_short(data, error):
            return _as_utf_8(data, UTF_8)
    try:
        passed = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        pass
    else:
        return without_lone_surrogates(passed), UTF_8, True
    try:
        return data.decode("gb18030"), GB18030, False
    except UnicodeDecodeError:
        return _as_utf_8(data, UTF_8)


def _as_utf_8(data: bytes, name: str) -> tuple[str, str, bool]:
    try:
        return data.decode("utf-8"), name, False
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace"), name, True


def _as_utf_16(data: bytes, name: str) -> tuple[str, str, bool]:
    codec = "utf-16-le" if name == UTF_16_LE else "utf-16-be"
    try:
        return data.decode(codec), name, False
    except UnicodeDecodeError:
        return data.decode(codec, "replace"), name, True


def _utf_16_by_nuls(data: bytes) -> str | None:
    """Return the UTF-16 whose pairs the NUL bytes of a file fit, or None if they fit none.

    The pairs that make line ends and spaces decide first: a Chinese character such as 一 (U+4E00) has a NUL
    byte on the other side.
    """
    nuls = data.count(0)
    if not nuls or nuls < len(data) * MANY_NULS_PER_BYTE:
        return None
    if nuls <= len(data) * MOST_NULS_OF_UTF_8 and _is_utf_8(data):
        return None
    even, odd = data[::2], data[1::2]
    little, big = _spaces_in_pairs(even, odd), _spaces_in_pairs(odd, even)
    if little == big:
        little, big = odd.count(0), even.count(0)
    if little >= PARITY_RATIO * big:
        return UTF_16_LE
    return UTF_16_BE if big >= PARITY_RATIO * little else None


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _spaces_in_pairs(low: bytes, high: bytes) -> int:
    return sum(not high[at] for sign in (b"\n", b" ") for at in _places(low, sign) if at < len(high))


def _places(data: bytes, sign: bytes) -> Iterator[int]:
    at = data.find(sign)
    while at >= 0:
        yield at
        at = data.find(sign, at + 1)


def _is_utf_8_cut_short(data: bytes, error: UnicodeDecodeError) -> bool:
    """Whether only the last character is incomplete, and other characters before it prove UTF-8."""
    return error.reason == "unexpected end of data" and not data[: error.start].isascii()
