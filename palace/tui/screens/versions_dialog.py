"""The window of a memory's texts: what changed between any two of them, and one to go back to."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import ClassVar

from textual import on
from textual.widget import Widget

from palace.services.versions import TextVersion
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import Line, Piece, Tone, cut_line
from palace.tui.presenters.version_diff import between_lines, version_line
from palace.tui.screens.dialogs import FRAME_LINES, Dialog
from palace.tui.widgets.line_view import LineView
from palace.tui.widgets.row_list import RowList

SHARE_OF_LIST = 3
"""The list takes at most one line of so many; the rest is for what changed."""


class VersionsDialog(Dialog[TextVersion]):
    """Choose a text to go back to; below the list stands what changed between it and the marked one.

    Space marks the text that the others are compared with: at first the present one.
    """

    KEYS: ClassVar[tuple[str, ...]] = ("dialog.accept", "dialog.toggle", "dialog.cancel")
    WORDS: ClassVar[Mapping[str, str]] = {
        "dialog.accept": "tui.versions.key.go_back",
        "dialog.toggle": "tui.versions.key.compare",
    }

    def __init__(self, title: str, versions: Sequence[TextVersion], zone: tzinfo) -> None:
        super().__init__(title)
        self._versions = tuple(versions)
        self._zone = zone
        self._partner = 0

    def compose_body(self) -> Sequence[Widget]:
        """Return the list of texts, and what changed."""
        rows: RowList[int] = RowList(self._load, self._draw, empty=str)
        return [rows, LineView(self._changed)]

    def on_mount(self) -> None:
        """Stand on the text that was left last."""
        rows = self.query_one(RowList)
        rows.show(range(len(self._versions)), at=min(1, len(self._versions) - 1))
        rows.focus()
        self.fit()

    def fit(self) -> None:
        """Leave most of the window to what changed."""
        room = max(1, (self.size.height - FRAME_LINES) // SHARE_OF_LIST)
        self.query_one(RowList).styles.height = min(len(self._versions), room)

    def do_dialog_toggle(self) -> None:
        """Compare with the text under the cursor from now on."""
        rows = self.query_one(RowList)
        if rows.row_id is not None:
            self._partner = rows.row_id
            rows.refresh()
            self.query_one(LineView).show(self._changed)

    @on(RowList.Highlighted)
    def _look_at(self) -> None:
        self.query_one(LineView).show(self._changed)

    @on(RowList.Opened)
    def _choose(self, message: RowList.Opened) -> None:
        self.dismiss(self._versions[message.row_id])

    async def _load(self, ids: Sequence[int]) -> Mapping[int, int]:
        return {place: place for place in ids}

    def _draw(self, place: int, cells: int, marked: bool) -> Line:
        partner = self._versions[self._partner].number
        say = palace_app(self).say
        return version_line(self._versions[place], partner, self._zone, say, cells)

    def _changed(self, cells: int) -> Sequence[Line]:
        place = self.query_one(RowList).row_id or 0
        one, other = self._versions[place], self._versions[self._partner]
        return between_lines(one, other, palace_app(self).say, cells)

    def _keys(self, width: int) -> Line:
        app = palace_app(self)
        pieces: list[Piece] = []
        for action_id in self.KEYS:
            action = ACTIONS[action_id]
            words = app.say(self.WORDS.get(action_id, action.label_key))
            pieces += [(key_word(app.first_key(action)), Tone.KEY), (f" {words}  ", Tone.DIM)]
        return cut_line(pieces, width)
