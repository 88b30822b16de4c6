"""How pairs read in JSON; docs/json.md promises these shapes."""

from palace.domain.candidate import Candidate
from palace.domain.memory import Memory
from palace.domain.recommendation import Recommendation
from palace.services.conflict_queue import ConflictEntry, ConflictView, Dependents, SeenPair, Side
from palace.services.pair_advice import proposes_merge
from palace.services.rendering import evidence_json, stamp


def seen_text(seen: SeenPair) -> str:
    """Return the versions of a pair as a decision names them: conflict, left and right, with dots."""
    return f"{seen.version}.{seen.left_version}.{seen.right_version}"


def entry_json(entry: ConflictEntry) -> dict[str, object]:
    """Return one waiting pair, for programs."""
    conflict = entry.conflict
    return {
        "id": conflict.id,
        "relation": conflict.relation,
        "proposes_merge": proposes_merge(conflict),
        "axis": conflict.axis,
        "newer": conflict.newer,
        "reason": conflict.reason,
        "similarity": round(conflict.similarity, 4),
        "found_at": stamp(conflict.found_at),
        "contradiction": entry.contradiction,
        "changed": entry.changed,
        "skipped": entry.skipped,
        "snoozed_until": stamp(conflict.snoozed_until),
        "left": _item_json(entry.left),
        "right": _item_json(entry.right),
        "seen": seen_text(entry.seen),
    }


def view_json(view: ConflictView, depending: Dependents | None) -> dict[str, object]:
    """Return one pair with what speaks for either side, for programs."""
    told = entry_json(view.entry)
    told["left"] = {**_item_json(view.entry.left), **_standing_json(view.left)}
    told["right"] = {**_item_json(view.entry.right), **_standing_json(view.right)}
    told["recommendation"] = _recommendation_json(view.recommendation)
    if depending is not None:
        told["depends_on_it"] = {
            "cited_by": [memory.id for memory in depending.citing],
            "superseded": [memory.id for memory in depending.superseded],
            "scenes": list(depending.scenes),
            "hot_line": depending.hot_line,
        }
    return told


def _item_json(item: Memory | Candidate) -> dict[str, object]:
    return {
        "subject": "memory" if isinstance(item, Memory) else "candidate",
        "id": item.id,
        "text": item.text,
        "wing": item.wing,
        "priority": item.priority,
        "kind": item.kind,
        "source": {"kind": item.source.kind, "quality": item.source.quality, "origin": item.source.origin},
        "at": stamp(item.recorded_at if isinstance(item, Memory) else item.first_seen_at),
        "version": item.version,
    }


def _standing_json(side: Side) -> dict[str, object]:
    return {
        "evidence": [evidence_json(evidence) for evidence in side.evidence],
        "evidences": side.standing.evidences,
        "seen_at": stamp(side.standing.seen_at),
        "calibrated_at": stamp(side.standing.calibrated_at),
    }


def _recommendation_json(weighed: Recommendation) -> dict[str, object]:
    return {
        "advice": weighed.advice,
        "wins": weighed.wins,
        "margin": round(weighed.margin, 4),
        "damped": weighed.damped,
        "axes": {
            score.axis: {
                "left": round(score.left, 4),
                "right": round(score.right, 4),
                "new_side_wins": score.new_side_wins,
            }
            for score in weighed.scores
        },
    }
