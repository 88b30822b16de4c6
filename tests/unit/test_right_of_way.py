"""Work in the background waits while an answer is waited for, and only then."""

from concurrent.futures import Future
from threading import Thread
from time import monotonic

import pytest

from palace.tui import right_of_way
from palace.tui.right_of_way import RightOfWay


def waiting(way: RightOfWay) -> Thread:
    thread = Thread(target=way.wait, daemon=True)
    thread.start()
    return thread


def test_nothing_is_waited_for_where_nobody_asks() -> None:
    started = monotonic()
    RightOfWay().wait()
    assert monotonic() - started < right_of_way.LONGEST_WAIT


@pytest.mark.parametrize("ends", ["answered", "failed", "cancelled"])
def test_work_goes_on_when_the_last_answer_is_there_or_not_wanted(
    monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    monkeypatch.setattr(right_of_way, "LONGEST_WAIT", 60)
    way = RightOfWay()
    first: Future[int] = way.give(Future())
    last: Future[int] = way.give(Future())
    work = waiting(way)
    first.set_result(1)
    assert work.is_alive()
    if ends == "answered":
        last.set_result(2)
    elif ends == "failed":
        last.set_exception(ValueError("no answer"))
    else:
        last.cancel()
    work.join(10)
    assert not work.is_alive()


def test_questions_without_end_do_not_starve_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(right_of_way, "LONGEST_WAIT", 0.01)
    way = RightOfWay()
    unanswered: Future[int] = way.give(Future())
    work = waiting(way)
    work.join(10)
    assert not work.is_alive()
    assert not unanswered.done()
