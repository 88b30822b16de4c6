"""What of a P0 is guarded, what is not, and how the refusal is told."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from palace.domain.candidate import Candidate
from palace.domain.core_memory import (
    Effect,
    NeedsApproval,
    change_of,
    code_of,
    coded,
    core_effect,
    is_code_of,
    made_from,
)
from palace.domain.journal import Actor
from palace.domain.memory import Binding, Memory, Source
from palace.domain.short_code import ALPHABET, short_code
from palace.domain.vocabulary import Band, Kind, Layer, Priority, Status, Wing
from palace.i18n.catalog import Catalog, error_texts_of

NOW = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)
CORE = Memory(7, "uid-7", "never deploy on Fridays", Wing.IDENTITY, NOW, priority=Priority.P0)
PLAIN = replace(CORE, priority=Priority.P1)

GUARDED = {
    "id": 8,
    "uid": "uid-8",
    "text": "never deploy on Mondays",
    "heading": ("rules",),
    "binding": Binding("deploying", "wait"),
    "valid_from": NOW,
    "valid_to": NOW,
}
FREE = {
    "wing": Wing.SOCIAL,
    "band": Band.COLD,
    "layer": Layer.SKILL,
    "kind": Kind.FAILURE,
    "pinned": True,
    "scenes": ("deploy",),
    "importance": 0.1,
    "confidence": 0.1,
    "source": Source(quality=0.1),
    "recorded_at": NOW - timedelta(days=1),
    "hits": 3,
    "loads": 4,
    "last_hit_at": NOW,
    "last_loaded_at": NOW,
    "calibrated_at": NOW,
    "content_hash": "another",
    "version": 2,
}


def test_every_field_of_a_memory_is_either_guarded_or_free_on_purpose() -> None:
    stands = {"priority", "status", "retired_at"}
    assert set(Memory.__dataclass_fields__) == set(GUARDED) | set(FREE) | stands


@pytest.mark.parametrize("name", GUARDED)
def test_what_a_p0_says_is_guarded(name: str) -> None:
    assert core_effect(CORE, replace(CORE, **{name: GUARDED[name]})) is Effect.REWORDED
    assert core_effect(PLAIN, replace(PLAIN, **{name: GUARDED[name]})) is None


@pytest.mark.parametrize("name", FREE)
def test_where_it_stands_and_how_it_is_used_is_free(name: str) -> None:
    assert core_effect(CORE, replace(CORE, **{name: FREE[name]})) is None


@pytest.mark.parametrize(
    ("before", "after", "effect"),
    [
        (None, CORE, Effect.MADE),
        (None, PLAIN, None),
        (CORE, None, Effect.REMOVED),
        (PLAIN, None, None),
        (PLAIN, CORE, Effect.RAISED),
        (CORE, PLAIN, Effect.LOWERED),
        (CORE, replace(CORE, status=Status.TRASHED), Effect.PUT_AWAY),
        (CORE, replace(CORE, status=Status.NOTE), Effect.PUT_AWAY),
        (CORE, replace(CORE, retired_at=NOW), Effect.PUT_AWAY),
        (replace(CORE, status=Status.ARCHIVED), CORE, Effect.BROUGHT_BACK),
        (replace(CORE, retired_at=NOW), CORE, Effect.BROUGHT_BACK),
        (replace(CORE, status=Status.ARCHIVED), replace(CORE, status=Status.TRASHED), Effect.PUT_AWAY),
        (CORE, CORE, None),
    ],
)
def test_being_a_p0_in_use_is_guarded(
    before: Memory | None, after: Memory | None, effect: Effect | None
) -> None:
    assert core_effect(before, after) is effect


def test_one_code_stands_for_several_items_in_any_order() -> None:
    one, other = coded(CORE), coded(replace(CORE, uid="uid-9"))
    assert code_of([one]) == short_code("uid-7", 1)
    assert code_of([one, other]) == code_of([other, one])
    assert code_of([one, other]) not in {code_of([one]), code_of([other])}
    assert is_code_of(code_of([one]).lower(), [one])
    assert not is_code_of("", [one])


def test_no_code_is_one_letter_over_and_over() -> None:
    codes = {short_code("held", version) for version in range(60_000)}
    assert all(len(set(code)) > 1 for code in codes)
    assert len(ALPHABET) == len(set(ALPHABET))


def refusals() -> list[NeedsApproval]:
    candidate = Candidate(3, "c-3", "text", NOW)
    changes = [
        made_from(candidate, replace(CORE, id=0)),
        change_of(None, CORE),
        change_of(PLAIN, CORE),
        change_of(CORE, None),
    ]
    told = [NeedsApproval([change], actor) for change in changes for actor in (Actor.PERSON, Actor.JOB)]
    told.append(NeedsApproval(changes, Actor.PERSON))
    told.append(NeedsApproval(changes, Actor.PERSON, mistyped=True))
    return told


def test_every_refusal_is_told_in_both_languages() -> None:
    chinese = error_texts_of("zh")
    for error in refusals():
        assert f"templates.{error.template}" in chinese
        assert f"templates.{error.next_template}" in chinese
        assert error.exit_status == 4
        for language in ("en", "zh"):
            told = Catalog(language).error(error)
            assert (error.code in told) is (error.actor is Actor.PERSON)


def test_a_change_that_needs_no_code_is_none_of_a_p0() -> None:
    with pytest.raises(ValueError, match="no change of a P0"):
        change_of(CORE, replace(CORE, pinned=True))
