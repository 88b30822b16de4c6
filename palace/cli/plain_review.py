"""The review queue line by line, for screen readers and ssh: one prompt, one letter, one decision."""

import os
import unicodedata
from dataclasses import dataclass, field, replace

from palace.cli.embedding_on_the_way import embed_missing_quietly
from palace.cli.invocation import Invocation, read_line
from palace.cli.rendering import candidate_lines, stage_words
from palace.cli.verbs.undo import tell_decisions
from palace.config.paths import state_directory
from palace.domain.errors import PalaceError
from palace.domain.journal import Verb
from palace.files.outside_editor import edited_in_editor
from palace.services.ports import SemanticIndex
from palace.services.review import (
    CandidateView,
    Decide,
    Decided,
    QueueEntry,
    approving,
    candidate_queue,
    candidate_view,
    decide,
    editing,
    prefilled,
    rejecting,
    skipping,
)
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile


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
        if walk.tally.count(Verb.APPROVE):
            embed_missing_quietly(invocation, palace)
    invocation.output.line(
        invocation.say(
            "cli.review.summary",
            approved=walk.tally.count(Verb.APPROVE),
            rejected=walk.tally.count(Verb.REJECT),
            skipped=walk.tally.count(Verb.SKIP),
        )
    )
    return 0


@dataclass
class _Walk:
    invocation: Invocation
    palace: PalaceFile
    semantic: SemanticIndex | None
    tally: _Tally = field(default_factory=_Tally)

    def walk(self) -> None:
        while (entry := self._next()) is not None:
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
        now = self.invocation.surroundings.now
        return [
            entry
            for entry in candidate_queue(self.palace, self.invocation.surroundings)
            if not entry.skipped
            and (entry.candidate.snoozed_until is None or entry.candidate.snoozed_until <= now)
        ]

    def _next(self) -> QueueEntry | None:
        return next(iter(self._queue()), None)

    def _show(self, view: CandidateView) -> None:
        invocation = self.invocation
        stage = stage_words(view.entry.stage, invocation.catalog)
        invocation.output.line()
        invocation.output.line(
            invocation.say(
                "cli.review.heading", id=view.entry.candidate.id, left=len(self._queue()), stage=stage
            )
        )
        for line in candidate_lines(view, invocation.surroundings.zone, invocation.catalog):
            invocation.output.line("  " + line)

    def _answer(self) -> str:
        """Return what was typed, in narrow letters and small ones but for U; `q` at the end of the input."""
        self.invocation.output.prompt(self.invocation.say("cli.review.prompt"))
        line = read_line()
        if not line:
            self.invocation.output.line()
            return "q"
        answer = unicodedata.normalize("NFKC", line).strip()
        return answer if answer == "U" else answer.lower()

    def _do(self, view: CandidateView, answer: str) -> None:
        invocation, candidate = self.invocation, view.entry.candidate
        say, line = invocation.say, invocation.output.line
        match answer:
            case "y" | "1":
                decided = self._decide(view, Verb.APPROVE, approving(invocation.surroundings))
                line(say("cli.review.approved", id=decided.memory_id))
            case "n" | "2":
                self._decide(view, Verb.REJECT, rejecting(invocation.surroundings))
                line(say("cli.review.rejected", id=candidate.id))
            case "s" | "3":
                self._decide(view, Verb.SKIP, skipping())
            case "e" | "4":
                self._edit(view)
            case "u":
                undone = undo(self.palace, invocation.actor)
                for decision in undone:
                    self.tally.undo(decision.id)
                tell_decisions(invocation, undone, "undone")
            case "U":
                redone = redo(self.palace, invocation.actor)
                for decision in redone:
                    self.tally.redo(decision.undoes or 0)
                tell_decisions(invocation, redone, "redone")
            case _:
                invocation.output.lines(say("cli.review.help"))

    def _edit(self, view: CandidateView) -> None:
        form = prefilled(view.entry.candidate)
        text = edited_in_editor(form.text, self.invocation.settings.editor)
        try:
            self._decide(view, Verb.EDIT, editing(replace(form, text=text)))
        except PalaceError:
            self._keep(view.entry.candidate.id, text)
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
        candidate = view.entry.candidate
        decided = decide(self.palace, self.invocation.actor, candidate.id, candidate.version, how)
        self.tally.given[decided.decision_id] = verb
        return decided
