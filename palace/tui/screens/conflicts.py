"""The review of conflicts: two memories, or a candidate and a memory, that do not go together."""

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import BindingType

from palace.services.review_queues import QueueKind
from palace.tui.acting import palace_app
from palace.tui.actions import Context
from palace.tui.pair_verbs import CONFLICT_VERBS, PairVerbs
from palace.tui.presenters.pair_words import conflict_batch, conflict_consequences
from palace.tui.presenters.queue_words import Consequence
from palace.tui.screens.pair_screen import PairScreen
from palace.tui.screens.queue_screen import queue_bindings


class ConflictsScreen(PairScreen):
    """Shows one conflict at a time."""

    KIND: ClassVar[QueueKind] = QueueKind.CONFLICTS
    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.CONFLICT, Context.QUEUE)
    BINDINGS: ClassVar[list[BindingType]] = queue_bindings(Context.CONFLICT)
    contradictions: ClassVar[bool] = False

    def __init__(self) -> None:
        super().__init__()
        self.verbs = PairVerbs(self, CONFLICT_VERBS)

    def consequences(self) -> Mapping[str, Consequence]:
        """Return for every verb what it would do."""
        row, shown = self.queue.current, self.desk.shown
        if self.queue.marked:
            return conflict_batch(len(self.queue.marked), self._say)
        if row is None or shown is None:
            return {}
        rules = palace_app(self).gateway.surroundings.rules.pipeline
        return conflict_consequences(shown.view, row, self.desk.around(), rules)
