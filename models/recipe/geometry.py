"""Estimates what the language puts into the vectors: a midpoint and a direction for each prefix."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from recipe.sample import Sample

BATCH = 8


def estimate(folder: Path, sample: Sample, prefixes: Sequence[str]) -> NDArray[np.float32]:
    """Return (prefixes x 2, dimension): for each prefix the midpoint between the languages, then the unit
    direction from English to Chinese, both of the whole sample under that prefix.
    """
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"), providers=["CPUExecutionProvider"])
    rows: list[NDArray[np.float32]] = []
    for prefix in prefixes:
        chinese, english = (
            _mean(tokenizer, session, prefix, sample.statements[language] + sample.questions[language])
            for language in ("zh", "en")
        )
        direction = chinese - english
        rows += [(chinese + english) / 2, direction / np.linalg.norm(direction)]
    return np.stack(rows).astype("<f4")


def _mean(
    tokenizer: Tokenizer, session: onnxruntime.InferenceSession, prefix: str, texts: list[str]
) -> NDArray[np.float64]:
    encoded = sorted((tokenizer.encode(prefix + text).ids for text in texts), key=lambda ids: (len(ids), ids))
    total = np.zeros(session.get_outputs()[0].shape[1], np.float64)
    for start in range(0, len(encoded), BATCH):
        batch = encoded[start : start + BATCH]
        length = max(len(ids) for ids in batch)
        tokens = np.ones((len(batch), length), np.int64)
        mask = np.zeros((len(batch), length), np.int64)
        for row, ids in enumerate(batch):
            tokens[row, : len(ids)] = ids
            mask[row, : len(ids)] = 1
        total += session.run(["sentence"], {"input_ids": tokens, "attention_mask": mask})[0].sum(axis=0)
    return total / len(texts)
