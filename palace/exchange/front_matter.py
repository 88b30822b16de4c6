"""Front matter: the block between two `---` at the top of a note, read leniently."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from palace.exchange.yaml_check import is_valid_yaml

MOST_LINES = 60
"""The closing `---` must stand within this many lines of the first."""

_KEY = re.compile(r"[\"']?[\w.-]+[\"']?\s?:(?:\s|$)")
_TOP_LEVEL = re.compile(
    r"(?P<quote>[\"']?)(?P<key>[^\s:#\"'][^:\"']{0,80}?)(?P=quote)\s*:(?:\s+(?P<value>.*))?$"
)
_NESTED = re.compile(
    r"\s+(?P<quote>[\"']?)(?P<key>[^\s:#\"'-][^:\"']{0,80}?)(?P=quote)\s*:(?:\s+(?P<value>.*))?$"
)
_ITEM = re.compile(r"\s*-\s+(?P<value>.+)$")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a note says about itself. Keys are lower-case; a nested key reads `parent.key`.

    `length` is the number of lines it takes, both `---` included; 0 means that there is none.
    """

    values: dict[str, str] = field(default_factory=dict)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    length: int = 0
    valid: bool = True

    def value(self, *keys: str) -> str:
        """Return the first of these keys that has a value, or an empty text."""
        return next((self.values[key] for key in keys if self.values.get(key)), "")

    def __contains__(self, key: str) -> bool:
        return key in self.values


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """Return the front matter of a file.

    There is one only if line 1 is `---`, another `---` follows within 60 lines, and a line between them has
    the form `key:`.
    """
    if not lines or lines[0].rstrip() != "---":
        return FrontMatter()
    end = next((at for at, line in enumerate(lines[1 : MOST_LINES + 1], 1) if line.rstrip() == "---"), None)
    if end is None or not any(_KEY.match(line) for line in lines[1:end]):
        return FrontMatter()
    inner = lines[1:end]
    reader = _Reader()
    for number, line in enumerate(inner, 2):
        reader.read(number, line)
    return FrontMatter(
        reader.values,
        {key: tuple(items) for key, items in reader.lists.items()},
        reader.lines,
        end + 1,
        is_valid_yaml(inner),
    )


class _Reader:
    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.lists: dict[str, list[str]] = {}
        self.lines: dict[str, int] = {}
        self.parent = ""

    def read(self, number: int, line: str) -> None:
        found = _TOP_LEVEL.match(line)
        if found:
            self.parent = found["key"].strip().lower()
            self._keep(self.parent, found["value"], number)
            return
        item = _ITEM.match(line)
        if item and self.parent:
            self.lists.setdefault(self.parent, []).append(_unquoted(item["value"]))
            return
        nested = _NESTED.match(line)
        if nested and self.parent:
            self._keep(f"{self.parent}.{nested['key'].strip().lower()}", nested["value"], number)

    def _keep(self, key: str, value: str | None, number: int) -> None:
        value = (value or "").strip()
        self.lines.setdefault(key, number)
        self.values[key] = _unquoted(value)
        if value.startswith("[") and value.endswith("]"):
            self.lists[key] = [_unquoted(part) for part in value[1:-1].split(",") if part.strip()]


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].strip()
    return value
