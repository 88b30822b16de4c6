"""Walking through a queue without deciding: steps, marks, and where the person stands from one sitting to the
next.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar, Generic, TypeVar

from textual import on

from palace.services.queue import ReviewQueue
from palace.services.queue_order import Sort
from palace.services.review_place import FOLLOWING_KEPT, KeepsPlace, ReviewPlace
from palace.services.review_queues import QueueKind, next_queue
from palace.tui.acting import palace_app
from palace.tui.screens.frame import PalaceScreen
from palace.tui.widgets.item_desk import ItemDesk
from palace.tui.widgets.queue_list import QueueList

Item = TypeVar("Item")

KEEP_AFTER = 0.3
"""Seconds without another step after which the place is kept."""


class WalkingScreen(PalaceScreen, Generic[Item]):
    """A screen that stands somewhere in a queue.

    `queue` is where the person stands, `order` and `only` how the queue is arranged. Where they stand is
    kept, and taken up again in the next sitting.
    """

    KIND: ClassVar[QueueKind]

    def __init__(self) -> None:
        super().__init__()
        self.queue: ReviewQueue[Item] = ReviewQueue()
        self.order = Sort.DUE
        self.only: frozenset[str] = frozenset()
        self._mark_from: int | None = None
        self._place_kept = ReviewPlace()

    @property
    def desk(self) -> ItemDesk:
        """The item."""
        raise NotImplementedError

    def show_current(self) -> None:
        """Show the item where the person stands."""
        raise NotImplementedError

    def keeper(self) -> KeepsPlace:
        """Return what keeps the place in this queue."""
        raise NotImplementedError

    def in_order_of_review(self, ids: Iterable[int]) -> None:
        """Take note of the order of review, in which ids come as they were read."""

    def arranged(self, queue: ReviewQueue[Item]) -> ReviewQueue[Item]:
        """Return a queue in the order that the person chose, with only what they want to see of it."""
        return queue

    @property
    def _say(self) -> Callable[..., str]:
        return palace_app(self).say

    # Taking in what the palace has

    def began(self, ids: Iterable[int], kept: ReviewPlace | None) -> None:
        """Stand in a queue that was read for the first time, where the person left it if that is known."""
        self.in_order_of_review(ids)
        place = kept or ReviewPlace()
        self.order, self.only = place.order, place.only
        queue = self.arranged(self.queue)
        shown = {row.id: row for row in queue.shown}
        here = (place.at, *place.following)
        at = next((row_id for row_id in here if row_id in shown and shown[row_id].decidable), None)
        queue = queue.go_to(at) if at is not None else queue
        self.queue = queue.with_marks(place.marked)
        self._place_kept = place
        lost = len(place.marked) - len(self.queue.marked)
        if lost:
            self.tell_lost_marks(lost)
        elif kept is not None and place != ReviewPlace():
            self.status(self._say("tui.review.resumed"))

    def tell_lost_marks(self, count: int) -> None:
        """Say that some marks are gone, because what was marked is another thing now."""
        self.status(self._say("tui.review.marks_lost", count=count), tone="warning")

    # Keeping the place

    def place(self) -> ReviewPlace:
        """Return where the person stands; at the beginning of the queue they stand nowhere in particular."""
        queue = self.queue
        first = next((row.id for row in queue.shown if row.waiting), None)
        versions = {row.id: row.version for row in queue.rows if row.id in queue.marked}
        begun = queue.current_id is not None and queue.current_id != first
        return ReviewPlace(
            at=queue.current_id if begun else None,
            following=queue.following(FOLLOWING_KEPT) if begun else (),
            marked=versions,
            order=self.order,
            only=self.only,
        )

    def keep_place(self) -> None:
        """Keep where the person stands if it is not kept yet."""
        place = self.place()
        if place != self._place_kept:
            self._place_kept = place
            self.keeper().keep(place)

    # Walking

    def do_review_next(self) -> None:
        """To the next item, decided or not."""
        self._walk(1)

    def do_review_previous(self) -> None:
        """To the item before, decided or not."""
        self._walk(-1)

    def _walk(self, step: int) -> None:
        before = self.queue.current_id
        self.queue = self.queue.walk(step)
        if self.queue.current_id != before:
            self.show_current()

    @on(QueueList.Picked)
    def _picked(self, message: QueueList.Picked) -> None:
        self.queue = self.queue.go_to(message.row_id)
        self.show_current()

    # Marking

    def do_review_mark(self) -> None:
        """Mark the item, or take its mark away, and step on."""
        self._mark_from = self.queue.current_id
        self.stand(self.queue.toggle_mark(self.queue.current_id).walk(1))

    def do_review_mark_range(self) -> None:
        """Mark all between the last mark and here."""
        here = self.queue.current_id
        if self._mark_from is None or here is None:
            self.status(self._say("tui.review.why_not.no_mark"), tone="warning")
            return
        self.stand(self.queue.mark_between(self._mark_from, here))

    def do_review_mark_all(self) -> None:
        """Mark everything that is shown and waits; a second time takes all marks away."""
        everything = self.queue.mark_all()
        self.stand(everything.unmark() if everything.marked == self.queue.marked else everything)

    def stand(self, queue: ReviewQueue[Item]) -> None:
        """Stand in another state of the queue, and show it."""
        self.queue = queue
        self.show_current()

    def do_review_leave(self) -> None:
        """Take the marks away; without marks go back to the palace, or to the figure that led here."""
        if self.queue.marked:
            self.stand(self.queue.unmark())
        else:
            palace_app(self).go_back()

    # The other queues

    def do_queue_next_queue(self) -> None:
        """To the next queue."""
        palace_app(self).go_to_queue(next_queue(self.KIND))

    def do_queue_previous_queue(self) -> None:
        """To the queue before."""
        palace_app(self).go_to_queue(next_queue(self.KIND, -1))

    def do_review_page_down(self) -> None:
        """Read on in a long item."""
        self.desk.pane.scroll_page_down(animate=False)

    def do_review_page_up(self) -> None:
        """Read back in a long item."""
        self.desk.pane.scroll_page_up(animate=False)
