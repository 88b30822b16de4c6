"""The candidate that is decided about: read, shown, and beside it the memories that it could replace."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from textual import work

from palace.domain.errors import PalaceError
from palace.domain.memory import Memory
from palace.domain.pipeline import Lack
from palace.services.candidate_queue import CandidateView, candidate_view
from palace.services.candidate_rows import CandidateRow
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS
from palace.tui.messages import Meaning
from palace.tui.presenters.candidate_sheet import Near, Sheet
from palace.tui.presenters.keys import key_word
from palace.tui.widgets.candidate_pane import CandidatePane
from palace.tui.widgets.item_desk import ItemDesk, Painted


class ReviewDesk(ItemDesk):
    """Holds one candidate. `following` names those that come after it."""

    def __init__(
        self,
        changed: Callable[[], None],
        painted: Painted,
        following: Callable[[], Sequence[int]],
    ) -> None:
        self._following = following
        self._candidate_pane = CandidatePane()
        super().__init__(changed, painted, self._candidate_pane)
        self.view: CandidateView | None = None
        self._near = Near()

    @property
    def item_id(self) -> int | None:
        """The id of the candidate."""
        return self.candidate_id

    @property
    def candidate_id(self) -> int | None:
        """The id of the item, None while there is none."""
        return None if self.view is None else self.view.candidate.id

    @property
    def nearest(self) -> Memory | None:
        """The memory that replacing would retire."""
        return self._near.memories[0][0] if self._near.memories else None

    @property
    def near_instead(self) -> str:
        """Why no memory to replace is named, in words."""
        return self._near.instead

    def sheet(self) -> Sheet:
        """Return the words, the clock and the space for laying the item out."""
        surroundings = palace_app(self).gateway.surroundings
        return Sheet(
            say=palace_app(self).say,
            zone=surroundings.zone,
            rules=surroundings.rules,
            now=surroundings.now,
            cells=self.pane.size.width,
            text_lines=None if self.whole else self._candidate_pane.text_lines(),
            marked=self.marked,
            pair_key=key_word(palace_app(self).first_key(ACTIONS["review.to_pair"])),
        )

    def has_turned(self) -> bool:
        """Whether the item was cooling when it was read and has cooled since."""
        now = palace_app(self).gateway.surroundings.now
        missing = () if self.view is None else self.view.missing
        return any(each.lack is Lack.COOLING and each.due_at and each.due_at <= now for each in missing)

    # Showing

    def show_item(self, row: CandidateRow, view: CandidateView, *, has_draft: bool, marked: bool) -> None:
        """Show an item as it was read, with a notice where it is not as the person saw it last."""
        same = self.candidate_id == row.id
        self.view, self.marked = view, marked
        if not same:
            self.whole, self._near = False, self._near_for_now()
        draft = palace_app(self).say("tui.review.banner.draft") if has_draft else ""
        self.stand(row, same=same, notice=draft, has_draft=has_draft)

    def clear(self) -> None:
        """Hold no candidate any more."""
        self.view = None

    def draw(self, *, keep_place: bool) -> None:
        """Draw the candidate, and say what the verbs would do to it."""
        if self.view is not None:
            self._candidate_pane.show_candidate(self.view, self._near, self.sheet(), keep_place=keep_place)
            self.changed()

    async def draw_whole(self) -> None:
        """Draw all of the candidate; a very long one is laid out beside the event loop."""
        if self.view is not None:
            await self._candidate_pane.show_whole(self.view, self._near, self.sheet())

    # What it could replace

    def find_near(self) -> None:
        """Look for memories that the item could replace; what is known of them is shown as it comes."""
        self._find_near()

    @work(exclusive=True, group="near", exit_on_error=False)
    async def _find_near(self) -> None:
        app, candidate_id = palace_app(self), self.candidate_id
        if candidate_id is None:
            return
        if not self._near.memories:
            self._now_near(self._near_for_now())
        if self.meaning is not Meaning.READY:
            return

        def similar(palace: Palace, surroundings: Surroundings, semantic: SemanticIndex) -> CandidateView:
            return candidate_view(palace, candidate_id, surroundings, semantic)

        try:
            found = await app.gateway.think(similar, caller="near")
        except PalaceError as error:
            near = Near(instead=app.explain(error))
        else:
            near = Near(found.replaceable, app.say("tui.review.nothing_near"))
        if self.candidate_id == candidate_id:
            self._now_near(near)
            await self._understand(self._following())

    async def _understand(self, candidate_ids: Sequence[int]) -> None:
        """Let the model read what comes next while the person reads this.

        Only the model's own work is kept; what is near is looked for again when the candidate is shown.
        """

        def read(palace: Palace, surroundings: Surroundings, semantic: SemanticIndex) -> None:
            for candidate_id in candidate_ids:
                candidate_view(palace, candidate_id, surroundings, semantic)

        with suppress(PalaceError):
            await palace_app(self).gateway.think(read, caller="what comes next")

    def _near_for_now(self) -> Near:
        """Return what is said in the place of near memories until they are known."""
        names = {Meaning.READY: "looking", Meaning.ABSENT: "meaning_absent"}
        return Near(instead=palace_app(self).say(f"tui.review.{names.get(self.meaning, 'meaning_loading')}"))

    def _now_near(self, near: Near) -> None:
        if near != self._near:
            self._near = near
            self.draw(keep_place=True)
