"""What changed between two texts: by character inside Chinese runs, by word in Latin writing."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from palace.text.scripts import SYLLABIC


class Change(StrEnum):
    """What became of a stretch of text."""

    EQUAL = "equal"
    DELETE = "delete"
    INSERT = "insert"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of one of the texts, as it was written (make it displayable before it is shown)."""

    change: Change
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Two texts in one row of stretches, what was taken away before what came in its place."""

    unified: tuple[Stretch, ...]

    @property
    def before(self) -> tuple[Stretch, ...]:
        """The old text in stretches that are EQUAL or DELETE."""
        return _joined(stretch for stretch in self.unified if stretch.change is not Change.INSERT)

    @property
    def after(self) -> tuple[Stretch, ...]:
        """The new text in stretches that are EQUAL or INSERT."""
        return _joined(stretch for stretch in self.unified if stretch.change is not Change.DELETE)


MOST_COMPARED = 4_000_000
"""Pairs of tokens that are compared one by one; longer texts are compared by line, or by clause."""

MOST_MATCHES = 60_000
"""Pairs of one token that are matched singly; a text with more of them repeats itself: clause by clause."""

MOST_CLAUSES = 400
"""Clauses from which on those that stand everywhere are no longer matched with each other."""

_MARKS = (
    "[\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u3099\u309a\ufe00-\ufe0f"
    "\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
)
_TOKEN = re.compile(
    rf"[{SYLLABIC}]{_MARKS}*|(?:[^\W{SYLLABIC}]{_MARKS}*)+|[^\S\n]+|\n|.{_MARKS}*(?:\u200d.{_MARKS}*)*",
    re.DOTALL,
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_CLAUSE = re.compile(r"[^\n，,。；;！!？?]*[\n，,。；;！!？?]|[^\n，,。；;！!？?]+")

SMALLEST_ISLAND = 2
"""A lone character that stayed behind a change of at least so many characters counts as changed."""


def difference(before: str, after: str) -> Difference:
    """Return what changed from `before` to `after`; each side's stretches joined are that text again."""
    return Difference(_settled(_compared(_TOKEN.findall(before), _TOKEN.findall(after))))


def _compared(old: list[str], new: list[str]) -> list[Stretch]:
    """Return the stretches that lead from the old tokens to the new ones; some may be empty."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    middle_old, middle_new = old[start : len(old) - end], new[start : len(new) - end]
    stretches = [Stretch(Change.EQUAL, "".join(old[:start]))]
    long = len(middle_old) * len(middle_new) > MOST_COMPARED
    if long and "\n" in middle_old and "\n" in middle_new:
        stretches += _matched(
            _LINE.findall("".join(middle_old)), _LINE.findall("".join(middle_new)), approximate=True
        )
    elif long or _matches(middle_old, middle_new) > MOST_MATCHES:
        stretches += _by_clause("".join(middle_old), "".join(middle_new))
    else:
        stretches += _matched(middle_old, middle_new, approximate=False)
    stretches.append(Stretch(Change.EQUAL, "".join(old[len(old) - end :])))
    return stretches


def _matches(old: list[str], new: list[str]) -> int:
    """Return how many pairs of one token of either side are the same: matching takes the longer the more."""
    counts = Counter(new)
    return sum(counts[token] for token in old)


def _by_clause(old: str, new: str) -> list[Stretch]:
    """Return the stretches between two texts that say the same again and again: by clause, then inside each.

    Clauses that changed are looked into in pairs, where there are as many of them on either side.
    """
    before, after = _CLAUSE.findall(old), _CLAUSE.findall(new)
    stretches: list[Stretch] = []
    matcher = SequenceMatcher(None, before, after, autojunk=len(after) > MOST_CLAUSES)
    for name, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        gone, come = before[old_start:old_end], after[new_start:new_end]
        pairs = list(zip(gone, come, strict=False))
        if name == "equal":
            stretches.append(Stretch(Change.EQUAL, "".join(gone)))
        elif len(gone) == len(come) and all(len(a) * len(b) <= MOST_MATCHES for a, b in pairs):
            for one, other in pairs:
                stretches += _matched(_TOKEN.findall(one), _TOKEN.findall(other), approximate=False)
        else:
            stretches.append(Stretch(Change.DELETE, "".join(gone)))
            stretches.append(Stretch(Change.INSERT, "".join(come)))
    return stretches


def _matched(old: list[str], new: list[str], *, approximate: bool) -> list[Stretch]:
    stretches: list[Stretch] = []
    matcher = SequenceMatcher(None, old, new, autojunk=approximate)
    for name, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if name == "equal":
            stretches.append(Stretch(Change.EQUAL, "".join(old[old_start:old_end])))
        else:
            stretches.append(Stretch(Change.DELETE, "".join(old[old_start:old_end])))
            stretches.append(Stretch(Change.INSERT, "".join(new[new_start:new_end])))
    return stretches


def _settled(stretches: list[Stretch]) -> tuple[Stretch, ...]:
    """Return the stretches for people to read: in each change all that went, then all that came."""
    full = [stretch for stretch in stretches if stretch.text]
    settled: list[Stretch] = []
    gone, come = "", ""
    for at, stretch in enumerate(full):
        if stretch.change is Change.DELETE:
            gone += stretch.text
        elif stretch.change is Change.INSERT:
            come += stretch.text
        elif at + 1 < len(full) and _is_island(stretch.text, gone, come):
            gone, come = gone + stretch.text, come + stretch.text
        else:
            settled += [Stretch(Change.DELETE, gone), Stretch(Change.INSERT, come), stretch]
            gone, come = "", ""
    settled += [Stretch(Change.DELETE, gone), Stretch(Change.INSERT, come)]
    return _joined(stretch for stretch in settled if stretch.text)


def _is_island(text: str, gone: str, come: str) -> bool:
    """Whether what stayed behind a change is too little to be read as unchanged."""
    if not gone and not come:
        return False
    blank = text.isspace() and "\n" not in text
    lone = len(text) == 1 and min(len(gone), len(come)) >= SMALLEST_ISLAND and text != "\n"
    return blank or lone


def _joined(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Return the stretches with neighbours of one kind made one."""
    joined: list[Stretch] = []
    for stretch in stretches:
        if joined and joined[-1].change is stretch.change:
            joined[-1] = Stretch(stretch.change, joined[-1].text + stretch.text)
        else:
            joined.append(stretch)
    return tuple(joined)
