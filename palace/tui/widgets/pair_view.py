"""The pair that is decided about: both sides, what weighs for each, and for a P0 what depends on it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from textual import events, work

from palace.domain.errors import PalaceError
from palace.domain.memory import Memory
from palace.services.conflict_queue import ConflictEntry, Dependents
from palace.services.conflict_rows import ConflictRow
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.services.resembling import resembling
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.messages import Meaning
from palace.tui.presenters.candidate_sheet import Near
from palace.tui.presenters.lines import Line
from palace.tui.presenters.pair_sheet import PairAround, Shown, pair_lines
from palace.tui.widgets.item_desk import ItemDesk, Painted
from palace.tui.widgets.line_view import LineView

SIDE_BY_SIDE = 100
"""From so many columns of screen on the two sides stand side by side."""

MOST_TEXT_LINES = 60
"""So many lines of each text are shown at most before all of the pair is asked for."""

NEAR_LINES = 3
"""Lines that are kept free for what is near a P0 while that is looked for, so that nothing moves then."""

LONG = 20_000
"""Characters of both texts from which on the whole pair is laid out beside the event loop, not in it."""

LOW = 20
"""Below so many lines of screen the two texts stand first, and fewer lines of each."""

TEXT_LINES, TEXT_LINES_LOW = 3, 2
"""So many lines of each text are shown at least; more where lines stand free."""


def filling_lines(shown: Shown, around: PairAround, cells: int, room: int) -> Sequence[Line]:
    """Return the sheet of a pair with as much of its texts as fills `room` lines, but no less than asked."""
    lines = pair_lines(shown, around, cells)
    if around.text_lines is None:
        return lines
    for text_lines in range(around.text_lines + 1, MOST_TEXT_LINES):
        longer = pair_lines(shown, replace(around, text_lines=text_lines), cells)
        if len(longer) > room:
            break
        if longer == lines:
            break
        lines = longer
    return lines


class PairView(LineView):
    """Shows a pair in short, or whole."""

    def on_resize(self, event: events.Resize) -> None:
        """Lay the pair out anew also where only the height changed: it decides how much is shown."""
        self.retell()


class PairDesk(ItemDesk):
    """Holds one pair. `with_depends` says whether what depends on the older side is shown too."""

    def __init__(self, changed: Callable[[], None], painted: Painted, *, with_depends: bool = False) -> None:
        super().__init__(changed, painted, PairView())
        self._with_depends = with_depends
        self.shown: Shown | None = None

    @property
    def item_id(self) -> int | None:
        """The id of the pair."""
        return None if self.shown is None else self.shown.view.entry.conflict.id

    @property
    def entry(self) -> ConflictEntry | None:
        """The pair as it stands on the screen."""
        return None if self.shown is None else self.shown.view.entry

    def around(self) -> PairAround:
        """Return the words, the clock and the space for laying the pair out."""
        app = palace_app(self)
        surroundings, size = app.gateway.surroundings, self.screen.size
        lines = TEXT_LINES_LOW if size.height < LOW else TEXT_LINES
        return PairAround(
            say=app.say,
            zone=surroundings.zone,
            rules=surroundings.rules,
            now=surroundings.now,
            side_by_side=size.width >= SIDE_BY_SIDE,
            text_lines=None if self.whole else lines,
            low=size.height < LOW,
            marked=self.marked,
        )

    # Showing

    def show_item(self, row: ConflictRow, shown: Shown, depends: Dependents, *, marked: bool) -> None:
        """Show a pair as it was read, with a notice where it is not as the person saw it last."""
        same = self.item_id == row.id
        near = self.shown.near if same and self.shown is not None else self._near_for_now()
        if not same:
            self.whole = False
        self.marked = marked
        self.shown = replace(shown, depends=depends, near=near) if self._with_depends else shown
        notice = palace_app(self).say("tui.pair.changed") if row.item.changed else ""
        self.stand(row, same=same, notice=notice)

    def clear(self) -> None:
        """Hold no pair any more."""
        self.shown = None

    def draw(self, *, keep_place: bool) -> None:
        """Draw the pair, and say what the verbs would do to it."""
        shown = self.shown
        if shown is None:
            return

        def lines(cells: int) -> Sequence[Line]:
            return filling_lines(shown, self.around(), max(8, cells), self._room(shown))

        self.pane.show(lines, keep_place=keep_place)
        self.changed()

    def _room(self, shown: Shown) -> int:
        """Return how many lines the sheet may take."""
        looking = self._with_depends and not shown.near.memories and self.meaning is not Meaning.ABSENT
        return self.pane.scrollable_size.height - NEAR_LINES * looking

    async def draw_whole(self) -> None:
        """Draw all of the pair; a very long one is laid out beside the event loop."""
        shown, around = self.shown, self.around()
        if shown is None:
            return
        if len(shown.view.left.item.text) + len(shown.view.right.item.text) < LONG:
            self.draw(keep_place=False)
            return
        await self.pane.show_beside(lambda cells: pair_lines(shown, around, max(8, cells)))
        self.changed()

    # What is near the P0 in meaning

    def find_near(self) -> None:
        """Look for memories that resemble the older side, where that is shown."""
        if self._with_depends:
            self._find_near()

    @work(exclusive=True, group="near", exit_on_error=False)
    async def _find_near(self) -> None:
        app, shown = palace_app(self), self.shown
        if shown is None:
            return
        if not shown.near.memories:
            self._now_near(shown, self._near_for_now())
        if self.meaning is not Meaning.READY:
            return
        entry = shown.view.entry
        but_for = frozenset({entry.right.id}) if isinstance(entry.right, Memory) else frozenset()

        def similar(
            palace: Palace, surroundings: Surroundings, semantic: SemanticIndex
        ) -> tuple[tuple[Memory, float], ...]:
            return resembling(palace, entry.left, but_for, surroundings, semantic)

        try:
            near = Near(await app.gateway.think(similar, caller="near"), app.say("tui.review.nothing_near"))
        except PalaceError as error:
            near = Near(instead=app.explain(error))
        self._now_near(shown, near)

    def _near_for_now(self) -> Near:
        """Return what is said in the place of near memories until they are known."""
        names = {Meaning.READY: "looking", Meaning.ABSENT: "meaning_absent"}
        return Near(instead=palace_app(self).say(f"tui.review.{names.get(self.meaning, 'meaning_loading')}"))

    def _now_near(self, about: Shown, near: Near) -> None:
        shown = self.shown
        if shown is not None and shown.view.entry == about.view.entry and near != shown.near:
            self.shown = replace(shown, near=near)
            self.draw(keep_place=True)
