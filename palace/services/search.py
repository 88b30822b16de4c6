"""Searching: words and meaning joined, every hit explained; words alone where no model is there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from time import perf_counter
from typing import Required, TypedDict

from palace.domain.clock import local_day
from palace.domain.filters import Filters, Query
from palace.domain.fusion import Found, Ranked, fuse
from palace.domain.memory import Memory
from palace.domain.rules import SearchRules
from palace.domain.weight import Weight
from palace.services.browsing import Order, listing, weights_of
from palace.services.meaning_ports import SemanticHit, SemanticIndex
from palace.services.ports import LexicalHit, Palace
from palace.services.surroundings import Surroundings
from palace.text.question_dates import AskedTime, asked_time, is_in, is_of

LONGEST_QUESTION = 2000
"""Of a longer question only the beginning is searched for: nobody waits for an answer to a whole file."""

LISTED = 100
"""How many hits of each list are joined, or twice as many as are asked for where that is more.

On the labelled questions 60, 100 and 200 give the same answers; each hit costs a tenth of a millisecond.
"""


RECORDED_THEN = 0.5
"""How far a memory is of a time in which it was only recorded."""


class Wanted(TypedDict, total=False):
    """What one may ask `search` for beside the question, as it takes it."""

    limit: Required[int]
    scenes: frozenset[str]
    closely: bool


class Mode(StrEnum):
    """Whether meaning took part in a search."""

    HYBRID = "hybrid"
    LEXICAL = "lexical"
    FILTERS = "filters"


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory that was found, with all that explains its place."""

    memory: Memory
    weight: Weight
    ranked: Ranked

    @property
    def weak(self) -> bool:
        """Whether it is offered although nothing is close."""
        return self.ranked.weak

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the question that stand in it."""
        return self.ranked.found.words

    @property
    def similarity(self) -> float | None:
        """Calibrated similarity, 0 to 1; None where no vector took part."""
        return self.ranked.found.similarity


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found. `close` hits come first; weak ones are only the nearest there are."""

    query: Query
    mode: Mode
    hits: tuple[Hit, ...]
    candidate_ids: tuple[int, ...]
    took_ms: float

    @property
    def nothing_close(self) -> bool:
        """Whether no hit may be called a match."""
        return all(hit.weak for hit in self.hits)


def search(
    palace: Palace,
    query: Query,
    surroundings: Surroundings,
    semantic: SemanticIndex | None,
    *,
    limit: int,
    scenes: frozenset[str] = frozenset(),
    closely: bool = True,
) -> Answer:
    """Return the memories that answer a question best, best first.

    Without `semantic` the words alone decide, and the answer says so. With `closely` the best of them are
    read word by word, which takes some hundred milliseconds the first time. Nothing is written.
    """
    started = perf_counter()
    query = replace(query, words=query.words[:LONGEST_QUESTION])
    if not query.words:
        hits = _by_filters(palace, query.filters, surroundings, limit)
        return Answer(query, Mode.FILTERS, hits, (), _milliseconds_since(started))
    listed = max(LISTED, 2 * limit)
    lexical = {hit.memory_id: hit for hit in palace.find_words(query.words, query.filters, listed)}
    near: Sequence[SemanticHit] = ()
    if semantic is not None:
        near = semantic.nearest(query.words, query.filters, listed, tuple(lexical))
    similarities = {hit.memory_id: hit.similarity for hit in near}
    memories = palace.memories([*dict.fromkeys([*lexical, *similarities])])
    weights = weights_of(palace, memories, surroundings)
    found = _found(memories, weights, lexical, similarities, scenes)
    by_id = {memory.id: memory for memory in memories}
    rules = surroundings.rules.search
    found = _dated(found, by_id, query.words, surroundings)
    if semantic is not None and closely:
        found = _read_closely(found, by_id, query.words, semantic, rules)
    hits = tuple(
        Hit(by_id[hit.found.memory_id], weights[hit.found.memory_id], hit)
        for hit in fuse(found, rules, limit, says_something=_may_mean_something(found, query.words))
    )
    candidates = tuple(palace.find_candidates(query.words, limit))
    mode = Mode.LEXICAL if semantic is None else Mode.HYBRID
    return Answer(query, mode, hits, candidates, _milliseconds_since(started))


