"""What is found by meaning follows every change of a palace at once, and never mixes two models."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palace.config.paths import bundled
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory
from palace.domain.vocabulary import Band, Kind, Layer, Priority, Status, Wing
from palace.embedding.encoder import OnnxEncoder, TextEmbedding
from palace.embedding.semantic_index import CHUNK_SLOTS, SemanticMemories
from palace.services.embedding import embed_missing
from palace.services.surroundings import Surroundings
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile

NONE = Filters()
BOILER = "The boiler in the cellar was repaired in March"
HEATING = "who repaired the heating"

Save = Callable[..., Memory]
Change = Callable[..., Memory]
Found = Callable[..., list[int]]


@pytest.fixture
def index(palace: PalaceFile, encoder: OnnxEncoder) -> SemanticMemories:
    return SemanticMemories(encoder, palace)


@pytest.fixture
def save(palace: PalaceFile, surroundings: Surroundings) -> Save:
    """Saves a memory of a text, with no vector yet."""

    def saved(text: str, **fields: Any) -> Memory:
        memory = Memory(0, surroundings.new_uid(), text, Wing.KNOWLEDGE, surroundings.now)
        with palace.unit_of_work(Actor.PERSON) as work:
            work.admit_new(memory.uid)
            stored = work.save_memory(replace(memory, **fields))
            work.record(Verb.ADD, Subject.MEMORY, stored.id)
        return stored

    return saved


@pytest.fixture
def change(palace: PalaceFile) -> Change:
    """Changes fields of a memory as one decision."""

    def changed(memory: Memory, **fields: Any) -> Memory:
        with palace.unit_of_work(Actor.PERSON) as work:
            stored = work.save_memory(replace(work.memory(memory.id), **fields))
            work.record(Verb.EDIT, Subject.MEMORY, memory.id)
        return stored

    return changed


@pytest.fixture
def found(index: SemanticMemories) -> Found:
    """Returns the ids of what is nearest to a question, of everything there is if no limit is given."""

    def ids(question: str = HEATING, filters: Filters = NONE, limit: int = 1000) -> list[int]:
        return [hit.memory_id for hit in index.nearest(question, filters, limit)]

    return ids


def test_a_memory_is_found_from_the_moment_it_has_a_vector(
    palace: PalaceFile, encoder: OnnxEncoder, save: Save, found: Found
):
    memory = save(BOILER)
    assert found() == []
    embed_missing(palace, encoder, Actor.JOB)
    assert found() == [memory.id]


def test_an_edited_memory_is_not_found_by_what_it_said_before(
    palace: PalaceFile,
    encoder: OnnxEncoder,
    save: Save,
    change: Change,
    found: Found,
    index: SemanticMemories,
):
    memory = save(BOILER)
    embed_missing(palace, encoder, Actor.JOB)
    changed = change(memory, text="奶奶的生日在八月")
    assert found() == []
    assert index.nearest(HEATING, NONE, 5, also=[memory.id]) == []
    embed_missing(palace, encoder, Actor.JOB)
    assert found("奶奶哪天过生日") == [memory.id]
    assert index.similar(changed.text, 1)[0].similarity == 1.0


def test_undoing_an_edit_brings_the_earlier_vector_back_at_once(
    palace: PalaceFile, encoder: OnnxEncoder, save: Save, change: Change, index: SemanticMemories
):
    memory = save(BOILER)
    embed_missing(palace, encoder, Actor.JOB)
    change(memory, text="奶奶的生日在八月")
    assert index.similar(BOILER, 1) == []
    undo(palace, Actor.PERSON)
    assert [(hit.memory_id, hit.similarity) for hit in index.similar(BOILER, 1)] == [(memory.id, 1.0)]
    assert embed_missing(palace, encoder, Actor.JOB) == 0


@pytest.mark.parametrize(
    "gone",
    [
        {"status": Status.TRASHED},
        {"retired_at": datetime(2026, 5, 1, tzinfo=UTC)},
        {"retired_at": datetime(2026, 5, 1, tzinfo=UTC), "status": Status.ARCHIVED, "band": Band.COLD},
    ],
    ids=["trashed", "retired", "superseded and archived"],
)
def test_what_is_gone_is_absent_at_once_and_back_at_once_when_undone(
    palace: PalaceFile,
    encoder: OnnxEncoder,
    save: Save,
    change: Change,
    found: Found,
    gone: dict[str, Any],
):
    kept, memory = save("The bakery opens at seven"), save(BOILER)
    embed_missing(palace, encoder, Actor.JOB)
    assert found() == [memory.id, kept.id]
    change(memory, **gone)
    assert found() == [kept.id]
    assert found(HEATING, Filters(statuses=frozenset(Status))) == [kept.id]
    undo(palace, Actor.PERSON)
    assert found() == [memory.id, kept.id]


def test_an_archived_memory_is_still_found(
    palace: PalaceFile, encoder: OnnxEncoder, save: Save, change: Change, found: Found
):
    memory = save(BOILER)
    embed_missing(palace, encoder, Actor.JOB)
    change(memory, status=Status.ARCHIVED, band=Band.COLD)
    assert found() == [memory.id]
    assert found(HEATING, Filters(statuses=frozenset({Status.ACTIVE}))) == []
    assert found(HEATING, Filters(statuses=frozenset({Status.ARCHIVED}))) == [memory.id]


def test_every_filter_lets_pass_what_the_palace_itself_says(
    palace: PalaceFile, encoder: OnnxEncoder, save: Save, found: Found
):
    wings, bands, kinds = list(Wing), list(Band), list(Kind)
    for number in range(24):
        save(
            f"note {number}",
            wing=wings[number % 6],
            band=bands[number % 3],
            kind=kinds[number % 10],
            priority=list(Priority)[number % 3],
            layer=list(Layer)[number % 4],
            status=(Status.ACTIVE, Status.NOTE, Status.ARCHIVED, Status.TRASHED)[number // 2 % 4],
            pinned=number % 5 == 0,
            scenes=("deploy",) if number % 4 == 1 else (),
            recorded_at=datetime(2026, 1 + number % 5, 10, tzinfo=UTC),
        )
    embed_missing(palace, encoder, Actor.JOB)
    searchable = {memory.id for memory in palace.memories(palace.memory_ids(NONE)) if memory.searchable}
    for filters in (
        NONE,
        Filters(wings=frozenset({Wing.SOCIAL, Wing.INTENT})),
        Filters(bands=frozenset({Band.COLD})),
        Filters(priorities=frozenset({Priority.P0})),
        Filters(kinds=frozenset({Kind.FAILURE, Kind.FACT})),
        Filters(layers=frozenset({Layer.SKILL})),
        Filters(statuses=frozenset({Status.NOTE})),
        Filters(statuses=frozenset({Status.TRASHED})),
        Filters(scenes=frozenset({"deploy"})),
        Filters(pinned=True),
        Filters(since=date(2026, 3, 1)),
        Filters(before=date(2026, 3, 1)),
        Filters(in_conflict=True),
        Filters(bands=frozenset({Band.WARM}), since=date(2026, 2, 1), before=date(2026, 5, 1)),
        Filters(wings=frozenset({Wing.IDENTITY}), bands=frozenset({Band.COLD})),
    ):
        assert set(found("note", filters)) == searchable & set(palace.memory_ids(filters)), filters


def test_vectors_of_another_model_are_never_compared(
    palace: PalaceFile, encoder: OnnxEncoder, index: SemanticMemories, save: Save, tmp_path: Path
):
    other = OnnxEncoder.load(renamed(encoder, tmp_path / "model", "another-model"))
    index_of_other = SemanticMemories(other, palace)
    memory = save(BOILER)
    embed_missing(palace, other, Actor.JOB)
    assert index.nearest(HEATING, NONE, 5, also=[memory.id]) == []
    assert index.similar(BOILER, 5) == []
    assert palace.other_models(encoder.model_id) == ["another-model"]
    assert [hit.memory_id for hit in index_of_other.similar(BOILER, 5)] == [memory.id]
    embed_missing(palace, encoder, Actor.JOB)
    assert [hit.memory_id for hit in index.similar(BOILER, 5)] == [memory.id]


def renamed(encoder: OnnxEncoder, folder: Path, model_id: str) -> Path:
    """Make a folder of the same model under another id."""
    shipped = bundled("models/multilingual-e5-small")
    folder.mkdir()
    for name in encoder.folder.files:
        (folder / name).symlink_to(shipped / name)
    description = (shipped / "model.toml").read_text("utf-8")
    assert encoder.model_id in description
    (folder / "model.toml").write_text(description.replace(encoder.model_id, model_id), "utf-8")
    return folder


def test_the_slot_of_a_purged_memory_belongs_to_the_next_one(
    palace: PalaceFile, encoder: OnnxEncoder, save: Save, found: Found
):
    first = save(BOILER)
    embed_missing(palace, encoder, Actor.JOB)
    assert found() == [first.id]
    undo(palace, Actor.PERSON)
    assert found() == []
    second = save("The heating is silent since the repair")
    embed_missing(palace, encoder, Actor.JOB)
    assert found() == [second.id]


def test_memories_are_found_in_every_chunk(
    palace: PalaceFile, encoder: OnnxEncoder, surroundings: Surroundings, found: Found
):
    dice = np.random.default_rng(1)
    wanted = encoder.embed_passages([BOILER])[0]
    places = {1, CHUNK_SLOTS - 1, CHUNK_SLOTS, CHUNK_SLOTS + 5}
    expected = set()
    with palace.unit_of_work(Actor.JOB) as work:
        for number in range(CHUNK_SLOTS + 6):
            uid = surroundings.new_uid()
            memory = work.save_memory(Memory(0, uid, f"row {number}", Wing.SOCIAL, surroundings.now))
            vector = dice.standard_normal(encoder.dimension).astype("<f4")
            scan = encoder.geometry.scan_of(encoder.geometry.passage.comparable(vector[None, :]))
            embedding = wanted if number in places else TextEmbedding(vector.tobytes(), scan.tobytes())
            work.save_embedding(memory.id, encoder.model_id, embedding, memory.content_hash)
            if number in places:
                expected.add(memory.id)
        work.record(Verb.IMPORT, Subject.PALACE, 0)
    assert set(found(HEATING, NONE, len(places))) == expected
    assert len(found(HEATING, NONE, 10_000)) == CHUNK_SLOTS + 6
