"""The model that ships gives the vectors of the package that it was made from."""

import json
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from palace.embedding.encoder import OnnxEncoder
from palace.embedding.geometry import vector_of

REFERENCE = Path(__file__).parents[1] / "cases" / "model" / "reference.jsonl"

READ_IN_MORE_PIECES = 2
"""So many of the texts hold a piece that the cut vocabulary does not have."""


@pytest.fixture(scope="module")
def reference() -> list[dict[str, object]]:
    return [json.loads(line) for line in REFERENCE.read_text(encoding="utf-8").splitlines()]


def test_vectors_are_those_of_the_source(encoder: OnnxEncoder, reference: list[dict[str, object]]):
    cosines = []
    for prefix, embed in (("passage", encoder.embed_passages), ("query", encoder.embed_questions)):
        rows = [row for row in reference if row["prefix"] == prefix]
        assert len(rows) >= 40
        for row, embedding in zip(rows, embed([str(row["text"]) for row in rows]), strict=True):
            expected = np.array(row["vector"])
            found = vector_of(embedding.vector)
            cosines.append(float(found @ expected / np.linalg.norm(expected)))
            assert cosines[-1] >= 0.985, row["text"]
    assert np.mean(cosines) >= 0.994


def test_texts_are_read_in_the_same_pieces(encoder: OnnxEncoder, reference: list[dict[str, object]]):
    tokenizer = Tokenizer.from_file(str(encoder.folder.path / "tokenizer.json"))
    counts = [
        (len(tokenizer.encode(f"{row['prefix']}: {row['text']}").ids), row["tokens"]) for row in reference
    ]
    assert sum(found != expected for found, expected in counts) <= READ_IN_MORE_PIECES
    assert all(0 <= found - int(str(expected)) <= 1 for found, expected in counts)


def test_vectors_have_length_one(encoder: OnnxEncoder):
    vector = vector_of(encoder.embed_passages(["早睡早起"])[0].vector)
    assert vector.shape == (384,)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
