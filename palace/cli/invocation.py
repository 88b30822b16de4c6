"""One call of the command line: its arguments, settings, language, and the ways to open what it needs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from palace import bootstrap
from palace.cli.output import Output
from palace.config.settings import Settings
from palace.domain.clock import Clock
from palace.domain.errors import InvalidInput, PalaceError
from palace.domain.journal import Actor
from palace.i18n.catalog import Catalog, pick_language
from palace.services.surroundings import Surroundings

if TYPE_CHECKING:
    from palace.services.meaning_ports import SemanticIndex
    from palace.storage.palace_file import PalaceFile


@dataclass
class Invocation:
    """What a verb is given. The palace and the model are opened only when the verb asks for them.

    `clock` is that of the open palace: the sample is told at one instant, and its clock goes on from there.
    """

    arguments: argparse.Namespace
    output: Output
    settings: Settings
    catalog: Catalog
    actor: Actor = Actor.PERSON
    clock: Clock = bootstrap.now

    @classmethod
    def from_arguments(cls, arguments: argparse.Namespace, output: Output) -> Invocation:
        """Read the settings that these arguments name; raises PalaceError naming file and key."""
        settings = bootstrap.read_settings(arguments.config, os.environ)
        language = pick_language(arguments.lang, settings.language, os.environ)
        return cls(arguments, output, settings, Catalog(language), bootstrap.person_or_agent(os.environ))

    @property
    def wants_json(self) -> bool:
        """Whether the answer goes to a program."""
        return bool(getattr(self.arguments, "json", False))

    @cached_property
    def surroundings(self) -> Surroundings:
        """The clock, the zone, the rules and the source of uids."""
        return bootstrap.surroundings(self.settings, lambda: self.clock())

    @cached_property
    def palace_path(self) -> Path:
        """The palace file: as said on the command line, in PALACE, in the settings, or the default."""
        return bootstrap.palace_path(self.arguments.palace, self.settings, os.environ)

    @contextmanager
    def palace(self) -> Iterator[PalaceFile]:
        """Open the palace for the length of a block; raises PalaceError saying why it cannot be."""
        opened = bootstrap.open_palace(self.palace_path, self.settings, lambda: self.clock())
        try:
            self.clock = bootstrap.clock_of(opened)
            if opened.read_only_because and not self.wants_json:
                reason = self.catalog.word(opened.read_only_because)
                self.output.error(self.say("cli.read_only", reason=reason))
            yield opened
        finally:
            opened.close()

    def expect_semantic(self) -> None:
        """Begin to load the model beside what is done next, if there is a palace to search in."""
        if self.palace_path.exists():
            bootstrap.expect_encoder(self.settings)

    def semantic(self, palace: PalaceFile) -> SemanticIndex | None:
        """Return the semantic index, or None after saying why meaning cannot take part."""
        try:
            return bootstrap.load_semantic(palace, self.settings)
        except PalaceError as error:
            self.output.error(self.say("cli.words_only", reason=self.catalog.error(error)))
            return None

    def say(self, key: str, **values: object) -> str:
        """Return a text of the catalogue in the language of this call."""
        return self.catalog.text(key, **values)


def text_of_words(words: Sequence[str]) -> str:
    """Return the words of a call joined to a text; raises InvalidInput when they are not UTF-8.

    Where the locale knows no UTF-8, Python keeps the bytes of a word in half characters.
    """
    text = " ".join(words)
    if not any("\udc80" <= character <= "\udcff" for character in text):
        return text
    return _decoded(text.encode("utf-8", "surrogateescape"), "what was typed")


def read_standard_input() -> str:
    """Return all of standard input as text; raises InvalidInput when it is not UTF-8."""
    buffer = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read() if buffer is None else _decoded(buffer.read(), "standard input")


def read_line() -> str:
    """Return the next line of standard input, whatever bytes are in it; empty at its end."""
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is None:
        return sys.stdin.readline()
    return str(buffer.readline().decode(sys.stdin.encoding or "utf-8", "replace"))


def _decoded(data: bytes, what: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            "{what} is not UTF-8: byte {place} is 0x{byte:02x}",
            next_step="convert it first, for instance with iconv, or use palace import for files",
            what=what,
            place=error.start,
            byte=data[error.start],
        ) from None
