"""The form in which a memory or a candidate is edited: its text, where it stands, its binding."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import ClassVar, TypeVar

from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Label, Select, TextArea

from palace.domain.memory import Binding
from palace.domain.vocabulary import Band, Kind, Priority, Wing
from palace.services.review import Approval
from palace.text.display import displayable
from palace.tui.acting import palace_app
from palace.tui.presenters.edit_file import joined_scenes, parted_scenes
from palace.tui.presenters.lines import Line, Tone
from palace.tui.screens.dialogs import ConfirmDialog, Dialog
from palace.tui.widgets.one_line import OneLine
from palace.tui.widgets.writing import LineBox, TextBox

Word = TypeVar("Word", bound=StrEnum)

_FIELDS = ("when", "do", "unless", "scenes")


class EditDialog(Dialog[Approval]):
    """Answers the form as it was changed, or None when it was left or nothing was changed.

    What cannot be shown as it is (control and hidden characters) is shown as marks; a field that is left
    untouched keeps its characters, one that is edited keeps the marks.
    """

    KEYS: ClassVar[tuple[str, ...]] = ("dialog.save", "dialog.cancel")

    def __init__(self, title: str, form: Approval) -> None:
        super().__init__(title)
        self._take(form)

    def _take(self, form: Approval) -> None:
        """Begin anew from a form."""
        self._form = form
        self._shown_text = displayable(form.text, keep_newlines=True)
        binding = form.binding
        values = (binding.when, binding.do, binding.unless, joined_scenes(form.scenes))
        self._shown_fields = {name: displayable(value) for name, value in zip(_FIELDS, values, strict=True)}

    def compose_body(self) -> Sequence[Widget]:
        """Return the text and the fields."""
        say = palace_app(self).say
        text = TextBox(self._shown_text, soft_wrap=True, tab_behavior="focus", show_line_numbers=False)
        places = Horizontal(
            self._select("wing", Wing, self._form.wing),
            self._select("band", Band, self._form.band),
            self._select("priority", Priority, self._form.priority),
            self._select("kind", Kind, self._form.kind),
            classes="places",
        )
        fields = [
            Horizontal(
                Label(Content(say(f"tui.edit.{name}")), classes="field-name"),
                LineBox(self._shown_fields[name], id=f"field-{name}", compact=True),
                classes="field",
            )
            for name in _FIELDS
        ]
        warning = [] if self._shown_text == self._form.text else [OneLine(self._warning)]
        return [text, *warning, places, *fields]

    def on_mount(self) -> None:
        """Begin in the text."""
        self.query_one(TextArea).focus()

    def do_dialog_save(self) -> None:
        """Answer the changed form."""
        form = self._changed()
        self.dismiss(None if form == self._form else form)

    def do_dialog_cancel(self) -> None:
        """Leave; what was typed is thrown away only after asking."""
        if self._changed() == self._form:
            self.dismiss(None)
            return
        say = palace_app(self).say

        def leave(agreed: bool | None) -> None:
            if agreed:
                self.dismiss(None)

        words: Line = ((say("tui.edit.throw_away"), Tone.PLAIN),)
        self.app.push_screen(ConfirmDialog(say("tui.edit.unsaved"), lambda cells: [words]), leave)

    def _changed(self) -> Approval:
        form = self._form
        typed = {name: self.query_one(f"#field-{name}", Input).value for name in _FIELDS}
        text = self.query_one(TextArea).text
        binding = form.binding
        same = {name: typed[name] == self._shown_fields[name] for name in _FIELDS}
        return Approval(
            text=form.text if text == self._shown_text else text,
            wing=self._chosen("wing", Wing),
            band=self._chosen("band", Band),
            priority=self._chosen("priority", Priority),
            kind=self._chosen("kind", Kind),
            scenes=form.scenes if same["scenes"] else parted_scenes(typed["scenes"]),
            binding=Binding(
                when=binding.when if same["when"] else typed["when"],
                do=binding.do if same["do"] else typed["do"],
                unless=binding.unless if same["unless"] else typed["unless"],
            ),
        )

    def _select(self, name: str, words: Iterable[StrEnum], current: StrEnum) -> Select[str]:
        say = palace_app(self).say
        options = [(say(f"vocabulary.{name}.{word}"), str(word)) for word in words]
        return Select(options, value=str(current), allow_blank=False, id=f"choice-{name}", compact=True)

    def _chosen(self, name: str, words: type[Word]) -> Word:
        return words(str(self.query_one(f"#choice-{name}", Select).value))

    def _warning(self, width: int) -> Line:
        return ((palace_app(self).say("tui.edit.marks"), Tone.WARNING),)
