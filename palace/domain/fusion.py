"""How words and meaning are joined into one order of hits, each with its reasons.

    score = similarity + coverage_weight * coverage + alike_weight * (reach - coverage)
            + reading_weight * reading + dated_weight * dated + weight and scene as a gentle factor

Rank fusion hurts where a question shares no word with its answer, so the words count by how much of the
question they explain. What only stands for a word of the question (a synonym in another language, what sounds
or is spelled alike) counts more than the word itself, since meaning sees the word already and not that. A
phrase that stands in a memory word for word is never buried.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from palace.domain.match_confidence import Evidence, match_confidence
from palace.domain.rules import SearchRules

ALONE, ALIKE_ALONE = 0.6, 0.4
"""What all words of a question give, and what stands for them, where there is no similarity."""

MIDDLE = slice(5, 25)
"""The ranks against which a hit stands out."""


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of one memory before the lists are joined.

    `similarity` is calibrated, 0 to 1, None without a vector; `coverage` is the idf-weighted share of
    the question's words in it, `reach` the share that it has something for, `alike` what that is beside the
    words themselves; `reading` is how much of the question is in it word by word (None: not read closely),
    `answering` where, `answers` the higher, the less of what is asked it lacks; `dated` is how far it is of
    the time that the question names: 1 where it tells of that time or holds then, less where it was recorded
    then; `weight` is its weight now; `in_scene` whether an active scene is its own.
    """

    memory_id: int
    similarity: float | None
    coverage: float
    words: tuple[str, ...]
    exact: bool
    weight: float
    confidence: float
    in_scene: bool = False
    reach: float = 0.0
    alike: tuple[str, ...] = ()
    reading: float | None = None
    answering: tuple[tuple[int, int], ...] = ()
    dated: float = 0.0
    answers: float = 0.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """One hit in its place, with its score, its ranks in both lists (1 is first) and whether it is weak.

    `match_confidence` is how sure it is that it answers the question, None where meaning took no part, and
    `ahead` how far its score stands above that of the hits of middle rank.
    """

    found: Found
    score: float
    weak: bool
    lexical_rank: int | None
    semantic_rank: int | None
    match_confidence: float | None = None
    ahead: float = 0.0


def score_of(found: Found, rules: SearchRules) -> float:
    """Return the score by which hits are ordered."""
    score = _words_score(found, rules)
    if found.similarity is not None:
        score += found.similarity + rules.reading_weight * max(0.0, found.reading or 0.0)
    if found.exact:
        score += exact_phrase_bonus(rules)
    score += rules.dated_weight * found.dated
    return score + rules.weight_influence * found.weight + rules.scene_influence * found.in_scene


def _words_score(found: Found, rules: SearchRules) -> float:
    """Return what the words give; where meaning is silent they are all there is."""
    alike = max(0.0, found.reach - found.coverage)
    if found.similarity is None:
        return ALONE * found.coverage + ALIKE_ALONE * alike
    return rules.coverage_weight * found.coverage + rules.alike_weight * alike


def exact_phrase_bonus(rules: SearchRules) -> float:
    """Return what lifts a memory that holds the whole question above all that only resemble it.

    It is more than everything else together can give, whatever the rules are set to.
    """
    words = max(rules.coverage_weight, rules.alike_weight, ALONE)
    gentle = rules.dated_weight + rules.weight_influence + rules.scene_influence
    return 1.01 + words + rules.reading_weight + gentle


def is_weak(
    found: Found, confidence: float | None, rules: SearchRules, *, says_something: bool = True
) -> bool:
    """Whether a hit is no match: neither surely an answer nor holding enough of the words.

    Without any word of the question, however far ahead of all others, a hit is none that is near in no way,
    and none at all where the question says nothing: to letters by chance something is always near.
    """
    alike = max(found.similarity or 0.0, found.reading or 0.0) >= rules.least_near
    near = found.reach > 0 or (says_something and alike)
    sure = near and confidence is not None and confidence >= rules.match_confidence
    worded = found.exact or found.coverage >= rules.matching_coverage
    return not (sure or worded)


def fuse(
    found: Iterable[Found], rules: SearchRules, limit: int, *, says_something: bool = True
) -> list[Ranked]:
    """Return the best hits, best first; equal scores are ordered by confidence, then by id.

    `says_something` is whether any word of the question can mean something.
    """
    everything = list(found)
    lexical = _ranks([hit for hit in everything if hit.words], lambda hit: hit.coverage)
    semantic = _ranks(
        [hit for hit in everything if hit.similarity is not None], lambda hit: hit.similarity or 0.0
    )
    scored = [(score_of(hit, rules), hit) for hit in everything]
    scored.sort(key=lambda each: (-round(each[0], 9), -each[1].confidence, each[1].memory_id))
    middle = _middle([score - exact_phrase_bonus(rules) * hit.exact for score, hit in scored])
    ranked: list[Ranked] = []
    for score, hit in scored[: max(0, limit)]:
        ahead = score - exact_phrase_bonus(rules) * hit.exact - middle
        confidence = None if hit.similarity is None else match_confidence(_evidence(hit, ahead))
        ranked.append(
            Ranked(
                found=hit,
                score=score,
                weak=is_weak(hit, confidence, rules, says_something=says_something),
                lexical_rank=lexical.get(hit.memory_id),
                semantic_rank=semantic.get(hit.memory_id),
                match_confidence=confidence,
                ahead=ahead,
            )
        )
    return ranked


def _middle(scores: Sequence[float]) -> float:
    """Return the mean score of the hits of middle rank; the mean of all where there are too few."""
    some = scores[MIDDLE] or scores
    return sum(some) / len(some) if some else 0.0


def evidence_of(ranked: Ranked) -> Evidence:
    """Return what the match confidence of a hit follows from."""
    return _evidence(ranked.found, ranked.ahead)


def _evidence(hit: Found, ahead: float) -> Evidence:
    return Evidence(hit.similarity or 0.0, hit.reading, hit.answers, hit.reach, hit.exact, ahead)


def _ranks(hits: Sequence[Found], value: Callable[[Found], float]) -> dict[int, int]:
    best_first = sorted(hits, key=lambda hit: (-value(hit), hit.memory_id))
    return {hit.memory_id: rank for rank, hit in enumerate(best_first, start=1)}
