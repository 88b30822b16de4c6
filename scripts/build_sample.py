"""Makes sample_palace.db from scripts/sample/*.toml: the same palace every time, with its vectors.

    python scripts/build_sample.py            writes sample_palace.db
    python scripts/build_sample.py --out FILE writes it elsewhere

Sixty days are lived through in order: each event is one unit of work at its own instant, so the journal, the
versions, the links and the use that the sample shows came about as they would in a real palace.
"""

import argparse
import hashlib
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from sample_content import Row, Sample, ToldCandidate, ToldMemory, read_sample

from palace.config.paths import bundled
from palace.domain.candidate import Candidate, Evidence, Verdict
from palace.domain.conflict import Conflict
from palace.domain.core_memory import code_of, coded
from palace.domain.identifiers import uuid7
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Link, Memory, Source, Tombstone
from palace.domain.rules import Rules
from palace.domain.vocabulary import Axis, Band, LinkKind, SourceKind, Status
from palace.embedding.encoder import OnnxEncoder
from palace.services.embedding import embed_missing
from palace.services.ports import UnitOfWork
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile
from palace.text.identity import identity_hash

TARGET = Path(__file__).parent.parent / "sample_palace.db"

MAKING = frozenset({"approve", "import"})
"""Journal verbs by which a memory comes to be; one without such an entry was simply added."""


@dataclass
class Story:
    """The palace being lived through: its present instant, and what each key has become."""

    sample: Sample
    now: datetime
    uids: int = 0
    memories: dict[str, int] = field(default_factory=dict)
    candidates: dict[str, int] = field(default_factory=dict)
    decisions: dict[str, int] = field(default_factory=dict)

    def clock(self) -> datetime:
        """Return the instant that the story has come to."""
        return self.now

    def new_uid(self) -> str:
        """Return the next uid, the same in every telling."""
        self.uids += 1
        return uuid7(self.now, hashlib.sha256(f"palace sample {self.uids}".encode()).digest()[:10])

    def rows_about(self, key: str) -> list[Row]:
        """Return the journal entries about a memory."""
        return [row for row in self.sample.rows["journal"] if key in row["keys"]]

    def texts_of(self, key: str) -> list[str]:
        """Return all texts of a memory, oldest first."""
        earlier = [row["text"] for row in self.sample.rows["versions"] if row["memory"] == key]
        return [*earlier, self.sample.memories[key].memory.text]


Told = TypeVar("Told")
Happening = Callable[[PalaceFile, Story], None]
Event = tuple[datetime, int, Happening]


def build(target: Path) -> None:
    """Write the sample palace to `target`, over what stands there."""
    sample = read_sample()
    target.unlink(missing_ok=True)
    story = Story(sample, sample.before_now(sample.setting["started"]).astimezone(UTC))
    palace = PalaceFile.create(
        target, clock=story.clock, new_uid=story.new_uid, rules=Rules(), zone=sample.zone
    )
    with closing(palace):
        for at, _, happen in sorted(_events(story), key=lambda event: event[:2]):
            story.now = at.astimezone(UTC)
            happen(palace, story)
        story.now = sample.now.astimezone(UTC)
        _link_the_rest(palace, story)
        embed_missing(palace, OnnxEncoder.load(bundled("models/multilingual-e5-small")), Actor.JOB)
    _settle(target, sample)


def _settle(target: Path, sample: Sample) -> None:
    """Say when it is told and what it is called, and make one tight file of it without a log beside it."""
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.executemany(
            "INSERT INTO meta (key, value) VALUES (?, ?)",
            [("told_at", sample.now.astimezone(UTC).isoformat()), ("name", sample.setting["name"])],
        )
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
    target.chmod(0o644)


