"""Which reading a file gets: by its shape first, then its name, then its title."""

import re

from palace.exchange import (
    basic_memory,
    claude_topic,
    daily_log,
    hermes,
    letta,
    mcp_server,
    mem0,
    memory_file,
    memory_table_reading,
    mempalace_evolve,
    palace_lines_import,
    palace_markdown,
    plain_text,
    tree_ring,
)
from palace.exchange import mempalace_markdown as mempalace
from palace.exchange.dates import date_at
from palace.exchange.headings import heading_level
from palace.exchange.json_records import JsonFile
from palace.exchange.note_file import NoteFile

INSTRUCTIONS = "instructions-file"
TRANSCRIPT = "transcript"
DREAM_OUTPUT = "dream-output"
UNKNOWN_JSON = "unknown-json"
BAD_JSON = "bad-json"

_INSTRUCTIONS = frozenset({"HEARTBEAT", "AGENTS", "TOOLS", "BOOTSTRAP", "CLAUDE"})
_DREAMS, _DREAMING = "DREAMS", "dreaming"
_NAME_PARTS = re.compile(r"[-_. ]")
_SESSION = re.compile(r"#\s+Session:\s*", re.IGNORECASE)
_SESSION_MARKS = ("**Session Key", "**Session ID")
_NEAR_TOP = 25
"""How many lines from the top the session marks of a transcript are looked for."""


def detect_json(file: JsonFile) -> str:
    """Return the format of JSON by its shape."""
    if palace_lines_import.is_palace_lines(file):
        return palace_lines_import.FORMAT
    if mempalace_evolve.is_mempalace_evolve(file):
        return mempalace_evolve.FORMAT
    if letta.is_letta(file):
        return letta.FORMAT
    if tree_ring.is_tree_ring(file):
        return tree_ring.FORMAT
    if mcp_server.is_mcp_memory(file):
        return mcp_server.FORMAT
    return mem0.FORMAT if mem0.is_mem0(file) else UNKNOWN_JSON


def detect_text(note: NoteFile) -> str:
    """Return the format of a text file: the first of the readings that fits."""
    if palace_markdown.is_palace_markdown(note.lines):
        return palace_markdown.FORMAT
    if memory_table_reading.is_memory_table(note):
        return memory_table_reading.FORMAT
    if is_dream_output(note.path):
        return DREAM_OUTPUT
    if is_instructions_name(note.stem):
        return INSTRUCTIONS
    if _is_transcript(note):
        return TRANSCRIPT
    if hermes.is_hermes(note.lines):
        return hermes.FORMAT
    if mempalace.is_mempalace_markdown(note.lines):
        return mempalace.FORMAT
    if basic_memory.is_basic_memory(note):
        return basic_memory.FORMAT
    if claude_topic.is_claude_topic(note.front):
        return claude_topic.FORMAT
    if daily_log.is_daily_log(note):
        return daily_log.FORMAT
    if plain_text.is_plain_text(note):
        return plain_text.FORMAT
    return memory_file.FORMAT


def is_instructions_name(stem: str) -> bool:
    """Return whether a file's name says that it instructs an agent."""
    return stem.upper() in _INSTRUCTIONS or _NAME_PARTS.split(stem, maxsplit=1)[0] in _INSTRUCTIONS


def is_dream_output(path: str) -> bool:
    """Return whether a file lies where OpenClaw writes what it dreamt: copies of what stands in the logs."""
    *folders, name = path.replace("\\", "/").split("/")
    return name.rsplit(".", 1)[0] == _DREAMS or _DREAMING in folders


def _is_transcript(note: NoteFile) -> bool:
    heading = next((line.strip() for line in note.lines if heading_level(line.strip())), "")
    found = _SESSION.match(heading)
    if not found or not date_at(heading, found.end()):
        return False
    top = note.lines[note.body_start : note.body_start + _NEAR_TOP]
    return any(mark in line for line in top for mark in _SESSION_MARKS)
