"""A palace whose units of work tell what they changed, so that only what shows it is drawn again."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from palace.domain.changes import ChangeSet
from palace.domain.journal import Actor
from palace.services.loading import scenes_at_work
from palace.services.ports import Palace, UnitOfWork
from palace.services.whole_palace_ports import FileMark


def what_was_decided(palace: Palace) -> tuple[object, ...]:
    """Return what differs as soon as anybody decided something, and does not where only vectors came."""
    return (*(decision.id for decision in palace.decisions(limit=1)), *sorted(scenes_at_work(palace)))


class WatchedPalace:
    """A palace whose units of work tell what they changed."""

    def __init__(self, palace: Palace) -> None:
        self._palace = palace
        self.changes = ChangeSet()
        self.commits = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._palace, name)

    def unit_of_work(self, actor: Actor, *, group: str = "") -> AbstractContextManager[UnitOfWork]:
        """Begin to write; what is committed is added up in `changes` and `commits`."""
        return self._watched(actor, group)

    @property
    def whole(self) -> "_WatchedMarks":
        """What the palace remembers of files outside it; remembering is a commit of our own."""
        return _WatchedMarks(self._palace, self)

    @contextmanager
    def _watched(self, actor: Actor, group: str) -> Iterator[UnitOfWork]:
        with self._palace.unit_of_work(actor, group=group) as work:
            yield work
        self.commits += 1
        done = work.changes
        self.changes = ChangeSet(
            kinds=self.changes.kinds | done.kinds,
            memory_ids=self.changes.memory_ids | done.memory_ids,
            decision_ids=self.changes.decision_ids + done.decision_ids,
            candidate_ids=self.changes.candidate_ids | done.candidate_ids,
        )


class _WatchedMarks:
    """All rows of a palace and its marks of files, with each mark that is set counted."""

    def __init__(self, palace: Any, watched: WatchedPalace) -> None:
        self._whole = palace.whole
        self._watched = watched

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole, name)

    def remember(self, path: str, mark: FileMark) -> None:
        """Remember what a file holds."""
        self._whole.remember(path, mark)
        self._watched.commits += 1
