"""Choosing the scene that is at work: what `palace context` loads for, and what the search lifts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from palace.domain.errors import PalaceError
from palace.domain.journal import Actor
from palace.services.loading import switch_scene
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings
from palace.text.display import one_line
from palace.tui.acting import Acting
from palace.tui.screens.dialogs import Choice, ChoiceDialog

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp

SCENE_CELLS = 30
"""So much of a scene's name is shown."""


def scenes_to_choose(palace: Palace, surroundings: Surroundings) -> tuple[str, Mapping[str, int]]:
    """Return the scene at work, empty where none is, and every scene with how many memories it has."""
    active, counts = palace.jobs.active_scene(), dict(palace.searches.scenes())
    return active, counts if not active or active in counts else {active: 0, **counts}


class ChoosesScene(Acting):
    """Mixed into the app."""

    def do_scene_choose(self) -> None:
        """Ask which scene is at work from now on, or none."""
        _app(self).run_worker(self._choose_scene(), group="scene", exclusive=True, exit_on_error=False)

    async def _choose_scene(self) -> None:
        app = _app(self)
        try:
            active, counts = await app.gateway.read(scenes_to_choose, caller="scenes")
            if not counts:
                app.status(app.say("tui.scene.nothing"))
                return
            named = [
                Choice(scene, app.say("tui.scene.one", scene=one_line(scene, SCENE_CELLS), count=count))
                for scene, count in counts.items()
            ]
            choices = [Choice("", app.say("tui.scene.no_scene")), *named]
            dialog = ChoiceDialog(app.say("tui.scene.title"), choices, active)
            chosen = await app.push_screen_wait(dialog)
            if chosen is None or chosen == active:
                return
            await app.gateway.write(lambda palace, _: switch_scene(palace, chosen, Actor.PERSON))
        except PalaceError as error:
            app.report(error)
            return
        key = "tui.scene.on" if chosen else "tui.scene.off"
        app.status(app.say(key, scene=one_line(chosen, SCENE_CELLS)), tone="done")


def _app(node: ChoosesScene) -> PalaceApp:
    return cast("PalaceApp", node)
