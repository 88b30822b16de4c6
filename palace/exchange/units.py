"""How much a text says, and how its lines join: both depend on which characters are CJK."""

import re
from collections.abc import Iterable

CJK = (
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3105-\u312f\u3131-\u318e\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    "\uff66-\uff9d\U00020000-\U0003fffd"
)
"""Chinese, Japanese and Korean characters, as the inside of a character class."""

CJK_MARKS = (
    "\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
    "\uffe0-\uffee"
)
"""CJK and full-width punctuation, as the inside of a character class."""

_SHARED_MARKS = "“”‘’…—·"
_HANGUL = "\u3131-\u318e\uac00-\ud7a3"

_CJK_CHARACTER = re.compile(f"[{CJK}]")
_BREAK = re.compile(rf"\*\*|__|`|[{CJK}{CJK_MARKS}{_SHARED_MARKS}]")
_SPACELESS = re.compile(f"[{CJK}{CJK_MARKS}]")
_HANGUL_CHARACTER = re.compile(f"[{_HANGUL}]")
_SHARED = frozenset(_SHARED_MARKS)


def units(text: str) -> int:
    """Return how much a text says: 1 for a CJK character, 2 for a word.

    A word is a run without spaces that holds a letter or digit; emphasis marks and CJK or full-width
    punctuation count nothing and separate words.
    """
    characters = len(_CJK_CHARACTER.findall(text))
    words = sum(any(map(str.isalnum, word)) for word in _BREAK.sub(" ", text).split())
    return characters + 2 * words


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
