"""`palace scene`: the scenes there are, which one is switched on, and switching it."""

from palace.cli.invocation import Invocation
from palace.cli.output import first_line
from palace.domain.errors import InvalidInput, NotFound
from palace.storage.palace_file import PalaceFile

NOTHING_FOUND = 3


def run(invocation: Invocation) -> int:
    """List the scenes, switch one on, or with --none all off; exit status 3 where there is none at all."""
    from palace.services.asking import check_scenes
    from palace.services.loading import switch_scene

    arguments = invocation.arguments
    name = str(arguments.name or "").strip()
    if name and arguments.none:
        raise InvalidInput("--none switches the scene off, and takes no name")
    with invocation.palace() as palace:
        if name:
            check_scenes(palace, [name])
            name = _as_written(palace, name)
        if name or arguments.none:
            switch_scene(palace, name, invocation.actor)
        active, counts = palace.jobs.active_scene(), dict(palace.searches.scenes())
    if invocation.wants_json:
        listed = [{"scene": scene, "memories": count} for scene, count in counts.items()]
        invocation.output.json({"active": active or None, "scenes": listed})
        return 0
    if name or arguments.none:
        key = "cli.scene.on" if name else "cli.scene.off"
        invocation.output.line(invocation.say(key, scene=first_line(name)))
        return 0
    for scene, count in counts.items():
        mark = "●" if scene == active else " "
        invocation.output.line(f"{mark} {first_line(scene)}  {count}")
    if not counts:
        invocation.output.error(invocation.say("cli.scene.none"))
    return 0 if counts else NOTHING_FOUND


def _as_written(palace: PalaceFile, name: str) -> str:
    """Return a scene as memories have it; raises NotFound where none has it and none is like it."""
    for scene in palace.searches.scenes():
        if scene.casefold() == name.casefold():
            return scene
    raise NotFound(
        "no memory has the scene “{scene}”", next_step="palace scene lists the scenes there are", scene=name
    )
