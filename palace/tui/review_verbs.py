"""From a key to a decision: only a key pressed on purpose, at an item that was seen, reaches the journal.

One decision at a time: between the key and the next item on the screen every verb is answered with the
reason why it does nothing. What a verb acts on is taken when the key is pressed, from what was painted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from textual import events

from palace.domain.errors import PalaceError, StaleItem
from palace.domain.journal import Verb
from palace.domain.memory import Memory
from palace.services.review import (
    Approval,
    Decide,
    approving,
    editing,
    prefilled,
    rejecting,
    skipping,
    snoozing,
)
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Action, Context, Group, actions_in, with_full_width
from palace.tui.deciding import Seen, decide_seen, take_back
from palace.tui.presenters.key_guard import Accident, KeyGuard, Press
from palace.tui.presenters.lines import wrapped_lines
from palace.tui.presenters.proposal_words import proposal_reasons
from palace.tui.presenters.review_words import done_in_words, failures_in_words, taken_back_in_words
from palace.tui.screens.candidate_dialog import CandidateDialog
from palace.tui.screens.dialogs import ChoiceDialog, ConfirmDialog, Dialog
from palace.tui.screens.review_choices import put_off_choices

if TYPE_CHECKING:
    from palace.tui.screens.review import ReviewScreen

Answer = TypeVar("Answer")

VERBS = tuple(action for action in actions_in(Context.REVIEW) if action.group is Group.DECIDE)
"""The verbs of the bar, in their order."""

TAKING_BACK = (ACTIONS["app.undo"], ACTIONS["app.redo"])

BATCH_TO_ASK = 20
"""A verb on more marked items than this asks first."""


class ReviewVerbs:
    """Turns keys, clicks and the palette's choices into decisions of a review screen."""

    def __init__(self, screen: ReviewScreen) -> None:
        self._screen = screen
        self._guard = KeyGuard()
        self._by_key: Mapping[str, Action] = {}

    @property
    def open(self) -> bool:
        """Whether a verb may act: an item (or the end of the queue) stands on the screen."""
        return self._guard.open

    @property
    def idle(self) -> bool:
        """Whether nothing is being decided and no key waits to be."""
        return self._guard.idle

    def learn_keys(self) -> None:
        """Take the keys of the verbs from the registry and the person's own keymap."""
        keymap = palace_app(self._screen).keymap
        self._by_key = {
            twin: action
            for action in (*VERBS, *TAKING_BACK)
            for key in action.keys_in(keymap)
            for twin in with_full_width(key)
        }

    # From the terminal

    def painted(self) -> None:
        """The item that verbs act on stands on the screen."""
        self._guard.painted(monotonic())

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
        press = self._guard.press(key, at)
        if press is None:
            self._tell_accident()
            return
        if self._refused(action):
            self._guard.forget()
            return
        seen, nearest = self._screen.seen(), self._screen.desk.nearest
        self._screen.set_timer(press.wait, lambda: self._after_waiting(press, action, seen, nearest))

    def act_now(self, action: Action) -> None:
        """Do a verb that was chosen by name, from the palette or the footer."""
        if not self._guard.open:
            self._tell(Accident.BUSY)
        elif not self._refused(action):
            self._begin(action, self._screen.seen(), self._screen.desk.nearest)

    def paste(self) -> None:
        """Text was pasted; it decides nothing."""
        self._screen.status(palace_app(self._screen).say("tui.review.accident.paste"), tone="warning")

    def _after_waiting(
        self, press: Press, action: Action, seen: Sequence[Seen], nearest: Memory | None
    ) -> None:
        """Let the keys that came in meanwhile be taken note of before the press counts."""
        screen = self._screen

        def confirm() -> None:
            if self._guard.confirm(press):
                self._begin(action, seen, nearest)
            else:
                self._tell_accident()

        screen.app.call_later(screen.call_later, confirm)

    def _refused(self, action: Action) -> bool:
        app = palace_app(self._screen)
        reason = app.why_never(action) or self._screen.why_not(action)
        if reason:
            app.toast(reason, severity="warning")
        return bool(reason)

    def _tell_accident(self) -> None:
        if self._guard.accident is not None:
            self._tell(self._guard.accident)

    def _tell(self, accident: Accident) -> None:
        self._screen.status(palace_app(self._screen).say(f"tui.review.accident.{accident}"), tone="warning")

    # To the palace

    def _begin(self, action: Action, seen: Sequence[Seen], nearest: Memory | None) -> None:
        self._guard.begin()
        self._screen.run_worker(
            self._do(action, seen, nearest), group="decide", name=action.id, exit_on_error=False
        )

    async def _do(self, action: Action, seen: Sequence[Seen], nearest: Memory | None) -> None:
        surroundings = palace_app(self._screen).gateway.surroundings
        try:
            match action.id:
                case "review.approve":
                    await self._decide(Verb.APPROVE, seen, approving(surroundings))
                case "review.reject":
                    await self._decide(Verb.REJECT, seen, rejecting(surroundings))
                case "review.skip":
                    await self._decide(Verb.SKIP, seen, skipping())
                case "review.replace" if nearest is not None:
                    how = approving(surroundings, replacing=nearest.id, replaced_version=nearest.version)
                    await self._decide(Verb.REPLACE, seen, how)
                case "review.snooze":
                    until = await self._ask_until()
                    if until is not None:
                        await self._decide(Verb.SNOOZE, seen, snoozing(until))
                case "review.edit":
                    await self._edit(seen)
                case "app.undo" | "app.redo":
                    await self._take_back(again=action.id == "app.redo")
        finally:
            self._screen.show_current()

    async def _decide(self, verb: Verb, seen: Sequence[Seen], how: Decide) -> None:
        screen, app = self._screen, palace_app(self._screen)
        if len(seen) > BATCH_TO_ASK and not await self._ask_batch(verb, len(seen)):
            return
        try:
            outcome = await decide_seen(app.gateway, seen, how)
        except StaleItem as error:
            screen.desk.explain_next(error)
            return
        except PalaceError as error:
            app.report(error)
            return
        screen.decided(outcome, verb)
        screen.status(done_in_words(outcome, verb, app.first_key(ACTIONS["app.undo"]), app.say), tone="done")
        if outcome.failed:
            app.toast(failures_in_words(outcome, app.explain, app.say), severity="warning")

    async def _edit(self, seen: Sequence[Seen]) -> None:
        """Let the person change the item; what they wrote is kept until it is saved."""
        screen, app = self._screen, palace_app(self._screen)
        view = screen.desk.view
        if view is None:
            return
        candidate = view.candidate
        before = prefilled(candidate)
        title = app.say("tui.review.edit_title", id=candidate.id)
        dialog = CandidateDialog(
            title, before, screen.drafts.pop(candidate.id, before), proposal_reasons(candidate, app.say)
        )
        form = await self._asked(dialog)
        if dialog.draft is not None:
            screen.drafts[candidate.id] = dialog.draft
            screen.status(app.say("tui.review.draft_kept"))
        elif dialog.approve or form is not None:
            await self._save(seen, form or before, approve=dialog.approve)
        else:
            screen.status(app.say("tui.review.unchanged"))

    async def _save(self, seen: Sequence[Seen], form: Approval, *, approve: bool) -> None:
        screen, app = self._screen, palace_app(self._screen)
        how = approving(app.gateway.surroundings, form) if approve else editing(form)
        candidate_id = seen[0][0]
        screen.drafts[candidate_id] = form
        try:
            outcome = await decide_seen(app.gateway, seen, how)
        except StaleItem as error:
            screen.desk.explain_next(error)
            return
        except PalaceError as error:
            app.report(error)
            return
        screen.drafts.pop(candidate_id, None)
        verb = Verb.APPROVE if approve else Verb.EDIT
        if approve:
            screen.decided(outcome, verb)
        else:
            screen.desk.forget_version()
        screen.status(done_in_words(outcome, verb, app.first_key(ACTIONS["app.undo"]), app.say), tone="done")

    async def _take_back(self, *, again: bool) -> None:
        screen, app = self._screen, palace_app(self._screen)
        try:
            taken = await take_back(app.gateway, again=again)
        except PalaceError as error:
            app.report(error)
            return
        screen.taken_back(taken)
        other = ACTIONS["app.undo"] if again else ACTIONS["app.redo"]
        words = taken_back_in_words(taken.decisions, app.first_key(other), app.say, again=again)
        screen.status(words, tone="done")

    async def _ask_until(self) -> datetime | None:
        app = palace_app(self._screen)
        surroundings = app.gateway.surroundings
        choices = put_off_choices(self._screen.desk.view, surroundings.now, surroundings.zone, app.say)
        return await self._asked(ChoiceDialog(app.say("tui.review.snooze.title"), choices))

    async def _ask_batch(self, verb: Verb, count: int) -> bool:
        app = palace_app(self._screen)
        title = app.say("tui.review.batch.ask", verb=app.say(f"vocabulary.verb.{verb}"), count=count)
        details = app.say("tui.review.batch.ask_details")
        dialog = ConfirmDialog(title, lambda cells: wrapped_lines(details, cells))
        agreed: bool | None = await self._asked(dialog)
        return bool(agreed)

    async def _asked(self, dialog: Dialog[Answer]) -> Answer | None:
        """Open a dialog and return its answer; None when it was left."""
        return await self._screen.app.push_screen_wait(dialog)
