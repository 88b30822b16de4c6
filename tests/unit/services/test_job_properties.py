"""What holds of jobs on any palace: idempotent, independent of their order, and safe for a hundred nights."""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.domain.bands import always_hot, demotion_threshold, lines_of
from palace.domain.conflict import Relation
from palace.domain.filters import Filters
from palace.domain.jobs import Job
from palace.domain.journal import Actor
from palace.domain.memory import Memory, is_protected, last_used_at
from palace.domain.vocabulary import Axis, Band, Priority, Status
from palace.domain.weight import weigh
from palace.services.job_plans import JobPlan, Meaning
from palace.services.jobs import begin_run, carry_out
from palace.services.loading import record_hits
from palace.services.meaning_ports import Reach, SemanticHit
from palace.services.monthly import plan_monthly
from palace.services.nightly import plan_nightly
from palace.services.pairs_to_judge import Judged, PairToJudge
from palace.services.surroundings import Surroundings
from palace.services.weekly import plan_weekly
from palace.storage.palace_file import PalaceFile
from tests.conftest import NOW, uids_in_order
from tests.unit.services.generated_palaces import everything, fill, memories

DAY = timedelta(days=1)

quick = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


class EverythingNear:
    """Finds every live memory near to every other."""

    model_id = "model-of-the-test"

    def __init__(self, palace: PalaceFile) -> None:
        self._palace = palace

    def alike_texts(self, texts: Sequence[str], reaches: Sequence[Reach]) -> list[list[SemanticHit]]:
        return [[SemanticHit(each, 0.8) for each in self._live()] for _ in texts]

    def alike(
        self, memory_ids: Sequence[int], filters: Filters, limit: int, at_least: float = 0.0
    ) -> Mapping[int, Sequence[SemanticHit]]:
        live = self._live()
        return {one: [SemanticHit(other, 0.8) for other in live if other != one] for one in memory_ids}

    def _live(self) -> list[int]:
        found = self._palace.memories(self._palace.memory_ids(Filters()))
        return [memory.id for memory in found if memory.searchable]


def clashing(pair: PairToJudge) -> Judged:
    """Take every fifth pair of numbers for a conflict."""
    numbers = [int(side.text.split()[1]) for side in (pair.left, pair.right) if "statement" in side.text]
    if len(numbers) == 2 and sum(numbers) % 5 == 0:
        return Judged(Relation.CONFLICT, Axis.NUMBER, None, "one / other")
    return Judged(Relation.UNRELATED)


@contextmanager
def palace_with(
    made: Sequence[Memory], surroundings: Surroundings, new_palace: bytes
) -> Iterator[PalaceFile]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "palace.db"
        path.write_bytes(new_palace)
        path.chmod(0o600)
        new_uid = uids_in_order()
        new_uid()
        with PalaceFile.open(
            path, clock=surroundings.clock, new_uid=new_uid, rules=surroundings.rules, zone=surroundings.zone
        ) as palace:
            fill(palace, made)
            yield palace


def plan_of(job: Job, palace: PalaceFile, around: Surroundings) -> JobPlan:
    meaning = Meaning(EverythingNear(palace), clashing)
    match job:
        case Job.NIGHTLY:
            return plan_nightly(palace, around, meaning)
        case Job.WEEKLY:
            return plan_weekly(palace, around, None, [])
        case _:
            return plan_monthly(palace, around, meaning, None)


def do(job: Job, palace: PalaceFile, around: Surroundings) -> None:
    plan = plan_of(job, palace, around)
    carry_out(palace, plan, begin_run(palace, job, around), around, yes=True)


def conflicts_of(palace: PalaceFile) -> set[tuple[int, int | None]]:
    return {(each.left_memory_id, each.right_memory_id) for each in palace.open_conflicts()}


JOBS = (Job.WEEKLY, Job.MONTHLY, Job.NIGHTLY)


@quick
@given(made=memories(), job=st.sampled_from(JOBS))
def test_a_job_done_twice_at_one_instant_changes_nothing_the_second_time(
    made: list[Memory], job: Job, surroundings: Surroundings, new_palace: bytes
):
    with palace_with(made, surroundings, new_palace) as palace:
        do(job, palace, surroundings)
        once, newest = everything(palace), palace.decisions(limit=1)

        assert plan_of(job, palace, surroundings).changes == ()
        do(job, palace, surroundings)

        assert everything(palace) == once
        assert palace.decisions(limit=1) == newest


