"""Reads memories word by word for a question: late interaction of the vectors of their pieces.

    value = sum over the question's pieces of  telling * best cosine with a piece of the memory

Each piece of the question looks for the piece of the memory that answers it best; how telling it is follows
from its own vector, and all together count 1 (Khattab and Zaharia, "ColBERT: Efficient and Effective Passage
Search via Contextualized Late Interaction over BERT", 2020). The model was never trained for that: a matrix,
learned by scripts/train_close_reading.py on pairs of texts that say the same or speak of the same, turns
its vectors so that it works.
"""

import os
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from zipfile import BadZipFile

import numpy as np

from palace.embedding.encoder import MOST_THREADS, OnnxEncoder
from palace.embedding.errors import ModelDamaged
from palace.embedding.geometry import Plane, Vectors
from palace.embedding.model_folder import NEXT_STEP, ModelFolder
from palace.services.meaning_ports import CloseReading
from palace.text.segmentation import word_folded

FILE = "close_reading.npz"
"""Where a model's folder keeps what was learned; a model without it reads nothing closely."""

KEPT_TEXTS = 512
"""The pieces of so many memories are kept (about 30 KB each); those used longest ago go first."""

MOST_WINDOWS = 4
"""Of a long memory so many windows are read."""

MOST_ASKED = 128
"""Of a long question so many pieces are looked for."""

MOST_TELLING = 3.0
"""No piece counts more than e^3 or less than e^-3."""

ANSWERS_FROM, TELLING_FROM = 0.55, 0.7
"""A place is marked from this cosine on, for a piece at least so telling beside the mean of all."""

ASKERS = frozenset(("user", "用户", "users", "他", "她", "我", "he", "she", "i", "my", "his", "her"))
"""Words of a question that stand for the person whose memories these are: they answer nothing."""

SHOWN_DIGITS = 4

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What was learned: `turn` (dimension, dimension) for all vectors, `telling` (dimension,)."""

    turn: Vectors
    telling: Vectors


@dataclass(frozen=True, slots=True)
class _Pieces:
    spans: Spans
    vectors: Vectors


class CloseReader:
    """Reads memories for questions with the loaded model. Safe to use from several threads."""

    def __init__(self, encoder: OnnxEncoder, sight: Sight) -> None:
        self._encoder = encoder
        self._sight = sight
        self._kept: OrderedDict[str, _Pieces] = OrderedDict()
        self._lock = Lock()
        self._threads = ThreadPoolExecutor(
            min(MOST_THREADS, os.cpu_count() or 1), thread_name_prefix="close reading"
        )

    def read(self, question: str, texts: Sequence[str]) -> list[CloseReading]:
        """Return for each text how much of the question it answers, and where."""
        spans, vectors = self._encoder.question_pieces(question)
        asked = _asked_places(question, spans)[:MOST_ASKED]
        if not asked or not texts:
            return [CloseReading(0.0, ()) for _ in texts]
        own = self._encoder.geometry.question.comparable(vectors[asked])
        strength = np.exp(np.clip(np.vecdot(own, self._sight.telling), -MOST_TELLING, MOST_TELLING))
        strength = (strength / strength.sum()).astype(np.float32)
        turned = self._turned(own)
        return [
            _reading(text, pieces, turned, strength)
            for text, pieces in zip(texts, self._pieces_of(texts), strict=True)
        ]

    def _pieces_of(self, texts: Sequence[str]) -> list[_Pieces]:
        with self._lock:
            found = {text: self._kept[text] for text in texts if text in self._kept}
        missing = list(dict.fromkeys(text for text in texts if text not in found))
        made = dict(zip(missing, self._threads.map(self._read, missing), strict=True))
        found |= made
        with self._lock:
            self._kept |= made
            for text in texts:
                self._kept.move_to_end(text)
            while len(self._kept) > KEPT_TEXTS:
                self._kept.popitem(last=False)
        return [found[text] for text in texts]

    def _read(self, text: str) -> _Pieces:
        spans: list[tuple[int, int]] = []
        parts: list[Vectors] = []
        for start, end in self._encoder.passage_windows(text)[:MOST_WINDOWS]:
            window = text[start:end]
            places, vectors = self._encoder.passage_pieces(window)
            telling = _telling_places(window, places)
            parts.append(self._turned(_comparable(self._encoder.geometry.passage, vectors[telling])))
            spans += [(start + places[place][0], start + places[place][1]) for place in telling]
        return _Pieces(tuple(spans), np.concatenate(parts).astype(np.float16))

    def _turned(self, comparable: Vectors) -> Vectors:
        turned = comparable @ self._sight.turn
        lengths = np.sqrt(np.vecdot(turned, turned))[:, None]
        unit: Vectors = turned / np.maximum(lengths, np.finfo(np.float32).tiny)
        return unit


def _comparable(plane: Plane, vectors: Vectors) -> Vectors:
    return plane.comparable(vectors) if len(vectors) else vectors


def _telling_places(text: str, spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return which pieces have a letter or digit."""
    return [place for place, (start, end) in enumerate(spans) if any(map(str.isalnum, text[start:end]))]


def _asked_places(question: str, spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return which pieces of a question are looked for: none that only names the asker, unless all do."""
    telling = _telling_places(question, spans)
    words = {place: word_folded(question[slice(*spans[place])].strip().rstrip("的")) for place in telling}
    return [place for place in telling if words[place] not in ASKERS] or telling


def _reading(text: str, pieces: _Pieces, asked: Vectors, strength: Vectors) -> CloseReading:
    if not pieces.spans:
        return CloseReading(0.0, ())
    alike = pieces.vectors.astype(np.float32) @ asked.T
    best = alike.argmax(axis=0)
    cosines = alike[best, np.arange(len(best))]
    enough = TELLING_FROM / len(strength)
    marked = {
        int(piece)
        for piece, cosine, telling in zip(best, cosines, strength, strict=True)
        if cosine >= ANSWERS_FROM and telling >= enough
    }
    value = round(float(np.vecdot(cosines, strength)), SHOWN_DIGITS)
    return CloseReading(value, _joined([_whole_word(text, *pieces.spans[piece]) for piece in marked]))


def _whole_word(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a place widened to the whole word where it is a part of one in Latin letters."""
    while start < end and not text[start].isalnum():
        start += 1
    if text[start:end].isascii():
        while start and _is_latin(text[start - 1]):
            start -= 1
        while end < len(text) and _is_latin(text[end]):
            end += 1
    return start, end


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _joined(spans: Sequence[tuple[int, int]]) -> Spans:
    """Return places in order, those that touch as one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


def read_sight(folder: ModelFolder) -> Sight | None:
    """Return what a verified model folder has learned, None where it has not; raises ModelDamaged."""
    if FILE not in folder.checksums:
        return None
    file = folder.path / FILE
    try:
        with np.load(file, allow_pickle=False) as read:
            sight = Sight(*(np.asarray(read[name], np.float32) for name in ("turn", "telling")))
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise _damaged(file, error) from None
    size = folder.dimension
    if sight.turn.shape != (size, size) or sight.telling.shape != (size,):
        raise _damaged(file, "turn, telling")
    return sight


def _damaged(file: Path, cause: object) -> ModelDamaged:
    return ModelDamaged(
        "the model at {path} cannot be loaded: {cause}", next_step=NEXT_STEP, path=file, cause=cause
    )
