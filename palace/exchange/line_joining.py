"""Whether a text says anything, and how its lines join: a space stands between words, not between CJK."""

import re
from collections.abc import Iterable

from palace.text.units import CJK, CJK_MARKS

_SHARED_MARKS = "“”‘’…—·"
_HANGUL = "\u3131-\u318e\uac00-\ud7a3"

_SPACELESS = re.compile(f"[{CJK}{CJK_MARKS}]")
_HANGUL_CHARACTER = re.compile(f"[{_HANGUL}]")
_SHARED = frozenset(_SHARED_MARKS)


def has_content(text: str) -> bool:
    """Return whether a text holds any letter, digit or CJK character."""
    return any(map(str.isalnum, text))


def join_lines(lines: Iterable[str]) -> str:
    """Return lines as one: joined by a space, or by nothing between two CJK characters."""
    joined: list[str] = []
    last = ""
    for line in lines:
        stripped = line.strip()
        if not stripped:
            continue
        if last and not _joins_without_space(last, stripped[0]):
            joined.append(" ")
        joined.append(stripped)
        last = stripped[-1]
    return "".join(joined)


def _joins_without_space(before: str, after: str) -> bool:
    if _HANGUL_CHARACTER.match(before) or _HANGUL_CHARACTER.match(after):
        return False
    wide_before, wide_after = _SPACELESS.match(before), _SPACELESS.match(after)
    if wide_before and wide_after:
        return True
    return bool((wide_before and after in _SHARED) or (before in _SHARED and wide_after))
