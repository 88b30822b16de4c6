"""The pairs of a palace of another user are read and compared; who may not write settles none."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from palace.domain.conflict import Conflict, Relation, Resolution
from palace.domain.errors import ReadOnlyPalace
from palace.domain.journal import Actor, Subject, Verb
from palace.services.conflict_queue import conflict_queue, conflict_view
from palace.services.pair_advice import proposed_text
from palace.services.settling import settle
from palace.services.settling_verbs import dismissing, merge_form, merging
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from palace.text.comparison.judging import compare
from palace.text.comparison.losses import losses
from tests.storage.other_user import Opening, Saved, as_root, in_place_of_nobody, opening

__all__ = ["opening"]

OLDER, NEWER = "Backups run at three", "Backups run at three, and once more at noon"


@pytest.fixture
def with_a_pair(open_palace: Callable[[], PalaceFile], path: Path, saved: Saved) -> Path:
    """A closed palace of root's with one pair that waits, in a folder that everybody may look into."""
    palace = open_palace()
    older, newer = saved(palace, OLDER), saved(palace, NEWER)
    with palace.unit_of_work(Actor.JOB) as work:
        conflict = Conflict(0, older.id, newer.id, None, older.recorded_at, None)
        conflict = replace(
            conflict,
            relation=Relation.CONTAINS,
            similarity=0.9,
            left_hash=older.content_hash,
            right_hash=newer.content_hash,
        )
        work.record(Verb.FIND_CONFLICT, Subject.CONFLICT, work.save_conflict(conflict).id)
    palace.close()
    path.chmod(0o644)
    for folder in [path.parent, *path.parent.parents]:
        folder.chmod(folder.stat().st_mode | 0o055)
    return path


@as_root
def test_a_pair_is_read_compared_and_proposed_but_not_merged(
    with_a_pair: Path, opening: Opening, surroundings: Surroundings
) -> None:
    # What is loaded late is loaded now: another user may not even read the interpreter's own files.
    assert compare(OLDER, NEWER, 0.9).relation is Relation.CONTAINS
    assert losses((OLDER,), NEWER) == ()
    content, beside = with_a_pair.read_bytes(), sorted(with_a_pair.parent.iterdir())

    def read_and_try() -> None:
        with opening() as palace:
            [entry] = conflict_queue(palace, surroundings, contradictions=False)
            view = conflict_view(palace, entry.conflict.id, surroundings)
            assert (view.left.item.text, view.right.item.text) == (OLDER, NEWER)
            assert compare(OLDER, NEWER, 0.9).relation is Relation.CONTAINS
            merged = proposed_text(entry)
            assert losses((OLDER, NEWER), merged) == ()
            form = merge_form(entry.left, entry.right, merged)
            for how in (merging(surroundings, form), dismissing(surroundings)):
                with pytest.raises(ReadOnlyPalace, match="the file is read-only"):
                    settle(palace, Actor.PERSON, entry.seen, how)
            [still] = conflict_queue(palace, surroundings, contradictions=False)
            assert still.conflict.resolution is Resolution.OPEN

    assert in_place_of_nobody(read_and_try) == ""
    assert with_a_pair.read_bytes() == content
    assert sorted(with_a_pair.parent.iterdir()) == beside
