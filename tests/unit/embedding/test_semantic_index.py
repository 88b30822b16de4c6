"""Memories are found by meaning in a real palace, in step with whatever changes it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from palace.domain.filters import Filters, parse_query
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.vocabulary import Status, Wing
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.semantic_index import SemanticMemories
from palace.services.embedding import embed_missing
from palace.services.records import import_records
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

RECORDS = [
    {"uid": "sleep", "text": "晚上十一点前睡觉，早上六点半起床", "wing": "identity", "priority": "P0"},
    {"uid": "peanuts", "text": "The user is allergic to peanuts", "wing": "identity", "priority": "P1"},
    {"uid": "release", "text": "Never ship a release on a Friday", "wing": "knowledge", "scenes": ["deploy"]},
    {"uid": "landlord", "text": "房东答应周三来修暖气", "wing": "history", "kind": "event"},
    {"uid": "guitar", "text": "Priya plays the guitar in a band", "wing": "social"},
]


@pytest.fixture
def filled(palace: PalaceFile, surroundings: Surroundings, encoder: OnnxEncoder) -> PalaceFile:
    import_records(palace, RECORDS, surroundings, Actor.PERSON)
    assert embed_missing(palace, encoder, Actor.JOB) == len(RECORDS)
    return palace


@pytest.fixture
def index(filled: PalaceFile, encoder: OnnxEncoder) -> SemanticMemories:
    return SemanticMemories(encoder, filled)


def found(
    palace: PalaceFile, index: SemanticMemories, question: str, filters: Filters | None = None, limit: int = 1
) -> list[str]:
    hits = index.nearest(question, filters or Filters(), limit)
    return [memory.uid for memory in palace.memories([hit.memory_id for hit in hits])]


@pytest.mark.parametrize(
    ("question", "uid"),
    [
        ("平时几点睡觉", "sleep"),
        ("when does the user go to bed", "sleep"),
        ("对什么食物过敏", "peanuts"),
        ("哪天不能上线", "release"),
        ("who is going to fix the heating", "landlord"),
        ("谁会乐器", "guitar"),
    ],
)
def test_meaning_is_found_within_and_across_languages(
    filled: PalaceFile, index: SemanticMemories, question: str, uid: str
):
    assert found(filled, index, question) == [uid]


@pytest.mark.parametrize(
    ("filters", "uids"),
    [
        ("wing:identity", {"sleep", "peanuts"}),
        ("wing:identity,social", {"sleep", "peanuts", "guitar"}),
        ("p:0", {"sleep"}),
        ("kind:event", {"landlord"}),
        ("scene:deploy", {"release"}),
        ("wing:intent", set()),
    ],
)
def test_only_what_passes_the_filters_is_found(
    filled: PalaceFile, index: SemanticMemories, filters: str, uids: set[str]
):
    assert set(found(filled, index, "什么", parse_query(filters).filters, limit=10)) == uids


def test_nearest_first_with_similarities_that_fall(index: SemanticMemories):
    hits = index.nearest("几点起床", Filters(), 5)
    assert len(hits) == 5
    assert [hit.similarity for hit in hits] == sorted((hit.similarity for hit in hits), reverse=True)
    assert hits[0].similarity > 0.35 > hits[-1].similarity


def test_those_asked_for_are_among_the_hits_whatever_their_place(filled: PalaceFile, index: SemanticMemories):
    guitar = filled.memory_with_uid("guitar")
    assert guitar is not None
    hits = index.nearest("几点起床", Filters(), 1, also=[guitar.id, 999])
    assert [hit.memory_id for hit in hits[1:]] == [guitar.id]


def test_the_same_text_has_similarity_one(filled: PalaceFile, index: SemanticMemories):
    hits = index.similar("The user is allergic to peanuts", 2)
    assert [memory.uid for memory in filled.memories([hits[0].memory_id])] == ["peanuts"]
    assert hits[0].similarity == 1.0 > hits[1].similarity


def test_what_another_process_adds_or_trashes_is_noticed(
    filled: PalaceFile,
    index: SemanticMemories,
    encoder: OnnxEncoder,
    surroundings: Surroundings,
    open_palace: Callable[[], PalaceFile],
):
    assert found(filled, index, "咖啡要不要加糖") != ["coffee"]
    other = open_palace()
    import_records(other, [{"uid": "coffee", "text": "喝黑咖啡，从不加糖"}], surroundings, Actor.PERSON)
    embed_missing(other, encoder, Actor.JOB)
    assert found(filled, index, "咖啡要不要加糖") == ["coffee"]
    coffee = other.memory_with_uid("coffee")
    assert coffee is not None
    with other.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(coffee, status=Status.TRASHED))
        work.record(Verb.TRASH, Subject.MEMORY, coffee.id)
    assert "coffee" not in found(filled, index, "咖啡要不要加糖", limit=10)


def test_a_memory_that_moves_to_another_wing_is_found_there(filled: PalaceFile, index: SemanticMemories):
    question, social = "谁会乐器", Filters(wings=frozenset({Wing.SOCIAL}))
    assert found(filled, index, question, social) == ["guitar"]
    guitar = filled.memory_with_uid("guitar")
    assert guitar is not None
    with filled.unit_of_work(Actor.PERSON) as work:
        work.save_memory(replace(guitar, wing=Wing.HISTORY))
        work.record(Verb.EDIT, Subject.MEMORY, guitar.id)
    assert found(filled, index, question, social) == []
    assert found(filled, index, question, Filters(wings=frozenset({Wing.HISTORY}))) == ["guitar"]


def test_vectors_that_were_forgotten_are_not_found(filled: PalaceFile, index: SemanticMemories):
    assert found(filled, index, "谁会乐器") == ["guitar"]
    filled.forget_vectors()
    assert found(filled, index, "谁会乐器", limit=10) == []


def test_an_empty_palace_answers_with_nothing(palace: PalaceFile, encoder: OnnxEncoder):
    index = SemanticMemories(encoder, palace)
    assert index.nearest("什么", Filters(), 5) == []
    assert index.similar("什么", 5) == []
