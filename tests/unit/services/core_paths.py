"""Every way in which a service writes, as acts that can be tried on any palace in any order.

An act picks what it does by the dice of its scene: any memory and candidate, any actor, and a code that is
left out, wrong, another item's, or right. Whether a P0 may have changed by it, `unexplained` tells.
"""

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from palace.domain.candidate import Candidate
from palace.domain.conflict import Conflict, Relation
from palace.domain.core_memory import change_of
from palace.domain.errors import PalaceError
from palace.domain.journal import Subject, Verb, inverse
from palace.domain.memory import Binding, Link, Memory
from palace.domain.recommendation import Advice
from palace.domain.vocabulary import Axis, Band, Kind, LinkKind, Priority, Status, Wing
from palace.services.conflict_queue import SeenPair, conflict_queue
from palace.services.core_approval import require_code, save_made
from palace.services.deepening import apply_deepening, plan_deepening
from palace.services.embedding import embed_arrivals, embed_missing, embed_these
from palace.services.finding_pairs import compare_candidates, compare_memories
from palace.services.importing import apply_import
from palace.services.joining_palaces import join_palace
from palace.services.migrating import migrate
from palace.services.pairs_to_judge import Judged, PairToJudge
from palace.services.ports import UnitOfWork
from palace.services.readings import FileReading, FoundMemory
from palace.services.records import import_records
from palace.services.remembering import Statement, add_candidate, add_memory, memorise, sight
from palace.services.review import (
    approving,
    decide,
    decide_all,
    editing,
    link_cases,
    memory_from,
    prefilled,
    rejecting,
    retire,
    skipping,
    snoozing,
)
from palace.services.reviving import barred, revive
from palace.services.saved_searches import delete_search, save_search
from palace.services.settling import Settle, settle, settle_all
from palace.services.settling_verbs import (
    amending,
    dismissing,
    following,
    keeping_both,
    keeping_left,
    keeping_right,
    merge_form,
    merging,
    noting,
    skipping_pair,
    snoozing_pair,
)
from palace.services.syncing import sync, tie_workspace
from palace.services.tending import (
    Tend,
    archiving,
    as_form,
    editing_memory,
    moving,
    pinning,
    restoring,
    tend,
    trashing,
)
from palace.services.undo import redo, take_back, undo
from palace.storage.palace_file import PalaceFile
from tests.unit.services.core_job_paths import JOB_PATHS, Logs, a_log
from tests.unit.services.core_scene import Act, Meaning, Scene


def _tending(how: Callable[[Scene, Memory], Tend]) -> Act:
    def act(scene: Scene) -> None:
        memory = scene.memory()
        chosen = how(scene, memory)
        actor = scene.actor()
        scene.typing(
            lambda typed: tend(scene.palace, actor, memory.id, memory.version, chosen, typed_code=typed)
        )

    return act


def _approve(scene: Scene) -> None:
    candidate, actor = scene.candidate(), scene.actor()
    form = scene.form(prefilled(candidate))
    older = scene.memory().id if scene.dice.random() < 0.3 else None
    scene.typing(
        lambda typed: decide(
            scene.palace,
            actor,
            candidate.id,
            candidate.version,
            approving(scene.later, form, replacing=older, typed_code=typed),
        )
    )


def _approve_batch(scene: Scene) -> None:
    seen = [(each.id, each.version) for each in scene.palace.candidates(range(1, 400))]
    form = scene.form(prefilled(scene.candidate())) if scene.dice.random() < 0.2 else None
    older = scene.memory().id if scene.dice.random() < 0.5 else None
    decide_all(scene.palace, scene.actor(), seen, approving(scene.later, form, replacing=older))


def _decide(scene: Scene) -> None:
    candidate = scene.candidate()
    how = scene.dice.choice(
        (
            rejecting(scene.later),
            skipping(),
            snoozing(scene.later.now),
            editing(scene.form(prefilled(candidate))),
        )
    )
    decide(scene.palace, scene.actor(), candidate.id, candidate.version, how)


