"""Which places of a text something has already been read from."""

from collections.abc import Iterable


class Ground:
    """The places of a text that are taken; asking and taking cost as much as the span is long."""

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        self._taken: set[int] = set()
        for start, end in spans:
            self.take(start, end)

    def is_free(self, start: int, end: int) -> bool:
        """Whether no place from `start` to before `end` is taken."""
        return self._taken.isdisjoint(range(start, end))

    def take(self, start: int, end: int) -> None:
        """Take the places from `start` to before `end`."""
        self._taken.update(range(start, end))