def _may_mean_something(found: Sequence[Found], question: str) -> bool:
    """Whether a question says something; it does where any memory holds a word of it."""
    if any(hit.reach > 0 for hit in found):
        return True
    # Here and not above: it needs the dictionary, which takes longer to import than opening a palace.
    from palace.text.nonsense import says_something

    return says_something(question)


def _found(
    memories: Sequence[Memory],
    weights: Mapping[int, Weight],
    lexical: Mapping[int, LexicalHit],
    similarities: Mapping[int, float],
    scenes: frozenset[str],
) -> list[Found]:
    """Return what is known of each memory that may be found."""
    none = LexicalHit(memory_id=0, score=0.0, coverage=0.0, words=(), exact=False)
    found: list[Found] = []
    for memory in memories:
        if memory.searchable:
            words = lexical.get(memory.id, none)
            found.append(
                Found(
                    memory_id=memory.id,
                    similarity=similarities.get(memory.id),
                    coverage=words.coverage,
                    words=words.words,
                    exact=words.exact,
                    weight=weights[memory.id].value,
                    confidence=memory.confidence,
                    in_scene=not scenes.isdisjoint(memory.scenes),
                    reach=words.reach,
                    alike=words.alike,
                )
            )
    return found


def _dated(
    found: list[Found], memories: Mapping[int, Memory], question: str, surroundings: Surroundings
) -> list[Found]:
    """Return the same, the best of them with how far they are of the time that a question names."""
    asked = asked_time(question, local_day(surroundings.now, surroundings.zone))
    if not asked:
        return found
    rules = surroundings.rules.search
    best = {hit.found.memory_id for hit in fuse(found, rules, rules.read_closely)}
    return [
        replace(hit, dated=_how_dated(asked, memories[hit.memory_id], surroundings))
        if hit.memory_id in best
        else hit
        for hit in found
    ]


def _how_dated(asked: AskedTime, memory: Memory, surroundings: Surroundings) -> float:
    def is_then(instant: datetime | None) -> bool:
        return instant is not None and is_in(asked, local_day(instant, surroundings.zone))

    if is_of(asked, memory.text) or is_then(memory.valid_from):
        return 1.0
    return RECORDED_THEN if is_then(memory.recorded_at) else 0.0


def _read_closely(
    found: list[Found],
    memories: Mapping[int, Memory],
    question: str,
    semantic: SemanticIndex,
    rules: SearchRules,
) -> list[Found]:
    """Return the same with the best of them read word by word for the question."""
    best = [hit.found.memory_id for hit in fuse(found, rules, rules.read_closely)]
    readings = semantic.read_closely(question, [memories[memory_id].text for memory_id in best])
    read = dict(zip(best, readings, strict=False))
    return [
        replace(hit, reading=reading.value, answering=reading.answering, answers=reading.answers)
        if (reading := read.get(hit.memory_id)) is not None and hit.similarity is not None
        else hit
        for hit in found
    ]


def _by_filters(palace: Palace, filters: Filters, surroundings: Surroundings, limit: int) -> tuple[Hit, ...]:
    memories = _foremost(palace, filters, surroundings, limit)
    weights = weights_of(palace, memories, surroundings)
    return tuple(Hit(memory, weights[memory.id], _unasked(memory, weights[memory.id])) for memory in memories)


def _foremost(palace: Palace, filters: Filters, surroundings: Surroundings, limit: int) -> list[Memory]:
    """Return the heaviest memories that fit; superseded ones only where a status is asked for."""
    found: list[Memory] = []
    ids = listing(palace, filters, Order.WEIGHT, surroundings)
    while ids and len(found) < limit:
        some, ids = ids[:limit], ids[limit:]
        found += [memory for memory in palace.memories(some) if memory.searchable or filters.statuses]
    return found[: max(0, limit)]


def _unasked(memory: Memory, weight: Weight) -> Ranked:
    found = Found(
        memory_id=memory.id,
        similarity=None,
        coverage=0.0,
        words=(),
        exact=False,
        weight=weight.value,
        confidence=memory.confidence,
    )
    return Ranked(found, score=weight.value, weak=False, lexical_rank=None, semantic_rank=None)


def _milliseconds_since(started: float) -> float:
    return (perf_counter() - started) * 1000
