"""`palace conflicts`: the pairs that cannot both hold or say the same, found on demand, listed or shown."""

from palace import bootstrap
from palace.cli.comparing_on_the_way import tell_failed
from palace.cli.embedding_on_the_way import embed_missing_quietly
from palace.cli.invocation import Invocation
from palace.cli.pair_lines import entry_lines, view_lines
from palace.domain.errors import InvalidInput, PalaceError
from palace.services.conflict_queue import conflict_queue, conflict_view, dependents
from palace.services.finding_pairs import find_all
from palace.services.overview import density
from palace.services.pair_rendering import entry_json, view_json
from palace.services.pairs_to_judge import PairsFound
from palace.storage.palace_file import PalaceFile


def run(invocation: Invocation) -> int:
    """Find what was not compared yet if asked to, then list what waits or show one pair."""
    arguments = invocation.arguments
    if arguments.all and not arguments.find:
        raise InvalidInput("--all belongs to --find", next_step="palace conflicts --find --all")
    with invocation.palace() as palace:
        if arguments.find:
            _find(invocation, palace)
        if arguments.id is not None:
            show_pair(invocation, palace, arguments.id)
        else:
            list_pairs(invocation, palace, contradictions=False)
    return 0


def _find(invocation: Invocation, palace: PalaceFile) -> None:
    """Compare candidates with memories and memories with each other, telling how far it is."""
    from palace.services.judging_pairs import judge_with

    try:
        semantic = bootstrap.load_semantic(palace, invocation.settings)
        reader = bootstrap.load_pair_reader(invocation.settings)
    except PalaceError as error:
        raise PalaceError(
            "nothing was compared, for that needs the model: {cause}",
            next_step="install Palace again, or look at what was found before: palace conflicts",
            cause=error,
        ) from error
    judge = judge_with(reader, invocation.surroundings.rules.similarity)
    if invocation.arguments.all:
        palace.forget_compared()
    embed_missing_quietly(invocation, palace)
    total = palace.count_not_compared(semantic.model_id)

    def tell(found: PairsFound) -> bool:
        if not invocation.wants_json:
            line = invocation.say(
                "cli.conflicts.progress", done=found.compared, total=total, found=len(found.found)
            )
            invocation.output.error(line)
        return True

    found = find_all(palace, invocation.surroundings, semantic, judge, tell)
    tell_failed(invocation, found.failed)


def show_pair(invocation: Invocation, palace: PalaceFile, conflict_id: int) -> None:
    """Show one waiting pair; raises NotFound."""
    view = conflict_view(palace, conflict_id, invocation.surroundings)
    depending = dependents(palace, view.entry.left) if view.entry.contradiction else None
    if invocation.wants_json:
        invocation.output.json(view_json(view, depending), opened=True)
        return
    for line in view_lines(view, depending, invocation.surroundings, invocation.catalog):
        invocation.output.line(line)


def list_pairs(invocation: Invocation, palace: PalaceFile, *, contradictions: bool) -> None:
    """List the pairs that wait, in the order of review."""
    entries = conflict_queue(palace, invocation.surroundings, contradictions=contradictions)
    crowd = density(palace, invocation.surroundings)
    if invocation.wants_json:
        key = "contradictions" if contradictions else "conflicts"
        told = {"conflicting": crowd.conflicting, "active": crowd.active, "alarming": crowd.alarming}
        invocation.output.json({key: [entry_json(entry) for entry in entries], "density": told})
        return
    if crowd.alarming:
        share = f"{crowd.conflicting / crowd.active:.1%}"
        invocation.output.error(invocation.say("cli.conflicts.crowded", count=crowd.conflicting, share=share))
    for entry in entries:
        for line in entry_lines(entry, invocation.surroundings, invocation.catalog):
            invocation.output.line(line)
    key = "contradictions" if contradictions else "conflicts"
    invocation.output.line(invocation.say(f"cli.{key}.count", count=len(entries)))
    beside = 0 if contradictions else palace.waiting().contradictions
    if beside:
        invocation.output.line(invocation.say("cli.conflicts.beside", count=beside))
