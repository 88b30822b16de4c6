"""The item that is decided about: read, shown, told apart from what the person saw before."""

from collections.abc import Callable

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical

from palace.domain.errors import PalaceError
from palace.domain.memory import Memory
from palace.domain.pipeline import Lack
from palace.services.candidate_queue import CandidateView, candidate_view
from palace.services.candidate_rows import CandidateRow
from palace.services.ports import Palace, SemanticIndex
from palace.services.surroundings import Surroundings
from palace.tui.acting import palace_app
from palace.tui.deciding import Seen
from palace.tui.messages import Meaning
from palace.tui.presenters.candidate_sheet import Near, Sheet
from palace.tui.widgets.candidate_pane import CandidatePane
from palace.tui.widgets.line_view import MakeLines
from palace.tui.widgets.notice import Notice


class ReviewDesk(Vertical):
    """Holds one candidate. `changed` is called when what verbs would do may be another, `painted` when the
    item stands on the screen and verbs may act on it.
    """

    def __init__(self, changed: Callable[[], None], painted: Callable[[], None]) -> None:
        super().__init__(id="desk")
        self._changed, self._painted_now = changed, painted
        self.view: CandidateView | None = None
        self.seen: Seen | None = None
        self._seen_last: Seen | None = None
        self._near = Near()
        self._whole = self._marked = False
        self._because: PalaceError | None = None

    def compose(self) -> ComposeResult:
        """Lay out the notice above the item."""
        yield Notice()
        yield CandidatePane()

    @property
    def pane(self) -> CandidatePane:
        """The pane with the item."""
        return self.query_one(CandidatePane)

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
            text_lines=None if self._whole else self.pane.text_lines(),
            marked=self._marked,
        )

    def has_cooled(self) -> bool:
        """Whether the item was cooling when it was read and has cooled since."""
        now = palace_app(self).gateway.surroundings.now
        missing = () if self.view is None else self.view.missing
        return any(each.lack is Lack.COOLING and each.due_at and each.due_at <= now for each in missing)

    # Showing

    def unsee(self) -> None:
        """What stands on the screen is no longer what a verb would act on."""
        self.seen = None

    def forget_version(self) -> None:
        """The item changes by the person's own hand: no notice of that."""
        self._seen_last = None

    def explain_next(self, error: PalaceError) -> None:
        """Say beside the item, when it is shown again, why a verb did nothing."""
        self._because = error

    def show_item(self, row: CandidateRow, view: CandidateView, *, has_draft: bool, marked: bool) -> None:
        """Show an item as it was read, with a notice where it is not as the person saw it last."""
        same = self.candidate_id == row.id
        self.view, self._marked = view, marked
        if not same:
            self._whole, self._near = False, self._near_for_now()
        self.query_one(Notice).say(self._notice(row, has_draft=has_draft))
        self._draw(keep_place=same)
        self.call_after_refresh(self._stands, (row.id, row.version))
        if self._meaning is Meaning.READY:
            self.find_near()

    def show_text(self, make: MakeLines, notice: str = "") -> None:
        """Show a text in the place of an item."""
        self.view = self._seen_last = None
        self.query_one(Notice).say(notice)
        self.pane.show(make)
        self._changed()
        self.call_after_refresh(self._painted_now)

    def redraw(self) -> None:
        """Draw the item again, for instance in another language."""
        self._draw(keep_place=True)

    async def toggle_whole(self) -> None:
        """Show all of the item, or the short form again."""
        if self.view is None:
            return
        self._whole = not self._whole
        if self._whole:
            await self.pane.show_whole(self.view, self._near, self.sheet())
        else:
            self._draw(keep_place=False)

    def _stands(self, seen: Seen) -> None:
        if self.candidate_id == seen[0]:
            self.seen = self._seen_last = seen
            self._painted_now()

    def _notice(self, row: CandidateRow, *, has_draft: bool) -> str:
        say = palace_app(self).say
        because, self._because = self._because, None
        before = self._seen_last if self._seen_last is not None and self._seen_last[0] == row.id else None
        if row.gone:
            return say("tui.review.banner.gone")
        if before is not None and before[1] != row.version:
            return say(f"tui.review.banner.{'changed_draft' if has_draft else 'changed'}")
        if because is not None:
            return palace_app(self).explain(because)
        if before is not None and self.query_one(Notice).text:
            return self.query_one(Notice).text
        return say("tui.review.banner.draft") if has_draft else ""

    def _draw(self, *, keep_place: bool) -> None:
        if self.view is not None:
            self.pane.show_candidate(self.view, self._near, self.sheet(), keep_place=keep_place)
            self._changed()

    # What it could replace

    @work(exclusive=True, group="near", exit_on_error=False)
    async def find_near(self) -> None:
        """Look for memories that the item could replace; what is known of them is shown as it comes."""
        app, candidate_id = palace_app(self), self.candidate_id
        if candidate_id is None:
            return
        if not self._near.memories:
            self._now_near(self._near_for_now())
        if self._meaning is not Meaning.READY:
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

    @property
    def _meaning(self) -> Meaning:
        return palace_app(self).gateway.meaning.meaning

    def _near_for_now(self) -> Near:
        """Return what is said in the place of near memories until they are known."""
        names = {Meaning.READY: "looking", Meaning.ABSENT: "meaning_absent"}
        return Near(instead=palace_app(self).say(f"tui.review.{names.get(self._meaning, 'meaning_loading')}"))

    def _now_near(self, near: Near) -> None:
        if near != self._near:
            self._near = near
            self._draw(keep_place=True)
