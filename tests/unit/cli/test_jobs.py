"""The jobs on the command line: shown before, run, run when due, asked about, and brought back."""

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from palace.cli.running_jobs import change_line
from palace.domain.journal import Subject, Verb
from palace.i18n.catalog import Catalog, Language
from palace.services.job_plans import PlannedChange, PlannedSide
from tests.unit.cli.conftest import Run, rows

NOW = datetime.now(UTC)
OLD = (NOW - timedelta(days=400)).isoformat()


def add(run: Run, text: str, **fields: object) -> int:
    done = run(
        "add", "--approved", text, *(word for name, value in fields.items() for word in (f"--{name}", value))
    )
    assert done.status == 0, done.err
    return int(rows(Path(os.environ["PALACE"]), "SELECT max(id) FROM memory")[0][0])


def backdate(days: int, *ids: int) -> None:
    instant = (NOW - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S.000000Z")
    with closing(sqlite3.connect(os.environ["PALACE"])) as connection, connection:
        for memory_id in ids:
            connection.execute("UPDATE memory SET recorded_at = ? WHERE id = ?", (instant, memory_id))


@pytest.fixture
def old_and_young(run: Run, palace: Path) -> list[int]:
    """One temporary memory of forty days beside nine new ones."""
    ids = [add(run, f"statement number {number} of ten", priority="P2") for number in range(10)]
    backdate(40, ids[0])
    return ids


def test_a_dry_run_shows_every_change_and_changes_nothing(run: Run, old_and_young: list[int], palace: Path):
    before = palace.read_bytes()

    ended = run("job", "nightly", "--dry-run", "--json")

    assert ended.status == 0
    told = ended.json
    assert told["job"] == "nightly"
    assert told["applied"] is False
    assert [(each["verb"], each["id"], each["from"], each["to"]) for each in told["changes"]] == [
        ("archive", old_and_young[0], "active", "archived")
    ]
    assert told["counts"]["archived"] == 1
    assert palace.read_bytes() == before


def test_a_job_is_done_recorded_and_taken_back_with_one_undo(
    run: Run, old_and_young: list[int], palace: Path
):
    told = run("job", "nightly", "--json").json

    assert told["applied"] is True
    assert rows(palace, "SELECT job, outcome, decision_group FROM job_run") == [
        ("nightly", "done", told["group"])
    ]
    assert rows(palace, f"SELECT status FROM memory WHERE id = {old_and_young[0]}") == [("archived",)]
    decision = rows(palace, "SELECT max(id) FROM decision")[0][0]
    assert run("undo", str(decision)).status == 0
    assert rows(palace, f"SELECT status FROM memory WHERE id = {old_and_young[0]}") == [("active",)]


def test_a_second_run_at_once_changes_nothing(run: Run, old_and_young: list[int]):
    run("job", "nightly")

    assert run("job", "nightly", "--json").json["changes"] == []


def test_too_many_at_once_are_asked_about(run: Run, old_and_young: list[int], palace: Path):
    backdate(40, *old_and_young[:5])

    ended = run("job", "nightly")

    assert ended.status == 4
    assert "5 of 10" in ended.err
    assert "--yes" in ended.err
    assert rows(palace, "SELECT count(*) FROM memory WHERE status = 'archived'") == [(0,)]
    assert rows(palace, "SELECT outcome FROM job_run") == [("asked",)]
    assert run("job", "nightly", "--yes").status == 0
    assert rows(palace, "SELECT count(*) FROM memory WHERE status = 'archived'") == [(5,)]


def test_an_unknown_job_is_wrong_use_and_names_those_there_are(run: Run, palace: Path):
    ended = run("job", "hourly")

    assert ended.status == 2
    assert "nightly" in ended.err


def test_what_is_due_is_run_once_with_what_was_missed(run: Run, palace: Path):
    with closing(sqlite3.connect(palace)) as connection, connection:
        connection.execute("UPDATE meta SET value = '2020-01-01T00:00:00.000000Z' WHERE key = 'made_at'")
    listed = {each["job"]: each for each in run("job", "--json").json["jobs"]}
    assert listed["nightly"]["missed"] > 1
    assert listed["reindex"]["due_at"] is None

    ended = run("job", "run-due", "--json")

    assert ended.status == 0
    assert [each["job"] for each in ended.json["jobs"]] == ["daily", "weekly", "monthly", "nightly"]
    assert run("job", "run-due", "--json").json == {"jobs": []}
    assert "nothing is due" in run("job", "run-due").out


def test_the_runs_there_were_are_told_newest_first_with_what_they_did(run: Run, old_and_young: list[int]):
    backdate(40, *old_and_young[:5])
    assert run("job", "nightly").status == 4
    assert run("job", "nightly", "--yes").status == 0
    assert run("job", "daily").status == 0

    told = run("job", "nightly", "--history", "--json").json
    assert [(each["job"], each["outcome"]) for each in told["runs"]] == [
        ("nightly", "done"),
        ("nightly", "asked"),
    ]
    assert told["runs"][0]["counts"]["archived"] == 5
    assert "5 of 10" in told["runs"][1]["reason"]
    assert told["more"] is False
    lines = run("job", "--history").out.splitlines()
    assert "daily" in lines[0]
    assert "archived 5" in lines[1]
    assert "stopped and asked" in lines[2]
    assert "5 of 10" in lines[3]
    newest = run("job", "--history", "--limit", "1")
    assert "older runs" in newest.out.splitlines()[1]
    assert run("job", "--history", "--limit", "1", "--json").json["more"] is True


def test_no_run_is_nothing_found_and_history_goes_with_nothing_else(run: Run, palace: Path):
    assert run("job", "weekly", "--history").status == 3
    assert run("job", "weekly", "--history", "--json").json == {"runs": [], "more": False}
    for words in (
        ("nightly", "--limit", "3"),
        ("run-due", "--history"),
        ("nightly", "--history", "--dry-run"),
        ("--history", "--limit", "0"),
        ("--history", "--limit", "³"),
    ):
        assert run("job", *words).status == 2


def test_a_pair_is_told_in_the_language_of_the_person() -> None:
    sides = PlannedSide(Subject.MEMORY, 3, "a"), PlannedSide(Subject.CANDIDATE, 8, "b")
    change = PlannedChange(Verb.FIND_CONFLICT, Subject.CONFLICT, None, "#3 a / candidate #8 b", sides=sides)
    expected: dict[Language, str] = {"en": "#3 a / candidate #8 b", "zh": "#3 a / 候选 #8 b"}
    for language, told in expected.items():
        assert told in change_line(Catalog(language).text, change)


def test_a_new_palace_owes_nothing(run: Run, palace: Path):
    assert run("job", "run-due", "--json").json == {"jobs": []}


def test_one_job_that_fails_stops_no_other(run: Run, palace: Path, tmp_path: Path):
    folder = tmp_path / "workspace"
    folder.mkdir()
    assert run("workspace", folder).status == 0
    folder.rmdir()
    with closing(sqlite3.connect(palace)) as connection, connection:
        connection.execute("UPDATE meta SET value = '2020-01-01T00:00:00.000000Z' WHERE key = 'made_at'")

    planned = run("job", "run-due", "--dry-run")
    assert planned.status == 1
    assert "daily: the workspace" in planned.err
    assert "nightly would do" in planned.out
    planned = run("job", "run-due", "--dry-run", "--json")
    assert ["error" in each for each in planned.json["jobs"]] == [True, True, False, False]

    ended = run("job", "run-due", "--json")

    assert ended.status == 1
    told = {each["job"]: each for each in ended.json["jobs"]}
    assert "not there" in told["daily"]["error"]
    assert told["nightly"]["applied"] is True
    states = {each["job"]: each for each in run("job", "--json").json["jobs"]}
    assert states["daily"]["last_outcome"] == "failed"
    assert states["daily"]["due_at"] is not None
    assert states["nightly"]["due_at"] is None


def test_two_runs_at_once_do_not_meet(run: Run, palace: Path):
    from palace.config.paths import state_directory
    from palace.files.lock_file import held, lock_path

    with held(lock_path(state_directory(os.environ), palace.resolve(), "job"), "job"):
        ended = run("job", "nightly")

    assert ended.status == 4
    assert "another run" in ended.err
    assert rows(palace, "SELECT count(*) FROM job_run") == [(0,)]


def test_reindexing_is_a_job_too(call: Run, palace: Path):
    ended = call("job", "reindex", "--json")

    assert ended.status == 0
    assert ended.json["counts"]["memories"] == 0


LOG = """# {day}

- 决定把备份放到每天凌晨三点
- done: moved the nightly backup to three in the morning
- looked at the sky
"""


@pytest.fixture
def workspace(run: Run, palace: Path, tmp_path: Path) -> Path:
    """A workspace with logs of one, eight and twenty days ago, all at rest."""
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    for days in (1, 8, 20):
        day = (datetime.now() - timedelta(days=days)).strftime("%Y-%m-%d")  # noqa: DTZ005
        path = folder / "memory" / f"{day}.md"
        path.write_text(LOG.format(day=day), encoding="utf-8")
        past = (NOW - timedelta(hours=2)).timestamp()
        os.utime(path, (past, past))
    assert run("workspace", folder).status == 0
    return folder


def test_the_daily_job_reads_the_workspace(run: Run, workspace: Path):
    shown = run("job", "daily", "--dry-run", "--json").json
    done = run("job", "daily", "--json").json

    assert shown["counts"]["new"] == done["counts"]["new"] > 0
    assert done["group"]
    assert run("job", "daily", "--json").json["counts"]["new"] == 0


def test_the_weekly_job_shelves_old_logs_without_losing_a_byte(run: Run, workspace: Path):
    import zstandard

    logs = sorted((workspace / "memory").iterdir())
    bytes_of = {path: path.read_bytes() for path in logs}

    shown = run("job", "weekly", "--dry-run", "--json").json
    assert all(path.exists() for path in logs)
    done = run("job", "weekly", "--json").json

    assert shown["counts"]["logs"] == done["counts"]["logs"] == 2
    assert done["counts"]["essences"] == 2
    assert sorted((workspace / "memory").iterdir()) == logs[-1:]
    for path in logs[:-1]:
        packed = workspace / "archive" / "daily" / f"{path.name}.zst"
        assert zstandard.ZstdDecompressor().decompress(packed.read_bytes()) == bytes_of[path]
    assert run("job", "weekly", "--json").json["changes"] == []


def test_shelved_logs_come_back_byte_for_byte(run: Run, workspace: Path):
    logs = sorted((workspace / "memory").iterdir())
    bytes_of = {path: path.read_bytes() for path in logs}
    run("job", "weekly")

    back = run("job", "bring-back", "--json")

    assert back.status == 0
    assert len(back.json["brought_back"]) == 2
    assert {path: path.read_bytes() for path in sorted((workspace / "memory").iterdir())} == bytes_of
    assert list((workspace / "archive" / "daily").iterdir()) == []
    assert run("job", "bring-back").status == 3


def test_a_log_that_is_being_written_stays(run: Run, workspace: Path):
    oldest = min((workspace / "memory").iterdir())
    os.utime(oldest)

    ended = run("job", "weekly", "--json")

    assert oldest.exists()
    assert any("being-written" in remark for remark in ended.json["remarks"])


def test_the_monthly_job_tells_which_saved_search_fell(run: Run, palace: Path):
    ids = [add(run, f"the lantern hangs at door {number}") for number in range(3)]
    run("searches", "save", "lanterns", "lantern")
    first = run("job", "monthly", "--json").json
    assert first["report"]["searches"][0]["found"]
    with closing(sqlite3.connect(palace)) as connection, connection:
        connection.execute("DELETE FROM memory_text WHERE rowid = ?", (ids[0],))

    second = run("job", "monthly", "--json").json

    assert second["counts"]["searches_fallen"] == 1
    assert second["report"]["fallen"][0]["lost"] == [ids[0]]


@pytest.mark.parametrize("form", ["crontab", "systemd", "launchd"])
def test_a_schedule_calls_this_very_palace(run: Run, palace: Path, form: str):
    ended = run("schedule", "--format", form)

    assert ended.status == 0
    assert str(palace) in ended.out
    assert "run-due" in ended.out


@pytest.mark.parametrize("form", ["crontab", "systemd", "launchd"])
def test_a_schedule_tells_where_settings_and_locks_are_and_names_all_by_whole_paths(
    run: Run, palace: Path, tmp_path: Path, form: str
):
    (tmp_path / "mine.toml").write_text("", "utf-8")
    ended = run("--config", "mine.toml", "--palace", "palace.db", "schedule", "--format", form)
    assert ended.status == 0
    assert f"XDG_STATE_HOME={tmp_path}" in ended.out
    assert str(tmp_path / "mine.toml") in ended.out
    assert str(tmp_path / "palace.db") in ended.out


def test_what_a_crontab_calls_runs_without_any_environment(run: Run, palace: Path, old_and_young: list[int]):
    with closing(sqlite3.connect(palace)) as connection, connection:
        connection.execute("UPDATE meta SET value = '2020-01-01T00:00:00.000000Z' WHERE key = 'made_at'")
    text = run("schedule").out
    call = next(line for line in text.splitlines() if line and line[0].isdigit()).split(maxsplit=5)[5]
    ended = subprocess.run(
        ["/bin/sh", "-c", call.replace("run-due", "run-due --dry-run --json")],
        env={"HOME": str(palace.parent / "nobody")},
        cwd="/",
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    planned = {job["job"]: job for job in json.loads(ended.stdout)["jobs"]}
    assert list(planned) == ["daily", "weekly", "monthly", "nightly"]
    assert [(each["verb"], each["id"]) for each in planned["nightly"]["changes"]] == [
        ("archive", old_and_young[0])
    ]


@pytest.mark.parametrize("name", ["line\nbreak.db", "turned\u202eround.db", "hidden\u200b.db"])
def test_a_name_that_cannot_stand_in_a_schedule_is_refused(run: Run, tmp_path: Path, name: str):
    ended = run("--palace", tmp_path / name, "schedule")
    assert (ended.status, ended.out) == (2, "")
    assert "cannot stand in such a text" in ended.err


def test_an_unknown_schedule_is_wrong_use(run: Run, palace: Path):
    assert run("schedule", "--format", "windows").status == 2


def test_plain_text_tells_what_was_done(run: Run, old_and_young: list[int]):
    shown = run("job", "nightly", "--dry-run")
    done = run("job", "nightly")

    assert f"#{old_and_young[0]}  active → archived" in shown.out
    assert "nightly did: archived 1" in done.out
    assert "last ran" in run("job").out
    assert json.loads(run("job", "--json").out)["jobs"][3]["last_counts"]["archived"] == 1


def test_the_monthly_job_lists_the_p0_to_read_again_and_changes_none(run: Run, palace: Path):
    core = add(run, "wasp stings are an emergency", priority="P0")
    before = rows(palace, f"SELECT * FROM memory WHERE id = {core}")

    ended = run("job", "monthly")

    assert f"#{core}  wasp stings are an emergency  (0 days)" in ended.out
    assert rows(palace, f"SELECT * FROM memory WHERE id = {core}") == before


def test_what_a_job_did_is_undone_redone_and_undone_again_and_what_a_person_did_stays(
    run: Run, old_and_young: list[int], palace: Path
):
    def archived() -> list[int]:
        return [row[0] for row in rows(palace, "SELECT id FROM memory WHERE status = 'archived' ORDER BY id")]

    standing = rows(palace, "SELECT count(*) FROM memory")
    done = run("job", "nightly", "--yes", "--json").json
    after = archived()
    assert after
    assert run("undo", str(done["decision"])).status == 0
    assert archived() == []
    for _ in range(2):
        assert run("redo").status == 0
        assert archived() == after
        assert run("undo").status == 0
        assert archived() == []
    assert rows(palace, "SELECT count(*) FROM memory") == standing
