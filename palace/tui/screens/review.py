"""The review of candidates: one after the other, each with its evidence, decided by single keys."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual.binding import BindingType

from palace.services.candidate_queue import QueueEntry
from palace.services.conflict_queue import ConflictEntry
from palace.services.ports import Palace
from palace.services.queue import ReviewQueue, Row
from palace.services.queue_order import Sort, fitting, ids_in_order
from palace.services.review import Approval
from palace.services.review_place import KeepsPlace
from palace.services.review_queues import QueueKind
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.actions import Action, Context
from palace.tui.deciding import CandidateReading, QueueReading, read_candidate, read_queue
from palace.tui.messages import Meaning, MeaningChanged
from palace.tui.presenters.lines import Line
from palace.tui.presenters.queue_words import Arranged, Consequence
from palace.tui.presenters.review_words import (
    batch_consequences,
    consequences,
    entry_line,
    text_of_entry,
)
from palace.tui.review_verbs import ReviewVerbs
from palace.tui.screens.dialogs import TogglesDialog
from palace.tui.screens.queue_screen import QueueScreen, queue_bindings
from palace.tui.screens.review_choices import filter_groups, filter_words
from palace.tui.widgets.review_desk import ReviewDesk

READ_AHEAD = 2
"""How many candidates the model reads before the person comes to them."""


class ReviewScreen(QueueScreen[QueueEntry]):
    """Shows one candidate at a time.

    `drafts` is what the person wrote and did not save, by candidate id.
    """

    KIND: ClassVar[QueueKind] = QueueKind.CANDIDATES
    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.REVIEW, Context.QUEUE)
    BINDINGS: ClassVar[list[BindingType]] = queue_bindings(Context.REVIEW)

    def __init__(self) -> None:
        super().__init__()
        self.drafts: dict[int, Approval] = {}
        self.ahead: CandidateReading | None = None
        self.verbs = ReviewVerbs(self)
        self._order_of_review: Mapping[int, int] = {}

    # What a candidate is

    def make_desk(self) -> ReviewDesk:
        """Return the desk that shows a candidate."""
        return ReviewDesk(self.draw_verbs, self.verbs.painted, lambda: self.queue.following(READ_AHEAD))

    @property
    def desk(self) -> ReviewDesk:
        """The item."""
        return self.query_one(ReviewDesk)

    def keeper(self) -> KeepsPlace:
        """Return what keeps the place in this queue."""
        return palace_app(self).doors.review_place

    async def read_queue(self) -> QueueReading[QueueEntry]:
        """Return the open candidates and the counts of all queues."""
        return await palace_app(self).gateway.read(read_queue, caller="review queue")

    async def read_item(self, row: Row[QueueEntry]) -> None:
        """Read a candidate and show it."""
        candidate_id, reading = row.id, self.ahead
        self.ahead = None

        def read(palace: Palace, surroundings: Surroundings) -> CandidateReading:
            return read_candidate(palace, candidate_id, surroundings)

        if reading is None or reading.row.id != candidate_id:
            reading = await palace_app(self).gateway.read(read, caller="candidate")
        now = self.take(row, reading.row)
        has_draft, marked = now.id in self.drafts, now.id in self.queue.marked
        self.desk.show_item(now, reading.view, has_draft=has_draft, marked=marked)

    def text_of(self, item: QueueEntry) -> str:
        """Return what a candidate says."""
        return text_of_entry(item)

    def entry_line(self, row: Row[QueueEntry], cells: int) -> Line:
        """Return a candidate as a row of the list."""
        current, marked = row.id == self.queue.current_id, row.id in self.queue.marked
        return entry_line(row, marked=marked, current=current, say=self._say, cells=cells)

    def meaning_changed(self, news: MeaningChanged) -> None:
        """Find what the item could replace as soon as the model is there, and again with what was made."""
        halfway = bool(news.total and self.desk.nearest)
        if news.meaning is not Meaning.LOADING and not halfway:
            self.desk.find_near()

    def consequences(self) -> Mapping[str, Consequence]:
        """Return for every verb what it would do."""
        row, desk = self.queue.current, self.desk
        if self.queue.marked:
            return batch_consequences(len(self.queue.marked), self._say)
        if row is None or desk.view is None:
            return {}
        return consequences(desk.view, row, desk.nearest, desk.near_instead, desk.sheet())

    # The pairs in which it stands

    def footer_actions(self) -> list[Action]:
        """Return what can be done; the way to a pair only where the candidate stands in one."""
        actions = super().footer_actions()
        return actions if self._clashes else [each for each in actions if each.id != "review.to_pair"]

    def why_not(self, action: Action) -> str | None:
        """Return why an action cannot be done with what stands here."""
        if action.id == "review.to_pair" and not self._clashes:
            return self._say("tui.review.why_not.no_pair")
        return super().why_not(action)

    def do_review_to_pair(self) -> None:
        """To the pair in which the candidate stands, a contradiction of a P0 before others."""
        if self._clashes:
            pair = self._clashes[0]
            kind = QueueKind.CONTRADICTIONS if pair.contradiction else QueueKind.CONFLICTS
            palace_app(self).go_to_queue(kind, pair.conflict.id)

    @property
    def _clashes(self) -> Sequence[ConflictEntry]:
        view = self.desk.view
        return () if view is None else view.clashes

    # In what order, and which

    def arrangement(self) -> Arranged:
        """Return in words how the queue is arranged."""
        return Arranged(
            filter_words(self.only, self._say),
            self._say(f"tui.review.order.{self.order}"),
            in_order_of_review=self.order is Sort.DUE,
        )

    def in_order_of_review(self, ids: Iterable[int]) -> None:
        """Take note of the order of review, in which ids come as they were read."""
        self._order_of_review = {row_id: place for place, row_id in enumerate(ids)}

    def arranged(self, queue: ReviewQueue[QueueEntry]) -> ReviewQueue[QueueEntry]:
        """Return a queue in the order that the person chose, with only what they want to see of it."""
        return queue.arranged(self._ids_in_order(queue, self.order)).showing(fitting(self.only))

    def _ids_in_order(self, queue: ReviewQueue[QueueEntry], order: Sort) -> Iterable[int]:
        return ids_in_order(queue.rows, order, self._order_of_review)

    def do_review_filter(self) -> None:
        """Choose what of the queue is shown; what is chosen must hold all at once."""

        def chosen(names: frozenset[str] | None) -> None:
            if names is not None:
                self.show_only(names)

        groups = filter_groups(self._say)
        self.app.push_screen(TogglesDialog(self._say("tui.review.filter.title"), groups, self.only), chosen)

    def show_only(self, names: frozenset[str]) -> None:
        """Show only what fits these names; everything where there are none."""
        self.only = names
        self.stand(self.queue.showing(fitting(names)))

    def do_review_order(self) -> None:
        """Take the next order, and stand at the first item that waits in it."""
        orders = tuple(Sort)
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]
        self.status(self._say("tui.review.ordered", order=self._say(f"tui.review.order.{self.order}")))
        queue = self.queue.arranged(self._ids_in_order(self.queue, self.order))
        first = next((row.id for row in queue.shown if row.waiting), None)
        self.stand(queue if first is None else queue.go_to(first))

    def do_review_leave(self) -> None:
        """Take the marks away; without marks show everything again; then back to the palace."""
        if not self.queue.marked and self.only:
            self.show_only(frozenset())
        else:
            super().do_review_leave()