def _settle(scene: Scene) -> None:
    dice = scene.dice
    entries = [
        entry
        for contradictions in (False, True)
        for entry in conflict_queue(scene.palace, scene.later, contradictions=contradictions)
    ]
    entry = dice.choice(entries)
    how: Settle = dice.choice(
        (
            keeping_left(scene.later),
            keeping_right(scene.later),
            keeping_both(scene.later, "home", "work"),
            merging(scene.later, scene.form(merge_form(entry.left, entry.right, scene.text()))),
            amending(scene.later, scene.text()),
            noting(scene.later),
            following(dice.choice(tuple(Advice)), scene.later),
            dismissing(scene.later),
            skipping_pair(),
            snoozing_pair(scene.later.now),
        )
    )
    seen = [
        SeenPair(each.conflict.id, each.conflict.version, each.left.version, each.right.version)
        for each in entries
    ]
    actor = scene.actor()
    if dice.random() < 0.3:
        settle_all(scene.palace, actor, seen, how)
    else:
        one = seen[entries.index(entry)]
        scene.typing(lambda typed: settle(scene.palace, actor, one, how, typed))


def _find_conflict(scene: Scene) -> None:
    def judge(pair: PairToJudge) -> Judged:
        return Judged(scene.dice.choice(tuple(Relation)), Axis.NUMBER)

    meaning = Meaning(scene.palace)
    if scene.dice.random() < 0.5:
        compare_candidates(scene.palace, scene.later, meaning, judge)
    else:
        compare_memories(scene.palace, scene.later, meaning, judge)


def _put_conflict(scene: Scene) -> None:
    left, right = scene.memory(), scene.dice.choice((scene.memory(), scene.candidate()))
    with scene.palace.unit_of_work(scene.actor()) as work:
        conflict = work.save_conflict(
            Conflict(
                0,
                left.id,
                right.id if isinstance(right, Memory) else None,
                right.id if isinstance(right, Candidate) else None,
                scene.surroundings.now,
                Axis.NUMBER,
                left_hash=left.content_hash,
                right_hash=right.content_hash,
            )
        )
        work.record(Verb.FIND_CONFLICT, Subject.CONFLICT, conflict.id)


def _undo(scene: Scene) -> None:
    decisions = scene.palace.decisions(limit=30)
    named = scene.dice.choice([None, *(decision.id for decision in decisions)])
    actor = scene.actor()
    if scene.dice.random() < 0.4:
        take_back(lambda leaving: undo(scene.palace, actor, named, leaving_core=leaving))
    else:
        scene.typing(lambda typed: undo(scene.palace, actor, named, typed_code=typed))


def _redo(scene: Scene) -> None:
    actor = scene.actor()
    if scene.dice.random() < 0.5:
        scene.typing(lambda typed: undo(scene.palace, actor, typed_code=typed))
    if scene.dice.random() < 0.4:
        take_back(lambda leaving: redo(scene.palace, actor, leaving_core=leaving))
    else:
        scene.typing(lambda typed: redo(scene.palace, actor, typed_code=typed))


def _add(scene: Scene) -> None:
    priority = scene.dice.choice((None, *Priority))
    statement = Statement(scene.text(), priority=priority, uid=scene.dice.choice((None, scene.memory().uid)))
    actor = scene.actor()
    with scene.palace.unit_of_work(actor) as work:
        scene.dice.choice((memorise, lambda *given: sight(*given, express=True)))(
            work, statement, scene.surroundings
        )
    add_memory(scene.palace, statement, scene.surroundings, actor)


def _see(scene: Scene) -> None:
    statement = Statement(scene.text(), priority=scene.dice.choice((None, *Priority)))
    add_candidate(
        scene.palace, statement, scene.surroundings, scene.actor(), express=scene.dice.random() < 0.5
    )


def _import_files(scene: Scene) -> None:
    lines = tuple(
        FoundMemory(scene.text(), place, priority=scene.dice.choice(tuple(Priority)), kind=Kind.FACT)
        for place in range(1, 4)
    )
    reading = FileReading("MEMORY.md", format="memory-md", encoding="utf-8", memories=lines)
    apply_import(scene.palace, [reading], scene.surroundings, scene.actor())


def _import_records(scene: Scene) -> None:
    known = scene.memory()
    records: list[dict[str, object]] = [
        {"text": scene.text(), "uid": known.uid, "priority": "P1"},
        {"text": known.text, "priority": str(scene.dice.choice(tuple(Priority)))},
        {"text": scene.text(), "priority": "P0"},
    ]
    import_records(scene.palace, records, scene.surroundings, scene.actor())


def _revive(scene: Scene) -> None:
    target = scene.dice.choice(barred(scene.palace))
    actor = scene.actor()
    scene.typing(lambda typed: revive(scene.palace, actor, target, scene.later, typed_code=typed))


