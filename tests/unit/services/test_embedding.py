"""Embedding in bulk: in small commits, stopped anywhere and gone on there, no text read twice."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from palace.domain.errors import PalaceError
from palace.domain.journal import Actor, Subject, Verb
from palace.services.embedding import (
    BATCH,
    FEW,
    MOST_CHARACTERS,
    EmbeddingRun,
    embed_arrivals,
    embed_missing,
)
from palace.services.remembering import Statement, add_memory
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile


class Vector(NamedTuple):
    vector: bytes
    scan: bytes


class Reader:
    """A model that gives every text the same vector and remembers what it was given, batch by batch."""

    model_id, dimension = "reader", 2

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    @property
    def read(self) -> list[str]:
        return [text for batch in self.batches for text in batch]

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        self.batches.append(list(texts))
        return [Vector(b"\x00\x00\x80?" * 2, b"\x40\x40") for _ in texts]

    def embed_questions(self, texts: Sequence[str]) -> list[Vector]:
        return self.embed_passages(texts)


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def add(palace: PalaceFile, surroundings: Surroundings) -> Callable[..., list[int]]:
    def added(*texts: str) -> list[int]:
        taken = [add_memory(palace, Statement(text), surroundings, Actor.PERSON) for text in texts]
        return [each.memory_id or 0 for each in taken]

    return added


def test_it_is_stopped_after_any_batch_and_goes_on_there(palace: PalaceFile, reader: Reader, add):
    texts = [f"note {number}" for number in range(20)]
    add(*texts)
    run = EmbeddingRun(palace, reader, Actor.JOB, 8)
    told: list[tuple[int, int]] = []

    def once(done: int, total: int) -> bool:
        told.append((done, total))
        return False

    assert [run.go_on(once), run.finished] == [8, False]
    assert palace.vector_coverage("reader") == (8, 20)
    assert [run.go_on(once), run.go_on(once), run.go_on(once)] == [8, 4, 0]
    assert run.finished
    assert told == [(8, 20), (16, 20), (20, 20)]
    assert reader.read == texts, "each once, lowest ids first"


def test_another_run_goes_on_where_the_first_was_left(palace: PalaceFile, reader: Reader, add):
    add(*(f"note {number}" for number in range(BATCH + 5)))
    assert embed_missing(palace, reader, Actor.JOB, lambda done, total: False) == BATCH
    assert embed_missing(palace, reader, Actor.JOB) == 5
    assert embed_missing(palace, reader, Actor.JOB) == 0
    assert len(reader.read) == BATCH + 5


def test_of_long_texts_fewer_are_held_between_two_commits(palace: PalaceFile, reader: Reader, add):
    long = "a line of a long page\n" * (MOST_CHARACTERS // 44 + 1)
    add(*(f"page {number}\n{long}" for number in range(3)), "short", "x" * (3 * MOST_CHARACTERS), "last")
    embed_missing(palace, reader, Actor.JOB)
    assert [len(batch) for batch in reader.batches] == [1, 1, 2, 1, 1]


def test_a_model_that_fails_half_way_leaves_what_was_committed(palace: PalaceFile, reader: Reader, add):
    add(*(f"note {number}" for number in range(3 * FEW)))
    run = EmbeddingRun(palace, reader, Actor.JOB, FEW)
    run.go_on(lambda done, total: False)
    whole = reader.embed_passages

    def fails(texts: Sequence[str]) -> list[Vector]:
        raise PalaceError("the model broke")

    reader.embed_passages = fails  # type: ignore[method-assign]
    with pytest.raises(PalaceError):
        run.go_on()
    assert palace.vector_coverage("reader") == (FEW, 3 * FEW)
    reader.embed_passages = whole  # type: ignore[method-assign]
    assert run.go_on() == 2 * FEW
    assert palace.vector_coverage("reader") == (3 * FEW, 3 * FEW)


def test_a_text_that_changes_while_it_is_read_gets_no_vector_of_what_it_was(
    palace: PalaceFile, reader: Reader, add
):
    (number,) = add("the kettle whistles")
    whole = reader.embed_passages

    def meanwhile(texts: Sequence[str]) -> list[Vector]:
        with palace.unit_of_work(Actor.PERSON) as work:
            work.save_memory(replace(work.memory(number), text="the kettle is silent"))
            work.record(Verb.EDIT, Subject.MEMORY, number)
        return whole(texts)

    reader.embed_passages = meanwhile  # type: ignore[method-assign]
    embed_missing(palace, reader, Actor.JOB)
    assert reader.read == ["the kettle whistles", "the kettle is silent"]
    assert palace.vector_coverage("reader") == (1, 1)


def test_what_changes_behind_it_is_looked_for_at_the_end(palace: PalaceFile, reader: Reader, add):
    first, *_ = add(*(f"note {number}" for number in range(6)))
    run = EmbeddingRun(palace, reader, Actor.JOB, 2)
    run.go_on(lambda done, total: done < 4)
    with palace.unit_of_work(Actor.AGENT) as work:
        work.save_memory(replace(work.memory(first), text="another note"))
        work.record(Verb.EDIT, Subject.MEMORY, first)
    assert run.go_on() == 3
    assert reader.read[-1] == "another note"
    assert run.finished
    assert palace.vector_coverage("reader") == (6, 6)


def test_what_comes_in_is_embedded_alone_where_much_waits(palace: PalaceFile, reader: Reader, add):
    add(*(f"waits {number}" for number in range(BATCH + 1)))
    (new,) = add("came in")
    assert embed_arrivals(palace, reader, Actor.PERSON, [new]) == BATCH + 1
    assert reader.read == ["came in"]


def test_what_comes_in_takes_the_little_that_waits_along(palace: PalaceFile, reader: Reader, add):
    add("waited")
    (new,) = add("came in")
    assert embed_arrivals(palace, reader, Actor.PERSON, [new]) == 0
    assert reader.read == ["came in", "waited"]


def test_all_of_much_that_comes_in_is_embedded_batch_by_batch(palace: PalaceFile, reader: Reader, add):
    new = add(*(f"came in {number}" for number in range(2 * BATCH + 1)))
    assert embed_arrivals(palace, reader, Actor.PERSON, [*new, new[0]]) == 0
    assert [len(batch) for batch in reader.batches] == [BATCH, BATCH, 1]