def _events(story: Story) -> list[Event]:
    sample = story.sample
    events: list[Event] = []
    made: set[str] = set()
    for row in sample.rows["journal"]:
        if row["verb"] in MAKING:
            made.update(row["keys"])
        events.append((sample.before_now(row["at"]), 1, _happens(_decide, row)))
    for told in sample.memories.values():
        if told.key not in made:
            events.append((told.memory.recorded_at, 0, _happens(_add, told)))
        events.extend(_uses(sample, told))
    for told_candidate in sample.candidates.values():
        events.extend(_sightings(told_candidate))
    for row in sample.rows["conflicts"]:
        events.append((sample.before_now(row["found"]), 3, _happens(_find_conflict, row)))
    for row in sample.rows["searches"]:
        events.append((sample.before_now(row["at"]), 4, _happens(_search, row)))
    return events


def _happens(happen: Callable[[PalaceFile, Story, Told], None], told: Told) -> Happening:
    return lambda palace, story: happen(palace, story, told)


def _as_it_began(story: Story, told: ToldMemory) -> Memory:
    """Return a memory as it was before any decision of the journal."""
    verbs = {row["verb"] for row in story.rows_about(told.key)}
    memory = told.memory
    band, status = memory.band, memory.status
    if verbs & {"archive", "trash"}:
        band, status = Band.WARM, Status.ACTIVE
    if memory.retired_at is not None:
        band, status = Band.WARM, Status.ACTIVE
    if "move" in verbs:
        band = Band.COLD if band is Band.WARM else Band.WARM
    return replace(
        memory,
        uid=story.new_uid(),
        text=story.texts_of(told.key)[0],
        recorded_at=memory.recorded_at.astimezone(UTC),
        band=band,
        status=status,
        pinned=memory.pinned and "pin" not in verbs,
        retired_at=None,
        hits=0,
        loads=0,
        last_hit_at=None,
        last_loaded_at=None,
    )


def _add(palace: PalaceFile, story: Story, told: ToldMemory) -> None:
    by_person = told.memory.source.kind in {SourceKind.USER, SourceKind.CORRECTION}
    with palace.unit_of_work(Actor.PERSON if by_person else Actor.AGENT) as work:
        _make(story, work, {"verb": "add"}, told.key)


def _decide(palace: PalaceFile, story: Story, row: Row) -> None:
    verb, keys, actor = row["verb"], row["keys"], Actor(row["actor"])
    if verb == "undo":
        undo(palace, actor, story.decisions[row["undoes"]])
        return
    with palace.unit_of_work(actor) as work:
        if verb in {"replace", "merge"}:
            decision = _retire(story, work, row)
        else:
            act = {"approve": _make, "import": _make, "reject": _reject}.get(verb, _change)
            for key in keys:
                decision = act(story, work, row, key)
    if "key" in row:
        story.decisions[row["key"]] = decision


def _make(story: Story, work: UnitOfWork, row: Row, key: str) -> int:
    begun = _as_it_began(story, story.sample.memories[key])
    work.admit_new(begun.uid)
    memory = work.save_memory(begun)
    story.memories[key] = memory.id
    return work.record(
        Verb(row["verb"]),
        Subject.MEMORY,
        memory.id,
        summary=memory.text[:200],
        override=row.get("override", False),
    )


def _change(story: Story, work: UnitOfWork, row: Row, key: str) -> int:
    memory, final = work.memory(story.memories[key]), story.sample.memories[key].memory
    verb = Verb(row["verb"])
    match verb:
        case Verb.EDIT:
            texts = story.texts_of(key)
            newer = texts[texts.index(memory.text) + 1 :]
            memory = replace(memory, text=newer[0] if newer else final.text)
        case Verb.PIN:
            memory = replace(memory, pinned=True, band=final.band)
        case Verb.MOVE:
            memory = replace(memory, band=final.band)
        case Verb.ARCHIVE:
            memory = replace(memory, status=Status.ARCHIVED, band=Band.COLD)
        case Verb.TRASH:
            memory = replace(memory, status=Status.TRASHED, band=Band.COLD)
        case _:
            raise ValueError(f"the sample has no way to {verb}")
    work.approve([coded(memory)], code_of([coded(memory)]))
    work.save_memory(memory)
    return work.record(verb, Subject.MEMORY, memory.id, summary=row["summary"] or memory.text[:200])


