"""The form of a candidate: edited here or in the person's own editor, saved, or approved as well."""

from textual.app import SuspendNotSupported
from textual.widgets import Input, Select, TextArea

from palace.domain.errors import PalaceError
from palace.services.review import Approval
from palace.tui.acting import palace_app
from palace.tui.presenters.edit_file import as_edit_file, from_edit_file
from palace.tui.screens.edit_dialog import EditDialog


class CandidateDialog(EditDialog):
    """Answers the form to save, or None when nothing is to be saved.

    `approve` says that the candidate is to be approved as well; `draft` is what was written when the form
    was left without saving, None when nothing was. It begins with `draft`, and `before` is what is stored.
    """

    KEYS = ("dialog.save", "form.approve", "form.editor", "dialog.cancel")

    def __init__(self, title: str, before: Approval, draft: Approval) -> None:
        super().__init__(title, draft)
        self._before = before
        self.approve = False
        self.draft: Approval | None = None

    def do_dialog_save(self) -> None:
        """Answer the form if anything in it differs from what is stored."""
        form = self._changed()
        self.dismiss(None if form == self._before else form)

    def do_form_approve(self) -> None:
        """Save, and approve what was saved."""
        self.approve = True
        self.do_dialog_save()

    def do_dialog_cancel(self) -> None:
        """Leave; what was typed is kept as a draft."""
        form = self._changed()
        self.draft = None if form == self._before else form
        self.dismiss(None)

    def do_form_editor(self) -> None:
        """Hand everything to the person's editor; what comes back stands in the form, not yet saved."""
        app = palace_app(self)
        form = self._changed()
        try:
            with app.suspend():
                edited = app.doors.edit_outside(as_edit_file(form))
            self._put(from_edit_file(edited, form))
        except SuspendNotSupported:
            app.toast(app.say("tui.review.no_editor_here"), severity="warning")
        except PalaceError as error:
            app.report(error)

    def _put(self, form: Approval) -> None:
        """Show another form in the boxes."""
        self._take(form)
        self.query_one(TextArea).load_text(self._shown_text)
        for name, shown in self._shown_fields.items():
            self.query_one(f"#field-{name}", Input).value = shown
        for name in ("wing", "band", "priority", "kind"):
            self.query_one(f"#choice-{name}", Select).value = str(getattr(form, name))
