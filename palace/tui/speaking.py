"""How the app speaks: the catalogue's words, made displayable, in notes and in the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from palace.domain.errors import PalaceError
from palace.i18n.catalog import Catalog, Language
from palace.text.display import displayable
from palace.tui.presenters.saying import said
from palace.tui.screens.frame import PalaceScreen

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp

Severity = Literal["information", "warning", "error"]


class Speaking:
    """Mixed into the app; `catalog` holds the words of the language in use."""

    catalog: Catalog

    def say(self, key: str, **values: object) -> str:
        """Return a text of the catalogue in the person's language; values are made displayable."""
        return said(self.catalog, key, **values)

    def explain(self, error: PalaceError) -> str:
        """Return what is wrong and what to do about it, displayable, in the person's language."""
        return displayable(self.catalog.error(error), keep_newlines=True)

    def toast(self, text: str, *, severity: Severity = "information", title: str = "") -> None:
        """Show a note for some seconds; the text is shown as it is, never parsed."""
        _app(self).notify(
            displayable(text, keep_newlines=True),
            title=displayable(title),
            severity=severity,
            markup=False,
        )

    def report(self, error: PalaceError) -> None:
        """Show an error with its next step as a note."""
        self.toast(self.explain(error), severity="error" if error.exit_status == 1 else "warning")

    def status(self, text: str, *, tone: str = "plain") -> None:
        """Say what just happened, in the status line of the screen in front, or as a note over a dialog."""
        screen = _app(self).screen
        if isinstance(screen, PalaceScreen):
            screen.status(text, tone=tone)
        else:
            self.toast(text)

    def use_language(self, language: Language) -> None:
        """Speak another language from now on, on every screen."""
        self.catalog = Catalog(language)
        for stack in list(_app(self)._screen_stacks.values()):
            for screen in stack:
                if isinstance(screen, PalaceScreen):
                    screen.retell()
                for node in screen.walk_children(with_self=True):
                    node.refresh(layout=True)


def _app(node: Speaking) -> PalaceApp:
    return cast("PalaceApp", node)
