"""What a verb has just made gets its vectors and is compared; what it clashes with is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from palace import bootstrap
from palace.cli.embedding_on_the_way import embed_arrivals_quietly
from palace.cli.invocation import Invocation
from palace.cli.pair_lines import item_name
from palace.domain.conflict import Relation
from palace.domain.errors import PalaceError
from palace.domain.vocabulary import Priority
from palace.services.comparing_arrivals import (
    MOST_AT_ONCE,
    Arrivals,
    ComparedArrivals,
    anything_to_compare_with,
    compare_arrivals,
)
from palace.services.conflict_queue import ConflictEntry
from palace.services.pair_rendering import entry_json
from palace.services.pairs_to_judge import PairsFound, PairToJudge
from palace.storage.palace_file import PalaceFile

MOST_TOLD = 10
"""So many pairs are named; `palace conflicts` lists all."""

TOLD_FROM = 20
"""From so many arrivals on, how far the comparing is is told."""


@dataclass(frozen=True, slots=True)
class OnTheWay:
    """What was found, or why nothing could be compared; how many memories wait for their vectors."""

    compared: ComparedArrivals
    reason: str = ""
    without_vector: int = 0


def follow_up(invocation: Invocation, palace: PalaceFile, arrivals: Arrivals) -> OnTheWay:
    """Embed and compare what was made. Where that fails it stays as it is, and the reason is kept."""
    if not arrivals or palace.read_only_because:
        return OnTheWay(ComparedArrivals())
    wait = embed_arrivals_quietly(invocation, palace, arrivals.memory_ids) if arrivals.memory_ids else 0
    if not anything_to_compare_with(palace, arrivals.memory_ids):
        return OnTheWay(ComparedArrivals(), without_vector=wait)
    try:
        from palace.services.judging_pairs import judge_with

        semantic = bootstrap.load_semantic(palace, invocation.settings)
        judge = judge_with(
            bootstrap.load_pair_reader(invocation.settings), invocation.surroundings.rules.similarity
        )

        def tell(found: PairsFound) -> bool:
            total = min(len(arrivals), MOST_AT_ONCE)
            if total >= TOLD_FROM and not invocation.wants_json:
                count = len(found.found)
                line = invocation.say("cli.conflicts.progress", done=found.compared, total=total, found=count)
                invocation.output.error(line)
            return True

        compared = compare_arrivals(palace, invocation.surroundings, semantic, judge, arrivals, tell)
    except PalaceError as error:
        return OnTheWay(ComparedArrivals(left=len(arrivals)), invocation.catalog.error(error), wait)
    return OnTheWay(compared, without_vector=wait)


def follow_up_and_tell(invocation: Invocation, palace: PalaceFile, arrivals: Arrivals) -> None:
    """Embed and compare what was made, and tell in words what it clashes with."""
    tell_on_the_way(invocation, follow_up(invocation, palace, arrivals))


def tell_on_the_way(invocation: Invocation, found: OnTheWay) -> None:
    """Tell in words what clashes, what was not compared, and why."""
    say, output = invocation.say, invocation.output
    compared = found.compared
    for entry in compared.waiting[:MOST_TOLD]:
        output.line(clash_line(invocation, entry))
    if len(compared.waiting) > MOST_TOLD:
        output.line(say("cli.arrivals.more", count=len(compared.waiting) - MOST_TOLD))
    if found.reason:
        output.error(say("cli.arrivals.unable", reason=found.reason))
    elif compared.left:
        output.line(say("cli.arrivals.left", count=compared.left))
    if found.without_vector:
        output.line(say("cli.arrivals.without_vector", count=found.without_vector))
    tell_failed(invocation, compared.failed)


def clash_line(invocation: Invocation, entry: ConflictEntry) -> str:
    """Return one pair in one line, with the call that shows it."""
    relation = entry.conflict.relation
    contradicts = entry.contradiction and relation is Relation.CONFLICT
    older = f"{Priority.P0} #{entry.left.id}"
    return invocation.say(
        "cli.arrivals.contradiction" if contradicts else f"cli.arrivals.{relation}",
        newer=item_name(entry.right, invocation.catalog),
        older=older if entry.contradiction else item_name(entry.left, invocation.catalog),
        call=f"palace {'contradictions' if entry.contradiction else 'conflicts'} {entry.conflict.id}",
    )


def tell_failed(invocation: Invocation, failed: Sequence[tuple[PairToJudge, Exception]]) -> None:
    """Tell which pairs the comparer could not read; they are tried again in the next full run."""
    for pair, error in failed:
        line = invocation.say("cli.conflicts.failed", left=pair.left.id, right=pair.right.id, reason=error)
        invocation.output.error(line)


def on_the_way_json(found: OnTheWay) -> dict[str, object]:
    """Return what clashes, how much was not compared and why, for programs; docs/json.md describes it."""
    return {
        "conflicts": [entry_json(entry) for entry in found.compared.waiting],
        "not_compared": found.compared.left,
        "not_compared_because": found.reason or None,
        "without_vector": found.without_vector,
    }
