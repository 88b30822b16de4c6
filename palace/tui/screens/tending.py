"""What a person can do to the memory in front of them, wherever it is shown."""

from collections.abc import Awaitable, Callable, Sequence

from palace.domain.errors import PalaceError
from palace.domain.vocabulary import Band, Priority, Status
from palace.services.browsing import MemoryView
from palace.services.hot_band import Demotion, Room
from palace.services.ports import Palace
from palace.services.review import Approval
from palace.services.surroundings import Surroundings
from palace.services.tending import (
    Tend,
    Tended,
    archiving,
    as_form,
    editing_memory,
    moving,
    pinning,
    restoring,
    tend,
    trashing,
)
from palace.services.versions import TextVersion, going_back, text_versions
from palace.text.display import one_line
from palace.tui.acting import palace_app
from palace.tui.actions import ACTIONS, Action
from palace.tui.core_codes import with_code
from palace.tui.hot_room import with_room
from palace.tui.presenters.keys import key_word
from palace.tui.presenters.lines import Line, Tone, wrapped_lines
from palace.tui.presenters.loss_words import dropped_words, loss_lines
from palace.tui.presenters.memory_sheet import SheetSurroundings, weight_lines
from palace.tui.screens.dialogs import Choice, ChoiceDialog, ConfirmDialog, ReadingDialog
from palace.tui.screens.edit_dialog import EditDialog
from palace.tui.screens.frame import PalaceScreen
from palace.tui.screens.versions_dialog import VersionsDialog

MemoryAct = Callable[[Surroundings, Room], Tend]
"""Returns an act, given what a person chose where the hot band is full."""


