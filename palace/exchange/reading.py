"""The one door in: a file's bytes become a reading, whatever agent wrote them."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from palace.domain.errors import InvalidInput
from palace.exchange import (
    basic_memory,
    claude_topic,
    daily_log,
    detection,
    hermes,
    letta,
    mcp_server,
    mem0,
    memory_file,
    memory_table_reading,
    mempalace_evolve,
    mempalace_markdown,
    palace_lines_import,
    palace_markdown,
    plain_text,
    tree_ring,
)
from palace.exchange.encoding import DecodedFile, decode_file
from palace.exchange.findings import Findings
from palace.exchange.front_matter import read_front_matter
from palace.exchange.json_records import JsonFile, read_json
from palace.exchange.markdown_reading import markdown_parts
from palace.exchange.method_templates import in_their_forms
from palace.exchange.note_file import NoteFile
from palace.exchange.records import FileReading, Remark
from palace.exchange.statements import Profile
from palace.exchange.suggestions import Suggester

_TEXT_READERS: Mapping[str, Callable[[NoteFile, Findings], None]] = {
    claude_topic.FORMAT: claude_topic.read_claude_topic,
    hermes.FORMAT: hermes.read_hermes,
    basic_memory.FORMAT: basic_memory.read_basic_memory,
    mempalace_markdown.FORMAT: mempalace_markdown.read_mempalace_markdown,
    palace_markdown.FORMAT: palace_markdown.read_palace_markdown,
    memory_table_reading.FORMAT: memory_table_reading.read_memory_table,
    plain_text.FORMAT: plain_text.read_plain_text,
}
_PROFILES: Mapping[str, Callable[[NoteFile], Profile]] = {
    memory_file.FORMAT: memory_file.memory_profile,
    daily_log.FORMAT: daily_log.log_profile,
}
"""What is Markdown throughout, and can be read in parts."""
_JSON_READERS: Mapping[str, Callable[[JsonFile, Findings], None]] = {
    palace_lines_import.FORMAT: palace_lines_import.read_palace_memories,
    mcp_server.FORMAT: mcp_server.read_mcp_memory,
    mem0.FORMAT: mem0.read_mem0,
    mempalace_evolve.FORMAT: mempalace_evolve.read_mempalace_evolve,
    letta.FORMAT: letta.read_letta,
    tree_ring.FORMAT: tree_ring.read_tree_ring,
}
_WHOLE_FILE_REASONS = frozenset({detection.INSTRUCTIONS, detection.TRANSCRIPT, detection.DREAM_OUTPUT})
_JSON_ENDINGS = (".json", ".jsonl", ".ndjson", ".af")

FORMATS = (*_PROFILES, *_TEXT_READERS, *_JSON_READERS)
"""The names of the formats that can be read, for `format`."""


def read_file(
    path: str,
    data: bytes,
    *,
    neighbours: Callable[[str], bool],
    format: str | None = None,  # noqa: A002
) -> FileReading:
    """Return what a file holds: its memories, and its other lines with the reason why they are none.

    `path` is the name by which the file is shown; its last part is looked at, and whether it lies in a folder
    of dreams. `neighbours` tells
    whether the target of a relative link exists beside the file. `format` is one of `FORMATS` and overrules
    the detection; also files that only instruct an agent are then read. Raises `InvalidInput` for an unknown
    format name; never fails on the file's content.
    """
    parts = list(read_parts(path, data, neighbours=neighbours, format=format))
    if len(parts) == 1:
        return parts[0]
    return replace(
        parts[-1],
        memories=tuple(found for part in parts for found in part.memories),
        skipped=tuple(line for part in parts for line in part.skipped),
        errors=tuple(error for part in parts for error in part.errors),
        notes=tuple(note for part in parts for note in part.notes),
    )


def read_parts(
    path: str,
    data: bytes,
    *,
    neighbours: Callable[[str], bool],
    format: str | None = None,  # noqa: A002
) -> Iterator[FileReading]:
    """Yield what `read_file` returns, a large Markdown file in parts: all but the last one `goes_on`."""
    check_format(format)
    decoded = decode_file(data)
    del data
    reading = None
    if format in _JSON_READERS or (format is None and _starts_like_json(decoded)):
        reading = _read_json_file(path, decoded, format)
    if reading is not None:
        yield reading
    else:
        yield from _read_text_file(path, decoded, neighbours, format)


def check_format(name: str | None) -> None:
    """Raise InvalidInput where a person names a format that there is not; None leaves it to the guess."""
    if name is not None and name not in FORMATS:
        raise InvalidInput(
            "there is no format {format}",
            next_step="use one of {known}",
            format=name,
            known=", ".join(FORMATS),
        )


def _read_json_file(path: str, decoded: DecodedFile, chosen: str | None) -> FileReading | None:
    """Return the reading of a JSON file, or None for text that only starts like JSON."""
    findings = Findings(Suggester())
    file = read_json(decoded.lines)
    if file is None:
        if chosen is None and not path.lower().endswith(_JSON_ENDINGS):
            return None
        findings.skip_file(decoded.lines, detection.BAD_JSON)
        findings.errors.append(_json_error(decoded))
        return _finished(path, chosen or detection.UNKNOWN_JSON, decoded, findings)
    name = chosen or detection.detect_json(file)
    if name in _JSON_READERS:
        _JSON_READERS[name](file, findings)
    else:
        findings.skip_file(decoded.lines, detection.UNKNOWN_JSON)
    return _finished(path, name, decoded, findings)


def _read_text_file(
    path: str, decoded: DecodedFile, neighbours: Callable[[str], bool], chosen: str | None
) -> Iterator[FileReading]:
    front = read_front_matter(decoded.lines)
    note = NoteFile(path, decoded.lines, front, neighbours)
    name = chosen or detection.detect_text(note)
    role = "user" if claude_topic.topic_type(front) == "user" else note.role
    findings = Findings(Suggester(role=role, tags=front.lists.get("tags", ())))
    if name in _WHOLE_FILE_REASONS:
        findings.skip_file(decoded.lines, name)
    else:
        if not front.valid:
            findings.skip(1, "front-matter-invalid")
        if name in _PROFILES:
            yield from _in_parts(name, note, decoded, findings)
            return
        _TEXT_READERS[name](note, findings)
        if name not in {palace_markdown.FORMAT, memory_table_reading.FORMAT}:
            findings.memories[:] = in_their_forms(findings.memories)
    yield _finished(path, name, decoded, findings)


def _in_parts(name: str, note: NoteFile, decoded: DecodedFile, findings: Findings) -> Iterator[FileReading]:
    """Yield a Markdown file part by part; what is wrong with it as a whole is said with the last one."""
    parts = markdown_parts(note.lines, note.body_start, _PROFILES[name](note), findings)
    for is_last in parts:
        findings.memories[:] = in_their_forms(findings.memories)
        if is_last:
            yield _finished(note.path, name, decoded, findings)
        else:
            memories, skipped, notes = findings.take()
            yield FileReading(
                note.path, name, _encoding(decoded), memories, skipped, notes=notes, goes_on=True
            )


def _finished(path: str, name: str, decoded: DecodedFile, findings: Findings) -> FileReading:
    if decoded.damaged:
        findings.errors.insert(0, _damage(decoded))
    return FileReading(
        path=path,
        format=name,
        encoding=_encoding(decoded),
        memories=tuple(findings.memories),
        skipped=findings.skipped,
        errors=tuple(findings.errors),
        notes=findings.notes,
    )


def _encoding(decoded: DecodedFile) -> str:
    return f"{decoded.encoding} (damaged)" if decoded.damaged else decoded.encoding


def _damage(decoded: DecodedFile) -> Remark:
    if decoded.damaged_line is None:
        return Remark(
            "some bytes do not fit {encoding} and were replaced; look at the file itself",
            {"encoding": decoded.encoding},
        )
    return Remark(
        "line {line}: some bytes do not fit {encoding} and were replaced; look at the file itself",
        {"line": decoded.damaged_line, "encoding": decoded.encoding},
    )


def _starts_like_json(decoded: DecodedFile) -> bool:
    first = next((line.lstrip() for line in decoded.lines if line.strip()), "")
    return first.startswith(("{", "["))


def _json_error(decoded: DecodedFile) -> Remark:
    try:
        json.loads("\n".join(decoded.lines))
    except json.JSONDecodeError as error:
        return Remark(
            "line {line}: this is not JSON ({cause}); repair the file or export it again",
            {"line": error.lineno, "cause": error.msg},
        )
    except (ValueError, RecursionError) as error:
        return Remark("this JSON cannot be read ({cause}); export it again", {"cause": str(error)})
    return Remark("this JSON has no records; export it again")
