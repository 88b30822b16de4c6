"""`palace versions`: every text that a memory had, what changed between two, and going back to one."""

from collections.abc import Sequence

from palace.cli.invocation import Invocation
from palace.cli.output import first_line
from palace.cli.rendering import local_time, memory_line
from palace.domain.errors import InvalidInput, NotFound
from palace.domain.identifiers import id_number
from palace.domain.memory import Memory
from palace.services.rendering import memory_json, stamp
from palace.services.tending import tend
from palace.services.versions import TextVersion, going_back, text_version, text_versions
from palace.storage.palace_file import PalaceFile
from palace.text.diff import Change, difference

SIGNS = {Change.EQUAL: ("", ""), Change.DELETE: ("[-", "-]"), Change.INSERT: ("{+", "+}")}

LONGEST_COMPARED = 20_000
"""Characters of each text that are compared."""


def run(invocation: Invocation) -> int:
    """List, compare or go back; exit status 4 where that would lose something, or a P0 needs its code."""
    arguments = invocation.arguments
    _check_options(invocation)
    with invocation.palace() as palace:
        memory = _memory(palace, str(arguments.id))
        versions = text_versions(memory, palace.versions_of(memory.id))
        if arguments.restore is not None:
            return _go_back(invocation, palace, memory, text_version(versions, _number(arguments.restore)))
    if arguments.between:
        return _compare(invocation, memory, versions)
    if invocation.wants_json:
        invocation.output.json({"id": memory.id, "versions": [_json(version) for version in versions]})
    else:
        _list(invocation, memory, versions)
    return 0


def _check_options(invocation: Invocation) -> None:
    arguments = invocation.arguments
    if arguments.restore is None:
        for name in ("drop", "code"):
            if getattr(arguments, name):
                raise InvalidInput("--{name} belongs to --restore", name=name)
    elif arguments.between:
        raise InvalidInput("compare two texts or go back to one, not both at once")
    if len(arguments.between) > 2:
        raise InvalidInput("two texts are compared at once", next_step="palace versions ID A B")


def _memory(palace: PalaceFile, named: str) -> Memory:
    number = id_number(named)
    found = palace.memories([number]) if number is not None else []
    memory = found[0] if found else palace.memory_with_uid(named)
    if memory is None:
        raise NotFound("there is no memory “{named}”", next_step="palace list shows the ids", named=named)
    return memory


def _number(word: str) -> int:
    """Return the number of a version, typed like an id; raises InvalidInput for another word."""
    number = id_number(word)
    if number is None:
        raise InvalidInput(
            "“{word}” is not the number of a version",
            next_step="palace versions ID lists them",
            word=word[:80],
        )
    return number


def _go_back(invocation: Invocation, palace: PalaceFile, memory: Memory, version: TextVersion) -> int:
    arguments = invocation.arguments
    how = going_back(version, invocation.surroundings, dropping=arguments.drop)
    code = arguments.code or ""
    tended = tend(palace, invocation.actor, memory.id, memory.version, how, typed_code=code)
    if invocation.wants_json:
        invocation.output.json({"decision_id": tended.decision_id, "memory": memory_json(tended.memory)})
    else:
        told = invocation.say("cli.versions.restored", id=memory.id, version=version.number)
        invocation.output.line(told)
        invocation.output.line(memory_line(tended.memory, invocation.catalog))
    return 0


def _list(invocation: Invocation, memory: Memory, versions: Sequence[TextVersion]) -> None:
    invocation.output.line(memory_line(memory, invocation.catalog))
    for version in versions:
        invocation.output.line(f"  {_told(invocation, version)}  {first_line(version.text)}")
    if len(versions) == 1:
        invocation.output.line(invocation.say("cli.versions.only_one"))


def _told(invocation: Invocation, version: TextVersion) -> str:
    if version.replaced_at is None:
        return invocation.say("cli.versions.now", version=version.number)
    at = local_time(version.replaced_at, invocation.surroundings.zone)
    return invocation.say("cli.versions.until", version=version.number, at=at)


def _compare(invocation: Invocation, memory: Memory, versions: Sequence[TextVersion]) -> int:
    """Show what changed from one text to another; to the present one where only one is named."""
    first, *rest = [_number(word) for word in invocation.arguments.between]
    before, after = text_version(versions, first), text_version(versions, rest[0] if rest else memory.version)
    stretches = difference(before.text[:LONGEST_COMPARED], after.text[:LONGEST_COMPARED]).unified
    if invocation.wants_json:
        told = [{"change": stretch.change, "text": stretch.text} for stretch in stretches]
        invocation.output.json(
            {"id": memory.id, "from": _json(before), "to": _json(after), "difference": told}, opened=True
        )
        return 0
    invocation.output.line(f"{_told(invocation, before)} → {_told(invocation, after)}")
    parts = (f"{SIGNS[each.change][0]}{each.text}{SIGNS[each.change][1]}" for each in stretches)
    invocation.output.lines("".join(parts))
    return 0


def _json(version: TextVersion) -> dict[str, object]:
    replaced = None if version.replaced_at is None else stamp(version.replaced_at)
    return {"version": version.number, "text": version.text, "replaced_at": replaced}
