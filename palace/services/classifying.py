"""Suggests kind, wing, priority, importance and scenes of a statement.

Rules decide, and the nearest labelled examples where the rules are not sure.
"""

import tomllib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import sqrt
from operator import mul

from palace.domain.importance import importance, important_word
from palace.domain.rules import ImportanceRules
from palace.domain.vocabulary import Kind, Priority, SourceKind, Wing
from palace.services.meaning_ports import Embedding, Encoder
from palace.text.classification import (
    GIVEN,
    NOTHING_TOLD,
    READ_AT_MOST,
    Classified,
    Reason,
    classify,
    guess_kind,
    priority_of,
    scenes_in,
    wing_of,
)

NEIGHBOURS = 9
"""So many examples, the nearest ones, have a say."""

STEEPNESS = 3
"""An example's say is its cosine to this power: a near one outweighs several that are far."""

SAY_OF_A_HINT = 0.8
"""What a hinting word adds to its kind, where the say of all neighbours together is 1."""

SAY_OF_SILENCE = 0.4
"""What no word at all adds to a plain fact: facts are what needs no word to name it."""

NEAR_ENOUGH = 0.2
"""Below this cosine (without centre and language, -1 to 1) an example has nothing in common with a text."""


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence with the labels that a person gave it."""

    text: str
    kind: Kind
    wing: Wing
    priority: Priority


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a statement seems to be; importance 0 to 1, and the reason for each part by its name."""

    kind: Kind
    wing: Wing
    priority: Priority
    importance: float
    scenes: tuple[str, ...]
    why: dict[str, Reason]


@cache
def labelled_examples() -> tuple[Example, ...]:
    """Return the examples that are shipped with the program."""
    data = tomllib.loads(
        files("palace.services").joinpath("classified_examples.toml").read_text(encoding="utf-8")
    )
    return tuple(
        Example(row["text"], Kind(row["kind"]), Wing(row["wing"]), Priority(row["priority"]))
        for row in data["example"]
    )


class Classifier:
    """Suggests what statements are. Without an encoder the rules decide alone.

    `scenes` are those in use: only they are suggested.
    """

    def __init__(
        self,
        rules: ImportanceRules,
        encoder: Encoder | None = None,
        scenes: Iterable[str] = (),
        examples: Sequence[Example] | None = None,
    ) -> None:
        self._rules = rules
        self._encoder = encoder
        self._scenes = tuple(scenes)
        self._examples = labelled_examples() if examples is None else tuple(examples)
        self._directions: list[_Direction] | None = None

    def suggest(self, text: str, source: SourceKind = SourceKind.AGENT) -> Suggestion:
        """Return what a statement that `source` made seems to be."""
        found = classify(text)
        if not found.kind.sure and self._encoder is not None and text.strip():
            found = self._with_neighbours(text, found, self._encoder)
        kind = found.kind.kind
        said_by_user = source in {SourceKind.USER, SourceKind.CORRECTION}
        value = importance(text, self._rules, said_by_user=said_by_user, failed_tool=kind is Kind.TOOL_ERROR)
        scenes = scenes_in(text, self._scenes)
        why = {
            "kind": found.kind.reason,
            "wing": found.wing_reason,
            "priority": found.priority_reason,
            "importance": _why_important(text, kind, said_by_user=said_by_user),
            "scenes": Reason("scene_named", " ".join(scenes)) if scenes else Reason("no_scene_named"),
        }
        return Suggestion(kind, found.wing, found.priority, value, scenes, why)

    def _with_neighbours(self, text: str, found: Classified, encoder: Encoder) -> Classified:
        kind, nearest = self._kind_of_neighbours(text, found, encoder)
        if nearest is None or kind is found.kind.kind:
            return found
        reason = Reason("example", nearest.text)
        by_kind = classify(text, kind)
        return replace(by_kind, kind=replace(found.kind, kind=kind, reason=reason))

    def _kind_of_neighbours(
        self, text: str, found: Classified, encoder: Encoder
    ) -> tuple[Kind, Example | None]:
        """Return the kind for which the nearest examples and the hint speak most, and its nearest example."""
        if self._directions is None:
            texts = [example.text for example in self._examples]
            self._directions = [_direction(embedding) for embedding in encoder.embed_passages(texts)]
        asked = _direction(encoder.embed_passages([text[:READ_AT_MOST]])[0])
        cosines = [_cosine(asked, direction) for direction in self._directions]
        near = sorted(range(len(cosines)), key=cosines.__getitem__, reverse=True)[:NEIGHBOURS]
        near = [place for place in near if cosines[place] >= NEAR_ENOUGH]
        if not near:
            return found.kind.kind, None
        total = sum(cosines[place] ** STEEPNESS for place in near)
        hinted = found.kind.reason.rule != NOTHING_TOLD
        says = {found.kind.kind: SAY_OF_A_HINT if hinted else SAY_OF_SILENCE}
        for place in near:
            kind = self._examples[place].kind
            says[kind] = says.get(kind, 0.0) + cosines[place] ** STEEPNESS / total
        best = max(says, key=says.__getitem__)
        nearest = next((place for place in near if self._examples[place].kind is best), None)
        return best, None if nearest is None else self._examples[nearest]


_Direction = tuple[Sequence[int], float]


def _direction(embedding: Embedding) -> _Direction:
    """Return a vector without centre and language, and its length."""
    scan = array("b", embedding.scan)
    return scan, sqrt(sum(map(mul, scan, scan))) or 1.0


def _cosine(one: _Direction, other: _Direction) -> float:
    product = sum(map(mul, one[0], other[0]))
    return float(product) / (one[1] * other[1])


def reasons_of(text: str, kind: Kind, wing: Wing, priority: Priority) -> dict[str, Reason]:
    """Return why a statement is proposed with this kind, wing and priority, the reason of each by its name.

    What the words of the statement do not lead to came from somebody: its file, its agent, or a person.
    """
    guess = guess_kind(text)
    by_words, wing_reason = wing_of(text, kind)
    proposed, priority_reason = priority_of(text, kind, wing)
    return {
        "wing": wing_reason if by_words is wing else GIVEN,
        "priority": priority_reason if proposed is priority else GIVEN,
        "kind": guess.reason if guess.kind is kind else GIVEN,
    }


def parts_by_reason(reasons: Mapping[str, Reason]) -> Mapping[Reason, Sequence[str]]:
    """Return for each reason the names of all that follows from it, so that it need be told only once."""
    parts: dict[Reason, list[str]] = {}
    for part, reason in reasons.items():
        parts.setdefault(reason, []).append(part)
    return parts


def _why_important(text: str, kind: Kind, *, said_by_user: bool) -> Reason:
    parts = (
        ("said_by_user", said_by_user),
        ("marked_important", bool(important_word(text))),
        ("failed_tool", kind is Kind.TOOL_ERROR),
    )
    return Reason("+".join(name for name, holds in parts if holds) or "base", important_word(text))
