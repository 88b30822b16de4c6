"""What the two screens of pairs have in common: how pairs are read, shown and listed."""

from asyncio import to_thread
from functools import partial
from typing import ClassVar

from palace.services.conflict_queue import ConflictEntry
from palace.services.overview import Density, density
from palace.services.ports import Palace
from palace.services.queue import Row
from palace.services.review_place import Forgets, KeepsPlace
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS
from palace.tui.deciding import QueueReading
from palace.tui.pair_deciding import PairReading, read_pair, read_pairs
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import Line
from palace.tui.presenters.pair_difference import marked_pair
from palace.tui.presenters.pair_sheet import Shown
from palace.tui.presenters.pair_words import pair_line, text_of_pair
from palace.tui.screens.queue_screen import QueueScreen
from palace.tui.widgets.pair_view import PairDesk

LONG = 400
"""Characters from which on two texts are compared beside the event loop, not in it."""


class PairScreen(QueueScreen[ConflictEntry]):
    """Shows one pair at a time; `contradictions` says whether those of which the older side is P0."""

    contradictions: ClassVar[bool]

    def __init__(self) -> None:
        super().__init__()
        self._density: Density | None = None

    def make_desk(self) -> PairDesk:
        """Return the desk that shows a pair."""
        return PairDesk(self.draw_verbs, self.verbs.painted, with_depends=self.contradictions)

    @property
    def desk(self) -> PairDesk:
        """The item."""
        return self.query_one(PairDesk)

    def keeper(self) -> KeepsPlace:
        """Return what keeps the place in this queue."""
        return palace_app(self).doors.pair_places.get(self.KIND) or Forgets()

    async def read_queue(self) -> QueueReading[ConflictEntry]:
        """Return the pairs that wait and the counts of all queues."""
        app = palace_app(self)
        self._density = await app.gateway.read(density, caller=f"{self.KIND} density")
        read = partial(read_pairs, contradictions=self.contradictions)
        return await app.gateway.read(read, caller=f"{self.KIND} queue")

    def motto(self) -> str:
        """Sound the alarm where too many memories stand in conflicts, with the key that goes over all."""
        app = palace_app(self)
        if self._density is None or not self._density.alarming:
            return ""
        share = self._density.conflicting / max(1, self._density.active)
        press = key_word(app.first_key(ACTIONS["pairs.find_all"]))
        return app.say("tui.pair.crowded", share=f"{share:.0%}", press=press)

    async def read_item(self, row: Row[ConflictEntry]) -> None:
        """Read a pair and show it; one that was settled here is shown as it was."""
        conflict_id = row.id

        def read(palace: Palace, surroundings: Surroundings) -> PairReading:
            return read_pair(palace, conflict_id, surroundings)

        reading = await palace_app(self).gateway.read(read, caller=f"{self.KIND} pair")
        entry = reading.view.entry
        left, right = entry.left.text, entry.right.text
        if len(left) + len(right) > LONG:
            texts = await to_thread(marked_pair, left, right)
        else:
            texts = marked_pair(left, right)
        now = self.take(row, reading.row)
        shown = Shown(reading.view, texts)
        self.desk.show_item(now, shown, reading.depends, marked=now.id in self.queue.marked)

    def text_of(self, item: ConflictEntry) -> str:
        """Return what the newer side says."""
        return text_of_pair(item)

    def entry_line(self, row: Row[ConflictEntry], cells: int) -> Line:
        """Return a pair as a row of the list."""
        current, marked = row.id == self.queue.current_id, row.id in self.queue.marked
        return pair_line(row, marked=marked, current=current, say=self._say, cells=cells)
