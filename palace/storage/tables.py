"""The journalled tables: what columns they have, in order, and what identifies a row."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from palace.domain.journal import RowValue


@dataclass(frozen=True, slots=True)
class Table:
    """A journalled table: its columns in order, its key, and whether the file gives the key itself.

    `later` are the columns that migrations added, with what they hold in rows that are older: images of
    rows in the journal lack them.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    numbered: bool = False
    later: Mapping[str, RowValue] = field(default_factory=dict)

    @property
    def versioned(self) -> bool:
        """Whether its rows carry a version against decisions on an old view."""
        return self.numbered

    @property
    def listed(self) -> str:
        """The columns as a query names them."""
        return ", ".join(self.columns)


MEMORY = Table(
    "memory",
    (
        "id",
        "uid",
        "text",
        "wing",
        "band",
        "layer",
        "priority",
        "kind",
        "status",
        "pinned",
        "scenes",
        "heading",
        "binding_when",
        "binding_do",
        "binding_unless",
        "importance",
        "confidence",
        "source_kind",
        "source_quality",
        "origin",
        "session",
        "agent",
        "valid_from",
        "valid_to",
        "recorded_at",
        "retired_at",
        "hits",
        "loads",
        "last_hit_at",
        "last_loaded_at",
        "calibrated_at",
        "content_hash",
        "version",
    ),
    ("id",),
    numbered=True,
)
CANDIDATE = Table(
    "candidate",
    (
        "id",
        "uid",
        "text",
        "first_seen_at",
        "wing",
        "band",
        "priority",
        "kind",
        "scenes",
        "binding_when",
        "binding_do",
        "binding_unless",
        "importance",
        "source_kind",
        "source_quality",
        "origin",
        "session",
        "agent",
        "valid_from",
        "valid_to",
        "express",
        "flags",
        "heading",
        "note",
        "checks_passed",
        "checked_at",
        "last_hit_at",
        "failed_at",
        "verdict",
        "decided_at",
        "memory_id",
        "skipped_hash",
        "snoozed_until",
        "content_hash",
        "version",
        "cited_memories",
        "cited_candidates",
    ),
    ("id",),
    numbered=True,
    later={"cited_memories": "[]", "cited_candidates": "[]"},
)
CONFLICT = Table(
    "conflict",
    (
        "id",
        "left_memory_id",
        "right_memory_id",
        "right_candidate_id",
        "found_at",
        "axis",
        "reason",
        "similarity",
        "resolution",
        "decided_at",
        "left_hash",
        "right_hash",
        "version",
        "relation",
        "newer",
        "skipped_hash",
        "snoozed_until",
    ),
    ("id",),
    numbered=True,
    later={"relation": "conflict", "newer": "", "skipped_hash": "", "snoozed_until": None},
)
LINK = Table(
    "link",
    ("from_id", "to_id", "kind", "made_at", "note"),
    ("from_id", "to_id", "kind"),
    later={"note": ""},
)
EVIDENCE = Table(
    "evidence",
    ("candidate_id", "source", "day", "seen_at", "origin", "session"),
    ("candidate_id", "source", "day"),
)
TOMBSTONE = Table(
    "tombstone", ("content_hash", "reason", "made_at", "memory_id", "candidate_id"), ("content_hash",)
)
MEMORY_VERSION = Table(
    "memory_version", ("memory_id", "version", "text", "replaced_at"), ("memory_id", "version")
)
SAVED_SEARCH = Table(
    "saved_search", ("id", "name", "question", "saved_at", "version"), ("id",), numbered=True
)

META = Table("meta", ("key", "value"), ("key",))

JOURNALLED = {
    table.name: table
    for table in (MEMORY, CANDIDATE, CONFLICT, LINK, EVIDENCE, TOMBSTONE, MEMORY_VERSION, SAVED_SEARCH, META)
}
"""The tables whose rows the journal keeps before and after every change."""

USE_COLUMNS = ("hits", "loads", "last_hit_at", "last_loaded_at")
"""Columns of a memory that count its use: no decision changes them, and none is undone because of them."""
