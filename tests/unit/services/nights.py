"""Memories that are kept and used, and a night that goes over them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

from palace.domain.jobs import Job
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Wing
from palace.services.job_plans import Meaning
from palace.services.jobs import begin_run, carry_out
from palace.services.nightly import plan_nightly
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from tests.conftest import NOW

DAY = timedelta(days=1)
Later = Callable[[timedelta], Surroundings]


def keep(palace: PalaceFile, text: str, **fields: object) -> Memory:
    memory = replace(
        Memory(
            id=0,
            uid=f"uid-{sha256(text.encode()).hexdigest()[:12]}",
            text=text,
            wing=Wing.KNOWLEDGE,
            recorded_at=NOW,
        ),
        **fields,
    )
    with palace.unit_of_work(Actor.PERSON) as work:
        work.admit_new(memory.uid)
        saved = work.save_memory(memory)
        work.record(Verb.ADD, Subject.MEMORY, saved.id)
    return saved


def hit(palace: PalaceFile, memory: Memory, times: int, surroundings: Surroundings) -> None:
    with palace.unit_of_work(Actor.PERSON) as work:
        for _ in range(times):
            work.count_use(memory.id, hit=True, at=surroundings.now)


def night(palace: PalaceFile, surroundings: Surroundings):
    plan = plan_nightly(palace, surroundings, Meaning())
    return carry_out(palace, plan, begin_run(palace, Job.NIGHTLY, surroundings), surroundings, yes=True)


def now_of(palace: PalaceFile, memory: Memory) -> Memory:
    return palace.memories([memory.id])[0]
