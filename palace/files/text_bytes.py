"""Whether bytes are text at all: pictures and databases are no memories, whatever their names end with."""

import codecs

LOOKED_AT = 64 * 1024
"""Only so many bytes at the beginning of a file are looked at."""

FEW_CONTROLS = 8
"""So many control bytes prove nothing: a statement may hold a stray one."""

MOST_CONTROLS = 1 / 32
"""Text holds at most this share of control bytes; random bytes hold one in nine."""

_CONTROLS = bytes(set(range(0x20)) - set(b"\t\n\v\f\r\b\x1a\x1b"))
"""Those that no text is written with: tabs, line ends, overstriking and colours of a terminal log may be."""

_PARITY = 2
"""NUL bytes of UTF-16 stand at least so many times as often on one side of its pairs as on the other."""

_LEAST_NULS = 1 / 64
"""The share of NUL bytes from which on a file without a byte order mark may be UTF-16."""


def is_text(data: bytes) -> bool:
    """Return whether a file may be text in any encoding that is read: UTF-8, UTF-16 or GB18030."""
    start = data[:LOOKED_AT]
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    controls = len(start) - len(start.translate(None, _CONTROLS))
    return controls <= max(FEW_CONTROLS, len(start) * MOST_CONTROLS) or _may_be_utf_16(start)


def _may_be_utf_16(start: bytes) -> bool:
    even, odd = start[::2].count(0), start[1::2].count(0)
    return even + odd >= len(start) * _LEAST_NULS and max(even, odd) >= _PARITY * min(even, odd)
