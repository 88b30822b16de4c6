"""`palace import` of a whole palace that Palace wrote, into one that is still empty: all of it comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from palace.cli.embedding_on_the_way import embed_missing_quietly
from palace.cli.invocation import Invocation
from palace.config.paths import path_named
from palace.domain.errors import InvalidInput, PalaceError
from palace.exchange.palace_lines import FORMAT, is_palace_line, read_lines
from palace.services.restoring import restore_whole

if TYPE_CHECKING:
    from palace.storage.palace_file import PalaceFile

EMBEDDED_AT_ONCE = 2_000
"""So many memories get their vectors on the way; more are left to `palace reindex`, which tells its pace."""

LONGEST_HEADER = 64 * 1024
"""The first line of a whole palace is shorter."""


def whole_palace_named(invocation: Invocation) -> Path | None:
    """Return the one file that was named, if it is a whole palace that Palace wrote."""
    named = invocation.arguments.paths
    if len(named) != 1 or invocation.arguments.format not in {None, FORMAT}:
        return None
    path = path_named(named[0])
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            first = file.readline(LONGEST_HEADER)
    except OSError:
        return None
    return path if is_palace_line(first.decode("utf-8-sig", "replace")) else None


def restore_lines(invocation: Invocation, palace: PalaceFile, path: Path) -> int:
    """Restore the palace from a file, or without --apply try it; raises PalaceError naming line and cause."""
    apply = bool(invocation.arguments.apply)
    header, rows = read_lines(_lines(path))
    counts = restore_whole(palace.whole, header, rows, invocation.actor, apply=apply)
    if apply and counts.get("memory", 0) <= EMBEDDED_AT_ONCE:
        embed_missing_quietly(invocation, palace)
    if invocation.wants_json:
        invocation.output.json(_report_json(path, counts, applied=apply))
        return 0
    told_counts = " · ".join(f"{table} {count}" for table, count in counts.items())
    key = "cli.import.restored" if apply else "cli.import.would_restore"
    invocation.output.line(invocation.say(key, path=path, counts=told_counts or "0"))
    if apply and counts.get("memory", 0) > EMBEDDED_AT_ONCE:
        invocation.output.line(invocation.say("cli.import.without_vectors"))
    return 0


def _report_json(path: Path, counts: Mapping[str, int], *, applied: bool) -> dict[str, object]:
    nothing: list[object] = []
    file = {"path": str(path), "format": FORMAT, "encoding": "UTF-8"}
    return {
        "files": [{**file, "memories": nothing, "skipped": nothing, "errors": nothing}],
        "new": counts.get("memory", 0),
        "known": 0,
        "suppressed": 0,
        "flagged": 0,
        "applied": applied,
        "group": None,
        "restored": dict(counts),
    }


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            yield from file
    except UnicodeDecodeError:
        raise InvalidInput(
            "{path} is not UTF-8 throughout", next_step="export the palace again", path=path
        ) from None
    except OSError as error:
        raise PalaceError(
            "{path} cannot be read: {cause}",
            next_step="check its permissions, or choose another file",
            path=path,
            cause=error.strerror or error,
        ) from None
