"""Turns texts into vectors with the local model: no network, nothing printed, one text always one vector.

The matrices are int8 and their inputs are quantised at run time, over all that is given at once. A text
is therefore always run alone, or its vector would depend on its neighbours; several run side by side, one
a core, which is also the fastest way.
"""

import hashlib
import os
import sys
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, get_native_id

import numpy as np
import onnxruntime
from tokenizers import Encoding, Tokenizer

from palace.embedding.errors import ModelDamaged
from palace.embedding.geometry import Geometry, Plane, Vectors, vectors_of
from palace.embedding.loading import Loading
from palace.embedding.model_folder import NETWORK, NEXT_STEP, TOKENIZER, ModelFolder
from palace.embedding.windows import windows_of

SENTENCE = "sentence"
"""The network's output that is the vector of a text."""

TOKENS = "tokens"
"""The network's output that has a vector for each piece of a text."""

LONGEST_QUESTION = 256
"""Of a longer question so many pieces are read from its beginning: nobody waits for an answer to a page."""

LONGEST_PIECE = 16
"""Hardly a piece of the vocabulary has more characters; what cannot fit in a window is not looked at."""

KEPT_IN_CACHE = 4096
"""How many texts' vectors are kept (about 2 KB each); the ones used longest ago go first."""

MOST_THREADS = 4
"""So many texts are run side by side at most, unless another number is set."""

NICE_BY = 5
"""So much does a thread that makes way lower its claim to the processor, 0 to 19: to a third.

A question waits for the few texts that are being read, so that they must not starve either.
"""

LEAST_CLAIM = 19
"""The lowest claim to the processor that a thread can have."""

