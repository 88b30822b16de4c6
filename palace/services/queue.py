"""A queue that a person works through: a pure state machine, the same for every sort of item.

Rows are known by id and version, never by where they stand. What was decided keeps its place and its
verdict, so that a person sees what became of it and can walk back to it. Every change returns a new queue.

A queue holds ten thousand rows and more, and is asked after every key: what goes through all rows is done
once for a queue, and a change of some rows finds them by their places.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import Generic, Self, TypeVar

from palace.domain.journal import Verb

Item = TypeVar("Item")

PUT_OFF = frozenset({Verb.SKIP, Verb.SNOOZE})
"""Verdicts that leave an item open: it can still be decided by walking back to it."""


@dataclass(frozen=True, slots=True)
class Row(Generic[Item]):
    """One item in the queue.

    `verdict` is what was decided about it, None while it waits; `decision_id` is the journal row of a
    verdict given in this session, None for one that was given before. `gone` says that somebody else
    decided or removed it.
    """

    id: int
    version: int
    item: Item
    verdict: Verb | None = None
    decision_id: int | None = None
    gone: bool = False

    @property
    def waiting(self) -> bool:
        """Whether the queue still asks for a verdict."""
        return self.verdict is None and not self.gone

    @property
    def decidable(self) -> bool:
        """Whether a verdict may be given: it waits, or was only put off."""
        return not self.gone and (self.verdict is None or self.verdict in PUT_OFF)


def _fits_any(item: object) -> bool:
    return True


@dataclass(frozen=True)
class ReviewQueue(Generic[Item]):
    """The rows in their order, the id of the current one, the marked ids, and which items are shown.

    `current_id` is None when the queue is empty or worked through. `places` says where each id stands among
    the rows; it is made where it is not handed on from a queue of the same ids in the same order.
    """

    rows: tuple[Row[Item], ...] = ()
    current_id: int | None = None
    marked: frozenset[int] = frozenset()
    fits: Callable[[Item], bool] = _fits_any
    places: Mapping[int, int] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, rows: Iterable[Row[Item]], *, at: int | None = None) -> Self:
        """Return a queue that stands at the row `at`, or else at the first that waits."""
        queue = cls(tuple(rows))
        return queue.go_to(at) if queue.row(at) is not None else queue.next_waiting()

    # Looking

    def row(self, row_id: int | None) -> Row[Item] | None:
        """Return the row of an id, or None."""
        place = None if row_id is None else self._places.get(row_id)
        return None if place is None else self.rows[place]

    @cached_property
    def _places(self) -> Mapping[int, int]:
        if self.places is not None:
            return self.places
        return {row.id: place for place, row in enumerate(self.rows)}

    @property
    def current(self) -> Row[Item] | None:
        """The row that the person stands at."""
        return self.row(self.current_id)

    @cached_property
    def shown(self) -> tuple[Row[Item], ...]:
        """The rows that the filter lets through, in order."""
        if self.fits is _fits_any:
            return self.rows
        return tuple(row for row in self.rows if self.fits(row.item))

    @cached_property
    def place(self) -> int | None:
        """Where the current row stands among those shown, counted from 1."""
        if self.fits is _fits_any:
            place = None if self.current_id is None else self._places.get(self.current_id)
            return None if place is None else place + 1
        return next((at for at, row in enumerate(self.shown, 1) if row.id == self.current_id), None)

    @cached_property
    def left(self) -> int:
        """How many of the rows shown still wait."""
        return sum(1 for row in self.shown if row.verdict is None and not row.gone)

    @property
    def finished(self) -> bool:
        """Whether nothing that is shown waits any more and the person stands at no row."""
        return self.current_id is None and self.left == 0

    @cached_property
    def counts(self) -> Mapping[Verb, int]:
        """How often each verdict was given in this session; what was undone is not counted."""
        return Counter(row.verdict for row in self._decided_here if row.verdict)

    @cached_property
    def _decided_here(self) -> tuple[Row[Item], ...]:
        return tuple(row for row in self.rows if row.decision_id is not None)

    @property
    def recent(self) -> tuple[Row[Item], ...]:
        """The rows decided in this session, newest first."""
        return tuple(sorted(self._decided_here, key=lambda row: row.decision_id or 0, reverse=True))

    def subjects(self) -> tuple[Row[Item], ...]:
        """Return the rows that a verb would act on: the marked ones in their order, else the current one."""
        if self.marked:
            return tuple(row for row in self.rows if row.id in self.marked and row.decidable)
        current = self.current
        return (current,) if current is not None and current.decidable else ()

    def following(self, count: int) -> tuple[int, ...]:
        """Return the ids of the next rows that wait after the current one, to be read ahead."""
        waiting = (row.id for row in self._onward() if row.waiting and row.id != self.current_id)
        return tuple(islice(waiting, count))

    def next_beside(self, row_ids: Iterable[int]) -> int | None:
        """Return the id of the row to stand at once these rows are decided; None when none waits then."""
        decided = frozenset(row_ids)
        if self.current_id is not None and self.current_id not in decided:
            return self.current_id
        return next((row.id for row in self._onward() if row.waiting and row.id not in decided), None)

    # Walking

    def go_to(self, row_id: int | None) -> Self:
        """Stand at a row, whatever its verdict; an unknown id changes nothing."""
        return self if self.row(row_id) is None else replace(self, current_id=row_id)

    def walk(self, step: int) -> Self:
        """Go `step` rows on among all that are shown, decided or not; stops at both ends.

        From no row at all, a step forward leads to the first and a step back to the last.
        """
        shown = self.shown
        if not shown or step == 0:
            return self
        place = self.place
        start = place - 1 if place is not None else (-1 if step > 0 else len(shown))
        return replace(self, current_id=shown[min(max(start + step, 0), len(shown) - 1)].id)

    def next_waiting(self) -> Self:
        """Stand at the next row that waits, after the last one at the first; at none when none waits."""
        return replace(self, current_id=next((row.id for row in self._onward() if row.waiting), None))

    def _onward(self) -> Iterator[Row[Item]]:
        """Yield the rows shown, beginning after the current one and ending with it."""
        here = -1 if self.current_id is None else self._places.get(self.current_id, -1)
        for place in chain(range(here + 1, len(self.rows)), range(here + 1)):
            row = self.rows[place]
            if self.fits(row.item):
                yield row

    # Marking

    def toggle_mark(self, row_id: int | None) -> Self:
        """Mark a row, or take its mark away; what is decided cannot be marked."""
        row = self.row(row_id)
        if row is None or not row.decidable:
            return self
        return replace(self, marked=self.marked ^ {row.id})

    def mark_between(self, first_id: int, last_id: int) -> Self:
        """Mark every waiting row that is shown between two rows, both included, in either direction."""
        ids = [row.id for row in self.shown]
        if first_id not in ids or last_id not in ids:
            return self
        low, high = sorted((ids.index(first_id), ids.index(last_id)))
        between = {row.id for row in self.shown[low : high + 1] if row.waiting}
        return replace(self, marked=self.marked | between)

    def mark_all(self) -> Self:
        """Mark every waiting row that is shown."""
        return replace(self, marked=frozenset(row.id for row in self.shown if row.waiting))

    def unmark(self) -> Self:
        """Take every mark away."""
        return replace(self, marked=frozenset())

    # Filtering

    def showing(self, fits: Callable[[Item], bool] | None) -> Self:
        """Show only the items that fit (None: all); marks stay only on what is shown.

        The person keeps standing at their row if it is shown, else goes to the first that waits.
        """
        filtered = replace(self, fits=fits or _fits_any)
        visible = frozenset(row.id for row in filtered.shown)
        filtered = replace(filtered, marked=self.marked & visible)
        if filtered.current_id in visible:
            return filtered
        return replace(filtered, current_id=None).next_waiting()

    # What became of the items

    def decided(self, verdicts: Mapping[int, int], verb: Verb) -> Self:
        """Give some rows a verdict (row id to journal row) and go on to the next row that waits.

        Whoever stands at a row that was not decided keeps standing there.
        """
        given = (
            replace(row, verdict=verb, decision_id=decision_id)
            for row_id, decision_id in verdicts.items()
            if (row := self.row(row_id)) is not None
        )
        queue = replace(self._with(given), marked=self.marked - verdicts.keys())
        return queue.next_waiting() if self.current_id in verdicts else queue

    def replaced(self, row: Row[Item]) -> Self:
        """Put a row anew in the place of the one with its id, or at the end when there was none."""
        if self.row(row.id) is None:
            return replace(self, rows=(*self.rows, row), places=None)
        return replace(self._with([row]), marked=self.marked if row.decidable else self.marked - {row.id})

    def _with(self, changed: Iterable[Row[Item]]) -> Self:
        """Return the queue with some of its rows anew, each in its place."""
        rows = list(self.rows)
        for row in changed:
            rows[self._places[row.id]] = row
        return replace(self, rows=tuple(rows), places=self._places)

    def arranged(self, row_ids: Iterable[int]) -> Self:
        """Put the rows in the order of some ids; rows that are not named come last, as they stood."""
        place = {row_id: at for at, row_id in enumerate(row_ids)}
        last = len(place)
        rows = tuple(sorted(self.rows, key=lambda row: place.get(row.id, last)))
        return replace(self, rows=rows, places=None)

    def with_marks(self, versions: Mapping[int, int]) -> Self:
        """Mark rows (id to the version that was marked); what changed since or cannot be decided is not."""
        kept = {row.id for row in self.shown if row.decidable and versions.get(row.id) == row.version}
        return replace(self, marked=frozenset(kept))

    def refreshed(self, rows: Iterable[Row[Item]]) -> Self:
        """Take in what the palace says now.

        Rows keep their place and what was decided in this session its verdict; what waits gets its new
        version; new rows come last; what has vanished without a verdict of ours is marked gone. A row that
        the palace lists as waiting although we decided it (the decision was undone elsewhere) waits again.
        A mark was put on what was read: a row that changed since loses it.
        """
        versions = {row.id: row.version for row in self.rows}
        fresh = {row.id: row for row in rows}
        kept = tuple(self._refreshed_row(row, fresh.pop(row.id, None)) for row in self.rows)
        everything = kept + tuple(fresh.values())
        alive = frozenset(
            row.id for row in everything if row.decidable and versions.get(row.id) == row.version
        )
        queue = replace(self, rows=everything, places=None, marked=self.marked & alive)
        return queue if queue.row(self.current_id) is not None else queue.next_waiting()

    @staticmethod
    def _refreshed_row(row: Row[Item], fresh: Row[Item] | None) -> Row[Item]:
        if fresh is None:
            return row if row.verdict is not None and row.verdict not in PUT_OFF else replace(row, gone=True)
        return replace(fresh, decision_id=row.decision_id if fresh.verdict is row.verdict else None)
