"""Emoji: taken off the ends of headings, kept in texts, where ✅ and ❌ are polarity."""

import re

STATUS_EMOJI = tuple("✅❌⚠⏳🔄⛔🚫✔✖☑📌🔴🟡🟢💡⭐➡👉❗❓🔥")
"""A line that starts with one of these is a statement of its own."""

_PICTURE = (
    "\u203c\u2049\u2139\u2194-\u2199\u21a9\u21aa\u2300-\u23ff\u25a0-\u27bf\u2934\u2935"
    "\u2b00-\u2bff\u3297\u3299\U0001f000-\U0001fbff"
)
_JOINERS = "\u200d\u20e3\ufe0e\ufe0f\U000e0020-\U000e007f"
_KEYCAP = "[0-9#*]\ufe0f?\u20e3"
_AT_START = re.compile(rf"(?:{_KEYCAP}|[{_PICTURE}{_JOINERS}]|\s)*")
_ENDING = re.compile(rf"[{_PICTURE}{_JOINERS}\s]")


def emoji_at_start(text: str) -> int:
    """Return how many characters at the start of a text are emoji and spaces."""
    found = _AT_START.match(text)
    return found.end() if found else 0


def emoji_at_end(text: str) -> int:
    """Return where the emoji and spaces at the end of a text begin."""
    end = len(text)
    while end and _ENDING.match(text[end - 1]):
        if text[end - 1] == "\u20e3":
            keycap = re.search(rf"{_KEYCAP}$", text[max(0, end - 3) : end])
            end -= len(keycap[0]) if keycap else 1
        else:
            end -= 1
    return end


def starts_with_status_emoji(text: str) -> bool:
    """Return whether a line starts with a status emoji."""
    return text.startswith(STATUS_EMOJI)