SILENT = 4
"""The libraries' level at which nothing is printed but what ends the process."""


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
        self._threads: ThreadPoolExecutor | None = None
        self._side_by_side_at_most = min(MOST_THREADS, os.cpu_count() or 1)
        self._makes_way = False

    @staticmethod
    def load(path: Path) -> "OnnxEncoder":
        """Load a model folder; raises ModelMissing or ModelDamaged naming the file."""
        return Loading(path).encoder()

    @property
    def model_id(self) -> str:
        """The model's own name, which is kept beside every vector."""
        return self.folder.model_id

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return self.folder.dimension

    def use_threads(self, count: int, *, make_way: bool = False) -> None:
        """Run so many texts side by side from now on; 0 means one a core, at most MOST_THREADS.

        With `make_way` they leave the processor to whatever else wants it, where the system can do that for
        single threads. A single text, such as a question, is run by the thread that asks, and waits for none.
        """
        with self._lock:
            threads, self._threads = self._threads, None
            self._side_by_side_at_most = count or min(MOST_THREADS, os.cpu_count() or 1)
            self._makes_way = make_way
        if threads is not None:
            threads.shutdown(wait=False)

    def embed_passages(self, texts: Sequence[str]) -> list[TextEmbedding]:
        """Return the vectors of memories, in their order.

        A text longer than the model reads at once is the mean of its windows. Of an endless one 32 windows,
        evenly spread, are read, so that 1 MB takes seconds.
        """
        return self._embed(texts, self.folder.passage_prefix, self.geometry.passage)

    def embed_passage_windows(self, text: str) -> list[tuple[int, int, TextEmbedding]]:
        """Return (start, end, vector) of the windows of a memory: one if it fits, at most 32.

        `start` and `end` count characters of the text.
        """
        prefix, plane = self.folder.passage_prefix, self.geometry.passage
        windows = windows_of(self._tokenizer, text, prefix, self.folder.maximum_tokens)
        vectors = self._side_by_side([window.tokens for window in windows])
        embeddings = self._embeddings(vectors, plane)
        return [
            (window.start, window.end, embedding)
            for window, embedding in zip(windows, embeddings, strict=True)
        ]

    def passage_pieces(self, text: str) -> tuple[list[tuple[int, int]], Vectors]:
        """Return the pieces of the beginning of a memory as the model reads it, and their vectors.

        Each piece is a (start, end) in characters of the text; the vectors are (pieces, dimension), of unit
        length and not yet comparable. Of a text longer than the model reads at once its first window is read.
        """
        prefix, room = self.folder.passage_prefix, self.folder.maximum_tokens
        return self._pieces(text, prefix, room, self.geometry.passage)

    def passage_states(self, text: str, most: int) -> tuple[list[tuple[int, int]], Vectors, Vectors]:
        """Return what `passage_pieces` does, and what the network has inside at `folder.lower_states`.

        The third are (at most `most`, dimension): of the beginning and end marks and of all pieces between
        but those of the prefix, as the network has them.
        """
        prefix, room = self.folder.passage_prefix, self.folder.maximum_tokens
        read = self._tokens(text, prefix, room)
        vectors, sentence, lower = self._run_for(
            read.ids[:room], (TOKENS, SENTENCE, self.folder.lower_states)
        )
        if len(read.ids) <= room and len(text) <= room:
            self._keep_whole(text, prefix, sentence, self.geometry.passage)
        said = [row for row, (_, end) in enumerate(read.offsets[:room]) if not 0 < end < len(prefix)]
        return *_pieces_of(read, room, len(prefix), vectors), lower[said[:most]]

    def question_pieces(self, text: str) -> tuple[list[tuple[int, int]], Vectors]:
        """Return the pieces of a question and their vectors, as `passage_pieces` does those of a memory."""
        return self._pieces(text, self.folder.question_prefix, self._question_room, self.geometry.question)

    def passage_windows(self, text: str) -> list[tuple[int, int]]:
        """Return (start, end) in characters of the windows in which a memory is read."""
        prefix = self.folder.passage_prefix
        return [
            (window.start, window.end)
            for window in windows_of(self._tokenizer, text, prefix, self.folder.maximum_tokens)
        ]

    @property
    def _question_room(self) -> int:
        return min(LONGEST_QUESTION, self.folder.maximum_tokens)

    def _pieces(
        self, text: str, prefix: str, room: int, plane: Plane
    ) -> tuple[list[tuple[int, int]], Vectors]:
        read = self._tokens(text, prefix, room)
        vectors, sentence = self._run_for(read.ids[:room], (TOKENS, SENTENCE))
        if len(read.ids) <= room and len(text) <= room:
            self._keep_whole(text, prefix, sentence, plane)
        return _pieces_of(read, room, len(prefix), vectors)

    def _tokens(self, text: str, prefix: str, room: int) -> Encoding:
        return self._tokenizer.encode(
            prefix + text[: room * LONGEST_PIECE].encode("utf-8", "replace").decode()
        )

    def _keep_whole(self, text: str, prefix: str, sentence: Vectors, plane: Plane) -> None:
        """Keep the vector of a text that was read in one window: it has come with those of its pieces."""
        self._keep({_key(prefix, text): self._embeddings([sentence], plane)[0]})

    def embed_questions(self, texts: Sequence[str]) -> list[TextEmbedding]:
        """Return the vectors of questions, in their order; of a long one its beginning is read."""
        prefix, room = self.folder.question_prefix, self._question_room
        beginnings = [
            text[: windows_of(self._tokenizer, text[: room * LONGEST_PIECE], prefix, room)[0].end]
            if len(text) > room
            else text
            for text in texts
        ]
        return self._embed(beginnings, prefix, self.geometry.question)

    def scans_of(self, vectors: Sequence[bytes]) -> list[bytes]:
        """Return the int8 scans of stored vectors of memories; raises ValueError for one of another size."""
        stored = vectors_of(vectors, self.dimension)
        return [scan.tobytes() for scan in self.geometry.scan_of(self.geometry.passage.comparable(stored))]

    def _embed(self, texts: Sequence[str], prefix: str, plane: Plane) -> list[TextEmbedding]:
        keys = [_key(prefix, text) for text in texts]
        found: dict[bytes, TextEmbedding] = {}
        with self._lock:
            for key in keys:
                if key in self._cache:
                    found[key] = self._cache[key]
                    self._cache.move_to_end(key)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if missing:
            vectors = self._vectors(list(missing.values()), prefix)
            made = dict(zip(missing, self._embeddings(vectors, plane), strict=True))
            found.update(made)
            self._keep(made)
        return [found[key] for key in keys]

    def _keep(self, made: Mapping[bytes, TextEmbedding]) -> None:
        with self._lock:
            self._cache.update(made)
            while len(self._cache) > KEPT_IN_CACHE:
                self._cache.popitem(last=False)

    def _vectors(self, texts: Sequence[str], prefix: str) -> list[Vectors]:
        """Return the vector of each text: of its only window, or the mean of its windows at unit length."""
        read = [windows_of(self._tokenizer, text, prefix, self.folder.maximum_tokens) for text in texts]
        vectors = iter(self._side_by_side([window.tokens for windows in read for window in windows]))
        return [_middle([next(vectors) for _ in windows]) for windows in read]

    def _side_by_side(self, items: Sequence[Sequence[int]]) -> list[Vectors]:
        if len(items) == 1:
            return [self._run(items[0])]
        with self._lock:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(
                    self._side_by_side_at_most,
                    thread_name_prefix="embedding",
                    initializer=_make_way if self._makes_way else None,
                )
            running = self._threads.map(self._run, items)
        return list(running)

    def _embeddings(self, vectors: Sequence[Vectors], plane: Plane) -> list[TextEmbedding]:
        stacked = np.stack(vectors)
        if not np.isfinite(stacked).all():
            raise _unusable(self.folder, ValueError("it gives vectors that are no numbers"))
        scans = self.geometry.scan_of(plane.comparable(stacked))
        return [
            TextEmbedding(vector.astype("<f4").tobytes(), scan.tobytes())
            for vector, scan in zip(vectors, scans, strict=True)
        ]

    def _run(self, tokens: Sequence[int]) -> Vectors:
        return self._run_for(tokens, (SENTENCE,))[0]

    def _run_for(self, tokens: Sequence[int], outputs: Sequence[str]) -> list[Vectors]:
        inputs = {
            "input_ids": np.array([tokens], dtype=np.int64),
            "attention_mask": np.ones((1, len(tokens)), dtype=np.int64),
        }
        try:
            found = self._session.run(list(outputs), inputs)
        except Exception as error:
            raise _unusable(self.folder, error) from None
        return [each[0] for each in found]


