"""Every way in which a service writes, as acts that can be tried on any palace in any order.

An act picks what it does by the dice of its scene: any memory and candidate, any actor, and a code that is
left out, wrong, another item's, or right. Whether a P0 may have changed by it, `core_watching` tells.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from palace.domain.candidate import Candidate
from palace.domain.conflict import Conflict, Relation
from palace.domain.core_memory import change_of
from palace.domain.errors import PalaceError
from palace.domain.journal import Subject, Verb, inverse
from palace.domain.memory import Binding, Link, Memory
from palace.domain.recommendation import Advice
from palace.domain.vocabulary import Axis, Band, LinkKind, Priority, Status, Wing
from palace.services.conflict_queue import SeenPair, conflict_queue
from palace.services.core_approval import require_code, save_made
from palace.services.deepening import apply_deepening, plan_deepening
from palace.services.embedding import embed_arrivals, embed_missing, embed_these
from palace.services.finding_pairs import compare_candidates, compare_memories
from palace.services.pairs_to_judge import Judged, PairToJudge
from palace.services.ports import UnitOfWork
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
from tests.unit.services.core_coming_in_paths import COMING_IN_PATHS
from tests.unit.services.core_job_paths import JOB_PATHS
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
        ("deepen", _deepen, "apply_deepening"),
        ("save a search", _save_search, "save_search delete_search"),
        ("embed", _embed, "embed_missing embed_these embed_arrivals EmbeddingRun"),
        ("raw rows", _raw, "retire"),
        ("make of a candidate", _made, "save_made link_cases"),
        ("require a code", _required, "require_code"),
        *COMING_IN_PATHS,
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
