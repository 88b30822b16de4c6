"""Notes of basic-memory: front matter, observations in categories, relations to other notes."""

import re

from palace.domain.vocabulary import Kind
from palace.exchange.blocks import item_marker
from palace.exchange.findings import Findings
from palace.exchange.headings import heading_level, heading_text
from palace.exchange.kinds import CLASS_TAGS
from palace.exchange.markdown_reading import read_markdown
from palace.exchange.note_file import NoteFile
from palace.exchange.statements import ItemReading, Profile
from palace.exchange.tags import read_tags

FORMAT = "basic-memory"

_CATEGORY = re.compile(r"\[(?P<name>[^\[\]()]{1,80})\]\s+(?P<text>\S.*)", re.DOTALL)
_OBSERVATION = re.compile(r"\[[^\[\]()]{2,80}\]\s+\S")
_RELATION = re.compile(r"[^\[\]]{0,60}\[\[[^\[\]]{1,300}\]\]\s*(?:\([^()]*\))?\s*")
_MOST_RELATION_WORDS = 3
_KIND_OF_CATEGORY = {
    "decision": Kind.DECISION,
    "preference": Kind.PREFERENCE,
    "fact": Kind.FACT,
    "event": Kind.EVENT,
    "summary": Kind.SUMMARY,
    "correction": Kind.CORRECTION,
    "milestone": Kind.EVENT,
    "lesson": Kind.FAILURE,
    "gotcha": Kind.FAILURE,
    "problem": Kind.FAILURE,
    "issue": Kind.FAILURE,
    "bug": Kind.FAILURE,
    "risk": Kind.FAILURE,
    "technique": Kind.SKILL,
    "method": Kind.SKILL,
    "procedure": Kind.SKILL,
    "todo": Kind.INTENT,
    "goal": Kind.INTENT,
    "idea": Kind.INTENT,
}
_SECTIONS = ("observations", "relations")


def is_basic_memory(note: NoteFile) -> bool:
    """Return whether a note has a `permalink`, or a section of observations with an observation in it."""
    if "permalink" in note.front:
        return True
    in_section = False
    for line in note.lines[note.body_start :]:
        stripped = line.strip()
        level = heading_level(stripped)
        if level:
            in_section = level == 2 and heading_text(stripped).casefold() == "observations"
        elif in_section:
            marker = item_marker(stripped)
            if marker and _OBSERVATION.match(stripped, marker.end()):
                return True
    return False


def read_basic_memory(note: NoteFile, findings: Findings) -> None:
    """Read a note: prose, observations with their categories; relations and metadata are skipped."""
    title = note.front.value("title")
    keys = frozenset(key for key in note.front.values if "." not in key)
    profile = Profile(
        neighbours=note.neighbours,
        titled=not title,
        base_path=(title,) if title else (),
        file_date=note.front_date("created", "date"),
        hidden_headings=frozenset({title.casefold(), *_SECTIONS}),
        read_item=lambda text: _read_item(text, keys),
    )
    read_markdown(note.lines, note.body_start, profile, findings)


def _read_item(text: str, keys: frozenset[str]) -> ItemReading | None:
    if _is_relation(text):
        return ItemReading(text, reason="relation")
    found = _CATEGORY.match(text)
    if not found:
        return None
    name = found["name"].strip().casefold()
    if name in keys:
        return ItemReading(text, reason="metadata")
    if not name or len(name) == 1 or _is_tag(text):
        return None
    return ItemReading(found["text"], _KIND_OF_CATEGORY.get(name))


def _is_relation(text: str) -> bool:
    found = _RELATION.fullmatch(text.strip())
    if not found:
        return False
    return len(text.split("[[")[0].split()) <= _MOST_RELATION_WORDS


def _is_tag(text: str) -> bool:
    """Whether the bracket at the start is a tag of any memory file: a priority, a date or a class."""
    tags = read_tags(text, log=False, leading_dates=False)
    return tags.text != text.strip() and text[1 : text.index("]")].strip().lower() not in CLASS_TAGS
