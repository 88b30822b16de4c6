"""`palace sync`: what is new in the folder comes in once, by content."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.conftest import rows
from tests.unit.cli.synced_folder import LINES, LOG, counted, waiting, write

Run = Callable[..., Any]


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


def test_a_line_that_is_edited_while_its_file_is_renamed_stays_the_same_candidate(
    run: Run, tied: Path, folder: Path
):
    run("sync")
    before = {each["id"] for each in waiting(run)}
    (folder / "memory/2026-03-14.md").unlink()
    edited = LOG.replace("end of April", "end of May")
    write(folder / "memory/2026-03-14-staging.md", edited)
    assert counted(run("sync", "--json").json) == {"moved": LINES - 1, "edited": 1}
    assert {each["id"] for each in waiting(run)} == before
    assert counted(run("sync", "--json").json) == {}


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


def test_a_log_that_is_still_being_written_is_read_again(run: Run, tied: Path, folder: Path):
    write(folder / "memory/2026-03-15.md", "# 2026-03-15\n\n- Took the first train to Lyon\n", age=0)
    run("sync")
    log = folder / "memory/2026-03-15.md"
    stamp = log.stat()
    log.write_text("# 2026-03-15\n\n- Took the first trams to Lyon\n", encoding="utf-8")
    os.utime(log, ns=(stamp.st_mtime_ns, stamp.st_mtime_ns))
    assert log.stat().st_size == stamp.st_size
    assert counted(run("sync", "--json").json) == {"edited": 1}


@pytest.mark.usefixtures("palace")
def test_what_a_sync_brings_is_compared_at_once_and_the_night_has_nothing_left(call: Run, folder: Path):
    call("workspace", folder)
    call("add", "--approved", "--wing", "knowledge", "The staging API listens on port 8080.")
    write(folder / "memory/2026-03-15.md", "# 2026-03-15\n\n- The staging API listens on port 8081.\n")
    found = call("sync", "--json").json
    assert found["new"] == LINES + 1
    assert (found["not_compared"], found["not_compared_because"]) == (0, None)
    assert [each["relation"] for each in found["conflicts"]] == ["conflict"]
    assert call("job", "nightly", "--dry-run", "--json").json["counts"]["pairs_judged"] == 0
    assert call("sync", "--json").json["conflicts"] == []


@pytest.mark.usefixtures("tied")
def test_a_sync_that_cannot_compare_takes_in_what_is_new_and_says_so(run: Run):
    run("add", "--approved", "--wing", "knowledge", "The staging API listens on port 8080.")
    ended = run("sync")
    assert ended.status == 0
    assert f"added {LINES}" in ended.out
    assert "there is no model at nowhere" in ended.err
