"""What waits in the queues of pairs, and single memories, as `--json` tells them."""

from collections.abc import Callable
from typing import Any

Run = Callable[..., Any]


def waiting(run: Run, verb: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run(verb, "--json").json[verb]
    return found


def memory(run: Run, number: int) -> dict[str, Any]:
    shown: dict[str, Any] = run("show", str(number), "--json").json
    return shown
