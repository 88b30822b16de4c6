"""What a change of a P0 looks like before its code is typed: in lines for people, in fields for programs."""

from palace.domain.core_memory import CoreChange, NeedsApproval
from palace.domain.journal import Actor
from palace.domain.memory import Memory
from palace.i18n.catalog import Catalog

INDENT = 10
"""Cells that set off the further lines of a text, so that none of them looks like the program's own."""


def change_lines(error: NeedsApproval, catalog: Catalog) -> str:
    """Return every P0 that would change, before and after, in lines; nothing for who is no person."""
    if error.actor is not Actor.PERSON:
        return ""
    return "\n".join(_lines_of(change, catalog) for change in error.changes)


def _lines_of(change: CoreChange, catalog: Catalog) -> str:
    say = catalog.text
    heading = say(
        "cli.core.heading",
        subject=say(f"vocabulary.subject.{change.subject}"),
        id=change.id,
        effect=say(f"vocabulary.core_effect.{change.effect}"),
    )
    before, after = _said(change.before, change, catalog), _said(change.after, change, catalog)
    lines = [heading, say("cli.core.before", text=before), say("cli.core.after", text=after)]
    if lost := words_lost(change):
        lines.append(say("cli.core.would_lose", lost="; ".join(lost)))
    return "\n".join(lines)


def words_lost(change: CoreChange) -> list[str]:
    """Return what the new text of a P0 leaves out of the old one and must not be lost unseen."""
    from palace.text.comparison.losses import losses

    if change.before is None or change.after is None or change.before.text == change.after.text:
        return []
    return [loss.words for loss in losses((change.before.text,), change.after.text)]


def _said(memory: Memory | None, change: CoreChange, catalog: Catalog) -> str:
    """Return what a memory says, with its binding where that is another before and after."""
    if memory is None:
        return catalog.text("cli.core.nothing")
    parts = [f"{memory.priority}", catalog.text(f"vocabulary.status.{memory.status}"), memory.text]
    other = change.after if memory is change.before else change.before
    binding = memory.binding
    shown = other is None or other.binding != binding
    if shown and (binding.when or binding.do or binding.unless):
        words = {"when": binding.when, "do": binding.do, "unless": binding.unless or "—"}
        parts.append(catalog.text("cli.binding", **words))
    return " · ".join(parts).replace("\n", "\n" + " " * INDENT)


def needed_json(error: NeedsApproval) -> dict[str, object]:
    """Return the code that is asked for and what would change, for programs; nothing for who is no person."""
    if error.actor is not Actor.PERSON:
        return {}
    return {
        "code": error.code,
        "changes": [
            {
                "subject": change.subject,
                "id": change.id,
                "effect": change.effect,
                "before": None if change.before is None else change.before.text,
                "after": None if change.after is None else change.after.text,
                "would_lose": words_lost(change),
            }
            for change in error.changes
        ],
    }
