"""The review queue line by line, for screen readers and ssh: one prompt, one letter, one decision."""

import os
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from palace.cli.comparing_on_the_way import clash_line, follow_up_and_tell
from palace.cli.core_approval import change_lines
from palace.cli.hot_room import asked_room
from palace.cli.invocation import Invocation, read_line
from palace.cli.output import first_line
from palace.cli.rendering import candidate_lines, evidence_lines, stage_words
from palace.cli.verbs.review import asked_queue
from palace.cli.verbs.undo import tell_decisions
from palace.config.paths import state_directory
from palace.domain.coming_days import instant_after
from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import InvalidInput, NotFound, PalaceError
from palace.domain.identifiers import id_number
from palace.domain.journal import Actor, Subject, Verb
from palace.files.outside_editor import edited_in_editor
from palace.services.candidate_queue import CandidateView, QueueEntry, candidate_queue, candidate_view
from palace.services.comparing_arrivals import Arrivals
from palace.services.hot_band import NO_ROOM, HotBandFull, Room
from palace.services.meaning_ports import SemanticIndex
from palace.services.review import (
    Decide,
    Decided,
    approving,
    decide,
    editing,
    prefilled,
    rejecting,
    skipping,
    snoozing,
)
from palace.services.unbound import unbound_among
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile

Result = TypeVar("Result")


@dataclass
class _Tally:
    """The decisions of this walk that stand, by their numbers, and those that were taken back."""

    given: dict[int, Verb] = field(default_factory=dict)
    taken_back: dict[int, Verb] = field(default_factory=dict)

    def count(self, verb: Verb) -> int:
        return list(self.given.values()).count(verb)

    def undo(self, decision_id: int) -> None:
        if decision_id in self.given:
            self.taken_back[decision_id] = self.given.pop(decision_id)

    def redo(self, decision_id: int) -> None:
        if decision_id in self.taken_back:
            self.given[decision_id] = self.taken_back.pop(decision_id)


def review_line_by_line(invocation: Invocation) -> int:
    """Show each candidate and ask for one letter (? lists them), until the queue is empty or q is said."""
    with invocation.palace() as palace:
        walk = _Walk(invocation, palace, invocation.semantic(palace))
        walk.walk()
        follow_up_and_tell(invocation, palace, walk.arrivals)
    invocation.output.line(
        invocation.say(
            "cli.review.summary",
            approved=walk.tally.count(Verb.APPROVE) + walk.tally.count(Verb.REPLACE),
            rejected=walk.tally.count(Verb.REJECT),
            skipped=walk.tally.count(Verb.SKIP) + walk.tally.count(Verb.SNOOZE),
        )
    )
    return 0


