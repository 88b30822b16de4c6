"""The rows of the queue say what waits, what was put off, and which journal row decided."""

from dataclasses import fields
from datetime import timedelta

import pytest

from palace.domain.candidate import Candidate, ListedCandidate, Verdict
from palace.domain.errors import StaleItem
from palace.domain.journal import Actor, Subject, Verb
from palace.services.candidate_rows import open_rows, rows_of
from palace.services.remembering import Statement, add_candidate
from palace.services.review import approving, decide, rejecting, skipping, snoozing
from palace.services.surroundings import Surroundings
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile
from palace.storage.review_reading import LISTED_CHARACTERS


@pytest.fixture
def three(palace: PalaceFile, surroundings: Surroundings) -> list[int]:
    """Three express candidates."""
    for text in ("one", "two", "three"):
        add_candidate(palace, Statement(text), surroundings, Actor.PERSON, express=True)
    return [row.id for row in open_rows(palace, surroundings)]


def test_everything_waits_at_first(palace: PalaceFile, surroundings: Surroundings, three: list[int]) -> None:
    rows = open_rows(palace, surroundings)
    assert [row.verdict for row in rows] == [None] * 3
    assert all(row.waiting for row in rows)


def test_what_was_put_off_stays_with_its_verdict_and_without_a_session(
    palace: PalaceFile, surroundings: Surroundings, three: list[int]
) -> None:
    decide(palace, Actor.PERSON, three[0], 1, skipping())
    decide(palace, Actor.PERSON, three[1], 1, snoozing(surroundings.now + timedelta(days=1)))
    found = {row.id: row for row in open_rows(palace, surroundings)}
    assert [found[number].verdict for number in three] == [Verb.SKIP, Verb.SNOOZE, None]
    assert all(row.decision_id is None and row.decidable for row in found.values())
    assert [found[number].version for number in three] == [2, 2, 1]


def test_what_was_snoozed_waits_again_when_its_time_has_come(
    palace: PalaceFile, surroundings: Surroundings, three: list[int]
) -> None:
    decide(palace, Actor.PERSON, three[0], 1, snoozing(surroundings.now))
    assert all(row.waiting for row in open_rows(palace, surroundings))


def test_decided_rows_name_the_journal_row(
    palace: PalaceFile, surroundings: Surroundings, three: list[int]
) -> None:
    approved = decide(palace, Actor.PERSON, three[0], 1, approving(surroundings))
    rejected = decide(palace, Actor.PERSON, three[1], 1, rejecting(surroundings))
    rows = {row.id: row for row in rows_of(palace, three, surroundings)}
    assert (rows[three[0]].verdict, rows[three[0]].decision_id) == (Verb.APPROVE, approved.decision_id)
    assert (rows[three[1]].verdict, rows[three[1]].decision_id) == (Verb.REJECT, rejected.decision_id)
    assert rows[three[2]].waiting
    assert [row.id for row in open_rows(palace, surroundings)] == [three[2]]
    undo(palace, Actor.PERSON)
    assert rows_of(palace, [three[1]], surroundings)[0].waiting


def test_a_memory_that_is_not_as_it_was_seen_is_not_replaced(
    palace: PalaceFile, surroundings: Surroundings, three: list[int]
) -> None:
    older = decide(palace, Actor.PERSON, three[0], 1, approving(surroundings)).memory_id
    assert older is not None
    with pytest.raises(StaleItem, match="changed since you looked"):
        decide(
            palace,
            Actor.PERSON,
            three[1],
            1,
            approving(surroundings, replacing=older, replaced_version=7),
        )
    how = approving(surroundings, replacing=older, replaced_version=1)
    assert decide(palace, Actor.PERSON, three[1], 1, how).memory_id is not None


def test_a_list_holds_the_open_candidates_as_they_are_and_of_a_text_the_beginning(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    now = surroundings.now
    texts = ("short", "\n\n  " + "长" * (LISTED_CHARACTERS + 50), "\udc80 lone", "decided")
    with palace.unit_of_work(Actor.JOB) as work:
        for place, text in enumerate(texts):
            work.save_candidate(
                Candidate(
                    id=0,
                    uid=f"uid-{place}",
                    text=text,
                    first_seen_at=now - timedelta(days=place),
                    express=place == 1,
                    flags=("looks like a secret",) if place else (),
                    checks_passed=place % 3,
                    last_hit_at=now if place == 1 else None,
                    failed_at=now if place == 2 else None,
                    snoozed_until=now + timedelta(days=1) if place == 2 else None,
                    skipped_hash="x" if place == 1 else "",
                    verdict=Verdict.REJECTED if text == "decided" else Verdict.OPEN,
                )
            )
        work.record(Verb.IMPORT, Subject.PALACE, 0)
    listed, whole = palace.listed_candidates(), palace.open_candidates()
    assert [each.text for each in listed] == ["\udc80 lone", "长" * LISTED_CHARACTERS, "short"]
    for one, other in zip(listed, whole, strict=True):
        named = {field.name: getattr(other, field.name) for field in fields(ListedCandidate)}
        assert ListedCandidate(**named | {"text": one.text}) == one
