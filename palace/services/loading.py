"""What an agent should load: what is hot, what its scene warms, what answers it, within a budget."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from palace.domain.bands import always_hot, band_after_hit, lines_of
from palace.domain.errors import NotFound, PalaceError
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band, Priority, Status
from palace.domain.weight import weigh
from palace.services.ports import Palace, UnitOfWork
from palace.services.surroundings import Surroundings
from palace.text.masking import summary_of
from palace.text.token_estimate import estimated_tokens

TOKENS = 4_000
"""So many tokens an agent's context gives to memories where nothing else is said."""

TOKENS_OF_A_FRAME = 6
"""What the number and the marks before each memory take."""


class LoadedAs(StrEnum):
    """Why a memory is in the context, in the order in which they are loaded."""

    HOT = "hot"
    SCENE = "scene"
    QUERY = "query"


@dataclass(frozen=True, slots=True)
class Loaded:
    """One memory in the context, why it is there, and about how many tokens it takes."""

    memory: Memory
    loaded_as: LoadedAs
    tokens: int


@dataclass(frozen=True, slots=True)
class Context:
    """What is loaded, in order, and what found no room, by its ids.

    `lines` are the rendered lines of what is hot, `tokens` an estimate for all of it.
    """

    scenes: tuple[str, ...]
    loaded: tuple[Loaded, ...]
    left_out: tuple[int, ...]
    lines: int
    tokens: int
    budget: int


def context_for(
    palace: Palace,
    surroundings: Surroundings,
    scenes: Sequence[str],
    found: Sequence[Memory],
    budget: int = TOKENS,
) -> Context:
    """Return what to load for some scenes, `found` being what answers the question, best first.

    What is hot comes first (P0 before all, and no more lines than the hot band holds), then what answers the
    question, then what the scenes warm, heaviest first; they are told as hot, scene, question. Nothing is
    cut: what does not fit is left out by name, and what is smaller may still come in.
    """
    bands = surroundings.rules.bands
    hot = _hot(palace, surroundings)
    warm = _warm(palace, surroundings, scenes)
    loaded: dict[int, Loaded] = {}
    left: list[int] = []
    lines = tokens = 0
    for loaded_as, memories in ((LoadedAs.HOT, hot), (LoadedAs.QUERY, found), (LoadedAs.SCENE, warm)):
        for memory in memories:
            if memory.id in loaded or memory.id in left:
                continue
            needed = tokens_of(memory)
            its_lines = lines_of(memory) if loaded_as is LoadedAs.HOT else 0
            if tokens + needed > budget or lines + its_lines > bands.hot_lines:
                left.append(memory.id)
                continue
            tokens, lines = tokens + needed, lines + its_lines
            loaded[memory.id] = Loaded(memory, loaded_as, needed)
    order = list(LoadedAs)
    shown = sorted(loaded.values(), key=lambda each: order.index(each.loaded_as))
    return Context(tuple(scenes), tuple(shown), tuple(left), lines, tokens, budget)


def tokens_of(memory: Memory) -> int:
    """Return about how many tokens a memory takes with its binding."""
    binding = memory.binding
    return TOKENS_OF_A_FRAME + sum(
        estimated_tokens(part) for part in (memory.text, binding.when, binding.do, binding.unless)
    )


def _hot(palace: Palace, surroundings: Surroundings) -> list[Memory]:
    wanted = Filters(bands=frozenset({Band.HOT}), statuses=frozenset({Status.ACTIVE}), current=True)
    memories = _by_weight(palace, wanted, surroundings)
    return sorted(memories, key=lambda memory: (memory.priority is not Priority.P0, not always_hot(memory)))


def _warm(palace: Palace, surroundings: Surroundings, scenes: Sequence[str]) -> list[Memory]:
    if not scenes:
        return []
    wanted = Filters(
        bands=frozenset({Band.WARM}),
        statuses=frozenset({Status.ACTIVE}),
        scenes=frozenset(scenes),
        current=True,
    )
    return _by_weight(palace, wanted, surroundings)


def _by_weight(palace: Palace, wanted: Filters, surroundings: Surroundings) -> list[Memory]:
    now, rules = surroundings.now, surroundings.rules
    weights = {each.id: weigh(each, each.citations, now, rules).value for each in palace.weighings(wanted)}
    ids = sorted(weights, key=lambda memory_id: (-weights[memory_id], memory_id))
    return [memory for memory in palace.memories(ids) if memory.retired_at is None]


def record_loads(palace: Palace, memory_ids: Iterable[int], surroundings: Surroundings, actor: Actor) -> int:
    """Count that memories were put in context; returns how many. One that is gone by now is left out."""
    count = 0
    with palace.unit_of_work(actor) as work:
        for memory_id in memory_ids:
            try:
                work.count_use(memory_id, hit=False, at=surroundings.now)
            except NotFound:
                continue
            count += 1
    return count


@dataclass(frozen=True, slots=True)
class Used:
    """A memory that was used, as it stands now, and whether that warmed it up."""

    memory: Memory
    warmed: bool


def record_hits(
    palace: Palace, memory_ids: Sequence[int], surroundings: Surroundings, actor: Actor
) -> tuple[list[Used], list[tuple[int, PalaceError]]]:
    """Count that memories were used: a cold one warms up. Returns them, and those that failed."""
    used: list[Used] = []
    failed: list[tuple[int, PalaceError]] = []
    with palace.unit_of_work(actor) as work:
        for memory_id in memory_ids:
            try:
                with work.attempt():
                    used.append(_use(work, memory_id, surroundings))
            except PalaceError as error:
                failed.append((memory_id, error))
    return used, failed


def _use(work: UnitOfWork, memory_id: int, surroundings: Surroundings) -> Used:
    memory = work.memory(memory_id)
    if memory.status is Status.TRASHED:
        raise NotFound(
            "memory #{id} is in the trash, and nothing uses it from there",
            next_step="palace undo, or restore it in the app",
            id=memory_id,
        )
    work.count_use(memory_id, hit=True, at=surroundings.now)
    band = band_after_hit(memory.band)
    in_use = memory.status is not Status.ARCHIVED and memory.retired_at is None and not memory.pinned
    warmed = band is not memory.band and in_use and memory.priority is not Priority.P0
    if warmed:
        saved = work.save_memory(replace(memory, band=band))
        work.record(Verb.MOVE, Subject.MEMORY, saved.id, summary=summary_of(saved.text))
    return Used(work.memory(memory_id), warmed)


def scenes_at_work(palace: Palace, named: Iterable[str] = ()) -> frozenset[str]:
    """Return the scenes that were named, else the one that is switched on; empty where there is neither."""
    return frozenset(named) or frozenset(filter(None, [palace.jobs.active_scene()]))


def switch_scene(palace: Palace, scene: str, actor: Actor) -> str:
    """Let a scene be the active one (an empty text: none); returns the one that was before."""
    before = palace.jobs.active_scene()
    if before != scene:
        with palace.unit_of_work(actor) as work:
            work.jobs.switch_scene(scene)
    return before
