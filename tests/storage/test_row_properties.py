"""What holds for any rows: they come back as they were saved, undoing gives back what was, and all that is
derived from them agrees with them."""

import struct
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.domain.candidate import Candidate, Evidence, Verdict
from palace.domain.conflict import Conflict, Resolution
from palace.domain.errors import NotFound
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Link, Memory, MemoryVersion, Source, Tombstone
from palace.domain.vocabulary import (
    Axis,
    Band,
    Kind,
    Layer,
    LinkKind,
    Priority,
    SourceKind,
    Status,
    Wing,
)
from palace.services.doctor import Severity
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile
from palace.storage.unit_of_work import Work
from tests.typed_codes import approve, typing_codes

NOW = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)
ALL = frozenset(Status)
CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60)

anything = st.text(st.characters(), max_size=30) | st.sampled_from(
    ["", "\x00", "a\x00b", "\ud800", "😀\udc00", "[/", "\x1b]52;c;AA\x07", '"', "体检", "' OR 1=1 --"]
)
instants = st.datetimes(
    NOW.replace(year=1, tzinfo=None), NOW.replace(year=9999, tzinfo=None), timezones=st.just(UTC)
)
maybe_instants = st.none() | instants
shares = st.floats(0, 1)
lists = st.lists(anything, max_size=3).map(tuple)
bindings = st.builds(Binding, anything, anything, anything)
sources = st.builds(Source, st.sampled_from(SourceKind), shares, anything, anything, anything)
numbers = st.integers(0, 10_000)

memories = st.builds(
    Memory,
    id=st.just(0),
    uid=st.uuids().map(str) | anything.filter(bool),
    text=anything,
    wing=st.sampled_from(Wing),
    recorded_at=instants,
    band=st.sampled_from(Band),
    layer=st.sampled_from(Layer),
    priority=st.sampled_from(Priority),
    kind=st.sampled_from(Kind),
    status=st.sampled_from(Status),
    pinned=st.booleans(),
    scenes=lists,
    heading=lists,
    binding=bindings,
    importance=shares,
    confidence=shares,
    source=sources,
    valid_from=maybe_instants,
    valid_to=maybe_instants,
    retired_at=maybe_instants,
    hits=numbers,
    loads=numbers,
    last_hit_at=maybe_instants,
    last_loaded_at=maybe_instants,
    calibrated_at=maybe_instants,
)
candidates = st.builds(
    Candidate,
    id=st.just(0),
    uid=st.uuids().map(str) | anything.filter(bool),
    text=anything,
    first_seen_at=instants,
    wing=st.sampled_from(Wing),
    band=st.sampled_from(Band),
    priority=st.sampled_from(Priority),
    kind=st.sampled_from(Kind),
    scenes=lists,
    binding=bindings,
    importance=shares,
    source=sources,
    valid_from=maybe_instants,
    valid_to=maybe_instants,
    express=st.booleans(),
    flags=lists,
    heading=lists,
    note=anything,
    checks_passed=st.integers(0, 3),
    checked_at=maybe_instants,
    last_hit_at=maybe_instants,
    failed_at=maybe_instants,
    verdict=st.sampled_from(Verdict),
    decided_at=maybe_instants,
    memory_id=st.none(),
    skipped_hash=anything,
    snoozed_until=maybe_instants,
)
hashes = st.text("0123456789abcdef", min_size=64, max_size=64)
tombstones = st.builds(Tombstone, hashes, anything, instants, st.none() | numbers, st.none() | numbers)


@dataclass(frozen=True, slots=True)
class MadeVector:
    vector: bytes
    scan: bytes


@contextmanager
def a_palace() -> Iterator[PalaceFile]:
    uids, seconds = count(), count()
    with (
        tempfile.TemporaryDirectory() as folder,
        PalaceFile.create(
            Path(folder) / "p.db",
            clock=lambda: NOW + timedelta(seconds=next(seconds)),
            new_uid=lambda: f"uid-{next(uids)}",
        ) as palace,
    ):
        yield palace


