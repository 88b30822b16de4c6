"""Lists, counts and filters, as SQL gives them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from palace.domain.candidate import Candidate
from palace.domain.conflict import Conflict, Resolution
from palace.domain.filters import Filters, parse_query
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Link, Memory
from palace.domain.vocabulary import Axis, Band, Kind, Layer, LinkKind, Priority, Status, Wing
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

Saved = Callable[..., Memory]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", {"plain", "identity", "cold", "p0", "failure", "skill", "deploy", "pinned", "archived", "old"}),
        ("wing:identity", {"identity"}),
        ("band:cold", {"cold"}),
        ("band:cold,warm wing:identity", {"identity"}),
        ("p:0", {"p0"}),
        ("kind:failure,skill", {"failure", "skill"}),
        ("layer:skill", {"skill"}),
        ("scene:deploy", {"deploy"}),
        ("scene:Deploy", {"deploy"}),
        ("scene:写评论", {"deploy"}),
        ("scene:dep", set()),
        ("scene:\ud800", set()),
        ("is:pinned", {"pinned"}),
        ("status:archived", {"archived"}),
        ("status:trashed", {"trashed"}),
        ("before:2026-02", {"old"}),
        ("since:2026-02 wing:identity", {"identity"}),
        ("since:2026-01-20 before:2026-01-21", {"old"}),
        ("before:9999-12-31 wing:identity", {"identity"}),
        ("since:9999-12-31", set()),
    ],
)
def test_filters_compose(palace: PalaceFile, saved: Saved, query: str, names: set[str]) -> None:
    saved(palace, "plain")
    saved(palace, "identity", wing=Wing.IDENTITY)
    saved(palace, "cold", band=Band.COLD)
    saved(palace, "p0", priority=Priority.P0)
    saved(palace, "failure", kind=Kind.FAILURE)
    saved(palace, "skill", kind=Kind.SKILL, layer=Layer.SKILL)
    saved(palace, "deploy", scenes=("deploy", "写评论"))
    saved(palace, "pinned", pinned=True)
    saved(palace, "archived", status=Status.ARCHIVED)
    saved(palace, "trashed", status=Status.TRASHED)
    saved(palace, "old", valid_from=datetime(2026, 1, 19, 16, 30, tzinfo=UTC))
    filters = parse_query(query).filters
    ids = palace.memory_ids(filters)
    assert {memory.text for memory in palace.memories(ids)} == names
    assert sorted(row.id for row in palace.weighings(filters)) == sorted(ids)


def test_days_of_filters_are_those_of_the_zone(palace: PalaceFile, saved: Saved) -> None:
    late = datetime(2026, 3, 31, 16, 30, tzinfo=UTC)
    memory = saved(palace, "after midnight in Shanghai", valid_from=late)
    assert palace.memory_ids(Filters(since=date(2026, 4, 1))) == [memory.id]
    assert palace.memory_ids(Filters(before=date(2026, 4, 1))) == []


def test_memories_come_in_the_order_that_is_asked_for(palace: PalaceFile, saved: Saved) -> None:
    ids = [saved(palace, f"memory {number}").id for number in range(1200)]
    wanted = [*ids[::-1], 99_999]
    assert [memory.id for memory in palace.memories(wanted)] == ids[::-1]
    assert palace.memories([]) == []


def test_ids_are_listed_oldest_first(palace: PalaceFile, saved: Saved, surroundings: Surroundings) -> None:
    newer = saved(palace, "newer")
    older = saved(palace, "older", recorded_at=surroundings.now - timedelta(days=1))
    assert palace.memory_ids(Filters()) == [older.id, newer.id]


def test_counts_are_those_of_the_rows(palace: PalaceFile, saved: Saved, surroundings: Surroundings) -> None:
    saved(palace, "one", wing=Wing.SOCIAL, band=Band.HOT)
    saved(palace, "two", wing=Wing.SOCIAL, band=Band.HOT)
    saved(palace, "three", wing=Wing.INTENT, band=Band.COLD, status=Status.ARCHIVED)
    saved(palace, "yesterday", recorded_at=surroundings.now - timedelta(days=1))
    counts = {(row.wing, row.band, row.status): row.count for row in palace.room_counts()}
    assert counts == {
        (Wing.SOCIAL, Band.HOT, Status.ACTIVE): 2,
        (Wing.INTENT, Band.COLD, Status.ARCHIVED): 1,
        (Wing.KNOWLEDGE, Band.WARM, Status.ACTIVE): 1,
    }
    assert palace.recorded_since(surroundings.now) == 3


def test_citations_count_those_who_cite(palace: PalaceFile, saved: Saved, surroundings: Surroundings) -> None:
    ids = [saved(palace, f"memory {number}").id for number in range(3)]
    with palace.unit_of_work(Actor.PERSON) as work:
        work.add_link(Link(ids[1], ids[0], LinkKind.CITES, surroundings.now))
        work.add_link(Link(ids[2], ids[0], LinkKind.CITES, surroundings.now))
        work.add_link(Link(ids[2], ids[0], LinkKind.CITES, surroundings.now))
        work.add_link(Link(ids[2], ids[1], LinkKind.SUPERSEDES, surroundings.now))
        work.record(Verb.EDIT, Subject.MEMORY, ids[0])
    assert palace.citations(ids) == {ids[0]: 2}
    assert {row.id: row.citations for row in palace.weighings(Filters())} == {ids[0]: 2, ids[1]: 0, ids[2]: 0}
    assert len(palace.links_of(ids[2])) == 2
    assert len(palace.links_of(ids[0])) == 2


def test_what_waits_is_counted_and_contradictions_apart(
    palace: PalaceFile, saved: Saved, surroundings: Surroundings
) -> None:
    core, other = saved(palace, "core", priority=Priority.P0), saved(palace, "other")
    now = surroundings.now
    with palace.unit_of_work(Actor.JOB) as work:
        work.save_candidate(Candidate(0, "late", "late", now))
        work.save_candidate(Candidate(0, "early", "early", now - timedelta(days=2)))
        conflict = Conflict(0, core.id, other.id, None, now, Axis.NUMBER)
        work.save_conflict(conflict)
        work.save_conflict(replace(conflict, left_memory_id=other.id, right_memory_id=core.id))
        decided = replace(conflict, resolution=Resolution.NO_CONFLICT, decided_at=now)
        work.save_conflict(decided)
        work.record(Verb.FIND_CONFLICT, Subject.PALACE, 0)
    waiting = palace.waiting()
    assert (waiting.candidates, waiting.conflicts, waiting.contradictions) == (2, 1, 1)
    assert waiting.oldest_candidate_at == now - timedelta(days=2)
    assert [candidate.uid for candidate in palace.open_candidates()] == ["early", "late"]
    assert len(palace.open_conflicts()) == 2
    assert len(palace.conflicts_of(core.id)) == 2
    assert palace.memory_ids(Filters(in_conflict=True)) == [core.id, other.id]


def test_an_empty_palace_answers_everything(palace: PalaceFile) -> None:
    assert palace.memory_ids(Filters()) == []
    assert palace.room_counts() == []
    assert palace.waiting().oldest_candidate_at is None
    assert palace.last_undoable(Actor.PERSON) is None
    assert palace.group_of(1) == []
    assert palace.vector_coverage("m") == (0, 0)
    assert palace.scan_chunks("m").chunks == ()


def test_a_text_is_known_by_its_hash_while_it_is_live(palace: PalaceFile, saved: Saved) -> None:
    memory = saved(palace, "Likes TEA。")
    again = palace.memory_with_hash(memory.content_hash)
    assert again == memory
    with palace.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(memory, status=Status.TRASHED))
        work.record(Verb.TRASH, Subject.MEMORY, memory.id)
    assert palace.memory_with_hash(memory.content_hash) is None
    assert palace.memory_with_uid(memory.uid) is not None
    assert saved(palace, "likes tea.").content_hash == memory.content_hash


def test_bytes_that_are_no_text_do_not_hide_the_other_rows(palace: PalaceFile, saved: Saved) -> None:
    saved(palace, "tea")
    saved(palace, "coffee")
    palace._database.execute("UPDATE memory SET text = CAST(x'74ff65' AS TEXT) WHERE id = 1")
    assert [memory.text for memory in palace.memories([1, 2])] == ["t\ufffde", "coffee"]
