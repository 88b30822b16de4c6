"""What was decided last, in the order in which undo takes it back."""

from dataclasses import replace
from pathlib import Path

import pytest

from palace.domain.journal import Actor, Verb
from palace.services.recent_acts import MOST_READINGS, ROWS_READ, recent_acts
from palace.services.review import decide, decide_all, editing, prefilled, rejecting, skipping
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile
from tests.tui.beside_the_app import around_now, opened
from tests.tui.review_palace import build_review_palace


@pytest.fixture
def path(tmp_path: Path) -> Path:
    build_review_palace(tmp_path / "review.db")
    return tmp_path / "review.db"


def waiting(palace: PalaceFile) -> list[tuple[int, int]]:
    return [(each.id, each.version) for each in palace.open_candidates() if not each.skipped_hash]


def told(palace: PalaceFile, most: int = 3) -> list[tuple[Verb, int]]:
    return [(act.decision.verb, act.count) for act in recent_acts(palace, Actor.PERSON, most)]


def test_single_decisions_and_batches_come_newest_first_and_go_with_undo(path: Path) -> None:
    around = around_now()
    with opened(path) as palace:
        decide(palace, Actor.PERSON, *waiting(palace)[0], rejecting(around))
        decide_all(palace, Actor.PERSON, waiting(palace)[:4], skipping())
        decide(palace, Actor.PERSON, *waiting(palace)[0], rejecting(around))
        assert told(palace) == [(Verb.REJECT, 1), (Verb.SKIP, 4), (Verb.REJECT, 1)]
        for _ in range(3):
            newest = recent_acts(palace, Actor.PERSON, 1)[0]
            undone = undo(palace, Actor.PERSON)
            assert newest.decision.id in {each.id for each in undone}
            assert newest.count == len(undone)
        redo(palace, Actor.PERSON)
        last = palace.last_undoable(Actor.PERSON)
        acts = recent_acts(palace, Actor.PERSON, 1)
        assert [act.decision for act in acts] == ([] if last is None else [last])


def test_what_others_wrote_meanwhile_is_passed_over(path: Path) -> None:
    around = around_now()
    with opened(path) as palace:
        decide(palace, Actor.PERSON, *waiting(palace)[0], rejecting(around))
        number = waiting(palace)[0][0]
        for count in range(ROWS_READ + 10):
            candidate = palace.candidates([number])[0]
            form = replace(prefilled(candidate), text=f"text {count}")
            decide(palace, Actor.AGENT, number, candidate.version, editing(form))
        decide(palace, Actor.PERSON, *waiting(palace)[1], rejecting(around))
        assert told(palace, 2) == [(Verb.REJECT, 1), (Verb.REJECT, 1)]
        assert MOST_READINGS * ROWS_READ > ROWS_READ + 12


def test_nothing_decided_is_nothing_told(tmp_path: Path) -> None:
    with PalaceFile.create(
        tmp_path / "new.db", clock=lambda: around_now().now, new_uid=around_now().new_uid
    ) as palace:
        assert recent_acts(palace, Actor.PERSON, 3) == []
