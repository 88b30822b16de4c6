"""The conflicts and the contradictions line by line, for screen readers and ssh: one prompt, one decision."""

import os
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from palace.cli.comparing_on_the_way import follow_up_and_tell
from palace.cli.core_approval import change_lines
from palace.cli.hot_room import asked_room
from palace.cli.invocation import Invocation, read_line
from palace.cli.pair_lines import entry_lines, settled_line, view_lines
from palace.cli.verbs.undo import tell_decisions
from palace.config.paths import state_directory
from palace.domain.coming_days import instant_after
from palace.domain.conflict import Resolution
from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import PalaceError
from palace.domain.journal import Decision, Subject, Verb
from palace.files.outside_editor import edited_in_editor, kept_text
from palace.services.comparing_arrivals import Arrivals
from palace.services.conflict_queue import (
    ConflictEntry,
    ConflictView,
    conflict_queue,
    conflict_view,
    dependents,
)
from palace.services.hot_band import NO_ROOM, HotBandFull, Room
from palace.services.pair_advice import proposed_text, proposes_merge
from palace.services.settling import Settle, Settled, settle
from palace.services.settling_verbs import (
    WouldLose,
    amending,
    check_losses,
    dismissing,
    following,
    keeping_both,
    keeping_left,
    keeping_right,
    merge_form,
    merging,
    noting,
    skipping_pair,
    snoozing_pair,
)
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile


def review_pairs_line_by_line(invocation: Invocation, *, contradictions: bool) -> int:
    """Show each pair and ask for one letter (? lists them), until none waits or q is said."""
    with invocation.palace() as palace:
        walk = _Walk(invocation, palace, contradictions)
        walk.walk()
        follow_up_and_tell(invocation, palace, walk.arrivals)
    invocation.output.line(invocation.say("cli.pairs.summary", settled=walk.settled))
    return 0


