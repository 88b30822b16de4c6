"""A palace in which pairs of every sort wait, for the tests of the queues of conflicts and of P0."""

from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from pathlib import Path

from palace.domain.candidate import Candidate
from palace.domain.conflict import Conflict, ConflictSide, Relation
from palace.domain.identifiers import uuid7
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Link, Memory, Source
from palace.domain.vocabulary import Axis, Band, Kind, LinkKind, Priority, SourceKind, Wing
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from tests.tui.small_palace import NOW, build_small_palace, open_small_palace, surroundings

BUILT_FROM = 2_000_000


@dataclass(frozen=True, slots=True)
class Said:
    """One side of a pair, before it is stored."""

    text: str
    priority: Priority = Priority.P1
    days: int = 10
    source: SourceKind = SourceKind.USER
    quality: float = 1.0
    scenes: tuple[str, ...] = ()
    kind: Kind = Kind.FACT


@dataclass(frozen=True, slots=True)
class Found:
    """Two sides, and what is said to be between them."""

    left: Said
    right: Said
    candidate: bool = False
    axis: Axis | None = Axis.DATE
    reason: str = ""
    relation: Relation = Relation.CONFLICT
    newer: ConflictSide | None = None
    similarity: float = 0.8


CONFLICTS = (
    Found(
        Said("发布定在 6 月 10 日，前一天冻结", days=40, scenes=("release",)),
        Said("发布定在 6 月 12 日，前一天冻结", days=2),
        reason="6 月 10 日 / 6 月 12 日",
    ),
    Found(
        Said("The hall scanner needs the driver of 2019", days=90, source=SourceKind.AGENT, quality=0.4),
        Said("The hall scanner needs the driver of 2024", days=3),
        candidate=True,
        axis=Axis.NUMBER,
        reason="2019 / 2024",
        newer=ConflictSide.RIGHT,
    ),
    Found(
        Said("Mia prefers mail", days=20, kind=Kind.PREFERENCE),
        Said("Mia prefers mail to calls, except on Fridays", days=1, source=SourceKind.AGENT, quality=0.4),
        axis=None,
        relation=Relation.CONTAINS,
        reason="the newer one says it and more",
    ),
    Found(
        Said("Backups run at three", days=30, source=SourceKind.TOOL, quality=0.8),
        Said("备份每天凌晨三点跑", days=5, source=SourceKind.AGENT, quality=0.4),
        axis=None,
        relation=Relation.DUPLICATE,
        similarity=0.93,
    ),
)

CONTRADICTIONS = (
    Found(
        Said("日程按时区 GMT+8 换算", Priority.P0, days=90, scenes=("remind", "travel")),
        Said("日程按时区 GMT+9 换算，四月起在东京", days=2),
        candidate=True,
        axis=Axis.ENTITY,
        reason="GMT+8 / GMT+9",
    ),
    Found(
        Said("Never deploy on Fridays", Priority.P0, days=60),
        Said("Friday deploys are fine before noon", days=4, source=SourceKind.AGENT, quality=0.4),
        axis=Axis.POLARITY,
        reason="never / fine",
    ),
    Found(
        Said("紧急联系人是姐姐林知秋", Priority.P0, days=50),
        Said("紧急联系人是何牧川", Priority.P0, days=6),
        axis=Axis.ENTITY,
        reason="林知秋 / 何牧川",
    ),
)


def build_pair_palace(path: Path) -> None:
    """Make the small palace with four conflicts and three contradictions more, oldest first."""
    build_small_palace(path)
    numbers = count(BUILT_FROM)
    around = replace(surroundings(), new_uid=lambda: uuid7(NOW, next(numbers).to_bytes(10, "big")))
    with open_small_palace(path, around) as palace:
        for place, found in enumerate((*CONFLICTS, *CONTRADICTIONS)):
            left = add_side(palace, around, found.left)
            right = (
                add_newcomer(palace, around, found.right)
                if found.candidate
                else add_side(palace, around, found.right)
            )
            _put_before_the_person(palace, found, left, right, place)
        timezone = memory_saying(palace, CONTRADICTIONS[0].left.text)
        citing = add_side(palace, around, Said("Reminders are sent at 9:00 local time"))
        with palace.unit_of_work(Actor.AGENT) as work:
            work.add_link(Link(citing.id, timezone.id, LinkKind.CITES, NOW))
            work.record(Verb.EDIT, Subject.MEMORY, citing.id)


def add_side(palace: PalaceFile, around: Surroundings, said: Said) -> Memory:
    """Add one side as a memory; a P0 as a person does who said it outright."""
    taken = add_memory(palace, _statement(said), around, Actor.PERSON)
    return palace.memories([taken.memory_id or 0])[0]


def add_newcomer(palace: PalaceFile, around: Surroundings, said: Said) -> Candidate:
    """Add one side as a candidate that was said outright."""
    taken = add_candidate(palace, _statement(said), around, Actor.AGENT, express=True)
    return palace.candidates([taken.candidate_id or 0])[0]


def _statement(said: Said) -> Statement:
    return Statement(
        text=said.text,
        wing=Wing.KNOWLEDGE,
        band=Band.HOT if said.priority is Priority.P0 else Band.WARM,
        kind=said.kind,
        priority=said.priority,
        scenes=said.scenes,
        recorded_at=NOW - timedelta(days=said.days),
        source=Source(said.source, said.quality, origin="memory/2026-02-10.md:14", agent="ferry"),
    )


def _put_before_the_person(
    palace: PalaceFile, found: Found, left: Memory, right: Memory | Candidate, place: int
) -> None:
    with palace.unit_of_work(Actor.JOB) as work:
        conflict = work.save_conflict(
            Conflict(
                id=0,
                left_memory_id=left.id,
                right_memory_id=right.id if isinstance(right, Memory) else None,
                right_candidate_id=None if isinstance(right, Memory) else right.id,
                found_at=NOW - timedelta(days=9 - place),
                axis=found.axis,
                reason=found.reason,
                similarity=found.similarity,
                left_hash=left.content_hash,
                right_hash=right.content_hash,
                relation=found.relation,
                newer=found.newer,
            )
        )
        work.record(Verb.FIND_CONFLICT, Subject.CONFLICT, conflict.id)


def memory_saying(palace: PalaceFile, text: str) -> Memory:
    """Return the memory with a text, retired or not."""
    return next(each for each in palace.memories(range(1, 200)) if each.text == text)
