"""One thread that does one job after another: for objects that belong to the thread that made them."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

Result = TypeVar("Result")


class WorkerThread:
    """A daemon thread with a queue of jobs, done in the order in which they were handed in.

    It is a daemon so that a job that cannot be interrupted (the model being loaded) never keeps the
    program from ending.
    """

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._unfinished: set[Future[Any]] = set()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[], Result]) -> "Future[Result]":
        """Hand in a job; the future is cancelled without effect as long as the job has not begun."""
        future: Future[Result] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = job()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self._unfinished.add(future)
        future.add_done_callback(self._unfinished.discard)
        self._jobs.put(run)
        return future

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits."""
        return bool(self._unfinished)

    @property
    def has_waiting_jobs(self) -> bool:
        """Whether a job waits for the one that runs now."""
        return not self._jobs.empty()

    def stop(self) -> None:
        """Let the thread end after the jobs that were handed in already."""
        self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