@dataclass
class _Walk:
    """Where the person stands: at a pair, known by its id."""

    invocation: Invocation
    palace: PalaceFile
    contradictions: bool
    settled: int = 0
    arrivals: Arrivals = field(default_factory=Arrivals)
    at: int | None = None
    passed: set[int] = field(default_factory=set)

    def walk(self) -> None:
        while (entry := self._here()) is not None:
            view = conflict_view(self.palace, entry.conflict.id, self.invocation.surroundings)
            self._show(view)
            answer = self._ask(self.invocation.say("cli.pairs.prompt"))
            if answer is None or answer.casefold() == "q":
                return
            try:
                self._do(view, answer)
            except PalaceError as error:
                self._tell_error(error)
        self.invocation.output.line(self.invocation.say("cli.review.nothing_left"))

    def _queue(self) -> list[ConflictEntry]:
        now = self.invocation.surroundings.now
        waiting = conflict_queue(
            self.palace, self.invocation.surroundings, contradictions=self.contradictions
        )
        return [
            entry
            for entry in waiting
            if not entry.skipped
            and (entry.conflict.snoozed_until is None or entry.conflict.snoozed_until <= now)
        ]

    def _here(self) -> ConflictEntry | None:
        """Return the pair to show: the one stood at, else the next that was not passed by."""
        waiting = {entry.conflict.id: entry for entry in self._queue()}
        if self.at not in waiting:
            self.at = next((number for number in waiting if number not in self.passed), None)
        return None if self.at is None else waiting[self.at]

    def _show(self, view: ConflictView) -> None:
        depending = dependents(self.palace, view.entry.left) if self.contradictions else None
        catalog = self.invocation.catalog
        self.invocation.output.line()
        for line in view_lines(view, depending, self.invocation.surroundings, catalog):
            self.invocation.output.line(line)

    def _ask(self, prompt: str) -> str | None:
        """Return what was typed, in narrow letters; None at the end of the input."""
        self.invocation.output.prompt(prompt)
        line = read_line()
        if not line:
            self.invocation.output.line()
            return None
        return unicodedata.normalize("NFKC", line).strip()

    def _do(self, view: ConflictView, answer: str) -> None:
        letter, _, words = answer.partition(" ")
        surroundings = self.invocation.surroundings
        match letter if letter == "U" else letter.casefold():
            case "l" | "1":
                self._settle(view, keeping_left(surroundings))
            case "r" | "2":
                self._settle_with_room(view, lambda room: keeping_right(surroundings, room=room))
            case "b" | "3":
                self._settle_with_room(view, self._keeping_both())
            case "m" | "4":
                self._settle_in_one_text(view)
            case "a" | "5" if proposes_merge(view.entry.conflict):
                self._settle_in_one_text(view)
            case "a" | "5":
                advice = view.recommendation.advice
                self._settle_with_room(view, lambda room: following(advice, surroundings, room))
            case "o" | "6":
                self._settle(view, noting(surroundings))
            case "n" | "7":
                self._settle(view, dismissing(surroundings))
            case "s" | "8":
                self._settle(view, skipping_pair())
            case "z" | "9":
                until = instant_after(words, surroundings.now, surroundings.zone)
                self._settle(view, snoozing_pair(until))
            case "u":
                undone = undo(self.palace, self.invocation.actor)
                tell_decisions(self.invocation, undone, "undone")
                self._go_back_to(undone)
            case "U":
                tell_decisions(self.invocation, redo(self.palace, self.invocation.actor), "redone")
            case "j":
                self.passed.add(view.entry.conflict.id)
                self.at = None
            case "i":
                for entry in self._queue():
                    for line in entry_lines(entry, self.invocation.surroundings, self.invocation.catalog):
                        self.invocation.output.line(line)
            case _:
                self.invocation.output.lines(self.invocation.say("cli.pairs.help"))

    def _go_back_to(self, undone: Sequence[Decision]) -> None:
        """Stand at the pair whose decision was just taken back."""
        for decision in undone:
            if decision.subject is Subject.CONFLICT:
                self.at = decision.subject_id
                if decision.verb not in {Verb.SKIP, Verb.SNOOZE}:
                    self.settled = max(0, self.settled - 1)

    def _keeping_both(self) -> Callable[[Room], Settle]:
        left = self._ask(self.invocation.say("cli.pairs.left_scope")) or ""
        right = self._ask(self.invocation.say("cli.pairs.right_scope")) or ""
        return lambda room: keeping_both(self.invocation.surroundings, left, right, room)

    def _written(self, view: ConflictView) -> str:
        """Return the text that the person writes in the editor."""
        entry = view.entry
        return edited_in_editor(
            entry.left.text if entry.contradiction else proposed_text(entry),
            self.invocation.settings.editor,
            state_directory(os.environ),
        )

    def _in_one_text(self, view: ConflictView, text: str) -> Callable[[Room], Settle]:
        """Return the merge, or for a P0 the amendment, in a text; what it drops is agreed to first."""
        entry = view.entry
        if entry.contradiction:
            return lambda room: amending(self.invocation.surroundings, text, room=room)
        form = merge_form(entry.left, entry.right, text)
        try:
            check_losses((entry.left.text, entry.right.text), text)
        except WouldLose as losing:
            self._tell_error(losing)
            kept = self._ask(self.invocation.say("cli.pairs.losing")) or ""
            dropping = kept.casefold() == "y"
            return lambda room: merging(self.invocation.surroundings, form, dropping=dropping, room=room)
        return lambda room: merging(self.invocation.surroundings, form, room=room)

    def _settle_with_room(self, view: ConflictView, how: Callable[[Room], Settle]) -> None:
        """Settle; where the hot band is full, let the person say what makes room first."""
        try:
            self._settle(view, how(NO_ROOM))
        except HotBandFull as full:
            self._settle(view, how(asked_room(self.invocation, full)))

    def _settle_in_one_text(self, view: ConflictView) -> None:
        """Merge or amend in the text that the person writes; where that is not done, the text is kept."""
        text, settled = self._written(view), self.settled
        try:
            self._settle_with_room(view, self._in_one_text(view, text))
        finally:
            if self.settled == settled:
                self._keep(text)

    def _keep(self, text: str) -> None:
        """Write down what was typed and not saved, and say where."""
        try:
            path = kept_text(text, state_directory(os.environ))
        except OSError:
            self.invocation.output.lines(text)
        else:
            self.invocation.output.error(self.invocation.say("cli.review.kept", path=path))

    def _settle(self, view: ConflictView, how: Settle) -> None:
        seen, actor = view.entry.seen, self.invocation.actor
        try:
            settled = settle(self.palace, actor, seen, how)
        except NeedsApproval as needed:
            # The second act: the code is typed while before and after stand above it.
            self.invocation.output.lines(change_lines(needed, self.invocation.catalog))
            code = self._ask(self.invocation.say("cli.core.prompt", code=needed.code))
            if not code:
                self.invocation.output.line(self.invocation.say("cli.pairs.unchanged"))
                return
            settled = settle(self.palace, actor, seen, how, code)
        self._tell(settled)

    def _tell(self, settled: Settled) -> None:
        self.settled += settled.resolution is not Resolution.OPEN
        self.arrivals += Arrivals(memory_ids=() if settled.memory_id is None else (settled.memory_id,))
        self.invocation.output.line(settled_line(settled, self.invocation.catalog))

    def _tell_error(self, error: PalaceError) -> None:
        if isinstance(error, NeedsApproval):
            self.invocation.output.error_lines(change_lines(error, self.invocation.catalog))
        self.invocation.output.error(self.invocation.catalog.error(error))
