"""The form of a candidate: what was written and not saved stays as a draft; saving may approve as well."""

from typing import ClassVar

from palace.services.review import Approval
from palace.tui.screens.edit_dialog import EditDialog


class CandidateDialog(EditDialog):
    """Answers the form to save, or None when nothing is to be saved.

    `approve` says that the candidate is to be approved as well; `draft` is what was written when the form
    was left without saving, None when nothing was.
    """

    KEYS: ClassVar[tuple[str, ...]] = ("dialog.save", "form.approve", "form.editor", "dialog.cancel")

    def __init__(self, title: str, stored: Approval, draft: Approval) -> None:
        super().__init__(title, stored, draft)
        self.approve = False
        self.draft: Approval | None = None

    def do_form_approve(self) -> None:
        """Save, and approve what was saved."""
        self.approve = True
        self.do_dialog_save()

    def do_dialog_cancel(self) -> None:
        """Leave; what was typed is kept as a draft."""
        form = self._changed()
        self.draft = None if form == self._stored else form
        self.dismiss(None)
