"""Settling a contradiction: a P0 changes by its code alone, in whatever way a pair is settled."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from palace.domain.candidate import Verdict
from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import Refused
from palace.domain.recommendation import Advice
from palace.domain.vocabulary import Priority, Status
from palace.services.conflict_queue import (
    ConflictEntry,
    conflict_queue,
    dependents,
)
from palace.services.settling import Settle
from palace.services.settling_verbs import (
    amending,
    following,
    keeping_left,
    keeping_right,
    merge_form,
    merging,
    noting,
)
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from tests.unit.services.pairs_found import (
    core,
    find,
    memory,
    remember,
    settled,
    two,
)

__all__ = ["core", "two"]


def test_a_contradiction_waits_in_a_queue_of_its_own(
    palace: PalaceFile, two: ConflictEntry, core: ConflictEntry, surroundings: Surroundings
):
    [contradiction] = conflict_queue(palace, surroundings, contradictions=True)
    [conflict] = conflict_queue(palace, surroundings, contradictions=False)
    assert (contradiction.conflict.id, conflict.conflict.id) == (core.conflict.id, two.conflict.id)


P0_VERBS: tuple[tuple[str, Callable[[Surroundings], Settle]], ...] = (
    ("replace", keeping_right),
    ("amend", lambda surroundings: amending(surroundings, "The user is allergic to nuts.")),
)


@pytest.mark.parametrize(("name", "verb"), P0_VERBS)
def test_a_p0_is_replaced_or_amended_only_with_its_code(
    palace: PalaceFile,
    core: ConflictEntry,
    surroundings: Surroundings,
    name: str,
    verb: Callable[[Surroundings], Settle],
):
    with pytest.raises(NeedsApproval) as asked:
        settled(palace, core, verb(surroundings))
    with pytest.raises(NeedsApproval) as mistyped:
        settled(palace, core, verb(surroundings), "2222")
    assert mistyped.value.mistyped
    assert memory(palace, core.left.id) == core.left
    done = settled(palace, core, verb(surroundings), asked.value.code)
    assert memory(palace, done.memory_id).priority is Priority.P0
    [decision] = [each for each in palace.decisions() if each.id == done.decision_id]
    assert decision.approved


def test_keeping_a_p0_needs_no_code_and_turns_the_newcomer_away(
    palace: PalaceFile, core: ConflictEntry, surroundings: Surroundings
):
    settled(palace, core, keeping_left(surroundings))
    assert memory(palace, core.left.id).text == core.left.text
    assert palace.candidates([core.right.id])[0].verdict is Verdict.REJECTED


def test_a_p0_is_never_merged(palace: PalaceFile, core: ConflictEntry, surroundings: Surroundings):
    form = merge_form(core.left, core.right, "Something else.")
    with pytest.raises(Refused, match="merged with nothing"):
        settled(palace, core, merging(surroundings, form))


def test_of_two_p0_neither_goes_without_its_code(palace: PalaceFile, surroundings: Surroundings):
    old = remember(palace, surroundings, "紧急联系人：林知秋", priority=Priority.P0)
    new = remember(palace, surroundings, "紧急联系人：何牧川", priority=Priority.P0)
    entry = find(palace, surroundings, old, new)
    for verb in (keeping_left, keeping_right):
        with pytest.raises(NeedsApproval):
            settled(palace, entry, verb(surroundings))
    assert [each.text for each in palace.memories([old.id, new.id])] == [old.text, new.text]


@pytest.mark.parametrize("how", [noting, lambda around: following(Advice.NOTE, around)])
def test_a_p0_becomes_a_note_by_its_code(
    palace: PalaceFile, surroundings: Surroundings, how: Callable[[Surroundings], Settle]
):
    old = remember(palace, surroundings, "Answer in Chinese.", priority=Priority.P0)
    new = remember(palace, surroundings, "Answer in English.", priority=Priority.P0)
    entry = find(palace, surroundings, old, new)
    with pytest.raises(NeedsApproval) as needed:
        settled(palace, entry, how(surroundings))
    settled(palace, entry, how(surroundings), needed.value.code)
    assert memory(palace, new.id).status is Status.NOTE
    assert memory(palace, old.id) == replace(old, version=memory(palace, old.id).version)


def test_what_depends_on_a_p0_is_named(palace: PalaceFile, core: ConflictEntry, surroundings: Surroundings):
    found = dependents(palace, core.left)
    assert (found.citing, found.superseded, found.hot_line) == ((), (), True)
