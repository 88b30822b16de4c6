"""Where a line stands: under which headings and labels, and what they say about all below them."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from palace.domain.vocabulary import Kind, Priority
from palace.exchange.asides import is_instruction_heading


@dataclass(frozen=True, slots=True)
class Place:
    """A heading (`rank` 1 to 6) or a label (`rank` 7) above a line; a title is not `in_path`."""

    rank: int
    text: str
    priority: Priority | None = None
    date: datetime.date | None = None
    kind: Kind | None = None
    in_path: bool = True


LABEL_RANK = 7


class Outline:
    """The headings and labels that are open, outermost first; what stands nearest counts."""

    def __init__(self, base_path: tuple[str, ...] = ()) -> None:
        self._base = base_path
        self._places: list[Place] = []

    def enter(self, place: Place) -> None:
        """Open a heading or label; it closes those of the same or a lower rank."""
        self.leave(place.rank)
        self._places.append(place)

    def enter_below(self, place: Place) -> None:
        """Open a label below whatever is open, labels included."""
        self._places.append(place)

    def leave_innermost(self) -> None:
        """Close what was opened last."""
        self._places.pop()

    def leave(self, rank: int) -> None:
        """Close all places of this or a lower rank."""
        while self._places and self._places[-1].rank >= rank:
            self._places.pop()

    def leave_labels(self) -> None:
        """Close all labels."""
        self.leave(LABEL_RANK)

    @property
    def path(self) -> tuple[str, ...]:
        """The path of a memory here, from the outermost heading to the innermost label."""
        return self._base + tuple(place.text for place in self._places if place.in_path and place.text)

    def nearest_texts(self) -> Iterator[str]:
        """Yield the labels and headings of the path from the nearest outwards."""
        return (place.text for place in reversed(self._places) if place.in_path and place.text)

    @property
    def nearest_name(self) -> str:
        """The text of the nearest label or heading, the title included."""
        return self._places[-1].text if self._places else ""

    @property
    def priority(self) -> Priority | None:
        """The priority that the nearest place with one declares."""
        return next((place.priority for place in reversed(self._places) if place.priority), None)

    @property
    def date(self) -> datetime.date | None:
        """The date that the nearest place with one names."""
        return next((place.date for place in reversed(self._places) if place.date), None)

    @property
    def kind(self) -> Kind | None:
        """The class tag of the nearest label that has one."""
        return next((place.kind for place in reversed(self._places) if place.kind), None)

    @property
    def instructs(self) -> bool:
        """Whether a heading or label above announces instructions to the writer."""
        return any(place.in_path and is_instruction_heading(place.text) for place in self._places)
