"""The sample palace is what its script makes, and it answers what it was written to answer."""

import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palace.domain.filters import parse_query
from palace.domain.rules import Rules
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.geometry import vectors_of
from palace.embedding.semantic_index import SemanticMemories
from palace.services.candidate_queue import candidate_queue
from palace.services.search import Answer, search
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "sample_palace.db"

OWNED_BY_SQLITE = ("_data", "_idx", "_docsize", "_config")
"""The full-text index's own tables: their bytes are a matter of SQLite's version."""

VECTORS = {("embedding", "vector"), ("vector_chunk", "scans")}
"""Columns that the network computes; another processor may round their last digits otherwise."""

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class OpenSample:
    """The sample palace, opened at the instant it is told, with the key of each memory by its id."""

    palace: PalaceFile
    surroundings: Surroundings
    semantic: SemanticMemories
    keys: Mapping[int, str]

    def ask(self, question: str, limit: int) -> Answer:
        return search(self.palace, parse_query(question), self.surroundings, self.semantic, limit=limit)

    def keys_found(self, question: str, limit: int) -> list[str]:
        return [self.keys[hit.memory.id] for hit in self.ask(question, limit).hits]


def tables_of(path: Path) -> dict[str, Rows]:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        names = [row["name"] for row in tables if not row["name"].startswith("sqlite_")]
        return {
            name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')]
            for name in names
            if not name.endswith(OWNED_BY_SQLITE)
        }


def without_vectors(table: str, rows: Rows) -> Rows:
    return [
        {column: value for column, value in row.items() if (table, column) not in VECTORS} for row in rows
    ]


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("sample") / "rebuilt.db"
    ended = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "build_sample.py"), "--out", str(target)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    return target


@pytest.fixture(scope="module")
def opened(
    tmp_path_factory: pytest.TempPathFactory, sample: Any, encoder: OnnxEncoder
) -> Iterator[OpenSample]:
    path = tmp_path_factory.mktemp("sample") / "palace.db"
    shutil.copy(SHIPPED, path)
    told_at = datetime.fromisoformat(str(meta_of(path)["told_at"]))
    surroundings = Surroundings(
        clock=lambda: told_at, zone=sample.zone, rules=Rules(), new_uid=lambda: "never asked for"
    )
    with PalaceFile.open(
        path, clock=surroundings.clock, new_uid=surroundings.new_uid, zone=surroundings.zone
    ) as palace:
        ids = {row["text"]: row["id"] for row in tables_of(path)["memory"]}
        keys = {ids[told.memory.text]: key for key, told in sample.memories.items()}
        assert len(keys) == len(sample.memories)
        yield OpenSample(palace, surroundings, SemanticMemories(encoder, palace), keys)


def meta_of(path: Path) -> dict[str, str]:
    return {row["key"]: row["value"] for row in tables_of(path)["meta"]}


def test_the_script_makes_the_palace_that_ships_table_by_table(rebuilt: Path):
    made, shipped = tables_of(rebuilt), tables_of(SHIPPED)
    assert made.keys() == shipped.keys()
    for table, rows in made.items():
        assert without_vectors(table, rows) == without_vectors(table, shipped[table]), table


def test_its_vectors_are_those_of_the_model_that_ships(rebuilt: Path, encoder: OnnxEncoder):
    made, shipped = (tables_of(path)["embedding"] for path in (rebuilt, SHIPPED))
    assert {row["model_id"] for row in shipped} == {encoder.model_id}
    pairs = [vectors_of((row["vector"] for row in rows), encoder.dimension) for rows in (made, shipped)]
    assert np.vecdot(*pairs).min() > 0.9999
    scans = [
        np.frombuffer(b"".join(row["scans"] for row in tables_of(path)["vector_chunk"]), np.int8)
        for path in (rebuilt, SHIPPED)
    ]
    assert np.abs(scans[0].astype(int) - scans[1].astype(int)).max() <= 1


def test_every_memory_that_can_be_found_has_its_vector_and_its_words(
    opened: OpenSample, encoder: OnnxEncoder
):
    embedded, searchable = opened.palace.vector_coverage(encoder.model_id)
    assert embedded == searchable > 200
    assert opened.palace.other_models(encoder.model_id) == []
    with closing(sqlite3.connect(SHIPPED.as_uri() + "?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_it_ships_as_one_file_that_can_be_read_where_nothing_can_be_written():
    header = SHIPPED.read_bytes()[:20]
    assert header[:16] == b"SQLite format 3\x00"
    assert header[18:20] == b"\x01\x01", "a log would have to be made beside it"


def test_every_question_is_answered_within_its_place(opened: OpenSample, sample: Any):
    missed = {
        row["key"]: (row["expected"], found)
        for row in sample.rows["questions"]
        if not set(row["expected"]) <= set(found := opened.keys_found(row["question"], row["within"]))
    }
    assert not missed


def test_sleep_is_found_by_meaning_though_no_word_is_shared(opened: OpenSample):
    answer = opened.ask("用户的作息习惯", 5)
    found = {opened.keys[hit.memory.id]: hit for hit in answer.hits}
    for key in ("zx-sleep-target", "zx-rises-about-nine", "zx-in-bed-versus-asleep"):
        assert found[key].words == ()
    assert not answer.nothing_close


def test_two_characters_are_found_by_the_word(opened: OpenSample):
    hits = opened.ask("体检", 10).hits
    with_word = [hit for hit in hits if "体检" in hit.memory.text]
    assert len(with_word) >= 5
    assert list(hits[: len(with_word)]) == with_word
    assert all(hit.words == ("体检",) and not hit.weak for hit in with_word)


def test_its_candidates_stand_where_they_should_when_it_is_told(opened: OpenSample, sample: Any):
    queue = candidate_queue(opened.palace, opened.surroundings)
    expected = {told.candidate.text: told.row["expected_stage"] for told in sample.candidates.values()}
    assert {entry.candidate.text: str(entry.stage) for entry in queue} == expected
    assert sum(Counter(entry.stage for entry in queue).values()) == 14


def test_it_is_told_at_the_instant_of_its_script(sample: Any):
    meta = meta_of(SHIPPED)
    assert datetime.fromisoformat(meta["told_at"]) == sample.now
    assert meta["name"] == sample.setting["name"]
