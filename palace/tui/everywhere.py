"""What can be done on every screen: going places, taking back, help, the palette, theme and language."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from palace.domain.errors import PalaceError
from palace.domain.journal import Decision
from palace.services.ports import Palace
from palace.services.review_queues import QueueKind, next_queue, queue_to_open
from palace.services.surroundings import Surroundings
from palace.services.undo import redo, undo
from palace.text.display import displayable, one_line
from palace.tui.acting import Acting
from palace.tui.actions import ACTIONS, Context, actions_in
from palace.tui.clipboard import (
    Copied,
    CopyWay,
    clipboard_tool,
    copy_to_file,
    copy_with_tool,
    terminal_copy,
)
from palace.tui.commands.entries import Deed
from palace.tui.commands.memories import memory_number
from palace.tui.core_codes import take_back_with_code
from palace.tui.jobs_due import OffersJobs
from palace.tui.presenters.keys import key_word, keys_in_words
from palace.tui.scene_choosing import ChoosesScene
from palace.tui.screens.home import HomeScreen

if TYPE_CHECKING:
    from palace.tui.app import Mode, PalaceApp

WriteDecisions = Callable[[Palace, Surroundings, str, bool], list[Decision]]
"""Undoes or redoes with what was typed, leaving P0 as it is where the last word is true."""


class DoneEverywhere(OffersJobs, ChoosesScene, Acting):
    """Mixed into the app."""

    # Going places

    def do_go_palace(self) -> None:
        """Go to the floor plan, out of any room."""
        app = _app(self)
        if app.current_mode == "home":
            app.run_worker(app.back_to_floor_plan(), exit_on_error=False)
        else:
            self.go_to("home")

    def do_go_search(self) -> None:
        """Go to the search."""
        self.go_to("search")

    def do_go_review(self) -> None:
        """Go to the queue last stood in, or to one where something waits; from a queue on to the next one."""
        app = _app(self)
        standing = app.queue_in_front
        if standing is not None:
            self.go_to_queue(next_queue(standing))
            return
        plan = app.screen.plan if isinstance(app.screen, HomeScreen) else None
        self.go_to_queue(queue_to_open(None if plan is None else plan.waiting, app.last_queue))

    def go_to_queue(self, kind: QueueKind, item_id: int | None = None) -> None:
        """Go to one of the three queues, and in it to an item if one is named."""
        app = _app(self)
        app.last_queue = kind
        self.go_to(app.QUEUE_MODES[kind])
        if item_id is not None:
            app.call_after_refresh(self._come_to, item_id)

    def _come_to(self, item_id: int) -> None:
        from palace.tui.screens.queue_screen import QueueScreen

        screen = _app(self).screen
        if isinstance(screen, QueueScreen):
            screen.come_to(item_id)

    def do_go_health(self) -> None:
        """Go to the health of the palace."""
        self.go_to("health")

    def do_go_journal(self) -> None:
        """Go to the journal of decisions."""
        self.go_to("journal")

    def do_go_timeline(self) -> None:
        """Show what happened day by day."""
        from palace.tui.screens.timeline import TimelineScreen

        _app(self).push_screen(TimelineScreen())

    def do_go_memory(self) -> None:
        """Ask for a number and show that memory."""
        from palace.tui.screens.dialogs import LineDialog

        app = _app(self)

        def typed(text: str | None) -> None:
            if text is None:
                return
            number = memory_number(text)
            if number is not None:
                self.open_memory(number)
            else:
                app.toast(app.say("tui.go.no_number", text=one_line(text, 40)), severity="warning")

        app.push_screen(LineDialog(app.say("tui.go.title")), typed)

    def go_to(self, mode: Mode) -> None:
        """Go to one of the modes."""
        _app(self).stepped_from = None
        _app(self).switch_mode(mode)

    def go_back(self) -> None:
        """Go back to where a mode was stepped into from, else to the floor plan."""
        self.go_to(_app(self).stepped_from or "home")

    def open_memory(self, memory_id: int) -> None:
        """Show a memory on a screen of its own; Escape leads back to here."""
        from palace.tui.screens.memory import MemoryScreen

        _app(self).push_screen(MemoryScreen(memory_id))

    async def back_to_floor_plan(self) -> None:
        """Leave every screen that stands on the floor plan."""
        app = _app(self)
        while len(app.screen_stack) > 1:
            await app.pop_screen()

    # Files outside

    def do_app_import(self) -> None:
        """Show what would come in from files."""
        from palace.tui.screens.importing import ImportScreen

        _app(self).push_screen(ImportScreen())

    def do_app_export(self) -> None:
        """Write what the palace knows into a file."""
        from palace.tui.exporting import export_from

        app = _app(self)
        app.run_worker(export_from(app), group="export", exit_on_error=False)

    # Vectors

    def do_app_learn(self) -> None:
        """Stop giving memories their vectors; where it was stopped, go on with it."""
        app = _app(self)
        if app.gateway.learning.paused:
            app.status(app.say("tui.status.embedding_goes_on"))
            app.run_worker(app.gateway.go_on_embedding(), group="vectors", exit_on_error=False)
        else:
            app.gateway.learning.pause()
            app.status(app.say("tui.status.embedding_stops"))

    # All pairs

    def do_pairs_find_all(self) -> None:
        """Go over all pairs in the background; where that goes on already, stop it."""
        app = _app(self)
        if app.gateway.reorganising.going_on:
            app.gateway.reorganising.stop()
            app.status(app.say("tui.pairs.stopping"))
        else:
            app.run_worker(self._find_all_pairs(), group="all pairs", exit_on_error=False)

    async def _find_all_pairs(self) -> None:
        app = _app(self)
        app.status(app.say("tui.pairs.begun", press=key_word(app.first_key(ACTIONS["pairs.find_all"]))))
        ended = await app.gateway.reorganise()
        if ended.failed is not None:
            app.report(ended.failed)
            return
        name = "stopped" if ended.stopped else "done"
        app.status(
            app.say(
                f"tui.pairs.{name}",
                done=f"{ended.done:,}",
                total=f"{ended.total:,}",
                found=ended.found,
                closed=ended.closed,
            ),
            tone="done",
        )

    # Taking back

    def do_app_undo(self) -> None:
        """Take the newest decision back."""
        self.take_back(None)

    def take_back(self, decision_id: int | None) -> None:
        """Take a decision back with its group; without an id the newest one of this person."""
        app = _app(self)

        def write(palace: Palace, around: Surroundings, typed: str, leaving: bool) -> list[Decision]:
            return undo(palace, app.gateway.actor, decision_id, typed_code=typed, leaving_core=leaving)

        app.run_worker(self._write(write, "tui.status.taken_back", "app.redo"), exit_on_error=False)

    def do_app_redo(self) -> None:
        """Bring back what was undone last."""
        app = _app(self)

        def write(palace: Palace, around: Surroundings, typed: str, leaving: bool) -> list[Decision]:
            return redo(palace, app.gateway.actor, typed_code=typed, leaving_core=leaving)

        app.run_worker(self._write(write, "tui.status.brought_back", "app.undo"), exit_on_error=False)

    async def _write(self, write: WriteDecisions, key: str, way_back: str) -> None:
        app = _app(self)
        try:
            done = await take_back_with_code(
                app,
                lambda typed, leaving: app.gateway.write(
                    lambda palace, around: write(palace, around, typed, leaving)
                ),
            )
        except PalaceError as error:
            app.report(error)
            return
        decisions = [decision for part in done for decision in part]
        first = decisions[0]
        words = app.say(
            key,
            done=app.say(f"vocabulary.done.{first.verb}"),
            subject=app.say(f"vocabulary.subject.{first.subject}"),
            id=first.subject_id,
            text=one_line(first.summary, 30),
            count=len(decisions),
            press=key_word(app.first_key(ACTIONS[way_back])),
        )
        app.status(words, tone="done")

    # The app itself

    async def do_app_quit(self) -> None:
        """Leave; decisions that wait are written first."""
        _app(self).exit(0)

    def do_app_hint_quit(self) -> None:
        """Say how to leave."""
        app = _app(self)
        app.toast(app.say("tui.how_to_quit", press=key_word(app.first_key(ACTIONS["app.quit"]))))

    def do_app_palette(self) -> None:
        """Find an action or a memory by typing."""
        from palace.tui.screens.palette import PaletteDialog, do_deed

        app = _app(self)

        def chosen(deed: Deed | None) -> None:
            if deed is not None:
                app.run_worker(do_deed(deed), exit_on_error=False)

        app.push_screen(PaletteDialog(app.say("tui.palette.title"), app.screen), chosen)

    def do_app_help(self) -> None:
        """Show every key that works here, and the words of the palace."""
        from palace.tui.presenters.help_words import HelpEntry
        from palace.tui.screens.help import HelpDialog

        app = _app(self)
        contexts = (*getattr(app.screen, "CONTEXTS", ()), Context.LIST, Context.EVERYWHERE)
        actions = {action.id: action for context in contexts for action in actions_in(context)}
        entries = [
            HelpEntry(action, keys_in_words(action.keys_in(app.keymap)), app.why_not_now(action) or "")
            for action in actions.values()
            if app.who_does(action) is not None
        ]
        app.push_screen(HelpDialog(app.say("tui.help.title"), entries))

    def do_app_theme(self) -> None:
        """Choose a theme; the one under the cursor is tried on."""
        from palace.tui.screens.dialogs import Choice, ChoiceDialog

        app = _app(self)
        before = app.theme
        choices = [Choice(spec.name, spec.label(app.catalog.language)) for spec in app.doors.themes]

        def chosen(name: str | None) -> None:
            app.theme = name or before
            if name is not None:
                app.status(app.say("tui.theme.how_to_keep", name=name))

        def preview(name: str) -> None:
            app.theme = name

        app.push_screen(ChoiceDialog(app.say("tui.theme.title"), choices, before, preview), chosen)

    def do_app_language(self) -> None:
        """Speak the other language."""
        app = _app(self)
        app.use_language("en" if app.catalog.language == "zh" else "zh")

    async def do_app_reopen(self) -> None:
        """Open the file that is there now."""
        app = _app(self)
        app.run_worker(self._reopen(), exit_on_error=False)

    async def _reopen(self) -> None:
        app = _app(self)
        try:
            await app.gateway.reopen()
        except PalaceError as error:
            app.report(error)
        else:
            app.status(app.say("tui.reopened"), tone="done")

    # Copying

    async def copy(self, text: str) -> None:
        """Copy a text by the best way there is, and say which one it was."""
        app = _app(self)
        copied = await asyncio.to_thread(self._copied, displayable(text, keep_newlines=True))
        app.status(app.say(f"tui.copied.{copied.way}", name=copied.name), tone="done")

    def _copied(self, text: str) -> Copied:
        app = _app(self)
        tool = clipboard_tool(os.environ)
        if tool is not None and copy_with_tool(tool, text):
            return Copied(CopyWay.TOOL, tool[0])
        file = copy_to_file(text, app.doors.state_directory)
        sequence = terminal_copy(text, os.environ)
        if sequence is not None:
            app.call_from_thread(app.write_to_terminal, sequence)
            return Copied(CopyWay.TERMINAL, file)
        return Copied(CopyWay.FILE if file else CopyWay.NONE, file)


def _app(node: DoneEverywhere) -> PalaceApp:
    return cast("PalaceApp", node)
