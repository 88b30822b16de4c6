"""The last net under the text boundary: no control character is ever painted, whatever a widget draws.

Everything shown is made displayable where it is read; boxes to write in hold what was typed or pasted. Should
one of them, now or one day, hand a control character on, it is dropped here (it has no width) instead of
reaching the terminal.
"""

import re

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


class ControlGuard(LineFilter):
    """Drops control characters from every line that is painted."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line without control characters."""
        if not any(_CONTROL.search(segment.text) for segment in segments):
            return segments
        return [
            Segment(_CONTROL.sub("", segment.text), segment.style, segment.control) for segment in segments
        ]
