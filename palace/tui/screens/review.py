"""The review of candidates: one after the other, each with its evidence, decided by single keys."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from textual import events, on, work
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from palace.domain.changes import Changed
from palace.domain.errors import NotFound, PalaceError
from palace.domain.journal import Verb
from palace.services.candidate_queue import QueueEntry
from palace.services.candidate_rows import CandidateRow
from palace.services.ports import Palace, Waiting
from palace.services.queue import ReviewQueue
from palace.services.review import Approval
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Action, Context, bindings_in
from palace.tui.deciding import CandidateReading, Seen, TakenBack, read_candidate, read_queue
from palace.tui.messages import Meaning, MeaningChanged, PalaceChanged
from palace.tui.presenters.lines import Line, Tone, wrapped_lines
from palace.tui.presenters.review_words import (
    Consequence,
    Outcome,
    batch_consequences,
    consequences,
    header_line,
    progress_line,
    summary_lines,
)
from palace.tui.presenters.verb_rows import VerbEntry
from palace.tui.review_verbs import VERBS, ReviewVerbs
from palace.tui.screens.dialogs import ChoiceDialog
from palace.tui.screens.frame import PalaceScreen
from palace.tui.screens.review_choices import filter_choices
from palace.tui.widgets.key_footer import KeyFooter
from palace.tui.widgets.queue_header import QueueHeader
from palace.tui.widgets.queue_list import QueueList
from palace.tui.widgets.review_desk import ReviewDesk
from palace.tui.widgets.verb_bar import VerbBar

SHOWN_HERE = frozenset(
    {Changed.CANDIDATE, Changed.EVIDENCE, Changed.MEMORY, Changed.CONFLICT, Changed.TOMBSTONE}
)
"""The sorts of things whose change this screen shows."""

TAKING_BACK = frozenset({"app.undo", "app.redo"})


class ReviewScreen(PalaceScreen):
    """Shows one candidate at a time and goes on by itself, in place.

    `queue` is where the person stands, `drafts` what they wrote and did not save, by candidate id. What a
    verb acts on is the id and version that were painted, nothing else.
    """

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.REVIEW,)
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_in(Context.REVIEW),
        *(binding for binding in bindings_in(Context.EVERYWHERE) if binding.id in TAKING_BACK),
    ]
    CSS_PATH = "../css/review.tcss"
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.queue: ReviewQueue[QueueEntry] = ReviewQueue()
        self.drafts: dict[int, Approval] = {}
        self.verbs = ReviewVerbs(self)
        self._filter: tuple[str, str] = ("all", "")
        self._waiting: Waiting | None = None
        self._began: datetime | None = None
        self._mark_from: int | None = None
        self._known = False

    # Its parts

    def compose_body(self) -> Iterable[Widget]:
        """Return the header, the queue beside the item, and the verbs."""
        yield QueueHeader(self._title, self._rule)
        yield Horizontal(QueueList(), ReviewDesk(self._draw_verbs, self.verbs.painted), id="review")
        yield VerbBar()

    @property
    def desk(self) -> ReviewDesk:
        """The item."""
        return self.query_one(ReviewDesk)

    def on_mount(self) -> None:
        """Begin, and let the clock in the header go."""
        self._began = self._now
        self.verbs.learn_keys()
        self.set_interval(1.0, self._tick)
        self.desk.pane.show(lambda cells: wrapped_lines(self._say("tui.review.reading"), cells, Tone.DIM))

    @property
    def _say(self) -> Callable[..., str]:
        return palace_app(self).say

    @property
    def _now(self) -> datetime:
        return palace_app(self).gateway.surroundings.now

    @property
    def _elapsed(self) -> float:
        return 0.0 if self._began is None else (self._now - self._began).total_seconds()

    def _title(self, cells: int) -> Line:
        return header_line(self.queue, self._waiting, self._elapsed, self._filter[1], self._say, cells)

    def _rule(self, cells: int) -> Line:
        return progress_line(self.queue, cells)

    def _tick(self) -> None:
        if self.is_current:
            self.query_one(QueueHeader).refresh()
            if self.verbs.open and self.desk.has_cooled():
                self.show_current()

    # Reading

    def matters(self, news: PalaceChanged) -> bool:
        """What this screen writes itself it knows already; all else that it shows it reads again."""
        return bool(SHOWN_HERE & news.changes.kinds) and (news.foreign or self.verbs.open)

    def look(self) -> None:
        """Read the queue; every row keeps its place."""
        self._read_queue()

    @work(exclusive=True, group="queue", exit_on_error=False)
    async def _read_queue(self) -> None:
        app = palace_app(self)
        try:
            reading = await app.gateway.read(read_queue, caller="review queue")
        except PalaceError as error:
            app.report(error)
            return
        self._waiting = reading.waiting
        self.queue = self.queue.refreshed(reading.rows) if self._known else ReviewQueue.of(reading.rows)
        self._known = True
        self.show_current()

    def show_current(self) -> None:
        """Read the item where the person stands and put it on the screen; until then no verb acts."""
        self.verbs.unseen()
        self.desk.unsee()
        self._refresh_queue()
        self._read_current()

    @work(exclusive=True, group="candidate", exit_on_error=False)
    async def _read_current(self) -> None:
        row = self.queue.current
        if row is None:
            self._show_summary()
            return
        candidate_id = row.id

        def read(palace: Palace, surroundings: Surroundings) -> CandidateReading:
            return read_candidate(palace, candidate_id, surroundings)

        try:
            reading = await palace_app(self).gateway.read(read, caller="candidate")
        except NotFound:
            self.queue = self.queue.replaced(replace(row, gone=True))
            self.desk.show_text(lambda cells: [], self._say("tui.review.banner.gone"))
        except PalaceError as error:
            palace_app(self).report(error)
        else:
            self._show(row, reading)

    def _show(self, before: CandidateRow, reading: CandidateReading) -> None:
        row = reading.row
        if row.verdict is before.verdict:
            row = replace(row, decision_id=before.decision_id)
        elif not row.decidable:
            row = replace(row, decision_id=None, gone=True)
        self.queue = self.queue.replaced(row)
        self._refresh_queue()
        self.desk.show_item(
            row, reading.view, has_draft=row.id in self.drafts, marked=row.id in self.queue.marked
        )

    def _show_summary(self) -> None:
        key = palace_app(self).first_key(ACTIONS["app.undo"])
        queue, waiting, elapsed = self.queue, self._waiting, self._elapsed
        self.desk.show_text(lambda cells: summary_lines(queue, waiting, elapsed, key, self._say, cells))

    def _refresh_queue(self) -> None:
        self.query_one(QueueHeader).refresh()
        self.query_one(QueueList).show(self.queue)

    def retell(self) -> None:
        """Show everything again in another language."""
        self.show_current()

    def meaning_changed(self, news: MeaningChanged) -> None:
        """Find what the item could replace as soon as the model is there."""
        if news.meaning is not Meaning.LOADING and not self.desk.nearest:
            self.desk.find_near()

    # The verbs

    async def on_key(self, event: events.Key) -> None:
        """Let the guard see every key; the verbs' keys go no further."""
        self.verbs.key(event)

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text decides nothing."""
        event.stop()
        self.verbs.paste()

    @on(VerbBar.Chosen)
    def _clicked(self, message: VerbBar.Chosen) -> None:
        self.verbs.press(ACTIONS[message.action_id], f"click {message.action_id}", message.at)

    def footer_actions(self) -> list[Action]:
        """Return what the bar of verbs does not name already."""
        named = {action.id for action in VERBS} | {"go.review"}
        return [action for action in super().footer_actions() if action.id not in named]

    def can_do(self, action: Action) -> bool:
        """Whether it is a verb, an undo, or one of the walking actions below."""
        return action in VERBS or action.id in TAKING_BACK or super().can_do(action)

    async def action_act(self, action_id: str) -> None:
        """Do an action that was chosen by name; verbs go past the same guard as keys."""
        action = ACTIONS[action_id]
        if action in VERBS or action.id in TAKING_BACK:
            self.verbs.act_now(action)
        else:
            await super().action_act(action_id)

    def _consequences(self) -> Mapping[str, Consequence]:
        row, desk = self.queue.current, self.desk
        if self.queue.marked:
            return batch_consequences(len(self.queue.marked), self._say)
        if row is None or desk.view is None:
            return {}
        return consequences(desk.view, row, desk.nearest, desk.near_instead, desk.sheet())

    def _draw_verbs(self) -> None:
        app, said = palace_app(self), self._consequences()
        self.query_one(VerbBar).show(
            [
                VerbEntry(
                    action.id,
                    digit=action.digit,
                    letter=app.first_key(action),
                    name=app.say(action.label_key),
                    consequence=said[action.id],
                )
                for action in VERBS
                if action.id in said
            ]
        )
        self.query_one(KeyFooter).refresh()

    def why_not(self, action: Action) -> str | None:
        """Return why a verb cannot act on what stands here."""
        if action not in VERBS:
            return None
        said = self._consequences().get(action.id)
        return self._say("tui.review.why_not.nothing") if said is None else said.why_not or None

    def seen(self) -> tuple[Seen, ...]:
        """Return what a verb acts on: the marked rows, else the item that stands on the screen."""
        if self.queue.marked:
            return tuple((row.id, row.version) for row in self.queue.subjects())
        return (self.desk.seen,) if self.desk.seen is not None and self.queue.subjects() else ()

    def decided(self, outcome: Outcome, verb: Verb) -> None:
        """Go on to the next item."""
        self.queue = self.queue.decided(outcome.decisions, verb)
        self._mark_from = None
        if outcome.memory_ids:
            app = palace_app(self)
            app.run_worker(app.gateway.embed_missing(), exit_on_error=False)

    def taken_back(self, taken: TakenBack) -> None:
        """Stand at the first item that waits again; after a redo go on."""
        self.desk.forget_version()
        for row in taken.rows:
            self.queue = self.queue.replaced(row)
        if taken.rows:
            self.queue = self.queue.go_to(taken.rows[0].id)
            if not taken.rows[0].decidable:
                self.queue = self.queue.next_waiting()

    # Walking and marking

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

    def do_review_detail(self) -> None:
        """Show all of the item, or the short form again."""
        self.run_worker(self.desk.toggle_whole(), group="whole", exclusive=True, exit_on_error=False)

    def do_review_page_down(self) -> None:
        """Read on in a long item."""
        self.desk.pane.scroll_page_down(animate=False)

    def do_review_page_up(self) -> None:
        """Read back in a long item."""
        self.desk.pane.scroll_page_up(animate=False)

    def do_review_mark(self) -> None:
        """Mark the item, or take its mark away, and step on."""
        self._mark_from = self.queue.current_id
        self._marked(self.queue.toggle_mark(self.queue.current_id).walk(1))

    def do_review_mark_range(self) -> None:
        """Mark all between the last mark and here."""
        here = self.queue.current_id
        if self._mark_from is None or here is None:
            self.status(self._say("tui.review.why_not.no_mark"), tone="warning")
            return
        self._marked(self.queue.mark_between(self._mark_from, here))

    def do_review_mark_all(self) -> None:
        """Mark everything that is shown and waits; a second time takes all marks away."""
        everything = self.queue.mark_all()
        self._marked(everything.unmark() if everything.marked == self.queue.marked else everything)

    def _marked(self, queue: ReviewQueue[QueueEntry]) -> None:
        self.queue = queue
        self.show_current()

    def do_review_filter(self) -> None:
        """Choose what of the queue is shown."""
        tests = filter_choices(self._say)

        def chosen(name: str | None) -> None:
            if name is not None:
                choice = next(choice for choice, _ in tests if choice.value == name)
                self._filter = (name, "" if name == "all" else choice.name)
                fits = next(fits for each, fits in tests if each.value == name)
                self.queue = self.queue.showing(None if name == "all" else fits)
                self.show_current()

        title = self._say("tui.review.filter.title")
        self.app.push_screen(ChoiceDialog(title, [choice for choice, _ in tests], self._filter[0]), chosen)

    def do_review_leave(self) -> None:
        """Take the marks away; without marks, back to the palace."""
        if self.queue.marked:
            self._marked(self.queue.unmark())
        else:
            palace_app(self).go_to("home")
