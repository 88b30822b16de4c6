"""What the command line prints: displayable text for people, escaped JSON for programs."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from palace.text.display import displayable

_HIDDEN = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)

Json = Mapping[str, object] | Sequence[object]


def json_text(value: Json) -> str:
    """Return JSON in readable UTF-8 in which every control, hidden or half character is escaped."""
    plain = json.dumps(value, ensure_ascii=False, indent=None, separators=(", ", ": "))
    return _HIDDEN.sub(_escaped, plain)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


@dataclass(frozen=True, slots=True)
class Output:
    """Standard output and standard error; `ascii_only` where the terminal speaks nothing else."""

    out: TextIO
    err: TextIO
    ascii_only: bool = False

    def line(self, text: str = "") -> None:
        """Print one line for people; whatever is in it, nothing of it steers the terminal."""
        self._write(self.out, displayable(text))

    def lines(self, text: str) -> None:
        """Print a text of several lines for people."""
        self._write(self.out, displayable(text, keep_newlines=True))

    def error(self, text: str) -> None:
        """Print a line of warning or error to standard error."""
        self._write(self.err, displayable(text, keep_newlines=True))

    def json(self, value: Json) -> None:
        """Print one JSON value on one line."""
        self._write(self.out, json_text(value))

    def _write(self, stream: TextIO, text: str) -> None:
        encoding = getattr(stream, "encoding", None) or "utf-8"
        # A terminal that cannot show a character shows its escape rather than ending the program.
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        stream.flush()
