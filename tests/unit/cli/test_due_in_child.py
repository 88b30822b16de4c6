"""What is due is run for the app in a process of its own, which ends when it is told to."""

from pathlib import Path
from threading import Event

from palace import bootstrap
from palace.cli.due_in_child import due_in_child
from palace.config.settings import Settings


def test_what_is_told_to_stop_ends_and_leaves_nothing(tmp_path: Path):
    path = tmp_path / "p.db"
    bootstrap.create_palace(path, Settings()).close()
    stop = Event()
    stop.set()
    told = due_in_child(path, "", "en")(False, stop)
    assert told.stopped
    assert told.status != 0
    with bootstrap.open_palace(path, Settings(), bootstrap.now) as palace:
        assert palace.jobs.runs() == []


def test_what_nobody_stops_runs_to_its_end(tmp_path: Path):
    path = tmp_path / "p.db"
    told = due_in_child(path, "", "en")(True, Event())
    assert not told.stopped
    assert told.status != 0
    assert str(path) in told.text
