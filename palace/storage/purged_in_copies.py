"""Which copies of a palace still hold what was purged from it since, and taking it out of them.

A copy was made before the purge and knows nothing of it. What was purged is known in it by the uids that the
journal of the palace and its emptied candidates keep; where the journal tells none, by the number of the
memory together with the hash that its tombstone keeps.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from palace.domain.candidate import Verdict
from palace.domain.errors import PalaceError, PalaceUnavailable, Refused
from palace.domain.journal import Actor, Subject, Verb
from palace.services.backup_ports import Copy, CopySort
from palace.services.forgetting_copies import Fate, Forgotten, HoldsPurged
from palace.storage.backups import copies_beside, error_within, open_copy, remove_copy, stem_of, uid_of
from palace.storage.copy_sums import BySum, by_sum, changed_since, has_changes_beside
from palace.storage.copying import copy_into_folder
from palace.storage.database import Database, Patience
from palace.storage.instants import instant_or_none
from palace.storage.migrations import NEWEST_SCHEMA, bring_up_to_date, schema_of
from palace.storage.purging import remove_texts
from palace.storage.reading import in_parts

_STEM_OF = {
    CopySort.ROTATED: "{stem}",
    CopySort.KEPT: "kept-{stem}",
    CopySort.BEFORE_RESTORE: "before-restore-{stem}",
    CopySort.DAMAGED: "damaged-{stem}",
}
"""What the name of a copy of a palace begins with; only by it one is known that cannot be read."""


@dataclass(frozen=True, slots=True)
class Purged:
    """What was purged: uids; hashes by number for memories whose uid the journal does not tell; when last."""

    memory_uids: tuple[str, ...]
    candidate_uids: tuple[str, ...]
    hashes: Mapping[int, frozenset[str]]
    last_at: datetime | None


def purged_from(palace: Database) -> Purged:
    """Return what was purged from a palace and did not come back since."""
    ids = [
        row[0]
        for row in palace.rows(
            "SELECT DISTINCT subject_id FROM decision WHERE subject = ? AND verb = ?"
            " AND subject_id NOT IN (SELECT id FROM memory)",
            (Subject.MEMORY.value, Verb.PURGE.value),
        )
    ]
    uids = {memory_id: _uid_in_journal(palace, memory_id) for memory_id in ids}
    here = {uid for uid in uids.values() if uid and palace.row("SELECT 1 FROM memory WHERE uid = ?", (uid,))}
    emptied = palace.rows("SELECT uid FROM candidate WHERE text = '' AND verdict <> 'open'")
    last = palace.row("SELECT max(at) FROM decision WHERE verb = ?", (Verb.PURGE.value,))
    return Purged(
        memory_uids=tuple(sorted(uid for uid in uids.values() if uid and uid not in here)),
        candidate_uids=tuple(row[0] for row in emptied),
        hashes={each: _hashes_of(palace, each) for each, uid in uids.items() if not uid},
        last_at=None if last is None else instant_or_none(last[0]),
    )


def ids_in(copy: Database, purged: Purged) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the memories and the candidates of a copy that were purged since, by number."""
    memories = set[int]()
    for marks, few in _parts(purged.memory_uids):
        memories |= {row[0] for row in copy.rows(f"SELECT id FROM memory WHERE uid IN ({marks})", few)}
    for memory_id, hashes in purged.hashes.items():
        found = copy.row("SELECT content_hash FROM memory WHERE id = ?", (memory_id,))
        if found is not None and found[0] in hashes:
            memories.add(memory_id)
    candidates = set[int]()
    for marks, few in _parts(purged.candidate_uids):
        for candidate_id, text, verdict, memory_id in copy.rows(
            f"SELECT id, text, verdict, memory_id FROM candidate WHERE uid IN ({marks})", few
        ):
            if text:
                candidates.add(candidate_id)
            if memory_id is not None and verdict == Verdict.APPROVED.value:
                memories.add(memory_id)
    return tuple(sorted(memories)), tuple(sorted(candidates))


def holding_purged(palace: Database) -> list[HoldsPurged]:
    """Return the copies beside a palace that hold what was purged from it, newest first.

    One that cannot be read and was made before the last purge counts, since nobody can tell. Raises
    PalaceUnavailable where the folder cannot be read.
    """
    purged = purged_from(palace)
    if purged.last_at is None:
        return []
    uid = uid_of(palace)
    found = (_held(copy, palace.path, uid, purged) for copy in copies_beside(palace.path))
    return [each for each in found if each is not None]


