"""Entities and the rows that hold them, both ways: the one place that knows which column holds what."""

import json
import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from palace.domain.candidate import Candidate, Evidence, ListedCandidate, Verdict
from palace.domain.conflict import Conflict, ConflictSide, Relation, Resolution
from palace.domain.errors import InvalidInput
from palace.domain.journal import Row, RowValue
from palace.domain.memory import Binding, Link, Memory, MemoryVersion, Source, Tombstone
from palace.domain.saved_search import SavedSearch
from palace.domain.vocabulary import Axis, Band, Kind, Layer, LinkKind, Priority, SourceKind, Status, Wing
from palace.storage.database import Fields
from palace.storage.instants import (
    day_of_text,
    instant_of,
    instant_or_none,
    instant_text,
    instant_text_or_none,
)
from palace.storage.tables import Table

Word = TypeVar("Word", bound=StrEnum)


def words_of(vocabulary: type[Word]) -> Mapping[str, Word]:
    """Return a vocabulary by what the file holds; a look-up in it is quicker than making the word."""
    return {str(word): word for word in vocabulary}


WINGS, BANDS, LAYERS = words_of(Wing), words_of(Band), words_of(Layer)
PRIORITIES, KINDS, STATUSES = words_of(Priority), words_of(Kind), words_of(Status)
SOURCE_KINDS, LINK_KINDS, AXES = words_of(SourceKind), words_of(LinkKind), words_of(Axis)
VERDICTS, RESOLUTIONS = words_of(Verdict), words_of(Resolution)
RELATIONS, CONFLICT_SIDES = words_of(Relation), words_of(ConflictSide)


NOTHING = "[]"
"""A list as the file holds it when it is empty."""


def list_text(words: Sequence[str]) -> str:
    """Return a list of words as the file holds it."""
    if not words:
        return NOTHING
    text = json.dumps(list(words), ensure_ascii=False)
    return text if text.isprintable() else json.dumps(list(words))


def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a list as the file holds it."""
    return tuple(json.loads(text)) if text != NOTHING else ()


def numbers_text(numbers: Sequence[int]) -> str:
    """Return a list of ids as the file holds it."""
    return json.dumps(list(numbers)) if numbers else NOTHING


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the ids of a list as the file holds it."""
    return tuple(json.loads(text)) if text != NOTHING else ()


def memory_row(memory: Memory) -> dict[str, RowValue]:
    """Return the row that holds a memory."""
    binding, source = memory.binding, memory.source
    return {
        "id": memory.id,
        "uid": memory.uid,
        "text": memory.text,
        "wing": str(memory.wing),
        "band": str(memory.band),
        "layer": str(memory.layer),
        "priority": str(memory.priority),
        "kind": str(memory.kind),
        "status": str(memory.status),
        "pinned": int(memory.pinned),
        "scenes": list_text(memory.scenes),
        "heading": list_text(memory.heading),
        "binding_when": binding.when,
        "binding_do": binding.do,
        "binding_unless": binding.unless,
        "importance": float(memory.importance),
        "confidence": float(memory.confidence),
        "source_kind": str(source.kind),
        "source_quality": float(source.quality),
        "origin": source.origin,
        "session": source.session,
        "agent": source.agent,
        "valid_from": instant_text_or_none(memory.valid_from),
        "valid_to": instant_text_or_none(memory.valid_to),
        "recorded_at": instant_text(memory.recorded_at),
        "retired_at": instant_text_or_none(memory.retired_at),
        "hits": memory.hits,
        "loads": memory.loads,
        "last_hit_at": instant_text_or_none(memory.last_hit_at),
        "last_loaded_at": instant_text_or_none(memory.last_loaded_at),
        "calibrated_at": instant_text_or_none(memory.calibrated_at),
        "content_hash": memory.content_hash,
        "version": memory.version,
    }


def memory_of(fields: Fields) -> Memory:
    """Return the memory whose columns, in the order of `MEMORY.columns`, are `fields`."""
    return Memory(
        id=fields[0],
        uid=fields[1],
        text=fields[2],
        wing=WINGS[fields[3]],
        band=BANDS[fields[4]],
        layer=LAYERS[fields[5]],
        priority=PRIORITIES[fields[6]],
        kind=KINDS[fields[7]],
        status=STATUSES[fields[8]],
        pinned=bool(fields[9]),
        scenes=words_in(fields[10]),
        heading=words_in(fields[11]),
        binding=Binding(fields[12], fields[13], fields[14]),
        importance=fields[15],
        confidence=fields[16],
        source=Source(SOURCE_KINDS[fields[17]], *fields[18:22]),
        valid_from=instant_or_none(fields[22]),
        valid_to=instant_or_none(fields[23]),
        recorded_at=instant_of(fields[24]),
        retired_at=instant_or_none(fields[25]),
        hits=fields[26],
        loads=fields[27],
        last_hit_at=instant_or_none(fields[28]),
        last_loaded_at=instant_or_none(fields[29]),
        calibrated_at=instant_or_none(fields[30]),
        content_hash=fields[31],
        version=fields[32],
    )


