"""Reading memories word by word: what answers is higher and marked, and any text is read."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from palace.embedding.close_reading import FILE, CloseReader, read_sight
from palace.embedding.encoder import LONGEST_QUESTION, OnnxEncoder
from palace.embedding.errors import ModelDamaged

RIGHT = "Dr. Magpie wants at least 2.2 L of water a day as long as uric acid stays above 400."
WRONG = "Ask the property office whether an EV charger may go in at parking spot B2."


@pytest.fixture(scope="module")
def reader(encoder: OnnxEncoder) -> CloseReader:
    sight = read_sight(encoder.folder)
    assert sight is not None
    return CloseReader(encoder, sight)


@pytest.mark.parametrize("question", ["how much should he drink daily", "尿酸高每天喝多少水"])
def test_what_answers_a_question_has_the_higher_value_in_either_language(reader: CloseReader, question: str):
    right, wrong = reader.read(question, [RIGHT, WRONG])
    assert -1 <= wrong.value < right.value <= 1


@pytest.mark.parametrize(
    ("memory", "answered", "unanswered"),
    [
        ("表姐唐筝对榴莲过敏，闻到就喘", "唐筝对什么过敏", "唐筝的车牌号"),
        (
            "Uncle Barnaby keeps bees behind the chapel",
            "where are Barnaby's bees",
            "Barnaby's blood pressure",
        ),
        ("表姐唐筝对榴莲过敏，闻到就喘", "what fruit is my cousin allergic to", "唐筝哪年结婚"),
    ],
)
def test_a_memory_that_only_speaks_of_the_same_person_does_not_answer(
    reader: CloseReader, memory: str, answered: str, unanswered: str
):
    [right], [wrong] = reader.read(answered, [memory]), reader.read(unanswered, [memory])
    assert -1 <= wrong.answers < right.answers <= 1


def test_of_a_long_question_the_beginning_is_read(encoder: OnnxEncoder):
    question = "when is the boat painted " * 200
    places, _ = encoder.question_pieces(question)
    assert len(places) <= LONGEST_QUESTION
    first, other = encoder.embed_questions([question, question + "and who pays"])
    assert first.vector == other.vector


def test_the_words_that_answer_are_marked_whole_and_in_order(reader: CloseReader):
    [reading] = reader.read("uric acid and water", [RIGHT])
    words = [RIGHT[start:end] for start, end in reading.answering]
    assert "water" in words
    assert any("uric" in word for word in words)
    assert list(reading.answering) == sorted(reading.answering)
    assert all(not RIGHT[end : end + 1].isalnum() for _, end in reading.answering)


def test_the_same_question_reads_the_same_again(reader: CloseReader):
    assert reader.read("water", [RIGHT, WRONG]) == reader.read("water", [RIGHT, WRONG])


@pytest.mark.parametrize("text", ["", " ", "。。。", "\ud800", "x" * 20_000, "字" * 3000, "\0"])
def test_any_text_and_any_question_is_read(reader: CloseReader, text: str):
    [reading] = reader.read("water", [text])
    assert all(0 <= start <= end <= len(text) for start, end in reading.answering)
    assert len(reader.read(text, [RIGHT])) == 1


def test_the_middle_of_a_long_memory_is_read_too(reader: CloseReader):
    filler = "今天天气不错，出门散步，回来做饭。" * 60
    plain, holding = reader.read("uric acid and water", [filler * 2, f"{filler}{RIGHT}{filler}"])
    assert holding.value > plain.value + 0.2


def test_a_model_without_it_reads_nothing_and_a_damaged_one_is_named(encoder: OnnxEncoder, tmp_path: Path):
    plain = replace(encoder.folder, checksums={})
    assert read_sight(plain) is None
    np.savez(tmp_path / FILE, turn=np.eye(3), telling=np.zeros(3))
    with pytest.raises(ModelDamaged, match="turn"):
        read_sight(replace(encoder.folder, path=tmp_path))
    (tmp_path / FILE).write_bytes(b"nothing")
    with pytest.raises(ModelDamaged):
        read_sight(replace(encoder.folder, path=tmp_path))
