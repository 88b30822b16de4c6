"""Tags at the start of a statement: priority, date, class and checkbox, in any order, bold or not."""

import datetime
import re
from dataclasses import dataclass

from palace.domain.vocabulary import Kind, Priority
from palace.exchange.dates import closing_date, dated_bracket, find_dates, first_date, leading_date
from palace.exchange.kinds import CLASS_TAGS

_SPACES = " \t\u3000"
_BRACKETS = {"[": "]", "【": "】", "(": ")", "（": "）"}
_LONGEST_BRACKET = 120
_LEVEL_BRACKET = re.compile(
    r"\s*[Pp](?P<level>[0-2])\s*(?P<more>\|\s*expire[sd]?\s*[:：=]\s*(?P<expiry>[^|]+?)\s*)?"
)
_BARE_LEVEL = re.compile(r"[Pp]([0-2])(?:\s{0,3}[:：|]|\s{1,3}[-–—]{1,3}(?=\s|$))\s*")
_BOLD_LEVEL = re.compile(r"[Pp]([0-2])\s*[:：]?\s*(?=\*\*|__)")
_CODE_LEVEL = re.compile(r"`[Pp]([0-2])`")
_CHECKBOX = re.compile(r"\[([xX✓✔ \t]?)\](?=\s|$)")
_SEPARATOR = re.compile(r"\s*(?:[:：|]|[-–—]{1,3}(?=\s))\s*")
_MARKS = ("**", "__")


@dataclass(frozen=True, slots=True)
class Tags:
    """A statement without its tags, and what they said. `checked` is None where no checkbox stood."""

    text: str
    priority: Priority | None = None
    date: datetime.date | None = None
    valid_to: datetime.date | None = None
    kind: Kind | None = None
    checked: bool | None = None


def read_tags(text: str, *, log: bool, checkbox: bool = False, leading_dates: bool = True) -> Tags:
    """Return a statement without the tags at its start.

    In a daily log only `[P0]` and `【P0】` are priorities. With `checkbox`, `[ ]` and `[x]` are cut off too;
    without `leading_dates` a date counts only in brackets.
    """
    reader = _TagReader(text.strip(), log=log, checkbox=checkbox, leading_dates=leading_dates)
    while reader.take_one():
        pass
    return reader.result()


def read_statement_tags(text: str, *, log: bool, checkbox: bool = False) -> Tags:
    """Return a statement without the tags at its start and the date in its last bracket."""
    tags = read_tags(text, log=log, checkbox=checkbox)
    if tags.date:
        return tags
    rest, day = closing_date(tags.text)
    return Tags(rest, tags.priority, day, tags.valid_to, tags.kind, tags.checked)


class _TagReader:
    """Takes tags off a text one by one. `mark` is a bold mark that was opened before a tag and still is."""

    def __init__(self, text: str, *, log: bool, checkbox: bool, leading_dates: bool) -> None:
        self.rest = text
        self.mark = ""
        self.log = log
        self.checkbox = checkbox
        self.leading_dates = leading_dates
        self.priority: Priority | None = None
        self.date: datetime.date | None = None
        self.valid_to: datetime.date | None = None
        self.kind: Kind | None = None
        self.checked: bool | None = None

    def result(self) -> Tags:
        """Return what was found, with an open bold mark put back."""
        rest = self.rest.strip()
        if self.mark and rest:
            rest = self.mark + rest
        return Tags(rest, self.priority, self.date, self.valid_to, self.kind, self.checked)

    def take_one(self) -> bool:
        """Take one tag off and return whether there was one."""
        if not self.rest:
            return False
        if self.mark:
            return self._close_mark() or self._take(self.rest)
        if self.rest.startswith(_MARKS):
            mark, inside = self.rest[:2], self.rest[2:].lstrip(_SPACES)
            self.mark = mark
            if self._take(inside):
                return True
            self.mark = ""
            return False
        return self._take(self.rest)

    def _close_mark(self) -> bool:
        if not self.rest.startswith(self.mark):
            return False
        self._set_rest(self.rest[2:], after_tag=True)
        self.mark = ""
        return True

    def _take(self, text: str) -> bool:
        first = text[:1]
        if first in _BRACKETS:
            return self._take_bracket(text)
        if first.isdigit() or first.isalpha():
            return self._take_bare_level(text) or self._take_leading_date(text)
        if first == "`" and not self.log:
            found = _CODE_LEVEL.match(text)
            if found and self._set_priority(found[1]):
                self._set_rest(text[found.end() :], after_tag=True)
                return True
        return False

    def _take_bare_level(self, text: str) -> bool:
        if self.log or text[0] not in "Pp":
            return False
        found = _BARE_LEVEL.match(text)
        if not found and self.mark:
            found = _BOLD_LEVEL.match(text)
        if not found or not self._set_priority(found[1]):
            return False
        self._set_rest(text[found.end() :], after_tag=False)
        return True

    def _take_leading_date(self, text: str) -> bool:
        if not self.leading_dates or self.date:
            return False
        found = leading_date(text, self.mark)
        if not found:
            return False
        self.date, rest, closed = found
        if closed:
            self.mark = ""
        self._set_rest(rest, after_tag=False)
        return True

    def _take_bracket(self, text: str) -> bool:
        closer = text.find(_BRACKETS[text[0]], 1, _LONGEST_BRACKET)
        if closer < 0 or text.startswith("(", closer + 1):
            return False
        content = text[1:closer]
        if self._take_checkbox(text):
            return True
        taken = (
            self._read_level(text[0], content)
            or self._read_date(content)
            or self._read_class(text[0], content)
        )
        if taken:
            self._set_rest(text[closer + 1 :], after_tag=True)
        return taken

    def _take_checkbox(self, text: str) -> bool:
        found = _CHECKBOX.match(text) if self.checkbox and self.checked is None else None
        if not found:
            return False
        self.checked = bool(found[1].strip())
        self._set_rest(text[found.end() :], after_tag=False)
        return True

    def _read_level(self, opener: str, content: str) -> bool:
        if self.log and opener not in "[【":
            return False
        found = _LEVEL_BRACKET.fullmatch(content)
        if not found:
            return False
        expiry = found["expiry"]
        if expiry:
            day = first_date(expiry)
            if not self._set_priority(found["level"]):
                return False
            self.valid_to = day.day if day else None
            return day is not None
        return self._set_priority(found["level"])

    def _read_date(self, content: str) -> bool:
        """Take the date of a bracket; return whether nothing else stands in it, so that it can leave."""
        if self.date:
            return False
        found = list(find_dates(content))
        if len(found) != 1:
            return False
        before, after = content[: found[0].start].strip(), content[found[0].end :].strip()
        if not before or dated_bracket(content):
            self.date = found[0].day
        return not before and not after

    def _read_class(self, opener: str, content: str) -> bool:
        kind = CLASS_TAGS.get(content.strip().lower()) if opener == "[" and not self.kind else None
        if not kind:
            return False
        self.kind = kind
        return True

    def _set_priority(self, level: str) -> bool:
        if self.priority:
            return False
        self.priority = Priority(f"P{level}")
        return True

    def _set_rest(self, text: str, *, after_tag: bool) -> None:
        rest = text.lstrip(_SPACES)
        if after_tag:
            separator = _SEPARATOR.match(rest)
            rest = rest[separator.end() :] if separator else rest
        self.rest = rest
