"""Full dates, and where in a text they say when a statement holds."""

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from palace.exchange.emoji import emoji_at_end, emoji_at_start

_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_MONTH_NUMBERS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_GAP = r"[ \t\u3000]{1,3}"
_FULL_DATE = re.compile(
    r"(?<!\d)(?<!\d[./-])(?:"
    r"(?P<year>\d{4})(?:(?P<sign>[-/.])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})(?!\d)(?!\.\d)"
    r"|[ ]?年[ ]?(?P<month_zh>\d{1,2})[ ]?月[ ]?(?P<day_zh>\d{1,2})[ ]?[日号])"
    rf"|(?<![A-Za-z])(?P<name_us>{_MONTHS})\.?{_GAP}(?P<day_us>\d{{1,2}})(?:st|nd|rd|th)?,?{_GAP}"
    r"(?P<year_us>\d{4})(?!\d)"
    rf"|(?P<day_uk>\d{{1,2}})(?:st|nd|rd|th)?{_GAP}(?P<name_uk>{_MONTHS})\.?,?{_GAP}(?P<year_uk>\d{{4}})(?!\d)"
    r")",
    re.IGNORECASE,
)
_CLOCK = (
    r"(?<!\d)\d{1,2}[:：]\d{2}(?:[:：]\d{2}(?:\.\d{1,9})?)?"
    r"(?:[ ]?(?:[ap]\.?m\b\.?|utc\b|gmt\b|z\b|[+-]\d{2}:?\d{2}\b))?"
)
_DAYPART = (
    "凌晨|清晨|早晨|早上|上午|中午|午后|下午|傍晚|晚上|夜间|夜里|深夜|半夜|早|晚"
    r"|\b(?:morning|noon|midday|afternoon|evening|night)\b"
)
_TIME = re.compile(rf"T?(?:{_CLOCK})|{_DAYPART}", re.IGNORECASE)
_BETWEEN = re.compile(
    rf"[ \t\u3000]{{0,3}}(?:(?:{_DAYPART})[ ]?)?(?:T?{_CLOCK}(?:[ ]?[-–~][ ]?{_CLOCK})?)?(?<=\S)",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"(?:last\s+)?\b(?:saved|added|updated|noted|learned|confirmed|since|as\s+of)\b(?:\s+(?:on|at|in)\b)?"
    "|于?(?:更新|记录|确认|自|起|学习|创建|确立|保存|添加)于?",
    re.IGNORECASE,
)
_DEADLINE = re.compile(
    r"\b(?:due|by|until|before|expires?|deadline)\b|截止|到期|前|过期|有效期", re.IGNORECASE
)
_ALL_SEPARATORS = re.compile(r"[\s,，:：、·\-–—|]*")
_LEADING_SEPARATOR = re.compile(
    r"[ \t\u3000]{0,3}[:：|][ \t\u3000]*|[ \t\u3000]{1,3}[-–—]{1,3}(?:[ \t\u3000]+|$)"
)
_OPENERS = "([（【"
_CLOSER_OF = {"(": ")", "[": "]", "（": "）", "【": "】"}
_OPENER_OF = {closer: opener for opener, closer in _CLOSER_OF.items()}
_LONGEST_BRACKET = 300
_LONGEST_DATE_BRACKET = 60
_AFTER_BRACKET = "。.！!；;，, \t\u3000"
_HEADING_SEPARATORS = "-–—:：|·"


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A full date in a text, with the characters it takes."""

    start: int
    end: int
    day: datetime.date


def find_dates(text: str) -> Iterator[FoundDate]:
    """Yield the full dates of a text whose day exists."""
    for found in _FULL_DATE.finditer(text):
        day = _day(found)
        if day:
            yield FoundDate(found.start(), found.end(), day)


def first_date(text: str) -> FoundDate | None:
    """Return the first full date of a text."""
    return next(find_dates(text), None)


def date_at(text: str, start: int) -> FoundDate | None:
    """Return the full date that begins exactly at `start`."""
    found = _FULL_DATE.match(text, start)
    day = _day(found) if found else None
    return FoundDate(found.start(), found.end(), day) if found and day else None


def dated_bracket(content: str) -> datetime.date | None:
    """Return the date of a bracket that holds nothing else, a verb such as “updated” and a time aside."""
    if len(content) > _LONGEST_DATE_BRACKET:
        return None
    found = list(find_dates(content))
    if len(found) != 1:
        return None
    rest = content[: found[0].start] + " " + content[found[0].end :]
    rest = _VERB.sub(" ", _TIME.sub(" ", rest))
    return found[0].day if _ALL_SEPARATORS.fullmatch(rest) else None


def leading_date(text: str, mark: str) -> tuple[datetime.date, str, bool] | None:
    """Return the date before a separator at the start of a text, what follows, and whether bold closed.

    The separator is a colon, a `|` or a spaced dash; a time or a part of the day may stand before it.
    `mark` is the bold mark that is open at the start of the text, or empty.
    """
    found = date_at(text, 0)
    if not found:
        return None
    between = _BETWEEN.match(text, found.end)
    at = between.end() if between else found.end
    closed = bool(mark) and text.startswith(mark, at)
    at += len(mark) if closed else 0
    separator = _LEADING_SEPARATOR.match(text, at)
    if not separator:
        return None
    at = separator.end()
    if mark and not closed and text.startswith(mark, at):
        return found.day, text[at + len(mark) :], True
    return found.day, text[at:], closed


def closing_date(text: str) -> tuple[str, datetime.date | None]:
    """Return a text and the date of its last bracket; a bracket with nothing but the date is taken off.

    The only full date among other words gives the date and stays, unless it is a deadline.
    """
    end = len(text.rstrip(_AFTER_BRACKET))
    closer = text[end - 1] if end else ""
    opener = _OPENER_OF.get(closer)
    if not opener:
        return text, None
    start = text.rfind(opener, max(0, end - _LONGEST_BRACKET), end - 1)
    if start < 0 or (opener == "(" and text[start - 1 : start] == "]"):
        return text, None
    content = text[start + 1 : end - 1]
    alone = dated_bracket(content)
    if alone:
        return text[:start].rstrip() + text[end:].rstrip(), alone
    found = list(find_dates(content))
    if len(found) == 1 and not _DEADLINE.search(content):
        return text, found[0].day
    return text, None


def heading_date(text: str) -> tuple[str, datetime.date | None]:
    """Return a heading and its first full date.

    The date leaves the heading if it is alone in a bracket, at the start before a separator or a space
    (but not before `~`), or last.
    """
    found = first_date(text)
    if not found:
        return text, None
    bracket = _bracket_around(text, found)
    if bracket and dated_bracket(text[bracket[0] + 1 : bracket[1]]):
        return f"{text[: bracket[0]].rstrip()} {text[bracket[1] + 1 :].lstrip()}".strip(), found.day
    before, after = text[: found.start], text[found.end :]
    if emoji_at_start(before) == len(before) and _ends_leading_date(after):
        return before + after.lstrip().lstrip(_HEADING_SEPARATORS).lstrip(), found.day
    if emoji_at_end(after.rstrip(_HEADING_SEPARATORS)) == 0:
        return before.rstrip() + after, found.day
    return text, found.day


def _ends_leading_date(after: str) -> bool:
    if not after:
        return True
    return after[0] in _HEADING_SEPARATORS or (
        after[0].isspace() and not after.lstrip().startswith(("~", "～"))
    )


def _bracket_around(text: str, found: FoundDate) -> tuple[int, int] | None:
    for start in range(found.start - 1, max(-1, found.start - _LONGEST_DATE_BRACKET), -1):
        if text[start] in _OPENERS:
            end = text.find(_CLOSER_OF[text[start]], found.end, found.end + _LONGEST_DATE_BRACKET)
            return (start, end) if end >= 0 else None
        if text[start] in _OPENER_OF:
            return None
    return None


def _day(found: re.Match[str]) -> datetime.date | None:
    group = found.groupdict()
    if group["year"]:
        year, month = group["year"], int(group["month"] or group["month_zh"])
        day = group["day"] or group["day_zh"]
    elif group["name_us"]:
        year, day, month = group["year_us"], group["day_us"], _MONTH_NUMBERS[group["name_us"][:3].lower()]
    else:
        year, day, month = group["year_uk"], group["day_uk"], _MONTH_NUMBERS[group["name_uk"][:3].lower()]
    try:
        return datetime.date(int(year), month, int(day))
    except ValueError:
        return None
