"""Vectors beside their memories: kept, marked, freed and handed out in chunks."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest

from palace.domain.errors import InvalidInput
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band, Kind, Layer, Priority, Status, Wing
from palace.services.meaning_ports import Embedding, ScanChunks
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile
from palace.storage.vector_codes import BOOKS, CODE_BYTES
from palace.storage.vectors import CHUNK_SLOTS

Saved = Callable[..., Memory]
VectorOf = Callable[[int], Embedding]
MODEL = "made"


class Vector(NamedTuple):
    vector: bytes
    scan: bytes


def embed(palace: PalaceFile, memory: Memory, embedding: Embedding, model: str = MODEL) -> None:
    with palace.unit_of_work(Actor.JOB) as work:
        work.save_embedding(memory.id, model, embedding, memory.content_hash)


def slots(scanned: ScanChunks) -> dict[int, tuple[bytes, bytes]]:
    """Return scan and codes of every memory that stands in a chunk."""
    found: dict[int, tuple[bytes, bytes]] = {}
    for chunk in scanned.chunks:
        for slot in range(len(chunk.ids) // 8):
            number = int.from_bytes(chunk.ids[slot * 8 : slot * 8 + 8], "little", signed=True)
            if number:
                assert number not in found
                scan = chunk.scans[slot * scanned.dimension : (slot + 1) * scanned.dimension]
                found[number] = (scan, chunk.codes[slot * CODE_BYTES : (slot + 1) * CODE_BYTES])
    return found


def change(palace: PalaceFile, memory: Memory) -> Memory:
    with palace.unit_of_work(Actor.PERSON) as work:
        stored = work.save_memory(replace(memory, version=work.memory(memory.id).version))
        work.record(Verb.EDIT, Subject.MEMORY, memory.id)
    return stored


def test_the_code_books_say_what_the_vocabulary_says() -> None:
    words = {"wing": Wing, "band": Band, "priority": Priority, "kind": Kind, "status": Status, "layer": Layer}
    assert {name: set(book) for name, book in BOOKS.items()} == {
        name: {str(word) for word in vocabulary} for name, vocabulary in words.items()
    }


def test_a_vector_comes_back_whole_with_its_scan_and_codes(
    palace: PalaceFile, saved: Saved, vector_of: VectorOf
) -> None:
    memory = saved(palace, "tea", wing=Wing.INTENT, band=Band.COLD, priority=Priority.P2, pinned=True)
    embed(palace, memory, vector_of(3))
    assert palace.raw_vectors(MODEL, [memory.id, 77]) == {memory.id: vector_of(3).vector}
    scanned = palace.scan_chunks(MODEL)
    assert scanned.dimension == 8
    assert slots(scanned) == {memory.id: (vector_of(3).scan, bytes((3, 5, 2, 2, 0, 0, 1, 0)))}


def test_codes_follow_every_change_and_its_undo(
    palace: PalaceFile, saved: Saved, vector_of: VectorOf
) -> None:
    memory = saved(palace, "tea")
    embed(palace, memory, vector_of(1))
    before = slots(palace.scan_chunks(MODEL))[memory.id][1]
    change(palace, replace(memory, band=Band.HOT, kind=Kind.SKILL))
    after = slots(palace.scan_chunks(MODEL))[memory.id][1]
    assert (after[2], after[4]) == (BOOKS["band"].index("hot"), BOOKS["kind"].index("skill"))
    undo(palace, Actor.PERSON)
    assert slots(palace.scan_chunks(MODEL))[memory.id][1] == before


@pytest.mark.parametrize("how", ["trash", "retire", "edit"])
def test_what_search_may_not_show_is_unusable_at_once_and_usable_again_on_undo(
    palace: PalaceFile, saved: Saved, vector_of: VectorOf, how: str
) -> None:
    memory = saved(palace, "tea")
    embed(palace, memory, vector_of(1))
    changed = {
        "trash": replace(memory, status=Status.TRASHED),
        "retire": replace(memory, retired_at=memory.recorded_at),
        "edit": replace(memory, text="coffee"),
    }[how]
    change(palace, changed)
    assert slots(palace.scan_chunks(MODEL))[memory.id][1][0] & 1 == 0
    undo(palace, Actor.PERSON)
    assert slots(palace.scan_chunks(MODEL))[memory.id][1][0] & 1 == 1
    assert palace.vector_coverage(MODEL) == (1, 1)


def test_a_vector_of_an_earlier_text_is_neither_given_nor_counted(
    palace: PalaceFile, saved: Saved, vector_of: VectorOf
) -> None:
    memory = saved(palace, "tea")
    embed(palace, memory, vector_of(1))
    change(palace, replace(memory, text="coffee"))
    assert palace.raw_vectors(MODEL, [memory.id]) == {}
    assert palace.vector_coverage(MODEL) == (0, 1)
    assert [row.text for row in palace.without_vector(MODEL, 5)] == ["coffee"]


def test_a_vector_that_comes_too_late_for_its_text_is_left_out(
    palace: PalaceFile, saved: Saved, vector_of: VectorOf
) -> None:
    memory = saved(palace, "tea")
    change(palace, replace(memory, text="coffee"))
    embed(palace, memory, vector_of(1))
    with palace.unit_of_work(Actor.JOB) as work:
        work.save_embedding(99, MODEL, vector_of(1), memory.content_hash)
    assert slots(palace.scan_chunks(MODEL)) == {}


def test_the_slot_of_a_removed_memory_is_used_again(
    palace: PalaceFile, saved: Saved, vector_of: VectorOf
) -> None:
    first = saved(palace, "tea")
    second = saved(palace, "coffee")
    embed(palace, first, vector_of(1))
    embed(palace, second, vector_of(2))
    undo(palace, Actor.PERSON)
    assert set(slots(palace.scan_chunks(MODEL))) == {first.id}
    redo(palace, Actor.PERSON)
    assert palace.without_vector(MODEL, 5) == palace.memories([second.id])
    third = saved(palace, "water")
    for memory in (third, *palace.memories([second.id])):
        embed(palace, memory, vector_of(memory.id))
    scanned = palace.scan_chunks(MODEL)
    assert set(slots(scanned)) == {first.id, second.id, third.id}
    assert sum(bool(any(scanned.chunks[0].ids[at : at + 8])) for at in range(0, 8 * CHUNK_SLOTS, 8)) == 3
    assert not any(scanned.chunks[0].ids[8 * 3 :])


def test_many_vectors_fill_one_chunk_after_the_other_and_only_changed_ones_are_read_again(
    palace: PalaceFile, saved: Saved, vector_of: VectorOf
) -> None:
    one = saved(palace, "memory")
    with palace.unit_of_work(Actor.JOB) as work:
        for number in range(CHUNK_SLOTS + 5):
            memory = work.save_memory(replace(one, id=0, uid=f"u{number}", text=f"memory {number}"))
            work.save_embedding(memory.id, MODEL, vector_of(number), memory.content_hash)
        work.record(Verb.IMPORT, Subject.PALACE, 0)
    scanned = palace.scan_chunks(MODEL)
    assert [chunk.number for chunk in scanned.chunks] == [0, 1]
    assert len(slots(scanned)) == CHUNK_SLOTS + 5
    assert palace.scan_chunks(MODEL, scanned.revision).chunks == ()
    last = palace.memories(palace.memory_ids(Filters()))[-1]
    change(palace, replace(last, band=Band.HOT))
    again = palace.scan_chunks(MODEL, scanned.revision)
    assert [chunk.number for chunk in again.chunks] == [1]
    assert again.revision > scanned.revision
    assert len(palace.raw_vectors(MODEL, palace.memory_ids(Filters()))) == CHUNK_SLOTS + 5


def test_models_do_not_mix(palace: PalaceFile, saved: Saved, vector_of: VectorOf) -> None:
    memory = saved(palace, "tea")
    embed(palace, memory, vector_of(1))
    embed(palace, memory, vector_of(2), model="other")
    assert palace.raw_vectors(MODEL, [memory.id]) == {memory.id: vector_of(1).vector}
    assert palace.raw_vectors("other", [memory.id]) == {memory.id: vector_of(2).vector}
    assert palace.other_models(MODEL) == ["other"]
    assert palace.vector_coverage("third") == (0, 1)


def test_a_vector_of_another_dimension_is_refused_by_name(
    palace: PalaceFile, saved: Saved, vector_of: VectorOf
) -> None:
    one, other = saved(palace, "tea"), saved(palace, "coffee")
    embed(palace, one, vector_of(1))
    longer = Vector(bytes(64), bytes(16))
    with pytest.raises(InvalidInput, match="made gave a vector of 16 numbers; its stored ones have 8"):
        embed(palace, other, longer)
    with pytest.raises(InvalidInput, match="does not belong"):
        embed(palace, other, Vector(bytes(3), bytes(8)))


def test_forgotten_vectors_are_gone_and_whoever_scans_notices(
    palace: PalaceFile, saved: Saved, vector_of: VectorOf
) -> None:
    memory = saved(palace, "tea")
    embed(palace, memory, vector_of(1))
    before = palace.scan_chunks(MODEL)
    palace.forget_vectors()
    assert palace.vector_coverage(MODEL) == (0, 1)
    assert palace.other_models("none") == []
    forgotten = palace.scan_chunks(MODEL, before.revision)
    assert [(chunk.number, chunk.ids) for chunk in forgotten.chunks] == [(0, b"")]
    assert all(finding.severity == "fine" for finding in palace.examine_file())
    embed(palace, memory, vector_of(2))
    again = palace.scan_chunks(MODEL, forgotten.revision)
    assert slots(again)[memory.id][0] == vector_of(2).scan


def test_the_doctor_finds_codes_ids_and_words_that_were_tampered_with(
    palace: PalaceFile, saved: Saved, vector_of: VectorOf
) -> None:
    memory = saved(palace, "likes tea")
    embed(palace, memory, vector_of(1))

    def faults() -> set[str]:
        return {finding.check for finding in palace.examine_file() if finding.severity != "fine"}

    assert faults() == set()
    palace._database.write_in_place("vector_chunk", "codes", 1, 1, b"\x04")
    assert faults() == {"vector_chunks"}
    palace.forget_vectors()
    palace._database.execute("DELETE FROM memory_text WHERE rowid = 1")
    assert faults() == {"words"}
    palace.rebuild_full_text()
    assert faults() == set()
    palace._database.execute("UPDATE memory_text SET body = 'coffee' WHERE rowid = 1")
    assert faults() == {"words"}
    assert palace.rebuild_full_text() == 1
    assert [hit.memory_id for hit in palace.find_words("tea", Filters(), 5)] == [1]
    palace._database.execute("UPDATE memory SET content_hash = 'x' WHERE id = 1")
    assert "hashes" in faults()


def test_a_broken_full_text_index_is_made_anew(palace: PalaceFile, saved: Saved) -> None:
    saved(palace, "likes tea")
    palace._database.execute("UPDATE memory_text_data SET block = x'00'")
    palace.rebuild_full_text()
    assert [hit.memory_id for hit in palace.find_words("tea", Filters(), 5)] == [1]
