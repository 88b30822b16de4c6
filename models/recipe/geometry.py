"""Estimates what the language puts into the vectors: a midpoint and a direction for each prefix."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from recipe.sample import Sample


def estimate(folder: Path, sample: Sample, prefixes: Sequence[str]) -> NDArray[np.float32]:
    """Return (prefixes x 2, dimension): for each prefix the midpoint between the languages, then the unit
    direction from English to Chinese, both of the whole sample under that prefix. Each text is run alone, as
    Palace does, because the numbers inside the network are scaled to what is run together.
    """
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
    )
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
    total = np.zeros(session.get_outputs()[0].shape[1], np.float64)
    for text in texts:
        ids = np.array([tokenizer.encode(prefix + text).ids], np.int64)
        total += session.run(["sentence"], {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0]
    return total / len(texts)
