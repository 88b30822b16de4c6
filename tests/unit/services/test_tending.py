"""Tending a memory: each act changes what it says, is journalled, and is taken back whole."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from palace.domain.core_memory import NeedsApproval
from palace.domain.errors import InvalidInput, NotFound, Refused, StaleItem, Suppressed
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Memory
from palace.domain.short_code import ALPHABET, LENGTH, is_short_code, short_code
from palace.domain.vocabulary import Band, Kind, Layer, Priority, Status, Wing
from palace.services.remembering import Outcome, Statement, add_candidate, add_memory
from palace.services.review import Approval
from palace.services.surroundings import Surroundings
from palace.services.tending import (
    Tend,
    Tended,
    archiving,
    as_form,
    editing_memory,
    moving,
    pinning,
    restoring,
    tend,
    trashing,
)
from palace.services.undo import redo, undo
from palace.storage.palace_file import PalaceFile

PERSON = Actor.PERSON


@pytest.fixture
def palace(tmp_path: Path, surroundings: Surroundings) -> Iterator[PalaceFile]:
    with PalaceFile.create(
        tmp_path / "palace.db", clock=surroundings.clock, new_uid=surroundings.new_uid, zone=surroundings.zone
    ) as opened:
        yield opened


def remember(
    palace: PalaceFile, around: Surroundings, text: str = "tea before noon", **more: object
) -> Memory:
    taken = add_memory(palace, Statement(text, **more), around, PERSON)
    assert taken.memory_id is not None
    return palace.memories([taken.memory_id])[0]


def do(palace: PalaceFile, memory: Memory, how: Tend, **more: object) -> Tended:
    return tend(palace, PERSON, memory.id, memory.version, how, **more)


def stored(palace: PalaceFile, memory: Memory) -> Memory:
    return palace.memories([memory.id])[0]


def changed(memory: Memory, **fields: object) -> Approval:
    form = as_form(memory)
    return Approval(**{**{name: getattr(form, name) for name in form.__dataclass_fields__}, **fields})


ACTS = {
    "edit": lambda memory, around: editing_memory(changed(memory, text="tea after noon"), around),
    "pin": lambda memory, around: pinning(True),
    "move": lambda memory, around: moving(Band.COLD, around),
    "archive": lambda memory, around: archiving(),
    "trash": lambda memory, around: trashing(around),
}


@pytest.mark.parametrize("name", ACTS)
def test_every_act_is_one_decision_that_is_undone_and_redone_whole(
    palace: PalaceFile, surroundings: Surroundings, name: str
) -> None:
    memory = remember(palace, surroundings)
    tended = do(palace, memory, ACTS[name](memory, surroundings))
    assert tended.verb is Verb(name)
    after = stored(palace, memory)
    assert after == tended.memory
    assert after != memory
    decision = palace.decisions_about(Subject.MEMORY, memory.id)[0]
    assert (decision.id, decision.verb) == (tended.decision_id, Verb(name))
    undo(palace, PERSON)
    assert _same(stored(palace, memory), memory)
    assert palace.tombstone(memory.content_hash) is None
    redo(palace, PERSON)
    assert _same(stored(palace, memory), after)


def _same(one: Memory, other: Memory) -> bool:
    return as_form(one) == as_form(other) and (one.status, one.pinned) == (other.status, other.pinned)


@pytest.mark.parametrize("name", ACTS)
def test_an_act_on_what_has_changed_since_it_was_seen_is_refused(
    palace: PalaceFile, surroundings: Surroundings, name: str
) -> None:
    memory = remember(palace, surroundings)
    do(palace, memory, pinning(True))
    with pytest.raises(StaleItem, match="changed since you looked"):
        do(palace, memory, ACTS[name](memory, surroundings))


def test_a_memory_that_is_not_there_is_not_found(palace: PalaceFile) -> None:
    with pytest.raises(NotFound):
        tend(palace, PERSON, 99, 1, archiving())


# Editing


def test_an_edit_keeps_the_earlier_text_and_bars_it_from_coming_back(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    memory = remember(palace, surroundings)
    form = changed(
        memory,
        text="tea after noon",
        wing=Wing.SOCIAL,
        kind=Kind.SKILL,
        scenes=("office",),
        binding=Binding("it is late", "offer tea", "they had coffee"),
    )
    after = do(palace, memory, editing_memory(form, surroundings)).memory
    assert as_form(after) == form
    assert after.layer is Layer.SKILL
    assert [version.text for version in palace.versions_of(memory.id)] == ["tea before noon"]
    with pytest.raises(Suppressed, match="superseded"):
        add_candidate(palace, Statement("Tea before noon"), surroundings, PERSON, express=True)


def test_an_edit_can_go_back_to_an_earlier_text_of_its_own(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    memory = remember(palace, surroundings)
    after = do(palace, memory, editing_memory(changed(memory, text="other"), surroundings)).memory
    again = do(palace, after, editing_memory(changed(after, text=memory.text), surroundings)).memory
    assert again.text == memory.text
    assert palace.tombstone(memory.content_hash) is None


def test_an_edit_that_changes_nothing_is_refused(palace: PalaceFile, surroundings: Surroundings) -> None:
    memory = remember(palace, surroundings)
    with pytest.raises(Refused, match="nothing was changed"):
        do(palace, memory, editing_memory(as_form(memory), surroundings))


@pytest.mark.parametrize("text", ["", "   \n", "x" * 1_000_001], ids=["empty", "blank", "endless"])
def test_an_edit_to_no_text_is_refused(palace: PalaceFile, surroundings: Surroundings, text: str) -> None:
    memory = remember(palace, surroundings)
    with pytest.raises(InvalidInput):
        do(palace, memory, editing_memory(changed(memory, text=text), surroundings))
    assert stored(palace, memory) == memory


def test_an_edit_to_what_another_memory_says_is_refused(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    memory = remember(palace, surroundings)
    other = remember(palace, surroundings, "coffee after lunch")
    with pytest.raises(Refused, match=f"#{other.id} says the same"):
        do(palace, memory, editing_memory(changed(memory, text="COFFEE after lunch"), surroundings))


def test_an_edit_to_a_text_that_was_deleted_is_refused(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    memory = remember(palace, surroundings)
    other = remember(palace, surroundings, "coffee after lunch")
    do(palace, other, trashing(surroundings))
    with pytest.raises(Suppressed):
        do(palace, memory, editing_memory(changed(memory, text="coffee after lunch"), surroundings))


# Pin, band, archive, trash, restore


def test_pinning_twice_and_unpinning_what_is_not_pinned_are_refused(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    memory = remember(palace, surroundings)
    with pytest.raises(Refused, match="not pinned"):
        do(palace, memory, pinning(False))
    after = do(palace, memory, pinning(True)).memory
    with pytest.raises(Refused, match="pinned already"):
        do(palace, after, pinning(True))


def test_a_memory_is_not_moved_to_where_it_stands(palace: PalaceFile, surroundings: Surroundings) -> None:
    memory = remember(palace, surroundings)
    with pytest.raises(Refused, match="warm already"):
        do(palace, memory, moving(Band.WARM, surroundings))


def test_what_is_archived_is_cold_and_still_found(palace: PalaceFile, surroundings: Surroundings) -> None:
    memory = remember(palace, surroundings)
    after = do(palace, memory, archiving()).memory
    assert (after.status, after.band) == (Status.ARCHIVED, Band.COLD)
    assert [hit.memory_id for hit in palace.find_words("tea", Filters(), 5)] == [memory.id]
    with pytest.raises(Refused, match="archived already"):
        do(palace, after, archiving())


def test_what_is_trashed_is_out_of_search_and_does_not_come_back_by_itself(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    memory = remember(palace, surroundings)
    after = do(palace, memory, trashing(surroundings)).memory
    assert palace.find_words("tea", Filters(), 5) == []
    with pytest.raises(Suppressed):
        add_candidate(palace, Statement(memory.text), surroundings, PERSON, express=True)
    with pytest.raises(Refused, match="trashed already"):
        do(palace, after, trashing(surroundings))


def test_what_is_restored_is_in_use_warm_and_welcome_again(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    memory = remember(palace, surroundings)
    trashed = do(palace, memory, trashing(surroundings)).memory
    back = do(palace, trashed, restoring(surroundings)).memory
    assert (back.status, back.band) == (Status.ACTIVE, Band.WARM)
    assert palace.tombstone(memory.content_hash) is None
    assert [hit.memory_id for hit in palace.find_words("tea", Filters(), 5)] == [memory.id]
    known = add_candidate(palace, Statement(memory.text), surroundings, PERSON, express=True)
    assert known.outcome is Outcome.KNOWN
    with pytest.raises(Refused, match="nothing to restore"):
        do(palace, back, restoring(surroundings))


# P0


GUARDED = [name for name in ACTS if name not in {"pin", "move"}]


@pytest.mark.parametrize("name", GUARDED)
def test_a_p0_changes_only_by_a_person_with_its_code(
    palace: PalaceFile, surroundings: Surroundings, name: str
) -> None:
    memory = remember(palace, surroundings, priority=Priority.P0)
    act = ACTS[name](memory, surroundings)
    code = short_code(memory.uid, memory.version)
    for typed in ("", "XXXX", short_code(memory.uid, memory.version + 1)):
        with pytest.raises(Refused, match="code"):
            do(palace, memory, act, typed_code=typed)
    for actor in (Actor.AGENT, Actor.JOB):
        with pytest.raises(Refused, match="only a person"):
            tend(palace, actor, memory.id, memory.version, act, typed_code=code)
    assert stored(palace, memory) == memory
    assert do(palace, memory, act, typed_code=f" {code.lower()} ").memory != memory
    assert palace.decisions(limit=1)[0].approved


def test_where_a_p0_stands_and_how_it_is_tagged_needs_no_code(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    memory = remember(palace, surroundings, priority=Priority.P0)
    for actor in (Actor.AGENT, Actor.JOB):
        with pytest.raises(Refused, match="only a person"):
            tend(palace, actor, memory.id, memory.version, pinning(True))
    memory = do(palace, memory, pinning(True)).memory
    memory = do(palace, memory, editing_memory(changed(memory, scenes=("deploy",)), surroundings)).memory
    assert (memory.pinned, memory.scenes, memory.text) == (True, ("deploy",), stored(palace, memory).text)
    assert not any(decision.approved for decision in palace.decisions())
    with pytest.raises(Refused, match="always hot"):
        do(palace, memory, moving(Band.COLD, surroundings))


def test_a_memory_becomes_p0_only_with_its_code(palace: PalaceFile, surroundings: Surroundings) -> None:
    memory = remember(palace, surroundings, priority=Priority.P1)
    raised = editing_memory(changed(memory, priority=Priority.P0), surroundings)
    with pytest.raises(NeedsApproval, match="becomes P0 only when its code is typed") as refused:
        do(palace, memory, raised)
    assert stored(palace, memory) == memory
    assert do(palace, memory, raised, typed_code=refused.value.code).memory.priority is Priority.P0


def test_a_p0_that_was_lowered_moves_like_any_other(palace: PalaceFile, surroundings: Surroundings) -> None:
    memory = remember(palace, surroundings, priority=Priority.P0)
    form = changed(memory, priority=Priority.P1)
    code = short_code(memory.uid, memory.version)
    lowered = do(palace, memory, editing_memory(form, surroundings), typed_code=code).memory
    assert do(palace, lowered, moving(Band.COLD, surroundings)).memory.band is Band.COLD


def test_a_code_is_short_readable_and_another_for_another_version() -> None:
    codes = {short_code(f"uid-{number}", version) for number in range(300) for version in (1, 2)}
    assert len(codes) > 590
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)
    assert not set(ALPHABET) & set("01IOL")


@pytest.mark.parametrize("written", ["{}", " {} ", "{}\n"])
def test_a_code_may_be_typed_in_any_case_and_width(written: str) -> None:
    code = short_code("uid", 7)
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    for typed in (code, code.lower(), wide, " ".join(code)):
        assert is_short_code(written.format(typed), "uid", 7)
    assert not is_short_code(code, "uid", 8)
    assert not is_short_code("", "uid", 7)
    assert not is_short_code(code + code, "uid", 7)
