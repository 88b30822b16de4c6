"""One statement: its tags read, checked for saying nothing, and kept with all that its place adds."""

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from palace.domain.vocabulary import Kind, Priority
from palace.exchange import asides
from palace.exchange.blocks import FoldedLine
from palace.exchange.emphasis import bold_key, is_italic, without_emphasis
from palace.exchange.findings import Findings
from palace.exchange.kinds import kind_of_words
from palace.exchange.labels import ends_in_colon, is_label
from palace.exchange.outline import Outline
from palace.exchange.placeholders import PLACEHOLDER, nothing_said
from palace.exchange.tags import Tags, read_statement_tags


class Form(Enum):
    """In which shape a statement stands in its file."""

    ITEM = auto()
    PARAGRAPH = auto()
    QUOTE = auto()
    ROW = auto()


@dataclass(frozen=True, slots=True)
class ItemReading:
    """What a platform's own grammar makes of an item: its text and kind, or a reason to skip it."""

    text: str
    kind: Kind | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """How the statements of a kind of file are read.

    `log`: a daily log, whose headings give no priority. `preamble`: text between the title and the first
    section is about the file. `titled`: a first `#` may be the file's title. `own_kind` is the kind that
    the file's type gives to all statements, `fallback_kind` the one where nothing tells another.
    `hidden_headings` (lower-case) stay out of the path. `read_item` reads items in a grammar of their own.
    """

    neighbours: Callable[[str], bool]
    log: bool = False
    preamble: bool = False
    titled: bool = True
    base_path: tuple[str, ...] = ()
    file_date: datetime.date | None = None
    own_kind: Kind | None = None
    fallback_kind: Kind | None = None
    hidden_headings: frozenset[str] = frozenset()
    read_item: Callable[[str], ItemReading | None] | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as it stands. `head` carries the tags, `folded` are the lines below it.

    `legend_text` is looked at for legends where it differs from the head (a table row with all cells);
    `date` and `priority` are those of a table's columns.
    """

    line: int
    head: str
    form: Form
    folded: Sequence[FoldedLine] = ()
    in_preamble: bool = False
    promoted: bool = False
    legend_text: str | None = None
    date: datetime.date | None = None
    priority: Priority | None = None


class StatementReader:
    """Turns statements into memories or skipped lines, at the place where the outline stands."""

    def __init__(self, profile: Profile, outline: Outline, findings: Findings) -> None:
        self._profile = profile
        self._outline = outline
        self._findings = findings

    def read(self, statement: Statement) -> None:
        """Keep a statement as a memory, or skip its line with the reason."""
        reason = self._aside(statement)
        if reason:
            self._findings.skip(statement.line, reason)
            return
        own = self._own_grammar(statement)
        if own and own.reason:
            self._findings.skip(statement.line, own.reason)
            return
        is_item = statement.form is Form.ITEM
        tags = read_statement_tags(
            own.text if own else statement.head, log=self._profile.log, checkbox=is_item
        )
        text = _with_folded(tags.text, statement.folded)
        reason = nothing_said(text, paragraph=statement.form is Form.PARAGRAPH) or _only_placeholders(
            tags.text, statement.folded
        )
        if not reason and statement.in_preamble and not tags.priority and bold_key(tags.text) is None:
            reason = "preamble"
        if reason:
            self._findings.skip(statement.line, reason)
            return
        standing = self._outline.standing
        self._findings.add(
            text,
            statement.line,
            standing.path,
            priority=tags.priority or statement.priority or standing.priority,
            date=tags.date or statement.date or standing.date or self._profile.file_date,
            valid_to=tags.valid_to,
            kind=self._kind(tags, own.kind if own else None),
        )

    def read_procedure(self, line: int, text: str) -> None:
        """Keep an ordered list as one memory, a way of doing, or skip it under instructions."""
        standing = self._outline.standing
        if standing.instructs:
            self._findings.skip(line, "instructions-section")
            return
        self._findings.add(
            text,
            line,
            standing.path,
            priority=standing.priority,
            date=standing.date or self._profile.file_date,
            kind=Kind.SKILL,
        )

    def _aside(self, statement: Statement) -> str | None:
        """Return why a statement speaks of the file itself, or was copied by a machine."""
        head, form = statement.head, statement.form
        if self._outline.standing.instructs:
            return "instructions-section"
        if statement.promoted or (form is Form.ITEM and asides.is_machine_debris(head)):
            return "machine-debris"
        legend = head if statement.legend_text is None else statement.legend_text
        if not statement.folded and asides.is_priority_legend(legend, log=self._profile.log):
            return "priority-legend"
        if form is Form.PARAGRAPH and not statement.folded and is_italic(head):
            return "italic-note"
        if form in {Form.PARAGRAPH, Form.QUOTE} and asides.is_stamp(head, preamble=statement.in_preamble):
            return "stamp"
        if form is Form.ITEM and asides.is_table_of_contents(head):
            return "toc"
        if form is Form.ITEM and asides.is_index_pointer(head, self._profile.neighbours):
            return "index-pointer"
        return None

    def _own_grammar(self, statement: Statement) -> ItemReading | None:
        if statement.form is not Form.ITEM or not self._profile.read_item:
            return None
        return self._profile.read_item(statement.head)

    def _kind(self, tags: Tags, category: Kind | None) -> Kind | None:
        standing = self._outline.standing
        tagged = tags.kind or standing.tagged_kind
        if tagged:
            return tagged
        if tags.checked is not None:
            return Kind.EVENT if tags.checked else Kind.INTENT
        key = bold_key(tags.text)
        return (
            self._profile.own_kind
            or category
            or (kind_of_words(key) if key else None)
            or standing.named_kind
            or self._profile.fallback_kind
        )


def folded_text(folded: Sequence[FoldedLine]) -> str:
    """Return folded lines as written, without blank ones and without the indent they share."""
    kept = [line for line in folded if line.text.strip()]
    indents = [line.indent for line in kept if line.indent > 1]
    shared = min(indents, default=0)
    return "\n".join(" " * _own_indent(line, shared) + line.text.strip() for line in kept)


def _own_indent(line: FoldedLine, shared: int) -> int:
    return max(0, line.indent - shared) if line.indent > 1 else 0


def _with_folded(head: str, folded: Sequence[FoldedLine]) -> str:
    below = folded_text(folded) if folded else ""
    return "\n".join(filter(None, (head.strip(), below)))


def _only_placeholders(head: str, folded: Sequence[FoldedLine]) -> str | None:
    """Whether a label has nothing but placeholders below it."""
    if not folded or not (is_label(head) and ends_in_colon(head)):
        return None
    texts = [line.item if line.item is not None else without_emphasis(line.text) for line in folded]
    return PLACEHOLDER if all(nothing_said(text) for text in texts) else None
