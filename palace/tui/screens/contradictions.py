"""The review of what contradicts a P0: one at a time, never in a batch, never by a key held down."""

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import BindingType

from palace.services.review_queues import QueueKind
from palace.tui.acting import palace_app
from palace.tui.actions import Action, Context
from palace.tui.pair_verbs import CONTRADICTION_VERBS, CORE_TIMES, PairVerbs
from palace.tui.presenters.pair_words import contradiction_consequences, refused_batch
from palace.tui.presenters.queue_words import Consequence
from palace.tui.screens.pair_screen import PairScreen
from palace.tui.screens.queue_screen import queue_bindings

MARKING = frozenset({"review.mark", "review.mark_range", "review.mark_all"})


class ContradictionsScreen(PairScreen):
    """Shows one P0 at a time, with what contradicts it and what depends on it."""

    KIND: ClassVar[QueueKind] = QueueKind.CONTRADICTIONS
    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.CONTRADICTION, Context.QUEUE)
    BINDINGS: ClassVar[list[BindingType]] = queue_bindings(Context.CONTRADICTION)
    contradictions: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self.verbs = PairVerbs(self, CONTRADICTION_VERBS, CORE_TIMES)

    def motto(self) -> str:
        """Say what holds in this queue alone."""
        return self._say("tui.pair.core_first")

    def consequences(self) -> Mapping[str, Consequence]:
        """Return for every verb what it would do."""
        row, shown = self.queue.current, self.desk.shown
        if row is None or shown is None:
            return {}
        rules = palace_app(self).gateway.surroundings.rules.pipeline
        said = contradiction_consequences(shown.view, row, self.desk.around(), rules)
        if self.queue.marked:
            return refused_batch(said, self._say("tui.pair.why_not.core_marks"))
        return said

    def why_not(self, action: Action) -> str | None:
        """Refuse marks, and say why."""
        if action.id in MARKING:
            return self._say("tui.pair.why_not.core_marks")
        return super().why_not(action)

    def footer_actions(self) -> list[Action]:
        """Return what can be done; marks are refused here, so that none is offered."""
        return [action for action in super().footer_actions() if action.id not in MARKING]
