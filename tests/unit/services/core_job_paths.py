"""The ways of writing that are nobody's decision: jobs, counts of use, kept figures, and texts of before."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from palace.domain.clock import local_day
from palace.domain.conflict import Relation
from palace.domain.jobs import Job
from palace.domain.vocabulary import Axis, Kind, Priority
from palace.services.daily import carry_daily_out, plan_daily
from palace.services.health_snapshots import take_snapshot
from palace.services.job_plans import Meaning as MeaningOfJobs
from palace.services.jobs import begin_run, carry_out
from palace.services.loading import record_hits, record_loads, switch_scene
from palace.services.log_ports import OldLog
from palace.services.monthly import plan_monthly
from palace.services.nightly import plan_nightly
from palace.services.pairs_to_judge import Judged, PairToJudge
from palace.services.promoting import promote
from palace.services.readings import FileReading, FoundMemory
from palace.services.surroundings import Surroundings
from palace.services.sync_ports import LeftOutFile, Stamp, WorkspaceFile
from palace.services.tending import tend
from palace.services.versions import going_back, text_versions
from palace.services.weekly import plan_weekly
from tests.unit.services.core_scene import Act, Meaning, Scene


@dataclass(frozen=True, slots=True)
class Logs:
    """A workspace of one log."""

    reading: FileReading
    folder: str = "/logs"

    def files(self) -> Iterator[WorkspaceFile | LeftOutFile]:
        yield WorkspaceFile("2026-01-05.md", Stamp(1, 1))

    def read(self, file: WorkspaceFile) -> FileReading | LeftOutFile:
        return self.reading


def a_log(scene: Scene) -> FileReading:
    """A log of one line, which any text may be."""
    found = FoundMemory(
        scene.text(),
        3,
        priority=scene.dice.choice((Priority.P0, None)),
        kind=scene.dice.choice((*Kind, None)),
    )
    return FileReading("/logs/2026-01-05.md", "daily-log", "utf-8", (found,))


def _at_some_time(scene: Scene) -> Surroundings:
    """The surroundings soon or long after: long enough for all that leaves by itself to leave."""
    now = scene.surroundings.now + timedelta(days=scene.dice.choice((0, 1, 20, 40, 100, 200, 400)))
    rules = scene.surroundings.rules
    daring = replace(rules, pipeline=replace(rules.pipeline, auto_promote=True))
    return replace(scene.surroundings, clock=lambda: now, rules=daring)


def _meaning(scene: Scene) -> MeaningOfJobs:
    def judge(pair: PairToJudge) -> Judged:
        return Judged(scene.dice.choice(tuple(Relation)), Axis.NUMBER)

    return MeaningOfJobs(Meaning(scene.palace), judge)


def _daily(scene: Scene) -> None:
    around = _at_some_time(scene)
    logs = Logs(a_log(scene)) if scene.dice.random() < 0.8 else None
    begun = begin_run(scene.palace, Job.DAILY, around)
    carry_daily_out(scene.palace, logs, plan_daily(scene.palace, logs, around), begun, around)


def _nightly(scene: Scene) -> None:
    around = _at_some_time(scene)
    begun = begin_run(scene.palace, Job.NIGHTLY, around)
    plan = plan_nightly(scene.palace, around, _meaning(scene))
    carry_out(scene.palace, plan, begun, around, yes=scene.dice.random() < 0.8)


def _weekly(scene: Scene) -> None:
    around = _at_some_time(scene)
    begun = begin_run(scene.palace, Job.WEEKLY, around)
    log = OldLog("2026-01-05.md", local_day(scene.surroundings.now, around.zone), a_log(scene))
    carry_out(
        scene.palace, plan_weekly(scene.palace, around, Meaning(scene.palace), [log]), begun, around, yes=True
    )


def _monthly(scene: Scene) -> None:
    around = _at_some_time(scene)
    begun = begin_run(scene.palace, Job.MONTHLY, around)
    carry_out(scene.palace, plan_monthly(scene.palace, around, _meaning(scene), None), begun, around)


def _promote(scene: Scene) -> None:
    """Promote anything, also what no plan would choose."""
    with scene.palace.unit_of_work(scene.actor()) as work:
        promote(work, scene.palace.candidates(range(1, 400)), scene.later)


def _use(scene: Scene) -> None:
    ids = [scene.memory().id for _ in range(3)]
    record_loads(scene.palace, ids, scene.later, scene.actor())
    record_hits(scene.palace, [*ids, 999_999], scene.later, scene.actor())
    switch_scene(scene.palace, scene.dice.choice(("deploy", "")), scene.actor())


def _go_back(scene: Scene) -> None:
    memory, actor = scene.memory(), scene.actor()
    version = scene.dice.choice(text_versions(memory, scene.palace.versions_of(memory.id))[1:])
    how = going_back(version, scene.later, dropping=scene.dice.random() < 0.5)
    scene.typing(lambda typed: tend(scene.palace, actor, memory.id, memory.version, how, typed_code=typed))


JOB_PATHS: tuple[tuple[str, Act, str], ...] = (
    ("the daily job", _daily, "carry_daily_out record_run_of"),
    (
        "the nightly job",
        _nightly,
        "plan_nightly carry_out record_ending settle_planned settle_pair",
    ),
    ("the weekly job", _weekly, "plan_weekly propose"),
    ("the monthly job", _monthly, "plan_monthly"),
    ("promote", _promote, "promote"),
    ("use", _use, "record_loads record_hits switch_scene"),
    (
        "look at the health",
        lambda scene: take_snapshot(scene.palace, _at_some_time(scene)),
        "take_snapshot keep_snapshot",
    ),
    ("go back to a text", _go_back, "going_back"),
)
"""Ways of writing by a name, with the service functions that they go through."""
