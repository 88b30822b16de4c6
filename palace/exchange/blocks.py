"""The blocks of a Markdown file, as people's agents write it: lists first, and every line counted."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from palace.exchange.emphasis import without_comments
from palace.exchange.fences import Span, Spans
from palace.exchange.headings import heading_level, heading_text
from palace.exchange.labels import is_label, starts_statement
from palace.exchange.line_joining import join_lines
from palace.exchange.tables import is_separator_row, is_table_row

TAB_COLUMNS = 4
FOLD_INDENT = 2
"""Two columns more than the item above belong to it; one more does not."""
_HEADING_INDENT = 3

_MARKER = re.compile(r"(?:(?P<bullet>[-*+•])(?=\s|$)|(?P<number>\d{1,9})(?:[.)](?=\s|$)|、))\s*")
_RULE = re.compile(r"(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|(?:=\s*){3,}")
_QUOTE_MARKS = re.compile(r"(?:>[ \t]*)+")
_LONGEST_RULE = 400

BLOCKS_AT_ONCE = 20_000
"""So many blocks of a large file are held at least before a batch of them may end."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `text` has no emphasis and no `#`."""

    line: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A line that only divides."""

    line: int


@dataclass(frozen=True, slots=True)
class Aside:
    """Lines that are not content, named by the first, with the reason; `promotes` the item below it."""

    line: int
    reason: str
    promotes: bool = False


@dataclass(frozen=True, slots=True)
class FoldedLine:
    """A line that belongs to the item above. `item` is its text behind the marker, None for other lines."""

    line: int
    indent: int
    text: str
    item: str | None = None


@dataclass(slots=True)
class Item:
    """A list item at column 0 with all lines folded into it."""

    line: int
    indent: int
    ordered: bool
    written: str
    text: str
    folded: list[FoldedLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the cells of its header, and each data row with its line."""

    line: int
    header: str
    rows: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class Quote:
    """Lines quoted with `>`, without it."""

    line: int
    lines: list[str]

    @property
    def text(self) -> str:
        """The quoted lines as one text; items and paragraphs inside keep their lines."""
        parts: list[list[str]] = [[]]
        for line in self.lines:
            if not line.strip():
                parts.append([])
            elif _MARKER.match(line.lstrip()):
                parts.append([line])
            else:
                parts[-1].append(line)
        return "\n".join(filter(None, map(join_lines, parts)))


