"""Learns from questions how memories are read for them: which one answers, and whether any does.

`models/questions/clusters.jsonl` holds one matter a line: `memories` that speak of it, for each of them the
`questions` that it answers, and `unanswered` ones that none of them answers although they speak of the same
person or thing. So what a text is about does not help, only what it says of it. Both ways of looking begin
with what was learned on pairs of texts and are kept near to that. Needs jax (`pip install '.[model]'`).
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from palace.embedding.close_reading import MOST_TELLING, SHARPNESS, Sight

Floats = NDArray[np.float32]
Pieces = Callable[[str], Floats]
Parameters = dict[str, jax.Array]

CLUSTERS = Path(__file__).parents[1] / "models" / "questions" / "clusters.jsonl"

ASKED_PIECES, MEMORY_PIECES = 20, 40
"""So many pieces of a text are learned from; longer ones are cut."""

TEMPERATURE, SEED = 0.05, 0
FIRST_MOMENT, SECOND_MOMENT, TELLING_PACE = 0.9, 0.99, 10
BEGIN_SCALE, BEGIN_BIAS = 2.3, -3.0
"""Of what a question is answered by, as a logistic function begins: e^scale * value + bias."""

UNANSWERED_COUNTS = 1.5


@dataclass(frozen=True, slots=True)
class Lesson:
    """How one of the two is learned: steps, pace, how near it is kept to its beginning, clusters at once.

    `ordering` is how much it counts that what answers stands before all others, `answering` how much that
    what is answered is told from what is not.
    """

    steps: int
    pace: float
    kept: float
    clusters: int
    ordering: float
    answering: float
    soft: bool


ORDER = Lesson(steps=160, pace=7e-4, kept=1e-3, clusters=6, ordering=1.0, answering=0.2, soft=False)
ANSWER = Lesson(steps=150, pace=1e-3, kept=2e-4, clusters=8, ordering=0.1, answering=1.0, soft=True)


@dataclass(frozen=True, slots=True)
class _Batch:
    asked: Floats
    asked_there: NDArray[np.bool_]
    memories: Floats
    memories_there: NDArray[np.bool_]
    right: NDArray[np.int64]
    answered: NDArray[np.bool_]


def clusters() -> list[dict[str, Any]]:
    """Return the clusters of the file."""
    return [json.loads(line) for line in CLUSTERS.read_text("utf-8").splitlines()]


def taught(lesson: Lesson, first: Sight, question: Pieces, memory: Pieces) -> Sight:
    """Return what is learned by a lesson that begins with `first`.

    `question` and `memory` return the comparable vectors of the pieces of a text.
    """
    drawn = np.random.default_rng(SEED)
    told = clusters()
    begin: Parameters = {"turn": jnp.asarray(first.turn), "telling": jnp.asarray(first.telling)}
    begin |= {"scale": jnp.array(BEGIN_SCALE), "bias": jnp.array(BEGIN_BIAS)}
    steepest = jax.jit(jax.value_and_grad(lambda now, batch: _loss(lesson, begin, now, batch)))
    now, moments = begin, [jax.tree.map(jnp.zeros_like, begin) for _ in range(2)]
    for step in range(1, lesson.steps + 1):
        chosen = [told[place] for place in drawn.choice(len(told), lesson.clusters, replace=False)]
        batch = _batch(chosen, question, memory, lesson.clusters)
        loss, slope = steepest(now, _fields(batch))
        now = _moved(lesson, now, moments, slope, step)
        if step % 40 == 0:
            print(f"step {step}: loss {float(loss):.3f}")
    return Sight(np.asarray(now["turn"]), np.asarray(now["telling"]))


def _moved(
    lesson: Lesson, now: Parameters, moments: list[Parameters], slope: Parameters, step: int
) -> Parameters:
    """Return the parameters after one step of Adam; `moments` are brought up to date."""
    pace = lesson.pace * (1 - step / (lesson.steps + 1))
    found: Parameters = {}
    for name, value in now.items():
        moments[0][name] = FIRST_MOMENT * moments[0][name] + (1 - FIRST_MOMENT) * slope[name]
        moments[1][name] = SECOND_MOMENT * moments[1][name] + (1 - SECOND_MOMENT) * slope[name] ** 2
        ahead = moments[0][name] / (1 - FIRST_MOMENT**step)
        size = jnp.sqrt(moments[1][name] / (1 - SECOND_MOMENT**step))
        found[name] = value - pace * (1 if name == "turn" else TELLING_PACE) * ahead / (size + 1e-8)
    return found


def _loss(lesson: Lesson, begin: Parameters, now: Parameters, batch: dict[str, Any]) -> jax.Array:
    values = jnp.where(batch["memories_there"].any(1)[None, :], _values(lesson, now, batch), -2.0)
    answered = batch["answered"]
    own = values[jnp.arange(len(values)), batch["right"]]
    chances = jax.nn.log_softmax(values / TEMPERATURE, 1)[jnp.arange(len(values)), batch["right"]]
    ordering = -jnp.where(answered, chances, 0.0).sum() / answered.sum()
    sure = jnp.where(answered, own, values.max(1)) * jnp.exp(now["scale"]) + now["bias"]
    answering = jnp.where(answered, jax.nn.softplus(-sure), UNANSWERED_COUNTS * jax.nn.softplus(sure)).mean()
    apart = ((now["turn"] - begin["turn"]) ** 2).sum() + 0.2 * (
        (now["telling"] - begin["telling"]) ** 2
    ).sum()
    loss: jax.Array = lesson.ordering * ordering + lesson.answering * answering + lesson.kept * apart
    return loss


def _values(lesson: Lesson, now: Parameters, batch: dict[str, Any]) -> jax.Array:
    """Return (questions, memories): the mean of the best cosines, or their soft minimum."""
    asked, memories = _unit(batch["asked"] @ now["turn"]), _unit(batch["memories"] @ now["turn"])
    cosines = jnp.einsum("iqd,jmd->ijqm", asked, memories)
    best = jnp.where(batch["memories_there"][None, :, None, :], cosines, -2.0).max(-1)
    telling = jnp.clip(batch["asked"] @ now["telling"], -MOST_TELLING, MOST_TELLING)
    strength = jax.nn.softmax(jnp.where(batch["asked_there"], telling, -30.0), -1)[:, None, :]
    if lesson.soft:
        return -jax.nn.logsumexp(-SHARPNESS * best + jnp.log(strength + 1e-9), -1) / SHARPNESS
    return (best * strength).sum(-1)


def _unit(vectors: jax.Array) -> jax.Array:
    return vectors * jax.lax.rsqrt((vectors * vectors).sum(-1, keepdims=True) + 1e-9)


def _batch(chosen: Sequence[dict[str, Any]], question: Pieces, memory: Pieces, count: int) -> _Batch:
    """Return the questions and memories of some clusters, padded so that all batches have one shape."""
    memories: list[str] = []
    asked: list[tuple[str, int, bool]] = []
    for cluster in chosen:
        first = len(memories)
        memories += cluster["memories"]
        asked += [
            (each, first + place, True) for place, some in enumerate(cluster["questions"]) for each in some
        ]
        asked += [(each, first, False) for each in cluster["unanswered"]]
    asked, memories = asked[: 16 * count], memories[: 5 * count]
    asked = [asked[place % len(asked)] for place in range(16 * count)]
    vectors, there = _padded([question(each[0]) for each in asked], ASKED_PIECES)
    pieces = [memory(each) for each in memories]
    empty = [np.zeros((0, vectors.shape[2]), np.float32)] * (5 * count - len(pieces))
    held, held_there = _padded([*pieces, *empty], MEMORY_PIECES)
    right = np.array([min(each[1], 5 * count - 1) for each in asked])
    return _Batch(vectors, there, held, held_there, right, np.array([each[2] for each in asked]))


def _fields(batch: _Batch) -> dict[str, Any]:
    return {name: getattr(batch, name) for name in _Batch.__dataclass_fields__}


def _padded(texts: Sequence[Floats], most: int) -> tuple[Floats, NDArray[np.bool_]]:
    found = np.zeros((len(texts), most, texts[0].shape[1]), np.float32)
    there = np.zeros((len(texts), most), np.bool_)
    for place, pieces in enumerate(texts):
        count = min(most, len(pieces))
        found[place, :count] = pieces[:count]
        there[place, :count] = True
    return found, there
