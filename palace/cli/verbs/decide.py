"""`palace decide`: decide candidates by their ids, one or many, without a prompt."""

import re
from collections.abc import Sequence

from palace.cli.comparing_on_the_way import OnTheWay, follow_up, follow_up_and_tell, on_the_way_json
from palace.cli.core_approval import change_lines, needed_json
from palace.cli.filled_in import OPTIONS, FilledIn
from palace.cli.hot_room import offer_lines, offers_json
from palace.cli.invocation import Invocation
from palace.domain.coming_days import instant_after
from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import InvalidInput, NotFound, PalaceError
from palace.domain.filters import word_of
from palace.domain.identifiers import id_number, id_with_versions, typed_id
from palace.domain.journal import Verb
from palace.services.comparing_arrivals import Arrivals
from palace.services.hot_band import Demotion, HotBandFull
from palace.services.ports import UnitOfWork
from palace.services.review import (
    BatchReport,
    Decide,
    Decided,
    approving,
    decide_all,
    editing,
    rejecting,
    skipping,
    snoozing,
)
from palace.services.unbound import unbound_among
from palace.storage.palace_file import PalaceFile

VERBS = (Verb.APPROVE, Verb.REJECT, Verb.SKIP, Verb.EDIT, Verb.REPLACE, Verb.SNOOZE)
FILLING_IN = frozenset({Verb.APPROVE, Verb.EDIT, Verb.REPLACE})
"""Verbs that take what the options fill in."""

MAKING = frozenset({Verb.APPROVE, Verb.REPLACE})
"""Verbs that make a memory, which asks for a code where it is P0."""

Named = tuple[int, int | None]
"""The id of a candidate, and the version that was seen (None: as it stands now)."""


def run(invocation: Invocation) -> int:
    """Decide; exit status 0, or that of the gravest failure: 4 refused or changed, 3 unknown, 2 wrong use."""
    verb, named = _words(invocation)
    how = _decision(invocation, verb, named)
    with invocation.palace() as palace:
        seen, unknown = _versions(palace, named)
        report = decide_all(palace, invocation.actor, seen, how)
        report = BatchReport(report.done, (*unknown, *report.failed))
        arrivals = _arrivals(verb, report)
        if invocation.wants_json:
            _tell_program(invocation, palace, verb, report, follow_up(invocation, palace, arrivals))
        else:
            _tell(invocation, palace, verb, report)
            follow_up_and_tell(invocation, palace, arrivals)
    return max((error.exit_status for _, error in report.failed), default=0)


def _arrivals(verb: Verb, report: BatchReport) -> Arrivals:
    """Return the memories that were made and the candidates whose text is another now."""
    edited = [each.candidate_id for each in report.done] if verb is Verb.EDIT else []
    made = [each.memory_id for each in report.done if each.memory_id is not None]
    return Arrivals(tuple(edited), tuple(made))


def _words(invocation: Invocation) -> tuple[Verb, list[Named]]:
    """Return the verb, which may stand before or after the ids, and the ids."""
    numbers: dict[int, int | None] = {}
    verbs: list[Verb] = []
    for word in invocation.arguments.words:
        named = _named(word)
        if named is None:
            verbs.append(_verb(word))
        else:
            numbers[named[0]] = named[1]
    if len(verbs) != 1 or not numbers:
        raise InvalidInput(
            "a decision needs ids and one verb",
            next_step="palace decide 12 approve, or palace decide 12 13 14 reject",
        )
    version = invocation.arguments.version_seen
    if version is not None:
        if len(numbers) > 1:
            raise InvalidInput(
                "--version belongs to one candidate", next_step="write each as ID@VERSION: 12@3 13@1"
            )
        numbers = dict.fromkeys(numbers, version)
    return verbs[0], list(numbers.items())


def _named(word: str) -> Named | None:
    named = id_with_versions(word)
    if named is None:
        return None
    candidate_id, versions = named
    version = id_number(versions)
    if version is None and "@" in typed_id(word):
        return None
    return candidate_id, version


def _verb(word: str) -> Verb:
    if word.lower() not in VERBS:
        raise InvalidInput(
            "“{word}” is neither a candidate's id nor a verb",
            next_step="the verbs are {verbs}",
            word=word[:80],
            verbs=", ".join(VERBS),
        )
    return word_of(Verb, word)


