"""The numbers of the method as `[rules.…]` tables: named like the fields of `palace.domain.rules`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from palace.config.reading import table_at, unknown_key, wrong_value
from palace.domain.errors import InvalidInput
from palace.domain.rules import Rules
from palace.domain.vocabulary import Kind, SourceKind

ELSEWHERE = {("pipeline", "auto_promote"): "review.auto_promote"}
"""Fields of the rules that have a place of their own in the file."""

FRACTION = (0.0, 1.0)
_RANGES: Mapping[tuple[str, str], tuple[float, float]] = {
    ("weight", "boost_per_hit"): (0.0, 10.0),
    ("weight", "boost_per_citation"): (0.0, 10.0),
    ("weight", "most_citations"): (0, 1_000),
    ("weight", "most_boost"): (1.0, 100.0),
    ("bands", "hot_lines"): (1, 10_000),
    ("bands", "hits_to_heat"): (1, 1_000),
    ("pipeline", "evidences_needed"): (1, 100),
    ("pipeline", "replaceable_memories_shown"): (0, 20),
    ("pipeline", "cases_to_deepen"): (2, 100),
    ("pipeline", "cases_looked_at"): (1, 10_000_000),
    ("importance", "log_score_to_sight"): (0, 10),
    ("search", "alike_weight"): (0, 2),
    ("search", "reading_weight"): (0, 2),
    ("search", "read_closely"): (0, 200),
    ("search", "page"): (1, 1_000),
    ("search", "agent_limit"): (1, 100),
    ("jobs", "monthly_day"): (1, 28),
    ("jobs", "most_missed_counted"): (1, 1_000),
    ("health", "timid_below"): (0.0, 100.0),
    ("health", "healthy_from"): (0.0, 100.0),
    ("health", "healthy_to"): (0.0, 100.0),
    ("health", "obese_above"): (0.0, 100.0),
    ("health", "log_days"): (1, 366),
    ("backups", "days"): (1, 366),
    ("backups", "weeks"): (0, 520),
}
"""Least and most of each number that is not a fraction from 0 to 1."""

_ORDERED = (
    ("similarity", "worth_showing", "propose_merge"),
    ("bands", "threshold_at_pressure", "threshold_when_full"),
    ("health", "timid_below", "healthy_from"),
    ("health", "healthy_from", "healthy_to"),
    ("health", "healthy_to", "obese_above"),
    ("health", "young_until", "middle_until"),
)
"""Pairs of fields of which the second may not be smaller than the first."""

_UNITS = {"min": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}
_DURATION = re.compile(r"(\d+(?:\.\d+)?) ?(min|h|d)")
_KEYS: Mapping[tuple[str, str], type[StrEnum]] = {
    ("weight", "half_life"): Kind,
    ("weight", "protected_kinds"): Kind,
    ("importance", "source_quality"): SourceKind,
}
NEVER = "never"


def parse_rules(table: Mapping[str, object], file: str) -> Rules:
    """Return the rules with what a `[rules]` table sets.

    Raises InvalidInput naming the file and the key for an unknown key or a value that does not fit.
    """
    defaults = Rules()
    groups = {field.name: getattr(defaults, field.name) for field in fields(Rules)}
    for name in table:
        if name not in groups:
            raise unknown_key(file, f"rules.{name}", [f"rules.{group}" for group in groups])
    parsed: dict[str, Any] = {
        name: _parse_group(name, group, table_at(table, name, file, "rules."), file)
        for name, group in groups.items()
    }
    rules = Rules(**parsed)
    for group, low, high in _ORDERED:
        values = getattr(rules, group)
        if getattr(values, low) > getattr(values, high):
            raise InvalidInput(
                "{file}: “rules.{group}.{low}” must not be greater than “rules.{group}.{high}”",
                file=file,
                group=group,
                low=low,
                high=high,
            )
    return rules


def rule_lines(rules: Rules) -> list[str]:
    """Return the rules as the lines of TOML that would set them, tables and keys in their order."""
    lines: list[str] = []
    for field in fields(rules):
        group = getattr(rules, field.name)
        lines += ["", f"[rules.{field.name}]"]
        lines += [
            f"{name} = {written(getattr(group, name))}"
            for name in _names(field.name, group)
            if not isinstance(getattr(group, name), Mapping)
        ]
        for name in _names(field.name, group):
            if isinstance(mapping := getattr(group, name), Mapping):
                lines += ["", f"[rules.{field.name}.{name}]"]
                lines += [f"{key} = {written(value)}" for key, value in mapping.items()]
    return lines


def written(value: object) -> str:
    """Return a value as it is written in the file: a duration as `"7 d"`, none as `"never"`."""
    match value:
        case None:
            return f'"{NEVER}"'
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case timedelta():
            return f'"{_duration(value)}"'
        case frozenset():
            return "[" + ", ".join(f'"{each}"' for each in sorted(value)) + "]"
        case tuple():
            return "[" + ", ".join(written(each) for each in value) + "]"
    return f'"{value}"'


def _duration(value: timedelta) -> str:
    for unit in ("d", "h"):
        if value >= _UNITS[unit] and not value % _UNITS[unit]:
            return f"{value // _UNITS[unit]} {unit}"
    minutes = value / _UNITS["min"]
    return f"{int(minutes) if minutes.is_integer() else minutes} min"


def _names(group_name: str, group: object) -> list[str]:
    if not is_dataclass(group):
        raise TypeError(f"the rules of {group_name} are no dataclass")
    return [field.name for field in fields(group) if (group_name, field.name) not in ELSEWHERE]


def _parse_group(name: str, group: Any, table: Mapping[str, object], file: str) -> object:
    known = _names(name, group)
    changed: dict[str, object] = {}
    for key, value in table.items():
        if elsewhere := ELSEWHERE.get((name, key)):
            raise InvalidInput(
                "{file}: unknown key “{key}”",
                next_step="did you mean “{near}”?",
                file=file,
                key=f"rules.{name}.{key}",
                near=elsewhere,
            )
        if key not in known:
            raise unknown_key(file, f"rules.{name}.{key}", [f"rules.{name}.{each}" for each in known])
        changed[key] = _parse_value((name, key), getattr(group, key), value, file)
    return replace(group, **changed)


def _parse_value(place: tuple[str, str], default: object, value: object, file: str) -> object:
    key = f"rules.{place[0]}.{place[1]}"
    match default:
        case bool():
            return flag(value, file, key)
        case int() | float():
            return number(value, file, key, *_RANGES.get(place, FRACTION), whole=isinstance(default, int))
        case timedelta():
            return _parse_duration(value, file, key)
        case tuple():
            return _parse_durations(value, file, key)
        case frozenset():
            words = value if isinstance(value, list) else [value]
            return frozenset(_word(_KEYS[place], word, file, key) for word in words)
        case Mapping():
            return _parse_mapping(_KEYS[place], default, value, file, key)
    raise TypeError(f"no way to read {key}")


def _parse_mapping(
    vocabulary: type[StrEnum], default: Mapping[Any, object], value: object, file: str, key: str
) -> Mapping[Any, object]:
    if not isinstance(value, Mapping):
        raise wrong_value(file, key, "a table", value)
    read: Callable[[object, str, str], object] = (
        _parse_half_life
        if vocabulary is Kind
        else lambda each, file, key: number(each, file, key, *FRACTION, whole=False)
    )
    changed = {
        _word(vocabulary, word, file, key): read(each, file, f"{key}.{word}") for word, each in value.items()
    }
    return MappingProxyType({**default, **changed})


def _word(vocabulary: type[StrEnum], word: object, file: str, key: str) -> StrEnum:
    if word in list(vocabulary):
        return vocabulary(str(word))
    raise unknown_key(file, f"{key}.{word}", [f"{key}.{each}" for each in vocabulary])


def _parse_half_life(value: object, file: str, key: str) -> timedelta | None:
    return None if value == NEVER else _parse_duration(value, file, key)


def _parse_durations(value: object, file: str, key: str) -> tuple[timedelta, ...]:
    if not isinstance(value, list):
        raise wrong_value(file, key, "a list of durations, shortest first", value)
    durations = tuple(_parse_duration(each, file, key) for each in value)
    if list(durations) != sorted(set(durations)):
        raise wrong_value(file, key, "a list of durations, shortest first", value)
    return durations


def _parse_duration(value: object, file: str, key: str) -> timedelta:
    match = _DURATION.fullmatch(value.strip()) if isinstance(value, str) else None
    if match:
        try:
            return float(match[1]) * _UNITS[match[2]]
        except OverflowError:
            pass
    raise wrong_value(file, key, "a duration like “30 min”, “12 h” or “7 d”", value)


def flag(value: object, file: str, key: str) -> bool:
    """Return a truth value; raises InvalidInput for anything else."""
    if isinstance(value, bool):
        return value
    raise wrong_value(file, key, "true or false", value)


def number(value: object, file: str, key: str, low: float, high: float, *, whole: bool) -> float:
    """Return a number from `low` to `high`; raises InvalidInput naming the range."""
    fits = isinstance(value, int) if whole else isinstance(value, int | float)
    if fits and not isinstance(value, bool) and isinstance(value, int | float) and low <= value <= high:
        return value if whole else float(value)
    if whole:
        raise wrong_value(file, key, f"a whole number from {low:g} to {high:g}", value)
    raise wrong_value(file, key, f"a number from {low:g} to {high:g}", value)