def _reject(story: Story, work: UnitOfWork, row: Row, key: str) -> int:
    text = next(told["text"] for told in story.sample.rows["tombstones"] if told["key"] == key)
    candidate = work.save_candidate(
        Candidate(
            id=0,
            uid=story.new_uid(),
            text=text,
            first_seen_at=story.now - timedelta(days=1),
            source=Source(SourceKind.AGENT, 0.4),
            verdict=Verdict.REJECTED,
            decided_at=story.now,
        )
    )
    work.add_tombstone(Tombstone(identity_hash(text), "rejected", story.now, candidate_id=candidate.id))
    return work.record(Verb.REJECT, Subject.CANDIDATE, candidate.id, summary=text[:200])


def _retire(story: Story, work: UnitOfWork, row: Row) -> int:
    kept, verb = story.memories[row["keys"][0]], Verb(row["verb"])
    kind = LinkKind.SUPERSEDES if verb is Verb.REPLACE else LinkKind.MERGED_FROM
    for key in row["keys"][1:]:
        older, final = work.memory(story.memories[key]), story.sample.memories[key].memory
        work.approve([coded(older)], code_of([coded(older)]))
        work.save_memory(replace(older, retired_at=story.now, status=final.status, band=final.band))
        work.add_link(Link(kept, older.id, kind, story.now))
    return work.record(verb, Subject.MEMORY, kept, summary=row["summary"])


def _sightings(told: ToldCandidate) -> list[Event]:
    first = told.candidate.first_seen_at
    events: list[Event] = [(first, 2, _happens(_see, told))]
    for seen in told.evidence:
        if seen.seen_at > first:
            events.append((seen.seen_at, 3, _happens(_see_again, (told, seen))))
    if told.candidate.failed_at is not None:
        events.append((told.candidate.failed_at, 4, _happens(_fail_check, told)))
    if told.candidate.checks_passed:
        events.append((told.candidate.checked_at or first, 5, _happens(_pass_checks, told)))
    return events


def _see(palace: PalaceFile, story: Story, told: ToldCandidate) -> None:
    candidate = replace(
        told.candidate,
        uid=story.new_uid(),
        first_seen_at=story.now,
        checks_passed=0,
        checked_at=None,
        failed_at=None,
    )
    with palace.unit_of_work(Actor.AGENT) as work:
        candidate = work.save_candidate(candidate)
        story.candidates[told.key] = candidate.id
        for seen in told.evidence:
            if seen.seen_at <= story.now:
                work.add_evidence(_evidence(candidate.id, seen))
        work.record(Verb.SEE, Subject.CANDIDATE, candidate.id, summary=candidate.text[:200])


def _evidence(candidate_id: int, seen: Evidence) -> Evidence:
    return replace(seen, candidate_id=candidate_id, seen_at=seen.seen_at.astimezone(UTC))


def _see_again(palace: PalaceFile, story: Story, told: tuple[ToldCandidate, Evidence]) -> None:
    candidate_id = story.candidates[told[0].key]
    with palace.unit_of_work(Actor.AGENT) as work:
        if work.add_evidence(_evidence(candidate_id, told[1])):
            work.record(Verb.SEE, Subject.CANDIDATE, candidate_id, summary=told[0].candidate.text[:200])


def _fail_check(palace: PalaceFile, story: Story, told: ToldCandidate) -> None:
    with palace.unit_of_work(Actor.JOB) as work:
        candidate = work.candidate(story.candidates[told.key])
        work.save_candidate(replace(candidate, failed_at=story.now, checks_passed=0))
        work.record(Verb.FAIL_CHECK, Subject.CANDIDATE, candidate.id, summary=candidate.text[:200])


