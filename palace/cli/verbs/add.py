"""`palace add`: say something outright."""

import sys
from argparse import Namespace

from palace.cli.comparing_on_the_way import OnTheWay, follow_up, follow_up_and_tell, on_the_way_json
from palace.cli.invocation import Invocation, read_standard_input, text_of_words
from palace.cli.rendering import local_time
from palace.domain.errors import InvalidInput
from palace.domain.filters import priority_of, word_of
from palace.domain.memory import Binding, Source
from palace.domain.pipeline import cooled_at
from palace.domain.vocabulary import Band, Kind, SourceKind, Wing
from palace.services.comparing_arrivals import Arrivals
from palace.services.hot_band import Demotion, Room
from palace.services.remembering import Outcome, Statement, Taken, add_candidate, add_memory
from palace.storage.palace_file import PalaceFile


def run(invocation: Invocation) -> int:
    """Put a statement before the review queue, or keep it at once with --approved."""
    statement = _statement(invocation)
    arguments = invocation.arguments
    _check_demote(arguments)
    with invocation.palace() as palace:
        if arguments.approved:
            taken = add_memory(palace, statement, invocation.surroundings, invocation.actor, _room(arguments))
        else:
            taken = add_candidate(
                palace, statement, invocation.surroundings, invocation.actor, express=arguments.now
            )
        arrivals = _arrivals(taken)
        if invocation.wants_json:
            _tell_program(invocation, taken, follow_up(invocation, palace, arrivals))
        else:
            _tell(invocation, palace, taken)
            follow_up_and_tell(invocation, palace, arrivals)
    return 0


def _room(arguments: Namespace) -> Room:
    """Return what leaves the hot band for a memory that is kept at once."""
    return Room(tuple(Demotion(memory_id) for memory_id in dict.fromkeys(arguments.demote or ())))


def _check_demote(arguments: Namespace) -> None:
    """Raise InvalidInput where room is made for what only waits in the queue."""
    if arguments.demote and not arguments.approved:
        raise InvalidInput(
            "--demote makes room for what is kept at once", next_step="say --approved too, or leave it out"
        )


def _arrivals(taken: Taken) -> Arrivals:
    """Return what came to be; a candidate that was seen again was perhaps never compared."""
    if taken.candidate_id is not None:
        return Arrivals(candidate_ids=(taken.candidate_id,))
    is_new = taken.memory_id is not None and taken.outcome is Outcome.NEW
    return Arrivals(memory_ids=(taken.memory_id,)) if is_new and taken.memory_id else Arrivals()


def _statement(invocation: Invocation) -> Statement:
    arguments = invocation.arguments
    kind = word_of(Kind, arguments.kind) if arguments.kind else None
    by = SourceKind.CORRECTION if kind is Kind.CORRECTION else SourceKind.USER
    return Statement(
        text=_text(invocation),
        wing=word_of(Wing, arguments.wing) if arguments.wing else None,
        band=word_of(Band, arguments.band) if arguments.band else None,
        priority=priority_of(arguments.priority) if arguments.priority else None,
        kind=kind,
        scenes=tuple(text_of_words([scene]) for scene in arguments.scene),
        binding=Binding(
            *(text_of_words([part]) for part in (arguments.when, arguments.do, arguments.unless))
        ),
        source=Source(by, invocation.settings.rules.importance.source_quality[by]),
    )


def _text(invocation: Invocation) -> str:
    words = invocation.arguments.text
    if words and words != ["-"]:
        return text_of_words(words)
    if sys.stdin.isatty():
        invocation.output.error(invocation.say("cli.add.reading"))
    return read_standard_input().rstrip("\r\n")


def _tell_program(invocation: Invocation, taken: Taken, found: OnTheWay) -> None:
    invocation.output.json(
        {
            "outcome": taken.outcome,
            "candidate_id": taken.candidate_id,
            "memory_id": taken.memory_id,
            "decision_id": taken.decision_id,
            **on_the_way_json(found),
        }
    )


def _tell(invocation: Invocation, palace: PalaceFile, taken: Taken) -> None:
    if taken.candidate_id is None:
        invocation.output.line(invocation.say(f"cli.add.memory.{taken.outcome}", id=taken.memory_id))
        return
    candidate = palace.candidates([taken.candidate_id])[0]
    until = cooled_at(candidate, invocation.settings.rules.pipeline)
    key = "express" if candidate.express else str(taken.outcome)
    invocation.output.line(
        invocation.say(
            f"cli.add.candidate.{key}",
            id=taken.candidate_id,
            until=local_time(until, invocation.surroundings.zone),
        )
    )
