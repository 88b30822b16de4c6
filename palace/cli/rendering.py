"""How memories, candidates and decisions read in plain text, one line each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from palace.cli.output import first_line
from palace.domain.candidate import Candidate
from palace.domain.memory import Memory
from palace.domain.pipeline import Missing, Stage
from palace.domain.weight import Weight
from palace.i18n.catalog import Catalog

if TYPE_CHECKING:
    from palace.services.candidate_queue import CandidateView
    from palace.text.classification import Reason


def local_time(instant: datetime, zone: tzinfo) -> str:
    """Return an instant in the configured zone, to the minute, for people."""
    return f"{instant.astimezone(zone):%Y-%m-%d %H:%M}"


def memory_head(memory: Memory, catalog: Catalog) -> str:
    """Return what stands before the text of a memory: number, wing, band, priority."""
    wing = catalog.text(f"vocabulary.wing.{memory.wing}")
    band = catalog.text(f"vocabulary.band.{memory.band}")
    return f"#{memory.id}  {wing} · {band} · {memory.priority}"


def memory_line(memory: Memory, catalog: Catalog) -> str:
    """Return a memory on one line: number, wing, band, priority, and the beginning of its text."""
    return f"{memory_head(memory, catalog)}  {first_line(memory.text)}"


def weight_line(weight: Weight, catalog: Catalog) -> str:
    """Return a weight with its parts as a sum that a person can check."""
    return catalog.text(
        "cli.weight",
        value=f"{weight.value:.2f}",
        importance=f"{weight.importance:.2f}",
        decay=f"{weight.decay:.2f}",
        boost=f"{weight.boost:.2f}",
        stale=f"{weight.stale:.1f}",
    )


def missing_line(missing: Missing, zone: tzinfo, catalog: Catalog) -> str:
    """Return in words what a candidate still lacks."""
    due = "" if missing.due_at is None else local_time(missing.due_at, zone)
    days = 0 if missing.check is None else missing.check.days
    return catalog.text(f"cli.missing.{missing.lack}", due=due, count=missing.count, days=days)


def stage_words(stage: Stage, catalog: Catalog) -> str:
    """Return what a stage is called."""
    return catalog.text(f"vocabulary.stage.{stage}")


def candidate_lines(view: CandidateView, zone: tzinfo, catalog: Catalog) -> list[str]:
    """Return a candidate as the plain review shows it, line by line."""
    candidate = view.candidate
    lines = [*candidate.text.split("\n"), ""]
    lines.append(_proposal(candidate, catalog))
    lines.append(_proposed_because(candidate, catalog))
    if candidate.binding != type(candidate.binding)():
        binding = candidate.binding
        lines.append(
            catalog.text("cli.binding", when=binding.when, do=binding.do, unless=binding.unless or "—")
        )
    lines.extend(catalog.text("cli.flagged", flag=flag) for flag in candidate.flags)
    lines.append(
        catalog.text(
            "cli.evidence",
            count=view.entry.evidences,
            sightings=", ".join(f"{seen.day} {seen.origin or seen.source}" for seen in view.evidence),
        )
    )
    if candidate.cites:
        cases = [f"#{number}" for number in candidate.cited_memories]
        waiting = [catalog.text("cli.cited_candidate", id=number) for number in candidate.cited_candidates]
        lines.append(catalog.text("cli.cites", cases=", ".join(cases + waiting)))
    lines.extend(missing_line(missing, zone, catalog) for missing in view.missing)
    lines.extend(
        catalog.text(
            "cli.replaceable", id=memory.id, similarity=f"{similarity:.2f}", text=first_line(memory.text)
        )
        for memory, similarity in view.replaceable
    )
    return lines


def evidence_lines(view: CandidateView, zone: tzinfo, catalog: Catalog) -> list[str]:
    """Return every sighting of a candidate on a line of its own, oldest first."""
    return [
        catalog.text(
            "cli.sighting",
            at=local_time(seen.seen_at, zone),
            day=seen.day.isoformat(),
            source=seen.source,
            origin=seen.origin or "—",
            session=seen.session or "—",
        )
        for seen in view.evidence
    ]


def _proposal(candidate: Candidate, catalog: Catalog) -> str:
    names: Mapping[str, str] = {
        "kind": catalog.text(f"vocabulary.kind.{candidate.kind}"),
        "wing": catalog.text(f"vocabulary.wing.{candidate.wing}"),
        "band": catalog.text(f"vocabulary.band.{candidate.band}"),
        "priority": str(candidate.priority),
        "scenes": ", ".join(candidate.scenes) or "—",
    }
    return catalog.text("cli.proposal", **names)


def reason_in_words(part: str, reason: Reason, catalog: Catalog) -> str:
    """Return in words what decided one part of a suggestion: the rules, and the words it went by."""
    rules = [catalog.text(f"vocabulary.reason.{rule}") for rule in reason.rule.split("+")]
    return catalog.text(
        "cli.classify.reason_with_words" if reason.words else "cli.classify.reason",
        part=catalog.text(f"cli.classify.part.{part}"),
        rule=", ".join(rules),
        words=first_line(reason.words),
    ).strip()


def _proposed_because(candidate: Candidate, catalog: Catalog) -> str:
    from palace.services.classifying import reasons_of

    reasons = reasons_of(candidate.text, candidate.kind, candidate.wing, candidate.priority)
    told = [reason_in_words(part, reason, catalog) for part, reason in reasons.items()]
    return catalog.text("cli.proposed_because", reasons=" · ".join(told))
