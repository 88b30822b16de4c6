"""What happened three times becomes deeper: repeated failures a rule, repeated successes a skill.

A *case* is something that stands in the palace already; cases that tell the same form a *pattern*, and a
pattern that was met often enough is drawn together into a *lesson* that cites its cases.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from palace.domain.journal import Subject
from palace.domain.memory import Binding
from palace.domain.vocabulary import Kind

LONGEST_LESSON = 200
"""A lesson takes over so many characters of the case that it is worded after."""


class Depth(StrEnum):
    """What a pattern becomes: a rule that says what to avoid, or a skill that says how it is done."""

    RULE = "rule"
    SKILL = "skill"


CASE_KINDS: Mapping[Depth, frozenset[Kind]] = {
    Depth.RULE: frozenset({Kind.FAILURE, Kind.TOOL_ERROR}),
    Depth.SKILL: frozenset({Kind.SKILL, Kind.EVENT, Kind.DECISION}),
}
"""The kinds whose memories are cases: failures teach what to avoid, successes how a thing is done."""

KIND_OF_LESSON = {Depth.RULE: Kind.CORRECTION, Depth.SKILL: Kind.SKILL}
"""A rule is a correction, which neither fades as a failure does nor counts as a further case of it."""

OPENING = {Depth.RULE: "AVOID: ", Depth.SKILL: "SKILL: "}
"""How a lesson begins, in every language: the method's own words, which agents are told to look for."""

CaseKey = tuple[Subject, int]
"""A memory or a candidate, and its id."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case: a memory (one sighting), or a candidate with all its distinct evidences."""

    subject: Subject
    id: int
    text: str
    binding: Binding
    sightings: int = 1

    @property
    def key(self) -> CaseKey:
        """What it is known by."""
        return (self.subject, self.id)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a pattern proposes: its words, its binding as far as a case has one, and its cases."""

    depth: Depth
    text: str
    binding: Binding
    cases: tuple[Case, ...]

    @property
    def sightings(self) -> int:
        """How often all of its cases were seen."""
        return sum(case.sightings for case in self.cases)


TellsTheSame = Callable[[str, str], bool]
"""Whether two texts that are near may tell of one case: they differ in no number and deny nothing."""


def patterns(
    cases: Iterable[Case],
    near: Mapping[CaseKey, Set[CaseKey]],
    needed: int,
    tells_the_same: TellsTheSame,
) -> list[tuple[Case, ...]]:
    """Return the groups of cases that tell the same and were seen `needed` times together.

    A group is one case, its centre and first, with all that are near to it and told apart from none in it:
    nothing is chained from neighbour to neighbour. The case with most around it comes first, and no case
    is in two groups.
    """
    free = {case.key: case for case in cases}

    def around(case: Case) -> list[Case]:
        return [free[key] for key in sorted(near.get(case.key, ())) if key in free and key != case.key]

    found: list[tuple[Case, ...]] = []
    for centre in sorted(free.values(), key=lambda case: (-len(around(case)), case.key)):
        if centre.key not in free:
            continue
        if centre.sightings + sum(case.sightings for case in around(centre)) < needed:
            continue
        group = [centre]
        for case in around(centre):
            if all(tells_the_same(case.text, member.text) for member in group):
                group.append(case)
        if sum(case.sightings for case in group) >= needed:
            found.append(tuple(group))
            for case in group:
                del free[case.key]
    return found


def lesson_of(depth: Depth, pattern: Sequence[Case]) -> Lesson:
    """Return what a pattern proposes, worded after its centre; the first complete binding is taken over."""
    words = pattern[0].text.strip().partition("\n")[0].strip()
    if len(words) > LONGEST_LESSON:
        words = words[: LONGEST_LESSON - 1] + "…"
    opening = OPENING[depth]
    text = words if words.upper().startswith(opening.strip(" :")) else opening + words
    bindings = [case.binding for case in pattern]
    binding = next(
        (each for each in bindings if each.complete), next((each for each in bindings if each.do), Binding())
    )
    return Lesson(depth, text, binding, tuple(pattern))


def lessons(
    depth: Depth,
    cases: Iterable[Case],
    near: Mapping[CaseKey, Set[CaseKey]],
    taken: Collection[CaseKey],
    needed: int,
    tells_the_same: TellsTheSame,
) -> list[Lesson]:
    """Return what these cases propose; cases in `taken` were drawn into an earlier lesson and stay out."""
    untold = [case for case in cases if case.key not in taken]
    return [lesson_of(depth, pattern) for pattern in patterns(untold, near, needed, tells_the_same)]
