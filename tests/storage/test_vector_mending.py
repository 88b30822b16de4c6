"""Damaged vectors and chunks: found by the doctor, made anew from what is sound, and no memory touched."""

from array import array
from collections.abc import Callable, Sequence
from math import inf, nan

import pytest

from palace.domain.memory import Memory
from palace.services.meaning_ports import Embedding
from palace.storage.palace_file import PalaceFile
from palace.storage.vector_mending import is_sound
from palace.storage.vectors import CHUNK_SLOTS
from tests.storage.test_vectors import MODEL, embed, slots

Saved = Callable[..., Memory]
VectorOf = Callable[[int], Embedding]


@pytest.fixture
def dimension(vector_of: VectorOf) -> int:
    return len(vector_of(1).scan)


@pytest.fixture
def scans_of(vector_of: VectorOf) -> Callable[[Sequence[bytes]], list[bytes]]:
    """Gives a stored vector the scan that it was made with."""
    known = {vector_of(number).vector: vector_of(number).scan for number in range(1, 2000)}
    return lambda vectors: [known[vector] for vector in vectors]


def faults(palace: PalaceFile) -> dict[str, str]:
    return {each.check: each.cure for each in palace.examine_file() if each.severity != "fine"}


def rows_of(palace: PalaceFile) -> list[object]:
    return palace._database.rows("SELECT * FROM memory ORDER BY id")


@pytest.mark.parametrize(
    ("vector", "dimension", "sound"),
    [
        (array("f", [0.5, -0.5]).tobytes(), 2, True),
        (array("f", [0.5, -0.5]).tobytes(), 3, False),
        (array("f", [0.5, nan]).tobytes(), 2, False),
        (array("f", [inf, -inf]).tobytes(), 2, False),
        (array("f", [0.0, 0.0]).tobytes(), 2, False),
        (b"", 0, False),
        ("text", 1, False),
        (None, 2, False),
    ],
)
def test_a_vector_is_sound_when_it_has_its_length_and_numbers_only(
    vector: object, dimension: int, sound: bool
) -> None:
    assert is_sound(vector, dimension) is sound


@pytest.mark.parametrize("damage", ["short", "long", "nan", "zero", "text"])
def test_a_vector_that_is_none_is_found_thrown_away_and_lacks_then(
    palace: PalaceFile,
    saved: Saved,
    vector_of: VectorOf,
    scans_of: Callable[[Sequence[bytes]], list[bytes]],
    dimension: int,
    damage: str,
) -> None:
    memories = [saved(palace, f"likes tea {number}") for number in range(3)]
    for number, memory in enumerate(memories, start=1):
        embed(palace, memory, vector_of(number))
    before = rows_of(palace)
    whole = vector_of(2).vector
    stored = {
        "short": whole[:-4],
        "long": whole + whole,
        "nan": array("f", [nan]).tobytes() + whole[4:],
        "zero": bytes(len(whole)),
        "text": "no vector",
    }[damage]
    palace._database.execute("UPDATE embedding SET vector = ? WHERE memory_id = ?", (stored, memories[1].id))
    assert faults(palace) == {"stored_vectors": "palace reindex"}
    assert palace.mend_vectors(MODEL, dimension, scans_of) == 1
    assert [memory.id for memory in palace.without_vector(MODEL, 5)] == [memories[1].id]
    assert {number: scan for number, (scan, _) in slots(palace.scan_chunks(MODEL)).items()} == {
        memories[0].id: vector_of(1).scan,
        memories[2].id: vector_of(3).scan,
    }
    embed(palace, memories[1], vector_of(2))
    assert faults(palace) == {}
    assert rows_of(palace) == before


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE vector_chunk SET ids = zeroblob(8)",
        "UPDATE vector_chunk SET codes = zeroblob(length(codes))",
        "UPDATE vector_chunk SET scans = x'01'",
        "DELETE FROM vector_chunk",
        "UPDATE embedding SET chunk = 7",
        "UPDATE embedding SET slot = 5000",
        "UPDATE embedding SET slot = 0",
    ],
)
def test_chunks_that_disagree_with_the_rows_are_found_and_made_anew(
    palace: PalaceFile,
    saved: Saved,
    vector_of: VectorOf,
    scans_of: Callable[[Sequence[bytes]], list[bytes]],
    dimension: int,
    damage: str,
) -> None:
    for number in range(1, 4):
        embed(palace, saved(palace, f"likes tea {number}"), vector_of(number))
    before, as_it_was = rows_of(palace), slots(palace.scan_chunks(MODEL))
    newest = palace.scan_chunks(MODEL).revision
    palace._database.execute(damage)
    assert faults(palace) == {"vector_chunks": "palace reindex"}
    assert palace.mend_vectors(MODEL, dimension, scans_of) == 0
    assert faults(palace) == {}
    assert slots(palace.scan_chunks(MODEL, newest)) == as_it_was, "whoever scanned it reads it again"
    assert rows_of(palace) == before


def test_chunks_that_are_no_more_are_read_as_empty(
    palace: PalaceFile,
    saved: Saved,
    vector_of: VectorOf,
    scans_of: Callable[[Sequence[bytes]], list[bytes]],
    dimension: int,
) -> None:
    for number in range(1, CHUNK_SLOTS + 3):
        embed(palace, saved(palace, f"note {number}"), vector_of(number))
    scanned = palace.scan_chunks(MODEL)
    assert len(scanned.chunks) == 2
    palace._database.execute("UPDATE embedding SET vector = x'00' WHERE memory_id > 10")
    assert palace.mend_vectors(MODEL, dimension, scans_of) == CHUNK_SLOTS + 2 - 10
    again = palace.scan_chunks(MODEL, scanned.revision)
    assert [(chunk.number, len(chunk.ids)) for chunk in again.chunks] == [(0, 8 * CHUNK_SLOTS), (1, 0)]
    assert sorted(slots(again)) == list(range(1, 11))
    embed(palace, palace.memories([11])[0], vector_of(11))
    assert 11 in slots(palace.scan_chunks(MODEL))
    assert faults(palace) == {}


def test_the_vectors_of_another_model_stay_as_they_are(
    palace: PalaceFile,
    saved: Saved,
    vector_of: VectorOf,
    scans_of: Callable[[Sequence[bytes]], list[bytes]],
    dimension: int,
) -> None:
    memory = saved(palace, "likes tea")
    embed(palace, memory, vector_of(1))
    embed(palace, memory, vector_of(2), "another")
    before = palace.scan_chunks("another")
    palace.mend_vectors(MODEL, dimension, scans_of)
    assert palace.scan_chunks("another") == before
