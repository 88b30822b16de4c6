"""The verbs of the two queues of pairs: conflicts, and what contradicts a P0.

Whatever a verb would do to a P0 asks for its code first, with before and after on the screen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from palace.domain.candidate import Candidate
from palace.domain.journal import Subject, Verb
from palace.domain.memory import Memory
from palace.domain.recommendation import Advice
from palace.domain.vocabulary import Band
from palace.services.conflict_queue import ConflictEntry, SeenPair
from palace.services.conflict_rows import ConflictRow, rows_again
from palace.services.hot_band import Demotion, Room
from palace.services.pair_advice import proposed_text, proposes_merge
from palace.services.ports import Palace
from palace.services.settling import Settle
from palace.services.settling_verbs import (
    amending,
    dismissing,
    following,
    keeping_both,
    keeping_left,
    keeping_right,
    merge_form,
    merging,
    skipping_pair,
    snoozing_pair,
)
from palace.services.surroundings import Surroundings
from palace.services.tending import as_form
from palace.tui.acting import palace_app
from palace.tui.actions import Action, Context
from palace.tui.core_codes import with_code
from palace.tui.deciding import TakenBack, take_back
from palace.tui.hot_room import with_room
from palace.tui.pair_deciding import settle_seen
from palace.tui.presenters.key_guard import GuardTimes
from palace.tui.presenters.loss_words import Dropped, dropped_words
from palace.tui.presenters.queue_words import Outcome
from palace.tui.putting_off import asked_until
from palace.tui.queue_verbs import Deed, QueueVerbs, verbs_in
from palace.tui.screens.pair_dialogs import AmendDialog, MergeDialog, ScopesDialog

if TYPE_CHECKING:
    from palace.tui.screens.pair_screen import PairScreen

CONFLICT_VERBS = verbs_in(Context.CONFLICT)
CONTRADICTION_VERBS = verbs_in(Context.CONTRADICTION)

CORE_TIMES = GuardTimes(repeats_within=3.0, repeats_every=0.6)
"""A key that decided about a P0 and comes again soon counts only after more quiet than a keyboard leaves
between two repetitions: a key held down never decides about a second P0."""

_VERB_OF_ADVICE: Mapping[Advice, Verb] = MappingProxyType(
    {Advice.SUPERSEDE: Verb.KEEP_RIGHT, Advice.KEEP_BOTH: Verb.KEEP_BOTH, Advice.NOTE: Verb.NOTE}
)


class PairVerbs(QueueVerbs[ConflictEntry]):
    """The verbs of a screen of pairs."""

    def __init__(self, screen: PairScreen, verbs: Sequence[Action], times: GuardTimes | None = None) -> None:
        super().__init__(screen, verbs, times)
        self._screen = screen

    def deed(self, action: Action) -> Deed | None:
        """Return what a verb does to the pairs that are seen now."""
        rows, desk = self._screen.queue, self._screen.desk
        seen = [row for seen_id, _ in self._screen.seen() if (row := rows.row(seen_id)) is not None]
        if not seen:
            return None
        entry = desk.entry if len(seen) == 1 and not rows.marked else None
        pairs = [row.item.seen for row in seen] if entry is None else [entry.seen]
        name = action.id.partition(".")[2]
        return partial(self._do_verb, name, entry or seen[0].item, pairs, self._advice())

    async def taken_back(
        self, *, again: bool, typed_code: str, leaving_core: bool
    ) -> TakenBack[ConflictEntry]:
        """Take the newest act back, or bring it again."""
        known = {row.id: row.item for row in self._screen.queue.rows}

        def rows(palace: Palace, ids: Sequence[int], surroundings: Surroundings) -> Sequence[ConflictRow]:
            of_these = [known[row_id] for row_id in ids if row_id in known]
            found = rows_again(palace, of_these, ids, surroundings)
            return [row for row in found if row.item.contradiction is self._screen.contradictions]

        return await take_back(
            palace_app(self._screen).gateway,
            Subject.CONFLICT,
            rows,
            again=again,
            typed_code=typed_code,
            leaving_core=leaving_core,
        )

    def _advice(self) -> Advice | None:
        shown = self._screen.desk.shown
        return None if shown is None else shown.view.recommendation.advice

    async def _do_verb(
        self, name: str, entry: ConflictEntry, pairs: Sequence[SeenPair], advice: Advice | None
    ) -> None:
        around = palace_app(self._screen).gateway.surroundings
        match name:
            case "follow" if proposes_merge(entry.conflict):
                await self._merge(entry, pairs, around)
            case "follow" if advice is not None:
                await self._take_in(
                    _VERB_OF_ADVICE[advice], pairs, lambda room: following(advice, around, room)
                )
            case "keep_left" | "keep":
                await self._settle(Verb.KEEP_LEFT, pairs, keeping_left(around), entry.left)
            case "keep_right" | "replace":
                await self._take_in(
                    Verb.KEEP_RIGHT, pairs, lambda room: keeping_right(around, room=room), entry.right
                )
            case "keep_both":
                await self._keep_both(entry, pairs, around)
            case "merge":
                await self._merge(entry, pairs, around)
            case "amend":
                await self._amend(entry, pairs, around)
            case "dismiss":
                await self._settle(Verb.NO_CONFLICT, pairs, dismissing(around))
            case "skip":
                await self._settle(Verb.SKIP, pairs, skipping_pair())
            case "snooze":
                until = await asked_until(palace_app(self._screen))
                if until is not None:
                    await self._settle(Verb.SNOOZE, pairs, snoozing_pair(until))

    async def _settle(
        self, verb: Verb, pairs: Sequence[SeenPair], how: Settle, holds: Memory | Candidate | None = None
    ) -> None:
        """Settle pairs where nothing new comes into the hot band."""
        await self._take_in(verb, pairs, lambda room: how, holds)

    async def _take_in(
        self,
        verb: Verb,
        pairs: Sequence[SeenPair],
        how: Callable[[Room], Settle],
        holds: Memory | Candidate | None = None,
    ) -> None:
        """Settle pairs; into a full hot band a single newcomer comes once there is room, of a batch none.

        Where a P0 would change, a single one after its code was typed, of a batch none.

        `holds` is the side that holds from then on, where the other one goes.
        """
        app = palace_app(self._screen)
        # A candidate that becomes a P0 is among the changes that the window shows by itself.
        standing = holds if isinstance(holds, Memory) else None

        def act(demoting: Sequence[Demotion], band: Band | None) -> Awaitable[Outcome]:
            chosen = how(Room(tuple(demoting), band))

            async def write(typed_code: str) -> Outcome:
                return await settle_seen(app.gateway, pairs, chosen, typed_code)

            return with_code(app, write, standing)

        await self.decide(verb, len(pairs), lambda: with_room(app, act))

    async def _keep_both(self, entry: ConflictEntry, pairs: Sequence[SeenPair], around: Surroundings) -> None:
        """Keep both, each in the scope that the person writes; many at once without scopes."""
        left_scope = right_scope = ""
        if len(pairs) == 1:
            title = palace_app(self._screen).say("tui.pair.scopes.title")
            scopes = await self.asked(ScopesDialog(title, entry.left.text, entry.right.text))
            if scopes is None:
                return
            left_scope, right_scope = scopes
        await self._take_in(
            Verb.KEEP_BOTH, pairs, lambda room: keeping_both(around, left_scope, right_scope, room)
        )

    async def _merge(self, entry: ConflictEntry, pairs: Sequence[SeenPair], around: Surroundings) -> None:
        """Let the person write the one text."""
        proposed = merge_form(entry.left, entry.right, proposed_text(entry))
        title = palace_app(self._screen).say("tui.pair.edit_merge")
        form = await self.asked(MergeDialog(title, proposed, self._dropped(entry)))
        if form is not None:
            await self._take_in(
                Verb.MERGE, pairs, lambda room: merging(around, form, dropping=True, room=room)
            )

    async def _amend(self, entry: ConflictEntry, pairs: Sequence[SeenPair], around: Surroundings) -> None:
        """Let the person write what the P0 says from now on."""
        app = palace_app(self._screen)
        title = app.say("tui.pair.edit_amend", id=entry.left.id)
        dialog = AmendDialog(title, as_form(entry.left), entry.right.text, self._dropped(entry))
        form = await self.asked(dialog)
        if form is None:
            self._screen.status(app.say("tui.review.unchanged"))
            return
        await self._settle(Verb.AMEND, pairs, amending(around, form.text, form.binding, dropping=True))

    def _dropped(self, entry: ConflictEntry) -> Dropped:
        """Return what tells what a text would drop of both sides; the window has it agreed to."""
        return partial(dropped_words, (entry.left.text, entry.right.text), palace_app(self._screen).say)
