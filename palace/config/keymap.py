"""The person's own keys: the `[keys]` table of the configuration, checked against the registry of actions."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Literal

from palace.config.reading import unknown_key, wrong_value
from palace.domain.errors import InvalidInput

Keymap = Mapping[str, tuple[str, ...]]
"""Action id to keys, as Textual names keys; an empty tuple takes an action's keys away."""

Preset = Literal["arrows", "vim"]
PRESETS: tuple[Preset, ...] = ("arrows", "vim")

_KEY = re.compile(r"(?:(?:ctrl|alt|shift|super|meta|hyper)\+)*(?:[a-z0-9_]{2,}|\S)")


@dataclass(frozen=True, slots=True)
class KeySlot:
    """What the check must know of an action: its id, its default keys, and where they mean something.

    `needed` actions can be given other keys, but never none. `fixed_keys` work whatever the person sets.
    """

    id: str
    keys: tuple[str, ...]
    contexts: frozenset[str]
    needed: bool = False
    fixed_keys: tuple[str, ...] = ()


def parse_keys(table: Mapping[str, object], file: str) -> tuple[Preset, Keymap]:
    """Return the preset and the keys of a `[keys]` table.

    `"review.approve" = "y"` and `review.approve = ["y", "f9"]` mean the same. Raises InvalidInput naming
    the file and the key for what is no key.
    """
    rest = dict(table)
    preset = rest.pop("preset", PRESETS[0])
    if preset not in PRESETS:
        raise wrong_value(file, "keys.preset", "one of " + ", ".join(PRESETS), preset)
    keys = {action: _keys(value, file, action) for action, value in _flattened("", rest)}
    return preset, MappingProxyType(keys)


def check_keymap(
    keymap: Keymap, slots: Iterable[KeySlot], around: Mapping[str, frozenset[str]], file: str
) -> None:
    """Check that every action exists, none that is needed loses its keys, and no key has two meanings.

    `around` gives for each context the contexts whose keys would meet its own. Raises InvalidInput.
    """
    by_id = {slot.id: slot for slot in slots}
    for action, keys in keymap.items():
        slot = by_id.get(action)
        if slot is None:
            raise unknown_key(file, f"keys.{action}", [f"keys.{each}" for each in by_id])
        if slot.needed and not keys:
            raise InvalidInput(
                "{file}: “keys.{action}” must keep a key",
                next_step="give it another key instead of none",
                file=file,
                action=action,
            )
    for one, other in combinations(by_id.values(), 2):
        if one.id not in keymap and other.id not in keymap:
            continue
        if not _meet(one, other, around):
            continue
        if shared := sorted(set(_keys_of(one, keymap)) & set(_keys_of(other, keymap))):
            raise InvalidInput(
                "{file}: the key “{key}” would mean both “{one}” and “{other}”",
                next_step="give one of the two another key",
                file=file,
                key=shared[0],
                one=one.id,
                other=other.id,
            )


def _meet(one: KeySlot, other: KeySlot, around: Mapping[str, frozenset[str]]) -> bool:
    reach_of_one = frozenset().union(*(around.get(context, {context}) for context in one.contexts))
    reach_of_other = frozenset().union(*(around.get(context, {context}) for context in other.contexts))
    return bool(one.contexts & reach_of_other or other.contexts & reach_of_one)


def _keys_of(slot: KeySlot, keymap: Keymap) -> tuple[str, ...]:
    return (*keymap.get(slot.id, slot.keys), *slot.fixed_keys)


def _flattened(prefix: str, table: Mapping[str, object]) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for name, value in table.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(value, Mapping):
            found += _flattened(key, value)
        else:
            found.append((key, value))
    return found


def _keys(value: object, file: str, action: str) -> tuple[str, ...]:
    keys = [value] if isinstance(value, str) else value
    if not isinstance(keys, list) or not all(isinstance(key, str) and _KEY.fullmatch(key) for key in keys):
        raise wrong_value(file, f"keys.{action}", "a key or a list of keys, like “y” or “ctrl+p”", value)
    return tuple(dict.fromkeys(keys))
