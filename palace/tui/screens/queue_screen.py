"""The screen of any queue: one item after the other, decided by single keys, in place."""

from asyncio import to_thread
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from textual import events, on, work
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widget import Widget

from palace.domain.changes import Changed
from palace.domain.errors import NotFound, PalaceError
from palace.domain.journal import Verb
from palace.services.ports import Waiting
from palace.services.queue import ReviewQueue, Row
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Action, Context, bindings_in
from palace.tui.deciding import QueueReading, Seen, TakenBack, read_recent
from palace.tui.messages import Meaning, MeaningChanged, PalaceChanged
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import Line, Tone, wrapped_lines
from palace.tui.presenters.queue_words import (
    Arranged,
    Consequence,
    Ending,
    Outcome,
    header_line,
    progress_line,
    summary_lines,
)
from palace.tui.presenters.verb_rows import VerbEntry, effect_lines
from palace.tui.queue_verbs import QueueVerbs
from palace.tui.screens.dialogs import EffectsDialog
from palace.tui.screens.queue_walking import KEEP_AFTER, WalkingScreen
from palace.tui.widgets.item_desk import ItemDesk
from palace.tui.widgets.key_footer import KeyFooter
from palace.tui.widgets.queue_header import QueueHeader
from palace.tui.widgets.queue_list import QueueList
from palace.tui.widgets.recent_strip import ACTS_SHOWN, RecentStrip
from palace.tui.widgets.verb_bar import VerbBar

Item = TypeVar("Item")

SHOWN_HERE = frozenset(
    {Changed.CANDIDATE, Changed.EVIDENCE, Changed.MEMORY, Changed.CONFLICT, Changed.TOMBSTONE}
)
"""The sorts of things whose change a queue shows."""

LATE = 0.1
"""Seconds after which the list is drawn although the item is not read yet."""

TAKING_BACK = frozenset({"app.undo", "app.redo"})


def queue_bindings(own: Context) -> list[BindingType]:
    """Return the bindings of a queue's screen: its own verbs, walking, and taking back."""
    return [
        *bindings_in(own),
        *bindings_in(Context.QUEUE),
        *(binding for binding in bindings_in(Context.EVERYWHERE) if binding.id in TAKING_BACK),
    ]


