"""From a key to a decision: only a key pressed on purpose, at an item that was seen, reaches the journal.

One decision at a time: between the key and the next item on the screen every verb is answered with the
reason why it does nothing. What a verb acts on is taken when the key is pressed, from what was painted.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from textual import events

from palace.domain.errors import PalaceError, StaleItem
from palace.domain.journal import Verb
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Action, Context, Group, actions_in, with_full_width
from palace.tui.core_codes import take_back_with_code
from palace.tui.deciding import Seen, TakenBack
from palace.tui.presenters.key_guard import Accident, GuardTimes, KeyGuard, Press
from palace.tui.presenters.lines import wrapped_lines
from palace.tui.presenters.queue_words import Outcome, done_in_words, failures_in_words, taken_back_in_words
from palace.tui.screens.dialogs import ConfirmDialog, Dialog

if TYPE_CHECKING:
    from palace.tui.screens.queue_screen import QueueScreen

Answer = TypeVar("Answer")
Item = TypeVar("Item")

Deed = Callable[[], Coroutine[Any, Any, None]]
"""Does a verb to what stood on the screen when it was asked for."""

TAKING_BACK = (ACTIONS["app.undo"], ACTIONS["app.redo"])

LONG_WRITE = 1.0
"""Seconds of writing after which the screen says that it still goes on."""

BATCH_TO_ASK = 20
"""A verb on more marked items than this asks first."""


def verbs_in(context: Context) -> tuple[Action, ...]:
    """Return the verbs of a queue's bar, in their order."""
    return tuple(action for action in actions_in(context) if action.group is Group.DECIDE)