def _decision(invocation: Invocation, verb: Verb, named: Sequence[Named]) -> Decide:
    arguments, surroundings = invocation.arguments, invocation.surroundings
    _check_options(invocation, verb)
    filled_in = FilledIn.from_arguments(arguments)
    if len(named) > 1 and (filled_in.text is not None or verb is Verb.REPLACE):
        raise InvalidInput(
            "one text or memory cannot stand for several candidates", next_step="decide them one by one"
        )

    if len(named) > 1 and arguments.code:
        raise InvalidInput(
            "--code belongs to one candidate: no P0 is made in a batch", next_step="decide them one by one"
        )

    if len(named) > 1 and arguments.demote:
        raise InvalidInput("--demote belongs to one candidate", next_step="decide them one by one")

    def with_form(work: UnitOfWork, candidate_id: int, version: int) -> Decided:
        form = filled_in.form(work.candidate(candidate_id))
        if verb is Verb.EDIT:
            return editing(form)(work, candidate_id, version)
        approve = approving(
            surroundings,
            form,
            replacing=arguments.memory,
            demoting=[Demotion(memory_id) for memory_id in dict.fromkeys(arguments.demote or ())],
            typed_code=arguments.code or "",
        )
        return approve(work, candidate_id, version)

    match verb:
        case Verb.REJECT:
            return rejecting(surroundings)
        case Verb.SKIP:
            return skipping()
        case Verb.SNOOZE:
            # The day is counted from the palace's own clock, which is known once it is open.
            return lambda work, candidate_id, version: snoozing(
                instant_after(arguments.until, surroundings.now, surroundings.zone)
            )(work, candidate_id, version)
    return with_form


def _check_options(invocation: Invocation, verb: Verb) -> None:
    """Raise InvalidInput for an option that the verb has no use for, or one that it lacks."""
    arguments = invocation.arguments
    given = [
        name
        for name in (*OPTIONS, "until", "memory", "code", "demote")
        if getattr(arguments, name) is not None
    ]
    fitting = set(OPTIONS) if verb in FILLING_IN else set()
    if verb in MAKING:
        fitting |= {"code", "demote"}
    needed = {Verb.SNOOZE: "until", Verb.REPLACE: "memory"}.get(verb)
    for name in given:
        if name not in fitting and name != needed:
            raise InvalidInput("{verb} has no use for --{name}", verb=verb, name=name)
    if needed and needed not in given:
        raise InvalidInput("{verb} needs --{name}", verb=verb, name=needed)


def _versions(
    palace: PalaceFile, named: Sequence[Named]
) -> tuple[list[tuple[int, int]], list[tuple[int, PalaceError]]]:
    """Return the candidates with the versions that are meant, and those that are not there."""
    versions = {each.id: each.version for each in palace.candidates([number for number, _ in named])}
    seen = [
        (number, versions[number] if version is None else version)
        for number, version in named
        if number in versions
    ]
    unknown: list[tuple[int, PalaceError]] = [
        (number, NotFound("there is no candidate #{id}", next_step="palace review lists them", id=number))
        for number, _ in named
        if number not in versions
    ]
    return seen, unknown


def _tell_program(
    invocation: Invocation, palace: PalaceFile, verb: Verb, report: BatchReport, found: OnTheWay
) -> None:
    unbound = _unbound(palace, report)
    group = palace.group_of(report.done[0].decision_id)[0].group if report.done else None
    invocation.output.json(
        {
            "verb": verb,
            "decided": [
                {
                    "candidate_id": decided.candidate_id,
                    "decision_id": decided.decision_id,
                    "memory_id": decided.memory_id,
                    "unbound": decided.memory_id in unbound,
                }
                for decided in report.done
            ],
            "failed": [
                {
                    "candidate_id": candidate_id,
                    "exit_status": error.exit_status,
                    "error": error.message,
                    "next_step": error.next_step,
                    **(needed_json(error) if isinstance(error, NeedsApproval) else {}),
                    **(offers_json(error) if isinstance(error, HotBandFull) else {}),
                }
                for candidate_id, error in report.failed
            ],
            "group": group,
            **on_the_way_json(found),
        }
    )


def _unbound(palace: PalaceFile, report: BatchReport) -> list[int]:
    made = [each.memory_id for each in report.done if each.memory_id is not None]
    return unbound_among(palace, made)


def _tell(invocation: Invocation, palace: PalaceFile, verb: Verb, report: BatchReport) -> None:
    catalog, output = invocation.catalog, invocation.output
    for decided in report.done:
        key = "cli.decide.memory" if decided.memory_id is not None else "cli.decide.done"
        done = catalog.text(f"vocabulary.done.{verb}")
        output.line(catalog.text(key, verb=done, id=decided.candidate_id, memory=decided.memory_id))
    for memory_id in _unbound(palace, report):
        output.line(catalog.text("cli.decide.unbound", memory=memory_id))
    for candidate_id, error in report.failed:
        if isinstance(error, NeedsApproval) and (lines := change_lines(error, catalog)):
            output.error_lines(lines)
        reason = catalog.error(error)
        named = re.search(rf"candidate #{candidate_id}(?!\d)", error.message) is not None
        output.error(reason if named else catalog.text("cli.decide.failed", id=candidate_id, reason=reason))
        if isinstance(error, HotBandFull) and error.offers:
            output.error_lines(offer_lines(error, catalog))
    if len(report.done) + len(report.failed) > 1:
        # Where nothing was done, an undo would take back something else.
        key = "cli.decide.summary" if report.done else "cli.decide.nothing_done"
        output.line(catalog.text(key, done=len(report.done), failed=len(report.failed)))
