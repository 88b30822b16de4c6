"""The walk through a Markdown file: headings and labels open places, all else is a statement at its place."""

from collections.abc import Callable, Iterator, Sequence

from palace.exchange.asides import is_machine_debris
from palace.exchange.blocks import (
    Aside,
    Block,
    Fence,
    FoldedLine,
    Heading,
    Item,
    Paragraph,
    Quote,
    Rule,
    Table,
    block_batches,
    indent_of,
)
from palace.exchange.emphasis import without_emphasis
from palace.exchange.findings import Findings
from palace.exchange.headings import clean_heading, names_a_file
from palace.exchange.kinds import names_procedure
from palace.exchange.labels import is_full_statement, is_label
from palace.exchange.line_joining import join_lines
from palace.exchange.method_templates import is_part_of_gene
from palace.exchange.outline import LABEL_RANK, Outline, Place
from palace.exchange.placeholders import nothing_said
from palace.exchange.statements import Form, Profile, Statement, StatementReader, folded_text
from palace.exchange.tables import TableReading
from palace.exchange.tags import read_statement_tags, read_tags

FEWEST_STEPS = 2
"""An ordered list of fewer items is no procedure."""
FEWEST_CHILDREN = 2
"""A label with fewer statements below it stays one memory with them."""
CHILD_INDENT = 2
"""A nested item this much deeper than the first child belongs to the child above it."""


def read_markdown(lines: Sequence[str], start: int, profile: Profile, findings: Findings) -> None:
    """Read the lines from index `start` on as Markdown and put what they say into `findings`."""
    for _ in markdown_parts(lines, start, profile, findings):
        pass


def markdown_parts(lines: Sequence[str], start: int, profile: Profile, findings: Findings) -> Iterator[bool]:
    """Read as `read_markdown` does, and stop after each part of a large file, telling whether it is the last.

    What `findings` hold by then may be taken out: nothing that follows changes it.
    """
    walk = _Walk(profile, findings)
    batches = block_batches(lines, start, _may_part)
    blocks = next(batches)
    for following in batches:
        if walk.is_at_start and not any(isinstance(block, Heading) for block in blocks):
            # The first heading may be the title, and what stands above it depends on that.
            blocks += following
            continue
        if walk.is_at_start:
            walk.begin(blocks, whole=False, is_only=lambda: _count_titles(lines, start) == 1)
        walk.walk(blocks)
        yield False
        blocks = following
    if walk.is_at_start:
        walk.begin(blocks)
    walk.walk(blocks)
    yield True


def _count_titles(lines: Sequence[str], start: int) -> int:
    """Return how many `#` headings a file has."""
    batches = block_batches(lines, start, lambda before, after: True)
    return sum(isinstance(block, Heading) and block.level == 1 for batch in batches for block in batch)


def _may_part(before: Block, after: Block) -> bool:
    """Whether nothing before a block has to do with what follows, once the headings above are known."""
    if isinstance(after, Item) and not after.ordered:
        return isinstance(before, Item) and not (is_part_of_gene(before.text) or is_part_of_gene(after.text))
    return isinstance(after, Heading) and not (
        isinstance(before, Item | Paragraph) and is_part_of_gene(before.text)
    )


