"""`palace doctor`: first checks of the palace, the model and the files; nothing is changed."""

from palace import bootstrap
from palace.cli.invocation import Invocation
from palace.domain.errors import PalaceError
from palace.i18n.catalog import Catalog
from palace.services.doctor import Finding, Severity, examine_memories

STATUS = {Severity.FINE: 0, Severity.NOTICE: 0, Severity.WARNING: 1, Severity.FAULT: 1}


def run(invocation: Invocation) -> int:
    """Print every finding with its cure; exit status 1 when something needs one."""
    with invocation.palace() as palace:
        model, model_id = _model(invocation)
        findings = [
            model,
            *palace.examine_file(),
            *examine_memories(palace, model_id, invocation.surroundings),
        ]
    if invocation.wants_json:
        invocation.output.json(
            {
                "palace": str(invocation.palace_path),
                "findings": [
                    {
                        "check": finding.check,
                        "severity": finding.severity,
                        "found": finding.found,
                        "cure": finding.cure,
                    }
                    for finding in findings
                ],
            }
        )
    else:
        for finding in findings:
            check = invocation.say(f"cli.doctor.check.{finding.check}")
            mark = invocation.say(f"cli.doctor.severity.{finding.severity}")
            cure = f"  → {finding.cure}" if finding.cure else ""
            invocation.output.line(f"{mark}  {check}: {finding.found}{cure}")
    return max((STATUS[finding.severity] for finding in findings), default=0)


def _model(invocation: Invocation) -> tuple[Finding, str | None]:
    """Return how the model is, and its id where it can be used."""
    try:
        model_id = bootstrap.load_encoder(invocation.settings).model_id
    except PalaceError as error:
        catalog = Catalog("en") if invocation.wants_json else invocation.catalog
        found, cure = catalog.error_message(error), catalog.error_next_step(error)
        return Finding("model", Severity.WARNING, found, cure), None
    return Finding("model", Severity.FINE, model_id), model_id
