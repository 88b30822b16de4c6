"""The windows in which a pair is settled in words: one text for both, a P0's new text, a scope for each."""

from asyncio import Lock, sleep, to_thread
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Label, TextArea

from palace.services.review import Approval
from palace.text.display import displayable, one_line
from palace.tui.acting import palace_app
from palace.tui.presenters.lines import EMPTY, Line, Tone, labelled, wrapped_lines
from palace.tui.presenters.loss_words import Dropped, loss_lines
from palace.tui.screens.dialogs import ConfirmDialog, Dialog
from palace.tui.screens.edit_dialog import EditDialog
from palace.tui.widgets.paragraph import Paragraph
from palace.tui.widgets.writing import LONGEST_LINE, LineBox, TextBox

LONGEST_BESIDE = 600
"""Characters of the other text that stand beside the form."""

SCOPED_LINES = 2
"""Lines of each side's text above its field, where the screen is not low."""

PAUSE_BEFORE_READING = 0.3
"""Seconds without a key after which a text that was changed is read through for what it drops."""

LOW = 20
"""Below so many lines of screen each text has one."""

Scopes = tuple[str, str]
"""Where the older and where the newer side holds; either may be empty."""


class MergeDialog(EditDialog):
    """Answers the form of the one text, also as it was proposed; None when it was left.

    What it would drop of its sources stands below the text, and has to be agreed to before it is saved.
    """

    def __init__(self, title: str, proposed: Approval, dropped: Dropped) -> None:
        super().__init__(title, proposed)
        self._dropped = dropped
        self._told: Sequence[str] = ()
        self._read: tuple[str, Sequence[str]] | None = None
        self._reading = Lock()
        self._saving = False

    def about_choices(self) -> Sequence[Widget]:
        """Return what the text as it stands would drop."""
        return [Paragraph(self._losses, widget_id="losses")]

    def do_dialog_save(self) -> None:
        """Answer the form; what it drops is agreed to first."""
        self._saving = True
        self._tell_losses()
        self.run_worker(self._save(self._changed()), group="save", exclusive=True, exit_on_error=False)

    async def _save(self, form: Approval) -> None:
        try:
            dropped = await self._dropped_by(form.text)
        finally:
            self._saving = False
            self._tell_losses()
        if dropped:
            say = palace_app(self).say
            dialog = ConfirmDialog(say("tui.losses.ask"), lambda cells: loss_lines(dropped, say, cells))
            if not await self.app.push_screen_wait(dialog):
                return
        self.dismiss(form)

    async def _dropped_by(self, text: str) -> Sequence[str]:
        """Return what a text drops, read through beside the event loop: never two at once, none twice."""
        async with self._reading:
            if self._read is None or self._read[0] != text:
                self._read = (text, await to_thread(self._dropped, text))
            return self._read[1]

    def _losses(self, cells: int) -> Sequence[Line]:
        say = palace_app(self).say
        if self._saving:
            return wrapped_lines(say("tui.losses.reading"), cells, Tone.DIM)
        return loss_lines(self._told, say, cells)

    def _tell_losses(self) -> None:
        for paragraph in self.query("#losses").results(Paragraph):
            paragraph.refresh(layout=True)

    @on(TextArea.Changed)
    @work(exclusive=True, group="losses", exit_on_error=False)
    async def _text_changed(self) -> None:
        """Name what the text drops now, as soon as nothing is typed for a moment."""
        text = self.query_one(TextBox).text
        if self._told or self._read is not None:
            await sleep(PAUSE_BEFORE_READING)
        self._told = await self._dropped_by(text)
        self._tell_losses()


class AmendDialog(MergeDialog):
    """Answers the form with the new text of a P0 and its binding; None when nothing was changed.

    What contradicts it stands below the text; where the P0 stands is no part of this.
    """

    def __init__(self, title: str, stored: Approval, newcomer: str, dropped: Dropped) -> None:
        super().__init__(title, stored, dropped)
        self._newcomer = newcomer

    def about_choices(self) -> Sequence[Widget]:
        """Return the text of the newcomer, and what the text as it stands would drop."""
        return [Paragraph(self._beside, widget_id="newcomer"), *super().about_choices()]

    def on_mount(self) -> None:
        """Show only what can be amended."""
        for name in ("wing", "band", "priority", "kind"):
            self._row_of(f"#choice-{name}").display = False
        self._row_of("#field-scenes").display = False

    def do_dialog_save(self) -> None:
        """Answer the form if it says anything else."""
        form = self._changed()
        if form == self._stored:
            self.dismiss(None)
        else:
            super().do_dialog_save()

    def _row_of(self, selector: str) -> Widget:
        row = self.query_one(selector).parent
        if not isinstance(row, Widget):
            raise LookupError(f"{selector} stands in no row")
        return row

    def _beside(self, cells: int) -> Sequence[Line]:
        label = palace_app(self).say("tui.pair.core.new") + " "
        shown = displayable(self._newcomer[:LONGEST_BESIDE])
        lines = wrapped_lines(shown, max(8, cells - 10), Tone.DIM)
        return labelled(label, lines, 10) or [EMPTY]


class ScopesDialog(Dialog[Scopes]):
    """Answers where each side holds; None when it was left."""

    KEYS: ClassVar[tuple[str, ...]] = ("dialog.save", "dialog.cancel")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "on_to_the_newer", show=False, priority=True)]

    def __init__(self, title: str, left: str, right: str) -> None:
        super().__init__(title)
        self._sides = (left, right)

    def compose_body(self) -> Sequence[Widget]:
        """Return what is asked, and for each side its text and a field."""
        say = palace_app(self).say
        parts: list[Widget] = [
            Paragraph(
                lambda cells: wrapped_lines(say("tui.pair.scopes.help"), cells, Tone.DIM), widget_id="help"
            )
        ]
        for name, text in zip(("left", "right"), self._sides, strict=True):
            label = Label(Content(say(f"tui.pair.scopes.{name}")), classes="field-name")
            box = LineBox(id=f"scope-{name}", compact=True, max_length=LONGEST_LINE)
            parts += [self._said(text), Horizontal(label, box, classes="field")]
        return parts

    def on_mount(self) -> None:
        """Begin with the older side."""
        self.query_one("#scope-left", LineBox).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let Enter lead on from the first field only; in the second it answers."""
        if action == "on_to_the_newer":
            return self.focused is self.query_one("#scope-left")
        return super().check_action(action, parameters)

    def action_on_to_the_newer(self) -> None:
        """Go to the second field, before the keys behind Enter are handed out."""
        self.set_focus(self.query_one("#scope-right", LineBox))

    @on(Input.Submitted, "#scope-right")
    def _written(self) -> None:
        self.do_dialog_save()

    def do_dialog_save(self) -> None:
        """Answer both scopes, once each field has taken what was typed into it."""
        left, right = (self.query_one(f"#scope-{name}", LineBox) for name in ("left", "right"))

        def answer() -> None:
            self.dismiss((left.value.strip(), right.value.strip()))

        left.call_later(right.call_later, partial(self.call_later, answer))

    def _said(self, text: str) -> Paragraph:
        """Return so much of a side's text as there is room for above its field."""
        return Paragraph(lambda cells: wrapped_lines(one_line(text, cells * self._lines), cells))

    @property
    def _lines(self) -> int:
        return 1 if self.app.size.height < LOW else SCOPED_LINES