@dataclass(slots=True)
class Paragraph:
    """Consecutive lines of text, and the lines of a fence directly below."""

    line: int
    lines: list[str]
    fence: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The lines joined to one."""
        return join_lines(self.lines)


@dataclass(frozen=True, slots=True)
class Fence:
    """Fenced code that belongs to no statement."""

    line: int
    lines: tuple[str, ...]


Block: TypeAlias = Heading | Rule | Aside | Item | Table | Quote | Paragraph | Fence


def read_blocks(lines: Sequence[str], start: int = 0) -> list[Block]:
    """Return the blocks of the lines from index `start` on; line numbers count from 1 for `lines[0]`."""
    return [block for batch in block_batches(lines, start) for block in batch]


def block_batches(
    lines: Sequence[str],
    start: int = 0,
    may_part: Callable[[Block, Block], bool] = lambda before, after: False,
) -> Iterator[list[Block]]:
    """Yield the blocks of `read_blocks`, some BLOCKS_AT_ONCE at a time; a batch ends where two `may_part`."""
    return _BlockReader(lines, start).batches(may_part)


def item_marker(text: str) -> re.Match[str] | None:
    """Return the list marker at the start of a line without indent."""
    return _MARKER.match(text)


def indent_of(line: str) -> int:
    """Return how many columns of spaces and tabs a line is indented; a tab is four.

    Full-width spaces count nothing: in Chinese prose they open a paragraph.
    """
    columns = 0
    for character in line:
        if character == "\t":
            columns += TAB_COLUMNS
        elif character == " ":
            columns += 1
        else:
            break
    return columns


def is_rule(text: str) -> bool:
    """Return whether a stripped line is a rule."""
    return text[:1] in {"-", "*", "_", "="} and len(text) <= _LONGEST_RULE and bool(_RULE.fullmatch(text))


class _BlockReader:
    """Walks the lines once. `item`, `paragraph` and `quote` are what a next line may still belong to."""

    def __init__(self, lines: Sequence[str], start: int) -> None:
        self.lines = lines
        self.at = start
        self.spans = Spans(lines)
        self.blocks: list[Block] = []
        self.item: Item | None = None
        self.paragraph: Paragraph | None = None
        self.quote: Quote | None = None
        self.touches_item = False

    def batches(self, may_part: Callable[[Block, Block], bool]) -> Iterator[list[Block]]:
        """Yield all blocks in order."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            stripped = line.strip()
            if stripped:
                self._read_line(line, stripped)
            else:
                self._end_touching()
                self.at += 1
            if len(self.blocks) > BLOCKS_AT_ONCE and may_part(*self.blocks[-2:]):
                yield self.blocks[:-1]
                self.blocks = self.blocks[-1:]
        yield self.blocks

    def _read_line(self, line: str, stripped: str) -> None:
        if stripped[0] == "<" and self._read_comment():
            return
        if stripped[0] in "`~" and self._read_fence(line):
            return
        indent = indent_of(line)
        inside = self.item is not None and indent >= self.item.indent + FOLD_INDENT
        if not inside and indent <= _HEADING_INDENT and stripped[0] == "#" and heading_level(stripped):
            self._add(Heading(self.at + 1, heading_level(stripped), heading_text(stripped)))
        elif is_rule(stripped):
            if not inside:
                self._add(Rule(self.at + 1))
        else:
            self._read_text(line, without_comments(stripped), indent, inside=inside)
        self.at += 1

    def _read_text(self, line: str, stripped: str, indent: int, *, inside: bool) -> None:
        marker = _MARKER.match(stripped)
        if inside:
            item = stripped[marker.end() :] if marker else None
            self._fold(indent, " " * indent + stripped, item)
            self._fold_fence_of_item(item or "")
        elif marker:
            self._open_item(stripped, marker, indent)
        elif stripped.startswith(">"):
            self._read_quote(stripped)
        elif self._opens_table(stripped):
            self._read_table()
        elif self.item and self.touches_item and not starts_statement(stripped) and not is_label(stripped):
            self._fold(indent, stripped, None)
        elif self.paragraph and not starts_statement(stripped):
            self.paragraph.lines.append(stripped)
        else:
            paragraph = Paragraph(self.at + 1, [stripped])
            self._add(paragraph)
            self.paragraph = paragraph

    def _open_item(self, stripped: str, marker: re.Match[str], indent: int) -> None:
        level = indent if indent >= FOLD_INDENT else 0
        item = Item(self.at + 1, level, marker["number"] is not None, stripped, stripped[marker.end() :])
        self._add(item)
        self.item = item
        self.touches_item = True
        self._fold_fence_of_item(item.text)

    def _fold(self, indent: int, text: str, item: str | None) -> None:
        if self.item:
            self.item.folded.append(FoldedLine(self.at + 1, indent, text, item))
        self.touches_item = True

    def _read_quote(self, stripped: str) -> None:
        if self.item and self.touches_item:
            self._fold(0, stripped, None)
            return
        inner = _QUOTE_MARKS.sub("", stripped, count=1)
        if self.quote:
            self.quote.lines.append(inner)
            return
        quote = Quote(self.at + 1, [inner])
        self._add(quote)
        self.quote = quote

    def _opens_table(self, stripped: str) -> bool:
        following = self.at + 1
        return (
            is_table_row(stripped) and following < len(self.lines) and is_separator_row(self.lines[following])
        )

    def _read_table(self) -> None:
        start = self.at
        at = start + 2
        rows: list[tuple[int, str]] = []
        while at < len(self.lines) and is_table_row(self.lines[at].strip()):
            if not is_separator_row(self.lines[at]):
                rows.append((at + 1, without_comments(self.lines[at].strip())))
            at += 1
        self._add(Table(start + 1, without_comments(self.lines[start].strip()), tuple(rows)))
        self.at = at - 1

    def _read_comment(self) -> bool:
        dream = self.spans.dream_at(self.at)
        if dream:
            self._put_aside(dream, "machine-debris")
            return True
        span = self.spans.comment_at(self.at)
        if not span:
            return False
        self._put_aside(span, "html-comment" if span.closed else "unclosed-comment")
        return True

    def _put_aside(self, span: Span, reason: str) -> None:
        self.blocks.append(Aside(span.start + 1, reason, self.spans.is_promotion(span)))
        self._end_touching()
        self.at = span.end

    def _read_fence(self, line: str) -> bool:
        span = self.spans.fence_at(self.at)
        if not span:
            return False
        if not span.closed:
            self.blocks.append(Aside(span.start + 1, "unclosed-fence"))
            self._end_touching()
            self.at = span.end
            return True
        if self.item and (self.touches_item or indent_of(line) >= self.item.indent + FOLD_INDENT):
            self._fold_lines(span.start, span.end)
        elif self.paragraph:
            self.paragraph.fence = tuple(self.lines[span.start : span.end])
            self.paragraph = None
        else:
            self._add(Fence(span.start + 1, tuple(self.lines[span.start : span.end])))
        self.at = span.end
        return True

    def _fold_fence_of_item(self, opening: str) -> None:
        """Fold the rest of a fence that opens behind a list marker on the current line."""
        span = self.spans.fence_at(self.at, opening) if opening[:1] in {"`", "~"} else None
        if span and span.closed and self.item:
            self._fold_lines(span.start + 1, span.end)
            self.at = span.end - 1

    def _fold_lines(self, start: int, end: int) -> None:
        for at in range(start, end):
            line = self.lines[at]
            if self.item:
                self.item.folded.append(FoldedLine(at + 1, indent_of(line), line.rstrip()))
        self.touches_item = True

    def _add(self, block: Block) -> None:
        self.blocks.append(block)
        self._end_touching()
        self.item = None

    def _end_touching(self) -> None:
        self.paragraph = None
        self.quote = None
        self.touches_item = False
