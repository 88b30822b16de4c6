"""Vectors beside their memories: the float32 truth, and int8 chunks of 1,024 that are written in place.

A vector that was made of another text than the present one stays stored (an undo may bring that text back)
but is marked unusable at once. The slot of a removed memory is used again.
"""

from collections.abc import Mapping, Sequence

from palace.domain.errors import InvalidInput
from palace.domain.journal import Row
from palace.services.meaning_ports import Embedding, ScanChunk, ScanChunks, TakeChunk
from palace.storage.database import Database
from palace.storage.reading import in_parts
from palace.storage.vector_codes import BOOKS, CODE_BYTES, codes_of

CHUNK_SLOTS = 1024
"""How many vectors a chunk holds."""

ID_BYTES = 8
"""A memory's number in a chunk: signed, little-endian; 0 marks a slot that is free."""

PASSAGE = "passage"
"""The prefix mode of vectors that memories are given."""


def save(
    database: Database,
    memory: Row,
    model_id: str,
    embedding: Embedding,
    text_hash: str,
) -> bool:
    """Keep a vector of a memory; False where the memory's text is another by now.

    Raises InvalidInput when the vector has another dimension than the model's stored ones.
    """
    if text_hash != memory["content_hash"]:
        return False
    dimension = len(embedding.scan)
    if len(embedding.vector) != 4 * dimension or not dimension:
        raise InvalidInput(
            "a vector of {floats} bytes does not belong to a scan of {dimension}",
            floats=len(embedding.vector),
            dimension=dimension,
        )
    memory_id = _number(memory)
    place = _place_of(database, memory_id, model_id)
    chunk, slot = place or _free_place(database, model_id, dimension)
    row, stored = _chunk_row(database, model_id, chunk)
    if stored != dimension:
        raise _another_dimension(model_id, dimension, stored)
    if place is None:
        database.execute(
            "INSERT INTO embedding"
            " (memory_id, model_id, dimension, text_hash, prefix_mode, chunk, slot, vector)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (memory_id, model_id, dimension, text_hash, PASSAGE, chunk, slot, embedding.vector),
        )
    else:
        database.execute(
            "UPDATE embedding SET dimension = ?, text_hash = ?, prefix_mode = ?, vector = ?"
            " WHERE memory_id = ? AND model_id = ?",
            (dimension, text_hash, PASSAGE, embedding.vector, memory_id, model_id),
        )
    number = memory_id.to_bytes(ID_BYTES, "little", signed=True)
    _write_in_slot(
        database, row, slot, codes=codes_of(memory, current=True), ids=number, scans=embedding.scan
    )
    _mark_changed(database, model_id, chunk)
    return True


def follow(database: Database, memory: Row) -> None:
    """Make the codes beside the vectors of a memory what its row says."""
    places = database.rows(
        "SELECT model_id, chunk, slot, text_hash FROM embedding WHERE memory_id = ?", (_number(memory),)
    )
    for model_id, chunk, slot, text_hash in places:
        codes = codes_of(memory, current=text_hash == memory["content_hash"])
        _write_slot(database, model_id, chunk, slot, codes=codes)


def forget(database: Database, memory_id: int) -> None:
    """Remove the vectors of a memory and free their slots."""
    places = database.rows("SELECT model_id, chunk, slot FROM embedding WHERE memory_id = ?", (memory_id,))
    for model_id, chunk, slot in places:
        _write_slot(database, model_id, chunk, slot, codes=bytes(CODE_BYTES), ids=bytes(ID_BYTES))
        database.execute(
            "INSERT INTO vector_free_slot (model_id, chunk, slot) VALUES (?, ?, ?)", (model_id, chunk, slot)
        )
    if places:
        database.execute("DELETE FROM embedding WHERE memory_id = ?", (memory_id,))


def forget_all(database: Database) -> None:
    """Remove the vectors of every model; their chunks stay, empty, so that whoever scans them notices."""
    for table in ("embedding", "vector_free_slot"):
        database.execute(f"DELETE FROM {table}")
    database.execute("UPDATE vector_chunk SET codes = x'', ids = x'', scans = x''")
    for model_id, chunk in database.rows("SELECT model_id, chunk FROM vector_chunk"):
        _mark_changed(database, model_id, chunk)


def scan_chunks(
    database: Database, model_id: str, since: int = 0, take: TakeChunk | None = None
) -> ScanChunks:
    """Return the chunks of a model that changed after revision `since`, and the newest revision.

    A chunk that was emptied comes without bytes. With `take` each is handed to it as it is read.
    """
    kept: list[ScanChunk] = []
    dimension, revision = 0, since
    rows = database.each(
        "SELECT chunk.chunk, chunk.dimension, changed.revision, chunk.ids, chunk.scans, chunk.codes,"
        " (SELECT max(chunk) FROM vector_revision WHERE model_id = ?1)"
        " FROM vector_revision AS changed JOIN vector_chunk AS chunk"
        " ON chunk.model_id = changed.model_id AND chunk.chunk = changed.chunk"
        " WHERE changed.model_id = ?1 AND changed.revision > ?2 ORDER BY changed.chunk",
        (model_id, since),
    )
    for number, stored, changed, ids, scans, codes, last in rows:
        dimension, revision = dimension or stored, max(revision, changed)
        chunk = ScanChunk(number, ids, scans, codes)
        if take is None:
            kept.append(chunk)
        else:
            take(chunk, last)
    return ScanChunks(
        model_id=model_id, dimension=dimension, revision=revision, chunks=tuple(kept), code_books=BOOKS
    )


