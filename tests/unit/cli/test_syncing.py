"""`palace workspace` and `palace sync`: what is new in the folder comes in once, by content."""

import fcntl
import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

LOG = """# 2026-03-14

## Done
- Moved the nightly backup of the billing database to the second disk
- Decided to keep the staging cluster until the end of April

## Learned
- The label printer drops the last line unless the feed is set to 12 mm
"""
LINES = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace with one log, at rest for an hour."""
    folder = tmp_path / "agent"
    (folder / "memory").mkdir(parents=True)
    write(folder / "memory/2026-03-14.md", LOG)
    return folder


@pytest.fixture
def tied(run: Run, palace: Path, folder: Path) -> Path:
    """The palace, tied to the workspace."""
    assert run("workspace", folder).status == 0
    return palace


def write(path: Path, text: str, *, age: float = 3600) -> None:
    """Write a file as if that was some seconds ago."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    then = path.stat().st_mtime - age
    os.utime(path, (then, then))


def waiting(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run("review", "--json").json["candidates"]
    return found


def counted(report: dict[str, Any]) -> dict[str, int]:
    """The counts of a report that are not 0."""
    names = ("new", "seen_again", "known", "suppressed", "edited", "moved", "minor", "bad")
    return {name: report[name] for name in names if report[name]}


def rows(palace: Path, sql: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(palace)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def test_a_palace_is_tied_shown_and_untied(run: Run, palace: Path, folder: Path):
    assert run("workspace", "--json").json == {"workspace": None, "there": False, "changed": False}
    assert run("workspace").status == 3
    tied = run("workspace", folder, "--json").json
    assert tied == {"workspace": str(folder.resolve()), "there": True, "changed": True}
    assert str(folder) in run("workspace", "show").out
    assert run("workspace", folder, "--json").json["changed"] is False
    assert run("workspace", "--none").status == 0
    assert run("sync").status == 3


def test_tying_is_one_decision_that_undo_takes_back(run: Run, tied: Path):
    assert run("undo").status == 0
    assert run("workspace", "--json").json["workspace"] is None
    assert run("redo").status == 0
    assert run("workspace", "--json").json["there"] is True


def test_what_is_no_folder_cannot_be_a_workspace(run: Run, palace: Path, folder: Path):
    assert run("workspace", folder / "nowhere").status == 3
    assert run("workspace", folder / "memory/2026-03-14.md").status == 2
    assert run("workspace", folder, "--none").status == 2


def test_a_dry_run_names_what_would_come_in_and_changes_nothing(run: Run, tied: Path):
    before = rows(tied, "SELECT count(*) FROM decision")
    report = run("sync", "--dry-run", "--json").json
    assert (counted(report), report["applied"], report["files_read"]) == ({"new": LINES}, False, 1)
    shown = run("sync", "--dry-run").out
    assert "memory/2026-03-14.md:4" in shown
    assert waiting(run) == []
    assert rows(tied, "SELECT count(*) FROM decision") == before
    assert rows(tied, "SELECT count(*) FROM read_bullet") == [(0,)]


def test_new_bullets_come_in_once_with_file_line_and_day(run: Run, tied: Path, folder: Path):
    report = run("sync", "--json").json
    assert (counted(report), report["applied"]) == ({"new": LINES}, True)
    assert {origin for (origin,) in rows(tied, "SELECT origin FROM candidate")} == {
        f"{folder.resolve()}/memory/2026-03-14.md:{line}" for line in (4, 5, 8)
    }
    assert rows(tied, "SELECT DISTINCT day FROM evidence") == [("2026-03-14",)]
    again = run("sync", "--json").json
    assert (counted(again), again["files_read"], again["files_unchanged"]) == ({}, 0, 1)
    assert again["group"] is None
    touched = folder / "memory/2026-03-14.md"
    os.utime(touched, (0, 0))
    again = run("sync", "--json").json
    assert (counted(again), again["files_read"]) == ({}, 1)


def test_it_says_one_line(run: Run, tied: Path):
    first, second = run("sync"), run("sync")
    for ended in (first, second):
        assert (ended.status, ended.out.count("\n"), ended.err) == (0, 1, "")
    assert f"added {LINES}" in first.out
    assert "added 0" in second.out


def test_a_line_that_is_appended_is_all_that_is_new(run: Run, tied: Path, folder: Path):
    run("sync")
    write(folder / "memory/2026-03-14.md", LOG + "- The second scanner speaks only TLS 1.2\n", age=1800)
    report = run("sync", "--json").json
    assert counted(report) == {"new": 1}
    assert len(waiting(run)) == LINES + 1


def test_a_line_that_moves_stays_the_same_sighting(run: Run, tied: Path, folder: Path):
    run("sync")
    lines = LOG.splitlines()
    moved = [*lines[:3], "", "some words between", "", lines[4], lines[3], *lines[5:]]
    write(folder / "memory/2026-03-14.md", "\n".join(moved) + "\n", age=1800)
    evidence = rows(tied, "SELECT count(*) FROM evidence")
    report = run("sync", "--json").json
    assert counted(report) == {"new": 1}
    assert [each["text"] for each in waiting(run) if each["text"] == "some words between"]
    assert rows(tied, "SELECT count(*) FROM evidence") == [(evidence[0][0] + 1,)]
    assert rows(tied, "SELECT line FROM read_bullet WHERE line > 0 ORDER BY line") == [
        (5,),
        (7,),
        (8,),
        (11,),
    ]


def test_a_file_that_is_renamed_brings_nothing_new(run: Run, tied: Path, folder: Path):
    run("sync")
    (folder / "memory/2026-03-14.md").rename(folder / "memory/2026-03-14-backups.md")
    report = run("sync", "--json").json
    assert (counted(report), report["files_gone"]) == ({"moved": LINES}, ["memory/2026-03-14.md"])
    assert rows(tied, "SELECT count(*) FROM evidence") == [(LINES,)]
    assert {path for (path,) in rows(tied, "SELECT path FROM read_bullet")} == {
        "memory/2026-03-14-backups.md"
    }
    assert counted(run("sync", "--json").json) == {}


def test_a_line_that_moves_to_another_file_is_the_same_sighting(run: Run, tied: Path, folder: Path):
    write(folder / "memory/2026-03-13.md", "# 2026-03-13\n\n- Bought a router for the attic\n")
    run("sync")
    rest, moved = LOG.rsplit("- ", 1)
    write(folder / "memory/2026-03-14.md", rest, age=1800)
    write(
        folder / "memory/2026-03-13.md",
        f"# 2026-03-13\n\n- Bought a router for the attic\n\n- {moved}",
        age=1800,
    )
    assert counted(run("sync", "--json").json) == {"moved": 1}
    assert rows(tied, "SELECT count(*) FROM evidence") == [(LINES + 1,)]


def test_an_edited_line_stays_the_same_candidate_with_the_new_text(run: Run, tied: Path, folder: Path):
    run("sync")
    before = {each["text"]: each["id"] for each in waiting(run)}
    old = "The label printer drops the last line unless the feed is set to 12 mm"
    new = old.replace("12 mm", "14 mm")
    write(folder / "memory/2026-03-14.md", LOG.replace(old, new), age=1800)
    report = run("sync", "--json").json
    assert counted(report) == {"edited": 1}
    after = {each["text"]: each["id"] for each in waiting(run)}
    assert after[new] == before[old]
    assert old not in after
    assert rows(tied, "SELECT count(*) FROM evidence") == [(LINES,)]
    assert counted(run("sync", "--json").json) == {}
    assert run("undo").status == 0
    assert old in {each["text"] for each in waiting(run)}


def test_a_line_that_is_edited_after_its_file_was_renamed_stays_the_same_candidate(
    run: Run, tied: Path, folder: Path
):
    run("sync")
    log = folder / "memory/2026-03-14.md"
    log.rename(folder / "memory/2026-03-14-disk.md")
    assert counted(run("sync", "--json").json) == {"moved": LINES}
    for time, (was, becomes) in enumerate((("second disk", "third disk"), ("third disk", "fourth disk"))):
        text = (folder / "memory/2026-03-14-disk.md").read_text("utf-8").replace(was, becomes)
        write(folder / "memory/2026-03-14-disk.md", text, age=60 - time)
        assert counted(run("sync", "--json").json) == {"edited": 1}
    assert len(waiting(run)) == LINES


def test_what_was_decided_is_not_rewritten_by_an_edit(run: Run, tied: Path, folder: Path):
    run("sync")
    old = "Decided to keep the staging cluster until the end of April"
    [number] = [each["id"] for each in waiting(run) if each["text"] == old]
    assert run("decide", number, "reject").status == 0
    write(folder / "memory/2026-03-14.md", LOG.replace("end of April", "end of May"), age=1800)
    assert counted(run("sync", "--json").json) == {"new": 1}
    assert rows(tied, f"SELECT verdict, text FROM candidate WHERE id = {number}") == [("rejected", old)]


def test_the_same_line_on_another_day_is_further_evidence(run: Run, tied: Path, folder: Path):
    run("sync")
    write(folder / "memory/2026-03-15.md", LOG.replace("# 2026-03-14", "# 2026-03-15"))
    assert counted(run("sync", "--json").json) == {"seen_again": LINES}
    assert rows(tied, "SELECT count(*) FROM evidence") == [(2 * LINES,)]


def test_what_was_rejected_does_not_come_back_by_another_log(run: Run, tied: Path, folder: Path):
    run("sync")
    for each in waiting(run):
        assert run("decide", each["id"], "reject").status == 0
    write(folder / "memory/2026-03-15.md", LOG.replace("# 2026-03-14", "# 2026-03-15"))
    assert counted(run("sync", "--json").json) == {"suppressed": LINES}
    assert waiting(run) == []


def test_one_undo_takes_a_sync_back_and_the_next_one_does_not_bring_it_again(run: Run, tied: Path):
    run("sync")
    assert run("undo").status == 0
    assert waiting(run) == []
    assert counted(run("sync", "--json").json) == {}
    assert counted(run("sync", "--all", "--json").json) == {"new": LINES}


def test_a_tag_in_a_file_that_nobody_named_makes_nothing_express(run: Run, tied: Path, folder: Path):
    write(folder / "MEMORY.md", "# Memory\n\n- [P0] never deploy to the shop on Fridays\n")
    run("sync")
    [found] = [each for each in waiting(run) if each["text"].startswith("never deploy")]
    assert (found["express"], found["priority"]) == (False, "P0")


def test_secrets_are_flagged_and_shown_nowhere(run: Run, tied: Path, folder: Path):
    secret = "hunter2-and-more"
    write(folder / "memory/2026-03-16.md", f"# 2026-03-16\n\n- the router's password: {secret}\n")
    shown = run("sync", "--dry-run")
    assert secret not in shown.out + shown.err
    report = run("sync", "--json").json
    assert (report["flagged"], report["new"]) == (1, LINES + 1)
    assert secret not in json.dumps(report)
    journal = run("journal")
    assert secret not in journal.out
    assert [each["flags"] for each in waiting(run) if "router" in each["text"]] == [["secret"]]


def test_links_and_pipes_are_passed_over_and_one_bad_file_stops_nothing(run: Run, tied: Path, folder: Path):
    (folder / "memory/link.md").symlink_to("/etc/hosts")
    os.mkfifo(folder / "memory/pipe.md")
    (folder / "memory/broken.md").write_bytes(b"- caf\xe9 and \xff\xfe\xfa bytes\x81\n")
    report = run("sync", "--json")
    assert {each["path"] for each in report.json["left_out"]} == {"memory/link.md", "memory/pipe.md"}
    assert report.json["new"] >= LINES
    assert (report.status, len(report.json["errors"])) == (1, 1)
    assert report.json["errors"][0].startswith("memory/broken.md:")


def test_a_second_run_beside_the_first_is_refused_at_once(run: Run, tied: Path, tmp_path: Path):
    run("sync")
    [lock] = (tmp_path / "state/palace/locks").iterdir()
    with lock.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        ended = run("sync")
    assert (ended.status, ended.out) == (4, "")
    assert "another run" in ended.err
    assert run("sync").status == 0


def test_a_folder_that_is_gone_is_named_and_nothing_is_forgotten(run: Run, tied: Path, folder: Path):
    run("sync")
    folder.rename(folder.with_name("elsewhere"))
    ended = run("sync")
    assert ended.status == 3
    assert str(folder) in ended.err
    assert rows(tied, "SELECT count(*) FROM read_bullet WHERE content_hash <> ''") == [(LINES,)]


def test_a_log_that_is_still_being_written_is_read_again(run: Run, tied: Path, folder: Path):
    write(folder / "memory/2026-03-15.md", "# 2026-03-15\n\n- Took the first train to Lyon\n", age=0)
    run("sync")
    log = folder / "memory/2026-03-15.md"
    stamp = log.stat()
    log.write_text("# 2026-03-15\n\n- Took the first trams to Lyon\n", encoding="utf-8")
    os.utime(log, ns=(stamp.st_mtime_ns, stamp.st_mtime_ns))
    assert log.stat().st_size == stamp.st_size
    assert counted(run("sync", "--json").json) == {"edited": 1}


def test_a_run_without_a_place_for_its_lock_goes_on(run: Run, tied: Path, tmp_path: Path):
    (tmp_path / "state/palace").mkdir(parents=True, exist_ok=True)
    (tmp_path / "state/palace/locks").write_text("in the way", encoding="utf-8")
    assert counted(run("sync", "--json").json) == {"new": LINES}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (b"2026-03-20-\xff\xfe.md", b"# 2026-03-20\n\n- Carried the piano into the hall\n"),
        (b"2026-03-20-\x1b[31m\n.md", b"# 2026-03-20\n\n- Carried the piano into the hall\n"),
        (b"2026-03-20.md", "\ufeff# 2026-03-20\r\n\r\n- Carried the piano into the hall\r\n".encode()),
        (b"2026-03-20.md", "# 2026-03-20\n\n- Carried the piano into the hall\n".encode("utf-16")),
        (b"2026-03-20.md", "# 2026-03-20\n\n- 把钢琴搬进了大厅，花了一上午\n".encode("gb18030")),
        (b"2026-03-20.md", b"# 2026-03-20\n\n- " + b"word and more " * 70_000 + b"\n"),
    ],
    ids=["name that is no text", "name with controls", "BOM and CRLF", "UTF-16", "GB18030", "a line of 1 MB"],
)
def test_whatever_a_file_is_called_and_written_in_it_is_read_once(
    run: Run, tied: Path, folder: Path, name: bytes, data: bytes
):
    path = folder / os.fsdecode(name)
    path.write_bytes(data)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    first = run("sync", "--json")
    assert (first.status, counted(first.json)) == (0, {"new": LINES + 1})
    shown = run("sync", "--all", "--dry-run")
    assert "\x1b" not in shown.out + shown.err
    again = run("sync", "--json")
    assert (counted(again.json), again.json["files_unchanged"]) == ({}, 2)


