"""Where a line stands: under which headings and labels, and what they say about all below them."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from palace.domain.vocabulary import Kind, Priority
from palace.exchange.asides import is_instruction_heading
from palace.exchange.kinds import kind_of_words

LABEL_RANK = 7

Said = TypeVar("Said")


@dataclass(frozen=True, slots=True)
class Place:
    """A heading (`rank` 1 to 6) or a label (`rank` 7) above a line; a title is not `in_path`.

    `kind` is the class tag of a label.
    """

    rank: int
    text: str
    priority: Priority | None = None
    date: datetime.date | None = None
    kind: Kind | None = None
    in_path: bool = True


@dataclass(frozen=True, slots=True)
class Standing:
    """All that the open headings and labels say about a statement; what stands nearest counts.

    `path` runs from the outermost heading to the innermost label, `tagged_kind` is the class tag of a
    label, `named_kind` the kind that the words of the path name. `instructs` says that the section
    instructs the writer of the file.
    """

    path: tuple[str, ...]
    priority: Priority | None
    date: datetime.date | None
    tagged_kind: Kind | None
    named_kind: Kind | None
    instructs: bool


class Outline:
    """The headings and labels that are open, outermost first."""

    def __init__(self, base_path: tuple[str, ...] = ()) -> None:
        self._base = base_path
        self._places: list[Place] = []
        self._standing: Standing | None = None

    def enter(self, place: Place) -> None:
        """Open a heading or label; it closes those of the same or a lower rank."""
        self.leave(place.rank)
        self.enter_below(place)

    def enter_below(self, place: Place) -> None:
        """Open a label below whatever is open, labels included."""
        self._places.append(place)
        self._standing = None

    def leave_innermost(self) -> None:
        """Close what was opened last."""
        self._places.pop()
        self._standing = None

    def leave(self, rank: int) -> None:
        """Close all places of this or a lower rank."""
        while self._places and self._places[-1].rank >= rank:
            self.leave_innermost()

    def leave_labels(self) -> None:
        """Close all labels."""
        self.leave(LABEL_RANK)

    @property
    def nearest_name(self) -> str:
        """The text of the nearest label or heading, the title included."""
        return self._places[-1].text if self._places else ""

    @property
    def standing(self) -> Standing:
        """What holds for a statement here."""
        if self._standing is None:
            named = [place for place in self._places if place.in_path and place.text]
            self._standing = Standing(
                path=self._base + tuple(place.text for place in named),
                priority=_nearest(self._places, lambda place: place.priority),
                date=_nearest(self._places, lambda place: place.date),
                tagged_kind=_nearest(self._places, lambda place: place.kind),
                named_kind=_nearest(named, lambda place: kind_of_words(place.text)),
                instructs=any(is_instruction_heading(place.text) for place in named),
            )
        return self._standing


def _nearest(places: list[Place], said: Callable[[Place], Said | None]) -> Said | None:
    return next((found for place in reversed(places) if (found := said(place))), None)
