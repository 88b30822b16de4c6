"""Inline marks of Markdown that say nothing: emphasis, and comments inside a line."""

import re

_UNDERLINED = re.compile(r"(?<!\w)__|__(?!\w)")
_SINGLE = "*_"
_KEY_WITHIN = 200
"""How far into a line a bold key is looked for."""


def without_emphasis(text: str) -> str:
    """Return a text without `**`, `__` and backticks."""
    text = text.replace("**", "").replace("`", "")
    if "__" in text:
        text = _UNDERLINED.sub("", text)
    return text.strip()


def bare(text: str) -> str:
    """Return a text without any emphasis, single `*…*` and `_…_` around the whole included."""
    text = without_emphasis(text)
    start, end = 0, len(text)
    while end - start >= 2 and text[start] == text[end - 1] and text[start] in _SINGLE:
        start, end = start + 1, end - 1
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
    return text[start:end]


def bold_key(text: str) -> str | None:
    """Return the key of a text that starts `**Key:**` or `**Key**:`, else None."""
    mark = text[:2]
    if mark not in {"**", "__"}:
        return None
    close = text.find(mark, 2, _KEY_WITHIN)
    if close < 0:
        return None
    inside, after = text[2:close].strip(), text[close + 2 : close + 8].lstrip()
    if inside.endswith((":", "：")):
        return inside[:-1].strip() or None
    return inside or None if after.startswith((":", "：")) else None


def is_one_bold_span(text: str) -> bool:
    """Return whether the whole text is one `**…**` or `__…__`."""
    for mark in ("**", "__"):
        if len(text) > 4 and text.startswith(mark) and text.endswith(mark):
            inside = text[2:-2]
            return mark not in inside and bool(inside.strip(" *_"))
    return False


def is_italic(text: str) -> bool:
    """Return whether the whole text stands inside single `*…*` or `_…_`."""
    if len(text) < 3 or text[0] != text[-1] or text[0] not in _SINGLE:
        return False
    mark, inside = text[0], text[1:-1]
    if mark == "*":
        return not text.startswith("**") and not text.endswith("**") and "*" not in inside.replace("**", "")
    if inside.startswith("_") or inside.endswith("_"):
        return False
    return not re.search(r"(?<!\w)_(?!_)|(?<!_)_(?!\w)", inside.replace("__", ""))


def without_comments(text: str) -> str:
    """Return a line with the comments inside it cut out; one that never closes stays."""
    start = text.find("<!--")
    if start < 0:
        return text
    kept: list[str] = []
    at = 0
    while start >= 0:
        end = text.find("-->", start + 4)
        if end < 0:
            break
        kept.append(text[at:start])
        at = end + 3
        if kept[-1].endswith(" ") and text.startswith(" ", at):
            at += 1
        start = text.find("<!--", at)
    kept.append(text[at:])
    return "".join(kept)
