"""How words and meaning are joined into one order of hits, each with its reasons.

    score = similarity + coverage_weight * coverage^2 + weight and scene as a gentle factor

Rank fusion hurts where a question shares no word with its answer, so the words count by how much of the
question they explain. A phrase that stands in a memory word for word is never buried.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from palace.domain.rules import SearchRules, SimilarityRules


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of one memory before the lists are joined.

    `similarity` is calibrated, 0 to 1, None without a vector; `coverage` is the idf-weighted share of
    the question's words in it; `weight` is its weight now; `in_scene` whether an active scene is its own.
    """

    memory_id: int
    similarity: float | None
    coverage: float
    words: tuple[str, ...]
    exact: bool
    weight: float
    confidence: float
    in_scene: bool = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """One hit in its place, with its score, its ranks in both lists (1 is first) and whether it is weak."""

    found: Found
    score: float
    weak: bool
    lexical_rank: int | None
    semantic_rank: int | None


def score_of(found: Found, rules: SearchRules) -> float:
    """Return the score by which hits are ordered."""
    score = (found.similarity or 0.0) + rules.coverage_weight * found.coverage**2
    if found.exact:
        score += exact_phrase_bonus(rules)
    return score + rules.weight_influence * found.weight + rules.scene_influence * found.in_scene


def exact_phrase_bonus(rules: SearchRules) -> float:
    """Return what lifts a memory that holds the whole question above all that only resemble it.

    It is more than everything else together can give, whatever the rules are set to.
    """
    return 1.01 + rules.coverage_weight + rules.weight_influence + rules.scene_influence


def is_weak(found: Found, similarity: SimilarityRules, rules: SearchRules) -> bool:
    """Whether a hit is no match: neither near enough in meaning nor holding enough of the words."""
    near = found.similarity is not None and found.similarity >= similarity.worth_showing
    worded = found.exact or found.coverage >= rules.matching_coverage
    return not (near or worded)


def fuse(found: Iterable[Found], similarity: SimilarityRules, rules: SearchRules, limit: int) -> list[Ranked]:
    """Return the best hits, best first; equal scores are ordered by confidence, then by id."""
    everything = list(found)
    lexical = _ranks([hit for hit in everything if hit.words], lambda hit: hit.coverage)
    semantic = _ranks(
        [hit for hit in everything if hit.similarity is not None], lambda hit: hit.similarity or 0.0
    )
    ranked = [
        Ranked(
            found=hit,
            score=score_of(hit, rules),
            weak=is_weak(hit, similarity, rules),
            lexical_rank=lexical.get(hit.memory_id),
            semantic_rank=semantic.get(hit.memory_id),
        )
        for hit in everything
    ]
    ranked.sort(key=lambda hit: (-round(hit.score, 9), -hit.found.confidence, hit.found.memory_id))
    return ranked[: max(0, limit)]


def _ranks(hits: Sequence[Found], value: Callable[[Found], float]) -> dict[int, int]:
    best_first = sorted(hits, key=lambda hit: (-value(hit), hit.memory_id))
    return {hit.memory_id: rank for rank, hit in enumerate(best_first, start=1)}