def test_a_line_of_more_than_a_million_characters_is_refused_by_name(run: Run, tied: Path, folder: Path):
    write(folder / "memory/2026-03-20.md", "# 2026-03-20\n\n- " + "word " * 250_000 + "\n- Sold the piano\n")
    ended = run("sync", "--json")
    assert (ended.status, counted(ended.json)) == (1, {"new": LINES + 1})
    [error] = ended.json["errors"]
    assert error.startswith("memory/2026-03-20.md:3: the text has 1,2")


def test_a_file_that_cannot_be_understood_is_told_of_by_every_run_until_it_is_mended(
    run: Run, tied: Path, folder: Path
):
    write(folder / "graph.json", '{"entities": [')
    (folder / "notes.md").write_bytes(
        b"# Notes\n\n- Kept \xff\xfe\xff somewhere\n- \xe4\xb8\xad\xe6\x96\x87\n"
    )
    for _ in range(3):
        ended = run("sync")
        assert ended.status == 1
        assert "graph.json: line 1: this is not JSON" in ended.err
        assert "begins with a dot" in ended.err
        assert len(ended.out.splitlines()) == 1
    assert run("sync", "--json").json["new"] == 0, "what could be read came in once"
    doctor = {finding["check"]: finding for finding in run("doctor", "--json").json["findings"]}
    assert "graph.json" in doctor["unread_files"]["found"]
    write(folder / "graph.json", "[]")
    (folder / "notes.md").rename(folder / ".notes.md")
    assert run("sync").status == 0
    assert run("sync").err == ""


