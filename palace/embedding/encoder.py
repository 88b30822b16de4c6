"""Turns texts into vectors with the local model: no network, nothing printed, one text always one vector.

The matrices are int8 and their inputs are quantised at run time, over all that is given at once. A text
is therefore always run alone, or its vector would depend on its neighbours; several run side by side, one
a core, which is also the fastest way.
"""

import hashlib
import os
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Self

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from palace.embedding.errors import ModelDamaged
from palace.embedding.geometry import Geometry, Plane, Vectors, read_geometry
from palace.embedding.model_folder import NETWORK, NEXT_STEP, TOKENIZER, ModelFolder, read_model_folder

MOST_WINDOWS = 32
"""A text of more windows than this is read in so many, evenly spread: 1 MB takes no minutes."""

WINDOW_OVERLAP = 64
"""How many tokens two neighbouring windows share."""

LONGEST_READ_WHOLE = 60_000
"""A text of more characters than this is not tokenised as a whole."""

KEPT_IN_CACHE = 4096
SILENT = 4


@dataclass(frozen=True, slots=True)
class TextEmbedding:
    """One text as a vector: `vector` as the model gives it (float32 little-endian), `scan` int8."""

    vector: bytes
    scan: bytes


class OnnxEncoder:
    """The loaded model. Safe to use from several threads."""

    def __init__(
        self,
        folder: ModelFolder,
        geometry: Geometry,
        tokenizer: Tokenizer,
        session: onnxruntime.InferenceSession,
    ) -> None:
        self.folder = folder
        self.geometry = geometry
        self._tokenizer = tokenizer
        self._session = session
        self._cache: OrderedDict[bytes, TextEmbedding] = OrderedDict()
        self._lock = Lock()

    @classmethod
    def load(cls, path: Path) -> Self:
        """Load a model folder; raises ModelMissing or ModelDamaged naming the file."""
        folder = read_model_folder(path)
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        onnxruntime.set_default_logger_severity(SILENT)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = SILENT
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        try:
            tokenizer = Tokenizer.from_file(str(path / TOKENIZER))
            session = onnxruntime.InferenceSession(
                str(path / NETWORK), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            # The libraries raise bare exceptions of many kinds; each means that this model cannot be used.
            raise ModelDamaged(
                "the model at {path} cannot be loaded: {cause}", next_step=NEXT_STEP, path=path, cause=error
            ) from None
        return cls(folder, read_geometry(folder), tokenizer, session)

    @property
    def model_id(self) -> str:
        """The model's own name, which is kept beside every vector."""
        return self.folder.model_id

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return self.folder.dimension

    def embed_passages(self, texts: Sequence[str]) -> list[TextEmbedding]:
        """Return the vectors of memories, in their order; long texts as the mean of their windows."""
        return self._embed(texts, self.folder.passage_prefix, self.geometry.passage)

    def embed_questions(self, texts: Sequence[str]) -> list[TextEmbedding]:
        """Return the vectors of questions, in their order."""
        return self._embed(texts, self.folder.question_prefix, self.geometry.question)

    def _embed(self, texts: Sequence[str], prefix: str, plane: Plane) -> list[TextEmbedding]:
        keys = [hashlib.sha256((prefix + text).encode("utf-8", "surrogatepass")).digest() for text in texts]
        with self._lock:
            found = {key: self._cache[key] for key in keys if key in self._cache}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if missing:
            made = self._made(list(missing.values()), prefix, plane)
            found.update(zip(missing, made, strict=True))
            with self._lock:
                for key in missing:
                    self._cache[key] = found[key]
                while len(self._cache) > KEPT_IN_CACHE:
                    self._cache.popitem(last=False)
        return [found[key] for key in keys]

    def _made(self, texts: list[str], prefix: str, plane: Plane) -> list[TextEmbedding]:
        if len(texts) == 1:
            vectors = [self._vector(texts[0], prefix)]
        else:
            with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
                vectors = list(threads.map(lambda text: self._vector(text, prefix), texts))
        scans = self.geometry.scan_of(plane.comparable(np.stack(vectors)))
        return [
            TextEmbedding(vector.astype("<f4").tobytes(), scan.tobytes())
            for vector, scan in zip(vectors, scans, strict=True)
        ]

    def _vector(self, text: str, prefix: str) -> Vectors:
        windows = self._windows(text, prefix)
        mean = np.mean([self._run(window) for window in windows], axis=0)
        length = max(float(np.linalg.norm(mean)), np.finfo(np.float32).tiny)
        vector: Vectors = (mean / length).astype(np.float32)
        return vector

    def _windows(self, text: str, prefix: str) -> list[list[int]]:
        """Return the tokens of a text, in windows that the model can read, each behind the prefix."""
        whole = self._tokens(prefix + _shortened(text))
        longest = self.folder.maximum_tokens
        if len(whole) <= longest:
            return [whole]
        first, last = whole[0], whole[-1]
        prefix_tokens = self._tokens(prefix)[1:-1]
        body = whole[1 + len(prefix_tokens) : -1]
        room = longest - len(prefix_tokens) - 2
        starts = list(range(0, max(1, len(body) - WINDOW_OVERLAP), room - WINDOW_OVERLAP))
        if len(starts) > MOST_WINDOWS:
            starts = [starts[place * len(starts) // MOST_WINDOWS] for place in range(MOST_WINDOWS)]
        return [[first, *prefix_tokens, *body[start : start + room], last] for start in starts]

    def _tokens(self, text: str) -> list[int]:
        readable = text.encode("utf-8", "replace").decode("utf-8")
        ids: list[int] = self._tokenizer.encode(readable).ids
        return ids

    def _run(self, tokens: list[int]) -> Vectors:
        inputs = {
            "input_ids": np.array([tokens], dtype=np.int64),
            "attention_mask": np.ones((1, len(tokens)), dtype=np.int64),
        }
        sentence: Vectors = self._session.run(["sentence"], inputs)[0][0]
        return sentence


def _shortened(text: str) -> str:
    """Return a text, or where it is endless as many pieces of it as there may be windows, evenly spread."""
    if len(text) <= LONGEST_READ_WHOLE:
        return text
    piece = LONGEST_READ_WHOLE // MOST_WINDOWS
    step = (len(text) - piece) // (MOST_WINDOWS - 1)
    return "\n".join(text[place * step : place * step + piece] for place in range(MOST_WINDOWS))
