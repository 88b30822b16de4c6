"""Records of programs: the least is a text; what does not fit is told by its place and field."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.errors import InvalidInput
from palace.domain.filters import Filters
from palace.domain.journal import Actor
from palace.domain.memory import Binding
from palace.domain.vocabulary import Band, Kind, Priority, SourceKind, Status, Wing
from palace.services.records import import_records, statement_from_record
from palace.services.remembering import Outcome
from palace.services.surroundings import Surroundings
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile


def test_a_text_alone_becomes_an_active_memory(palace: PalaceFile, surroundings: Surroundings):
    imported = import_records(palace, [{"text": "周二部署"}], surroundings, Actor.AGENT)
    [taken] = imported.taken
    [memory] = palace.memories([taken.memory_id or 0])
    assert (memory.text, memory.status, memory.wing) == ("周二部署", Status.ACTIVE, Wing.KNOWLEDGE)
    assert memory.recorded_at == surroundings.now
    assert imported.failed == ()


def test_every_field_is_kept(palace: PalaceFile, surroundings: Surroundings):
    record = {
        "text": "先跑测试",
        "uid": "a001",
        "wing": "Reflection",
        "band": "cold",
        "priority": "p2",
        "kind": "skill",
        "scenes": ["deploy", "ci"],
        "heading": ["流程"],
        "when": "部署",
        "do": "先跑测试",
        "unless": "热修",
        "importance": 0.25,
        "confidence": 0.75,
        "pinned": True,
        "source": "tool",
        "origin": "ci.log:4",
        "session": "s1",
        "agent": "claude",
        "recorded_at": "2026-05-01T09:30:00+08:00",
        "valid_from": "2026-05-01",
        "valid_to": "2026-06-01T00:00:00",
    }
    imported = import_records(palace, [record], surroundings, Actor.AGENT)
    [memory] = palace.memories([imported.taken[0].memory_id or 0])
    assert (memory.uid, memory.wing, memory.band) == ("a001", Wing.REFLECTION, Band.COLD)
    assert (memory.priority, memory.kind, memory.pinned) == (Priority.P2, Kind.SKILL, True)
    assert (memory.scenes, memory.heading) == (("deploy", "ci"), ("流程",))
    assert memory.binding == Binding("部署", "先跑测试", "热修")
    assert (memory.importance, memory.confidence) == (0.25, 0.75)
    assert (memory.source.kind, memory.source.origin) == (SourceKind.TOOL, "ci.log:4")
    assert (memory.source.session, memory.source.agent) == ("s1", "claude")
    assert memory.recorded_at == datetime(2026, 5, 1, 1, 30, tzinfo=UTC)
    # A day and a stamp without a zone are those of Shanghai.
    assert memory.valid_from == datetime(2026, 4, 30, 16, tzinfo=UTC)
    assert memory.valid_to == datetime(2026, 5, 31, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({}, '"text"'),
        ({"text": 7}, '"text"'),
        ({"text": " "}, "cannot be empty"),
        ({"text": "x", "wing": "knowlege"}, "unknown wing “knowlege”"),
        ({"text": "x", "wing": 3}, '"wing" is a string, not 3'),
        ({"text": "x", "priority": "high"}, "unknown priority “high”"),
        ({"text": "x", "scenes": [1]}, '"scenes" is a list of strings'),
        ({"text": "x", "importance": 1.5}, '"importance" is a number from 0 to 1, not 1.5'),
        ({"text": "x", "importance": True}, '"importance" is a number'),
        ({"text": "x", "importance": float("nan")}, '"importance" is a number'),
        ({"text": "x", "confidence": "high"}, '"confidence" is a number'),
        ({"text": "x", "recorded_at": "yesterday"}, "\"recorded_at\" is not an instant: 'yesterday'"),
        ({"text": "x", "recorded_at": "2026-02-30"}, '"recorded_at" is not an instant'),
        ({"text": "x", "uid": "u" * 65}, "a uid has 1 to 64 characters, this one 65"),
        ({"text": "x", "pinned": "no"}, '"pinned" is true or false'),
        ("not an object", "a record is an object"),
    ],
)
def test_what_does_not_fit_is_told_and_the_rest_is_kept(
    palace: PalaceFile, surroundings: Surroundings, record: Mapping[str, object], said: str
):
    imported = import_records(
        palace, [{"text": "first"}, record, {"text": "last"}], surroundings, Actor.AGENT
    )
    [(place, error)] = imported.failed
    assert place == 1
    assert isinstance(error, InvalidInput)
    assert said in error.message
    assert [memory.text for memory in palace.memories(palace.memory_ids(Filters()))] == ["first", "last"]


def test_the_same_uid_twice_adds_nothing_and_the_same_text_without_uid_neither(
    palace: PalaceFile, surroundings: Surroundings
):
    records = [{"text": "one", "uid": "1"}, {"text": "other", "uid": 1}, {"text": "two"}, {"text": "Two."}]
    imported = import_records(palace, records, surroundings, Actor.AGENT)
    assert [taken.outcome for taken in imported.taken] == [
        *(Outcome.NEW, Outcome.KNOWN, Outcome.NEW, Outcome.KNOWN)
    ]


def test_many_records_are_one_act_with_one_undo(palace: PalaceFile, surroundings: Surroundings):
    import_records(palace, ({"text": f"fact {number}"} for number in range(20)), surroundings, Actor.AGENT)
    assert len(undo(palace, Actor.AGENT)) == 20
    assert palace.memory_ids(Filters()) == []


FIELDS = [
    *("uid", "wing", "band", "priority", "kind", "scenes", "importance", "confidence", "pinned"),
    *("recorded_at", "valid_to", "source", "heading", "when", "text"),
]
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.just("2026-05-01"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from(FIELDS), JSON_VALUES))
def test_whatever_a_field_holds_is_taken_or_refused(record: dict[str, object]):
    try:
        statement = statement_from_record({"text": "x", **record}, UTC)
    except InvalidInput:
        return
    assert isinstance(statement.text, str)
