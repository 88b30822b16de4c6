"""From sighting to memory: cooling, evidence, checks after 3, 7 and 14 days, and what a failed one costs."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.candidate import Candidate, Evidence, Verdict, count_evidence
from palace.domain.clock import local_day
from palace.domain.memory import LONGEST_TEXT, Binding
from palace.domain.pipeline import (
    Lack,
    Stage,
    checks_passed_at,
    cooled_at,
    is_override,
    may_be_approved,
    missing_of,
    next_check_at,
    stage_of,
)
from palace.domain.rules import PipelineRules
from palace.domain.vocabulary import Kind

SEEN = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
RULES = PipelineRules()
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def candidate(**fields: object) -> Candidate:
    return replace(Candidate(id=1, uid="c", text="the gate code is 4711", first_seen_at=SEEN), **fields)


def stage(after: timedelta, evidences: int = 2, **fields: object) -> Stage:
    return stage_of(candidate(**fields), evidences, SEEN + after, RULES)


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (timedelta(0), Stage.COOLING),
        (59 * MINUTE, Stage.COOLING),
        (HOUR - timedelta(microseconds=1), Stage.COOLING),
        (HOUR, Stage.CHECKING),
        (61 * MINUTE, Stage.CHECKING),
        (2 * DAY + 23 * HOUR, Stage.CHECKING),
        (3 * DAY - MINUTE, Stage.CHECKING),
        (3 * DAY, Stage.CHECK_DUE),
        (300 * DAY, Stage.CHECK_DUE),
    ],
)
def test_it_cools_for_an_hour_and_is_checked_after_three_days(after: timedelta, expected: Stage):
    assert stage(after) is expected


@pytest.mark.parametrize(
    ("passed", "after", "expected"),
    [
        (1, 3 * DAY, Stage.CHECKING),
        (1, 7 * DAY - MINUTE, Stage.CHECKING),
        (1, 7 * DAY, Stage.CHECK_DUE),
        (2, 7 * DAY, Stage.CHECKING),
        (2, 14 * DAY - MINUTE, Stage.CHECKING),
        (2, 14 * DAY, Stage.CHECK_DUE),
        (3, 14 * DAY, Stage.VERIFIED),
        (3, 14 * DAY - MINUTE, Stage.VERIFIED),
        (9, 14 * DAY, Stage.VERIFIED),
    ],
)
def test_the_checks_fall_due_after_three_seven_and_fourteen_days(
    passed: int, after: timedelta, expected: Stage
):
    assert stage(after, checks_passed=passed) is expected


@pytest.mark.parametrize("evidences", [0, 1])
def test_with_too_little_evidence_it_stays_a_candidate_however_old(evidences: int):
    assert stage(61 * MINUTE, evidences) is Stage.CANDIDATE
    assert stage(100 * DAY, evidences) is Stage.CANDIDATE
    assert stage(59 * MINUTE, evidences) is Stage.COOLING


def test_a_clock_set_back_counts_as_no_time_gone_by():
    assert stage(-3 * DAY) is Stage.COOLING
    assert stage(-3 * DAY, express=True) is Stage.VERIFIED
    assert not may_be_approved(candidate(), SEEN - 3 * DAY, RULES)


@pytest.mark.parametrize(
    ("set_back", "then", "expected"),
    [
        (30 * MINUTE, 90 * MINUTE, Stage.CHECKING),
        (2 * HOUR, 59 * MINUTE, Stage.COOLING),
        (2 * HOUR, 61 * MINUTE, Stage.CHECKING),
        (5 * DAY, 2 * DAY + 23 * HOUR, Stage.CHECKING),
        (5 * DAY, 3 * DAY, Stage.CHECK_DUE),
    ],
)
def test_after_a_clock_set_back_the_stages_come_as_if_it_had_not_been(
    set_back: timedelta, then: timedelta, expected: Stage
):
    waiting = candidate()
    assert stage_of(waiting, 2, SEEN - set_back, RULES) is Stage.COOLING
    assert stage_of(waiting, 2, SEEN + then, RULES) is expected


@pytest.mark.parametrize("hit_after", [-2 * DAY, timedelta(0)])
def test_a_hit_from_before_the_first_sighting_passes_nothing(hit_after: timedelta):
    used = candidate(last_hit_at=SEEN + hit_after)
    assert checks_passed_at(used, SEEN + 4 * DAY, RULES) == 0


@pytest.mark.parametrize(
    ("zone", "first", "second", "days"),
    [
        # In Berlin the clock jumps from 2:00 to 3:00 on 29 March 2026, and back on 25 October.
        ("Europe/Berlin", "2026-03-28T23:30+01:00", "2026-03-29T23:30+02:00", 2),
        ("Europe/Berlin", "2026-03-29T00:10+01:00", "2026-03-29T23:50+02:00", 1),
        ("Europe/Berlin", "2026-10-25T00:10+02:00", "2026-10-25T23:50+01:00", 1),
        ("Europe/Berlin", "2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00", 1),
        ("Europe/Berlin", "2026-10-25T23:30+01:00", "2026-10-26T00:10+01:00", 2),
        ("America/New_York", "2026-11-01T01:30-04:00", "2026-11-01T01:30-05:00", 1),
        ("Asia/Shanghai", "2026-03-29T23:59+08:00", "2026-03-30T00:00+08:00", 2),
        ("Pacific/Apia", "2011-12-29T23:00-10:00", "2011-12-31T00:30+14:00", 2),
    ],
)
def test_evidence_counts_by_local_days_also_where_days_have_23_or_25_hours(
    zone: str, first: str, second: str, days: int
):
    seen = [datetime.fromisoformat(at) for at in (first, second)]
    evidence = tuple(Evidence(1, "log", local_day(at, ZoneInfo(zone)), at) for at in seen)
    assert count_evidence(evidence) == days


@pytest.mark.parametrize(
    "seen",
    [
        datetime(2026, 3, 28, 12, tzinfo=ZoneInfo("Europe/Berlin")),
        datetime(2026, 10, 31, 12, tzinfo=ZoneInfo("America/New_York")),
    ],
)
def test_a_day_on_which_the_clocks_change_makes_no_check_earlier_or_later(seen: datetime):
    seen = seen.astimezone(UTC)
    waiting = candidate(first_seen_at=seen)
    assert next_check_at(waiting, seen, RULES) == seen + timedelta(hours=72)
    assert stage_of(waiting, 2, seen + timedelta(hours=72) - MINUTE, RULES) is Stage.CHECKING
    assert stage_of(waiting, 2, seen + timedelta(hours=72), RULES) is Stage.CHECK_DUE


@pytest.mark.parametrize(
    ("hit_after", "passed", "now_after"),
    [
        (2 * DAY, 0, 4 * DAY),
        (3 * DAY, 1, 4 * DAY),
        (5 * DAY, 1, 5 * DAY),
        (5 * DAY, 1, 30 * DAY),
        (8 * DAY, 2, 9 * DAY),
        (20 * DAY, 3, 20 * DAY),
    ],
)
def test_a_hit_between_two_checks_passes_the_earlier_one_by_itself(
    hit_after: timedelta, passed: int, now_after: timedelta
):
    used = candidate(last_hit_at=SEEN + hit_after)
    assert checks_passed_at(used, SEEN + now_after, RULES) == passed


def test_what_a_hit_passed_is_not_asked_for_again():
    used = candidate(last_hit_at=SEEN + 5 * DAY)
    now = SEEN + 6 * DAY
    assert stage_of(used, 2, now, RULES) is Stage.CHECKING
    assert next_check_at(used, now, RULES) == SEEN + 7 * DAY
    assert [missing.check for missing in missing_of(used, 2, now, RULES)] == [7 * DAY, 14 * DAY]


def test_a_hit_takes_away_no_check_that_was_done():
    used = candidate(checks_passed=2, last_hit_at=SEEN + 3 * DAY)
    assert checks_passed_at(used, SEEN + 10 * DAY, RULES) == 2


def test_a_hit_from_the_future_counts_as_one_of_now():
    used = candidate(last_hit_at=SEEN + 900 * DAY)
    assert checks_passed_at(used, SEEN + 4 * DAY, RULES) == 1


def test_a_failed_check_sends_it_back_to_gather_evidence_and_be_checked_anew():
    failed = candidate(checks_passed=0, failed_at=SEEN + 8 * DAY, last_hit_at=SEEN + 7 * DAY)
    now = SEEN + 9 * DAY
    assert stage_of(failed, 0, now, RULES) is Stage.CANDIDATE
    assert stage_of(failed, 2, now, RULES) is Stage.CHECKING
    assert next_check_at(failed, now, RULES) == SEEN + 11 * DAY
    assert checks_passed_at(failed, now + 30 * DAY, RULES) == 0


def test_what_was_said_outright_neither_cools_nor_waits_for_checks():
    said = candidate(express=True)
    assert cooled_at(said, RULES) == SEEN
    assert stage_of(said, 0, SEEN, RULES) is Stage.VERIFIED
    assert may_be_approved(said, SEEN, RULES)
    assert not is_override(said, 0, SEEN, RULES)
    assert missing_of(said, 0, SEEN, RULES) == ()


@pytest.mark.parametrize("verdict", [Verdict.APPROVED, Verdict.REJECTED, Verdict.MERGED])
def test_what_is_decided_lacks_nothing_and_cannot_be_approved_again(verdict: Verdict):
    decided = candidate(verdict=verdict, express=True)
    assert stage_of(decided, 2, SEEN + DAY, RULES) is Stage.DECIDED
    assert missing_of(decided, 0, SEEN + DAY, RULES) == ()
    assert not may_be_approved(decided, SEEN + DAY, RULES)


def test_what_is_missing_is_told_first_things_first():
    fresh = candidate(kind=Kind.FAILURE)
    missing = missing_of(fresh, 0, SEEN + MINUTE, RULES)
    assert [part.lack for part in missing] == [
        *(Lack.COOLING, Lack.EVIDENCE, Lack.CHECK, Lack.CHECK, Lack.CHECK, Lack.BINDING)
    ]
    assert missing[0].due_at == SEEN + HOUR
    assert missing[1].count == 2
    assert [part.due_at for part in missing[2:5]] == [SEEN + 3 * DAY, SEEN + 7 * DAY, SEEN + 14 * DAY]


def test_a_binding_is_missing_only_where_the_kind_wants_one_and_it_says_too_little():
    after = SEEN + DAY

    def wants(kind: Kind, binding: Binding) -> bool:
        missing = missing_of(candidate(kind=kind, binding=binding, express=True), 2, after, RULES)
        return [part.lack for part in missing] == [Lack.BINDING]

    assert wants(Kind.DECISION, Binding())
    assert wants(Kind.SKILL, Binding(when="deploying"))
    assert not wants(Kind.FAILURE, Binding("deploying", "run the tests"))
    assert wants(Kind.CORRECTION, Binding())
    assert not wants(Kind.FACT, Binding())


def test_a_text_that_gives_an_order_misses_a_binding_whatever_its_kind():
    rule = candidate(kind=Kind.PREFERENCE, express=True)
    [missing] = missing_of(rule, 0, SEEN + DAY, RULES, wants_binding=True)
    assert missing.lack is Lack.BINDING
    bound = replace(rule, binding=Binding("leaving", "lock the door"))
    assert missing_of(bound, 0, SEEN + DAY, RULES, wants_binding=True) == ()


@given(st.timedeltas(-10 * DAY, 60 * DAY), st.integers(0, 4), st.integers(0, 3), st.booleans())
def test_a_person_may_approve_at_any_time_after_cooling_and_going_ahead_is_an_override(
    after: timedelta, evidences: int, passed: int, express: bool
):
    waiting = candidate(checks_passed=passed, express=express)
    now = SEEN + after
    assert may_be_approved(waiting, now, RULES) is (express or after >= HOUR)
    verified = express or (after >= HOUR and evidences >= 2 and passed == 3)
    assert is_override(waiting, evidences, now, RULES) is not verified
    lacks = {part.lack for part in missing_of(waiting, evidences, now, RULES)}
    assert (lacks == set()) is verified


@pytest.mark.parametrize("text", ["", "  \n", "x" * (LONGEST_TEXT + 1)])
def test_an_empty_or_endless_text_is_never_approved(text: str):
    assert not may_be_approved(candidate(text=text), SEEN + DAY, RULES)


@given(st.timedeltas(timedelta(0), 60 * DAY), st.timedeltas(timedelta(0), 60 * DAY))
def test_time_alone_never_takes_a_candidate_back(first: timedelta, second: timedelta):
    order = list(Stage)
    earlier, later = stage(first), stage(first + second)
    assert order.index(earlier) <= order.index(later)
