from collections.abc import Callable

import pytest

from palace.exchange.reading import read_file
from palace.exchange.records import FileReading

Read = Callable[..., FileReading]


@pytest.fixture
def read() -> Read:
    """Read a text as a file; `beside` are the files that lie beside it, `options` those of `read_file`."""

    def read_text(
        text: str, name: str = "MEMORY.md", *, beside: tuple[str, ...] = (), **options: str
    ) -> FileReading:
        return read_file(name, text.encode(), neighbours=lambda target: target in beside, **options)

    return read_text
