"""A generated palace of any size: mixed Chinese and English rows with words of known frequency."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory, Source
from palace.domain.vocabulary import Band, Kind, Priority, SourceKind, Wing
from palace.storage.palace_file import PalaceFile

START = datetime(2026, 1, 1, tzinfo=UTC)

TELLING = ("体检", "睡觉", "数据库", "猫", "docker", "kernel", "rollback", "coffee")
COMMON = ("user", "用户")
"""Words that stand in about half of all rows of their language."""

IN_HALF = "agent"
"""The word that stands in half of all rows where it is asked for."""

_HAN = "的一是在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么"
_SYLLABLES = [
    "ba",
    "ke",
    "lo",
    "mi",
    "ru",
    "ta",
    "ven",
    "dor",
    "sil",
    "pra",
    "con",
    "ter",
    "gen",
    "ob",
    "pli",
    "mar",
    "sto",
]


def vocabulary(dice: random.Random, chinese: bool, size: int = 4000) -> list[str]:
    """Return made-up words; the telling ones stand among the first thousand."""
    words = {
        "".join(dice.choices(_HAN, k=2))
        if chinese
        else "".join(dice.choices(_SYLLABLES, k=dice.randint(2, 4)))
        for _ in range(size)
    }
    ordered = sorted(words)
    dice.shuffle(ordered)
    for place, word in enumerate(word for word in TELLING if word.isascii() is not chinese):
        ordered.insert(60 * (place + 1), word)
    return ordered


def sentence(dice: random.Random, number: int, words: list[str]) -> str:
    """Return one statement of 8 to 40 words, the n-th word about as frequent as 1/n (Zipf)."""
    length = dice.randint(8, 40)
    chosen = [words[int(len(words) ** dice.random()) - 1] for _ in range(length)]
    if dice.random() < 0.5:
        chosen.insert(0, COMMON[number % 2])
    if dice.random() < 0.1:
        chosen.append(f" ticket-{dice.randint(0, 20_000)} ")
    return ("" if number % 2 else " ").join(chosen) + f" #{number}"


def memories(how_many: int, seed: int = 7, half: str = "") -> Iterator[Memory]:
    """Yield memories of every wing, band, kind and priority; the word `half` stands in half of them."""
    dice = random.Random(seed)
    wings, bands, kinds = list(Wing), list(Band), list(Kind)
    languages = (vocabulary(dice, chinese=False), vocabulary(dice, chinese=True))
    for number in range(how_many):
        yield Memory(
            id=0,
            uid=f"generated-{seed}-{number}",
            text=sentence(dice, number, languages[number % 2])
            + (f" {half}" if half and number % 4 < 2 else ""),
            wing=wings[number // 2 % 6],
            recorded_at=START + timedelta(minutes=number),
            band=bands[number // 12 % 3],
            priority=Priority.P2 if number % 50 else Priority.P1,
            kind=kinds[number % 10],
            scenes=("deploy",) if number % 7 == 0 else (),
            source=Source(SourceKind.AGENT, 0.4, origin=f"memory/{number % 300}.md:{number % 90}"),
        )


def generated_palace(path: Path, how_many: int, half: str = "") -> PalaceFile:
    """Make a palace of so many generated memories, in groups of 5,000; see `memories` for `half`."""
    numbers = count()
    palace = PalaceFile.create(path, clock=lambda: START, new_uid=lambda: f"group-{next(numbers)}")
    batch: list[Memory] = []
    for memory in memories(how_many, half=half):
        batch.append(memory)
        if len(batch) == 5000:
            save_in_one_act(palace, batch)
            batch.clear()
    save_in_one_act(palace, batch)
    return palace


def save_in_one_act(palace: PalaceFile, batch: list[Memory]) -> None:
    """Save memories that a person brought in together."""
    with palace.unit_of_work(Actor.PERSON) as work:
        for memory in batch:
            work.admit_new(memory.uid)
            work.save_memory(memory)
        work.record(Verb.IMPORT, Subject.PALACE, 0)
