"""A palace of any size whose memories read like what people keep: statements with real words, in Chinese or
in English, filled from the patterns of models/sample.

A memory is one to three statements on anything, every third with a date, a ticket or an amount. Its vector
is the mean of those of its statements as the model reads them, blurred: what shares a statement is near.
Among the oldest are the P0 of the labelled newcomers, as many as fill a hot band.
"""

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path

import numpy as np
from generated import START, save_in_one_act
from scan import Floats

from palace.domain.memory import Memory, Source
from palace.domain.vocabulary import Band, Kind, Priority, SourceKind, Wing
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.geometry import vector_of
from palace.storage.palace_file import PalaceFile

sys.path.insert(0, str(Path(__file__).parent.parent / "models"))

from recipe.sample import LANGUAGES, make_sample

SAVED_AT_ONCE = 5_000
CORES = 60
"""So many P0 a palace has: about as many lines as its hot band holds."""

BLUR = 0.5
"""How far a vector lies from the mean of its statements, in standard deviations of each number."""


@dataclass(frozen=True, slots=True)
class Told:
    """A text and which statements of its language stand in it."""

    text: str
    language: str
    statements: tuple[int, ...]


def texts_told(how_many: int, per_pattern: int, seed: int = 11) -> Iterator[Told]:
    """Yield so many texts, no two with the same words."""
    dice = random.Random(seed)
    known = make_sample(per_pattern=per_pattern).statements
    seen: set[str] = set()
    while len(seen) < how_many:
        language = dice.choice(LANGUAGES)
        chosen = tuple(dice.sample(range(len(known[language])), dice.choices((1, 2, 3), (2, 5, 3))[0]))
        text = _joined([known[language][place] for place in chosen], language == "zh")
        if dice.random() < 1 / 3 or text in seen:
            text += _detail(dice, language == "zh")
        if text not in seen:
            seen.add(text)
            yield Told(text, language, chosen)


def _joined(statements: list[str], chinese: bool) -> str:
    end = "。" if chinese else "."
    whole = [one if one[-1] in "。.!?！？" else one + end for one in statements]
    return ("" if chinese else " ").join(whole)


def _detail(dice: random.Random, chinese: bool) -> str:
    day = (START + timedelta(days=dice.randint(0, 700))).date()
    amount, ticket = dice.randint(2, 900), f"{dice.choice(('OPS', 'WEB', 'ACC'))}-{dice.randint(10, 9999)}"
    if chinese:
        return dice.choice((f"（{ticket}）", f"截止{day.month}月{day.day}日。", f"预算{amount}元。"))
    return dice.choice((f" ({ticket})", f" Due on {day:%d %B}.", f" The budget is {amount} euros."))


def told_palace(
    path: Path, how_many: int, encoder: OnnxEncoder, per_pattern: int
) -> tuple[PalaceFile, Floats]:
    """Make a palace of so many told memories; returns it with a vector for each, oldest first."""
    numbers = count()
    palace = PalaceFile.create(path, clock=lambda: START, new_uid=lambda: f"group-{next(numbers)}")
    wings, bands, kinds = list(Wing), list(Band), list(Kind)
    made = list(texts_told(how_many - CORES, per_pattern))
    cores = _core_texts()
    batch: list[Memory] = []
    for number, text in enumerate([*cores, *(told.text for told in made)]):
        batch.append(
            Memory(
                id=0,
                uid=f"told-{number}",
                text=text,
                wing=wings[number // 2 % 6],
                recorded_at=START + timedelta(minutes=number),
                band=bands[number // 12 % 3],
                priority=Priority.P0 if number < CORES else Priority.P2 if number % 50 else Priority.P1,
                kind=kinds[number % 10],
                source=Source(SourceKind.AGENT, 0.4, origin=f"memory/{number % 300}.md:{number % 90}"),
            )
        )
        if len(batch) == SAVED_AT_ONCE:
            save_in_one_act(palace, batch)
            batch = []
    save_in_one_act(palace, batch)
    return palace, np.concatenate([_read(cores, encoder), _vectors(made, encoder, per_pattern)])


def _core_texts() -> list[str]:
    labelled = Path(__file__).parent.parent / "tests" / "cases" / "p0-own.jsonl"
    rows = map(json.loads, labelled.read_text("utf-8").splitlines())
    return list(dict.fromkeys(row["p0"] for row in rows))[:CORES]


def _read(texts: list[str], encoder: OnnxEncoder) -> Floats:
    made: Floats = np.stack([vector_of(one.vector) for one in encoder.embed_passages(texts)])
    return made


def _vectors(made: list[Told], encoder: OnnxEncoder, per_pattern: int) -> Floats:
    read = {
        language: _read(statements, encoder)
        for language, statements in make_sample(per_pattern=per_pattern).statements.items()
    }
    means = np.stack([read[told.language][list(told.statements)].mean(axis=0) for told in made])
    dice = np.random.default_rng(5)
    for start in range(0, len(means), SAVED_AT_ONCE):
        part = means[start : start + SAVED_AT_ONCE]
        part += dice.standard_normal(part.shape, np.float32) * part.std(axis=0) * BLUR
    vectors: Floats = means / np.linalg.norm(means, axis=1, keepdims=True)
    return vectors
