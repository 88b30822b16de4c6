"""How pairs and changes of a P0 read in plain text."""

from __future__ import annotations

from datetime import tzinfo
from typing import TYPE_CHECKING

from palace.cli.output import first_line
from palace.cli.rendering import local_time
from palace.domain.candidate import Candidate
from palace.domain.conflict import Resolution
from palace.domain.memory import Memory
from palace.i18n.catalog import Catalog
from palace.services.pair_advice import proposes_merge

if TYPE_CHECKING:
    from palace.services.conflict_queue import ConflictEntry, ConflictView, Dependents, Side
    from palace.services.settling import Settled
    from palace.services.surroundings import Surroundings


def settled_line(settled: Settled, catalog: Catalog) -> str:
    """Return what became of a pair: how it was settled, or that it goes on waiting."""
    if settled.resolution is Resolution.OPEN:
        return catalog.text("cli.settle.waits", id=settled.conflict_id)
    key = "cli.settle.memory" if settled.memory_id is not None else "cli.settle.done"
    resolution = catalog.text(f"vocabulary.resolution.{settled.resolution}")
    return catalog.text(key, id=settled.conflict_id, resolution=resolution, memory=settled.memory_id)


def item_name(item: Memory | Candidate, catalog: Catalog) -> str:
    """Return how a side is called: `memory #12`."""
    subject = "memory" if isinstance(item, Memory) else "candidate"
    return f"{catalog.text(f'vocabulary.subject.{subject}')} #{item.id}"


def entry_lines(entry: ConflictEntry, surroundings: Surroundings, catalog: Catalog) -> list[str]:
    """Return a waiting pair in three lines, as lists show it."""
    conflict = entry.conflict
    until = conflict.snoozed_until
    relation = catalog.text(f"vocabulary.relation.{conflict.relation}")
    if conflict.axis is not None:
        relation += f" · {catalog.text(f'vocabulary.axis.{conflict.axis}')}"
    marks = [relation, f"{conflict.similarity:.2f}"]
    marks += [catalog.text("cli.pair.skipped")] if entry.skipped else []
    if until is not None and until > surroundings.now:
        marks.append(catalog.text("cli.pair.put_off", until=local_time(until, surroundings.zone)))
    marks += [catalog.text("cli.pair.changed")] if entry.changed else []
    return [
        f"#{conflict.id}  {' · '.join(marks)}",
        f"  {item_name(entry.left, catalog)} {entry.left.priority}  {first_line(entry.left.text)}",
        f"  {item_name(entry.right, catalog)} {entry.right.priority}  {first_line(entry.right.text)}",
    ]


def view_lines(
    view: ConflictView, depending: Dependents | None, surroundings: Surroundings, catalog: Catalog
) -> list[str]:
    """Return a pair with what speaks for either side, as the plain review shows it."""
    zone = surroundings.zone
    lines = entry_lines(view.entry, surroundings, catalog)[:1]
    if view.entry.conflict.reason:
        lines.append("  " + catalog.text("cli.pair.reason", reason=first_line(view.entry.conflict.reason)))
    for key, side in (("left", view.left), ("right", view.right)):
        lines += ["", *_side_lines(key, side, zone, catalog)]
    lines += ["", *_weighed_lines(view, catalog)]
    if depending is not None:
        lines.append(
            catalog.text(
                "cli.pair.depends",
                citing=len(depending.citing),
                scenes=", ".join(depending.scenes) or "—",
            )
        )
    return lines


def _side_lines(key: str, side: Side, zone: tzinfo, catalog: Catalog) -> list[str]:
    item = side.item
    at = item.recorded_at if isinstance(item, Memory) else item.first_seen_at
    lines = [
        catalog.text(f"cli.pair.{key}", name=item_name(item, catalog), priority=item.priority),
        *(f"  {line}" for line in item.text.split("\n")),
        "  "
        + catalog.text(
            "cli.pair.from",
            at=local_time(at, zone),
            origin=item.source.origin or catalog.text(f"vocabulary.source_kind.{item.source.kind}"),
            quality=f"{item.source.quality:.1f}",
        ),
    ]
    lines += [f"  {seen.day:%Y-%m-%d}  {seen.origin or seen.source}" for seen in side.evidence]
    return lines


def _weighed_lines(view: ConflictView, catalog: Catalog) -> list[str]:
    weighed = view.recommendation
    axes = "   ".join(
        f"{catalog.text(f'vocabulary.weighed_axis.{score.axis}')} {score.left:.2f}"
        f" {'<' if score.new_side_wins else '·'} {score.right:.2f}"
        for score in weighed.scores
    )
    margin = catalog.text(
        "cli.pair.damped" if weighed.damped else "cli.pair.margin", margin=f"{weighed.margin:.2f}"
    )
    if proposes_merge(view.entry.conflict):
        return [axes + f"   {margin}", catalog.text("cli.pair.advice_merge")]
    advice = catalog.text(f"vocabulary.advice.{weighed.advice}")
    return [f"{axes}   {margin}", catalog.text("cli.pair.advice", advice=advice, wins=weighed.wins)]