def _sync(scene: Scene) -> None:
    tie_workspace(scene.palace, "/logs", scene.actor())
    for _ in range(2):
        sync(scene.palace, Logs(a_log(scene)), scene.later, scene.actor(), everything=True)


def _migrate(scene: Scene) -> None:
    lines = tuple(
        FoundMemory(scene.text(), place, priority=scene.dice.choice((None, *Priority)))
        for place in range(1, 4)
    )
    reading = FileReading("MEMORY.md", format="memory-file", encoding="utf-8", memories=lines)
    migrate(scene.palace, reading, scene.later, scene.actor())


def _join(scene: Scene) -> None:
    """Join a copy of the palace in which every text may have become another, and every level too."""
    copy = scene.palace.path.with_name("copy.db")
    with closing(sqlite3.connect(scene.palace.path)) as here, closing(sqlite3.connect(copy)) as there:
        here.backup(there)
        for (number,) in there.execute("SELECT id FROM memory").fetchall():
            there.execute(
                "UPDATE memory SET text = ?, priority = ?, uid = uid || ?, content_hash = 'x' WHERE id = ?",
                (
                    scene.text(),
                    scene.dice.choice(tuple(Priority)),
                    scene.dice.choice(("", str(scene.dice.random()))),
                    number,
                ),
            )
        there.commit()
    around = scene.later
    other = PalaceFile.open(copy, clock=around.clock, new_uid=around.new_uid, read_only=True)
    with closing(other):
        join_palace(scene.palace, other, around, scene.actor())


def _deepen(scene: Scene) -> None:
    planned = plan_deepening(scene.palace, scene.later, Meaning(scene.palace))
    apply_deepening(scene.palace, planned, scene.later)


def _save_search(scene: Scene) -> None:
    name, question, actor = scene.text(), scene.text(), scene.actor()
    saved = save_search(scene.palace, f"about {len(name)}", question, scene.later, actor)
    if len(question) % 2:
        delete_search(scene.palace, saved, actor)


def _embed(scene: Scene) -> None:
    meaning = Meaning(scene.palace)
    embed_these(scene.palace, meaning, scene.actor(), [scene.memory().id])
    embed_arrivals(scene.palace, meaning, scene.actor(), [scene.memory().id])
    embed_missing(scene.palace, meaning, scene.actor())


def _changed(scene: Scene, memory: Memory) -> Memory:
    dice = scene.dice
    return dice.choice(
        (
            replace(memory, text=scene.text()),
            replace(memory, priority=dice.choice(tuple(Priority))),
            replace(memory, status=dice.choice(tuple(Status))),
            replace(memory, retired_at=dice.choice((None, scene.later.now))),
            replace(memory, heading=("moved",), wing=dice.choice(tuple(Wing))),
            replace(memory, binding=Binding("a", "b", "c"), uid=dice.choice((memory.uid, "stolen"))),
            replace(memory, pinned=not memory.pinned, scenes=("x",), band=Band.COLD),
        )
    )


def _raw(scene: Scene) -> None:
    dice, memory, other = scene.dice, scene.memory(), scene.memory()
    with scene.palace.unit_of_work(scene.actor()) as work:
        step = dice.randrange(5)
        if step == 0:
            work.save_memory(_changed(scene, memory))
        elif step == 1:
            decision = dice.choice(scene.palace.decisions(limit=30))
            work.apply(dice.choice((inverse(work.decision(decision.id)), work.decision(decision.id).changes)))
        elif step == 2:
            work.add_link(Link(memory.id, other.id, dice.choice(tuple(LinkKind)), scene.later.now))
        elif step == 3:
            retire(
                work, memory, other, dice.choice((LinkKind.SUPERSEDES, LinkKind.MERGED_FROM)), scene.later.now
            )
        else:
            work.count_use(memory.id, hit=True, at=scene.later.now)
        work.record(Verb.EDIT, Subject.MEMORY, memory.id)


def _made(scene: Scene) -> None:
    candidate = scene.candidate()
    memory = memory_from(candidate, scene.form(prefilled(candidate)), scene.later)

    def make(typed: str, work: UnitOfWork) -> None:
        kept = save_made(work, candidate, memory, typed)
        link_cases(work, candidate, kept.id, scene.later.now)
        work.record(Verb.APPROVE, Subject.CANDIDATE, candidate.id)

    actor = scene.actor()

    def act(typed: str) -> None:
        with scene.palace.unit_of_work(actor) as work:
            make(typed, work)

    scene.typing(act)


