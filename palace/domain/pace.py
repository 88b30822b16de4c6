"""How fast a long job goes lately, and how long it will still take at that."""

from collections import deque

LOOKED_BACK = 20.0
"""Seconds of the past by which the pace is judged: one that changes is soon told as it is."""

SURE_AFTER = 0.5
"""Seconds before which nothing is said of the pace."""


class Pace:
    """Is told now and then how much is done; instants are seconds of any clock that only goes forward."""

    def __init__(self) -> None:
        self._told: deque[tuple[float, int]] = deque()

    def told(self, at: float, done: int) -> None:
        """Take note that so much is done at an instant. Less than before means that it was begun anew."""
        if self._told and done < self._told[-1][1]:
            self._told.clear()
        self._told.append((at, done))
        while len(self._told) > 2 and self._told[1][0] <= at - LOOKED_BACK:
            self._told.popleft()

    @property
    def per_second(self) -> float | None:
        """How much is done in a second; None where that cannot be said yet."""
        if not self._told:
            return None
        (began, before), (at, done) = self._told[0], self._told[-1]
        return (done - before) / (at - began) if at - began >= SURE_AFTER and done > before else None

    def seconds_left(self, total: int) -> float | None:
        """Return how long it takes until `total` is done; None where that cannot be said yet."""
        rate = self.per_second
        return None if rate is None else max(0, total - self._told[-1][1]) / rate


def span_text(seconds: float) -> str:
    """Return a span of time as `m:ss` or `h:mm:ss`, rounded up to whole seconds."""
    whole = -int(-seconds // 1)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
