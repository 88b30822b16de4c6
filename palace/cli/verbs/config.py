"""`palace config`: where things are, what is set, and an example to begin with."""

import os
from dataclasses import fields, is_dataclass
from enum import StrEnum

from palace.cli.invocation import Invocation
from palace.config.paths import default_config_file
from palace.config.settings import example_config
from palace.domain.filters import word_of


class Topic(StrEnum):
    """Topic can be printed."""

    SHOW = "show"
    PATH = "path"
    EXAMPLE = "example"


def run(invocation: Invocation) -> int:
    """Print the effective settings, the paths, or an example file. The person's file is never written."""
    what = word_of(Topic, invocation.arguments.what)
    if what is Topic.EXAMPLE:
        if invocation.wants_json:
            invocation.output.json({"example": example_config()})
        else:
            invocation.output.lines(example_config().rstrip("\n"))
        return 0
    named = invocation.arguments.config
    paths = {
        "config": named or str(default_config_file(os.environ)),
        "palace": str(invocation.palace_path),
    }
    if what is Topic.PATH:
        if invocation.wants_json:
            invocation.output.json(paths)
        else:
            for name, path in paths.items():
                invocation.output.line(f"{name} = {path}")
        return 0
    settings = _plain(invocation.settings)
    if invocation.wants_json:
        invocation.output.json({"paths": paths, "settings": settings})
        return 0
    for name, path in paths.items():
        invocation.output.line(f"# {name}: {path}")
    for line in _flat_lines("", settings):
        invocation.output.line(line)
    return 0


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "items"):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(str(part) for part in value)
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value if isinstance(value, int | float | str | bool) or value is None else str(value)


def _flat_lines(prefix: str, value: object) -> list[str]:
    if isinstance(value, dict):
        return [
            line
            for name, part in value.items()
            for line in _flat_lines(f"{prefix}.{name}" if prefix else name, part)
        ]
    return [f"{prefix} = {value}"]
