"""When each job is due: local wall-clock slots, one catch-up, and clocks that jump."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.jobs import SCHEDULED, Job, JobOutcome, JobRun, slot_after, slot_before, state_of
from palace.domain.rules import JobRules

SHANGHAI = ZoneInfo("Asia/Shanghai")
RULES = JobRules()
DAY = timedelta(days=1)
FRIDAY_NOON = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)


def run(job: Job, started: datetime, outcome: JobOutcome = JobOutcome.DONE, number: int = 1) -> JobRun:
    return JobRun(job, started, started, started, outcome, id=number)


def local(instant: datetime) -> str:
    return instant.astimezone(SHANGHAI).strftime("%a %Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("job", "before", "after"),
    [
        (Job.DAILY, "Thu 2026-05-14 22:00", "Fri 2026-05-15 22:00"),
        (Job.NIGHTLY, "Thu 2026-05-14 23:00", "Fri 2026-05-15 23:00"),
        (Job.WEEKLY, "Sun 2026-05-10 22:20", "Sun 2026-05-17 22:20"),
        (Job.MONTHLY, "Wed 2026-04-15 22:40", "Fri 2026-05-15 22:40"),
    ],
)
def test_jobs_fall_due_on_the_local_clock(job: Job, before: str, after: str):
    assert local(slot_before(job, FRIDAY_NOON, SHANGHAI, RULES)) == before
    assert local(slot_after(job, FRIDAY_NOON, SHANGHAI, RULES)) == after


@given(
    now=st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)).map(lambda each: each.replace(tzinfo=UTC)),  # noqa: DTZ001
    job=st.sampled_from(SCHEDULED),
    zone=st.sampled_from(["Asia/Shanghai", "America/Los_Angeles", "Australia/Lord_Howe", "UTC"]),
)
def test_a_slot_lies_before_now_and_the_next_one_after_it(now: datetime, job: Job, zone: str):
    before, after = (find(job, now, ZoneInfo(zone), RULES) for find in (slot_before, slot_after))
    assert before <= now < after
    assert slot_before(job, after, ZoneInfo(zone), RULES) == after
    assert slot_after(job, before, ZoneInfo(zone), RULES) == after


def test_a_job_that_was_done_in_its_slot_is_not_due():
    started = slot_before(Job.NIGHTLY, FRIDAY_NOON, SHANGHAI, RULES) + timedelta(minutes=3)
    state = state_of(Job.NIGHTLY, [run(Job.NIGHTLY, started)], None, FRIDAY_NOON, SHANGHAI, RULES)
    assert (state.is_due, state.missed) == (False, 0)
    assert state.last_done is not None


def test_three_missed_nights_are_one_catch_up():
    started = slot_before(Job.NIGHTLY, FRIDAY_NOON - 3 * DAY, SHANGHAI, RULES)
    state = state_of(Job.NIGHTLY, [run(Job.NIGHTLY, started)], None, FRIDAY_NOON, SHANGHAI, RULES)
    assert state.missed == 3
    assert state.due_at == slot_before(Job.NIGHTLY, FRIDAY_NOON, SHANGHAI, RULES)


@pytest.mark.parametrize("outcome", [JobOutcome.FAILED, JobOutcome.ASKED])
def test_a_run_that_did_nothing_leaves_the_job_due(outcome: JobOutcome):
    runs = [run(Job.DAILY, FRIDAY_NOON - timedelta(hours=1), outcome)]
    state = state_of(Job.DAILY, runs, None, FRIDAY_NOON, SHANGHAI, RULES)
    assert state.is_due
    assert state.last == runs[0]
    assert state.last_done is None


def test_a_new_palace_is_due_from_its_first_slot_on():
    made = FRIDAY_NOON - timedelta(minutes=5)
    assert not state_of(Job.NIGHTLY, [], made, FRIDAY_NOON, SHANGHAI, RULES).is_due
    assert state_of(Job.NIGHTLY, [], made, FRIDAY_NOON + DAY, SHANGHAI, RULES).missed == 1


def test_a_clock_that_was_set_back_a_year_keeps_no_job_waiting():
    future = [run(Job.NIGHTLY, FRIDAY_NOON + 365 * DAY)]
    assert state_of(Job.NIGHTLY, future, None, FRIDAY_NOON, SHANGHAI, RULES).is_due


def test_a_job_that_no_calendar_asks_for_is_never_due():
    state = state_of(Job.REINDEX, [], None, FRIDAY_NOON, SHANGHAI, RULES)
    assert (state.due_at, state.next_at, state.missed) == (None, None, 0)


def test_so_many_missed_slots_are_counted_and_no_more():
    assert state_of(Job.DAILY, [], FRIDAY_NOON - 999 * DAY, FRIDAY_NOON, SHANGHAI, RULES).missed == 99
