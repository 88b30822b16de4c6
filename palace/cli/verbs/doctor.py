"""`palace doctor`: checks of the palace, the model and the files, each with its cure; `--fix` does some."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from palace import bootstrap
from palace.cli.invocation import Invocation
from palace.cli.workspace_folder import WorkspaceFolder
from palace.config.paths import path_named
from palace.domain.errors import PalaceError
from palace.domain.jobs import Job
from palace.i18n.catalog import Catalog
from palace.services.doctor import Finding, Severity, examine_memories
from palace.services.doctor_of_habits import examine_jobs, examine_logs
from palace.services.embedding import embed_missing
from palace.services.mending import mend
from palace.storage.palace_file import PalaceFile

if TYPE_CHECKING:
    from palace.embedding.encoder import OnnxEncoder

STATUS = {Severity.FINE: 0, Severity.NOTICE: 0, Severity.WARNING: 1, Severity.FAULT: 1}


JOB_CHECKS = frozenset({"jobs_never_ran", "jobs_due"})
"""Checks that find jobs by their names."""

_JOB = re.compile(rf"\b({'|'.join(Job)})\b")


def run(invocation: Invocation) -> int:
    """Print every finding with its cure; exit status 1 when something needs one, 0 for notes alone."""
    with invocation.palace() as palace:
        model, encoder = _model(invocation)
        findings = _examined(invocation, palace, model, encoder)
        fixed: list[str] = []
        if invocation.arguments.fix:
            fixed = _fixed(invocation, palace, findings, encoder)
            findings = _examined(invocation, palace, model, encoder)
    if invocation.wants_json:
        _tell_program(invocation, findings, fixed)
    else:
        _tell(invocation, findings, fixed)
    return max((STATUS[finding.severity] for finding in findings), default=0)


def _examined(
    invocation: Invocation, palace: PalaceFile, model: Finding, encoder: OnnxEncoder | None
) -> list[Finding]:
    file = palace.examine_file()
    findings = [model, *file]
    if any(finding.severity is Severity.FAULT for finding in file if finding.check == "integrity"):
        return [*findings, *_around(invocation, palace)]
    model_id = None if encoder is None else encoder.model_id
    surroundings = invocation.surroundings
    folder = palace.workspace.folder()
    return [
        *findings,
        *_around(invocation, palace),
        *examine_memories(palace, model_id, surroundings),
        *examine_jobs(palace, surroundings),
        *examine_logs(palace, WorkspaceFolder(path_named(folder)) if folder else None),
    ]


def _around(invocation: Invocation, palace: PalaceFile) -> list[Finding]:
    # Files are stamped by the world's clock, not by that of a palace that is told at one instant.
    return palace.doctor.examine(bootstrap.now(), thorough=invocation.arguments.thorough)


def _fixed(
    invocation: Invocation, palace: PalaceFile, findings: list[Finding], encoder: OnnxEncoder | None
) -> list[str]:
    def make_vectors() -> None:
        if encoder is not None:
            palace.mend_vectors(encoder.model_id, encoder.dimension, encoder.scans_of)
            embed_missing(palace, encoder, invocation.actor, lambda done, total: True)

    return mend(palace, findings, bootstrap.now(), None if encoder is None else make_vectors)


def _tell_program(invocation: Invocation, findings: list[Finding], fixed: list[str]) -> None:
    told = [
        {
            "check": finding.check,
            "severity": finding.severity,
            "found": finding.found,
            "cure": finding.cure,
        }
        for finding in findings
    ]
    answer: dict[str, object] = {"palace": str(invocation.palace_path), "findings": told}
    invocation.output.json({**answer, "fixed": fixed} if invocation.arguments.fix else answer)


def _tell(invocation: Invocation, findings: list[Finding], fixed: list[str]) -> None:
    for finding in findings:
        check = invocation.say(f"cli.doctor.check.{finding.check}")
        mark = invocation.say(f"cli.doctor.severity.{finding.severity}")
        cure = f"  → {finding.cure}" if finding.cure else ""
        line = invocation.say("cli.doctor.line", mark=mark, check=check, found=_found(invocation, finding))
        invocation.output.line(f"{line}{cure}")
    if invocation.arguments.fix:
        named = invocation.say("cli.job.and").join(
            invocation.say(f"cli.doctor.check.{check}") for check in fixed
        )
        invocation.output.line(invocation.say("cli.doctor.fixed", checks=named or "—"))


def _found(invocation: Invocation, finding: Finding) -> str:
    """Return what was found in the person's language, as far as it is words and not figures and names."""
    if finding.error is not None:
        return invocation.catalog.error_message(finding.error)
    if finding.check in JOB_CHECKS:
        return _JOB.sub(lambda job: invocation.say(f"cli.job.name.{job[0]}"), finding.found)
    return finding.found


def _model(invocation: Invocation) -> tuple[Finding, OnnxEncoder | None]:
    """Return how the model is, and the model itself where it can be used."""
    try:
        encoder = bootstrap.load_encoder(invocation.settings)
        from palace.embedding.model_check import check_model

        check_model(encoder)
    except PalaceError as error:
        catalog = Catalog("en") if invocation.wants_json else invocation.catalog
        found, cure = catalog.error_message(error), catalog.error_next_step(error)
        return Finding("model", Severity.WARNING, found, cure), None
    return Finding("model", Severity.FINE, encoder.model_id), encoder
