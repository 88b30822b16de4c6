"""What was deleted or rejected after a copy was made stays away when the copy is restored."""

from dataclasses import replace
from pathlib import Path

import pytest

from palace.domain.candidate import Candidate, Verdict
from palace.domain.identifiers import NewUid
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory, Tombstone
from palace.services.doctor import Severity
from palace.services.surroundings import Surroundings
from palace.services.tending import tend, trashing
from palace.storage.palace_file import PalaceFile
from palace.storage.restoring import Wanted, restore
from tests.storage.restored_palaces import Opening, Saved, copied, texts


@pytest.fixture
def turned_away(
    palace: PalaceFile, saved: Saved, surroundings: Surroundings, new_uid: NewUid
) -> tuple[Path, Memory]:
    """A copy from before a memory was deleted and a candidate rejected; the memory."""
    memory = saved(palace, "the password is tea")
    saved(palace, "harmless")
    with palace.unit_of_work(Actor.PERSON) as work:
        candidate = work.save_candidate(Candidate(0, new_uid(), "rejected later", surroundings.now))
        work.record(Verb.ADD, Subject.CANDIDATE, candidate.id)
    copy = copied(palace, surroundings)
    tend(palace, Actor.PERSON, memory.id, memory.version, trashing(surroundings))
    with palace.unit_of_work(Actor.PERSON) as work:
        stored = work.candidate(candidate.id)
        work.save_candidate(replace(stored, verdict=Verdict.REJECTED, decided_at=surroundings.now))
        work.add_tombstone(
            Tombstone(stored.content_hash, "rejected", surroundings.now, candidate_id=candidate.id)
        )
        work.add_tombstone(Tombstone("f" * 64, "rejected", surroundings.now, candidate_id=77))
        work.record(Verb.REJECT, Subject.CANDIDATE, candidate.id)
    palace.close()
    return copy, memory


def test_what_was_deleted_or_rejected_since_stays_away_and_is_counted(
    turned_away: tuple[Path, Memory], open_palace: Opening, path: Path, surroundings: Surroundings
):
    copy, memory = turned_away
    told = restore(Wanted(path, copy), surroundings, Actor.PERSON).difference
    assert (told.kept_away, [each.id for each in told.kept_away_samples]) == (2, [memory.id])
    restored = open_palace()
    assert texts(restored) == ["harmless"]
    assert restored.open_candidates() == []
    assert {each.reason for each in restored.tombstones()} == {"deleted", "rejected"}
    assert restored.tombstone("f" * 64) is not None
    assert all(finding.severity is Severity.FINE for finding in restored.examine_file())


def test_it_comes_back_where_that_is_asked_for(
    turned_away: tuple[Path, Memory], open_palace: Opening, path: Path, surroundings: Surroundings
):
    copy, _ = turned_away
    told = restore(Wanted(path, copy, with_deleted=True), surroundings, Actor.PERSON).difference
    assert told.kept_away == 0
    restored = open_palace()
    assert sorted(texts(restored)) == ["harmless", "the password is tea"]
    assert len(restored.open_candidates()) == 1
    assert [each.content_hash for each in restored.tombstones()] == ["f" * 64]
