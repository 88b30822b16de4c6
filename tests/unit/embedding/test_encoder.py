"""Texts become vectors: one text always the same, long ones in windows, nothing printed."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from palace.config.paths import bundled
from palace.embedding.encoder import OnnxEncoder, TextEmbedding
from palace.embedding.geometry import cosines, vector_of

TEXTS = (
    "用户每天早上六点半起床",
    "The release script must never run on a Friday.",
    "短",
    "ok",
    "先写测试再改代码，改完跑一遍完整的检查，然后再提交；提交说明写为什么，不写做了什么。" * 4,
)


def similarity_of(encoder: OnnxEncoder, one: TextEmbedding, other: TextEmbedding) -> float:
    ready = encoder.geometry.passage.comparable(np.stack([vector_of(one.vector), vector_of(other.vector)]))
    return encoder.folder.symmetric.similarity(cosines(ready[:1], ready[1]))[0]


def another_encoder() -> OnnxEncoder:
    return OnnxEncoder.load(bundled("models/multilingual-e5-small"))


def test_the_same_text_twice_has_similarity_one(encoder: OnnxEncoder):
    fresh = another_encoder()
    for text in TEXTS:
        one, other = encoder.embed_passages([text])[0], fresh.embed_passages([text])[0]
        assert one == other
        assert similarity_of(encoder, one, other) == 1.0


def test_a_vector_does_not_depend_on_its_neighbours(encoder: OnnxEncoder):
    together = another_encoder().embed_passages(TEXTS)
    alone = [another_encoder().embed_passages([text])[0] for text in TEXTS[:2]]
    assert together[:2] == alone


def test_order_and_repetition_are_kept(encoder: OnnxEncoder):
    made = encoder.embed_passages(["一", "二", "一"])
    assert made[0] == made[2] != made[1]
    assert encoder.embed_passages([]) == []


def test_questions_and_memories_are_told_apart(encoder: OnnxEncoder):
    assert encoder.embed_questions(["作息"]) != encoder.embed_passages(["作息"])


def test_sizes(encoder: OnnxEncoder):
    made = encoder.embed_questions(["作息"])[0]
    assert (len(made.vector), len(made.scan)) == (4 * encoder.dimension, encoder.dimension)


def test_translations_are_nearer_than_other_things(encoder: OnnxEncoder):
    chinese, english, other = encoder.embed_passages(
        ["用户对花生过敏", "The user is allergic to peanuts", "The user has three screens on the desk"]
    )
    assert similarity_of(encoder, chinese, english) > 0.5
    assert similarity_of(encoder, chinese, other) < 0.35


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\x00", "\ud800", "\u200b", "🙂", "ก" * 600, "a" * 5000])
def test_any_text_has_a_vector(encoder: OnnxEncoder, text: str):
    assert np.isfinite(vector_of(encoder.embed_passages([text])[0].vector)).all()


def test_a_short_text_is_one_window(encoder: OnnxEncoder):
    text = "早睡早起"
    assert encoder.embed_passage_windows(text) == [(0, 4, encoder.embed_passages([text])[0])]


def test_windows_of_a_long_text_overlap_and_reach_its_end(encoder: OnnxEncoder):
    text = "".join(f"第{number}条：记得在{number}号之前把报告交给财务。" for number in range(150))
    windows = encoder.embed_passage_windows(text)
    assert len(windows) > 2
    assert (windows[0][0], windows[-1][1]) == (0, len(text))
    for (_, end, _), (start, _, _) in pairwise(windows):
        assert start < end


def test_the_window_that_holds_the_answer_is_nearest(encoder: OnnxEncoder):
    filler = "会议讨论了季度预算和办公室装修的进度，没有结论。" * 45
    text = filler + "用户对花生严重过敏，随身带着急救针。" + filler
    place = text.index("花生")
    asked = vector_of(encoder.embed_questions(["不能吃什么"])[0].vector)
    question = encoder.geometry.question.comparable(asked[None, :])[0]
    windows = encoder.embed_passage_windows(text)
    ready = encoder.geometry.passage.comparable(np.stack([vector_of(made.vector) for _, _, made in windows]))
    start, end, _ = windows[int(cosines(ready, question).argmax())]
    assert start <= place < end


def test_an_endless_text_is_read_in_at_most_32_windows(encoder: OnnxEncoder):
    text = "all work and no play " * 50_000
    windows = encoder.embed_passage_windows(text)
    assert len(windows) == 32
    assert (windows[0][0], windows[-1][1]) == (0, len(text))


def test_the_libraries_print_nothing_and_the_network_is_off():
    program = (
        "import sys, socket\n"
        "def refuse(*_): raise SystemExit('the network was used')\n"
        "socket.socket.connect = refuse\n"
        "from palace.config.paths import bundled\n"
        "from palace.embedding.encoder import OnnxEncoder\n"
        "made = OnnxEncoder.load(bundled('models/multilingual-e5-small')).embed_passages(['一', 'two'])\n"
        "sys.exit(0 if len(made) == 2 else 1)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
