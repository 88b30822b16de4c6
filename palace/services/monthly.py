"""The monthly job: all pairs anew, the P0 to be read again, and whether saved searches still find."""

from collections.abc import Iterable, Mapping, Sequence

from palace.domain.clock import age
from palace.domain.errors import PalaceError
from palace.domain.filters import Filters
from palace.domain.jobs import Job, JobOutcome
from palace.domain.memory import Memory
from palace.domain.saved_search import SavedSearch
from palace.domain.search_regression import Asked, Fall, falls
from palace.domain.vocabulary import Priority, Status
from palace.services.asking import ask, read_question
from palace.services.job_plans import JobPlan, Meaning
from palace.services.meaning_ports import SemanticIndex
from palace.services.planning_pairs import Progress, plan_pairs, settle_planned
from palace.services.ports import Palace
from palace.services.readings import Remark
from palace.services.surroundings import Surroundings
from palace.text.masking import summary_of

RUNS_LOOKED_AT = 24
"""Among so many earlier runs the last one is looked for that asked the saved searches."""

HITS_COMPARED = 10
"""So many of the first hits of each saved search are compared with those of the month before."""


def plan_monthly(
    palace: Palace,
    surroundings: Surroundings,
    meaning: Meaning,
    semantic: SemanticIndex | None,
    progress: Progress | None = None,
) -> JobPlan:
    """Return what the month would bring; changes nothing.

    The P0 that are listed are for a person to read: no job changes one.
    """
    pairs = plan_pairs(palace, surroundings, meaning, progress, every=True)
    core = _core(palace)
    asked = [_ask(palace, search, surroundings, semantic) for search in palace.searches.saved()]
    mode = "words" if semantic is None else "meaning"
    fallen = falls(_asked_before(palace, mode), asked, lambda memory_id: _is_live(palace, memory_id))
    remarks: list[Remark] = []
    if meaning.none_because:
        remarks.append(Remark("pairs were not compared: {reason}", {"reason": meaning.none_because}))
    remarks += _fallen_remarks(fallen)
    return JobPlan(
        job=Job.MONTHLY,
        changes=tuple(pairs.changes()),
        counts={
            "compared": pairs.found.compared,
            "pairs_judged": pairs.found.judged,
            "pairs_found": len(pairs.asking),
            "pairs_closed": len(pairs.closing),
            "p0_to_review": len(core),
            "searches": len(asked),
            "searches_fallen": len(fallen),
        },
        write=lambda work: settle_planned(work, palace, surroundings, pairs),
        remarks=tuple(remarks),
        report={
            "p0_review": [_core_json(memory, surroundings) for memory in core],
            "searched_by": mode,
            "searches": [
                {"name": each.name, "question": each.question, "found": list(each.found)} for each in asked
            ],
            "fallen": [
                {"name": each.name, "lost": list(each.lost), "before": each.before, "now": each.now}
                for each in fallen
            ],
        },
    )


def _core(palace: Palace) -> list[Memory]:
    """Return the P0 in use, those that were confirmed longest ago first."""
    wanted = Filters(priorities=frozenset({Priority.P0}), statuses=frozenset({Status.ACTIVE}))
    memories = palace.memories(palace.memory_ids(wanted))
    return sorted(memories, key=lambda memory: (memory.calibrated_at or memory.recorded_at, memory.id))


def _core_json(memory: Memory, surroundings: Surroundings) -> dict[str, object]:
    confirmed = memory.calibrated_at or memory.recorded_at
    return {
        "id": memory.id,
        "text": summary_of(memory.text),
        "days_since_confirmed": age(confirmed, surroundings.now).days,
        "hits": memory.hits,
    }


def _ask(
    palace: Palace, search: SavedSearch, surroundings: Surroundings, semantic: SemanticIndex | None
) -> Asked:
    try:
        query = read_question(search.question, surroundings)
        answer = ask(palace, query, surroundings, semantic, limit=HITS_COMPARED)
    except PalaceError:
        return Asked(search.name, search.question, ())
    return Asked(search.name, search.question, tuple(hit.memory.id for hit in answer.hits if not hit.weak))


def _asked_before(palace: Palace, mode: str) -> list[Asked]:
    """Return what the saved searches found in the last run that asked them in the same way."""
    for run in palace.jobs.runs(Job.MONTHLY, RUNS_LOOKED_AT):
        if run.outcome is JobOutcome.DONE and run.report.get("searched_by") == mode:
            return list(_asked_in(run.report))
    return []


def _asked_in(report: Mapping[str, object]) -> Iterable[Asked]:
    kept = report.get("searches")
    for each in kept if isinstance(kept, list) else ():
        if isinstance(each, dict) and isinstance(each.get("found"), list):
            found = tuple(number for number in each["found"] if isinstance(number, int))
            yield Asked(str(each.get("name", "")), str(each.get("question", "")), found)


def _is_live(palace: Palace, memory_id: int) -> bool:
    return any(memory.searchable for memory in palace.memories([memory_id]))


def _fallen_remarks(fallen: Sequence[Fall]) -> Iterable[Remark]:
    for each in fallen:
        lost = ", ".join(f"#{memory_id}" for memory_id in each.lost)
        yield Remark(
            "the search “{name}” no longer finds {lost}, which are still in the palace",
            {"name": each.name, "lost": lost},
        )
