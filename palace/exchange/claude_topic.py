"""Topic files of Claude Code's auto-memory: one note with front matter, its type and its use."""

from palace.domain.vocabulary import Kind
from palace.exchange.blocks import Aside, Item, Rule, read_blocks
from palace.exchange.fences import Spans
from palace.exchange.findings import Findings
from palace.exchange.front_matter import FrontMatter
from palace.exchange.markdown_reading import read_markdown
from palace.exchange.note_file import NoteFile
from palace.exchange.placeholders import nothing_said
from palace.exchange.statements import Profile
from palace.exchange.tags import Tags, read_statement_tags

FORMAT = "claude-topic"
TYPES = frozenset({"feedback", "project", "reference", "user"})
FEWEST_BULLETS = 2


def is_claude_topic(front: FrontMatter) -> bool:
    """Return whether front matter has a `name` and a `description` or a type of Claude Code."""
    return bool(front.value("name")) and ("description" in front or topic_type(front) is not None)


def topic_type(front: FrontMatter) -> str | None:
    """Return the type of a topic file, at top level or under `metadata`."""
    named = (front.values.get(key, "").lower() for key in ("type", "metadata.type"))
    return next((name for name in named if name in TYPES), None)


def read_claude_topic(note: NoteFile, findings: Findings) -> None:
    """Read a topic file: a list bullet by bullet, anything else as one memory."""
    front = note.front
    kind = _kind_of_type(topic_type(front))
    path = (front.value("name"),) if front.value("name") else ()
    blocks = [
        block for block in read_blocks(note.lines, note.body_start) if not isinstance(block, Aside | Rule)
    ]
    if len(blocks) >= FEWEST_BULLETS and all(isinstance(block, Item) for block in blocks):
        profile = Profile(
            neighbours=note.neighbours, base_path=path, file_date=note.created, own_kind=kind, titled=False
        )
        read_markdown(note.lines, note.body_start, profile, findings)
        return
    body = _body(note, findings)
    if body:
        _keep_whole(body, path, kind, note, findings)
    elif front.value("description"):
        text = front.value("description")
        line = front.lines["description"]
        findings.add(text, line, path, date=note.created, kind=kind or note.kind_of_role)
    elif front.length:
        findings.skip(1, "empty-value")


def _body(note: NoteFile, findings: Findings) -> list[tuple[int, str]]:
    """Return the lines of the body without blank ones and comments, each with its number."""
    spans = Spans(note.lines)
    body: list[tuple[int, str]] = []
    at = note.body_start
    while at < len(note.lines):
        fence = spans.fence_at(at)
        comment = None if fence else spans.comment_at(at)
        if fence:
            body += [(line + 1, note.lines[line].rstrip()) for line in range(fence.start, fence.end)]
            at = fence.end
        elif comment:
            findings.skip(at + 1, "html-comment" if comment.closed else "unclosed-comment")
            at = comment.end
        else:
            body.append((at + 1, note.lines[at].rstrip()))
            at += 1
    return [(line, text) for line, text in body if text.strip()]


def _keep_whole(
    body: list[tuple[int, str]], path: tuple[str, ...], kind: Kind | None, note: NoteFile, findings: Findings
) -> None:
    first_line, first = body[0]
    tags = read_statement_tags(first, log=False) if len(body) == 1 else Tags(first.strip())
    text = "\n".join(filter(None, [tags.text, *(line for _, line in body[1:])]))
    reason = nothing_said(text)
    if reason:
        findings.skip(first_line, reason)
        return
    findings.add(
        text,
        first_line,
        path,
        priority=tags.priority,
        date=tags.date or note.created,
        valid_to=tags.valid_to,
        kind=tags.kind or kind or note.kind_of_role,
    )


def _kind_of_type(name: str | None) -> Kind | None:
    if name is None:
        return None
    return Kind.CORRECTION if name == "feedback" else Kind.FACT