@dataclass
class _Walk:
    """Where the person stands in the queue: at a candidate, known by its id, and what came after it."""

    invocation: Invocation
    palace: PalaceFile
    semantic: SemanticIndex | None
    tally: _Tally = field(default_factory=_Tally)
    at: int | None = None
    called_up: int | None = None
    order: tuple[int, ...] = ()
    arrivals: Arrivals = field(default_factory=Arrivals)

    def walk(self) -> None:
        while (entry := self._here()) is not None:
            view = candidate_view(
                self.palace, entry.candidate.id, self.invocation.surroundings, self.semantic
            )
            self._show(view)
            answer = self._answer()
            if answer == "q":
                return
            try:
                self._do(view, answer)
            except PalaceError as error:
                self.invocation.output.error(self.invocation.catalog.error(error))
        self.invocation.output.line(self.invocation.say("cli.review.nothing_left"))

    def _queue(self) -> list[QueueEntry]:
        """Return what waits, without what was put off unless the person called it up."""
        now = self.invocation.surroundings.now
        return [
            entry
            for entry in asked_queue(self.invocation, self.palace)
            if entry.candidate.id == self.called_up
            or (
                not entry.skipped
                and (entry.candidate.snoozed_until is None or entry.candidate.snoozed_until <= now)
            )
        ]

    def _here(self) -> QueueEntry | None:
        """Return the candidate to show: the one stood at, else the next that is left after it."""
        waiting = {entry.candidate.id: entry for entry in self._queue()}
        if self.at not in waiting:
            after = self.order[self.order.index(self.at) :] if self.at in self.order else ()
            left = (*(number for number in after if number in waiting), *waiting)
            self.at = next(iter(left), None)
        self.order = tuple(waiting)
        return None if self.at is None else waiting[self.at]

    def _move(self, step: int) -> None:
        """Stand at another candidate without deciding this one; both ends of the queue stop it."""
        if self.at not in self.order:
            return
        place = self.order.index(self.at) + step
        if 0 <= place < len(self.order):
            self.at = self.order[place]
        else:
            key = "cli.review.last" if step > 0 else "cli.review.first"
            self.invocation.output.line(self.invocation.say(key))

    def _go_to(self, words: str) -> None:
        """Stand at a candidate of any sort that is open; one that was put off is called up for it."""
        number = _number(words, "g")
        waiting = {entry.candidate.id for entry in candidate_queue(self.palace, self.invocation.surroundings)}
        if number not in waiting:
            raise NotFound("there is no open candidate #{id}", next_step="l lists what waits", id=number)
        self.called_up = self.at = number

    def _list(self) -> None:
        for entry in self._queue():
            mark = "→" if entry.candidate.id == self.at else " "
            stage = stage_words(entry.stage, self.invocation.catalog)
            text = first_line(entry.candidate.text)
            self.invocation.output.line(f"{mark} #{entry.candidate.id}  {stage}  {text}")

    def _show(self, view: CandidateView) -> None:
        invocation = self.invocation
        stage = stage_words(view.entry.stage, invocation.catalog)
        invocation.output.line()
        invocation.output.line(
            invocation.say("cli.review.heading", id=view.candidate.id, left=len(self.order), stage=stage)
        )
        for line in candidate_lines(view, invocation.surroundings.zone, invocation.catalog):
            invocation.output.line("  " + line)
        for pair in view.clashes:
            invocation.output.line("! " + clash_line(invocation, pair))

    def _answer(self) -> str:
        """Return what was typed, in narrow letters and small ones but for U; `q` at the end of the input."""
        self.invocation.output.prompt(self.invocation.say("cli.review.prompt"))
        line = read_line()
        if not line:
            self.invocation.output.line()
            return "q"
        answer = unicodedata.normalize("NFKC", line).strip()
        return answer if answer == "U" else answer.casefold()

    def _do(self, view: CandidateView, answer: str) -> None:
        invocation, candidate = self.invocation, view.candidate
        say, line = invocation.say, invocation.output.line
        letter, _, words = answer.partition(" ")
        match letter:
            case "y" | "1":
                decided = self._approve(view, Verb.APPROVE)
                line(say("cli.review.approved", id=decided.memory_id))
                self._tell_unbound(decided)
            case "n" | "2":
                self._decide(view, Verb.REJECT, rejecting(invocation.surroundings))
                line(say("cli.review.rejected", id=candidate.id))
            case "s" | "3":
                self._decide(view, Verb.SKIP, skipping())
            case "e" | "4":
                self._edit(view)
            case "u":
                undone = self._with_code(lambda typed: undo(self.palace, invocation.actor, typed_code=typed))
                for decision in undone:
                    self.tally.undo(decision.id)
                    if decision.subject is Subject.CANDIDATE:
                        self.at = self.called_up = decision.subject_id
                tell_decisions(invocation, undone, "undone")
            case "U":
                redone = self._with_code(lambda typed: redo(self.palace, invocation.actor, typed_code=typed))
                for decision in redone:
                    self.tally.redo(decision.undoes or 0)
                tell_decisions(invocation, redone, "redone")
            case "r" | "5":
                older = self._replaceable(view, words)
                decided = self._approve(view, Verb.REPLACE, older)
                line(say("cli.review.replaced", id=decided.memory_id, older=older))
                self._tell_unbound(decided)
            case "z" | "6":
                surroundings = invocation.surroundings
                until = instant_after(words, surroundings.now, surroundings.zone)
                self._decide(view, Verb.SNOOZE, snoozing(until))
                line(say("cli.review.snoozed", id=candidate.id, until=f"{until:%Y-%m-%d}"))
            case "j":
                self._move(1)
            case "k":
                self._move(-1)
            case "g":
                self._go_to(words)
            case "l":
                self._list()
            case "d":
                for detail in evidence_lines(view, invocation.surroundings.zone, invocation.catalog):
                    line("  " + detail)
            case _:
                invocation.output.lines(say("cli.review.help"))

    def _approve(self, view: CandidateView, verb: Verb, replacing: int | None = None) -> Decided:
        """Approve as proposed; where the hot band is full, let the person say what makes room first."""

        def approve(room: Room) -> Decided:
            around = self.invocation.surroundings
            form = None if room.band is None else replace(prefilled(view.candidate), band=room.band)
            return self._with_code(
                lambda typed: self._decide(
                    view,
                    verb,
                    approving(around, form, replacing=replacing, demoting=room.demoting, typed_code=typed),
                )
            )

        try:
            return approve(NO_ROOM)
        except HotBandFull as full:
            return approve(asked_room(self.invocation, full))

    def _with_code(self, act: Callable[[str], Result]) -> Result:
        """Do an act; where it changes a P0, show how and let the person type its code first."""
        output = self.invocation.output
        try:
            return act("")
        except NeedsApproval as needed:
            if needed.actor is not Actor.PERSON:
                raise
            output.lines(change_lines(needed, self.invocation.catalog))
            output.prompt(self.invocation.say("cli.core.prompt", code=needed.code))
            typed = read_line().strip()
            if not typed:
                output.line()
                raise
            return act(typed)

    def _replaceable(self, view: CandidateView, words: str) -> int:
        """Return the id of the memory that is to be replaced: as said, or the only one that is shown."""
        if words:
            return _number(words, "r")
        if len(view.replaceable) != 1:
            raise InvalidInput("it is not said which memory is replaced", next_step="write its number: r 12")
        return view.replaceable[0][0].id

    def _tell_unbound(self, decided: Decided) -> None:
        made = [] if decided.memory_id is None else [decided.memory_id]
        for memory_id in unbound_among(self.palace, made):
            self.invocation.output.line(self.invocation.say("cli.decide.unbound", memory=memory_id))

    def _edit(self, view: CandidateView) -> None:
        form = prefilled(view.candidate)
        text = edited_in_editor(form.text, self.invocation.settings.editor, state_directory(os.environ))
        try:
            self._decide(view, Verb.EDIT, editing(replace(form, text=text)))
        except PalaceError:
            self._keep(view.candidate.id, text)
            raise

    def _keep(self, candidate_id: int, text: str) -> None:
        """Write down what was typed and could not be saved, and say where."""
        path = state_directory(os.environ) / f"unsaved-candidate-{candidate_id}.md"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        except OSError:
            self.invocation.output.lines(text)
        else:
            self.invocation.output.error(self.invocation.say("cli.review.kept", path=path))

    def _decide(self, view: CandidateView, verb: Verb, how: Decide) -> Decided:
        candidate = view.candidate
        decided = decide(self.palace, self.invocation.actor, candidate.id, candidate.version, how)
        self.tally.given[decided.decision_id] = verb
        self.arrivals += _arrived(verb, decided)
        self.called_up = None
        return decided


def _arrived(verb: Verb, decided: Decided) -> Arrivals:
    """Return the memory that a decision made, or the candidate whose text is another now."""
    edited = (decided.candidate_id,) if verb is Verb.EDIT else ()
    return Arrivals(edited, () if decided.memory_id is None else (decided.memory_id,))


def _number(words: str, letter: str) -> int:
    number = id_number(words)
    if number is None:
        raise InvalidInput(
            "“{words}” is not the number of anything",
            next_step="write it like {letter} 12",
            words=words[:80],
            letter=letter,
        )
    return number
