"""The memory file of the MCP memory server: entities with observations, and relations."""

from palace.exchange.findings import Findings
from palace.exchange.json_records import Json, JsonFile, Record
from palace.exchange.placeholders import EMPTY_VALUE, nothing_said
from palace.exchange.tags import read_tags

FORMAT = "mcp-memory-server"

_NAMES = ("name", "entity", "id")
_TYPES = ("entityType", "entity_type", "type")
_RELATION_KEYS = frozenset({"relationType", "relation_type", "from_entity", "to_entity"})
_TEXT_KEYS = ("content", "text", "observation")


def is_mcp_memory(file: JsonFile) -> bool:
    """Return whether JSON has the shape of the server's memory: as lines, or one object."""
    if isinstance(file.whole, dict):
        if isinstance(file.whole.get("entities"), list):
            return True
        return _is_entity(file.whole) or _is_relation(file.whole)
    return any(_is_entity(record.value) or _is_relation(record.value) for record in file.records)


def read_mcp_memory(file: JsonFile, findings: Findings) -> None:
    """Read each observation of each entity as a memory; relations and entities without any are skipped."""
    for line in file.bad_lines:
        findings.skip(line, "bad-json")
    for record in _records(file):
        _read_record(record, findings)


def _records(file: JsonFile) -> tuple[Record, ...]:
    if file.document is None or not isinstance(file.whole, dict):
        return file.records
    if isinstance(file.whole.get("entities"), list):
        return tuple(record for record in file.records if record.key in {"entities", "relations"})
    return (file.document,)


def _read_record(record: Record, findings: Findings) -> None:
    value = record.value
    if record.key == "relations" or _is_relation(value):
        findings.skip(record.line, "relation")
    elif isinstance(value, dict) and (record.key == "entities" or _is_entity(value)):
        _read_entity(record, value, findings)
    else:
        findings.skip(record.line, "unknown-record")


def _read_entity(record: Record, entity: dict[str, Json], findings: Findings) -> None:
    path = tuple(filter(None, (_entity_type(entity), _first_text(entity, _NAMES))))
    observations = record.elements("observations")
    if isinstance(entity.get("observations"), str):
        observations = (Record(entity["observations"], record.line),)
    if not observations:
        findings.skip(record.line, EMPTY_VALUE)
    for observation in observations:
        tags = read_tags(_text_of(observation.value), log=False)
        reason = nothing_said(tags.text)
        if reason:
            findings.skip(observation.line, reason)
            continue
        findings.add(
            tags.text,
            observation.line,
            path,
            priority=tags.priority,
            date=tags.date,
            valid_to=tags.valid_to,
            kind=tags.kind,
        )


def _is_entity(value: Json) -> bool:
    if not isinstance(value, dict) or _is_relation(value):
        return False
    return value.get("type") == "entity" or (isinstance(value.get("observations"), list) and "name" in value)


def _is_relation(value: Json) -> bool:
    if not isinstance(value, dict):
        return False
    return value.get("type") == "relation" or not _RELATION_KEYS.isdisjoint(value)


def _entity_type(entity: dict[str, Json]) -> str:
    name = _first_text(entity, _TYPES[:2])
    if name:
        return name
    plain = entity.get("type")
    return plain.strip() if isinstance(plain, str) and plain != "entity" else ""


def _first_text(entity: dict[str, Json], keys: tuple[str, ...]) -> str:
    texts = (entity.get(key) for key in keys)
    return next((text.strip() for text in texts if isinstance(text, str) and text.strip()), "")


def _text_of(observation: Json) -> str:
    if isinstance(observation, dict):
        return _first_text(observation, _TEXT_KEYS)
    return observation.strip() if isinstance(observation, str) else ""
