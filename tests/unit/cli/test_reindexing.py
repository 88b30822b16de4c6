"""`palace reindex`: stopped in any way it goes on, makes anew what is damaged, tells its pace."""

import os
import pty
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.journal import Actor
from palace.services.embedding import BATCH
from palace.services.records import import_records

Run = Callable[..., Any]

COUNT = BATCH + 6

STOPS_AFTER_A_BATCH = """
import sys
from palace.services import embedding
really, calls = embedding._embed, []

def embed(*arguments):
    calls.append(1)
    if len(calls) == 2:
        print("halfway", flush=True)
        sys.stdin.read()
    return really(*arguments)

embedding._embed = embed
from palace.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""The command line, which waits between two batches until its standard input ends."""


@pytest.fixture
def filled(palace: Path) -> Path:
    texts = [f"note {number} about a shelf" for number in range(COUNT)]
    with closing(bootstrap.open_palace(palace, Settings())) as file:
        around = bootstrap.surroundings(Settings())
        import_records(file, [{"text": text} for text in texts], around, Actor.PERSON)
    return palace


def rows(palace: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(palace)) as connection:
        return connection.execute(sql).fetchall()


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_however_it_is_stopped_what_was_embedded_stays_and_it_goes_on_there(
    call: Run, filled: Path, number: signal.Signals, status: int
):
    process = subprocess.Popen(
        [sys.executable, "-c", STOPS_AFTER_A_BATCH, "reindex"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "halfway\n"
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert process.returncode == status
    assert (f"{BATCH} of {COUNT}" in said) is (number is signal.SIGINT)
    assert rows(filled, "SELECT count(*) FROM embedding") == [(BATCH,)]
    went_on = call("reindex", "--json").json
    assert went_on == {"embedded": COUNT - BATCH, "with_vector": COUNT, "memories": COUNT}


def test_what_is_damaged_is_told_by_the_doctor_and_made_anew_and_no_memory_is_touched(
    call: Run, filled: Path
):
    assert call("reindex").status == 0
    before = rows(filled, "SELECT * FROM memory ORDER BY id")
    sound = rows(filled, "SELECT chunk, slot, vector FROM embedding ORDER BY memory_id")
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE embedding SET vector = x'0000c07f' WHERE memory_id = 3")
        connection.execute("UPDATE vector_chunk SET ids = zeroblob(length(ids))")
        connection.execute("DELETE FROM memory_text WHERE rowid = 5")
    checks = {
        each["check"]: each["cure"] for each in call("doctor", "--json").json["findings"] if each["cure"]
    }
    assert {"stored_vectors", "vector_chunks", "words"} <= checks.keys()
    assert {checks[name] for name in ("stored_vectors", "vector_chunks", "words")} == {"palace reindex"}
    assert call("search", "note about a shelf").status == 0, "what is sound is found meanwhile"
    assert call("reindex", "--json").json["embedded"] == 1
    checks = {each["check"]: each["severity"] for each in call("doctor", "--json").json["findings"]}
    assert {checks[name] for name in ("stored_vectors", "vector_chunks", "words", "vectors")} == {"fine"}
    assert rows(filled, "SELECT * FROM memory ORDER BY id") == before
    again = rows(filled, "SELECT vector FROM embedding ORDER BY memory_id")
    assert [row[0] for row in again] == [row[2] for row in sound]


def test_on_a_terminal_it_tells_how_far_it_is_and_takes_the_line_away(filled: Path):
    reader, writer = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "palace", "reindex"], stdout=subprocess.DEVNULL, stderr=writer
    )
    os.close(writer)
    shown = b""
    while True:
        try:
            part = os.read(reader, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(reader)
    assert process.wait(30) == 0
    lines = shown.decode().split("\r")
    assert any(line.strip().startswith((f"{BATCH}/{COUNT}", f"{BATCH} of {COUNT}")) for line in lines)
    assert lines[-1] == ""
    assert lines[-2].strip() == ""


def test_a_program_and_a_pipe_are_told_no_progress(call: Run, filled: Path):
    ended = call("reindex", "--json")
    assert (ended.status, ended.err) == (0, "")


def test_searching_never_reads_the_network_that_compares_pairs(filled: Path):
    code = (
        "import sys; from palace.cli import main; status = main(['search', 'shelf']);"
        " print('LOADED', 'palace.embedding.pair_network' in sys.modules, status)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "LOADED False 0"
