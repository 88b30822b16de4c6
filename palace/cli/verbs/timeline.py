"""`palace timeline`: what happened day by day, as it held in the world or as the palace came to know it."""

import unicodedata

from palace.cli.invocation import Invocation, text_of_words
from palace.cli.output import first_line
from palace.domain.errors import InvalidInput
from palace.domain.filters import LONGEST_NAMED
from palace.services.timeline import Day, asked_days, timeline
from palace.services.timeline_ports import By, Entry, Happening

NOTHING_FOUND = 3
EVERYTHING = 0


def run(invocation: Invocation) -> int:
    """Print the days that are asked for; exit status 3 when nothing happened on them."""
    arguments = invocation.arguments
    words = text_of_words(arguments.words)
    by = By.VALID if arguments.by is None else _by(arguments.by)
    limit = _limit(arguments.limit)
    with invocation.palace() as palace:
        days = asked_days(words, arguments.first, arguments.last, by, invocation.surroundings)
        found = timeline(palace, by, days, limit or None)
    if invocation.wants_json:
        invocation.output.json({"by": by.value, "days": [_day_json(day) for day in found]})
    else:
        for day in found:
            _print(invocation, day)
        if not found:
            invocation.output.error(invocation.say("timeline.nothing"))
    return 0 if found else NOTHING_FOUND


def _print(invocation: Invocation, day: Day) -> None:
    say, output = invocation.say, invocation.output
    counts = [
        say(f"timeline.count.{happening.value}", count=f"{day.counts[happening]:,}")
        for happening in Happening
        if day.counts.get(happening)
    ]
    weekday = say(f"timeline.weekday.{day.day.isoweekday()}")
    output.line(f"{day.day.isoformat()} {weekday}  {' · '.join(counts)}")
    for entry in day.entries:
        output.line(_entry_line(invocation, entry))
    if day.count > len(day.entries):
        output.line("  " + say("timeline.more", count=f"{day.count - len(day.entries):,}"))


def _entry_line(invocation: Invocation, entry: Entry) -> str:
    say = invocation.say
    zone = invocation.surroundings.zone
    time = "     " if entry.at is None else f"{entry.at.astimezone(zone):%H:%M}"
    key = f"vocabulary.done.{entry.verb}" if entry.verb else f"timeline.happened.{entry.happening.value}"
    done = say(key)
    number = {Happening.LOG: "", Happening.DECIDED: f"[{entry.subject_id}]"}.get(
        entry.happening, f"#{entry.subject_id}"
    )
    return f"  {time}  {done}  {number}  {first_line(entry.text)}".rstrip()


def _day_json(day: Day) -> dict[str, object]:
    return {
        "day": day.day.isoformat(),
        "counts": {happening.value: day.counts.get(happening, 0) for happening in Happening},
        "entries": [
            {
                "what": entry.happening.value,
                "at": None if entry.at is None else entry.at.isoformat(),
                "decision" if entry.happening is Happening.DECIDED else "memory": None
                if entry.happening is Happening.LOG
                else entry.subject_id,
                "verb": entry.verb or None,
                "text": entry.text,
            }
            for entry in day.entries
        ],
    }


def _by(text: str) -> By:
    wanted = text.strip().casefold()
    if wanted in list(By):
        return By(wanted)
    raise InvalidInput(
        "there is no clock “{name}” to tell days by",
        next_step="it is valid (when it held) or recorded (when the palace knew it)",
        name=text[:LONGEST_NAMED],
    )


def _limit(text: str) -> int:
    plain = unicodedata.normalize("NFKC", text).strip()
    if plain.isdecimal() and len(plain) <= len("1000000000"):
        return int(plain)
    raise InvalidInput(
        "“{text}” is not a number that fits here",
        next_step="write one from 0 to {most:,}",
        text=text[:LONGEST_NAMED],
        most=1_000_000_000,
    )
