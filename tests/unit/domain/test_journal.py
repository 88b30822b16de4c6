"""The journal: the inverse of a decision takes it back, and what has moved on is noticed."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.errors import Refused
from palace.domain.journal import (
    Actor,
    Decision,
    Row,
    RowChange,
    Subject,
    Verb,
    check_undoable,
    has_moved_on,
    inverse,
    invert,
    undo_verb,
)

values = st.none() | st.text(max_size=8) | st.integers() | st.floats(allow_nan=False)
columns = st.sampled_from(["text", "wing", "band", "version", "hits"])
rows = st.none() | st.dictionaries(columns, values)
row_changes = st.builds(
    RowChange,
    table=st.sampled_from(["memory", "candidate"]),
    key=st.text(max_size=3),
    before=rows,
    after=rows,
)


def decision(*changes: RowChange, verb: Verb = Verb.APPROVE, undone_by: int | None = None) -> Decision:
    return Decision(
        id=7,
        group="g",
        at=datetime(2026, 5, 15, tzinfo=UTC),
        actor=Actor.PERSON,
        verb=verb,
        subject=Subject.CANDIDATE,
        subject_id=3,
        changes=changes,
        undone_by=undone_by,
    )


@given(row_changes)
def test_the_inverse_of_the_inverse_is_the_change(change: RowChange):
    assert invert(invert(change)) == change


@given(st.lists(row_changes, max_size=6))
def test_the_inverse_of_a_decision_runs_backwards_and_back_again(changes: list[RowChange]):
    decided = decision(*changes)
    back = inverse(decided)
    assert [change.before for change in back] == [change.after for change in reversed(changes)]
    assert inverse(replace(decided, changes=back)) == decided.changes


@given(st.data())
def test_applying_a_decision_and_its_inverse_leaves_every_row_as_it_was(data: st.DataObject):
    keys = st.sampled_from("abc")
    held: dict[str, Row | None] = dict(data.draw(st.dictionaries(keys, st.dictionaries(columns, values))))
    before = dict(held)
    changes: list[RowChange] = []
    for key in data.draw(st.lists(keys, max_size=6)):
        after = data.draw(rows)
        changes.append(RowChange("memory", key, held.get(key), after))
        held[key] = after
    for change in inverse(decision(*changes)):
        assert held.get(change.key) == change.before
        held[change.key] = change.after
    assert {key: row for key, row in held.items() if row is not None} == before


def test_undoing_an_undo_is_called_a_redo():
    assert undo_verb(decision()) is Verb.UNDO
    assert undo_verb(decision(verb=Verb.UNDO)) is Verb.REDO
    assert undo_verb(decision(verb=Verb.REDO)) is Verb.UNDO


def test_what_is_undone_already_is_refused_with_the_decision_that_did_it():
    check_undoable(decision())
    with pytest.raises(Refused, match=r"decision 7 \(approve\) is undone already, by decision 9") as refused:
        check_undoable(decision(undone_by=9))
    assert "9" in refused.value.next_step


def test_a_purge_cannot_be_taken_back():
    with pytest.raises(Refused, match="purged") as refused:
        check_undoable(decision(verb=Verb.PURGE))
    assert "backup" in refused.value.next_step


@pytest.mark.parametrize(
    ("expected", "found", "moved"),
    [
        (None, None, False),
        (None, {"text": "a"}, True),
        ({"text": "a"}, None, True),
        ({"text": "a"}, {"text": "a"}, False),
        ({"text": "a"}, {"text": "b"}, True),
        ({"text": "a", "hits": 1}, {"text": "a", "hits": 5}, False),
        ({"text": "a", "hits": 1}, {"text": "b", "hits": 5}, True),
        ({"text": "a"}, {"text": "a", "column of a later version": 1}, False),
        ({"text": None}, {"text": ""}, True),
        ({}, {"text": "a"}, False),
    ],
)
def test_a_row_has_moved_on_when_a_column_that_counts_differs(
    expected: Row | None, found: Row | None, moved: bool
):
    assert has_moved_on(expected, found, frozenset({"hits"})) is moved
