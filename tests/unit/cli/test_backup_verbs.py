"""`palace backup` and `palace restore` as a person or a program calls them."""

import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.clock import local_day

Run = Callable[..., Any]
Ask = Callable[[Path, str], list[tuple[Any, ...]]]


def day() -> str:
    return local_day(bootstrap.now(), Settings().zone_info).isoformat()


@pytest.fixture
def backed_up(run: Run, palace: Path) -> Path:
    """A palace with a memory, a copy of it, and a memory more since; the copy."""
    assert run("add", "tea at four", "--approved").status == 0
    made = run("backup", "--json")
    assert made.status == 0
    assert run("add", "coffee at five", "--approved").status == 0
    return Path(made.json["file"])


def test_a_copy_is_made_beside_the_palace_and_told(run: Run, palace: Path):
    run("add", "tea at four", "--approved")
    ended = run("backup", "--json")
    made = ended.json
    assert Path(made["file"]).parent == palace.parent / "backups"
    assert (made["sort"], made["memories"], made["removed"]) == ("rotated", 1, [])
    assert made["bytes"] == Path(made["file"]).stat().st_size
    assert "/backups/kept-palace-" in run("backup", "--keep").out
    sorts = sorted(each["sort"] for each in run("backup", "list", "--json").json["copies"])
    assert sorts == ["kept", "rotated"]


def test_a_list_of_copies_says_which_are_good(run: Run, backed_up: Path):
    (backed_up.parent / "notes.db").write_text("hello\n", "utf-8")
    ended = run("backup", "list", "--check")
    assert ended.status == 1
    assert f"{backed_up.name}  whole" in ended.out
    assert "NO GOOD" in ended.out
    assert run("backup", "list").status == 0
    told = run("backup", "list", "--check", "--json").json
    assert {Path(each["file"]).name: bool(each["fault"]) for each in told["copies"]} == {
        backed_up.name: False,
        "notes.db": True,
    }


def test_where_there_is_no_copy_that_is_said(run: Run, palace: Path):
    ended = run("backup", "list")
    assert (ended.status, ended.out) == (3, "")
    assert "palace backup" in ended.err
    assert run("backup", "list", "--json").json["copies"] == []


@pytest.mark.parametrize(
    "words", [("backup", "--check"), ("backup", "list", "--keep"), ("backup", "remove"), ("restore",)]
)
def test_wrong_use_is_told(run: Run, palace: Path, words: tuple[str, ...]):
    assert run(*words).status == 2
    assert not (palace.parent / "backups").exists()


@pytest.mark.parametrize("named", ["path", "name", "day"])
def test_a_copy_is_named_by_its_path_its_name_or_its_day(
    run: Run, palace: Path, backed_up: Path, named: str, ask: Ask
):
    word = {"path": str(backed_up), "name": backed_up.name, "day": day()}[named]
    dry = run("restore", word, "--dry-run")
    assert dry.status == 0
    assert "coffee at five" in dry.out
    assert "Nothing was changed" in dry.out
    assert len(ask(palace, "SELECT id FROM memory")) == 2
    done = run("restore", word, "--json").json
    assert (done["gone"], done["added"], done["memories"]) == (1, 0, 1)
    assert done["samples"]["gone"][0]["text"] == "coffee at five"
    assert ask(palace, "SELECT text FROM memory") == [("tea at four",)]
    assert run("restore", done["before"]).status == 0
    assert len(ask(palace, "SELECT id FROM memory")) == 2


@pytest.mark.parametrize(
    "word",
    [
        "2020-01-01",
        "nothing.db",
        "昨天",
        "backups",
        "\x1b[31m",
        "~nobody-here/x",
        "x" * 5000,
        "a\0b",
        "\udce9",
    ],
)
def test_a_copy_that_is_not_there_is_not_found(run: Run, palace: Path, backed_up: Path, word: str):
    ended = run("restore", word)
    assert (ended.status, ended.out) == (3, "")
    assert "palace backup list" in ended.err


def test_an_agent_neither_restores_nor_learns_a_code(
    run: Run, palace: Path, backed_up: Path, monkeypatch: pytest.MonkeyPatch
):
    assert run("add", "never on Fridays", "--approved", "--priority", "P0").status == 0
    monkeypatch.setenv("PALACE_ACTOR", "agent")
    for words in (("restore", backed_up), ("restore", backed_up, "--json")):
        ended = run(*words)
        assert ended.status == 4
        assert "only a person" in ended.err
        assert ended.out == ""
    told = run("restore", backed_up, "--dry-run", "--json").json
    assert told["p0"] == [3]
    assert "code" not in told
    assert "--code" not in run("restore", backed_up, "--dry-run").out


