"""Finding stored vectors that are none, and making the chunks of a model anew from those that are."""

import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from math import isfinite

from palace.domain.journal import Row
from palace.storage.database import Database
from palace.storage.vector_codes import CODE_BYTES, codes_of
from palace.storage.vectors import CHUNK_SLOTS, ID_BYTES

ScansOf = Callable[[Sequence[bytes]], Sequence[bytes]]
"""Makes the int8 scans of stored vectors, as their model's folder says."""

CODED = ("id", "wing", "band", "priority", "kind", "status", "layer", "pinned", "retired_at")
"""The columns of a memory that its codes are made from, and its number."""

_Stored = tuple[Row, bytes, bool]
"""A memory's coded columns, its vector, and whether that was made of its present text."""


def is_sound(vector: object, dimension: int) -> bool:
    """Whether what is stored is a vector: of its length and of numbers only, not all of them 0."""
    if not isinstance(vector, bytes) or not dimension or len(vector) != 4 * dimension:
        return False
    numbers = array("f", vector)
    if sys.byteorder == "big":
        numbers.byteswap()
    # Anything that is no number makes the sum none.
    return isfinite(sum(numbers)) and any(numbers)


def mend(database: Database, model_id: str, dimension: int, scans_of: ScansOf) -> int:
    """Make the chunks of a model anew from its vectors, whatever state they are in.

    Vectors that are not sound, or of another dimension, or of a memory that is gone, are thrown away: their
    memories lack one then. Returns how many were. No memory is touched.
    """
    for table in ("vector_free_slot", "vector_chunk"):
        database.execute(f"DELETE FROM {table} WHERE model_id = ?", (model_id,))
    before = database.number("SELECT count(*) FROM embedding WHERE model_id = ?", (model_id,))
    kept, chunks = 0, 0
    filling: list[_Stored] = []
    for stored in _kept(database, model_id, dimension):
        filling.append(stored)
        if len(filling) == CHUNK_SLOTS:
            _fill_chunk(database, model_id, chunks, dimension, filling, scans_of)
            kept, chunks = kept + len(filling), chunks + 1
            filling.clear()
    if filling:
        _fill_chunk(database, model_id, chunks, dimension, filling, scans_of)
        kept, chunks = kept + len(filling), chunks + 1
    _tell_who_scans(database, model_id, chunks, dimension)
    return before - kept


def _kept(database: Database, model_id: str, dimension: int) -> Iterator[_Stored]:
    """Yield the vectors that are sound, by the numbers of their memories, and remove the others."""
    columns = ", ".join(f"memory.{column}" for column in CODED)
    last = -1
    while rows := database.rows(
        f"SELECT embedding.memory_id, embedding.vector, embedding.text_hash IS memory.content_hash, {columns}"
        " FROM embedding LEFT JOIN memory ON memory.id = embedding.memory_id"
        " WHERE embedding.model_id = ? AND embedding.memory_id > ? ORDER BY embedding.memory_id LIMIT ?",
        (model_id, last, CHUNK_SLOTS),
    ):
        last = rows[-1][0]
        unsound = [row[0] for row in rows if row[3] is None or not is_sound(row[1], dimension)]
        database.execute_many(
            "DELETE FROM embedding WHERE memory_id = ? AND model_id = ?",
            [(memory_id, model_id) for memory_id in unsound],
        )
        gone = set(unsound)
        for memory_id, vector, current, *fields in rows:
            if memory_id not in gone:
                yield dict(zip(CODED, fields, strict=True)), vector, bool(current)


def _tell_who_scans(database: Database, model_id: str, chunks: int, dimension: int) -> None:
    """Mark every chunk as changed; those that are no more stay, empty, so that whoever scans them notices."""
    marked = database.rows("SELECT chunk, revision FROM vector_revision WHERE model_id = ?", (model_id,))
    newest = max((revision for _, revision in marked), default=0)
    gone = [chunk for chunk, _ in marked if chunk >= chunks]
    for chunk in gone:
        _put_chunk(database, model_id, chunk, dimension, b"", b"", b"")
    for revision, chunk in enumerate([*range(chunks), *gone], start=newest + 1):
        database.execute(
            "INSERT INTO vector_revision (model_id, chunk, revision) VALUES (?, ?, ?)"
            " ON CONFLICT (model_id, chunk) DO UPDATE SET revision = excluded.revision",
            (model_id, chunk, revision),
        )


def _fill_chunk(
    database: Database,
    model_id: str,
    chunk: int,
    dimension: int,
    vectors: Sequence[_Stored],
    scans_of: ScansOf,
) -> None:
    """Make one chunk of vectors and let each know its place."""
    free = CHUNK_SLOTS - len(vectors)
    ids = b"".join(_number(memory).to_bytes(ID_BYTES, "little", signed=True) for memory, _, _ in vectors)
    codes = b"".join(codes_of(memory, current=current) for memory, _, current in vectors)
    scans = b"".join(scans_of([vector for _, vector, _ in vectors]))
    _put_chunk(
        database,
        model_id,
        chunk,
        dimension,
        codes + bytes(free * CODE_BYTES),
        ids + bytes(free * ID_BYTES),
        scans + bytes(free * dimension),
    )
    database.execute_many(
        "UPDATE embedding SET chunk = ?, slot = ?, dimension = ? WHERE memory_id = ? AND model_id = ?",
        [(chunk, slot, dimension, _number(memory), model_id) for slot, (memory, _, _) in enumerate(vectors)],
    )


def _put_chunk(
    database: Database, model_id: str, chunk: int, dimension: int, codes: bytes, ids: bytes, scans: bytes
) -> None:
    database.execute(
        "INSERT INTO vector_chunk (model_id, chunk, dimension, codes, ids, scans) VALUES (?, ?, ?, ?, ?, ?)",
        (model_id, chunk, dimension, codes, ids, scans),
    )


def _number(memory: Row) -> int:
    number = memory["id"]
    if not isinstance(number, int):
        raise TypeError(f"a memory is numbered, not {number!r}")
    return number
