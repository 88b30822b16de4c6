"""`palace health`: how well the palace is, each figure with what lies behind it."""

from collections.abc import Sequence
from pathlib import Path

from palace.cli.figure_lines import figure_lines
from palace.cli.health_beside import look_beside
from palace.cli.health_page import SIGN, health_page
from palace.cli.invocation import Invocation
from palace.cli.rendering import memory_line
from palace.config.paths import bundled
from palace.config.themes import load_themes
from palace.domain.errors import InvalidInput, Refused
from palace.domain.filter_words import nearest
from palace.domain.filters import LONGEST_NAMED, word_of
from palace.domain.vocabulary import Kind
from palace.files.target_file import TargetFile
from palace.services.health import Health, moments
from palace.services.health_figure import Figure
from palace.services.health_figures import figures
from palace.services.health_ports import Behind
from palace.services.health_rendering import health_json
from palace.services.health_snapshots import take_snapshot
from palace.services.rendering import memory_json
from palace.storage.palace_file import PalaceFile

NOTHING_FOUND = 3


def run(invocation: Invocation) -> int:
    """Print the figures, write the page, or list what is behind a figure (status 3 where nothing is)."""
    arguments = invocation.arguments
    behind = None if arguments.list is None else _behind(arguments.list)
    kind = None if arguments.kind is None else word_of(Kind, arguments.kind)
    if kind is not None and behind is None:
        raise InvalidInput(
            "--kind narrows a list down, and there is none",
            next_step="name it: palace health --list never-used --kind {kind}",
            kind=kind,
        )
    if behind is not None and arguments.html is not None:
        raise InvalidInput(
            "{option} and {other} exclude each other",
            next_step="leave out one of them",
            option="--list",
            other="--html",
        )
    with invocation.palace() as palace:
        if behind is not None:
            return _list(invocation, palace, behind, kind)
        return _tell(invocation, palace)


def _tell(invocation: Invocation, palace: PalaceFile) -> int:
    around = invocation.surroundings
    beside = look_beside(palace, invocation.palace_path, invocation.settings, around)
    health = take_snapshot(palace, around, beside.model_id, beside.logs)
    found = figures(health, beside, around)
    if invocation.arguments.html is not None:
        _write_page(invocation, palace, health, found)
    if invocation.wants_json:
        told = {"palace": str(invocation.palace_path), **health_json(health, found)}
        invocation.output.json({**told, "page": invocation.arguments.html})
        return 0
    if invocation.arguments.html is not None:
        invocation.output.line(invocation.say("health.written", file=invocation.arguments.html))
        return 0
    invocation.output.line(
        invocation.say("health.title")
        + "  "
        + invocation.say("health.summary", memories=f"{health.memories:,}", active=f"{health.active:,}")
    )
    for line in figure_lines(found, invocation.catalog):
        invocation.output.line(line)
    return 0


def _write_page(invocation: Invocation, palace: PalaceFile, health: Health, found: Sequence[Figure]) -> None:
    """Write the page whole or not at all; raises Refused where something else than a page stands there."""
    target = TargetFile(Path(invocation.arguments.html))
    before = target.digest()
    if before is not None and not target.beginning().startswith(SIGN):
        raise Refused(
            "{path} is no page of health; it was left as it is",
            next_step="name another file, or move that one away",
            path=invocation.arguments.html,
        )
    themes = {theme.name: theme for theme in load_themes([bundled("themes")]).themes}
    page = health_page(
        health,
        found,
        palace.health.scene_links(),
        name=palace.meta("name") or invocation.palace_path.stem,
        catalog=invocation.catalog,
        zone=invocation.surroundings.zone,
        light=themes["day"],
        dark=themes["night"],
    )
    with target.drafted([page.encode("utf-8", "replace")], dry_run=False):
        target.put(expected=before, keep_as="")


def _list(invocation: Invocation, palace: PalaceFile, behind: Behind, kind: Kind | None) -> int:
    from palace import bootstrap

    ids = palace.health.listed(
        behind, moments(invocation.surroundings), bootstrap.model_id(invocation.settings), kind
    )
    if invocation.wants_json:
        memories = palace.memories(ids)
        invocation.output.json(
            {"list": behind.value, "memories": [memory_json(memory) for memory in memories]}
        )
    else:
        for memory in palace.memories(ids):
            invocation.output.line(memory_line(memory, invocation.catalog))
        if not ids:
            invocation.output.error(invocation.say("health.list_empty"))
    return 0 if ids else NOTHING_FOUND


def _behind(text: str) -> Behind:
    wanted = text.strip().casefold().replace("_", "-")
    if wanted in list(Behind):
        return Behind(wanted)
    near = nearest(wanted, {each.value: each.value for each in Behind})
    raise InvalidInput(
        "there is no list “{name}” behind the figures",
        next_step="did you mean {near}?" if near else "it is one of: {names}",
        name=text[:LONGEST_NAMED],
        near=near or "",
        names=", ".join(Behind),
    )
