"""`palace backup forget-purged`, and what is said of copies where something is purged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from palace.cli.invocation import Invocation
from palace.cli.rendering import local_time
from palace.domain.errors import PalaceError, Refused
from palace.domain.journal import Actor
from palace.services.forgetting_copies import Fate, Forgotten
from palace.services.readings import Remark

if TYPE_CHECKING:
    from palace.services.job_plans import JobPlan
    from palace.storage.palace_file import PalaceFile

FORGET_PURGED = "forget-purged"

DAYS_NAMED = 6

STAYS_IN_COPIES = (
    "copies made before keep what is purged until they make room; then: palace backup forget-purged"
)
STANDS_IN_COPIES = (
    "what was purged still stands in copies made before: {days}; palace backup forget-purged takes it out"
)


def forget_purged(invocation: Invocation) -> int:
    """Take what was purged out of the copies, or say which hold it; exit status 1 where some stay."""
    arguments = invocation.arguments
    dry_run = bool(arguments.dry_run)
    if invocation.actor is not Actor.PERSON:
        raise Refused("only a person takes texts out of copies", next_step="leave it to the person")
    with invocation.palace() as palace:
        if dry_run:
            found = [Forgotten(held, Fate.STAYS, held.cannot) for held in palace.backups.holding_purged()]
        else:
            found = palace.backups.forget_purged(invocation.actor, remove=bool(arguments.remove))
    if invocation.wants_json:
        invocation.output.json({"copies": [_json(each) for each in found], "applied": not dry_run})
    else:
        for each in found:
            invocation.output.line(_line(invocation, each, dry_run=dry_run))
        _tell_end(invocation, found, dry_run=dry_run)
    return 1 if not dry_run and any(each.fate is Fate.STAYS for each in found) else 0


def _tell_end(invocation: Invocation, found: list[Forgotten], *, dry_run: bool) -> None:
    say, output = invocation.say, invocation.output
    if not found:
        output.line(say("cli.forget_purged.none"))
    elif dry_run:
        output.line(say("cli.restore.dry_run"))
    elif any(each.fate is Fate.STAYS for each in found):
        output.error(say("cli.forget_purged.left"))


def _line(invocation: Invocation, forgotten: Forgotten, *, dry_run: bool) -> str:
    say, held = invocation.say, forgotten.held
    fate = "would" if dry_run and forgotten.because is None else str(forgotten.fate)
    why = "" if forgotten.because is None else invocation.catalog.error_message(forgotten.because)
    return say(
        f"cli.forget_purged.{fate}",
        at=local_time(held.copy.made_at, invocation.surroundings.zone),
        name=held.copy.path.name,
        texts=held.texts or "?",
        why=why,
    )


def _json(forgotten: Forgotten) -> dict[str, object]:
    because = forgotten.because
    return {
        "file": str(forgotten.held.copy.path),
        "texts": forgotten.held.texts or None,
        "fate": forgotten.fate.value,
        "because": None if because is None else because.message,
    }


def remarks_on_copies(
    invocation: Invocation, palace: PalaceFile, plan: JobPlan, *, done: bool
) -> tuple[Remark, ...]:
    """Return what is to be said of the copies where a job purges: they go on holding what it takes away."""
    if not plan.counts.get("purged"):
        return ()
    try:
        if not done:
            return (Remark(STAYS_IN_COPIES, {}),) if palace.backups.copies() else ()
        zone = invocation.surroundings.zone
        held = [local_time(each.copy.made_at, zone) for each in palace.backups.holding_purged()]
    except PalaceError as error:
        return (Remark(error.template, error.values),)
    if not held:
        return ()
    days = ", ".join(held[:DAYS_NAMED]) + (", …" if len(held) > DAYS_NAMED else "")
    told = (
        "what was purged still stands in copies made before: {days}; palace backup forget-purged takes it out"
    )
    return (Remark(told, {"days": days}),)
