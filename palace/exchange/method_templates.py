"""What agents keep in the forms of the method: genes (SIGNALS, STRATEGY, CONSTRAINTS) and lists of skills.

A gene is one memory with its binding: its signals say when, its strategy what to do, its constraints unless
when. What stands in a list of skills is a skill, with its state as it is written.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from palace.domain.vocabulary import Kind, Wing
from palace.exchange.emphasis import without_emphasis
from palace.exchange.records import FoundMemory

_KEYS = {
    **dict.fromkeys(("signals", "signal", "信号"), "when"),
    **dict.fromkeys(("strategy", "策略"), "do"),
    **dict.fromkeys(("constraints", "constraint", "约束"), "unless"),
}
_PART = re.compile(r"(?:[-*+•]\s+)?(?P<key>[A-Za-z]{6,11}|信号|策略|约束)\s*[:：]\s*(?P<value>\S.*)")
_SKILLS = re.compile(r"(?:skills?(?: list)?|技能(?:列表|清单)?)", re.IGNORECASE)
_WHOLE = frozenset({"when", "do"})
"""The parts without which it is no gene."""


def in_their_forms(memories: Iterable[FoundMemory]) -> list[FoundMemory]:
    """Return the memories of a file with the parts of each gene as one, and the skills as skills."""
    return [_as_skill(memory) for memory in _genes_joined(memories)]


def _genes_joined(memories: Iterable[FoundMemory]) -> Iterator[FoundMemory]:
    waiting: list[FoundMemory] = []
    for memory in memories:
        parts = _parts_of(memory.text)
        if len(parts) > 1:
            yield from _joined(waiting)
            waiting = []
            yield _bound(memory, parts) if parts.keys() >= _WHOLE else memory
            continue
        if waiting and not (parts and memory.heading == waiting[0].heading and _is_further(waiting, parts)):
            yield from _joined(waiting)
            waiting = []
        if parts:
            waiting.append(memory)
        else:
            yield memory
    yield from _joined(waiting)


def _is_further(waiting: Iterable[FoundMemory], parts: dict[str, str]) -> bool:
    """Whether these parts go on with what waits: a second one of the same sort begins another gene."""
    return not any(_parts_of(memory.text).keys() & parts.keys() for memory in waiting)


def _joined(waiting: list[FoundMemory]) -> list[FoundMemory]:
    parts: dict[str, str] = {}
    for memory in waiting:
        parts |= _parts_of(memory.text)
    if not parts.keys() >= _WHOLE:
        return waiting
    text = "\n".join(memory.text for memory in waiting)
    flags = tuple(dict.fromkeys(flag for memory in waiting for flag in memory.flags))
    return [_bound(replace(waiting[0], text=text, flags=flags), parts)]


def _bound(memory: FoundMemory, parts: dict[str, str]) -> FoundMemory:
    return replace(
        memory,
        when=parts["when"],
        do=parts["do"],
        unless=parts.get("unless", ""),
        kind=Kind.SKILL,
        wing=Wing.KNOWLEDGE,
    )


def is_part_of_gene(text: str) -> bool:
    """Return whether a text is a part of a gene, or a whole one: what follows may belong to it."""
    return bool(_parts_of(text))


def _parts_of(text: str) -> dict[str, str]:
    """Return the parts of a gene that a text consists of; none where any of its lines is something else."""
    parts: dict[str, str] = {}
    for line in text.split("\n"):
        found = _PART.fullmatch(without_emphasis(line.strip()))
        sort = _KEYS.get(found["key"].lower()) if found else None
        if found is None or sort is None:
            return {}
        parts[sort] = found["value"].strip()
    return parts


def _as_skill(memory: FoundMemory) -> FoundMemory:
    listed = bool(memory.heading) and _SKILLS.fullmatch(memory.heading[-1].strip())
    return replace(memory, kind=Kind.SKILL) if listed and memory.kind is None else memory
