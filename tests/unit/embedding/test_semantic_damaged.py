"""Damaged vectors, chunks of another shape, another dimension: what is sound is found as before."""

from array import array
from collections.abc import Sequence
from dataclasses import replace
from math import nan

import numpy as np
import pytest

from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.errors import ModelDamaged
from palace.embedding.geometry import Vectors
from palace.embedding.semantic_index import SemanticMemories
from palace.services.embedding import embed_missing
from palace.storage.palace_file import PalaceFile
from tests.unit.embedding.test_semantic_following import BOILER, HEATING, Save, index, save

__all__ = ["index", "save"]

NONE = Filters()
OTHERS = ("Bread needs two rises", "白灼虾水开下锅，两分钟就捞")


@pytest.fixture
def memories(palace: PalaceFile, encoder: OnnxEncoder, save: Save) -> list[Memory]:
    saved = [save(text) for text in (BOILER, *OTHERS)]
    embed_missing(palace, encoder, Actor.JOB)
    return saved


def ids(index: SemanticMemories) -> list[int]:
    return [hit.memory_id for hit in index.nearest(HEATING, NONE, 10)]


@pytest.mark.parametrize("damage", ["short", "none at all", "nan"])
def test_a_damaged_vector_hides_its_memory_only(
    palace: PalaceFile, encoder: OnnxEncoder, index: SemanticMemories, memories: list[Memory], damage: str
):
    assert set(ids(index)) == {memory.id for memory in memories}
    stored = {
        "short": bytes(8),
        "none at all": b"",
        "nan": array("f", [nan] * encoder.dimension).tobytes(),
    }[damage]
    palace._database.execute("UPDATE embedding SET vector = ? WHERE memory_id = ?", (stored, memories[1].id))
    assert set(ids(index)) == {memories[0].id, memories[2].id}
    similar = index.similar(BOILER, 10, (memories[1].id,))
    assert similar[0].similarity == 1.0
    assert memories[1].id not in {hit.memory_id for hit in similar}
    near = index.alike([memory.id for memory in memories], NONE, 5)
    assert set(near) == {memories[0].id, memories[2].id}
    palace.mend_vectors(encoder.model_id, encoder.dimension, encoder.scans_of)
    assert embed_missing(palace, encoder, Actor.JOB) == 1
    assert set(ids(index)) == {memory.id for memory in memories}


@pytest.mark.parametrize("column", ["ids", "codes", "scans"])
def test_a_chunk_of_a_wrong_size_is_not_looked_at_until_it_is_made_anew(
    palace: PalaceFile, encoder: OnnxEncoder, index: SemanticMemories, memories: list[Memory], column: str
):
    before = ids(index)
    palace._database.execute(f"UPDATE vector_chunk SET {column} = zeroblob(12)")
    palace._database.execute("UPDATE vector_revision SET revision = revision + 1")
    assert ids(index) == []
    assert [hit.memory_id for hit in index.nearest(HEATING, NONE, 10, (memories[0].id,))] == [memories[0].id]
    assert palace.mend_vectors(encoder.model_id, encoder.dimension, encoder.scans_of) == 0
    assert ids(index) == before


def test_a_chunk_that_names_memories_that_are_gone_finds_what_is_there(
    palace: PalaceFile, index: SemanticMemories, memories: list[Memory]
):
    palace._database.write_in_place("vector_chunk", "ids", 1, 8, (4711).to_bytes(8, "little"))
    palace._database.execute("UPDATE vector_revision SET revision = revision + 1")
    assert set(ids(index)) == {memories[0].id, memories[2].id}


def test_vectors_of_another_dimension_under_the_same_id_are_never_compared(
    palace: PalaceFile, encoder: OnnxEncoder, memories: list[Memory]
):
    smaller = replace(encoder.folder, dimension=encoder.dimension // 2)
    planes = (
        replace(plane, centre=plane.centre[: smaller.dimension], language=plane.language[: smaller.dimension])
        for plane in (encoder.geometry.passage, encoder.geometry.question)
    )
    passage, question = planes
    halved = Halved(encoder, smaller.dimension)
    halved.folder = smaller
    halved.geometry = replace(encoder.geometry, passage=passage, question=question)
    index = SemanticMemories(halved, palace)
    assert ids(index) == []
    assert palace.mend_vectors(halved.model_id, halved.dimension, halved.scans_of) == len(memories)
    assert embed_missing(palace, halved, Actor.JOB) == len(memories)
    assert set(ids(index)) == {memory.id for memory in memories}


class Halved(OnnxEncoder):
    """A model that gives the first half of what another gives."""

    def __init__(self, whole: OnnxEncoder, dimension: int) -> None:
        super().__init__(whole.folder, whole.geometry, whole._tokenizer, whole._session)
        self._half = dimension

    def _run(self, tokens: Sequence[int]) -> Vectors:
        return super()._run(tokens)[: self._half]


def test_a_network_that_gives_no_numbers_is_a_damaged_model_and_nothing_is_stored(
    palace: PalaceFile, encoder: OnnxEncoder, save: Save, monkeypatch: pytest.MonkeyPatch
):
    save(BOILER)
    broken = OnnxEncoder(encoder.folder, encoder.geometry, encoder._tokenizer, encoder._session)
    nothing = np.full(encoder.dimension, nan, np.float32)
    monkeypatch.setattr(broken, "_run", lambda tokens, output="sentence": nothing)
    with pytest.raises(ModelDamaged, match="no numbers"):
        embed_missing(palace, broken, Actor.JOB)
    assert palace.vector_coverage(encoder.model_id) == (0, 1)
