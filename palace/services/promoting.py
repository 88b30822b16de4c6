"""Letting verified candidates become memories by themselves, where a person has switched that on."""

from collections.abc import Sequence

from palace.domain.candidate import Candidate
from palace.domain.errors import PalaceError
from palace.domain.pipeline import Stage, stage_of
from palace.domain.vocabulary import KINDS_WANTING_BINDING, Priority
from palace.services.ports import Palace, UnitOfWork
from palace.services.review import approving
from palace.services.surroundings import Surroundings


def plan_promoting(
    palace: Palace, surroundings: Surroundings, open_candidates: Sequence[Candidate]
) -> list[Candidate]:
    """Return the candidates that would become memories by themselves; none unless that is switched on.

    They went through all checks. What was said outright, is flagged, would be P0, lacks the binding that its
    kind wants, or stands in an open pair waits for the person all the same.
    """
    rules = surroundings.rules.pipeline
    if not rules.auto_promote:
        return []
    counts, now = palace.evidence_counts(), surroundings.now
    in_pairs = {each.right_candidate_id for each in palace.open_conflicts()}
    return [
        each
        for each in open_candidates
        if stage_of(each, counts.get(each.id, 0), now, rules) is Stage.VERIFIED
        and not each.express
        and not each.flags
        and each.priority is not Priority.P0
        and (each.binding.complete or each.kind not in KINDS_WANTING_BINDING)
        and each.id not in in_pairs
    ]


def promote(work: UnitOfWork, planned: Sequence[Candidate], surroundings: Surroundings) -> int:
    """Approve candidates as they are; returns how many were left, because they changed or found no room."""
    left = 0
    for candidate in planned:
        try:
            with work.attempt():
                approving(surroundings)(work, candidate.id, candidate.version)
        except PalaceError:
            left += 1
    return left
