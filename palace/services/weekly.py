"""The weekly job: the essence of old logs and what was met three times are proposed; the logs are shelved."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from palace.domain.clock import day_start
from palace.domain.errors import PalaceError, Suppressed
from palace.domain.jobs import Job
from palace.domain.journal import Subject, Verb
from palace.domain.memory import Source
from palace.domain.old_logs import essence_of, is_essential
from palace.domain.vocabulary import Kind, SourceKind, Wing
from palace.services.deepening import plan_deepening, propose
from palace.services.importing import statement_for
from palace.services.job_plans import JobPlan, PlannedChange
from palace.services.log_ports import LeftLog, LogShelf, OldLog, ShelvedLog
from palace.services.meaning_ports import Neighbours
from palace.services.ports import Palace, UnitOfWork
from palace.services.readings import Remark
from palace.services.remembering import Outcome, Statement, check_statement, sight
from palace.services.surroundings import Surroundings
from palace.text.classification import classify
from palace.text.display import one_line
from palace.text.identity import identity_hash
from palace.text.masking import summary_of

CELLS_OF_A_STATEMENT = 160
"""So much of each statement is in the essence of its log."""


@dataclass(frozen=True, slots=True)
class Shelving:
    """The logs whose checked copies lie on the shelf, and those that stay where they are."""

    shelved: tuple[ShelvedLog, ...] = ()
    left: tuple[LeftLog, ...] = ()


def look_at_logs(shelf: LogShelf | None) -> tuple[list[OldLog], list[LeftLog]]:
    """Return the logs that may go and those that ought to and cannot; none without a workspace."""
    found = [] if shelf is None else shelf.old_logs()
    return [each for each in found if isinstance(each, OldLog)], [
        each for each in found if isinstance(each, LeftLog)
    ]


def shelve_all(shelf: LogShelf | None, logs: Iterable[OldLog]) -> Shelving:
    """Write the checked copies of logs to the shelf; nothing is removed yet."""
    if shelf is None:
        return Shelving()
    made = [shelf.shelve(log.path) for log in logs]
    return Shelving(
        tuple(each for each in made if isinstance(each, ShelvedLog)),
        tuple(each for each in made if isinstance(each, LeftLog)),
    )


def let_all_go(shelf: LogShelf | None, shelving: Shelving) -> list[LeftLog]:
    """Remove the logs whose copies were checked; returns those that changed meanwhile and stay."""
    if shelf is None:
        return []
    return [left for left in map(shelf.let_go, shelving.shelved) if left is not None]


def plan_weekly(
    palace: Palace,
    surroundings: Surroundings,
    neighbours: Neighbours | None,
    logs: Sequence[OldLog],
    left: Sequence[LeftLog] = (),
    shelving: Shelving | None = None,
) -> JobPlan:
    """Return what the week would bring; changes nothing.

    `shelving` is what was put on the shelf already, None where that is still to be done.
    """
    if shelving is not None:
        on_the_shelf = {each.path for each in shelving.shelved}
        logs = [log for log in logs if log.path in on_the_shelf]
    essences = [each for each in (_essence(log, surroundings) for log in logs) if each is not None]
    new = [each for each in essences if _is_new(palace, each)]
    lessons = plan_deepening(palace, surroundings, neighbours)

    def write(work: UnitOfWork) -> int:
        missed = sum(not _see(work, essence, surroundings) for essence in new)
        return missed + len(lessons) - len(propose(work, palace, lessons, surroundings))

    changes = [
        *(_see_change(essence.text, "essence") for essence in new),
        *(_see_change(lesson.text, lesson.depth.value) for lesson in lessons),
        *(
            PlannedChange(Verb.ARCHIVE, Subject.PALACE, None, log.path, was="log", becomes="shelf")
            for log in logs
        ),
    ]
    shelved = () if shelving is None else shelving.shelved
    return JobPlan(
        job=Job.WEEKLY,
        changes=tuple(changes),
        counts={
            "essences": len(new),
            "rules": sum(lesson.depth.value == "rule" for lesson in lessons),
            "skills": sum(lesson.depth.value == "skill" for lesson in lessons),
            "logs": len(logs),
        },
        write=write,
        remarks=tuple(remarks_of(left if shelving is None else (*left, *shelving.left))),
        report={
            "shelved": [
                {"path": each.path, "shelf": each.shelf, "sha256": each.sha256, "bytes": each.size}
                for each in shelved
            ]
        },
    )


def remarks_of(left: Iterable[LeftLog]) -> Iterable[Remark]:
    """Yield which logs stay where they are, and why."""
    for each in left:
        yield Remark("{path} stays where it is: {reason}", {"path": each.path, "reason": each.reason})


def _essence(log: OldLog, surroundings: Surroundings) -> Statement | None:
    """Return what of a log is worth keeping in working memory: what was done and decided, nothing flagged."""
    said: list[str] = []
    for found in log.reading.memories:
        statement = statement_for(found, log.reading, surroundings)
        if not found.flags and is_essential(classify(statement.text, statement.kind).kind.kind):
            said.append(one_line(found.text, CELLS_OF_A_STATEMENT))
    text = essence_of(log.day, said)
    if not text:
        return None
    quality = surroundings.rules.importance.source_quality[SourceKind.FILE]
    return Statement(
        text=text,
        wing=Wing.INTENT,
        kind=Kind.SUMMARY,
        source=Source(SourceKind.FILE, quality, origin=log.path),
        seen_on=log.day,
        valid_from=day_start(log.day, surroundings.zone),
    )


def _is_new(palace: Palace, statement: Statement) -> bool:
    key = identity_hash(statement.text, statement.heading)
    return (
        palace.tombstone(key) is None
        and palace.memory_with_hash(key) is None
        and palace.candidate_with_hash(key) is None
    )


def _see(work: UnitOfWork, statement: Statement, surroundings: Surroundings) -> bool:
    try:
        check_statement(statement)
        with work.attempt():
            return sight(work, statement, surroundings, express=False).outcome is Outcome.NEW
    except (Suppressed, PalaceError):
        return False


def _see_change(text: str, because: str) -> PlannedChange:
    return PlannedChange(
        Verb.SEE, Subject.CANDIDATE, None, summary_of(text), becomes="candidate", because=because
    )