def candidate_row(candidate: Candidate) -> dict[str, RowValue]:
    """Return the row that holds a candidate."""
    binding, source = candidate.binding, candidate.source
    return {
        "id": candidate.id,
        "uid": candidate.uid,
        "text": candidate.text,
        "first_seen_at": instant_text(candidate.first_seen_at),
        "wing": str(candidate.wing),
        "band": str(candidate.band),
        "priority": str(candidate.priority),
        "kind": str(candidate.kind),
        "scenes": list_text(candidate.scenes),
        "binding_when": binding.when,
        "binding_do": binding.do,
        "binding_unless": binding.unless,
        "importance": float(candidate.importance),
        "source_kind": str(source.kind),
        "source_quality": float(source.quality),
        "origin": source.origin,
        "session": source.session,
        "agent": source.agent,
        "valid_from": instant_text_or_none(candidate.valid_from),
        "valid_to": instant_text_or_none(candidate.valid_to),
        "express": int(candidate.express),
        "flags": list_text(candidate.flags),
        "heading": list_text(candidate.heading),
        "note": candidate.note,
        "checks_passed": candidate.checks_passed,
        "checked_at": instant_text_or_none(candidate.checked_at),
        "last_hit_at": instant_text_or_none(candidate.last_hit_at),
        "failed_at": instant_text_or_none(candidate.failed_at),
        "verdict": str(candidate.verdict),
        "decided_at": instant_text_or_none(candidate.decided_at),
        "memory_id": candidate.memory_id,
        "skipped_hash": candidate.skipped_hash,
        "snoozed_until": instant_text_or_none(candidate.snoozed_until),
        "content_hash": candidate.content_hash,
        "version": candidate.version,
        "cited_memories": numbers_text(candidate.cited_memories),
        "cited_candidates": numbers_text(candidate.cited_candidates),
    }


def candidate_of(fields: Fields) -> Candidate:
    """Return the candidate whose columns, in the order of `CANDIDATE.columns`, are `fields`."""
    return Candidate(
        id=fields[0],
        uid=fields[1],
        text=fields[2],
        first_seen_at=instant_of(fields[3]),
        wing=WINGS[fields[4]],
        band=BANDS[fields[5]],
        priority=PRIORITIES[fields[6]],
        kind=KINDS[fields[7]],
        scenes=words_in(fields[8]),
        binding=Binding(fields[9], fields[10], fields[11]),
        importance=fields[12],
        source=Source(SOURCE_KINDS[fields[13]], *fields[14:18]),
        valid_from=instant_or_none(fields[18]),
        valid_to=instant_or_none(fields[19]),
        express=bool(fields[20]),
        flags=words_in(fields[21]),
        heading=words_in(fields[22]),
        note=fields[23],
        checks_passed=fields[24],
        checked_at=instant_or_none(fields[25]),
        last_hit_at=instant_or_none(fields[26]),
        failed_at=instant_or_none(fields[27]),
        verdict=VERDICTS[fields[28]],
        decided_at=instant_or_none(fields[29]),
        memory_id=fields[30],
        skipped_hash=fields[31],
        snoozed_until=instant_or_none(fields[32]),
        content_hash=fields[33],
        version=fields[34],
        cited_memories=numbers_in(fields[35]),
        cited_candidates=numbers_in(fields[36]),
    )


LISTED_COLUMNS = (
    *("id", "version", "text", "first_seen_at", "wing", "express", "flags", "checks_passed", "last_hit_at"),
    *("failed_at", "verdict", "skipped_hash", "snoozed_until", "content_hash"),
)
"""The columns of a candidate that a list needs, in the order in which `listed_candidate_of` takes them."""


def listed_candidate_of(fields: Fields) -> ListedCandidate:
    """Return the candidate, as a list needs it, whose `LISTED_COLUMNS` are `fields`."""
    return ListedCandidate(
        fields[0],
        fields[1],
        fields[2],
        instant_of(fields[3]),
        WINGS[fields[4]],
        bool(fields[5]),
        words_in(fields[6]),
        fields[7],
        instant_or_none(fields[8]),
        instant_or_none(fields[9]),
        VERDICTS[fields[10]],
        fields[11],
        instant_or_none(fields[12]),
        fields[13],
    )