def raw_vectors(database: Database, model_id: str, memory_ids: Sequence[int]) -> Mapping[int, bytes]:
    """Return the float32 vectors of those memories that have one of their present text."""
    found: dict[int, bytes] = {}
    for marks, few in in_parts(memory_ids):
        found.update(
            database.rows(
                "SELECT embedding.memory_id, embedding.vector FROM embedding"
                " JOIN memory ON memory.id = embedding.memory_id"
                " AND memory.content_hash = embedding.text_hash"
                f" WHERE embedding.model_id = ? AND embedding.memory_id IN ({marks})"
                " AND length(embedding.vector) = 4 * embedding.dimension",
                (model_id, *few),
            )
        )
    return found


def _place_of(database: Database, memory_id: int, model_id: str) -> tuple[int, int] | None:
    found = database.row(
        "SELECT chunk, slot FROM embedding WHERE memory_id = ? AND model_id = ?", (memory_id, model_id)
    )
    return None if found is None else (found[0], found[1])


def _free_place(database: Database, model_id: str, dimension: int) -> tuple[int, int]:
    """Return a place that no vector stands at: a freed one, else the next, in a new chunk if need be."""
    freed = database.row(
        "SELECT chunk, slot FROM vector_free_slot WHERE model_id = ? ORDER BY chunk, slot LIMIT 1",
        (model_id,),
    )
    if freed is not None:
        database.execute(
            "DELETE FROM vector_free_slot WHERE model_id = ? AND chunk = ? AND slot = ?", (model_id, *freed)
        )
        return freed[0], freed[1]
    last = database.row(
        "SELECT chunk, slot FROM embedding WHERE model_id = ? ORDER BY chunk DESC, slot DESC LIMIT 1",
        (model_id,),
    )
    if last is not None and last[1] + 1 < CHUNK_SLOTS:
        return last[0], last[1] + 1
    chunk = 0 if last is None else last[0] + 1
    database.execute(
        "INSERT INTO vector_chunk (model_id, chunk, dimension, codes, ids, scans)"
        " VALUES (?1, ?2, ?3, zeroblob(?4), zeroblob(?5), zeroblob(?6))"
        " ON CONFLICT (model_id, chunk) DO UPDATE SET dimension = excluded.dimension,"
        " codes = excluded.codes, ids = excluded.ids, scans = excluded.scans WHERE length(codes) = 0",
        (
            model_id,
            chunk,
            dimension,
            CHUNK_SLOTS * CODE_BYTES,
            CHUNK_SLOTS * ID_BYTES,
            CHUNK_SLOTS * dimension,
        ),
    )
    return chunk, 0


def _chunk_row(database: Database, model_id: str, chunk: int) -> tuple[int, int]:
    """Return the number of a chunk's row and the dimension of its vectors; (0, 0) where it is gone."""
    found = database.row(
        "SELECT id, dimension FROM vector_chunk WHERE model_id = ? AND chunk = ?", (model_id, chunk)
    )
    return (0, 0) if found is None else (found[0], found[1])


def _another_dimension(model_id: str, dimension: int, stored: int) -> InvalidInput:
    return InvalidInput(
        "the model {model} gave a vector of {dimension} numbers; its stored ones have {stored}",
        next_step="give a changed model a new id in its model.toml",
        model=model_id,
        dimension=dimension,
        stored=stored,
    )


def _write_slot(
    database: Database, model_id: str, chunk: int, slot: int, *, codes: bytes, ids: bytes = b""
) -> None:
    row, _ = _chunk_row(database, model_id, chunk)
    _write_in_slot(database, row, slot, codes=codes, ids=ids)
    _mark_changed(database, model_id, chunk)


def _write_in_slot(
    database: Database, row: int, slot: int, *, codes: bytes, ids: bytes = b"", scans: bytes = b""
) -> None:
    """Write what stands in a slot of a chunk; what is empty stays as it is."""
    for column, data in (("codes", codes), ("ids", ids), ("scans", scans)):
        if data:
            database.write_in_place("vector_chunk", column, row, slot * len(data), data)


def _mark_changed(database: Database, model_id: str, chunk: int) -> None:
    database.execute(
        "INSERT INTO vector_revision (model_id, chunk, revision) VALUES (?1, ?2,"
        " (SELECT coalesce(max(revision), 0) + 1 FROM vector_revision WHERE model_id = ?1))"
        " ON CONFLICT (model_id, chunk) DO UPDATE SET revision = excluded.revision",
        (model_id, chunk),
    )


def _number(memory: Row) -> int:
    number = memory["id"]
    if not isinstance(number, int):
        raise TypeError(f"a memory is numbered, not {number!r}")
    return number
