"""What makes a computer run the jobs: each text can be read by what it is for, and calls the whole path."""

import plistlib
import shlex
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from palace.domain.rules import JobRules
from palace.services.schedule_texts import ScheduleFormat, schedule_text

COMMAND = ["/opt/a b/palace", "--palace", "/home/me/100%/$p.db", "job", "run-due"]
RULES = JobRules()


def test_a_crontab_has_a_line_for_every_slot_and_hides_its_percent_signs():
    text = schedule_text(ScheduleFormat.CRONTAB, COMMAND, "Asia/Shanghai", RULES)
    lines = [line for line in text.splitlines() if not line.startswith("#")]

    assert lines[0] == "CRON_TZ=Asia/Shanghai"
    assert [line.split()[:5] for line in lines[1:]] == [
        ["0", "22", "*", "*", "*"],
        ["20", "22", "*", "*", "0"],
        ["40", "22", "15", "*", "*"],
        ["0", "23", "*", "*", "*"],
        ["30", "9", "*", "*", "*"],
    ]
    for line in lines[1:]:
        call = line.split(maxsplit=5)[5]
        assert "%" not in call.replace(r"\%", "")
        assert shlex.split(call.replace(r"\%", "%")) == COMMAND


def test_the_configured_times_are_those_of_the_schedule():
    rules = JobRules(nightly_at=timedelta(hours=3, minutes=5), monthly_day=28)
    text = schedule_text(ScheduleFormat.CRONTAB, COMMAND, "", rules)
    assert "\n5 3 * * * " in text
    assert "\n40 22 28 * * " in text
    assert "CRON_TZ" not in text


def test_a_launchd_agent_is_a_property_list():
    told = plistlib.loads(schedule_text(ScheduleFormat.LAUNCHD, COMMAND, "Asia/Shanghai", RULES).encode())
    assert told["ProgramArguments"] == COMMAND
    assert told["StartCalendarInterval"] == [
        {"Hour": 22, "Minute": 0},
        {"Weekday": 0, "Hour": 22, "Minute": 20},
        {"Day": 15, "Hour": 22, "Minute": 40},
        {"Hour": 23, "Minute": 0},
    ]


def test_a_systemd_timer_catches_up_and_quotes_what_it_calls():
    text = schedule_text(ScheduleFormat.SYSTEMD, COMMAND, "Asia/Shanghai", RULES)
    assert "Persistent=true" in text
    assert 'ExecStart="/opt/a b/palace" --palace "/home/me/100%%/$$p.db" job run-due\n' in text
    assert "OnCalendar=Sun *-*-* 22:20:00 Asia/Shanghai\n" in text


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_times():
    text = schedule_text(ScheduleFormat.SYSTEMD, COMMAND, "", RULES)
    times = [line.partition("=")[2] for line in text.splitlines() if line.startswith("OnCalendar=")]
    for each in times:
        ended = subprocess.run(
            [str(Path(shutil.which("systemd-analyze") or "")), "calendar", each], check=False
        )
        assert ended.returncode == 0


HOSTILE = [
    "/home/me/a b.db",
    "/home/me/100%.db",
    "/home/me/a\\%b.db",
    "/home/me/a\\\\%%b\\.db",
    '/home/me/it\'s "mine".db',
    "/home/me/$HOME/`id`;#.db",
    "/home/me/宫殿&<b>]]>.db",
]


def as_cron_takes_it(command: str) -> str:
    """Return what cron gives to the shell: backslashes before percent signs are taken away."""
    taken, escaped = "", False
    for letter in command:
        if escaped:
            taken = taken[:-1] + letter if letter == "%" else taken + letter
            escaped = False
        elif letter == "%":
            break
        else:
            taken += letter
            escaped = letter == "\\"
    return taken


@pytest.mark.parametrize("path", HOSTILE)
def test_what_cron_runs_gets_the_very_path(path: str, tmp_path: Path):
    command = [sys.executable, "-c", "import sys; print(ascii(sys.argv[1:]))", "--palace", path, "%"]
    text = schedule_text(ScheduleFormat.CRONTAB, command, "", RULES)
    line = next(line for line in text.splitlines() if not line.startswith("#"))
    call = as_cron_takes_it(line.split(maxsplit=5)[5])
    ended = subprocess.run(["/bin/sh", "-c", call], env={}, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == ascii(["--palace", path, "%"])


@pytest.mark.parametrize("path", HOSTILE)
def test_a_launchd_agent_names_the_very_path(path: str):
    told = plistlib.loads(schedule_text(ScheduleFormat.LAUNCHD, [path], "", RULES).encode())
    assert told["ProgramArguments"] == [path]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
@pytest.mark.parametrize("path", HOSTILE)
def test_systemd_finds_nothing_wrong_with_the_units(path: str, tmp_path: Path):
    command = [sys.executable, "--palace", path, "job", "run-due"]
    text = schedule_text(ScheduleFormat.SYSTEMD, command, "Asia/Shanghai", RULES)
    head, service, timer = text.split("# ~/.config/systemd/user/palace-jobs.")
    assert head == ""
    files = [tmp_path / "palace-jobs.service", tmp_path / "palace-jobs.timer"]
    for file, content in zip(files, (service, timer), strict=True):
        file.write_text("#" + content, "utf-8")
    ended = subprocess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", *files],
        env={"XDG_RUNTIME_DIR": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line for line in ended.stderr.splitlines() if "palace-jobs" in line]
    assert told == []
