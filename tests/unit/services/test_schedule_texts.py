"""What makes a computer run the jobs: each text can be read by what it is for, and calls the whole path."""

import plistlib
import shlex
import shutil
import subprocess
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