def _pieces_of(
    read: Encoding, room: int, begins: int, vectors: Vectors
) -> tuple[list[tuple[int, int]], Vectors]:
    """Return the places of the pieces of a text that begins at a place, and their vectors of unit length."""
    places = [(start - begins, end - begins) for start, end in read.offsets[:room]]
    kept = [row for row, (start, end) in enumerate(places) if 0 <= start < end]
    lengths = np.sqrt(np.vecdot(vectors[kept], vectors[kept]))[:, None]
    unit: Vectors = (vectors[kept] / np.maximum(lengths, np.finfo(np.float32).tiny)).astype(np.float32)
    return [places[row] for row in kept], unit


def _key(prefix: str, text: str) -> bytes:
    """Return under what the vector of a text is kept."""
    return hashlib.sha256((prefix + text).encode("utf-8", "surrogatepass")).digest()


def _make_way() -> None:
    """Lower the claim of this thread to the processor, on systems where a thread has one of its own."""
    if sys.platform == "linux":
        with suppress(OSError):
            # From where the program itself stands: what was started with `nice` would be raised otherwise.
            claim = min(os.getpriority(os.PRIO_PROCESS, 0) + NICE_BY, LEAST_CLAIM)
            os.setpriority(os.PRIO_PROCESS, get_native_id(), claim)


def _middle(vectors: Sequence[Vectors]) -> Vectors:
    if len(vectors) == 1:
        return vectors[0]
    mean = np.mean(vectors, axis=0)
    length = max(float(np.sqrt(np.vecdot(mean, mean))), np.finfo(np.float32).tiny)
    middle: Vectors = (mean / length).astype(np.float32)
    return middle


def open_tokenizer(folder: ModelFolder) -> Tokenizer:
    """Return the tokenizer of a verified folder; raises ModelDamaged."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    try:
        return Tokenizer.from_file(str(folder.path / TOKENIZER))
    except Exception as error:
        raise _unusable(folder, error) from None


def open_network(folder: ModelFolder) -> onnxruntime.InferenceSession:
    """Return the network of a verified folder, on one thread and silent; raises ModelDamaged."""
    onnxruntime.set_default_logger_severity(SILENT)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = SILENT
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(
            _network_of(folder), options, providers=["CPUExecutionProvider"]
        )
        _check_output(session, folder.dimension)
    except Exception as error:
        raise _unusable(folder, error) from None
    return session


def _network_of(folder: ModelFolder) -> str | bytes:
    """Return the path of the network, or its bytes where something inside is to be one more output.

    Protocol buffers that stand one after the other are merged as they are read: an output's name in a message
    of its own is one more output of the graph.
    """
    file = folder.path / NETWORK
    if not folder.lower_states:
        return str(file)
    return file.read_bytes() + _message(7, _message(12, _message(1, folder.lower_states.encode())))


def _message(field: int, content: bytes) -> bytes:
    """Return one field of a protocol buffer that holds fewer than 128 bytes."""
    if len(content) >= 1 << 7:
        raise ValueError(f"{len(content)} bytes are too many")
    return bytes((field << 3 | 2, len(content))) + content


def _unusable(folder: ModelFolder, error: Exception) -> ModelDamaged:
    # The libraries raise bare exceptions of many kinds; each means that this model cannot be used.
    return ModelDamaged(
        "the model at {path} cannot be loaded: {cause}", next_step=NEXT_STEP, path=folder.path, cause=error
    )


def _check_output(session: onnxruntime.InferenceSession, dimension: int) -> None:
    """Raise ValueError when the network does not give sentences of `dimension` numbers."""
    shapes = {output.name: output.shape for output in session.get_outputs()}
    if shapes.get(SENTENCE, ())[-1:] != [dimension]:
        raise ValueError(f"it has no output “{SENTENCE}” of {dimension} numbers")
