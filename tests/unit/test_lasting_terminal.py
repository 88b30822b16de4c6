"""A terminal that is gone takes what it is given, so that nothing waits for it for ever."""

import os
from contextlib import suppress

import pytest

from palace.tui.terminal import LastingFile, write_to_a_lasting_terminal


def test_what_is_written_after_the_terminal_is_gone_goes_nowhere_and_ending_waits_for_nothing():
    linux_driver = pytest.importorskip("textual.drivers.linux_driver")
    write_to_a_lasting_terminal()
    reader, writer = os.pipe()
    os.close(reader)
    gone = os.fdopen(writer, "w", encoding="utf-8")
    try:
        thread = linux_driver.WriterThread(gone)
        thread.start()
        for _ in range(100):
            thread.write("a frame\n")
        thread.stop()
        assert not thread.is_alive()
    finally:
        with suppress(OSError):
            gone.close()


def test_a_terminal_that_is_there_gets_every_byte():
    reader, writer = os.pipe()
    with os.fdopen(writer, "w", encoding="utf-8") as terminal, os.fdopen(reader, encoding="utf-8") as read:
        lasting = LastingFile(terminal)
        assert lasting.write("茶 and tea\n") == len("茶 and tea\n")
        lasting.flush()
        assert lasting.fileno() == terminal.fileno()
        assert read.readline() == "茶 and tea\n"