class QueueVerbs(Generic[Item]):
    """Turns keys, clicks and the palette's choices into decisions of a queue's screen.

    Subclasses say in `deed` what a verb does.
    """

    def __init__(
        self, screen: QueueScreen[Item], verbs: Sequence[Action], times: GuardTimes | None = None
    ) -> None:
        self._queue_screen = screen
        self.actions = tuple(verbs)
        self._guard = KeyGuard(times)
        self._by_key: Mapping[str, Action] = {}

    def deed(self, action: Action) -> Deed | None:
        """Return what a verb does to what is on the screen now; None where it does nothing."""
        raise NotImplementedError

    async def taken_back(self, *, again: bool, typed_code: str, leaving_core: bool) -> TakenBack[Item]:
        """Undo the person's newest act, or bring back what was undone last; raises PalaceError.

        A P0 changes only with its code in `typed_code`; with `leaving_core` it is left as it is.
        """
        raise NotImplementedError

    @property
    def open(self) -> bool:
        """Whether a verb may act: an item (or the end of the queue) stands on the screen."""
        return self._guard.open

    @property
    def idle(self) -> bool:
        """Whether nothing is being decided, no key waits to be, and what stands there may be decided."""
        return self._guard.idle and self._guard.readable(monotonic())

    def learn_keys(self) -> None:
        """Take the keys of the verbs from the registry and the person's own keymap."""
        keymap = palace_app(self._queue_screen).keymap
        self._by_key = {
            twin: action
            for action in (*self.actions, *TAKING_BACK)
            for key in action.keys_in(keymap)
            for twin in with_full_width(key)
        }

    # From the terminal

    def painted(self, item: Seen | None, changed: bool) -> None:
        """The item that verbs act on stands on the screen; `changed` since it stood there before."""
        self._guard.painted(monotonic(), item, changed=changed)

    def unseen(self) -> None:
        """What stands on the screen is no longer what a verb would act on."""
        self._guard.begin()

    def key(self, event: events.Key) -> None:
        """Take a key of the screen; the verbs' keys and what is pasted end here, all others go their way."""
        action = self._by_key.get(event.key) or self._by_key.get(event.character or "")
        if action is None:
            burst = self._guard.other(event.key, event.time)
            if burst is not None:
                event.stop()
                event.prevent_default()
                self._tell(burst)
            return
        event.stop()
        event.prevent_default()
        self.press(action, event.key, event.time)

    def press(self, action: Action, key: str, at: float) -> None:
        """A verb's key was pressed, or its words clicked, at `at` seconds on the monotonic clock."""
        press = self._guard.press(key, at, patient=action in TAKING_BACK)
        if press is None:
            self._tell_accident()
            return
        deed = None if self._refused(action) else self._deed(action)
        if deed is None:
            self._guard.forget(press)
            return
        self._queue_screen.set_timer(press.wait, lambda: self._after_waiting(press, action, deed))

    def act_now(self, action: Action) -> None:
        """Do a verb that was chosen by name, from the palette or the footer."""
        if not self._guard.open:
            self._tell(Accident.BUSY)
            return
        deed = None if self._refused(action) else self._deed(action)
        if deed is not None:
            self._begin(action, deed)

    def paste(self) -> None:
        """Text was pasted; it decides nothing."""
        words = palace_app(self._queue_screen).say("tui.review.accident.paste")
        self._queue_screen.status(words, tone="warning")

    def _deed(self, action: Action) -> Deed | None:
        if action in TAKING_BACK:
            return lambda: self._take_back(again=action.id == "app.redo")
        return self.deed(action)

    def _after_waiting(self, press: Press, action: Action, deed: Deed) -> None:
        """Let the keys that came in meanwhile be taken note of before the press counts."""
        screen = self._queue_screen

        def confirm() -> None:
            if self._guard.waits(press):
                screen.set_timer(press.wait, lambda: self._after_waiting(press, action, deed))
            elif self._guard.confirm(press):
                self._begin(action, deed)
            else:
                self._tell_accident()

        screen.app.call_later(screen.call_later, confirm)

    def _refused(self, action: Action) -> bool:
        app = palace_app(self._queue_screen)
        reason = app.why_never(action) or self._queue_screen.why_not(action)
        if reason:
            app.toast(reason, severity="warning")
        return bool(reason)

    def _tell_accident(self) -> None:
        if self._guard.accident is not None:
            self._tell(self._guard.accident)

    def _tell(self, accident: Accident) -> None:
        words = palace_app(self._queue_screen).say(f"tui.review.accident.{accident}")
        self._queue_screen.status(words, tone="warning")

    # To the palace

    def _begin(self, action: Action, deed: Deed) -> None:
        self._guard.begin()
        self._queue_screen.run_worker(self._do(deed), group="decide", name=action.id, exit_on_error=False)

    async def _do(self, deed: Deed) -> None:
        try:
            await deed()
        finally:
            self._queue_screen.show_current()

    async def _in_time(self, write: Callable[[], Coroutine[Any, Any, Outcome]]) -> Outcome:
        """Write; where that takes long, say so meanwhile."""
        screen, app = self._queue_screen, palace_app(self._queue_screen)

        def tell() -> None:
            # Where a window asks for a code or for room, nothing is being written yet.
            if app.screen is screen:
                screen.status(app.say("tui.review.waiting.lock"), tone="warning")

        late = screen.set_timer(LONG_WRITE, tell)
        try:
            return await write()
        finally:
            late.stop()

    async def decide(self, verb: Verb, count: int, write: Callable[[], Coroutine[Any, Any, Outcome]]) -> bool:
        """Write a verdict on so many items, and tell what became of it; a large batch is asked about first.

        Returns whether it was written.
        """
        screen, app = self._queue_screen, palace_app(self._queue_screen)
        if count > BATCH_TO_ASK and not await self._ask_batch(verb, count):
            return False
        try:
            outcome = await self._in_time(write)
        except StaleItem as error:
            screen.desk.explain_next(error)
            return False
        except PalaceError as error:
            app.report(error)
            return False
        screen.decided(outcome, verb)
        self.tell_done(outcome, verb)
        return True

    def tell_done(self, outcome: Outcome, verb: Verb) -> None:
        """Say what was done, with its undo, and what of it failed."""
        screen, app = self._queue_screen, palace_app(self._queue_screen)
        undo = app.first_key(ACTIONS["app.undo"])
        words = done_in_words(outcome, verb, undo, screen.KIND, app.say)
        screen.status(words, tone="done")
        if outcome.failed:
            told = failures_in_words(outcome, app.explain, screen.KIND, app.say)
            app.toast(told, severity="warning")

    async def _take_back(self, *, again: bool) -> None:
        screen, app = self._queue_screen, palace_app(self._queue_screen)
        try:
            done = await take_back_with_code(
                app,
                lambda typed, leaving: self.taken_back(again=again, typed_code=typed, leaving_core=leaving),
            )
        except PalaceError as error:
            app.report(error)
            return
        for taken in done:
            screen.taken_back(taken)
        decisions = [decision for taken in done for decision in taken.decisions]
        other = ACTIONS["app.undo"] if again else ACTIONS["app.redo"]
        words = taken_back_in_words(decisions, app.first_key(other), app.say, again=again)
        screen.status(words, tone="done")

    async def _ask_batch(self, verb: Verb, count: int) -> bool:
        app = palace_app(self._queue_screen)
        title = app.say("tui.review.batch.ask", verb=app.say(f"vocabulary.verb.{verb}"), count=count)
        details = app.say("tui.review.batch.ask_details")
        dialog = ConfirmDialog(title, lambda cells: wrapped_lines(details, cells))
        agreed: bool | None = await self.asked(dialog)
        return bool(agreed)

    async def asked(self, dialog: Dialog[Answer]) -> Answer | None:
        """Open a dialog and return its answer; None when it was left."""
        return await self._queue_screen.app.push_screen_wait(dialog)
