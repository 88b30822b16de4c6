"""Runs one verb: parse, find the palace, do it, and say honestly how it ended."""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from types import FrameType
from typing import NoReturn

from palace import bootstrap
from palace.cli.arguments import parse
from palace.cli.core_approval import change_lines
from palace.cli.invocation import Invocation
from palace.cli.output import Output, open_missing_streams
from palace.config.paths import log_file
from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import PalaceError
from palace.i18n.catalog import Catalog, Language, pick_language
from palace.text.masking import masked

DONE = 0
FAILED = 1
WRONG_USE = 2
BY_SIGNAL = 128
"""Added to the number of the signal that ended a run, as shells count it."""


def main(argv: Sequence[str]) -> int:
    """Run the command line with these words and return its exit status.

    0 done, 1 failed, 2 wrong use, 3 nothing found, 4 refused for safety; 130 interrupted, 143 told to end.
    """
    os.umask(0o077)
    open_missing_streams()
    with _told_to_end():
        try:
            return _run(argv, Output(sys.stdout, sys.stderr))
        except BrokenPipeError:
            # The reader of a pipe left early; nothing more can be said to it.
            return DONE
        except KeyboardInterrupt:
            if sys.stderr.isatty():
                _complain(Output(sys.stdout, sys.stderr), "")
            return BY_SIGNAL + signal.SIGINT
        except SystemExit as leaving:
            return leaving.code if isinstance(leaving.code, int) else WRONG_USE


def _run(argv: Sequence[str], output: Output) -> int:
    catalog = Catalog(_language(argv))
    try:
        arguments = parse(argv, catalog, output)
        output = replace(output, shows_secrets=getattr(arguments, "with_secrets", False))
        verb = import_module(f"palace.cli.verbs.{arguments.verb}")
        status: int = verb.run(Invocation.from_arguments(arguments, output))
        return status
    except NeedsApproval as error:
        _complain(output, catalog.error(error), above=change_lines(error, catalog))
        return error.exit_status
    except PalaceError as error:
        _complain(output, catalog.error(error))
        return error.exit_status
    except BrokenPipeError:
        raise
    except Exception as error:
        # What nobody foresaw is one line for the person; the details are for the log.
        log = _write_log()
        told = catalog.text("cli.unforeseen", cause=error, log=log or "—")
        _complain(output, told, trace="" if log else traceback.format_exc())
        return FAILED


def _language(argv: Sequence[str]) -> Language:
    """Return the language to speak before anything is parsed; what is wrong with these words comes later."""
    try:
        settings = bootstrap.read_settings(_value_of("--config", argv), os.environ)
        return pick_language(_value_of("--lang", argv), settings.language, os.environ)
    except PalaceError:
        return pick_language(None, None, os.environ)


def _value_of(option: str, argv: Sequence[str]) -> str | None:
    value = None
    for place, word in enumerate(argv):
        if word == "--":
            break
        if word == option and place + 1 < len(argv):
            value = argv[place + 1]
        elif word.startswith(f"{option}="):
            value = word.removeprefix(f"{option}=")
    return value


def _complain(output: Output, text: str, *, above: str = "", trace: str = "") -> None:
    """Say what is wrong. Where nobody can hear it the exit status alone tells it."""
    with suppress(BrokenPipeError, PalaceError):
        if above:
            output.error_lines(above)
        output.error(text)
        if trace:
            output.error_lines(trace)


def _write_log() -> str:
    """Append the present error with its place in the program to the log; return where that is, or nothing."""
    path = log_file(os.environ)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(masked(traceback.format_exc()) + "\n")
    except OSError:
        return ""
    return str(path)


@contextmanager
def _told_to_end() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end a run like an error does: what was begun is taken back or tidied up."""

    def leave(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(BY_SIGNAL + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    earlier = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)
