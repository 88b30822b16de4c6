"""`palace show`: one memory with its provenance, weight, links, earlier texts and history."""

from collections.abc import Iterator

from palace.cli.invocation import Invocation
from palace.cli.output import first_line
from palace.cli.rendering import local_time, memory_line, weight_line
from palace.domain.errors import NotFound
from palace.domain.identifiers import id_number
from palace.domain.journal import Decision, Subject
from palace.services.as_of import believed_memory, end_of_day
from palace.services.browsing import MemoryView, memory_view
from palace.services.rendering import decision_json, memory_json, stamp, weight_json
from palace.storage.palace_file import PalaceFile


def run(invocation: Invocation) -> int:
    """Show it; exit status 3 when there is none."""
    with invocation.palace() as palace:
        memory_id = _memory_id(palace, str(invocation.arguments.id))
        if invocation.arguments.as_of:
            return _show_believed(invocation, palace, memory_id)
        view = memory_view(palace, memory_id, invocation.surroundings)
    if invocation.wants_json:
        invocation.output.json(_json(view), opened=True)
    else:
        _print(invocation, view)
    return 0


def _show_believed(invocation: Invocation, palace: PalaceFile, memory_id: int) -> int:
    """Show a memory as the palace believed it at the end of a day; raises NotFound."""
    instant = end_of_day(invocation.arguments.as_of, invocation.surroundings.zone)
    memory = believed_memory(palace, instant, memory_id)
    if invocation.wants_json:
        invocation.output.json({"as_of": stamp(instant), **memory_json(memory)}, opened=True)
    else:
        invocation.output.line(memory_line(memory, invocation.catalog))
        invocation.output.lines(memory.text)
    return 0


def _memory_id(palace: PalaceFile, named: str) -> int:
    number = id_number(named)
    if number is not None:
        return number
    memory = palace.memory_with_uid(named)
    if memory is None:
        raise NotFound("there is no memory “{named}”", next_step="palace list shows the ids", named=named)
    return memory.id


def _json(view: MemoryView) -> dict[str, object]:
    return {
        **memory_json(view.memory),
        "weight": weight_json(view.weight),
        "citations": view.citations,
        "links": [
            {
                "from": link.from_id,
                "to": link.to_id,
                "kind": link.kind,
                "made_at": stamp(link.made_at),
                "note": link.note,
            }
            for link in view.links
        ],
        "versions": [
            {"version": old.version, "text": old.text, "replaced_at": stamp(old.replaced_at)}
            for old in view.versions
        ],
        "replaced_by": [link.from_id for link in view.successors],
        "deleted_sources": list(view.deleted_sources),
        "conflicts": [conflict.id for conflict in view.conflicts],
        "decisions": [decision_json(decision) for decision in view.decisions],
    }


def _print(invocation: Invocation, view: MemoryView) -> None:
    memory, zone, output = view.memory, invocation.surroundings.zone, invocation.output
    output.line(memory_line(memory, invocation.catalog).split("  ", 2)[0] + "  " + _place(invocation, view))
    output.line()
    output.lines(memory.text)
    output.line()
    if memory.binding.when or memory.binding.do:
        binding = memory.binding
        output.line(
            invocation.say("cli.binding", when=binding.when, do=binding.do, unless=binding.unless or "—")
        )
    output.line(weight_line(view.weight, invocation.catalog))
    output.line(
        invocation.say(
            "cli.show.recorded",
            at=local_time(memory.recorded_at, zone),
            origin=memory.source.origin or str(memory.source.kind),
            quality=f"{memory.source.quality:.1f}",
        )
    )
    output.line(invocation.say("cli.show.used", hits=memory.hits, loads=memory.loads))
    if memory.retired_at is not None:
        output.line(invocation.say("cli.show.retired", at=local_time(memory.retired_at, zone)))
    for line in _link_lines(invocation, view):
        output.line(line)
    for source in view.deleted_sources:
        output.line(invocation.say("cli.show.deleted_source", id=source))
    for old in view.versions:
        output.line(
            invocation.say(
                "cli.show.version", version=old.version, at=local_time(old.replaced_at, zone), text=old.text
            )
        )
    for decision in view.decisions:
        output.line(_decision_line(invocation, decision))


def _link_lines(invocation: Invocation, view: MemoryView) -> Iterator[str]:
    """Yield each link as a line, as this memory stands to the other: superseded by, merged into, …"""
    by_id = {other.id: other for other in view.linked}
    for link in view.links:
        outward = link.from_id == view.memory.id
        other = link.to_id if outward else link.from_id
        kind = invocation.say(f"vocabulary.{'link' if outward else 'linked_by'}.{link.kind}")
        text = first_line(by_id[other].text) if other in by_id else ""
        scope = f"  ({first_line(link.note)})" if link.note else ""
        yield f"{kind} {'→' if outward else '←'} #{other}  {text}{scope}"


def _decision_line(invocation: Invocation, decision: Decision) -> str:
    """Return what was decided, by whom, between what if it settled a conflict, and whether it stands."""
    at = local_time(decision.at, invocation.surroundings.zone)
    verb = invocation.say(f"vocabulary.verb.{decision.verb}")
    line = f"{at}  {verb}  ({decision.actor})"
    if decision.subject is Subject.CONFLICT:
        subject = invocation.say(f"vocabulary.subject.{decision.subject}")
        line += f"  {subject} #{decision.subject_id}: {first_line(decision.summary)}"
    if decision.undone_by is not None:
        line += f"  ({invocation.say('cli.journal.undone')})"
    return line


def _place(invocation: Invocation, view: MemoryView) -> str:
    memory = view.memory
    words = [
        invocation.say(f"vocabulary.kind.{memory.kind}"),
        invocation.say(f"vocabulary.wing.{memory.wing}"),
        invocation.say(f"vocabulary.band.{memory.band}"),
        str(memory.priority),
        invocation.say(f"vocabulary.status.{memory.status}"),
        *memory.scenes,
    ]
    return " · ".join(words)
