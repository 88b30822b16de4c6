"""The search: results as one types, by words at once and by meaning as soon as the model is there."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual import events, on, work
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from palace.domain.clock import local_day
from palace.domain.errors import InvalidInput, PalaceError
from palace.domain.journal import Actor
from palace.domain.saved_search import SavedSearch
from palace.services.asking import asked_lately, keep_question, read_question
from palace.services.explaining_hits import terms_of
from palace.services.ports import Palace
from palace.services.saved_searches import saved_searches
from palace.services.search import LISTED, LONGEST_QUESTION, Answer, Mode
from palace.services.surroundings import Surroundings
from palace.text.display import displayable
from palace.text.width import cell_width
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Action, Context, bindings_in
from palace.tui.messages import Meaning, MeaningChanged
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import EMPTY, Line, Tone, cut_line
from palace.tui.presenters.search_start import offer_line
from palace.tui.presenters.search_words import answer_line, shown_hits
from palace.tui.saving_searches import delete_saved, save_question
from palace.tui.screens.frame import PalaceScreen
from palace.tui.widgets.one_line import OneLine
from palace.tui.widgets.row_list import RowList
from palace.tui.widgets.search_box import SearchBox
from palace.tui.widgets.search_results import SearchResults
from palace.tui.widgets.search_start import SearchStart
from palace.tui.widgets.why_pane import WhyPane

TYPING_PAUSE = 0.15
"""Seconds without a key after which a question is asked."""

READING_PAUSE = 0.35
"""Seconds without a letter after which the nearest memories are read word by word."""

RECENT_SHOWN = 6


class SearchScreen(PalaceScreen):
    """The box above, the hits below, beside or under them why the one under the cursor was found."""

    CONTEXTS: ClassVar[tuple[Context, ...]] = (Context.SEARCH,)
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_in(Context.SEARCH),
        *(binding for binding in bindings_in(Context.EVERYWHERE) if binding.id == "go.search"),
    ]
    CSS_PATH = "../css/search.tcss"
    AUTO_FOCUS = "#question"

    def __init__(self) -> None:
        super().__init__()
        self.answer: Answer | None = None
        self._error: InvalidInput | None = None
        self._asked = ""
        self._kept = ""
        self._scenes: Sequence[str] | None = None
        self._typing: Timer | None = None
        self._away_at_a_memory = False

    # Its parts

    def compose_body(self) -> Iterable[Widget]:
        """Return the box, how the answer came about, the hits and why."""
        yield Horizontal(
            OneLine(lambda cells: ((f" {self._say('tui.search.title')}", Tone.TITLE),), widget_id="sign"),
            SearchBox(
                id="question",
                placeholder=self._say("tui.search.placeholder"),
                compact=True,
                max_length=LONGEST_QUESTION,
            ),
            id="ask",
        )
        yield OneLine(self._answered, widget_id="answered")
        yield OneLine(self._offered, widget_id="offered")
        yield SearchStart()
        yield Container(SearchResults(), WhyPane(), id="found")

    @property
    def box(self) -> SearchBox:
        """The box in which the question is typed."""
        return self.query_one("#question", SearchBox)

    @property
    def start(self) -> SearchStart:
        """What an empty box shows."""
        return self.query_one(SearchStart)

    @property
    def answered_all(self) -> bool:
        """Whether what stands in the box has been asked."""
        return self._typing is None and self.box.question == self._asked

    @property
    def results(self) -> SearchResults:
        """The list of hits."""
        return self.query_one(SearchResults)

    @property
    def _say(self) -> Callable[..., str]:
        return palace_app(self).say

    def _answered(self, cells: int) -> Line:
        if self._error is not None:
            return cut_line(((f" {self._error_in_words(self._error, cells - 2)}", Tone.BAD),), cells)
        return answer_line(self.answer, palace_app(self).gateway.meaning.meaning, self._say, cells)

    def _error_in_words(self, error: InvalidInput, cells: int) -> str:
        """Return what is wrong and what to do, or only the latter where both do not fit."""
        app = palace_app(self)
        words = app.explain(error)
        next_step = displayable(app.catalog.error_next_step(error))
        return next_step if next_step and cell_width(words) > cells else words

    def _offered(self, cells: int) -> Line:
        app, offer = palace_app(self), self.box.offer
        if offer is None:
            return EMPTY
        key = key_word(app.first_key(ACTIONS["search.complete"]))
        return offer_line(offer.completion, offer.taken, key, cells)

    def retell(self) -> None:
        """Say everything again in another language."""
        self.box.placeholder = self._say("tui.search.placeholder")
        self.start.retell()
        self._offer()
        self._show(stay=True)

    # Asking

    def look(self) -> None:
        """Ask again: the palace has changed, or the screen appears."""
        self._scenes = None
        self._read_start()
        self._ask_now(stay=True)

    @work(exclusive=True, group="start", exit_on_error=False)
    async def _read_start(self) -> None:
        app = palace_app(self)

        def read(palace: Palace, surroundings: Surroundings) -> tuple[list[SavedSearch], list[str], int]:
            recent = asked_lately(palace, app.doors.searches, RECENT_SHOWN)
            return saved_searches(palace), recent, palace.waiting().candidates

        try:
            saved, recent, waiting = await app.gateway.read(read, caller="start")
        except PalaceError as error:
            app.report(error)
            return
        self.start.tell(saved, [displayable(question) for question in recent], waiting)

    # Completing

    def _offer(self) -> None:
        """Offer what may be put in at the cursor; the scenes there are are read when one is being typed."""
        box, around = self.box, palace_app(self).gateway.surroundings
        box.language = palace_app(self).catalog.language
        box.today = local_day(around.now, around.zone)
        if box.wants_scenes and self._scenes is None:
            self._scenes = ()
            self._read_scenes()
        box.scenes = self._scenes or ()
        offered = self.query_one("#offered", OneLine)
        offered.display = box.has_focus and box.offer is not None
        offered.refresh()

    @work(exclusive=True, group="scenes", exit_on_error=False)
    async def _read_scenes(self) -> None:
        def read(palace: Palace, surroundings: Surroundings) -> list[str]:
            return [scene for scene in palace.searches.scenes() if displayable(scene) == scene]

        try:
            self._scenes = await palace_app(self).gateway.read(read, caller="scenes")
        except PalaceError as error:
            palace_app(self).report(error)
            return
        self._offer()

    def do_search_complete(self) -> None:
        """Complete the filter that is being typed, or put in its next value; else go on as Tab does."""
        if self.focused is self.box and self.box.put_in():
            self._offer()
        else:
            self.focus_next()

    def meaning_changed(self, news: MeaningChanged) -> None:
        """Ask again as soon as meaning can take part, and say so when it cannot."""
        lexical = self.answer is not None and self.answer.mode is Mode.LEXICAL
        if news.meaning is Meaning.READY and lexical:
            self._ask_now(stay=True)
        self.query_one("#answered").refresh()

    @on(Input.Changed, "#question")
    def _typed(self) -> None:
        self.start.leave()
        self._offer()
        if self._typing is not None:
            self._typing.stop()
        self._typing = self.set_timer(TYPING_PAUSE, self._ask_now)

    def _ask_now(self, *, stay: bool = False) -> None:
        if self._typing is not None:
            self._typing.stop()
            self._typing = None
        self._ask(self.box.question, stay=stay)

    @work(exclusive=True, group="ask", exit_on_error=False)
    async def _ask(self, asked: str, *, stay: bool) -> None:
        """Answer by words first, then by meaning too, and read closely when nobody types any more.

        A question typed meanwhile takes its place.
        """
        stay = stay and asked == self._asked
        self._asked = asked
        try:
            query = read_question(asked, palace_app(self).gateway.surroundings)
        except InvalidInput as error:
            self._error = error
            self.query_one("#answered").refresh()
            return
        self._error = None
        if not query.words and not query.filters:
            self.answer = None
            self._show(stay=False)
            return
        gateway = palace_app(self).gateway
        both = bool(query.words) and gateway.meaning.meaning is Meaning.READY
        try:
            self.answer = await gateway.search(query, limit=LISTED, words_only=True)
            self._show(stay=stay)
            if both:
                self.answer = await gateway.search(query, limit=LISTED, closely=False)
                self._show(stay=stay or self.results.cursor > 0)
                await asyncio.sleep(READING_PAUSE)
                self.answer = await gateway.search(query, limit=LISTED)
                self._show(stay=stay or self.results.cursor > 0)
        except InvalidInput as error:
            self._error = error
            self.answer = Answer(query, Mode.LEXICAL, (), (), 0.0)
            self._show(stay=False)
        except PalaceError as error:
            palace_app(self).report(error)

    # Showing

    def _show(self, *, stay: bool) -> None:
        answer = self.answer
        self.query_one("#answered").refresh()
        self.start.display = answer is None
        self.query_one("#found").display = answer is not None
        terms = terms_of(answer.query.words) if answer is not None else ()
        self.results.show_hits(shown_hits(answer), terms, stay=stay)
        self._explain()
        self.refresh_frame()

    @on(RowList.Highlighted)
    def _explain(self) -> None:
        mode = Mode.FILTERS if self.answer is None else self.answer.mode
        self.query_one(WhyPane).explain(self.results.hit, self.results.terms, mode)

    def do_search_why(self) -> None:
        """Show why the memory was found, or only the list again."""
        self.toggle_class("-why")

    def footer_actions(self) -> list[Action]:
        """Return what can be done; while one types, only what is not a letter of the question."""
        typing = self.focused is self.box
        first_key = palace_app(self).first_key
        return [
            action
            for action in super().footer_actions()
            if action.id != "go.search" and not (typing and len(first_key(action)) == 1)
        ]

    def on_descendant_focus(self) -> None:
        """Name the keys of the box, or those of the list."""
        self._offer()
        self.refresh_frame()

    # Walking and leaving

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Let a new question be typed over the old one, unless one only comes back from a memory."""
        if self._away_at_a_memory:
            self._away_at_a_memory = False
        else:
            self.do_go_search()

    def do_go_search(self) -> None:
        """Go to the box; what is typed takes the place of the question there."""
        self.box.focus()
        self.box.select_all()

    def do_search_down(self) -> None:
        """One hit down, without leaving the box; in an empty box, to the next search that can be chosen."""
        if self.answer is None:
            self.start.walk(1)
        else:
            self.results.do_list_down()

    def do_search_up(self) -> None:
        """One hit up; in an empty box to the search before, or the question that was asked last."""
        if self.answer is not None:
            self.results.do_list_up()
        elif self.start.question is not None:
            self.start.walk(-1)
        elif self.start.recent:
            self._run(self.start.recent[0])

    def _run(self, question: str) -> None:
        """Put a question into the box, where it is asked."""
        self.box.value = displayable(question)
        self.box.cursor_position = len(self.box.value)

    def do_search_page_down(self) -> None:
        """One page of hits down."""
        self.results.do_list_page_down()

    def do_search_page_up(self) -> None:
        """One page of hits up."""
        self.results.do_list_page_up()

    @on(Input.Submitted, "#question")
    def _submitted(self) -> None:
        if not self.box.value and self.start.question is not None:
            self._run(self.start.question)
        elif self._typing is not None:
            self._ask_now()
        else:
            self.do_search_open()

    @on(RowList.Opened)
    def do_search_open(self) -> None:
        """Open the memory under the cursor."""
        hit = self.results.hit
        if hit is not None:
            self._keep()
            self._away_at_a_memory = True
            palace_app(self).open_memory(hit.memory.id)

    def do_search_leave(self) -> None:
        """From the list to the box; empty the box, or choose none; then back to the palace."""
        if self.results.has_focus:
            self.box.focus()
        elif not self.box.value and self.start.question is not None:
            self.start.leave()
        elif self.box.value:
            self._keep()
            self.box.value = ""
            self._ask_now()
        else:
            palace_app(self).go_back()

    def _keep(self) -> None:
        """Keep the question, so that it can be asked again: beside the palace, not in it."""
        answer, asked = self.answer, self._asked
        if answer is None or not asked.strip() or asked == self._kept:
            return
        self._kept = asked
        app = palace_app(self)
        if app.gateway.actor is Actor.PERSON:
            keep_question(app.doors.searches, asked, answer, app.gateway.surroundings)
            self._read_start()

    # Saving and deleting

    def do_search_save(self) -> None:
        """Ask for a name and save the question under it."""
        save_question(self, self.box.value, self._read_start)

    @on(SearchBox.RubbedOut)
    @work(exclusive=True, group="save", exit_on_error=False)
    async def _delete(self) -> None:
        if self.start.saved is not None:
            await delete_saved(self, self.start.saved)
            self._read_start()
