"""The review of candidates: one after the other, each with its evidence, decided by single keys."""

from asyncio import to_thread
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from textual import events, on, work
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widget import Widget

from palace.domain.changes import Changed
from palace.domain.errors import NotFound, PalaceError
from palace.domain.journal import Verb
from palace.services.candidate_rows import CandidateRow
from palace.services.ports import Palace, Waiting
from palace.services.queue import ReviewQueue
from palace.services.queue_order import Sort
from palace.services.review import Approval
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Action, Context, bindings_in
from palace.tui.deciding import CandidateReading, Seen, TakenBack, read_candidate, read_queue, read_recent
from palace.tui.messages import Meaning, MeaningChanged, PalaceChanged
from palace.tui.presenters.lines import Line, Tone, wrapped_lines
from palace.tui.presenters.review_words import (
    Arranged,
    Consequence,
    Outcome,
    batch_consequences,
    consequences,
    header_line,
    progress_line,
    summary_lines,
)
from palace.tui.presenters.verb_rows import VerbEntry, effect_lines
from palace.tui.review_verbs import VERBS, ReviewVerbs
from palace.tui.screens.dialogs import EffectsDialog
from palace.tui.screens.review_choices import filter_words
from palace.tui.screens.review_walking import KEEP_AFTER, WalkingScreen
from palace.tui.widgets.key_footer import KeyFooter
from palace.tui.widgets.queue_header import QueueHeader
from palace.tui.widgets.queue_list import QueueList
from palace.tui.widgets.recent_strip import ACTS_SHOWN, RecentStrip
from palace.tui.widgets.review_desk import ReviewDesk
from palace.tui.widgets.verb_bar import VerbBar

SHOWN_HERE = frozenset(
    {Changed.CANDIDATE, Changed.EVIDENCE, Changed.MEMORY, Changed.CONFLICT, Changed.TOMBSTONE}
)
"""The sorts of things whose change this screen shows."""

TAKING_BACK = frozenset({"app.undo", "app.redo"})


class ReviewScreen(WalkingScreen):
    """Shows one candidate at a time and goes on by itself, in place.

    `drafts` is what the person wrote and did not save, by candidate id. What a verb acts on is the id and
    version that were painted, nothing else.
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
        self.drafts: dict[int, Approval] = {}
        self.verbs = ReviewVerbs(self)
        self._waiting: Waiting | None = None
        self._began: datetime | None = None
        self._known = False
        self._keeping: Timer | None = None
        self._earlier_acts: int | None = None

    # Its parts

    def compose_body(self) -> Iterable[Widget]:
        """Return the header, the queue beside the item, and the verbs."""
        yield QueueHeader(self._title, self._rule)
        yield Horizontal(QueueList(), ReviewDesk(self._draw_verbs, self.verbs.painted), id="review")
        yield RecentStrip()
        yield VerbBar()

    @property
    def desk(self) -> ReviewDesk:
        """The item."""
        return self.query_one(ReviewDesk)

    def on_mount(self) -> None:
        """Begin, and let the clock in the header go."""
        self._began = self._clock
        self.verbs.learn_keys()
        self.set_interval(1.0, self._tick)
        self.desk.pane.show(lambda cells: wrapped_lines(self._say("tui.review.reading"), cells, Tone.DIM))

    def on_unmount(self) -> None:
        """Keep where the person stands."""
        if self._known:
            self.keep_place()

    @property
    def _clock(self) -> datetime:
        return palace_app(self).gateway.surroundings.now

    @property
    def _elapsed(self) -> float:
        return 0.0 if self._began is None else (self._clock - self._began).total_seconds()

    def _title(self, cells: int) -> Line:
        arranged = Arranged(
            filter_words(self.only, self._say),
            self._say(f"tui.review.order.{self.order}"),
            in_order_of_review=self.order is Sort.DUE,
        )
        return header_line(self.queue, self._waiting, self._elapsed, arranged, self._say, cells)

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
            kept = None if self._known else await to_thread(app.doors.review_place.kept)
            reading = await app.gateway.read(read_queue, caller="review queue")
        except PalaceError as error:
            app.report(error)
            return
        self._waiting = reading.waiting
        ids = [row.id for row in reading.rows]
        if self._known:
            before, self.queue = self.queue, self.queue.refreshed(reading.rows)
            self.remember_order(ids)
            if lost := len(before.marked - self.queue.marked):
                self.tell_lost_marks(lost)
        else:
            self.queue = ReviewQueue.of(reading.rows)
            self.began(ids, kept)
            self._known = True
        self.show_current()

    def show_current(self) -> None:
        """Read the item where the person stands and put it on the screen; until then no verb acts."""
        self.verbs.unseen()
        self.desk.unsee()
        self._refresh_queue()
        self._read_current()
        self._read_recent()
        if self._keeping is not None:
            self._keeping.stop()
        self._keeping = self.set_timer(KEEP_AFTER, self.keep_place) if self._known else None

    @work(exclusive=True, group="recent", exit_on_error=False)
    async def _read_recent(self) -> None:
        try:
            acts = await read_recent(palace_app(self).gateway, ACTS_SHOWN)
        except PalaceError:
            # Whatever is wrong with the palace, the reading of the item says it.
            return
        if self._earlier_acts is None:
            self._earlier_acts = acts[0].decision.id if acts else 0
        self.query_one(RecentStrip).show(acts, self._earlier_acts)

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
        hidden = sum(row.waiting for row in queue.rows) - queue.left
        self.desk.show_text(
            lambda cells: summary_lines(queue, waiting, elapsed, hidden, key, self._say, cells)
        )

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
        actions = [action for action in super().footer_actions() if action.id not in named]
        if self.has_class("-narrow"):
            # The bar has room for one consequence here, so the way to the others comes first.
            actions.sort(key=lambda action: action.id != "review.effects")
        return actions

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
        self.query_one(VerbBar).show(self._entries())
        self.query_one(KeyFooter).refresh()

    def _entries(self) -> list[VerbEntry]:
        app, said = palace_app(self), self._consequences()
        return [
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

    def why_not(self, action: Action) -> str | None:
        """Return why a verb cannot act on what stands here."""
        if action.id == "review.effects" and not self._consequences():
            return self._say("tui.review.why_not.nothing")
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

    def taken_back(self, taken: TakenBack) -> None:
        """Stand at the first item that waits again; after a redo go on."""
        self.desk.forget_version()
        for row in taken.rows:
            self.queue = self.queue.replaced(row)
        if taken.rows:
            self.queue = self.queue.go_to(taken.rows[0].id)
            if not taken.rows[0].decidable:
                self.queue = self.queue.next_waiting()

    # Looking closer

    def do_review_detail(self) -> None:
        """Show all of the item, or the short form again."""
        self.run_worker(self.desk.toggle_whole(), group="whole", exclusive=True, exit_on_error=False)

    def do_review_effects(self) -> None:
        """Show all that each verb would do, also what the bar has no room for."""
        entries = self._entries()
        self.app.push_screen(
            EffectsDialog(self._say("tui.review.effects"), lambda cells: effect_lines(entries, cells))
        )

    def do_review_page_down(self) -> None:
        """Read on in a long item."""
        self.desk.pane.scroll_page_down(animate=False)

    def do_review_page_up(self) -> None:
        """Read back in a long item."""
        self.desk.pane.scroll_page_up(animate=False)