@given(memories, candidates, tombstones, st.data())
@CALM
def test_every_entity_comes_back_as_it_was_saved(
    memory: Memory, candidate: Candidate, tombstone: Tombstone, data: st.DataObject
) -> None:
    sighting = Evidence(
        1, data.draw(anything), date(2026, 3, 1), NOW, data.draw(anything), data.draw(anything)
    )
    conflict = Conflict(
        id=0,
        left_memory_id=1,
        right_memory_id=None,
        right_candidate_id=1,
        found_at=data.draw(instants),
        axis=data.draw(st.sampled_from(Axis)),
        reason=data.draw(anything),
        similarity=data.draw(shares),
        resolution=data.draw(st.sampled_from(Resolution)),
        decided_at=data.draw(maybe_instants),
        left_hash=data.draw(anything),
        right_hash=data.draw(anything),
    )
    link = Link(1, 1, data.draw(st.sampled_from(LinkKind)), data.draw(instants))
    with a_palace() as palace:
        with palace.unit_of_work(Actor.PERSON) as work:
            work.admit_new(memory.uid)
            stored = work.save_memory(memory)
            approve(work, stored)
            seen = work.save_candidate(replace(candidate, memory_id=stored.id))
            work.add_evidence(sighting)
            found = work.save_conflict(conflict)
            work.add_link(link)
            work.add_tombstone(tombstone)
            work.record(Verb.IMPORT, Subject.PALACE, 0, summary=memory.text)
        assert palace.memories([1]) == [stored]
        assert stored == replace(memory, id=1, content_hash=stored.content_hash)
        assert palace.candidates([1]) == [seen]
        assert seen == replace(candidate, id=1, memory_id=1, content_hash=seen.content_hash)
        assert palace.evidence_of(1) == (sighting,)
        with palace.unit_of_work(Actor.PERSON) as work:
            assert work.conflict(1) == found == replace(conflict, id=1)
            assert {change.table for change in work.decision(1).changes} == {
                "memory",
                "candidate",
                "evidence",
                "conflict",
                "link",
                "tombstone",
            }
        assert palace.links_of(1) == [link]
        assert palace.tombstone(tombstone.content_hash) == tombstone
        assert palace.memory_with_uid(memory.uid) == stored
        assert palace.decisions()[0].summary == memory.text


ACTS = (
    "memory",
    "edit",
    "move",
    "trash",
    "candidate",
    "sighting",
    "approve",
    "link",
    "conflict",
    "tombstone",
)


def act(work: Work, name: str, memory: Memory, candidate: Candidate, pick: int, at: int) -> None:
    """Do one small act on rows that are there; nothing where there are none."""
    kept = [found for number in range(1, at + 1) if (found := _memory(work, number))]
    waiting = [found for number in range(1, at + 1) if (found := _candidate(work, number))]
    one = kept[pick % len(kept)] if kept else None
    work.admit_new(f"m{at}")
    if one is not None:
        approve(work, one)
    other = kept[(pick + 1) % len(kept)] if kept else None
    seen = waiting[pick % len(waiting)] if waiting else None
    if name == "memory" or one is None or other is None:
        work.save_memory(replace(memory, uid=f"m{at}"))
    elif name == "edit":
        work.save_memory(replace(one, text=memory.text, heading=memory.heading))
    elif name == "move":
        work.save_memory(replace(one, band=memory.band, wing=memory.wing, pinned=memory.pinned))
    elif name == "trash":
        work.save_memory(replace(one, status=memory.status, retired_at=memory.retired_at))
    elif name == "candidate" or seen is None:
        work.save_candidate(replace(candidate, uid=f"c{at}"))
    elif name == "sighting":
        work.add_evidence(Evidence(seen.id, candidate.note, date(2026, 3, 1 + pick % 9), NOW))
    elif name == "approve":
        made = work.save_memory(replace(memory, uid=f"m{at}"))
        work.save_candidate(replace(seen, verdict=Verdict.APPROVED, memory_id=made.id))
    elif name == "link":
        work.add_link(Link(one.id, other.id, LinkKind.CITES, NOW))
    elif name == "conflict":
        work.save_conflict(Conflict(0, one.id, None, seen.id, NOW, Axis.NUMBER))
    else:
        work.add_tombstone(Tombstone(one.content_hash, candidate.note, NOW))


