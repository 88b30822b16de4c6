"""What makes a computer run the jobs by itself: a crontab, a systemd timer or a launchd agent, as text.

All three call `palace job run-due` at the times at which something falls due; what was missed meanwhile is
caught up with then. Nothing is installed: the text is for the person to put in its place.
"""

import shlex
from collections.abc import Sequence
from datetime import time
from enum import StrEnum
from xml.sax.saxutils import escape

from palace.domain.jobs import Job, time_of
from palace.domain.rules import JobRules

LABEL = "palace-jobs"


class ScheduleFormat(StrEnum):
    """What the text is for."""

    CRONTAB = "crontab"
    SYSTEMD = "systemd"
    LAUNCHD = "launchd"


def schedule_text(form: ScheduleFormat, command: Sequence[str], zone: str, rules: JobRules) -> str:
    """Return the text for one of the three; `zone` is the configured time zone, empty for the computer's."""
    match form:
        case ScheduleFormat.CRONTAB:
            return _crontab(command, zone, rules)
        case ScheduleFormat.SYSTEMD:
            return _systemd(command, zone, rules)
        case ScheduleFormat.LAUNCHD:
            return _launchd(command, zone, rules)


def _crontab(command: Sequence[str], zone: str, rules: JobRules) -> str:
    call = " ".join(_crontab_word(word) for word in command)
    slots = (
        (_clock(Job.DAILY, rules), "* * *", "daily: what the workspace says that was not read yet"),
        (_clock(Job.WEEKLY, rules), "* * 0", "weekly, on Sundays: old logs go to their shelf"),
        (_clock(Job.MONTHLY, rules), f"{rules.monthly_day} * *", "monthly: all pairs, P0 to read again"),
        (_clock(Job.NIGHTLY, rules), "* * *", "nightly: what expires, bands, pairs"),
    )
    lines = ["# Palace looks after itself; add these lines with: crontab -e"]
    if zone:
        lines += [
            "# at the end, since the zone holds for every line below it; a cron without CRON_TZ runs them",
            "# at the computer's time, and what is due by the palace's own is done then",
            f"CRON_TZ={zone}",
        ]
    for at, days, what in slots:
        lines += [f"# {what}", f"{at.minute} {at.hour} {days} {call}"]
    lines += ["# a computer that sleeps at night catches up in the morning", f"30 9 * * * {call}"]
    return "\n".join(lines) + "\n"


def _systemd(command: Sequence[str], zone: str, rules: JobRules) -> str:
    call = " ".join(_systemd_word(word) for word in command)
    suffix = f" {zone}" if zone else ""
    daily, nightly = _clock(Job.DAILY, rules), _clock(Job.NIGHTLY, rules)
    weekly, monthly = _clock(Job.WEEKLY, rules), _clock(Job.MONTHLY, rules)
    return (
        f"# ~/.config/systemd/user/{LABEL}.service\n"
        "[Unit]\n"
        "Description=Palace looks after itself\n\n"
        "[Service]\n"
        "Type=oneshot\n"
        f"ExecStart={call}\n"
        "Nice=10\n\n"
        f"# ~/.config/systemd/user/{LABEL}.timer\n"
        "[Unit]\n"
        "Description=When Palace looks after itself\n\n"
        "[Timer]\n"
        f"OnCalendar=*-*-* {daily:%H:%M}:00{suffix}\n"
        f"OnCalendar=Sun *-*-* {weekly:%H:%M}:00{suffix}\n"
        f"OnCalendar=*-*-{rules.monthly_day:02} {monthly:%H:%M}:00{suffix}\n"
        f"OnCalendar=*-*-* {nightly:%H:%M}:00{suffix}\n"
        "Persistent=true\n\n"
        "[Install]\n"
        "WantedBy=timers.target\n\n"
        f"# then: systemctl --user daemon-reload && systemctl --user enable --now {LABEL}.timer\n"
    )


def _launchd(command: Sequence[str], zone: str, rules: JobRules) -> str:
    words = "\n".join(f"    <string>{escape(word)}</string>" for word in command)
    slots = (
        (_clock(Job.DAILY, rules), ""),
        (_clock(Job.WEEKLY, rules), "<key>Weekday</key><integer>0</integer>"),
        (_clock(Job.MONTHLY, rules), f"<key>Day</key><integer>{rules.monthly_day}</integer>"),
        (_clock(Job.NIGHTLY, rules), ""),
    )
    times = "\n".join(
        f"    <dict>{day}<key>Hour</key><integer>{at.hour}</integer>"
        f"<key>Minute</key><integer>{at.minute}</integer></dict>"
        for at, day in slots
    )
    told = (
        f"<!-- launchd keeps the computer's own time; the palace keeps that of {zone}. -->\n" if zone else ""
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"'
        ' "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n'
        f"<!-- ~/Library/LaunchAgents/{LABEL}.plist, then: launchctl load -w that file -->\n"
        f"{told}"
        '<plist version="1.0">\n'
        "<dict>\n"
        f"  <key>Label</key>\n  <string>{LABEL}</string>\n"
        f"  <key>ProgramArguments</key>\n  <array>\n{words}\n  </array>\n"
        f"  <key>StartCalendarInterval</key>\n  <array>\n{times}\n  </array>\n"
        "</dict>\n"
        "</plist>\n"
    )


def _clock(job: Job, rules: JobRules) -> time:
    return time_of(job, rules)


def _crontab_word(word: str) -> str:
    """Return a word as the shell reads it once cron has taken the backslash before each percent sign away.

    Cron takes no backslash before another one for a mark, but forgets the second: the two are kept apart.
    """
    return shlex.quote(word).replace("\\%", "\\''%").replace("%", r"\%")


def _systemd_word(word: str) -> str:
    doubled = word.replace("\\", "\\\\").replace("%", "%%").replace("$", "$$").replace('"', '\\"')
    return f'"{doubled}"' if doubled != word or any(mark in word for mark in " '\t;") else word
