"""The texts of the program by key, in one language.

`en.toml` and `zh.toml` hold the same keys with the same `{placeholders}`; `{count?one|many}` chooses a
word by a number. Errors are written in English where they are raised; `errors_zh.toml` translates their
templates and the words of ours put into them.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from palace.domain.errors import InvalidInput, PalaceError
from palace.domain.plurals import with_numbers_chosen

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

AUTOMATIC = "auto"
"""The setting that leaves the language to the locale."""


_OUR_WORDS = frozenset({"what", "vocabulary", "wanted", "verb", "verdict", "reason", "band", "status"})
"""Values of errors that are words of the program, not of the person, and so are translated too."""


class MissingText(LookupError):
    """A key that the catalogue does not hold, or a placeholder that was given no value."""


class Catalog:
    """All texts in one language; raises MissingText rather than showing a key."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._texts = texts_of(language)

    def text(self, key: str, **values: object) -> str:
        """Return the text under a dotted key, its `{placeholders}` filled.

        Raises MissingText for an unknown key or a placeholder without a value.
        """
        template = self._texts.get(key)
        if template is None:
            raise MissingText(f"{self.language}.toml has no text “{key}”")
        try:
            return with_numbers_chosen(template, values).format(**values)
        except (KeyError, IndexError) as error:
            raise MissingText(f"“{key}” in {self.language}.toml needs a value for {error}") from None

    def has(self, key: str) -> bool:
        """Return whether there is a text under a key."""
        return key in self._texts

    def error(self, error: PalaceError) -> str:
        """Return what is wrong and what to do about it, in this language where it is translated."""
        message = self._translated(error.template, error.values)
        if not error.next_template:
            return message
        next_step = self._translated(error.next_template, error.values)
        return self.text("frame.with_next_step", message=message, next_step=next_step)

    def error_message(self, error: PalaceError) -> str:
        """Return only what is wrong."""
        return self._translated(error.template, error.values)

    def error_next_step(self, error: PalaceError) -> str:
        """Return only what to do about it; may be empty."""
        return self._translated(error.next_template, error.values) if error.next_template else ""

    def word(self, english: str) -> str:
        """Return a word or reason that the program gives in English, in this language where it is known."""
        return error_texts_of(self.language).get(f"words.{english}", english)

    def sentence(self, template: str, values: Mapping[str, object]) -> str:
        """Return a sentence that is given as an English template and its values, as errors are."""
        return self._translated(template, values)

    def _translated(self, template: str, values: Mapping[str, object]) -> str:
        own = error_texts_of(self.language).get(f"templates.{template}", template)
        if not values:
            return own
        return with_numbers_chosen(own, values).format(
            **{name: self._word(name, value) for name, value in values.items()}
        )

    def _word(self, name: str, value: object) -> object:
        if isinstance(value, PalaceError):
            return self.error_message(value)
        return error_texts_of(self.language).get(f"words.{value}", value) if name in _OUR_WORDS else value


@cache
def texts_of(language: Language) -> Mapping[str, str]:
    """Return every text of a language by its dotted key."""
    return _texts_in(f"{language}.toml")


@cache
def error_texts_of(language: Language) -> Mapping[str, str]:
    """Return the translations of error templates (`templates.…`) and of words put into them (`words.…`)."""
    return MappingProxyType({}) if language == "en" else _texts_in(f"errors_{language}.toml")


def _texts_in(name: str) -> Mapping[str, str]:
    source = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return MappingProxyType(dict(_flattened("", tomllib.loads(source))))


def pick_language(explicit: str | None, configured: str | None, environ: Mapping[str, str]) -> Language:
    """Return the language as said on the command line, else as configured, else of the locale.

    A locale is the first of LC_ALL, LC_MESSAGES and LANG that is not empty; any but Chinese means English.
    Raises InvalidInput for a language that there is not.
    """
    for wanted in (explicit, configured):
        if wanted and wanted != AUTOMATIC:
            if wanted not in LANGUAGES:
                raise InvalidInput(
                    "there is no language “{language}”", next_step="it is en or zh", language=wanted
                )
            return wanted
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    return "zh" if locale.lower().startswith("zh") else "en"


def _flattened(prefix: str, table: Mapping[str, object]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in table.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(value, Mapping):
            found += _flattened(key, value)
        else:
            found.append((key, str(value)))
    return found
