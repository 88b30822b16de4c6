"""What a person can set in `config.toml`. The file is read and checked; it is never written."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import tzinfo
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from palace.config.keymap import PRESETS, Keymap, Preset, parse_keys
from palace.config.reading import read_toml, table_at, unknown_key, wrong_value
from palace.config.rule_tables import flag, parse_rules, rule_lines
from palace.config.zone import local_zone, zone_named
from palace.domain.rules import Rules

LOCAL = "local"
"""The setting that takes the computer's own time zone."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set, with its default. An empty text means "the usual"."""

    palace: str = ""
    language: Literal["auto", "en", "zh"] = "auto"
    zone: str = LOCAL
    theme: str = "night"
    ambiguous_width: Literal[1, 2] = 1
    mouse: bool = True
    model: str = ""
    embedding_threads: int = 0
    editor: str = ""
    watch_workspace: int = 0
    key_preset: Preset = "arrows"
    keys: Keymap = field(default_factory=lambda: MappingProxyType({}))
    rules: Rules = field(default_factory=Rules)
    file: str = ""

    @property
    def zone_info(self) -> tzinfo:
        """The time zone in which days begin."""
        return local_zone() if self.zone == LOCAL else zone_named(self.zone)


_WORDS = ("palace", "theme", "model", "editor")
_TABLES = ("review", "keys", "rules")
_CHOICES: Mapping[str, tuple[object, ...]] = {"language": ("auto", "en", "zh"), "ambiguous_width": (1, 2)}
_KNOWN = (*_WORDS, *_CHOICES, "zone", "mouse", "embedding_threads", "watch_workspace", *_TABLES)

LONGEST_WATCH = 86_400
"""Seconds between two looks at the workspace, at most: a day."""

MOST_EMBEDDING_THREADS = 64
"""More threads than this are a slip of the pen."""


def load_settings(path: Path) -> Settings:
    """Return the settings of a file.

    Raises InvalidInput naming the file, the key, and what would fit or the nearest known key.
    """
    return parse_settings(read_toml(path), str(path))


def parse_settings(table: Mapping[str, object], file: str) -> Settings:
    """Return the settings of a parsed file, `file` being its name for errors; raises InvalidInput."""
    for key in table:
        if key not in _KNOWN:
            raise unknown_key(file, key, _KNOWN)
    changed: dict[str, Any] = {key: _word(table[key], file, key) for key in _WORDS if key in table}
    for key, choices in _CHOICES.items():
        if key in table:
            changed[key] = _choice(table[key], choices, file, key)
    if "zone" in table:
        changed["zone"] = _zone(table["zone"], file)
    if "mouse" in table:
        changed["mouse"] = flag(table["mouse"], file, "mouse")
    if "embedding_threads" in table:
        changed["embedding_threads"] = _threads(table["embedding_threads"], file)
    if "watch_workspace" in table:
        changed["watch_workspace"] = _seconds(table["watch_workspace"], file)
    preset, keys = parse_keys(table_at(table, "keys", file), file)
    rules = parse_rules(table_at(table, "rules", file), file)
    auto_promote = _auto_promote(table_at(table, "review", file), file)
    rules = replace(rules, pipeline=replace(rules.pipeline, auto_promote=auto_promote))
    return replace(Settings(), **changed, key_preset=preset, keys=keys, rules=rules, file=file)


def example_config() -> str:
    """Return a `config.toml` in which every setting stands with its default, commented out.

    Explanations begin with `# `, settings with `#` and no space: taking that away makes them count.
    """
    lines = [
        "# Palace reads this file and never writes it. A line that begins with # and no space is a",
        "# setting with its default: take the # away and change it.",
    ]
    defaults = Settings()
    for name, explanation in _EXPLANATIONS.items():
        lines += [
            "",
            *(f"# {line}" for line in explanation),
            f"#{name} = {_written(getattr(defaults, name))}",
        ]
    lines += [
        "",
        "# Whether verified candidates become memories without you. P0 never does.",
        "[review]",
        f"#auto_promote = {_written(defaults.rules.pipeline.auto_promote)}",
        "",
        f"# Keys: a preset ({' or '.join(PRESETS)}), and your own key or keys for any action by its id.",
        "# The ids stand in the key tables of the README.",
        "[keys]",
        f"#preset = {_written(defaults.key_preset)}",
        '# "review.approve" = ["y", "f9"]',
        "",
        "# The numbers of the method. Durations are written in min, h or d.",
    ]
    described = {rule.name: getattr(defaults.rules, rule.name).__doc__ for rule in fields(defaults.rules)}
    for line in rule_lines(defaults.rules):
        if line.startswith("[rules.") and (text := described.get(line[7:-1])):
            lines.append("# " + str(text).split(" (`", 1)[0].rstrip("."))
        lines.append(f"#{line}" if line and not line.startswith("[") else line)
    return "\n".join(lines) + "\n"


_EXPLANATIONS = {
    "palace": ["The palace file; empty means the usual place under the data directory."],
    "language": ["auto (as the locale says), en or zh."],
    "zone": ["The time zone in which days begin: local, or a name like Asia/Shanghai."],
    "theme": [
        "night, day, contrast, mono, dusk, or the name of a theme of your own",
        "(a file in the folder themes beside this one).",
    ],
    "ambiguous_width": ["Cells your terminal gives to characters like … — “ ” ① : 1 or 2."],
    "mouse": ["Whether the app listens to the mouse."],
    "model": ["The folder of another embedding model; empty means the one that comes with the program."],
    "embedding_threads": [
        "How many threads give memories their vectors: 0 means one a core, at most four.",
        "In the app they leave the processor to whatever else wants it.",
    ],
    "editor": ["The editor for longer changes; empty means $VISUAL or $EDITOR."],
    "watch_workspace": [
        "Every how many seconds the open app looks for what is new in the workspace; 0 means never.",
    ],
}


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'


def _word(value: object, file: str, key: str) -> str:
    if isinstance(value, str) and "\0" not in value:
        return value
    raise wrong_value(file, key, "a text", value)


def _choice(value: object, choices: tuple[object, ...], file: str, key: str) -> object:
    if value in choices and not isinstance(value, bool):
        return value
    raise wrong_value(file, key, "one of " + ", ".join(str(choice) for choice in choices), value)


def _zone(value: object, file: str) -> str:
    name = _word(value, file, "zone")
    if name != LOCAL:
        try:
            zone_named(name)
        except ValueError:
            raise wrong_value(file, "zone", "“local” or a name like Asia/Shanghai", value) from None
    return name


def _threads(value: object, file: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_EMBEDDING_THREADS:
        return value
    raise wrong_value(file, "embedding_threads", f"a whole number from 0 to {MOST_EMBEDDING_THREADS}", value)


def _seconds(value: object, file: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LONGEST_WATCH:
        return value
    raise wrong_value(file, "watch_workspace", f"a whole number of seconds, 0 to {LONGEST_WATCH}", value)


def _auto_promote(table: Mapping[str, object], file: str) -> bool:
    for key in table:
        if key != "auto_promote":
            raise unknown_key(file, f"review.{key}", ["review.auto_promote"])
    return flag(table.get("auto_promote", Rules().pipeline.auto_promote), file, "review.auto_promote")