def forget_purged(palace: Database, actor: Actor, *, remove: bool, patience: Patience) -> list[Forgotten]:
    """Take what was purged out of the copies beside a palace, one by one; returns what became of each.

    Each is made anew without it and takes its own place, checked and with a new sum. What cannot be made anew
    stays, or with `remove` is removed; a file that somebody else put there stays in any case. Raises Refused
    where no person calls.
    """
    if actor is not Actor.PERSON:
        raise Refused("only a person takes texts out of copies", next_step="leave it to the person")
    purged = purged_from(palace)
    return [_forgotten(held, purged, remove=remove, patience=patience) for held in holding_purged(palace)]


def _forgotten(held: HoldsPurged, purged: Purged, *, remove: bool, patience: Patience) -> Forgotten:
    try:
        if held.cannot is None:
            _make_anew(held.copy.path, purged, patience)
            return Forgotten(held, Fate.ANEW)
        if remove and held.copy.sort is not CopySort.FOREIGN:
            remove_copy(held.copy.path)
            return Forgotten(held, Fate.REMOVED)
    except PalaceError as error:
        return Forgotten(held, Fate.STAYS, error)
    return Forgotten(held, Fate.STAYS, held.cannot)


def _make_anew(path: Path, purged: Purged, patience: Patience) -> None:
    def finish(made: Database) -> None:
        bring_up_to_date(made)
        made.begin()
        remove_texts(made, *ids_in(made, purged))
        made.commit()
        made.execute("VACUUM")

    with closing(open_copy(path)) as source:
        copy_into_folder(source, path, patience, finish)


def _held(copy: Copy, palace: Path, uid: str, purged: Purged) -> HoldsPurged | None:
    if copy.error is not None:
        named = _STEM_OF.get(copy.sort, "").format(stem=palace.stem)
        before = purged.last_at is not None and copy.made_at <= purged.last_at
        return HoldsPurged(copy, 0, copy.error) if before and stem_of(copy.path.name) == named else None
    if copy.palace_uid != uid:
        return None
    try:
        with closing(open_copy(copy.path)) as database:
            texts = sum(len(ids) for ids in ids_in(database, purged))
            schema = schema_of(database)
    except PalaceError as error:
        return HoldsPurged(copy, 0, error)
    return HoldsPurged(copy, texts, _why_not(copy, schema)) if texts else None


def _why_not(copy: Copy, schema: int) -> PalaceError | None:
    """Return why a copy cannot be made anew; None where it can."""
    if copy.sort is CopySort.FOREIGN:
        return Refused("somebody else put it there")
    if copy.sort is CopySort.BEFORE_SCHEMA or schema > NEWEST_SCHEMA:
        return Refused("it is for another version of Palace, which alone could make it anew")
    try:
        # A log of changes that stayed would be taken for the new file's own.
        if has_changes_beside(copy.path) or by_sum(copy.path) is BySum.OTHER:
            return changed_since(copy.path)
    except PalaceUnavailable as error:
        return error
    return error_within(copy.path)


def _uid_in_journal(palace: Database, memory_id: int) -> str:
    """Return the uid that the journal tells of a memory that is gone; empty where it tells none."""
    rows = palace.rows(
        "SELECT changes FROM decision WHERE subject = ? AND subject_id = ? AND changes LIKE '%\"uid\"%'"
        " ORDER BY id DESC LIMIT 3",
        (Subject.MEMORY.value, memory_id),
    )
    for (changes,) in rows:
        for change in json.loads(changes):
            if change["table"] == "memory" and str(change["key"]) == str(memory_id):
                for image in (change["before"], change["after"]):
                    if image is not None and image.get("uid"):
                        return str(image["uid"])
    return ""


def _hashes_of(palace: Database, memory_id: int) -> frozenset[str]:
    rows = palace.rows("SELECT content_hash FROM tombstone WHERE memory_id = ?", (memory_id,))
    return frozenset(row[0] for row in rows)


def _parts(uids: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for marks, places in in_parts(range(len(uids))):
        yield marks, tuple(uids[place] for place in places)