def test_what_was_read_of_a_file_is_not_forgotten_while_the_file_is_broken(
    run: Run, tied: Path, folder: Path
):
    whole = '{"memory": "The lamp in the hall is broken", "id": "1"}'
    write(folder / "kept.json", f"[{whole}]")
    assert run("sync", "--json").json["new"] > 0
    assert run("undo").status == 0
    write(folder / "kept.json", f"[{whole}")
    assert run("sync").status == 1
    write(folder / "kept.json", f"[{whole} ]")
    again = run("sync", "--json")
    assert counted(again.json) == {}, (
        "an undone candidate does not come again by a file that broke and was mended"
    )


def test_a_folder_that_is_far_too_wide_is_refused_and_says_which_to_take(
    run: Run, palace: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    home = tmp_path / "people" / "ann"
    (home / "agent").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    for wide in ("/", home.parent):
        for words in ((wide,), (wide, "--yes")):
            ended = run("workspace", *words)
            assert ended.status == 4
            assert "palace workspace FOLDER" in ended.err
    for asked in (home, palace.parent):
        monkeypatch.setenv("HOME", str(home if asked == home else "/nobody/at/all"))
        ended = run("workspace", asked)
        assert ended.status == 4
        assert f"palace workspace {asked} --yes" in ended.err
        assert run("workspace", "--json").json["workspace"] is None
        assert run("workspace", asked, "--yes").status == 0
        assert run("workspace", asked).status == 0, "what it is tied to already is not asked again"
        assert run("workspace", "--none").status == 0
    assert run("workspace", folder / "memory").status == 0
