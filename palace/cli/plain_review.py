"""The review queue line by line, for screen readers and ssh: one prompt, one letter, one decision."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from palace.cli.embedding_on_the_way import embed_missing_quietly
from palace.cli.invocation import Invocation
from palace.cli.rendering import candidate_lines, stage_words
from palace.domain.errors import PalaceError
from palace.files.outside_editor import edited_in_editor
from palace.services.ports import SemanticIndex
from palace.services.review import (
    CandidateView,
    Decide,
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
    approved: int = 0
    rejected: int = 0
    skipped: int = 0


def review_line_by_line(invocation: Invocation) -> int:
    """Show each candidate and ask for one letter (? lists them), until the queue is empty or q is said."""
    with invocation.palace() as palace:
        semantic = invocation.semantic(palace)
        tally = _Tally()
        _walk(invocation, palace, semantic, tally)
        if tally.approved:
            embed_missing_quietly(invocation, palace)
    invocation.output.line(
        invocation.say(
            "cli.review.summary",
            approved=tally.approved,
            rejected=tally.rejected,
            skipped=tally.skipped,
        )
    )
    return 0


def _walk(invocation: Invocation, palace: PalaceFile, semantic: SemanticIndex | None, tally: _Tally) -> None:
    left: set[int] = set()
    answers = _answers(invocation)
    while True:
        queue = [
            entry
            for entry in candidate_queue(palace, invocation.surroundings)
            if entry.candidate.id not in left and not entry.skipped
        ]
        if not queue:
            invocation.output.line(invocation.say("cli.review.nothing_left"))
            return
        view = candidate_view(palace, queue[0].candidate.id, invocation.surroundings, semantic)
        _show(invocation, view, len(queue))
        answer = next(answers, "q")
        if answer == "q":
            return
        try:
            _do(invocation, palace, view, answer, tally, left)
        except PalaceError as error:
            invocation.output.error(invocation.catalog.error(error))


def _answers(invocation: Invocation) -> Iterator[str]:
    while True:
        invocation.output.out.write(invocation.say("cli.review.prompt") + " ")
        invocation.output.out.flush()
        line = sys.stdin.readline()
        if not line:
            return
        yield line.strip()


def _show(invocation: Invocation, view: CandidateView, left: int) -> None:
    stage = stage_words(view.entry.stage, invocation.catalog)
    output = invocation.output
    output.line()
    output.line(invocation.say("cli.review.heading", id=view.entry.candidate.id, left=left, stage=stage))
    for line in candidate_lines(view, invocation.surroundings.zone, invocation.catalog):
        output.line("  " + line)


def _do(
    invocation: Invocation,
    palace: PalaceFile,
    view: CandidateView,
    answer: str,
    tally: _Tally,
    left: set[int],
) -> None:
    candidate = view.entry.candidate
    match answer:
        case "y" | "1":
            decided = _decide(invocation, palace, view, approving(invocation.surroundings))
            tally.approved += 1
            invocation.output.line(invocation.say("cli.review.approved", id=decided))
        case "n" | "2":
            _decide(invocation, palace, view, rejecting(invocation.surroundings))
            tally.rejected += 1
            invocation.output.line(invocation.say("cli.review.rejected", id=candidate.id))
        case "s" | "3":
            _decide(invocation, palace, view, skipping())
            tally.skipped += 1
            left.add(candidate.id)
        case "e" | "4":
            form = prefilled(candidate)
            text = edited_in_editor(form.text, invocation.settings.editor)
            _decide(invocation, palace, view, editing(replace(form, text=text)))
        case "u":
            undone = undo(palace, invocation.actor)
            left.difference_update(decision.subject_id for decision in undone)
            invocation.output.line(invocation.say("cli.undo.undone", count=len(undone)))
        case "U":
            redone = redo(palace, invocation.actor)
            invocation.output.line(invocation.say("cli.undo.redone", count=len(redone)))
        case _:
            invocation.output.lines(invocation.say("cli.review.help"))


def _decide(invocation: Invocation, palace: PalaceFile, view: CandidateView, how: Decide) -> int | None:
    candidate = view.entry.candidate
    return decide(palace, invocation.actor, candidate.id, candidate.version, how).memory_id
