"""The form of a candidate: what was written and not saved stays as a draft; saving may approve as well."""

from collections.abc import Sequence
from typing import ClassVar

from textual.widget import Widget

from palace.services.review import Approval
from palace.text.width import cell_width
from palace.tui.acting import palace_app
from palace.tui.presenters.lines import Line, Tone, labelled, wrapped_lines
from palace.tui.screens.edit_dialog import EditDialog
from palace.tui.widgets.paragraph import Paragraph

LABEL_CELLS = 10
"""The column of the names of the fields, as wide as the style sheet makes it."""


class CandidateDialog(EditDialog):
    """Answers the form to save, or None when nothing is to be saved.

    `approve` says that the candidate is to be approved as well; `draft` is what was written when the form
    was left without saving, None when nothing was. `reasons` says why wing, priority and kind are what is
    proposed.
    """

    KEYS: ClassVar[tuple[str, ...]] = ("dialog.save", "form.approve", "form.editor", "dialog.cancel")

    def __init__(self, title: str, stored: Approval, draft: Approval, reasons: str) -> None:
        super().__init__(title, stored, draft)
        self._reasons = reasons
        self.approve = False
        self.draft: Approval | None = None

    def about_choices(self) -> Sequence[Widget]:
        """Return why wing, priority and kind are what is proposed."""
        return [Paragraph(self._why, widget_id="why-proposed")]

    def _why(self, cells: int) -> Sequence[Line]:
        label = palace_app(self).say("tui.edit.why")
        reasons = wrapped_lines(self._reasons, max(8, cells - LABEL_CELLS), Tone.DIM)
        return labelled(label, reasons, max(LABEL_CELLS, cell_width(label) + 1))

    def do_form_approve(self) -> None:
        """Save, and approve what was saved."""
        self.approve = True
        self.do_dialog_save()

    def do_dialog_cancel(self) -> None:
        """Leave; what was typed is kept as a draft."""
        form = self._changed()
        self.draft = None if form == self._stored else form
        self.dismiss(None)