@quick
@given(made=memories(), further=st.integers(0, 400))
def test_what_is_protected_pinned_p0_or_in_conflict_never_leaves(
    made: list[Memory], further: int, surroundings: Surroundings, new_palace: bytes
):
    with palace_with(made, surroundings, new_palace) as palace:
        do(Job.MONTHLY, palace, surroundings)
        conflicting = palace.jobs.in_open_conflicts()
        before = everything(palace)

        do(Job.NIGHTLY, palace, replace(surroundings, clock=lambda: NOW + further * DAY))

        after = everything(palace)
        for memory_id, memory in before.items():
            if is_protected(memory, surroundings.rules) or memory_id in conflicting:
                assert after[memory_id].status is memory.status
            if memory.priority is Priority.P0 or memory.pinned:
                assert after[memory_id] == memory


@settings(quick, max_examples=12)
@given(made=memories(8))
def test_the_order_of_jobs_does_not_matter(made: list[Memory], surroundings: Surroundings, new_palace: bytes):
    ends = []
    for order in permutations(JOBS):
        with palace_with(made, surroundings, new_palace) as palace:
            for job in order:
                do(job, palace, surroundings)
            ends.append((everything(palace), conflicts_of(palace)))

    assert all(end == ends[0] for end in ends)


@settings(quick, max_examples=4)
@given(made=memories(40), seed=st.integers(0, 10_000))
def test_a_hundred_nights_keep_every_invariant(
    made: list[Memory], seed: int, surroundings: Surroundings, new_palace: bytes
):
    chance = random.Random(seed)
    now = [NOW]
    moving = replace(surroundings, clock=lambda: now[0])
    with palace_with(made, moving, new_palace) as palace:
        told = {each.id: each.content_hash for each in everything(palace).values()}
        for night in range(100):
            now[0] = NOW + night * DAY
            alive = [each.id for each in everything(palace).values() if each.status is not Status.TRASHED]
            for memory_id in chance.sample(alive, min(2, len(alive))):
                record_hits(palace, [memory_id] * chance.randint(1, 3), moving, Actor.AGENT)
            before = everything(palace)
            if night % 30 == 0:
                do(Job.MONTHLY, palace, moving)
            if night % 7 == 0:
                do(Job.WEEKLY, palace, moving)
            do(Job.NIGHTLY, palace, moving)
            check_invariants(palace, before, moving, told)


def check_invariants(
    palace: PalaceFile, before: dict[int, Memory], around: Surroundings, told: Mapping[int, str]
) -> None:
    after, rules, now = everything(palace), around.rules, around.now
    conflicting = palace.jobs.in_open_conflicts()
    back = palace.jobs.decided_at(after)
    for memory_id, memory in before.items():
        guarded = is_protected(memory, rules) or memory_id in conflicting
        if memory_id not in after:
            assert not guarded
            assert memory.status is Status.TRASHED
            assert palace.tombstone(told[memory_id]) is not None
            continue
        now_is = after[memory_id]
        assert now_is.text == memory.text
        if guarded:
            assert now_is.status is memory.status
        if memory.priority is Priority.P0:
            assert now_is == memory
    for memory in after.values():
        if memory.status is Status.TRASHED and before[memory.id].status is not Status.TRASHED:
            assert palace.tombstone(memory.content_hash) is not None
            assert palace.memory_with_hash(memory.content_hash) is None
        if memory.status is Status.ARCHIVED and not memory.pinned and memory.priority is not Priority.P0:
            assert memory.band is Band.COLD
        if (
            memory.status is Status.ACTIVE
            and not is_protected(memory, rules)
            and memory.id not in conflicting
        ):
            allowed = (
                rules.expiry.archive_p2_after
                if memory.priority is Priority.P2
                else rules.expiry.archive_p1_after
            )
            assert (
                now - max(last_used_at(memory), back.get(memory.id, datetime.min.replace(tzinfo=now.tzinfo)))
                <= allowed
            )
    check_hot(after.values(), around)


def check_hot(found, around: Surroundings) -> None:
    hot = [each for each in found if each.status is Status.ACTIVE and each.band is Band.HOT]
    fixed = [each for each in hot if always_hot(each)]
    free = [each for each in hot if not always_hot(each)]
    used = sum(map(lines_of, hot))
    budget = around.rules.bands.hot_lines
    assert used <= budget or not free
    assert sum(map(lines_of, fixed)) <= used
    for each in free:
        weight = weigh(each, 0, around.now, around.rules).value
        assert weight >= demotion_threshold(used, around.rules.bands)


def test_a_clock_set_forward_asks_before_it_empties_the_palace(
    palace: PalaceFile, surroundings: Surroundings
):
    from palace.domain.retiring import retires_too_many
    from palace.domain.vocabulary import Wing

    fill(
        palace,
        [
            Memory(id=0, uid=f"u{n}", text=f"statement {n}", wing=Wing.KNOWLEDGE, recorded_at=NOW)
            for n in range(10)
        ],
    )
    plan = plan_nightly(palace, replace(surroundings, clock=lambda: NOW + 365 * DAY), Meaning())

    assert retires_too_many(plan.retiring, plan.active, surroundings.rules.jobs.most_retired)