def _required(scene: Scene) -> None:
    memory, actor = scene.memory(), scene.actor()
    after = replace(memory, text=memory.text + "!")

    def act(typed: str) -> None:
        with scene.palace.unit_of_work(actor) as work:
            if memory.priority is Priority.P0:
                require_code(work, [change_of(memory, after)], typed)
            work.save_memory(after)
            work.record(Verb.EDIT, Subject.MEMORY, memory.id)

    scene.typing(act)


PATHS: Mapping[str, tuple[Act, frozenset[str]]] = {
    name: (act, frozenset(covered.split()))
    for name, act, covered in (
        ("edit", _tending(lambda s, m: editing_memory(s.form(as_form(m)), s.later)), "tend editing_memory"),
        ("pin", _tending(lambda s, m: pinning(not m.pinned)), "pinning"),
        ("move", _tending(lambda s, m: moving(s.dice.choice(tuple(Band)), s.surroundings)), "moving"),
        ("archive", _tending(lambda s, m: archiving()), "archiving"),
        ("trash", _tending(lambda s, m: trashing(s.later)), "trashing"),
        ("restore", _tending(lambda s, m: restoring(s.surroundings)), "restoring"),
        ("approve", _approve, "decide approving make_room keep_within demote"),
        ("approve many", _approve_batch, "decide_all"),
        ("decide", _decide, "rejecting skipping snoozing editing"),
        (
            "settle",
            _settle,
            "settle settle_all keeping_left keeping_right keeping_both merging amending noting following"
            " dismissing let_in skipping_pair snoozing_pair",
        ),
        ("find pairs", _find_conflict, "compare_arrivals find_all compare_candidates compare_memories"),
        ("put a pair", _put_conflict, ""),
        ("undo", _undo, "undo"),
        ("redo", _redo, "redo"),
        ("add", _add, "add_memory memorise sight"),
        ("see", _see, "add_candidate"),
        ("import files", _import_files, "apply_import"),
        ("migrate", _migrate, "migrate"),
        ("join a palace", _join, "join_palace"),
        ("sync", _sync, "sync tie_workspace"),
        ("import records", _import_records, "import_records"),
        ("revive", _revive, "revive"),
        ("deepen", _deepen, "apply_deepening"),
        ("save a search", _save_search, "save_search delete_search"),
        ("embed", _embed, "embed_missing embed_these embed_arrivals"),
        ("raw rows", _raw, "retire"),
        ("make of a candidate", _made, "save_made link_cases"),
        ("require a code", _required, "require_code"),
        *JOB_PATHS,
    )
}
"""Every way of writing by a name, and the service functions that it goes through."""


def try_path(scene: Scene, name: str) -> bool:
    """Do an act; whatever it is refused for leaves nothing behind. Returns whether it was done."""
    with suppress(PalaceError, IndexError):
        PATHS[name][0](scene)
        return True
    return False


GUARDED = (
    "id, uid, CAST(text AS BLOB), heading, binding_when, binding_do, binding_unless, priority, status,"
    " valid_from, valid_to, retired_at"
)


def guarded(path: Path) -> dict[int, tuple[object, ...]]:
    """The guarded columns of every P0 by its id, read from the file itself, texts as bytes."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(f"SELECT {GUARDED} FROM memory WHERE priority = 'P0'").fetchall()
    return {row[0]: row for row in rows}


def newest_decision(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT coalesce(max(id), 0) FROM decision").fetchone()[0])


def unexplained(path: Path, before: Mapping[int, tuple[object, ...]], since: int) -> list[int]:
    """Return the P0 memories that changed, came or went since a decision without an approval in the journal.

    A new P0 that was said outright (verb `add`) needs none.
    """
    after = guarded(path)
    changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
    if not changed:
        return []
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT verb, changes FROM decision WHERE id > ?", (since,)).fetchall()
    explained: set[int] = set()
    for verb, text in rows:
        entries = json.loads(text)
        approved = {entry["key"] for entry in entries if entry["table"] == "approval"}
        for entry in entries:
            if entry["table"] != "memory":
                continue
            uid = (entry["before"] or entry["after"])["uid"]
            outright = verb == "add" and entry["before"] is None
            if uid in approved or outright:
                explained.add(int(entry["key"]))
    return [key for key in changed if key not in explained]
