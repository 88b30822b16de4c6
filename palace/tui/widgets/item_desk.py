"""The item that is decided about, whatever it is: shown, and told apart from what the person saw before."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical

from palace.domain.errors import PalaceError
from palace.services.queue import Row
from palace.tui.acting import palace_app
from palace.tui.deciding import Seen
from palace.tui.messages import Meaning
from palace.tui.widgets.line_view import LineView, MakeLines
from palace.tui.widgets.notice import Notice

Painted = Callable[[Seen | None, bool], None]
"""Told of what stands on the screen now, and whether it changed since it stood there."""


class ItemDesk(Vertical):
    """Holds one item of a queue. `changed` is called when what verbs would do may be another, `painted` when
    the item stands on the screen and verbs may act on it, with the item and whether it changed since it
    stood there. `seen` is the item and the version that stands
    there, None while another one is meant.
    """

    def __init__(self, changed: Callable[[], None], painted: Painted, pane: LineView) -> None:
        super().__init__(id="desk")
        self.changed, self._painted_now = changed, painted
        self._pane = pane
        self.seen: Seen | None = None
        self._seen_last: Seen | None = None
        self.whole = self.marked = False
        self._because: PalaceError | None = None

    def compose(self) -> ComposeResult:
        """Lay out the notice above the item."""
        yield Notice()
        yield self._pane

    # What an item is

    @property
    def item_id(self) -> int | None:
        """The id of the item, None while there is none."""
        raise NotImplementedError

    def clear(self) -> None:
        """Hold no item any more."""
        raise NotImplementedError

    def draw(self, *, keep_place: bool) -> None:
        """Draw the item, and say what the verbs would do to it."""
        raise NotImplementedError

    async def draw_whole(self) -> None:
        """Draw all of the item."""
        self.draw(keep_place=False)

    def find_near(self) -> None:
        """Look for what is near to the item in meaning, where that is shown."""

    def has_turned(self) -> bool:
        """Whether time alone has made the item another since it was read."""
        return False

    # Showing

    @property
    def pane(self) -> LineView:
        """The pane with the item."""
        return self._pane

    @property
    def meaning(self) -> Meaning:
        """Whether the model is there."""
        return palace_app(self).gateway.meaning.meaning

    def unsee(self) -> None:
        """What stands on the screen is no longer what a verb would act on."""
        self.seen = None

    def forget_version(self) -> None:
        """The item changes by the person's own hand: no notice of that."""
        self._seen_last = None

    def explain_next(self, error: PalaceError) -> None:
        """Say beside the item, when it is shown again, why a verb did nothing."""
        self._because = error

    def stand(self, row: Row[Any], *, same: bool, notice: str = "", has_draft: bool = False) -> None:
        """Let an item that was taken stand on the screen, with a notice where it is not as it was seen last.

        `same` says that it stood there before; `notice` is said where nothing else is to be said.
        """
        changed = self._changed_since(row)
        self.query_one(Notice).say(self._notice(row, notice, has_draft=has_draft))
        self.draw(keep_place=same)
        self.call_after_refresh(self._stands, (row.id, row.version), changed)
        if self.meaning is Meaning.READY:
            self.find_near()

    def show_text(self, make: MakeLines, notice: str = "") -> None:
        """Show a text in the place of an item."""
        self.clear()
        self._seen_last = None
        self.query_one(Notice).say(notice)
        self.pane.show(make)
        self.changed()
        self.call_after_refresh(self._painted_now, None, False)

    async def toggle_whole(self) -> None:
        """Show all of the item, or the short form again."""
        if self.item_id is None:
            return
        self.whole = not self.whole
        if self.whole:
            await self.draw_whole()
        else:
            self.draw(keep_place=False)

    def _stands(self, seen: Seen, changed: bool) -> None:
        if self.item_id == seen[0]:
            self.seen = self._seen_last = seen
            self._painted_now(seen, changed)

    def _changed_since(self, row: Row[Any]) -> bool:
        before = self._seen_last
        return before is not None and before[0] == row.id and before[1] != row.version

    def _notice(self, row: Row[Any], otherwise: str, *, has_draft: bool) -> str:
        say = palace_app(self).say
        because, self._because = self._because, None
        before = self._seen_last if self._seen_last is not None and self._seen_last[0] == row.id else None
        if row.gone:
            return say("tui.review.banner.gone")
        if self._changed_since(row):
            return say(f"tui.review.banner.{'changed_draft' if has_draft else 'changed'}")
        if because is not None:
            return palace_app(self).explain(because)
        if before is not None and self.query_one(Notice).text:
            return self.query_one(Notice).text
        return otherwise
