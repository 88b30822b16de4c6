"""A second connection in one process must not cost the first one its locks."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from palace.domain.journal import Actor
from palace.services.remembering import Statement, add_candidate
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

LOOK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM memory")
connection.close()
"""
COUNT = """
import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM candidate").fetchone()[0])
"""


def test_what_is_written_after_another_process_looked_is_in_the_file(
    open_palace: Callable[[], PalaceFile], surroundings: Surroundings
) -> None:
    first, _second = open_palace(), open_palace()
    log = Path(f"{first.path}-wal")
    add_candidate(first, Statement("one"), surroundings, Actor.PERSON, express=True)
    subprocess.run([sys.executable, "-c", LOOK, str(first.path)], check=True)
    assert log.exists()
    add_candidate(first, Statement("two"), surroundings, Actor.PERSON, express=True)
    seen = subprocess.run(
        [sys.executable, "-c", COUNT, str(first.path)], check=True, capture_output=True, text=True
    )
    assert seen.stdout.strip() == "2"
