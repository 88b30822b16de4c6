"""Who asks goes first: work in the background waits between its steps while anybody waits for an answer."""

import threading
from concurrent.futures import Future
from typing import Any, TypeVar

Result = TypeVar("Result")

LONGEST_WAIT = 1.0
"""Seconds after which the background goes on all the same: questions without end must not starve it."""


class RightOfWay:
    """Counts what a person waits for. Safe to use from several threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waited_for = 0

    def give(self, answer: "Future[Result]") -> "Future[Result]":
        """Return the answer; what leads to it goes first until it is there, or nobody wants it any more."""
        with self._changed:
            self._waited_for += 1
        answer.add_done_callback(self._answered)
        return answer

    def wait(self) -> None:
        """Return when nothing is waited for, after LONGEST_WAIT at the latest."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waited_for, LONGEST_WAIT)

    def _answered(self, _: "Future[Any]") -> None:
        with self._changed:
            self._waited_for -= 1
            self._changed.notify_all()
