"""`palace restore`: put a copy in the place of the palace, after saying what that changes."""

from datetime import date
from pathlib import Path

from palace.cli.core_approval import change_lines, needed_json
from palace.cli.invocation import Invocation
from palace.cli.output import first_line
from palace.cli.rendering import local_time, memory_line
from palace.config.paths import path_named
from palace.domain.clock import local_day
from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import NotFound
from palace.domain.memory import Memory
from palace.services.restore_difference import Restored, RestoreDifference
from palace.storage.backups import copies_beside, folder_of
from palace.storage.connection import real_path
from palace.storage.copy_sums import BySum, by_sum
from palace.storage.restoring import Wanted, look_at_restore, restore


def run(invocation: Invocation) -> int:
    """Restore; exit status 4 while another process has the palace open, or a P0 would change uncoded."""
    arguments = invocation.arguments
    path = real_path(invocation.palace_path)
    copy = _copy_named(invocation, path, arguments.copy)
    code, despite_sum = arguments.code or "", bool(arguments.despite_sum)
    wanted = Wanted(path, copy, arguments.with_deleted, code, despite_sum)
    if arguments.dry_run:
        told = look_at_restore(wanted)
        by = by_sum(copy)
        if invocation.wants_json:
            named = {"copy": str(copy), "sum": by.value}
            invocation.output.json({**named, **_json(told), **_needed(invocation, told)})
        else:
            _tell(invocation, copy, by, told)
            _tell_core(invocation, told)
            invocation.output.line(invocation.say("cli.restore.dry_run"))
        return 0
    by = by_sum(copy)
    try:
        done = restore(wanted, invocation.surroundings, invocation.actor)
    except NeedsApproval as error:
        if invocation.wants_json:
            invocation.output.json({"copy": str(copy), **needed_json(error)})
        raise
    if invocation.wants_json:
        before = None if done.before is None else str(done.before)
        named = {"copy": str(copy), "sum": by.value}
        invocation.output.json(
            {**named, **_json(done.difference), "before": before, "memories": done.memories}
        )
    else:
        _tell(invocation, copy, by, done.difference)
        _tell_done(invocation, done)
    return 0


def _copy_named(invocation: Invocation, palace: Path, word: str) -> Path:
    """Return the file that a path, a name in the folder of backups, or a day means; raises NotFound."""
    for path in (path_named(word), folder_of(palace) / word):
        if _is_file(path):
            return path
    try:
        day = date.fromisoformat(word)
    except ValueError:
        raise NotFound(
            "there is no copy “{word}”", next_step="palace backup list shows the copies", word=word
        ) from None
    zone = invocation.surroundings.zone
    for copy in copies_beside(palace):
        if local_day(copy.made_at, zone) == day and not copy.fault:
            return copy.path
    raise NotFound(
        "there is no copy of {day}", next_step="palace backup list shows the copies", day=day.isoformat()
    )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # no file has a name as long as that
        return False


def _tell(invocation: Invocation, copy: Path, by: BySum, told: RestoreDifference) -> None:
    say, line = invocation.say, invocation.output.line
    line(say("cli.restore.copy", file=copy))
    if by is not BySum.SAME:
        line(say(f"cli.restore.by_sum.{by}"))
    if told.unreadable:
        line(say("cli.restore.unreadable"))
    if told.empty:
        line(say("cli.restore.same"))
        return
    for name, count, samples in (
        ("added", told.added, told.added_samples),
        ("gone", told.gone, told.gone_samples),
    ):
        line(say(f"cli.restore.{name}", count=count))
        _tell_samples(invocation, samples, count)
    line(say("cli.restore.changed", count=told.changed))
    for before, after in told.changed_samples:
        line(f"  {memory_line(before, invocation.catalog)}")
        if before.text != after.text:
            line(f"    → {first_line(after.text)}")
        else:
            line(f"    → {_standing(invocation, after)}")
    _tell_more(invocation, len(told.changed_samples), told.changed)
    if told.kept_away:
        line(say("cli.restore.kept_away", count=told.kept_away))
        _tell_samples(invocation, told.kept_away_samples, told.kept_away)
    line(say("cli.restore.candidates", now=told.candidates.now, then=told.candidates.then))
    line(say("cli.restore.decisions", now=told.decisions.now, then=told.decisions.then))


def _standing(invocation: Invocation, memory: Memory) -> str:
    words = [
        invocation.say(f"vocabulary.wing.{memory.wing}"),
        invocation.say(f"vocabulary.band.{memory.band}"),
        str(memory.priority),
        invocation.say(f"vocabulary.status.{memory.status}"),
    ]
    return " · ".join(words)


def _tell_samples(invocation: Invocation, samples: tuple[Memory, ...], count: int) -> None:
    for memory in samples:
        invocation.output.line(f"  {memory_line(memory, invocation.catalog)}")
    _tell_more(invocation, len(samples), count)


def _tell_more(invocation: Invocation, shown: int, count: int) -> None:
    if count > shown:
        invocation.output.line(invocation.say("cli.restore.more", count=count - shown))


def _tell_core(invocation: Invocation, told: RestoreDifference) -> None:
    if told.core:
        needed = NeedsApproval(told.core, invocation.actor)
        invocation.output.lines(change_lines(needed, invocation.catalog) or needed.message)
        invocation.output.line(invocation.catalog.error(needed))


def _tell_done(invocation: Invocation, done: Restored) -> None:
    zone = invocation.surroundings.zone
    at = local_time(invocation.surroundings.now, zone)
    invocation.output.line(invocation.say("cli.restore.done", at=at, memories=done.memories))
    if done.before is not None:
        invocation.output.line(invocation.say("cli.restore.before", file=done.before))


def _needed(invocation: Invocation, told: RestoreDifference) -> dict[str, object]:
    return needed_json(NeedsApproval(told.core, invocation.actor)) if told.core else {}


def _json(told: RestoreDifference) -> dict[str, object]:
    def listed(memories: tuple[Memory, ...]) -> list[dict[str, object]]:
        return [{"id": memory.id, "uid": memory.uid, "text": memory.text} for memory in memories]

    return {
        "added": told.added,
        "changed": told.changed,
        "gone": told.gone,
        "kept_away": told.kept_away,
        "p0": [change.id for change in told.core],
        "samples": {
            "added": listed(told.added_samples),
            "changed": [
                {"id": before.id, "uid": before.uid, "text": before.text, "becomes": after.text}
                for before, after in told.changed_samples
            ],
            "gone": listed(told.gone_samples),
            "kept_away": listed(told.kept_away_samples),
        },
        "candidates": {"now": told.candidates.now, "then": told.candidates.then},
        "decisions": {"now": told.decisions.now, "then": told.decisions.then},
        "unreadable": told.unreadable,
    }
