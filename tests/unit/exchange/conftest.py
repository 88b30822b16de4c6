import textwrap
from collections.abc import Callable

import pytest

from palace.exchange.reading import read_file
from palace.exchange.records import FileReading

Read = Callable[..., FileReading]


@pytest.fixture
def read() -> Read:
    """Read a text written in a test, dedented; `beside` are the files that lie beside it."""

    def read_text(
        text: str, name: str = "MEMORY.md", *, beside: tuple[str, ...] = (), format: str | None = None
    ) -> FileReading:
        data = textwrap.dedent(text).lstrip("\n").encode()
        return read_file(name, data, neighbours=lambda target: target in beside, format=format)

    return read_text
