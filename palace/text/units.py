"""How much a text says: 1 for a CJK character, 2 for a word."""

import re
from functools import cache

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


def units(text: str) -> int:
    """Return how much a text says: 1 for a CJK character, 2 for a word.

    A word is a run without spaces that holds a letter or digit; emphasis marks and CJK or full-width
    punctuation count nothing and separate words.
    """
    character, separator = _patterns()
    characters = len(character.findall(text))
    words = sum(any(map(str.isalnum, word)) for word in separator.sub(" ", text).split())
    return characters + 2 * words


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns, made when they are first needed: wide classes take milliseconds."""
    return re.compile(f"[{CJK}]"), re.compile(rf"\*\*|__|`|[{CJK}{CJK_MARKS}{_SHARED_MARKS}]")