def _memory(work: Work, number: int) -> Memory | None:
    with suppress(NotFound):
        return work.memory(number)
    return None


def _candidate(work: Work, number: int) -> Candidate | None:
    with suppress(NotFound):
        return work.candidate(number)
    return None


def everything(palace: PalaceFile) -> dict[str, object]:
    """Return all rows that the journal covers, without what an undo does not take back."""
    ids = palace.memory_ids(Filters(statuses=ALL))
    kept = palace.memories(sorted(ids))
    numbers = range(1, 60)
    waiting = palace.candidates(list(numbers))
    return {
        "memories": [_unversioned(memory) for memory in kept],
        "versions": [_texts(palace.versions_of(number)) for number in numbers],
        "candidates": [_unversioned(candidate) for candidate in waiting],
        "evidence": [palace.evidence_of(candidate.id) for candidate in waiting],
        "links": [palace.links_of(memory.id) for memory in kept],
        "conflicts": [replace(conflict, version=0) for conflict in palace.open_conflicts()],
        "tombstones": [palace.tombstone(memory.content_hash) for memory in kept],
    }


def _unversioned(entity: Memory | Candidate) -> tuple[object, ...]:
    return tuple(getattr(entity, field.name) for field in fields(entity) if field.name != "version")


def _texts(versions: list[MemoryVersion]) -> list[str]:
    return [version.text for version in versions]


steps = st.tuples(st.sampled_from(ACTS), memories, candidates, st.integers(0, 9))


@given(st.lists(st.lists(steps, min_size=1, max_size=3), min_size=1, max_size=6))
@CALM
def test_undoing_in_reverse_gives_back_every_row_and_redoing_brings_all_forward_again(
    groups: list[list[tuple[str, Memory, Candidate, int]]],
) -> None:
    at = 0
    with a_palace() as palace:
        before = [everything(palace)]
        for group in groups:
            with palace.unit_of_work(Actor.PERSON) as work:
                for name, memory, candidate, pick in group:
                    at += 1
                    act(work, name, memory, candidate, pick, at)
                    work.record(Verb.EDIT, Subject.PALACE, 0)
            before.append(everything(palace))
            assert_derived_agrees(palace)
        for state in reversed(before[:-1]):
            typing_codes(lambda typed: undo(palace, Actor.PERSON, typed_code=typed))
            assert everything(palace) == state
            assert_derived_agrees(palace)
        for state in before[1:]:
            typing_codes(lambda typed: redo(palace, Actor.PERSON, typed_code=typed))
            assert everything(palace) == state
        assert_derived_agrees(palace)
        assert palace.last_redoable(Actor.PERSON) is None


def assert_derived_agrees(palace: PalaceFile) -> None:
    """Give every memory without one a vector, then ask the doctor."""
    with palace.unit_of_work(Actor.JOB) as work:
        for memory in palace.without_vector("made", 100):
            vector = MadeVector(struct.pack("<8f", 1, *[0] * 7), bytes([memory.id % 256] * 8))
            work.save_embedding(memory.id, "made", vector, memory.content_hash)
    findings = palace.examine_file()
    wrong = [
        finding
        for finding in findings
        if finding.severity is not Severity.FINE and finding.check != "stale_vectors"
    ]
    assert wrong == []
    assert palace.vector_coverage("made")[0] == palace.vector_coverage("made")[1]
    scanned = palace.scan_chunks("made")
    usable = {
        number
        for chunk in scanned.chunks
        for slot, number in enumerate(_numbers_in(chunk.ids))
        if chunk.codes[slot * 8] & 1
    }
    searchable = {memory.id for memory in palace.memories(palace.memory_ids(Filters())) if memory.searchable}
    assert usable == searchable


def _numbers_in(ids: bytes) -> list[int]:
    return [int.from_bytes(ids[at : at + 8], "little") for at in range(0, len(ids), 8)]