class _Walk:
    """The walk through the blocks of a file, all at once or in batches."""

    def __init__(self, profile: Profile, findings: Findings) -> None:
        self.blocks: list[Block] = []
        self.profile = profile
        self.findings = findings
        self.outline = Outline(profile.base_path)
        self.statements = StatementReader(profile, self.outline, findings)
        self.title: int | None = None
        self.preamble = range(0)
        self.promoted = False
        self.is_at_start = True
        self.at = 0

    def begin(
        self, blocks: list[Block], *, whole: bool = True, is_only: Callable[[], bool] | None = None
    ) -> None:
        """Find the title and the preamble among the first blocks; `whole`: there are no others.

        `is_only` tells whether the file has one `#` heading in all.
        """
        self.blocks = blocks
        self.title = _title_index(blocks, is_only) if self.profile.titled else None
        self.preamble = self._preamble(whole=whole)

    def walk(self, blocks: list[Block]) -> None:
        """Read blocks in order."""
        if not self.is_at_start:
            self.title, self.preamble = None, range(0)
        self.is_at_start = False
        self.blocks, self.at = blocks, 0
        while self.at < len(self.blocks):
            block = self.blocks[self.at]
            if isinstance(block, Aside):
                self.findings.skip(block.line, block.reason)
                self.promoted = self.promoted or block.promotes
                self.at += 1
                continue
            self._read(block)
            self.promoted = False
            self.at += 1

    def _read(self, block: Block) -> None:
        match block:
            case Heading():
                self._enter_heading(block)
            case Rule():
                self.outline.leave_labels()
            case Item():
                self._read_items(block)
            case Table():
                self._read_table(block)
            case Quote():
                self._say(Statement(block.line, block.text, Form.QUOTE, in_preamble=self.at in self.preamble))
            case Paragraph():
                self._read_paragraph(block)
            case Fence():
                self._skip(block.line, "code-fence")

    def _say(self, statement: Statement) -> None:
        self.statements.read(statement)

    def _skip(self, line: int, reason: str) -> None:
        self.findings.skip(line, "instructions-section" if self.outline.standing.instructs else reason)

    def _enter_heading(self, block: Heading) -> None:
        clean = clean_heading(block.text, log=self.profile.log)
        hidden = block.text.casefold() in self.profile.hidden_headings
        in_path = self.at != self.title and not hidden
        self.outline.enter(Place(block.level, clean.text, clean.priority, clean.date, in_path=in_path))

    def _preamble(self, *, whole: bool) -> range:
        """Return the indexes of the blocks between the title and the first section, if there is one."""
        if not self.profile.preamble or self.title is None:
            return range(0)
        for at in range(self.title + 1, len(self.blocks)):
            if isinstance(self.blocks[at], Heading | Item | Table):
                return range(self.title + 1, at)
        return range(0) if whole else range(self.title + 1, len(self.blocks))

    def _read_paragraph(self, block: Paragraph) -> None:
        self.outline.leave_labels()
        in_preamble = self.at in self.preamble
        text, fence = block.text, block.fence
        if not fence and self._is_label(text):
            following = self._following(self.at)
            behind_fences = self._following(self.at, passing=Fence)
            if isinstance(behind_fences, Item | Table | Quote):
                self.outline.enter(self._label(text))
                return
            if isinstance(following, Fence):
                fence = following.lines
                self._go_to(following)
        folded = [FoldedLine(block.line, indent_of(line), line.rstrip()) for line in fence]
        self._say(Statement(block.line, text, Form.PARAGRAPH, folded, in_preamble=in_preamble))

    def _following(self, at: int, passing: type[Fence] | None = None) -> Block | None:
        """Return the next block that is content, and not of the kind to be passed."""
        for later in range(at + 1, len(self.blocks)):
            block = self.blocks[later]
            if not isinstance(block, Aside) and (passing is None or not isinstance(block, passing)):
                return block
        return None

    def _go_to(self, block: Block) -> None:
        """Make a later block the current one; the asides between are skipped lines."""
        while self.blocks[self.at] is not block:
            self.at += 1
            between = self.blocks[self.at]
            if isinstance(between, Aside):
                self.findings.skip(between.line, between.reason)

    def _label(self, text: str) -> Place:
        """Return the place that a label opens: cleaned like a heading, with its tags and dates."""
        tags = read_statement_tags(text, log=self.profile.log)
        clean = clean_heading(without_emphasis(tags.text), log=self.profile.log)
        return Place(
            LABEL_RANK, clean.text, tags.priority or clean.priority, tags.date or clean.date, tags.kind
        )

    def _is_label(self, text: str) -> bool:
        """Return whether a text is a label, as written or without its tags."""
        return is_label(text) or is_label(read_statement_tags(text, log=self.profile.log).text)

    def _read_items(self, item: Item) -> None:
        if item.ordered and names_procedure(self.outline.nearest_name):
            steps = self._steps()
            if len(steps) >= FEWEST_STEPS:
                self._read_steps(steps)
                return
        self._read_item(item)

    def _read_item(self, item: Item) -> None:
        copied = self.promoted or is_machine_debris(item.text)
        children = [] if copied or not _has_items(item) or not self._is_label(item.text) else _children(item)
        if not children:
            self._say(Statement(item.line, item.text, Form.ITEM, item.folded, promoted=self.promoted))
            return
        self.outline.enter_below(self._label(item.text))
        for child in children:
            self._say(child)
        self.outline.leave_innermost()

    def _steps(self) -> list[Item]:
        """Return the ordered items from the current block on that follow each other."""
        steps: list[Item] = []
        for at in range(self.at, len(self.blocks)):
            block = self.blocks[at]
            if isinstance(block, Item) and block.ordered:
                steps.append(block)
            elif not isinstance(block, Aside):
                break
        return steps

    def _read_steps(self, steps: Sequence[Item]) -> None:
        self._go_to(steps[-1])
        if all(map(_says_nothing, steps)):
            for step in steps:
                self._read_item(step)
            return
        written = [line for step in steps for line in (step.written, folded_text(step.folded)) if line]
        self.statements.read_procedure(steps[0].line, "\n".join(written))

    def _read_table(self, table: Table) -> None:
        reading = TableReading(table.header, [text for _, text in table.rows], log=self.profile.log)
        for at, (line, _) in enumerate(table.rows):
            row = reading.read(at)
            if row.nothing:
                self._skip(line, row.nothing)
                continue
            before = len(self.findings.memories)
            self._say(
                Statement(
                    line, row.text, Form.ROW, legend_text=row.whole, date=row.date, priority=row.priority
                )
            )
            if row.scene and len(self.findings.memories) > before:
                self.findings.put_last_into(row.scene)


def _title_index(blocks: Sequence[Block], is_only: Callable[[], bool] | None) -> int | None:
    """Return which block is the title: a first `#` that is the only one or speaks of the file.

    `is_only` is asked where these blocks are not all.
    """
    headings = [(at, block) for at, block in enumerate(blocks) if isinstance(block, Heading)]
    if not headings or headings[0][1].level != 1:
        return None
    at, first = headings[0]
    only = sum(block.level == 1 for _, block in headings) == 1
    return at if names_a_file(first.text) or (only and (is_only is None or is_only())) else None


def _says_nothing(step: Item) -> bool:
    text = read_tags(step.text, log=False, checkbox=True).text
    return not step.folded and nothing_said(text) is not None


def _has_items(item: Item) -> bool:
    return bool(item.folded) and item.folded[0].item is not None


def _children(item: Item) -> list[Statement]:
    """Return the statements below a label item, or nothing if it is one memory with all below it."""
    deepest = item.folded[0].indent + CHILD_INDENT
    groups: list[list[FoldedLine]] = []
    for line in item.folded:
        if line.item is not None and line.indent < deepest:
            groups.append([line])
        else:
            groups[-1].append(line)
    if len(groups) < FEWEST_CHILDREN or not all(map(_is_full_child, groups)):
        return []
    return [Statement(group[0].line, group[0].item or "", Form.ITEM, group[1:]) for group in groups]


def _is_full_child(group: Sequence[FoldedLine]) -> bool:
    own = [group[0].item or ""]
    for line in group[1:]:
        if line.item is not None:
            break
        own.append(line.text)
    return is_full_statement(join_lines(own))