class TendingScreen(PalaceScreen):
    """A screen that shows a memory, which `shown_memory` returns, and carries the verbs that act on it."""

    @property
    def shown_memory(self) -> MemoryView | None:
        """The memory that the verbs act on; None when there is none."""
        return None

    def why_not(self, action: Action) -> str | None:
        """Say why a verb does not fit the memory."""
        if not action.id.startswith("memory."):
            return None
        say, view = palace_app(self).say, self.shown_memory
        if view is None:
            return say("tui.memory.none")
        memory = view.memory
        away = memory.status in {Status.ARCHIVED, Status.TRASHED} or memory.retired_at is not None
        if action.id == "memory.restore" and not away:
            return say("tui.memory.why_not.in_use")
        if action.id == "memory.trash" and memory.status is Status.TRASHED:
            return say("tui.memory.why_not.trashed")
        if action.id == "memory.archive" and away:
            return say("tui.memory.why_not.away")
        return None

    # The verbs

    def do_memory_edit(self) -> None:
        """Edit the text and what belongs to it."""
        view = self._view()
        title = palace_app(self).say("tui.edit.title", id=view.memory.id)

        def edited(form: Approval | None) -> None:
            if form is None:
                self.status(palace_app(self).say("tui.edit.unchanged"))
            else:
                self._begin(view, lambda around, room: editing_memory(form, around, room))

        self.app.push_screen(EditDialog(title, as_form(view.memory)), edited)

    def do_memory_pin(self) -> None:
        """Pin it, or take the pin away."""
        view = self._view()
        self._begin(view, lambda around, room: pinning(not view.memory.pinned))

    def do_memory_move(self) -> None:
        """Move it to another band."""
        view, say = self._view(), palace_app(self).say
        choices = [
            Choice(band, say(f"vocabulary.band.{band}"), say(f"vocabulary.band_meaning.{band}"))
            for band in Band
        ]

        def chosen(band: Band | None) -> None:
            if band is not None and band is not view.memory.band:
                self._begin(view, lambda around, room: moving(band, around, room))

        self.app.push_screen(ChoiceDialog(say("tui.memory.move"), choices, view.memory.band), chosen)

    def do_memory_archive(self) -> None:
        """Put it away."""
        self._begin(self._view(), lambda around, room: archiving())

    def do_memory_trash(self) -> None:
        """Take it out of search."""
        self._begin(self._view(), lambda around, room: trashing(around))

    def do_memory_restore(self) -> None:
        """Bring it back."""
        self._begin(self._view(), lambda around, room: restoring(around, room=room))

    def do_memory_why(self) -> None:
        """Show why it weighs what it weighs."""
        view, app = self._view(), palace_app(self)
        around = app.gateway.surroundings
        sheet = SheetSurroundings(app.say, around.zone, around.rules, around.now)
        title = app.say("tui.why.title", id=view.memory.id)
        self.app.push_screen(ReadingDialog(title, lambda cells: weight_lines(view, sheet, cells)))

    def do_memory_versions(self) -> None:
        """Show the earlier texts, what changed between any two, and go back to one."""
        view, app = self._view(), palace_app(self)
        title = app.say("tui.versions.title", id=view.memory.id)
        versions = text_versions(view.memory, view.versions)
        if len(versions) == 1:

            def never(cells: int) -> Sequence[Line]:
                return wrapped_lines(app.say("tui.versions.none"), cells, Tone.DIM)

            self.app.push_screen(ReadingDialog(title, never))
            return

        def chosen(version: TextVersion | None) -> None:
            if version is not None:
                self.run_worker(self._go_back(view, version), exit_on_error=False)

        self.app.push_screen(VersionsDialog(title, versions, app.gateway.surroundings.zone), chosen)

    async def _go_back(self, view: MemoryView, version: TextVersion) -> None:
        """Let the memory say again what it said; what that would lose is named and agreed to first."""
        app, memory = palace_app(self), view.memory
        dropped = (
            () if memory.priority is Priority.P0 else dropped_words([memory.text], app.say, version.text)
        )
        if dropped:
            title = app.say("tui.versions.go_back", id=memory.id, version=version.number)
            dialog = ConfirmDialog(title, lambda cells: loss_lines(dropped, app.say, cells))
            if not await app.push_screen_wait(dialog):
                return
        await self._tend(view, lambda around, room: going_back(version, around, dropping=True, room=room))

    async def do_memory_copy(self) -> None:
        """Copy number and text."""
        memory = self._view().memory
        await palace_app(self).copy(f"#{memory.id} {memory.text}")

    # How they are done

    def _view(self) -> MemoryView:
        view = self.shown_memory
        if view is None:
            raise LookupError("no memory is shown")
        return view

    def _begin(self, view: MemoryView, act: MemoryAct) -> None:
        """Do an act; a P0 that changes asks for its code, a full hot band for what leaves it."""
        self.run_worker(self._tend(view, act), exit_on_error=False)

    async def _tend(self, view: MemoryView, act: MemoryAct) -> None:
        app = palace_app(self)
        memory = view.memory

        def in_room(demoting: Sequence[Demotion], band: Band | None) -> Awaitable[Tended]:
            room = Room(tuple(demoting), band)

            async def tended_with(typed: str) -> Tended:
                def write(palace: Palace, around: Surroundings) -> Tended:
                    how = act(around, room)
                    return tend(palace, app.gateway.actor, memory.id, memory.version, how, typed_code=typed)

                return await app.gateway.write(write)

            return with_code(app, tended_with)

        try:
            tended = await with_room(app, in_room)
        except PalaceError as error:
            app.report(error)
            return
        self.status(self._done(tended), tone="done")

    def _done(self, tended: Tended) -> str:
        app = palace_app(self)
        memory = tended.memory
        done = app.say(f"vocabulary.done.{tended.verb}")
        if tended.verb.value == "pin" and not memory.pinned:
            done = app.say("tui.memory.unpinned")
        key = key_word(app.first_key(ACTIONS["app.undo"]))
        return app.say("tui.status.done", done=done, id=memory.id, text=one_line(memory.text, 24), press=key)
