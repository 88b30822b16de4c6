"""Exporting from the app: where to, what may leave, and whether a file that changed is written over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from palace.domain.errors import PalaceError
from palace.services.exporting import ExportReport, ExportRequest, Secrets, SecretsHeldBack, TargetChanged
from palace.text.display import displayable, one_line
from palace.tui.presenters.lines import Line, Tone, wrapped_lines
from palace.tui.screens.dialogs import Choice, ChoiceDialog, ConfirmDialog, LineDialog

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp

PATH_CELLS = 60
"""Cells of a path in what is said about it."""

_TONES = {"-": Tone.BAD, "+": Tone.GOOD, "@": Tone.DIM}


async def export_from(app: PalaceApp) -> None:
    """Ask where to, write the export, and say what was written; asks again where something holds it back."""
    try:
        usual = await app.gateway.read(lambda palace, _: app.doors.files.usual_target(palace))
    except PalaceError as error:
        app.report(error)
        return
    target = await app.push_screen_wait(
        LineDialog(app.say("tui.export.title"), value=usual, make=lambda width: _how(app, width))
    )
    if not target or not target.strip():
        return
    request = ExportRequest(target=target.strip())
    while True:
        try:
            report = await _write(app, request)
        except SecretsHeldBack as error:
            secrets = await _secrets_wanted(app, error)
            if secrets is None:
                return
            request = replace(request, secrets=secrets)
        except TargetChanged as error:
            if not await _writes_over(app, error):
                return
            request = replace(request, force=True)
        except PalaceError as error:
            app.report(error)
            return
        else:
            _tell(app, report)
            return


async def _write(app: PalaceApp, request: ExportRequest) -> ExportReport:
    return await app.gateway.write(lambda palace, _: app.doors.files.export(palace, request))


def _how(app: PalaceApp, width: int) -> list[Line]:
    return wrapped_lines(app.say("tui.export.how"), width, Tone.DIM)


async def _secrets_wanted(app: PalaceApp, error: SecretsHeldBack) -> Secrets | None:
    choices = [Choice(way, app.say(f"tui.export.secrets.{way}")) for way in (Secrets.MASK, Secrets.KEEP)]
    return await app.push_screen_wait(
        ChoiceDialog(app.say("tui.export.secrets.title", count=len(error.places)), choices)
    )


async def _writes_over(app: PalaceApp, error: TargetChanged) -> bool:
    def make(width: int) -> list[Line]:
        lines = wrapped_lines(app.say("tui.export.changed"), width, Tone.WARNING)
        for line in error.difference:
            lines += wrapped_lines(displayable(line), width, _TONES.get(line[:1], Tone.PLAIN))
        return lines

    agreed = await app.push_screen_wait(ConfirmDialog(app.say("tui.export.changed_title"), make))
    return agreed is True


def _tell(app: PalaceApp, report: ExportReport) -> None:
    first = report.files[0]
    place = one_line(str(Path(first.place).parent if len(report.files) > 1 else first.place), PATH_CELLS)
    key = "tui.export.written" if any(file.written for file in report.files) else "tui.export.unchanged"
    app.status(app.say(key, path=place, memories=report.memories, lines=report.lines), tone="done")
    for file in report.files:
        if file.kept:
            app.toast(app.say("tui.export.kept", path=one_line(file.kept, PATH_CELLS)))
    if report.left_out:
        app.toast(app.say("tui.export.left_out", count=len(report.left_out)), severity="warning")
    if report.marked:
        app.toast(app.say("tui.export.marked", count=len(report.marked)), severity="warning")
