"""How a screen or a widget does the actions of the registry, and says why it does not."""

from __future__ import annotations

from inspect import isawaitable
from typing import TYPE_CHECKING, cast

from textual.actions import SkipAction
from textual.dom import DOMNode

from palace.tui.actions import ACTIONS, Action, Danger

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp


def palace_app(node: DOMNode) -> PalaceApp:
    """Return the app that a screen or widget belongs to."""
    return cast("PalaceApp", node.app)


class Acting:
    """Mixed into screens, widgets and the app: bindings call `act`, `act` calls `do_<id>`.

    A node that cannot do an action just now says so in `why_not`, in the person's language; the key is
    then answered with that reason instead of silence.
    """

    def why_not(self, action: Action) -> str | None:
        """Return why an action cannot be done now, in words to show; None when it can."""
        return None

    def can_do(self, action: Action) -> bool:
        """Whether this node is the one that does an action."""
        return hasattr(self, action.method)

    async def action_act(self, action_id: str) -> None:
        """Do an action, or say why not. Called by key bindings, by the footer and by the palette."""
        action = ACTIONS[action_id]
        if not self.can_do(action):
            raise SkipAction
        node = cast(DOMNode, self)
        app = palace_app(node)
        reason = app.why_never(action) if action.danger is not Danger.NONE else None
        reason = reason or self.why_not(action)
        if reason is not None:
            app.toast(reason, severity="warning")
            return
        outcome = getattr(self, action.method)()
        if isawaitable(outcome):
            await outcome