def test_a_p0_that_would_change_is_shown_and_its_code_restores(
    run: Run, palace: Path, backed_up: Path, ask: Ask
):
    assert run("add", "never on Fridays", "--approved", "--priority", "P0").status == 0
    dry = run("restore", backed_up, "--dry-run", "--json").json
    assert dry["p0"] == [3]
    refused = run("restore", backed_up)
    assert refused.status == 4
    assert "never on Fridays" in refused.err
    assert dry["code"] in refused.err
    assert len(ask(palace, "SELECT id FROM memory")) == 3
    assert run("restore", backed_up, "--code", dry["code"].lower()).status == 0
    assert ask(palace, "SELECT text FROM memory") == [("tea at four",)]


def test_while_another_process_has_it_open_nothing_is_restored(run: Run, palace: Path, backed_up: Path):
    holds = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM memory');"
    holds += " print('open', flush=True); sys.stdin.readline()"
    other = subprocess.Popen(
        [sys.executable, "-c", holds, palace], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    other.stdout.readline()
    try:
        ended = run("restore", backed_up)
        assert (ended.status, ended.out) == (4, "")
        assert "has the palace" in ended.err
        assert run("restore", backed_up, "--dry-run").status == 0
    finally:
        other.communicate("\n")
    assert run("restore", backed_up).status == 0


def test_a_palace_that_was_lost_comes_back_from_its_copies(run: Run, palace: Path, backed_up: Path):
    palace.unlink()
    assert run("list").status == 3
    assert run("backup", "list").status == 0
    ended = run("restore", day())
    assert ended.status == 0, ended.err
    assert "tea at four" in run("list").out
    assert palace.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_is_told_in_both_languages(run: Run, palace: Path, backed_up: Path, language: str):
    for words in (("backup",), ("backup", "list", "--check"), ("restore", day(), "--dry-run")):
        ended = run(*words, "--lang", language)
        assert (ended.status, ended.err) == (0, "")
        assert ended.out


def test_jobs_that_are_due_begin_with_a_copy_of_the_day(run: Run, sample: Path):
    ended = run("job", "run-due")
    assert ended.status == 0, ended.err
    assert "copied: " in ended.out.splitlines()[0]
    [copy] = run("backup", "list", "--json").json["copies"]
    assert (copy["sort"], copy["memories"]) == ("rotated", 250), "before the jobs, not after"
    run("job", "run-due")
    assert len(run("backup", "list", "--json").json["copies"]) == 1


def test_a_copy_that_fails_is_told_and_the_jobs_are_done(run: Run, sample: Path):
    (sample.parent / "backups").write_text("in the way", "utf-8")
    ended = run("job", "run-due", "--json")
    assert ended.status == 1
    assert "backups" in ended.err
    assert ended.json["jobs"]


def test_a_palace_named_from_where_one_stands_has_its_copies_beside_it(run: Run, palace: Path):
    """A path that is not absolute is as good as one that is, for all that looks at the copies."""
    name = palace.name
    assert run("--palace", name, "backup").status == 0
    asked = ("health", "job weekly", "doctor", "backup list --check", "job run-due")
    for words in map(str.split, asked):
        ended = run("--palace", name, *words)
        assert "nobody foresaw" not in ended.err, words
        assert ended.status == run("--palace", palace, *words).status


def overwritten(copy: Path) -> None:
    """Write another word of the same length over a text in a copy, within a page."""
    data = copy.read_bytes()
    assert b"tea at four" in data
    copy.write_bytes(data.replace(b"tea at four", b"tea at nine"))


def test_a_copy_that_was_overwritten_is_no_good_and_only_by_a_word_of_its_own_restored(
    run: Run, palace: Path, backed_up: Path, ask: Ask
):
    overwritten(backed_up)
    assert run("backup", "list").status == 0
    listed = run("backup", "list", "--check")
    assert (listed.status, "NO GOOD: its bytes are not those" in listed.out) == (1, True)
    assert "不可用：它的内容与做好时核对过的不同" in run("backup", "list", "--check", "--lang", "zh").out
    [told] = run("backup", "list", "--check", "--json").json["copies"]
    assert (told["sum"], told["checked"]) == ("other", True)
    found = {each["check"]: each for each in run("doctor", "--json").json["findings"]}
    assert (found["backups_whole"]["severity"], found["backups_whole"]["found"]) == (
        "warning",
        backed_up.name,
    )
    for words in (("restore", backed_up.name), ("restore", backed_up.name, "--dry-run")):
        refused = run(*words)
        assert refused.status == 4
        assert "--despite-sum" in refused.err
        assert len(ask(palace, "SELECT id FROM memory")) == 2
    told = run("restore", backed_up.name, "--despite-sum")
    assert told.status == 0
    assert "its checksum differs" in told.out
    assert ask(palace, "SELECT text FROM memory") == [("tea at nine",)]


def test_a_copy_without_a_sum_is_told_as_not_checked_by_it(run: Run, palace: Path, backed_up: Path):
    assert "not checked by sum" not in run("restore", backed_up, "--dry-run").out
    backed_up.with_name(backed_up.name + ".sha256").unlink()
    listed = run("backup", "list", "--check")
    assert (listed.status, "whole; not checked by sum" in listed.out) == (0, True)
    found = {each["check"]: each for each in run("doctor", "--json").json["findings"]}
    assert (found["backups_whole"]["severity"], found["backups_unsummed"]["severity"]) == ("fine", "notice")
    told = run("restore", backed_up, "--dry-run")
    assert (told.status, "not checked by sum" in told.out) == (0, True)
    assert run("restore", backed_up, "--json").json["sum"] == "none"


# What was purged


def months_later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """Let the clock stand some days further than it stands."""
    now = bootstrap.now() + timedelta(days=days)
    monkeypatch.setattr(bootstrap, "now", lambda: now)


@pytest.fixture
def purged(run: Run, palace: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy that holds a text which was purged since by four nights, a month apart."""
    assert run("add", "the key lies under the pot", "--approved", "--priority", "P2").status == 0
    assert run("add", "tea at four", "--approved", "--priority", "P1").status == 0
    copy = Path(run("backup", "--json").json["file"])
    for turn in range(3):
        months_later(monkeypatch, 31)
        told = run("job", "nightly", "--dry-run", "--yes")
        assert ("copies made before keep what is purged" in told.err) == (turn == 2)
        told = run("job", "nightly", "--yes")
        assert told.status == 0
        assert ("what was purged still stands in copies made before" in told.err) == (turn == 2)
    return copy


def test_copies_forget_what_was_purged_when_a_person_wants_it(
    run: Run, palace: Path, purged: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch
):
    assert b"under the pot" in purged.read_bytes()
    found = {each["check"]: each for each in run("doctor", "--json").json["findings"]}
    assert found["backups_purged"]["cure"] == "palace backup forget-purged"
    dry = run("backup", "forget-purged", "--dry-run")
    assert (dry.status, purged.name in dry.out, "Nothing was changed" in dry.out) == (0, True, True)
    assert b"under the pot" in purged.read_bytes()
    monkeypatch.setenv("PALACE_ACTOR", "agent")
    assert run("backup", "forget-purged").status == 4
    monkeypatch.delenv("PALACE_ACTOR")
    done = run("backup", "forget-purged", "--json").json
    assert done["copies"] == [{"file": str(purged), "texts": 1, "fate": "anew", "because": None}]
    assert b"under the pot" not in purged.read_bytes()
    assert ask(purged, "SELECT text FROM memory") == [("tea at four",)]
    again = run("backup", "forget-purged")
    assert (again.status, again.out) == (0, "no copy holds anything that was purged\n")


def test_a_copy_that_cannot_be_made_anew_is_told_and_goes_with_remove(run: Run, purged: Path):
    purged.write_bytes(purged.read_bytes()[:9000])
    told = run("backup", "forget-purged", "--lang", "zh")
    assert (told.status, "--remove" in told.err, purged.name in told.out) == (1, True, True)
    assert purged.exists()
    assert run("backup", "forget-purged", "--remove").status == 0
    assert not purged.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("backup", "--dry-run"),
        ("backup", "list", "--remove"),
        ("backup", "forget-purged", "--keep"),
        ("backup", "forget-purged", "--check"),
    ],
)
def test_options_of_another_way_are_wrong_use(run: Run, palace: Path, words: tuple[str, ...]):
    assert run(*words).status == 2
    assert not (palace.parent / "backups").exists()
