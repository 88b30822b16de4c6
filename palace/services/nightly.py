"""The nightly job: what leaves, what changes its band, which pairs clash, and which checks are due."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from palace.domain.band_moves import BandPlan, Because, in_or_near_hot, plan_bands
from palace.domain.bands import lines_of
from palace.domain.candidate import Candidate
from palace.domain.errors import NotFound
from palace.domain.jobs import Job
from palace.domain.journal import Subject, Verb
from palace.domain.memory import Memory, Tombstone, is_protected
from palace.domain.pipeline import Stage, stage_of
from palace.domain.retiring import Leaving, StepOut, plan_leaving
from palace.domain.standing import Standing
from palace.domain.vocabulary import Band, Status
from palace.services.job_plans import JobPlan, Meaning, PlannedChange, Write, in_order
from palace.services.planning_pairs import PlannedPairs, Progress, plan_pairs, settle_planned
from palace.services.ports import Palace, UnitOfWork
from palace.services.promoting import plan_promoting, promote
from palace.services.readings import Remark
from palace.services.surroundings import Surroundings
from palace.text.masking import summary_of

_VERBS = {StepOut.ARCHIVE: Verb.ARCHIVE, StepOut.TRASH: Verb.TRASH, StepOut.PURGE: Verb.PURGE}
_BECOMES = {StepOut.ARCHIVE: Status.ARCHIVED, StepOut.TRASH: Status.TRASHED}
PURGED = "purged"
"""What is said of a memory of which only the hash is left."""

READ_AT_ONCE = 500


def plan_nightly(
    palace: Palace, surroundings: Surroundings, meaning: Meaning, progress: Progress | None = None
) -> JobPlan:
    """Return what the night would do; changes nothing.

    Pairs come first: what clashes with something else tonight stays until a person has looked at it.
    """
    standings = palace.jobs.standings()
    pairs = plan_pairs(palace, surroundings, meaning, progress)
    conflicting = palace.jobs.in_open_conflicts() | pairs.memory_ids
    leaving = _plan_leaving(palace, standings, conflicting, surroundings)
    bands = _plan_bands(palace, _without(standings, leaving), surroundings)
    waiting = palace.open_candidates()
    due = _checks_due(palace, waiting, surroundings)
    clashing = {pair.right.id for pair, _ in pairs.asking if isinstance(pair.right, Candidate)}
    promoted = [each for each in plan_promoting(palace, surroundings, waiting) if each.id not in clashing]
    ids = [each.memory_id for each in leaving] + [move.memory_id for move in bands.moves]
    texts = _texts(palace, ids)
    by_id = {each.id: each for each in standings}
    steps = Counter(each.step for each in leaving)
    reasons = Counter(move.because for move in bands.moves)
    counts = {
        "archived": steps[StepOut.ARCHIVE],
        "trashed": steps[StepOut.TRASH],
        "purged": steps[StepOut.PURGE],
        "heated": reasons[Because.EARNED],
        "cooled": reasons[Because.UNUSED],
        "pressed_out": reasons[Because.PRESSED],
        "pairs_found": len(pairs.asking),
        "pairs_closed": len(pairs.closing),
        "compared": pairs.found.compared,
        "pairs_judged": pairs.found.judged,
        "checks_due": due,
        "promoted": len(promoted),
        "hot_lines": bands.hot_lines,
    }
    writes: list[Write] = [
        lambda work: settle_planned(work, palace, surroundings, pairs),
        lambda work: _leave(work, leaving, surroundings),
        lambda work: _move(work, bands),
        lambda work: promote(work, promoted, surroundings),
    ]
    return JobPlan(
        job=Job.NIGHTLY,
        changes=(
            *_leaving_changes(leaving, by_id, texts),
            *_band_changes(bands, texts),
            *_promotions(promoted),
            *pairs.changes(),
        ),
        counts=counts,
        write=in_order(writes),
        remarks=tuple(_remarks(bands, pairs, meaning)),
        retiring=sum(by_id[each.memory_id].status is Status.ACTIVE for each in leaving),
        active=sum(each.status is Status.ACTIVE for each in standings),
        report={"hot_budget": bands.hot_budget, "p0_lines": bands.core_lines},
    )


def _plan_leaving(
    palace: Palace, standings: Sequence[Standing], conflicting: Collection[int], surroundings: Surroundings
) -> tuple[Leaving, ...]:
    """Return what leaves. The journal is asked only about what would, if nobody had decided anything."""
    now, rules = surroundings.now, surroundings.rules
    asked = {each.memory_id for each in plan_leaving(standings, {}, conflicting, now, rules)}
    decided_at = palace.jobs.decided_at(asked)
    old = [each for each in standings if each.id in asked]
    return plan_leaving(old, decided_at, conflicting, now, rules)


def _without(standings: Sequence[Standing], leaving: Iterable[Leaving]) -> list[Standing]:
    """Return how those that stay stand: what leaves tonight makes room at once."""
    gone = {each.memory_id for each in leaving}
    return [each for each in standings if each.id not in gone]


def _plan_bands(palace: Palace, standings: Sequence[Standing], surroundings: Surroundings) -> BandPlan:
    now, rules = surroundings.now, surroundings.rules
    # What was stamped by a clock that ran ahead is no use of these days: with the clock set back a year, a
    # year of hits would heat whatever they hit.
    hits = palace.jobs.hits_between(now - rules.bands.heating_window, now + rules.jobs.clock_may_err)
    near = in_or_near_hot(standings, hits, rules.bands)
    lines = {memory.id: lines_of(memory) for memory in _memories(palace, near)}
    return plan_bands(standings, lines, hits, palace.citations(near), now, rules)


def _checks_due(palace: Palace, waiting: Sequence[Candidate], surroundings: Surroundings) -> int:
    """Return how many candidates wait for a check that is due; that is told, and stored nowhere."""
    counts, rules = palace.evidence_counts(), surroundings.rules.pipeline
    now = surroundings.now
    return sum(stage_of(each, counts.get(each.id, 0), now, rules) is Stage.CHECK_DUE for each in waiting)


def _memories(palace: Palace, ids: Sequence[int]) -> Iterable[Memory]:
    for start in range(0, len(ids), READ_AT_ONCE):
        yield from palace.memories(ids[start : start + READ_AT_ONCE])


def _texts(palace: Palace, ids: Sequence[int]) -> dict[int, str]:
    return {memory.id: summary_of(memory.text) for memory in _memories(palace, ids)}


def _leaving_changes(
    leaving: Sequence[Leaving], standings: Mapping[int, Standing], texts: Mapping[int, str]
) -> Iterable[PlannedChange]:
    for each in leaving:
        standing = standings[each.memory_id]
        becomes = _BECOMES.get(each.step)
        yield PlannedChange(
            _VERBS[each.step],
            Subject.MEMORY,
            each.memory_id,
            texts.get(each.memory_id, ""),
            was=standing.status.value,
            becomes=PURGED if becomes is None else becomes.value,
            because=f"{standing.priority.value.lower()}_expired"
            if each.step is StepOut.ARCHIVE
            else "step_due",
        )


def _band_changes(bands: BandPlan, texts: Mapping[int, str]) -> Iterable[PlannedChange]:
    for move in bands.moves:
        yield PlannedChange(
            Verb.MOVE,
            Subject.MEMORY,
            move.memory_id,
            texts.get(move.memory_id, ""),
            was=move.before.value,
            becomes=move.after.value,
            because=move.because.value,
        )


def _promotions(promoted: Iterable[Candidate]) -> Iterable[PlannedChange]:
    for each in promoted:
        yield PlannedChange(
            Verb.APPROVE,
            Subject.CANDIDATE,
            each.id,
            summary_of(each.text),
            was="candidate",
            becomes=Status.ACTIVE.value,
            because="verified",
        )


def _remarks(bands: BandPlan, pairs: PlannedPairs, meaning: Meaning) -> Iterable[Remark]:
    if bands.core_overflows:
        yield Remark(
            "P0 alone takes {lines} of {budget} hot lines: no job demotes a P0, shorten or lower some",
            {"lines": bands.core_lines, "budget": bands.hot_budget},
        )
    if bands.misplaced_core:
        ids = ", ".join(f"#{memory_id}" for memory_id in bands.misplaced_core)
        yield Remark("P0 in use that is not hot: {ids}; move it yourself, no job does", {"ids": ids})
    if meaning.none_because:
        yield Remark("pairs were not compared: {reason}", {"reason": meaning.none_because})
    for pair, error in pairs.found.failed:
        yield Remark(
            "#{left} and #{right} could not be compared: {cause}",
            {"left": pair.left.id, "right": pair.right.id, "cause": str(error)},
        )


def _leave(work: UnitOfWork, leaving: Sequence[Leaving], surroundings: Surroundings) -> int:
    """Let memories take their step; returns how many were left because they have changed since."""
    left = 0
    purging: list[Memory] = []
    for each in leaving:
        memory = _as_planned(work, each.memory_id, each.version)
        if memory is None or is_protected(memory, surroundings.rules):
            left += 1
        elif each.step is StepOut.ARCHIVE:
            _save(work, replace(memory, status=Status.ARCHIVED, band=Band.COLD), Verb.ARCHIVE)
        elif each.step is StepOut.TRASH:
            _bar(work, memory, surroundings)
            _save(work, replace(memory, status=Status.TRASHED), Verb.TRASH)
        else:
            purging.append(memory)
    purged = frozenset(work.jobs.purge([memory.id for memory in purging]))
    for memory in purging:
        if memory.id in purged:
            _bar(work, memory, surroundings)
            work.record(Verb.PURGE, Subject.MEMORY, memory.id)
    return left + len(purging) - len(purged)


def _move(work: UnitOfWork, bands: BandPlan) -> int:
    left = 0
    for move in bands.moves:
        memory = _as_planned(work, move.memory_id, move.version)
        if memory is None or memory.band is not move.before:
            left += 1
        else:
            _save(work, replace(memory, band=move.after), Verb.MOVE)
    return left


def _as_planned(work: UnitOfWork, memory_id: int, version: int) -> Memory | None:
    """Return a memory that is as it was when the plan was made; None where it changed or is gone."""
    try:
        memory = work.memory(memory_id)
    except NotFound:
        return None
    return memory if memory.version == version else None


def _save(work: UnitOfWork, memory: Memory, verb: Verb) -> None:
    saved = work.save_memory(memory)
    work.record(verb, Subject.MEMORY, saved.id, summary=summary_of(saved.text))


def _bar(work: UnitOfWork, memory: Memory, surroundings: Surroundings) -> None:
    """See that a tombstone stands against the text of a memory that leaves."""
    if work.tombstone(memory.content_hash) is None:
        work.add_tombstone(Tombstone(memory.content_hash, "deleted", surroundings.now, memory_id=memory.id))
