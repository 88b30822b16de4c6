"""The form in which a memory or a candidate is edited: its text, where it stands, its binding."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import events
from textual.app import SuspendNotSupported
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Label

from palace.domain.errors import InvalidInput, PalaceError
from palace.domain.memory import Binding
from palace.domain.vocabulary import Band, Kind, Priority, Wing
from palace.services.review import Approval
from palace.text.display import displayable
from palace.tui.acting import palace_app
from palace.tui.presenters.edit_file import as_edit_file, from_edit_file, joined_scenes, parted_scenes
from palace.tui.presenters.lines import Line, Tone, cut_line
from palace.tui.screens.dialogs import ConfirmDialog, Dialog
from palace.tui.widgets.one_line import OneLine
from palace.tui.widgets.word_chooser import WordChooser
from palace.tui.widgets.writing import LineBox, TextBox

Word = TypeVar("Word", bound=StrEnum)

_FIELDS = ("when", "do", "unless", "scenes")
_NEWLINE = " ⏎ "
"""What a newline is shown as in a field of one line."""

LONGEST_WRITTEN = 20_000
"""Characters that the form takes; a longer text is edited in the person's own editor."""


class EditDialog(Dialog[Approval]):
    """Answers the form as it was changed, or None when it was left or nothing was changed.

    What cannot be shown as it is (control and hidden characters) is shown as marks; a field that is left
    untouched keeps its characters, one that is edited keeps the marks. `stored` is what is there now; the
    form may begin with a `draft` that differs from it.
    """

    KEYS: ClassVar[tuple[str, ...]] = ("dialog.save", "form.editor", "dialog.cancel")

    def __init__(self, title: str, stored: Approval, draft: Approval | None = None) -> None:
        super().__init__(title)
        self._stored = stored
        self._take(draft or stored)

    def _take(self, form: Approval) -> None:
        """Begin anew from a form."""
        self._form = form
        fits = len(form.text) <= LONGEST_WRITTEN
        self._shown_text = displayable(form.text, keep_newlines=True) if fits else ""
        self._fits = fits and len(self._shown_text) <= LONGEST_WRITTEN
        self._shown_fields = {name: _in_one_line(value) for name, value in _values(form).items()}

    def compose_body(self) -> Sequence[Widget]:
        """Return the text and the fields, which scroll where they do not fit."""
        form = self._form
        fields = [
            self._field("wing", self._chooser("wing", Wing, form.wing)),
            self._field("band", self._chooser("band", Band, form.band)),
            self._field("priority", self._chooser("priority", Priority, form.priority)),
            self._field("kind", self._chooser("kind", Kind, form.kind)),
            *self.about_choices(),
            *(
                self._field(name, LineBox(self._shown_fields[name], id=f"field-{name}", compact=True))
                for name in _FIELDS
            ),
        ]
        text = TextBox(soft_wrap=True, tab_behavior="focus", show_line_numbers=False)
        return [
            VerticalScroll(text, OneLine(self._about_text, widget_id="about-text"), *fields, can_focus=False)
        ]

    def about_choices(self) -> Sequence[Widget]:
        """Return what is told under the words that are chosen; nothing, unless a subclass has something."""
        return ()

    def on_mount(self) -> None:
        """Begin in the text, or in the first field where the text is too long."""
        self._show_text()
        boxes = (self.query_one(TextBox), self.query_one("#choice-wing", WordChooser))
        boxes[0 if boxes[0].display else 1].focus()

    # Answers

    def do_dialog_save(self) -> None:
        """Answer the form if anything in it differs from what is stored."""
        form = self._changed()
        self.dismiss(None if form == self._stored else form)

    def do_dialog_cancel(self) -> None:
        """Leave; what was typed is thrown away only after asking."""
        if self._changed() == self._stored:
            self.dismiss(None)
            return
        say = palace_app(self).say

        def leave(agreed: bool | None) -> None:
            if agreed:
                self.dismiss(None)

        words: Line = ((say("tui.edit.throw_away"), Tone.PLAIN),)
        self.app.push_screen(ConfirmDialog(say("tui.edit.unsaved"), lambda cells: [words]), leave)

    def do_form_editor(self) -> None:
        """Hand everything to the person's editor; what comes back stands in the form, not yet saved."""
        app = palace_app(self)
        form = self._changed()
        try:
            with app.suspend():
                edited = self._edited_outside(form)
        except SuspendNotSupported:
            app.toast(app.say("tui.edit.no_editor_here"), severity="warning")
            return
        if isinstance(edited, PalaceError):
            app.report(edited)
        else:
            self._put(edited)

    def _edited_outside(self, form: Approval) -> Approval | PalaceError:
        """Return what the editor made of a form, or why nothing; nothing is raised while the app rests."""
        doors = palace_app(self).doors
        try:
            written = doors.edit_outside(as_edit_file(form))
        except PalaceError as error:
            return error
        try:
            return from_edit_file(written, form)
        except InvalidInput as error:
            return _with_what_was_kept(error, written, doors.keep_text)

    def _changed(self) -> Approval:
        """Return the form as it stands in the boxes."""
        form, stored = self._form, _values(self._form)
        typed = {name: self.query_one(f"#field-{name}", LineBox).value for name in _FIELDS}
        kept = {
            name: stored[name] if value == self._shown_fields[name] else value.replace(_NEWLINE, "\n").strip()
            for name, value in typed.items()
        }
        box = self.query_one(TextBox)
        same_scenes = typed["scenes"] == self._shown_fields["scenes"]
        return Approval(
            text=form.text if not box.display or box.text == self._shown_text else box.text,
            wing=self._chosen("wing", Wing),
            band=self._chosen("band", Band),
            priority=self._chosen("priority", Priority),
            kind=self._chosen("kind", Kind),
            scenes=form.scenes if same_scenes else parted_scenes(typed["scenes"]),
            binding=Binding(when=kept["when"], do=kept["do"], unless=kept["unless"]),
        )

    # Boxes

    def _put(self, form: Approval) -> None:
        """Show another form in the boxes."""
        self._take(form)
        self._show_text()
        for name, shown in self._shown_fields.items():
            self.query_one(f"#field-{name}", LineBox).value = shown
        for name in ("wing", "band", "priority", "kind"):
            self.query_one(f"#choice-{name}", WordChooser).choose(getattr(form, name))

    def _show_text(self) -> None:
        box = self.query_one(TextBox)
        box.display = self._fits
        if box.display:
            box.load_text(self._shown_text)
        about = self.query_one("#about-text", OneLine)
        about.display = not box.display or self._shown_text != self._form.text.replace("\r\n", "\n")
        about.refresh()

    def _about_text(self, width: int) -> Line:
        say = palace_app(self).say
        if not self._fits:
            words = say("tui.edit.too_long", count=f"{len(self._form.text):,}")
        else:
            words = say("tui.edit.marks")
        return cut_line(((words, Tone.WARNING),), width)

    def _field(self, name: str, box: Widget) -> Horizontal:
        label = Label(Content(palace_app(self).say(f"tui.edit.{name}")), classes="field-name")
        return Horizontal(label, box, classes="field")

    def _chooser(self, name: str, words: Iterable[Word], current: Word) -> WordChooser[Word]:
        say = palace_app(self).say
        choices = tuple(words)
        names = [say(f"vocabulary.{name}.{word}") for word in choices]
        return WordChooser(choices, names, current, widget_id=f"choice-{name}")

    def _chosen(self, name: str, words: type[Word]) -> Word:
        return words(self.query_one(f"#choice-{name}", WordChooser).word)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Bring the field in focus into view."""
        event.widget.scroll_visible(animate=False)


def _with_what_was_kept(error: InvalidInput, written: str, keep_text: Callable[[str], Path]) -> PalaceError:
    """Return the error that what was written cannot be read, with the file in which it is kept."""
    try:
        path = keep_text(written)
    except OSError:
        return error
    return InvalidInput(
        error.template,
        next_step="what was written is kept in {kept}: take it from there",
        **{**error.values, "kept": path},
    )


def _values(form: Approval) -> Mapping[str, str]:
    """Return what the fields of one line hold, as it is stored."""
    binding = form.binding
    scenes = joined_scenes(form.scenes)
    return {"when": binding.when, "do": binding.do, "unless": binding.unless, "scenes": scenes}


def _in_one_line(text: str) -> str:
    return _NEWLINE.join(displayable(line) for line in text.split("\n"))
