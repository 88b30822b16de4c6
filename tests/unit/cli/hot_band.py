"""Filling the hot band of a palace through the command line."""

import re
from collections.abc import Callable
from typing import Any

Run = Callable[..., Any]

BUDGET = 100


def fill_hot_band(run: Run) -> int:
    """Let one memory, which ends in “line 99”, use every line of the hot band that is free; return its id."""
    lines = [f"line {place}" for place in range(BUDGET)]
    added = keep_hot(run, lines)
    if added.status == 4:
        used = re.search(r"(\d+) of 100 lines are used", added.err)
        assert used
        added = keep_hot(run, lines[int(used[1]) :])
    assert added.status == 0
    return int(added.json["memory_id"])


def keep_hot(run: Run, lines: list[str]) -> Any:
    """Keep a memory of several lines in the hot band at once."""
    return run("add", "\n".join(lines), "--approved", "--band", "hot", "--json")
