"""Headings, and labels that act as such: cleaned for the path, their priority and date taken out."""

import datetime
import re
from dataclasses import dataclass

from palace.domain.vocabulary import Priority
from palace.exchange.dates import first_date, heading_date
from palace.exchange.emoji import emoji_at_end, emoji_at_start
from palace.exchange.emphasis import without_comments, without_emphasis

_HEADING = re.compile(r"(#{1,6})(?:\s+|$)")
_P_NUMBER = re.compile(r"(?<![A-Za-z0-9])P(\d+)(?![A-Za-z0-9])", re.IGNORECASE)
_SEPARATORS = "-–—:：|·"
_ENDS = _SEPARATORS + " \t\u3000"
_BRACKETS = {"(": ")", "（": "）", "[": "]", "【": "】"}
_ZONES = "UTC|GMT|CST|CDT|EST|EDT|MST|MDT|PST|PDT|CET|CEST|BST|JST|KST|HKT|IST"
_CLOCK = re.compile(
    rf"\d{{1,2}}[:：]\d{{2}}(?:[:：]\d{{2}})?+(?:\s?(?:[AaPp]\.?[Mm]\b\.?|{_ZONES})(?![A-Za-z]))?+"
    r"(?:\s{1,3}|(?=[-–—:：|·]))(?=\S)"
)
_NUMBER = re.compile(r"(?<![A-Za-z0-9])P(\d+)(?![A-Za-z0-9])", re.IGNORECASE)
_SEPARATORS = "-–—:：|·"
_ENDS = _SEPARATORS + " \t\u3000"
_BRACKETS = {"(": ")", "（": "）", "[": "]", "【": "】"}
_ZONES = "UTC|GMT|CST|CDT|EST|EDT|MST|MDT|PST|PDT|CET|CEST|BST|JST|KST|HKT|IST"
_CLOCK = re.compile(
    rf"\d{{1,2}}[:：]\d{{2}}(?:[:：]\d{{2}})?(?:\s?(?:[ap]\.?m\b\.?|{_ZONES})(?![A-Za-z]))?"
    r"(?:\s{1,3}|(?=[-–—:：|·]))(?=\S)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d{1,3}(?:\.(?!\d)|[)、．])\s*|[一二三四五六七八九十百]{1,4}、\s*")
_FILE_WORD = re.compile(
    r"(?<![a-z])(?:memory|user|soul|identity|logs?|notes|daily|index)(?![a-z])|记忆|日志|日记|索引",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CleanHeading:
    """What of a heading joins the path (may be empty), and what it says about all below it."""

    text: str
    priority: Priority | None = None
    date: datetime.date | None = None


def heading_level(line: str) -> int:
    """Return the rank of a heading line without indent, 1 to 6, or 0 if it is none."""
    found = _HEADING.match(line) if line.startswith("#") else None
    return len(found[1]) if found else 0


def heading_text(line: str) -> str:
    """Return what stands on a heading line, without its `#`, comments and emphasis."""
    text = without_comments(line.lstrip("#")).strip()
    unclosed = text.rstrip("#")
    if not unclosed or unclosed[-1].isspace():
        text = unclosed
    return without_emphasis(text)


def clean_heading(text: str, *, log: bool) -> CleanHeading:
    """Return a heading's text for the path. In a daily log `P0` in a heading is a word like others."""
    text, priority = (text, None) if log else _without_priority(text.strip())
    text, day = heading_date(text)
    if day and not priority and not log:
        text, priority = _without_priority(text, only_in_brackets=True)
    return CleanHeading(_without_ornaments(text), priority, day)


def names_a_file(text: str) -> bool:
    """Return whether a title speaks of the file as a whole: it has a file word or a date."""
    return bool(_FILE_WORD.search(text)) or first_date(text) is not None


def _without_priority(text: str, *, only_in_brackets: bool = False) -> tuple[str, Priority | None]:
    numbers = list(_P_NUMBER.finditer(text))
    if len(numbers) != 1 or numbers[0][1] not in {"0", "1", "2"}:
        return text, None
    found = numbers[0]
    priority = Priority(f"P{found[1]}")
    before, after = text[: found.start()], text[found.end() :]
    opener, closer = before[-1:], _BRACKETS.get(before[-1:], "")
    if closer and after.startswith(closer) and _is_start(before[:-1]):
        return before[:-1] + after[1:], priority
    if only_in_brackets and not closer:
        return text, None
    if _is_start(before) and (not after or after[0].isspace() or after[0] in _SEPARATORS):
        return before + after, priority
    if closer and _closes_at_end(after, closer):
        return before[: -len(opener)], priority
    if (not before or before[-1].isspace()) and _is_end(after):
        return before, priority
    return text, None


def _is_start(before: str) -> bool:
    return emoji_at_start(before) == len(before)


def _is_end(after: str) -> bool:
    return emoji_at_end(after.rstrip(_ENDS)) == 0


def _closes_at_end(after: str, closer: str) -> bool:
    at = after.find(closer)
    return at >= 0 and _is_end(after[at + 1 :])


def _without_ornaments(text: str) -> str:
    text = _trimmed(text)
    clock = _CLOCK.match(text)
    if clock:
        text = _trimmed(text[clock.end() :])
    number = _NUMBER.match(text)
    if number:
        text = _trimmed(text[number.end() :])
    return text


def _trimmed(text: str) -> str:
    """Return a text without emoji and separators at both ends."""
    while True:
        shorter = text[emoji_at_start(text) :]
        shorter = shorter[: emoji_at_end(shorter)].strip(_ENDS)
        if shorter == text:
            return text
        text = shorter
