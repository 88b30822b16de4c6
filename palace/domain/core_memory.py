"""What guards a P0: which changes of it need a person's typed code, and the refusal that asks for one.

A P0 is guarded in what it says and in being a P0 in use. Where it is kept, how it is tagged and how often it
was used are no part of that: wing, band, kind, scenes, pin, weight and counts change like any other memory's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from palace.domain.candidate import Candidate
from palace.domain.errors import Refused
from palace.domain.journal import Actor, Subject
from palace.domain.memory import Memory
from palace.domain.short_code import matches_code, short_code_of_all
from palace.domain.vocabulary import Priority, Status


class Effect(StrEnum):
    """What a change does to a P0."""

    MADE = "made"
    REMOVED = "removed"
    REWORDED = "reworded"
    RAISED = "raised"
    """It becomes P0."""
    LOWERED = "lowered"
    """It is P0 no longer."""
    PUT_AWAY = "put_away"
    """It is archived, trashed, retired or made a note."""
    BROUGHT_BACK = "brought_back"
    SUPERSEDED = "superseded"
    """Another memory is said to stand in its place."""


def core_effect(before: Memory | None, after: Memory | None) -> Effect | None:
    """Return what a change does to a P0 that only a typed code lets through; None for any other change."""
    was, will_be = _is_core(before), _is_core(after)
    if before is None:
        return Effect.MADE if will_be else None
    if after is None:
        return Effect.REMOVED if was else None
    if was is not will_be:
        return Effect.RAISED if will_be else Effect.LOWERED
    if not was:
        return None
    if _wording(before) != _wording(after):
        return Effect.REWORDED
    if (before.status, before.retired_at) == (after.status, after.retired_at):
        return None
    in_use = after.status is Status.ACTIVE and after.retired_at is None
    return Effect.BROUGHT_BACK if in_use else Effect.PUT_AWAY


def _is_core(memory: Memory | None) -> bool:
    return memory is not None and memory.priority is Priority.P0


def _wording(memory: Memory) -> tuple[object, ...]:
    """Return all that decides which memory it is, what it says, and when that holds."""
    return (
        *(memory.id, memory.uid, memory.text, memory.heading),
        *(memory.binding, memory.valid_from, memory.valid_to),
    )


@dataclass(frozen=True, slots=True)
class CodedItem:
    """What a code is of (uid and version of an item), and the uid of the memory that it lets change."""

    uid: str
    version: int
    memory_uid: str


def coded(memory: Memory) -> CodedItem:
    """Return the item whose code lets a memory's own change through."""
    return CodedItem(memory.uid, memory.version, memory.uid)


@dataclass(frozen=True, slots=True)
class CoreChange:
    """One change of a P0, as a person has to see it before typing the code of `item`.

    `subject` and `id` name what stands before the person: the memory, or the candidate it is made from.
    `before` is None where the P0 is made or comes back from nothing, `after` where it is removed.
    """

    effect: Effect
    item: CodedItem
    subject: Subject
    id: int
    before: Memory | None
    after: Memory | None


def made_from(candidate: Candidate, memory: Memory) -> CoreChange:
    """Return the change that makes a P0 of a candidate; the code is the candidate's."""
    item = CodedItem(candidate.uid, candidate.version, memory.uid)
    return CoreChange(Effect.MADE, item, Subject.CANDIDATE, candidate.id, None, memory)


def change_of(before: Memory | None, after: Memory | None, effect: Effect | None = None) -> CoreChange:
    """Return the change from one state of a memory to another, told as `effect` or as what it is.

    Raises ValueError for a change that needs no code.
    """
    memory, effect = before or after, effect or core_effect(before, after)
    if memory is None or effect is None:
        raise ValueError("this is no change of a P0")
    return CoreChange(effect, coded(memory), Subject.MEMORY, memory.id, before, after)


def code_of(items: Sequence[CodedItem]) -> str:
    """Return the code that lets changes through: an item's own, or one for all of several."""
    return short_code_of_all([(item.uid, item.version) for item in items])


def is_code_of(typed: str, items: Sequence[CodedItem]) -> bool:
    """Whether what was typed is the code of these items, in any case and width."""
    return matches_code(typed, code_of(items))


class NeedsApproval(Refused):
    """A P0 would change and nobody has typed its code. `changes` is what a person has to see, `code` what
    to type; `mistyped` says that another word was typed. Only a person's typing lets it through.
    """

    def __init__(self, changes: Sequence[CoreChange], actor: Actor, *, mistyped: bool = False) -> None:
        self.changes = tuple(changes)
        self.code = code_of([change.item for change in changes])
        self.actor = actor
        self.mistyped = mistyped
        named = ", ".join(dict.fromkeys(f"#{change.id}" for change in changes if change.id))
        super().__init__(
            self._message(),
            next_step=_TYPE_IT if actor is Actor.PERSON else _NOT_YOU,
            id=self.changes[0].id,
            named=named,
            count=len(self.changes),
            code=self.code,
        )

    def _message(self) -> str:
        first = self.changes[0]
        if self.actor is not Actor.PERSON:
            if first.effect is Effect.MADE:
                return "only a person makes a P0"
            return "memory #{id} is P0: only a person changes it"
        if self.mistyped:
            return "what was typed is not the code; P0 stays as it is: {named}"
        if len(self.changes) > 1:
            return "{count} P0 memories would change, and change only when their code is typed: {named}"
        if first.subject is Subject.CANDIDATE:
            return "candidate #{id} becomes a P0 only when its code is typed"
        if first.effect is Effect.MADE:
            return "memory #{id} comes back as P0 only when its code is typed"
        if first.effect is Effect.RAISED:
            return "memory #{id} becomes P0 only when its code is typed"
        return "memory #{id} is P0: it changes only when its code is typed"


_TYPE_IT = "do it by itself and type {code}; on the command line: --code {code}"
_NOT_YOU = "leave it to the person"
