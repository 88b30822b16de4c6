"""The words of the method. Their order is the order in which they are shown everywhere."""

from enum import StrEnum


class Wing(StrEnum):
    """Where a memory belongs."""

    IDENTITY = "identity"
    KNOWLEDGE = "knowledge"
    SOCIAL = "social"
    HISTORY = "history"
    REFLECTION = "reflection"
    INTENT = "intent"


class Band(StrEnum):
    """When a memory is loaded: always, with one of its scenes, or only by search."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"


class Layer(StrEnum):
    """How settled a memory is."""

    WORKING = "working"
    PERSISTENT = "persistent"
    SKILL = "skill"
    ARCHIVE = "archive"


class Priority(StrEnum):
    """P0 is core and only a person changes it, P1 belongs to a stage, P2 is temporary."""

    P0 = "P0"
    P1 = "P1"
    P2 = "P2"


class Kind(StrEnum):
    """What sort of statement a memory is; its half-life depends on it."""

    FACT = "fact"
    PREFERENCE = "preference"
    EVENT = "event"
    DECISION = "decision"
    CORRECTION = "correction"
    FAILURE = "failure"
    SUMMARY = "summary"
    TOOL_ERROR = "tool_error"
    SKILL = "skill"
    INTENT = "intent"


class Status(StrEnum):
    """Whether a memory is in use: active, kept as a note, archived, or trashed (restorable)."""

    ACTIVE = "active"
    NOTE = "note"
    ARCHIVED = "archived"
    TRASHED = "trashed"


class SourceKind(StrEnum):
    """Who or what said it, which decides how far it is believed."""

    USER = "user"
    CORRECTION = "correction"
    TOOL = "tool"
    FILE = "file"
    AGENT = "agent"


class LinkKind(StrEnum):
    """How one memory refers to another; `scoped`: both hold, each in a scope of its own."""

    SUPERSEDES = "supersedes"
    MERGED_FROM = "merged_from"
    DERIVED_FROM = "derived_from"
    CITES = "cites"
    SCOPED = "scoped"


class Axis(StrEnum):
    """In what two conflicting memories differ."""

    NUMBER = "number"
    DATE = "date"
    POLARITY = "polarity"
    ENTITY = "entity"
    PREFERENCE = "preference"
    STATE = "state"


class Grain(StrEnum):
    """How checkable an instruction is, from too abstract to what runs by itself."""

    PRINCIPLE = "principle"
    RULE = "rule"
    TRIGGER = "trigger"


LAYER_OF_WING = {
    Wing.IDENTITY: Layer.PERSISTENT,
    Wing.KNOWLEDGE: Layer.PERSISTENT,
    Wing.SOCIAL: Layer.PERSISTENT,
    Wing.HISTORY: Layer.ARCHIVE,
    Wing.REFLECTION: Layer.ARCHIVE,
    Wing.INTENT: Layer.WORKING,
}
"""The layer that the method gives each wing; a skill is in the layer `skill` wherever it stands."""

WING_OF_KIND = {
    Kind.FACT: Wing.KNOWLEDGE,
    Kind.PREFERENCE: Wing.SOCIAL,
    Kind.EVENT: Wing.HISTORY,
    Kind.DECISION: Wing.KNOWLEDGE,
    Kind.CORRECTION: Wing.REFLECTION,
    Kind.FAILURE: Wing.REFLECTION,
    Kind.SUMMARY: Wing.HISTORY,
    Kind.TOOL_ERROR: Wing.HISTORY,
    Kind.SKILL: Wing.KNOWLEDGE,
    Kind.INTENT: Wing.INTENT,
}
"""The wing suggested for a kind when nothing else says where a memory belongs."""

KINDS_WANTING_BINDING = frozenset({Kind.FAILURE, Kind.DECISION, Kind.SKILL, Kind.CORRECTION})
"""Kinds that change behaviour only with a binding; approving one without is counted as unbound."""


def layer_for(wing: Wing, kind: Kind) -> Layer:
    """Return the layer in which a memory of this wing and kind settles."""
    return Layer.SKILL if kind is Kind.SKILL else LAYER_OF_WING[wing]