def _pass_checks(palace: PalaceFile, story: Story, told: ToldCandidate) -> None:
    with palace.unit_of_work(Actor.JOB) as work:
        candidate = work.candidate(story.candidates[told.key])
        passed = told.candidate.checks_passed
        work.save_candidate(replace(candidate, checks_passed=passed, checked_at=story.now))
        work.record(Verb.CHECK, Subject.CANDIDATE, candidate.id, summary=candidate.text[:200])


def _find_conflict(palace: PalaceFile, story: Story, row: Row) -> None:
    newer = row["newer"]
    with palace.unit_of_work(Actor.JOB) as work:
        left = work.memory(story.memories[row["older"]])
        right = (
            work.candidate(story.candidates[newer])
            if newer in story.candidates
            else work.memory(story.memories[newer])
        )
        conflict = work.save_conflict(
            Conflict(
                id=0,
                left_memory_id=left.id,
                right_memory_id=story.memories.get(newer),
                right_candidate_id=story.candidates.get(newer),
                found_at=story.now,
                axis=Axis(row["axis"]),
                reason=row["reason"],
                similarity=row["similarity"],
                left_hash=left.content_hash,
                right_hash=right.content_hash,
            )
        )
        work.record(Verb.FIND_CONFLICT, Subject.CONFLICT, conflict.id, summary=conflict.reason)


def _search(palace: PalaceFile, story: Story, row: Row) -> None:
    with palace.unit_of_work(Actor.PERSON) as work:
        work.count_search(row["question"], row["mode"], row["hits"], row["took_ms"], story.now)


def _uses(sample: Sample, told: ToldMemory) -> list[Event]:
    """Return the hits and loads of a memory, spread evenly between its first and its last."""
    memory = told.memory
    week = max(memory.recorded_at, sample.now - timedelta(days=7))
    late = min(memory.hits, told.row.get("hits_last_week", 0))
    events: list[Event] = []
    for count, last, is_hit, recent in (
        (memory.hits, memory.last_hit_at, True, late),
        (memory.loads, memory.last_loaded_at, False, 0),
    ):
        if not count or last is None:
            continue
        early = count - recent
        until = week if recent else last
        times = [
            memory.recorded_at + (until - memory.recorded_at) * (place + 1) / early for place in range(early)
        ]
        times += [week + (last - week) * (place + 1) / recent for place in range(recent)]
        events += [(at, 6, _happens(_use, (told.key, at.astimezone(UTC), is_hit))) for at in times]
    return events


def _use(palace: PalaceFile, story: Story, use: tuple[str, datetime, bool]) -> None:
    key, at, is_hit = use
    with palace.unit_of_work(Actor.AGENT) as work:
        work.count_use(story.memories[key], hit=is_hit, at=at)


def _link_the_rest(palace: PalaceFile, story: Story) -> None:
    """Make the links that no decision has made on the way."""
    for row in story.sample.rows["links"]:
        from_id, to_id = story.memories[row["from"]], story.memories[row["to"]]
        link = Link(from_id, to_id, LinkKind(row["kind"]), story.now, row.get("note", ""))
        if any(
            (known.from_id, known.to_id, known.kind) == (link.from_id, link.to_id, link.kind)
            for known in palace.links_of(link.from_id)
        ):
            continue
        with palace.unit_of_work(Actor.AGENT) as work:
            work.add_link(link)
            work.record(
                Verb.EDIT,
                Subject.MEMORY,
                link.from_id,
                summary=f"{link.kind.replace('_', ' ')} #{link.to_id}",
            )


def main() -> int:
    """Build the sample as the command line says."""
    parser = argparse.ArgumentParser(description="Make the sample palace.")
    parser.add_argument("--out", type=Path, default=TARGET)
    build(parser.parse_args().out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
