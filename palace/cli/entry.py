"""Runs one verb: parse, find the palace, do it, and say honestly how it ended."""

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

from palace.cli.arguments import parser
from palace.cli.invocation import Invocation
from palace.cli.output import Output
from palace.config.paths import log_file
from palace.domain.errors import PalaceError
from palace.i18n.catalog import Catalog, pick_language

FAILED = 1
WRONG_USE = 2
INTERRUPTED = 128 + signal.SIGINT


def main(argv: Sequence[str]) -> int:
    """Run the command line with these words and return its exit status.

    0 done, 1 failed, 2 wrong use, 3 nothing found, 4 refused for safety.
    """
    os.umask(0o077)
    try:
        arguments = parser().parse_args(list(argv))
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else WRONG_USE
    output = Output(sys.stdout, sys.stderr, ascii_only=not _speaks_unicode())
    catalog = Catalog(pick_language(arguments.lang, None, os.environ))
    try:
        return _run(arguments, output)
    except PalaceError as error:
        output.error(catalog.error(error))
        return error.exit_status
    except BrokenPipeError:
        # The reader of a pipe left early; nothing more can be said to it.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        # What nobody foresaw is one line for the person; the details are for the log.
        output.error(catalog.text("cli.unforeseen", cause=error, log=_write_log()))
        return FAILED


def _run(arguments: argparse.Namespace, output: Output) -> int:
    invocation = Invocation.from_arguments(arguments, output)
    verb = import_module(f"palace.cli.verbs.{arguments.verb}")
    status: int = verb.run(invocation)
    return status


def _write_log() -> str:
    """Append the present error with its place in the program to the log, and return where that is."""
    path = log_file(os.environ)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(traceback.format_exc() + "\n")
    except OSError:
        return traceback.format_exc()
    return str(path)


def _speaks_unicode() -> bool:
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return encoding in {"utf8", "utf16", "utf32"}