class QueueScreen(WalkingScreen[Item]):
    """Shows one item at a time and goes on by itself, in place.

    What a verb acts on is the id and version that were painted, nothing else. Subclasses say what an item
    is: how the queue and one item are read, which desk shows it, and what the verbs do to it.
    """

    CSS_PATH = "../css/review.tcss"
    AUTO_FOCUS = ""

    verbs: QueueVerbs[Item]

    def __init__(self) -> None:
        super().__init__()
        self._waiting: Waiting | None = None
        self._began: datetime | None = None
        self._known = False
        self._keeping: Timer | None = None
        self._earlier_acts: int | None = None
        self._coming_to: int | None = None

    # What an item is

    def make_desk(self) -> ItemDesk:
        """Return the desk that shows an item."""
        raise NotImplementedError

    async def read_queue(self) -> QueueReading[Item]:
        """Return the queue as the palace has it; raises PalaceError."""
        raise NotImplementedError

    async def read_item(self, row: Row[Item]) -> None:
        """Read an item and show it with `take`; raises NotFound, PalaceError."""
        raise NotImplementedError

    def text_of(self, item: Item) -> str:
        """Return what an item says."""
        raise NotImplementedError

    def entry_line(self, row: Row[Item], cells: int) -> Line:
        """Return an item as a row of the list beside it."""
        raise NotImplementedError

    def consequences(self) -> Mapping[str, Consequence]:
        """Return for every verb's action id what it would do now; nothing where there is no item."""
        raise NotImplementedError

    def motto(self) -> str:
        """Return what holds in this queue alone, in words; empty where it is a queue like others."""
        return ""

    def arrangement(self) -> Arranged:
        """Return in words how the queue is arranged."""
        return Arranged("", "")

    # Its parts

    def compose_body(self) -> Iterable[Widget]:
        """Return the header, the queue beside the item, and the verbs."""
        yield QueueHeader(self._title, self._rule)
        yield Horizontal(QueueList(self._list_line), self.make_desk(), id="review")
        yield RecentStrip()
        yield VerbBar()

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
        arranged = self.arrangement()
        return header_line(
            self.queue, self._waiting, self._elapsed, arranged, self._say, cells, kind=self.KIND
        )

    def _rule(self, cells: int) -> Line:
        return progress_line(self.queue, cells, self.motto())

    def _list_line(self, row: Row[Item], cells: int) -> Line:
        return self.entry_line(row, cells)

    def _tick(self) -> None:
        if self.is_current:
            self.query_one(QueueHeader).refresh()
            if self.verbs.open and self.desk.has_turned():
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
            kept = None if self._known else await to_thread(self.keeper().kept)
            reading = await self.read_queue()
        except PalaceError as error:
            app.report(error)
            return
        self._waiting = reading.waiting
        ids = [row.id for row in reading.rows]
        if self._known:
            before, self.queue = self.queue, self.queue.refreshed(reading.rows)
            self.in_order_of_review(ids)
            if lost := len(before.marked - self.queue.marked):
                self.tell_lost_marks(lost)
        else:
            self.queue = ReviewQueue.of(reading.rows)
            self.began(ids, kept)
            self._known = True
        if self._coming_to is not None:
            self.queue, self._coming_to = self.queue.go_to(self._coming_to), None
        self.show_current()

    def come_to(self, row_id: int) -> None:
        """Stand at an item as soon as the queue is read; it is read anew, since the item may be a new one."""
        self._coming_to = row_id
        self._read_queue()

    def show_current(self) -> None:
        """Read the item where the person stands and put it on the screen; until then no verb acts."""
        self.verbs.unseen()
        self.desk.unsee()
        self._read_current()
        self._read_recent()
        if self._keeping is not None:
            self._keeping.stop()
        self._keeping = self.set_timer(KEEP_AFTER, self.keep_place) if self._known else None

    @work(exclusive=True, group="recent", exit_on_error=False)
    async def _read_recent(self) -> None:
        try:
            acts, waiting = await read_recent(palace_app(self).gateway, ACTS_SHOWN)
        except PalaceError:
            # Whatever is wrong with the palace, the reading of the item says it.
            return
        if self._earlier_acts is None:
            self._earlier_acts = acts[0].decision.id if acts else 0
        self.query_one(RecentStrip).show(acts, self._earlier_acts)
        if waiting != self._waiting:
            self._waiting = waiting
            self.query_one(QueueHeader).refresh()
            if self.queue.current is None:
                self.desk.pane.retell()

    @work(exclusive=True, group="item", exit_on_error=False)
    async def _read_current(self) -> None:
        row = self.queue.current
        if row is None:
            self._refresh_queue()
            self._show_summary()
            return
        # Where the item comes at once, the list is drawn with it and not before.
        late = self.set_timer(LATE, self._refresh_queue)
        try:
            await self.read_item(row)
        except NotFound:
            self.gone(row)
        except PalaceError as error:
            self._refresh_queue()
            palace_app(self).report(error)
        finally:
            late.stop()

    def gone(self, row: Row[Item]) -> None:
        """Show that somebody else decided or removed an item."""
        self.queue = self.queue.replaced(replace(row, gone=True))
        self._refresh_queue()
        self.desk.show_text(lambda cells: [], self._say("tui.review.banner.gone"))

    def take(self, before: Row[Item], row: Row[Item]) -> Row[Item]:
        """Take a row as it was read in the place of the one before; return it as it stands in the queue."""
        if row.verdict is before.verdict:
            row = replace(row, decision_id=before.decision_id)
        elif not row.decidable:
            row = replace(row, decision_id=None, gone=True)
        self.queue = self.queue.replaced(row)
        self._refresh_queue()
        return row

    def _show_summary(self) -> None:
        app = palace_app(self)
        undo, other = (key_word(app.first_key(ACTIONS[name])) for name in ("app.undo", "queue.next_queue"))
        hidden = sum(row.waiting for row in self.queue.rows) - self.queue.left
        queue, elapsed = self.queue, self._elapsed

        def lines(cells: int) -> list[Line]:
            ending = Ending(queue, self._waiting, elapsed, hidden, self.KIND, self.text_of)
            return summary_lines(ending, undo, other, self._say, cells)

        self.desk.show_text(lines)

    def _refresh_queue(self) -> None:
        self.query_one(QueueHeader).refresh()
        self.query_one(QueueList).show(self.queue)

    def retell(self) -> None:
        """Show everything again in another language."""
        self.query_one(QueueList).refresh()
        self.show_current()

    def meaning_changed(self, news: MeaningChanged) -> None:
        """Find what is near to the item as soon as the model is there."""
        if news.meaning is not Meaning.LOADING:
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
        named = {action.id for action in self.verbs.actions} | {"go.review"}
        actions = [action for action in super().footer_actions() if action.id not in named]
        if self.has_class("-narrow"):
            # The bar has room for one consequence here, so the way to the others comes first.
            actions.sort(key=lambda action: action.id != "review.effects")
        return actions

    def can_do(self, action: Action) -> bool:
        """Whether it is a verb, an undo, or one of the walking actions."""
        return action in self.verbs.actions or action.id in TAKING_BACK or super().can_do(action)

    async def action_act(self, action_id: str) -> None:
        """Do an action that was chosen by name; verbs go past the same guard as keys."""
        action = ACTIONS[action_id]
        if action in self.verbs.actions or action.id in TAKING_BACK:
            self.verbs.act_now(action)
        else:
            await super().action_act(action_id)

    def draw_verbs(self) -> None:
        """Say what the verbs would do now."""
        self.query_one(VerbBar).show(self._entries())
        self.query_one(KeyFooter).refresh()

    def _entries(self) -> list[VerbEntry]:
        app, said = palace_app(self), self.consequences()
        return [
            VerbEntry(
                action.id,
                digit=action.digit,
                letter=app.first_key(action),
                name=app.say(action.label_key),
                consequence=said[action.id],
            )
            for action in self.verbs.actions
            if action.id in said
        ]

    def why_not(self, action: Action) -> str | None:
        """Return why a verb cannot act on what stands here."""
        if action.id == "review.effects" and not self.consequences():
            return self._say("tui.review.why_not.nothing")
        if action not in self.verbs.actions:
            return None
        said = self.consequences().get(action.id)
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

    def taken_back(self, taken: TakenBack[Item]) -> None:
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
