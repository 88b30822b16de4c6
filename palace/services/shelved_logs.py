"""Which logs on the shelf are meant, and where each of them lay."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from palace.domain.jobs import Job
from palace.domain.old_logs import PACKED
from palace.services.ports import Palace

RUNS_LOOKED_AT = 200

USUAL_FOLDER = "memory"
"""Where logs lie in a workspace; one that no run tells of comes back to there."""


def logs_to_bring_back(
    palace: Palace, shelved: Mapping[str, int], named: Sequence[str]
) -> list[tuple[str, str]]:
    """Return logs on the shelf and where each belongs; without names those of the last run that shelved any.

    A name may be that of the log (`2026-05-01.md`), its day, its path or its path on the shelf.
    """
    lay = dict[str, str]()
    last: list[str] = []
    for run in palace.jobs.runs(Job.WEEKLY, RUNS_LOOKED_AT):
        told = [(shelf, path) for shelf, path in _told(run.report) if shelf in shelved]
        last = last or [shelf for shelf, _ in told]
        for shelf, path in told:
            lay.setdefault(shelf, path)
    if not named:
        return [(shelf, lay[shelf]) for shelf in last]
    return [
        (shelf, path)
        for shelf in shelved
        if _is_named(shelf, path := lay.get(shelf) or f"{USUAL_FOLDER}/{_name(shelf)}", named)
    ]


def _is_named(shelf: str, path: str, named: Iterable[str]) -> bool:
    names = {shelf, path, PurePosixPath(shelf).name, PurePosixPath(path).name, PurePosixPath(path).stem}
    return any(name in names for name in named)


def _name(shelf: str) -> str:
    """Return the name of a log from that on the shelf, where a number may stand behind it."""
    name = PurePosixPath(shelf).name.removesuffix(PACKED)
    stem, _, number = name.rpartition(".")
    return stem if number.isdecimal() else name


def _told(report: Mapping[str, object]) -> Iterable[tuple[str, str]]:
    listed = report.get("shelved")
    for each in listed if isinstance(listed, list) else ():
        if (
            isinstance(each, dict)
            and isinstance(each.get("shelf"), str)
            and isinstance(each.get("path"), str)
        ):
            yield each["shelf"], each["path"]
