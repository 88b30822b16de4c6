"""A text file to be read: its name, its lines, what it says about itself, and what lies beside it."""

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from palace.domain.vocabulary import Kind
from palace.exchange.dates import date_at, first_date
from palace.exchange.front_matter import FrontMatter

_ROLE = re.compile(r"(?:^|(?<![A-Za-z]))(USER|IDENTITY|AVOID)(?![A-Za-z])|^(user|identity|avoid)(?![a-z])")
_KIND_OF_ROLE = {"user": Kind.FACT, "identity": Kind.FACT, "avoid": Kind.FAILURE}


@dataclass(frozen=True)
class NoteFile:
    """A decoded file. `neighbours` tells whether the target of a relative link exists."""

    path: str
    lines: tuple[str, ...]
    front: FrontMatter
    neighbours: Callable[[str], bool]

    @cached_property
    def stem(self) -> str:
        """The file's name without folders and without its last ending."""
        return file_stem(self.path)

    @property
    def body_start(self) -> int:
        """The index of the first line behind the front matter."""
        return self.front.length

    @cached_property
    def name_date(self) -> datetime.date | None:
        """The date that the file's name starts with."""
        found = date_at(self.stem, 0)
        return found.day if found else None

    @cached_property
    def created(self) -> datetime.date | None:
        """The date of `created` in the front matter."""
        return self.front_date("created")

    def front_date(self, *keys: str) -> datetime.date | None:
        """Return the date in the first of these front-matter values that has one."""
        found = (first_date(self.front.values.get(key, "")) for key in keys)
        return next((date.day for date in found if date), None)

    @property
    def role(self) -> str:
        """What the name says about the file: `user`, `identity`, `avoid` or nothing."""
        found = _ROLE.search(self.stem)
        return (found[1] or found[2]).lower() if found else ""

    @property
    def kind_of_role(self) -> Kind | None:
        """The kind of statement that such a file holds where nothing else tells it."""
        return _KIND_OF_ROLE.get(self.role)


def file_stem(path: str) -> str:
    """Return a file's name without folders and without its last ending."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[0] if "." in name[1:] else name
