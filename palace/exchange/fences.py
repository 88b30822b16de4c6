"""What is not Markdown inside a Markdown file: fenced code, comments, and what a machine dreamed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_FENCE = re.compile(r"\s*(?P<sign>`{3,}|~{3,})(?P<info>.*)")
_DREAMING = re.compile(r"<!--\s*openclaw:dreaming:(?P<name>.*?)\s*:start\s*-->")
_PROMOTION = re.compile(r"promotion|openclaw\b.*\bpromoted", re.IGNORECASE)
_LONGEST_MARK = 400
COMMENT_START = "<!--"
COMMENT_END = "-->"


@dataclass(frozen=True, slots=True)
class Span:
    """Lines from `start` to before `end` (0-based) that belong together; not `closed`: one line alone."""

    start: int
    end: int
    closed: bool = True


class Spans:
    """Finds fences, comments and dreams in the lines of one file, each question in bounded time."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._longest_closer_from: dict[str, list[int]] = {}
        self._last_comment_end = next(
            (at for at in range(len(lines) - 1, -1, -1) if COMMENT_END in lines[at]), -1
        )
        self._dream_ends = self._find_dream_ends()

    def fence_at(self, start: int, opening: str | None = None) -> Span | None:
        """Return the fence that opens on a line, with its closing line.

        `opening` is what of the line may open it, where a list marker stands before.
        """
        found = _fence_mark(self._lines[start] if opening is None else opening)
        if not found:
            return None
        sign, length = found
        if self._longest_closer(sign, start + 1) < length:
            return Span(start, start + 1, closed=False)
        at = start + 1
        while _closing_length(self._lines[at], sign) < length:
            at += 1
        return Span(start, at + 1)

    def comment_at(self, start: int) -> Span | None:
        """Return the comment that opens at the beginning of a line."""
        line = self._lines[start].lstrip()
        if not line.startswith(COMMENT_START):
            return None
        if COMMENT_END in line[len(COMMENT_START) :]:
            return Span(start, start + 1)
        if self._last_comment_end <= start:
            return Span(start, start + 1, closed=False)
        at = start + 1
        while COMMENT_END not in self._lines[at]:
            at += 1
        return Span(start, at + 1)

    def dream_at(self, start: int) -> Span | None:
        """Return the machine's dream that opens on a line, if its end is there."""
        name = _dream_name(self._lines[start])
        if name is None:
            return None
        end = self._dream_ends.get(name, -1)
        if end <= start:
            return None
        at = start + 1
        while not _ends_dream(self._lines[at], name):
            at += 1
        return Span(start, at + 1)

    def is_promotion(self, span: Span) -> bool:
        """Return whether a comment says that a machine promoted the item below it."""
        return any(_PROMOTION.search(line[:_LONGEST_MARK]) for line in self._lines[span.start : span.end])

    def _longest_closer(self, sign: str, start: int) -> int:
        """Return the length of the longest closing line of a sign from `start` on, 0 if there is none."""
        longest = self._longest_closer_from.get(sign)
        if longest is None:
            longest = [0] * (len(self._lines) + 1)
            for at in range(len(self._lines) - 1, -1, -1):
                longest[at] = max(longest[at + 1], _closing_length(self._lines[at], sign))
            self._longest_closer_from[sign] = longest
        return longest[start]

    def _find_dream_ends(self) -> dict[str, int]:
        ends: dict[str, int] = {}
        for at, line in enumerate(self._lines):
            if "openclaw:dreaming:" in line and ":end" in line:
                stripped = line.strip()[len(COMMENT_START) :].strip().removesuffix(COMMENT_END).strip()
                if stripped.endswith(":end"):
                    ends[stripped.removeprefix("openclaw:dreaming:").removesuffix(":end")] = at
        return ends


def is_fence_line(line: str) -> bool:
    """Return whether a line has the form of a fence."""
    return _fence_mark(line) is not None


def _fence_mark(line: str) -> tuple[str, int] | None:
    if "```" not in line and "~~~" not in line:
        return None
    found = _FENCE.match(line)
    if not found or (found["sign"][0] == "`" and "`" in found["info"]):
        return None
    return found["sign"][0], len(found["sign"])


def _closing_length(line: str, sign: str) -> int:
    if sign * 3 not in line:
        return 0
    stripped = line.strip()
    return len(stripped) if not stripped.strip(sign) else 0


def _dream_name(line: str) -> str | None:
    if "openclaw:dreaming:" not in line:
        return None
    found = _DREAMING.match(line.strip()[:_LONGEST_MARK])
    return found["name"] if found else None


def _ends_dream(line: str, name: str) -> bool:
    return f"openclaw:dreaming:{name}:end" in line and line.strip().startswith(COMMENT_START)
