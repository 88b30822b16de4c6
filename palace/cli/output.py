"""What the command line prints: displayable text for people, escaped JSON for programs."""

import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TextIO

from palace.domain.errors import PalaceError
from palace.text.display import displayable, encodable, one_line

LONGEST_LINE = 400
"""A text on a line of a list is cut to so many cells; `palace show` and `--json` give the whole."""

_HIDDEN = re.compile(
    "[\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

_NOT_ASCII = re.compile("[^\x00-\x7f]")

Json = Mapping[str, object] | Sequence[object]


def json_text(value: Json) -> str:
    """Return JSON in readable UTF-8 in which every control, hidden or half character is escaped."""
    plain = json.dumps(value, ensure_ascii=False, indent=None, separators=(", ", ": "))
    return _HIDDEN.sub(_escaped, plain)


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]


@dataclass(frozen=True, slots=True)
class Output:
    """Standard output and standard error. `shows_secrets` lets programs have what lists hide.

    Printing raises BrokenPipeError when the reader has left, PalaceError when it fails otherwise.
    """

    out: TextIO
    err: TextIO
    shows_secrets: bool = False

    def line(self, text: str = "") -> None:
        """Print one line for people; whatever is in it, nothing of it steers the terminal."""
        self._write(self.out, displayable(text) + "\n")

    def lines(self, text: str) -> None:
        """Print a text of several lines for people."""
        self._write(self.out, displayable(text, keep_newlines=True) + "\n")

    def prompt(self, text: str) -> None:
        """Print a question and stay on its line."""
        self._write(self.out, displayable(text) + " ")

    def error(self, text: str) -> None:
        """Print a line of warning or error to standard error."""
        self._write(self.err, displayable(text) + "\n")

    def error_lines(self, text: str) -> None:
        """Print several lines to standard error."""
        self._write(self.err, displayable(text, keep_newlines=True) + "\n")

    def json(self, value: Json, *, opened: bool = False) -> None:
        """Print one JSON value on one line, in ASCII where the stream is not UTF-8.

        Secrets and orders aimed at an agent are hidden as in lists for people, but not where the value is one
        thing that was `opened`.
        """
        self.json_pieces([json_text(value) if opened else self.json_text(value)])

    def json_text(self, value: Json) -> str:
        """Return JSON as `json` prints it where nothing is opened."""
        if self.shows_secrets:
            return json_text(value)
        # Here and not above: most verbs print no JSON, and the patterns are many.
        from palace.cli.hidden_values import with_secrets_hidden

        return json_text(with_secrets_hidden(value))

    def json_pieces(self, pieces: Iterable[str]) -> None:
        """Print one JSON value, given as pieces of `json_text`, on one line; as `json` does."""
        ascii_only = not _is_utf8(_encoding_of(self.out))
        for piece in pieces:
            self._write(self.out, _NOT_ASCII.sub(_escaped, piece) if ascii_only else piece)
        self._write(self.out, "\n")

    def _write(self, stream: TextIO, text: str) -> None:
        # What a terminal cannot show becomes a stand-in rather than ending the program.
        try:
            stream.write(encodable(text, _encoding_of(stream)))
            stream.flush()
        except OSError as error:
            _silence(stream)
            if isinstance(error, BrokenPipeError):
                raise
            raise PalaceError(
                "the output cannot be written: {cause}", cause=error.strerror or error
            ) from None


def first_line(text: str) -> str:
    """Return the first line of a text that says anything, `…` where it is endless or more lines follow."""
    line, _, more = text.strip().partition("\n")
    return one_line(line, LONGEST_LINE) + (" …" if more else "")


def open_missing_streams() -> None:
    """Let standard streams that were closed by the caller lead nowhere, so that no file takes their place."""
    sys.stdin = sys.stdin or _nowhere(os.O_RDONLY)
    sys.stdout = sys.stdout or _nowhere(os.O_WRONLY)
    sys.stderr = sys.stderr or _nowhere(os.O_WRONLY)


def _silence(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, so that Python does not fail on it again when it ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _nowhere(flags: int) -> TextIO:
    mode: Literal["r", "w"] = "r" if flags == os.O_RDONLY else "w"
    return os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8")


def _encoding_of(stream: TextIO) -> str:
    return getattr(stream, "encoding", None) or "utf-8"


def _is_utf8(encoding: str) -> bool:
    return encoding.lower().replace("-", "").replace("_", "") == "utf8"
