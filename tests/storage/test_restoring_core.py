"""A restore changes a P0 only with its code, typed by a person."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from palace.domain.core_memory import Effect, NeedsApproval
from palace.domain.errors import Refused
from palace.domain.journal import Actor
from palace.domain.vocabulary import Priority, Status
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from palace.storage.restoring import Wanted, look_at_restore, restore
from tests.storage.restored_palaces import Opening, Saved, change, copied


@pytest.mark.parametrize("effect", [Effect.REWORDED, Effect.REMOVED, Effect.LOWERED, Effect.BROUGHT_BACK])
def test_every_p0_that_changes_is_named_and_needs_its_code(
    effect: Effect,
    palace: PalaceFile,
    open_palace: Opening,
    saved: Saved,
    path: Path,
    surroundings: Surroundings,
):
    saved(palace, "other")
    core = saved(palace, "never on Fridays", priority=Priority.P0) if effect is not Effect.REMOVED else None
    if effect is Effect.LOWERED:
        assert core is not None
        change(palace, core, code=True, priority=Priority.P1)
    copy = copied(palace, surroundings)
    if effect is Effect.REMOVED:
        core = saved(palace, "never on Fridays", priority=Priority.P0)
    assert core is not None
    changed: dict[Effect, dict[str, Any]] = {
        Effect.REWORDED: {"text": "never on Mondays"},
        Effect.LOWERED: {"priority": Priority.P0},
        Effect.BROUGHT_BACK: {"status": Status.ARCHIVED},
    }
    if effect in changed:
        change(palace, core, code=True, **changed[effect])
    palace.close()
    before = path.read_bytes()
    for typed in ("", "AAAA"):
        with pytest.raises(NeedsApproval) as needed:
            restore(Wanted(path, copy, typed_code=typed), surroundings, Actor.PERSON)
        assert [(each.effect, each.id) for each in needed.value.changes] == [(effect, core.id)]
        assert path.read_bytes() == before
        assert not list(copy.parent.glob("before-restore-*"))
    assert look_at_restore(Wanted(path, copy)).core == needed.value.changes
    restore(Wanted(path, copy, typed_code=needed.value.code), surroundings, Actor.PERSON)
    with closing(sqlite3.connect(copy)) as wanted, closing(sqlite3.connect(path)) as there:
        sql = "SELECT text, priority, status FROM memory"
        assert there.execute(sql).fetchall() == wanted.execute(sql).fetchall()


def test_the_code_for_one_copy_does_not_restore_another(
    palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings
):
    core = saved(palace, "one", priority=Priority.P0)
    first = copied(palace, surroundings)
    change(palace, core, code=True, text="two")
    second = copied(palace, surroundings)
    change(palace, core, code=True, text="three")
    palace.close()
    with pytest.raises(NeedsApproval) as needed:
        restore(Wanted(path, first), surroundings, Actor.PERSON)
    with pytest.raises(NeedsApproval):
        restore(Wanted(path, second, typed_code=needed.value.code), surroundings, Actor.PERSON)


@pytest.mark.parametrize("actor", [Actor.AGENT, Actor.JOB])
def test_only_a_person_restores(
    actor: Actor, palace: PalaceFile, saved: Saved, path: Path, surroundings: Surroundings
):
    saved(palace, "one")
    copy = copied(palace, surroundings)
    palace.close()
    with pytest.raises(Refused, match="only a person"):
        restore(Wanted(path, copy), surroundings, actor)
