"""Reads memories word by word for a question: late interaction of the vectors of their pieces.

    value = sum over the question's pieces of  telling * best cosine with a piece of the memory

Each piece of the question looks for the piece of the memory that answers it best; how telling it is follows
from its own vector, and all together count 1 (Khattab and Zaharia, "ColBERT: Efficient and Effective Passage
Search via Contextualized Late Interaction over BERT", 2020). The model was never trained for that: a matrix,
learned by scripts/train_close_reading.py on pairs of texts that say the same or speak of the same and on
questions beside what answers them, turns its vectors so that it works. A second matrix was learned to tell
whether a memory answers at all, or only speaks of what is asked about; it orders nothing, and the pieces for
which the memory has least decide.
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
from numpy.typing import NDArray

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

ANSWERS_FROM, TELLING_FROM = 0.6, 0.7
"""A place is marked from this cosine on, for a piece at least so telling beside the mean of all."""

ASKERS = frozenset(("user", "用户", "users", "他", "她", "我", "he", "she", "i", "my", "his", "her"))
"""Words of a question that stand for the person whose memories these are: they answer nothing."""

SHARPNESS = 8.0
"""How far what a memory has least for decides whether it answers: 0 were the mean, endless the least."""

SHOWN_DIGITS = 4

Spans = tuple[tuple[int, int], ...]
Halves = NDArray[np.float16]
"""Vectors as they are kept."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A way of looking: `turn` (dimension, dimension) for all vectors, `telling` (dimension,)."""

    turn: Vectors
    telling: Vectors

    def turned(self, comparable: Vectors) -> Vectors:
        """Return comparable vectors as it sees them, of unit length."""
        turned = comparable @ self.turn
        lengths = np.sqrt(np.vecdot(turned, turned))[:, None]
        unit: Vectors = turned / np.maximum(lengths, np.finfo(np.float32).tiny)
        return unit

    def strength(self, comparable: Vectors) -> Vectors:
        """Return how telling each piece of a question is; all together count 1."""
        raised = np.exp(np.clip(np.vecdot(comparable, self.telling), -MOST_TELLING, MOST_TELLING))
        shares: Vectors = (raised / raised.sum()).astype(np.float32)
        return shares


@dataclass(frozen=True, slots=True)
class Sights:
    """What was learned: `likeness` orders memories and marks places, `answer` tells whether one answers."""

    likeness: Sight
    answer: Sight


@dataclass(frozen=True, slots=True)
class _Pieces:
    """The pieces of a memory: their places, and their vectors as each of the two sights sees them."""

    spans: Spans
    likeness: Halves
    answer: Halves


@dataclass(frozen=True, slots=True)
class _Asked:
    """The pieces of a question as one sight sees them, and how telling each is."""

    vectors: Vectors
    strength: Vectors

    def cosines(self, memory: Halves) -> Vectors:
        """Return (pieces of the memory, pieces of the question)."""
        found: Vectors = memory.astype(np.float32) @ self.vectors.T
        return found


class CloseReader:
    """Reads memories for questions with the loaded model. Safe to use from several threads."""

    def __init__(self, encoder: OnnxEncoder, sights: Sights) -> None:
        self._encoder = encoder
        self._sights = sights
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
        likeness, answer = (
            _Asked(sight.turned(own), sight.strength(own))
            for sight in (self._sights.likeness, self._sights.answer)
        )
        return [
            _reading(text, pieces, likeness, answer)
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
            parts.append(_comparable(self._encoder.geometry.passage, vectors[telling]))
            spans += [(start + places[place][0], start + places[place][1]) for place in telling]
        own = np.concatenate(parts)
        likeness, answer = (
            sight.turned(own).astype(np.float16) for sight in (self._sights.likeness, self._sights.answer)
        )
        return _Pieces(tuple(spans), likeness, answer)


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


def _reading(text: str, pieces: _Pieces, likeness: _Asked, answer: _Asked) -> CloseReading:
    if not pieces.spans:
        return CloseReading(0.0, ())
    alike = likeness.cosines(pieces.likeness)
    best = alike.argmax(axis=0)
    cosines = alike[best, np.arange(len(best))]
    enough = TELLING_FROM / len(best)
    marked = {
        int(piece)
        for piece, cosine, telling in zip(best, cosines, likeness.strength, strict=True)
        if cosine >= ANSWERS_FROM and telling >= enough
    }
    value = round(float(np.vecdot(cosines, likeness.strength)), SHOWN_DIGITS)
    places = _joined([_whole_word(text, *pieces.spans[piece]) for piece in marked])
    return CloseReading(value, places, round(_soft_least(pieces, answer), SHOWN_DIGITS))


def _soft_least(pieces: _Pieces, asked: _Asked) -> float:
    """Return how well a memory has something for every piece of a question: what it lacks counts most.

    -ln(sum of telling * e^(-sharpness * best cosine)) / sharpness, a soft minimum, -1 to 1.
    """
    best = asked.cosines(pieces.answer).max(axis=0).astype(np.float64)
    return -float(np.log(np.vecdot(np.exp(-SHARPNESS * best), asked.strength))) / SHARPNESS


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


ARRAYS = ("turn", "telling", "answer_turn", "answer_telling")
"""The arrays of the file: those of `Sights.likeness`, then those of `Sights.answer`."""


def read_sight(folder: ModelFolder) -> Sights | None:
    """Return what a verified model folder has learned, None where it has not; raises ModelDamaged."""
    if FILE not in folder.checksums:
        return None
    file = folder.path / FILE
    try:
        with np.load(file, allow_pickle=False) as read:
            turn, telling, answer_turn, answer_telling = (
                np.asarray(read[name], np.float32) for name in ARRAYS
            )
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise _damaged(file, error) from None
    size = folder.dimension
    shapes = [array.shape for array in (turn, telling, answer_turn, answer_telling)]
    if shapes != [(size, size), (size,)] * 2:
        raise _damaged(file, ", ".join(ARRAYS))
    return Sights(Sight(turn, telling), Sight(answer_turn, answer_telling))


def _damaged(file: Path, cause: object) -> ModelDamaged:
    return ModelDamaged(
        "the model at {path} cannot be loaded: {cause}", next_step=NEXT_STEP, path=file, cause=cause
    )