def conflict_row(conflict: Conflict) -> dict[str, RowValue]:
    """Return the row that holds a conflict."""
    return {
        "id": conflict.id,
        "left_memory_id": conflict.left_memory_id,
        "right_memory_id": conflict.right_memory_id,
        "right_candidate_id": conflict.right_candidate_id,
        "found_at": instant_text(conflict.found_at),
        "axis": str(conflict.axis or ""),
        "reason": conflict.reason,
        "similarity": float(conflict.similarity),
        "resolution": str(conflict.resolution),
        "decided_at": instant_text_or_none(conflict.decided_at),
        "left_hash": conflict.left_hash,
        "right_hash": conflict.right_hash,
        "version": conflict.version,
        "relation": str(conflict.relation),
        "newer": str(conflict.newer or ""),
        "skipped_hash": conflict.skipped_hash,
        "snoozed_until": instant_text_or_none(conflict.snoozed_until),
    }


def conflict_of(fields: Fields) -> Conflict:
    """Return the conflict whose columns, in the order of `CONFLICT.columns`, are `fields`."""
    return Conflict(
        id=fields[0],
        left_memory_id=fields[1],
        right_memory_id=fields[2],
        right_candidate_id=fields[3],
        found_at=instant_of(fields[4]),
        axis=AXES[fields[5]] if fields[5] else None,
        reason=fields[6],
        similarity=fields[7],
        resolution=RESOLUTIONS[fields[8]],
        decided_at=instant_or_none(fields[9]),
        left_hash=fields[10],
        right_hash=fields[11],
        version=fields[12],
        relation=RELATIONS[fields[13]],
        newer=CONFLICT_SIDES[fields[14]] if fields[14] else None,
        skipped_hash=fields[15],
        snoozed_until=instant_or_none(fields[16]),
    )


def link_row(link: Link) -> dict[str, RowValue]:
    """Return the row that holds a link."""
    return {
        "from_id": link.from_id,
        "to_id": link.to_id,
        "kind": str(link.kind),
        "made_at": instant_text(link.made_at),
        "note": link.note,
    }


def link_of(fields: Fields) -> Link:
    """Return the link whose columns, in the order of `LINK.columns`, are `fields`."""
    return Link(fields[0], fields[1], LINK_KINDS[fields[2]], instant_of(fields[3]), fields[4])


def evidence_row(evidence: Evidence) -> dict[str, RowValue]:
    """Return the row that holds a sighting."""
    return {
        "candidate_id": evidence.candidate_id,
        "source": evidence.source,
        "day": evidence.day.isoformat(),
        "seen_at": instant_text(evidence.seen_at),
        "origin": evidence.origin,
        "session": evidence.session,
    }


def evidence_of(fields: Fields) -> Evidence:
    """Return the sighting whose columns, in the order of `EVIDENCE.columns`, are `fields`."""
    return Evidence(fields[0], fields[1], day_of_text(fields[2]), instant_of(fields[3]), fields[4], fields[5])


def tombstone_row(tombstone: Tombstone) -> dict[str, RowValue]:
    """Return the row that holds a tombstone."""
    return {
        "content_hash": tombstone.content_hash,
        "reason": tombstone.reason,
        "made_at": instant_text(tombstone.made_at),
        "memory_id": tombstone.memory_id,
        "candidate_id": tombstone.candidate_id,
    }


def tombstone_of(fields: Fields) -> Tombstone:
    """Return the tombstone whose columns, in the order of `TOMBSTONE.columns`, are `fields`."""
    return Tombstone(fields[0], fields[1], instant_of(fields[2]), fields[3], fields[4])


def version_row(version: MemoryVersion) -> dict[str, RowValue]:
    """Return the row that holds an earlier text."""
    return {
        "memory_id": version.memory_id,
        "version": version.version,
        "text": version.text,
        "replaced_at": instant_text(version.replaced_at),
    }


def version_of(fields: Fields) -> MemoryVersion:
    """Return the earlier text whose columns, in the order of `MEMORY_VERSION.columns`, are `fields`."""
    return MemoryVersion(fields[0], fields[1], fields[2], instant_of(fields[3]))


def fields_of(table: Table, row: Row) -> Fields:
    """Return the values of a row in the order of the table's columns."""
    return tuple(row[column] for column in table.columns)


def is_searchable(row: Row) -> bool:
    """Whether search may show the memory that a row holds: not trashed and not retired."""
    return row["status"] != Status.TRASHED.value and row["retired_at"] is None


def check_shares(*shares: float) -> None:
    """Raise InvalidInput for a number that is no share from 0 to 1."""
    for share in shares:
        if not (math.isfinite(share) and 0 <= share <= 1):
            raise InvalidInput("{share} is not a number from 0 to 1", share=share)


def saved_search_row(search: SavedSearch) -> dict[str, RowValue]:
    """Return the row that holds a saved search."""
    return {
        "id": search.id,
        "name": search.name,
        "question": search.question,
        "saved_at": instant_text(search.saved_at),
        "version": search.version,
    }


def saved_search_of(fields: Fields) -> SavedSearch:
    """Return the saved search whose columns, in the order of `SAVED_SEARCH.columns`, are `fields`."""
    return SavedSearch(fields[0], fields[1], fields[2], instant_of(fields[3]), fields[4])
