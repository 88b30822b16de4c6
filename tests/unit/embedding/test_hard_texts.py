"""Whatever a text is made of, it becomes one vector, the same from every thread, in bounded windows."""

import os
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from palace.config.paths import bundled
from palace.embedding.encoder import MOST_THREADS, NICE_BY, OnnxEncoder, TextEmbedding
from palace.embedding.geometry import vector_of
from palace.embedding.windows import LONGEST_READ_WHOLE, MOST_WINDOWS, Window, windows_of

SHIPPED = bundled("models/multilingual-e5-small")
PREFIX = "passage: "
FULL = 512

HARD = {
    "600 tokens": "报告 " + "每个季度的最后一个星期五交。" * 80,
    "1 MB of Chinese": "今天下雨，明天也许放晴。" * 28_000,
    "1 MB without a space": "x" * 1_000_000,
    "lone surrogates": "before \ud800 between \udfff after",
    "lone surrogates by the thousand": "\udc80" * 1500,
    "control characters": "".join(map(chr, range(0x20))) + "\x7f\x85 done \x1b[31m red \x1b[0m",
    "bidi and zero width": "\u202eabc\u202c\u200b\u200d\ufeff\u2066x\u2069",
    "nothing but marks": "\u0301" * 1000,
    "special pieces of the model": "<s> </s> <pad> <unk> <mask>",
    "prefixes of the model": "passage: query: passage: ",
    "empty": "",
}


@pytest.fixture(scope="module")
def tokenizer(encoder: OnnxEncoder) -> Tokenizer:
    return Tokenizer.from_file(str(encoder.folder.path / "tokenizer.json"))


@pytest.mark.parametrize("name", [name for name in HARD if name != "1 MB without a space"])
def test_any_text_becomes_a_vector_of_length_one(encoder: OnnxEncoder, name: str):
    for embed in (encoder.embed_passages, encoder.embed_questions)[: 1 if name.startswith("1 MB") else 2]:
        made = embed([HARD[name]])[0]
        vector = vector_of(made.vector)
        assert vector.shape == (encoder.dimension,)
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-4)
        assert len(made.scan) == encoder.dimension


@pytest.mark.parametrize("text", HARD.values(), ids=HARD.keys())
def test_windows_are_bounded_in_number_and_length(tokenizer: Tokenizer, text: str):
    windows = windows_of(tokenizer, text, PREFIX, FULL)
    check_windows(windows, text, FULL)
    assert (windows[0].start, windows[-1].end) == (0, len(text))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400), st.integers(1, 60), st.integers(32, 80))
@example("\ud800", 200, 32)
@example("字", 400, 64)
@example(" ", 300, 32)
def test_windows_of_any_text_and_any_limit_keep_to_it(
    tokenizer: Tokenizer, part: str, times: int, longest: int
):
    text = part * times
    windows = windows_of(tokenizer, text, PREFIX, longest)
    check_windows(windows, text, longest)
    if 1 < len(windows) < MOST_WINDOWS:
        read = tokenizer.encode(PREFIX + text.encode("utf-8", "replace").decode("utf-8")).ids
        assert windows[0].tokens[: longest - 1] == tuple(read[: longest - 1])
        assert windows[-1].tokens[-2:] == tuple(read[-2:])
        for window, following in pairwise(windows):
            assert following.start <= window.end, "nothing between two windows is left out"


def check_windows(windows: list[Window], text: str, longest: int) -> None:
    assert 1 <= len(windows) <= MOST_WINDOWS
    for window in windows:
        assert len(window.tokens) <= longest
        assert 0 <= window.start <= window.end <= len(text)
    assert [window.start for window in windows] == sorted(window.start for window in windows)


def test_a_text_of_one_token_more_than_fits_is_read_in_two_windows(tokenizer: Tokenizer):
    body = "河 " * (FULL - 4)
    while len(tokenizer.encode(PREFIX + body).ids) < FULL:
        body += "河 "
    fits = len(tokenizer.encode(PREFIX + body).ids)
    assert len(windows_of(tokenizer, body, PREFIX, fits)) == 1
    two = windows_of(tokenizer, body, PREFIX, fits - 1)
    assert len(two) == 2
    assert {len(window.tokens) <= fits - 1 for window in two} == {True}


def test_an_endless_text_is_sampled_from_beginning_to_end(tokenizer: Tokenizer):
    text = "".join(f"{number:06d}\n" for number in range(LONGEST_READ_WHOLE // 4))
    windows = windows_of(tokenizer, text, PREFIX, FULL)
    assert len(windows) == MOST_WINDOWS
    gaps = [following.start - window.start for window, following in pairwise(windows[:-1])]
    assert max(gaps) - min(gaps) <= 1
    assert (windows[0].start, windows[-1].end) == (0, len(text))


def test_two_threads_get_the_vectors_that_one_gets():
    texts = [f"第 {number} 条：the backup of {number} is kept {number} days" for number in range(12)]
    alone = OnnxEncoder.load(SHIPPED)
    expected = [alone.embed_passages([text])[0] for text in texts]
    shared, start = OnnxEncoder.load(SHIPPED), Barrier(2)

    def embed(order: list[str]) -> list[TextEmbedding]:
        start.wait()
        return shared.embed_passages(order)

    with ThreadPoolExecutor(2) as threads:
        forwards = threads.submit(embed, texts)
        backwards = threads.submit(embed, texts[::-1])
        assert forwards.result() == expected
        assert backwards.result() == expected[::-1]


@pytest.mark.parametrize(("threads", "make_way"), [(1, False), (3, True), (0, True)])
def test_any_number_of_threads_gives_the_same_vectors(encoder: OnnxEncoder, threads: int, make_way: bool):
    texts = [f"shelf {number} 号架子" for number in range(7)]
    expected = encoder.embed_passages(texts)
    other = OnnxEncoder(encoder.folder, encoder.geometry, encoder._tokenizer, encoder._session)
    other.use_threads(threads, make_way=make_way)
    assert other.embed_passages(texts) == expected
    assert other._threads is not None
    assert 1 <= len(other._threads._threads) <= (threads or MOST_THREADS)
    claims = {os.getpriority(os.PRIO_PROCESS, thread.native_id or 0) for thread in other._threads._threads}
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert claims == {min(own + NICE_BY, 19) if make_way and sys.platform == "linux" else own}


def test_a_vector_is_the_same_whether_it_was_kept_or_is_made_again(encoder: OnnxEncoder):
    long = "会议纪要：" + "先讨论预算，再讨论人手。" * 120
    kept = encoder.embed_passages([long])[0]
    assert encoder.embed_passages([long])[0] is kept
    assert OnnxEncoder.load(SHIPPED).embed_passages(["短", long])[1] == kept


@pytest.mark.parametrize(
    "text", ["短", "The standup moved to Thursday.", "先讨论预算，再讨论人手。" * 200, "a\ud800b"]
)
def test_a_text_that_was_read_in_pieces_has_the_vector_it_always_had(encoder: OnnxEncoder, text: str):
    reading = OnnxEncoder(encoder.folder, encoder.geometry, encoder._tokenizer, encoder._session)
    reading.passage_pieces(text)
    plain = OnnxEncoder(encoder.folder, encoder.geometry, encoder._tokenizer, encoder._session)
    assert reading.embed_passages([text]) == plain.embed_passages([text])


def test_loading_and_embedding_open_no_socket_and_print_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    encoder = OnnxEncoder.load(SHIPPED)
    encoder.embed_passages(["一", "two", HARD["lone surrogates"], HARD["600 tokens"]])
    encoder.embed_questions(["三"])
    assert capfd.readouterr() == ("", "")
