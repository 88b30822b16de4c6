"""Evidence: a distinct pair of source and local day counts once, however often it was seen."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from palace.domain.candidate import Evidence, count_evidence

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def seen(source: str, day: int, minute: int = 0) -> Evidence:
    at = NOON + timedelta(days=day - 1, minutes=minute)
    return Evidence(candidate_id=1, source=source, day=date(2026, 5, day), seen_at=at)


def test_the_same_line_thirty_times_a_day_is_one_sighting():
    assert count_evidence(tuple(seen("cron", 1, minute) for minute in range(30))) == 1


def test_another_source_or_another_day_counts():
    assert count_evidence((seen("log", 1), seen("chat", 1))) == 2
    assert count_evidence((seen("log", 1), seen("log", 2), seen("log", 2, 5))) == 2
    assert count_evidence(()) == 0


def test_after_a_failed_check_only_later_sightings_count():
    evidence = (seen("log", 1), seen("chat", 2), seen("log", 5))
    assert count_evidence(evidence, since=NOON + timedelta(days=2)) == 1
    assert count_evidence(evidence, since=NOON + timedelta(days=4)) == 0


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 5), st.integers(0, 600))))
def test_order_and_repetition_do_not_matter(sightings: list[tuple[str, int, int]]):
    evidence = tuple(seen(*sighting) for sighting in sightings)
    assert count_evidence(evidence) == len({(source, day) for source, day, _ in sightings})
    assert count_evidence(evidence[::-1] + evidence) == count_evidence(evidence)
