"""Reads TOML files that people write, and says where they are wrong."""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from palace.domain.errors import InvalidInput


def read_toml(path: Path) -> dict[str, object]:
    """Return the tables of a TOML file.

    Raises InvalidInput naming the file and the line when it cannot be read or is no TOML.
    """
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))
    except OSError as error:
        raise InvalidInput(
            "{file} cannot be read: {cause}",
            next_step="check the name and the permissions of the file",
            file=str(path),
            cause=error.strerror or str(error),
        ) from None
    except UnicodeDecodeError as error:
        raise InvalidInput(
            "{file} is not UTF-8: byte {place}",
            next_step="save it as UTF-8",
            file=str(path),
            place=error.start,
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(
            "{file} is not valid TOML: {cause}",
            next_step="correct that line, or compare with: palace config example",
            file=str(path),
            cause=str(error),
        ) from None


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the word that is most like `word`, or None when none is."""
    found = difflib.get_close_matches(word.lower(), list(words), n=1, cutoff=0.5)
    return found[0] if found else None


def unknown_key(file: str, key: str, known: Iterable[str]) -> InvalidInput:
    """Return the error for a key that means nothing, naming the nearest one that does."""
    names = sorted(known)
    if near := nearest(key, names):
        return InvalidInput(
            "{file}: unknown key “{key}”", next_step="did you mean “{near}”?", file=file, key=key, near=near
        )
    return InvalidInput(
        "{file}: unknown key “{key}”",
        next_step="known here: {names}",
        file=file,
        key=key,
        names=", ".join(names),
    )


def wrong_value(file: str, key: str, wanted: str, value: object) -> InvalidInput:
    """Return the error for a value of the wrong type or out of range."""
    shown = repr(value) if not isinstance(value, str) else f"“{value}”"
    return InvalidInput(
        "{file}: “{key}” must be {wanted}, but is {value}", file=file, key=key, wanted=wanted, value=shown
    )


def table_at(table: Mapping[str, object], name: str, file: str, prefix: str = "") -> Mapping[str, object]:
    """Return a table inside a table, empty where there is none; raises InvalidInput if it is a value."""
    value = table.get(name, {})
    if not isinstance(value, Mapping):
        raise wrong_value(file, f"{prefix}{name}", "a table", value)
    return value
