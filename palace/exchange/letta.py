"""Agent files of Letta (`.af`): the blocks that stand in an agent's context, line by line."""

from palace.exchange.findings import Findings
from palace.exchange.json_records import Json, JsonFile
from palace.exchange.placeholders import EMPTY_VALUE, nothing_said
from palace.exchange.records import Remark
from palace.exchange.tags import read_tags

FORMAT = "letta-agent-file"

_LIST = "blocks"
_MARKERS = "-*•"


def is_letta(file: JsonFile) -> bool:
    """Return whether JSON is one object with agents, and blocks with a label and a value."""
    whole = file.whole
    if not isinstance(whole, dict) or not isinstance(whole.get("agents"), list):
        return False
    blocks = whole.get(_LIST)
    return isinstance(blocks, list) and all(
        isinstance(block, dict) and {"label", "value"} <= block.keys() for block in blocks
    )


def read_letta(file: JsonFile, findings: Findings) -> None:
    """Read each line of each block as a memory under the block's label.

    What an agent filed away stands in no agent file; the notes say so.
    """
    for record in file.records:
        value = record.value
        if record.key != _LIST or not isinstance(value, dict):
            continue
        said = [line.strip() for line in _text(value, "value").splitlines() if line.strip()]
        if not said:
            findings.skip(record.line, EMPTY_VALUE)
        for line in said:
            tags = read_tags(line.lstrip(_MARKERS).strip(), log=False)
            reason = nothing_said(tags.text)
            if reason:
                findings.skip(record.line, reason)
                continue
            findings.add(
                tags.text,
                record.line,
                tuple(filter(None, (_text(value, "label"),))),
                priority=tags.priority,
                date=tags.date,
                valid_to=tags.valid_to,
                kind=tags.kind,
            )
    findings.note(Remark("an agent file holds no archival memory: only what stood in the agent's context"))


def _text(value: dict[str, Json], key: str) -> str:
    found = value.get(key)
    return found.strip() if isinstance(found, str) else ""
