"""The verbs of the candidate queue: what each does to the candidate, or to all that are marked."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from palace.domain.errors import PalaceError, StaleItem
from palace.domain.journal import Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band
from palace.services.candidate_queue import CandidateView, QueueEntry
from palace.services.candidate_rows import rows_of
from palace.services.hot_band import Demotion
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
from palace.tui.actions import Action, Context
from palace.tui.core_codes import with_code
from palace.tui.deciding import Seen, TakenBack, decide_seen, take_back
from palace.tui.hot_room import with_room
from palace.tui.presenters.proposal_words import proposal_reasons
from palace.tui.presenters.queue_words import Outcome
from palace.tui.putting_off import asked_until
from palace.tui.queue_verbs import Deed, QueueVerbs, verbs_in
from palace.tui.screens.candidate_dialog import CandidateDialog

if TYPE_CHECKING:
    from palace.tui.screens.review import ReviewScreen

VERBS = verbs_in(Context.REVIEW)
"""The verbs of the bar, in their order."""


class ReviewVerbs(QueueVerbs[QueueEntry]):
    """The verbs of a screen of candidates."""

    def __init__(self, screen: ReviewScreen) -> None:
        super().__init__(screen, VERBS)
        self._screen = screen

    def deed(self, action: Action) -> Deed | None:
        """Return what a verb does to the candidates that are seen now."""
        desk = self._screen.desk
        seen, nearest, view = self._screen.seen(), desk.nearest, desk.view
        return lambda: self._decide_as(action, seen, nearest, view)

    async def taken_back(self, *, again: bool, typed_code: str, leaving_core: bool) -> TakenBack[QueueEntry]:
        """Take the newest act back, or bring it again."""
        return await take_back(
            palace_app(self._screen).gateway,
            Subject.CANDIDATE,
            rows_of,
            again=again,
            typed_code=typed_code,
            leaving_core=leaving_core,
        )

    async def _decide_as(
        self, action: Action, seen: Sequence[Seen], nearest: Memory | None, shown: CandidateView | None
    ) -> None:
        surroundings = palace_app(self._screen).gateway.surroundings
        match action.id:
            case "review.approve":
                form = None if len(seen) > 1 or shown is None else prefilled(shown.candidate)
                await self._make(Verb.APPROVE, seen, form)
            case "review.reject":
                await self._decide(Verb.REJECT, seen, rejecting(surroundings))
            case "review.skip":
                await self._decide(Verb.SKIP, seen, skipping())
            case "review.replace" if nearest is not None:
                form = None if shown is None else prefilled(shown.candidate)
                await self._make(Verb.REPLACE, seen, form, nearest)
            case "review.snooze":
                until = await asked_until(palace_app(self._screen), self._screen.desk.view)
                if until is not None:
                    await self._decide(Verb.SNOOZE, seen, snoozing(until))
            case "review.edit":
                await self._edit(seen)

    async def _decide(self, verb: Verb, seen: Sequence[Seen], how: Decide) -> None:
        await self.decide(verb, len(seen), lambda: self._write(seen, how))

    async def _write(self, seen: Sequence[Seen], how: Decide) -> Outcome:
        """Decide, and let the screen have what stands next as it was read in the same turn."""
        screen = self._screen
        then = screen.queue.next_beside(row_id for row_id, _ in seen)
        outcome, screen.ahead = await decide_seen(palace_app(screen).gateway, seen, how, then)
        return outcome

    async def _make(
        self, verb: Verb, seen: Sequence[Seen], form: Approval | None, replaced: Memory | None = None
    ) -> None:
        """Make memories as `form` says, or each as it proposes itself."""
        await self.decide(verb, len(seen), lambda: self._written(seen, form, replaced))

    async def _written(
        self, seen: Sequence[Seen], form: Approval | None, replaced: Memory | None = None
    ) -> Outcome:
        """Approve; a single P0 after its code was typed, and into a full hot band once there is room.

        In a batch no P0 is made and nothing is demoted: those are named, and the others are done.
        """
        app = palace_app(self._screen)
        around = app.gateway.surroundings

        def act(demoting: Sequence[Demotion], band: Band | None) -> Awaitable[Outcome]:
            said = form if form is None or band is None else replace(form, band=band)

            def how(typed: str) -> Decide:
                return approving(
                    around,
                    said,
                    replacing=None if replaced is None else replaced.id,
                    replaced_version=None if replaced is None else replaced.version,
                    demoting=demoting,
                    typed_code=typed,
                )

            return with_code(app, lambda typed: self._write(seen, how(typed)))

        return await with_room(app, act)

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
        form = await self.asked(dialog)
        if dialog.draft is not None:
            screen.drafts[candidate.id] = dialog.draft
            screen.status(app.say("tui.review.draft_kept"))
        elif dialog.approve or form is not None:
            await self._save(seen, form or before, approve=dialog.approve)
        else:
            screen.status(app.say("tui.review.unchanged"))

    async def _save(self, seen: Sequence[Seen], form: Approval, *, approve: bool) -> None:
        screen, app = self._screen, palace_app(self._screen)
        candidate_id = seen[0][0]
        screen.drafts[candidate_id] = form
        try:
            outcome = await (self._written(seen, form) if approve else self._write(seen, editing(form)))
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
        self.tell_done(outcome, verb)
