"""A P0 changes only by the verb and its code: one at a time, never by a held key, never in a batch."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from textual import events

from palace.domain.errors import PalaceUnavailable
from palace.domain.filters import Filters
from palace.domain.journal import Verb
from palace.domain.vocabulary import LinkKind
from palace.services.meaning_ports import Encoder, SemanticHit
from palace.tui.presenters.key_guard import Accident
from palace.tui.screens.pair_dialogs import ScopesDialog
from tests.tui.beside_the_app import opened
from tests.tui.contradiction_driving import MakeContradictions, entries, make_contradictions
from tests.tui.frames import notes_of, text_of
from tests.tui.pair_driving import (
    journal_of,
    memory_of,
    pair_app,
    pair_palace_original,
    path,
    screen_of,
    shown_id,
)
from tests.tui.pair_palace import memory_saying
from tests.tui.queue_driving import press, quiet, status_of, type_in

__all__ = ["make_contradictions", "pair_palace_original", "path"]


async def test_what_holds_here_and_what_depends_on_the_p0_is_told(
    make_contradictions: MakeContradictions, path: Path
) -> None:
    app = make_contradictions()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        shown = text_of(app)
    with opened(path) as palace:
        citing = memory_saying(palace, "Reminders are sent at 9:00 local time")
    assert "a P0 changes only here, and only by you" in shown
    assert "日程按时区 GMT+[8] 换算" in shown
    assert f"a line of HOT · scenes remind, travel · cited by #{citing.id}" in shown
    assert "yours alone; by the axes" in shown


@pytest.mark.parametrize("key", ["k", "1", "１"])
async def test_keeping_the_p0_turns_the_newcomer_away_with_one_key(
    make_contradictions: MakeContradictions, path: Path, key: str
) -> None:
    entry = entries(path)[0]
    app = make_contradictions()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, key)
        assert screen_of(app).queue.left == 2
    assert journal_of(path) == [Verb.KEEP_LEFT]
    assert memory_of(path, entry.left.id).text == entry.left.text
    assert memory_of(path, entry.left.id).searchable


async def test_amending_nothing_changes_nothing(make_contradictions: MakeContradictions, path: Path) -> None:
    app = make_contradictions()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "a", "f9")
        assert "Nothing was changed" in status_of(app)
    assert journal_of(path) == []


@pytest.mark.parametrize("key", ["b", "4"])
async def test_keeping_both_of_a_p0_and_a_memory_needs_scopes_and_no_code(
    make_contradictions: MakeContradictions, path: Path, key: str
) -> None:
    entry = entries(path)[1]
    app = make_contradictions()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "J", key)
        assert isinstance(app.screen, ScopesDialog)
        await type_in(pilot, "services")
        await pilot.press("enter")
        await type_in(pilot, "blog")
        await press(pilot, "f9")
    assert journal_of(path) == [Verb.KEEP_BOTH]
    with opened(path) as palace:
        notes = {link.note for link in palace.links_of(entry.left.id) if link.kind is LinkKind.SCOPED}
    assert notes == {"services", "blog"}
    assert replace(memory_of(path, entry.left.id), version=0) == replace(entry.left, version=0)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_the_footer_offers_no_mark_and_the_key_tells_why(
    make_contradictions: MakeContradictions, size: tuple[int, int]
) -> None:
    app = make_contradictions()
    async with app.run_test(size=size, notifications=True) as pilot:
        await quiet(pilot)
        named = {action.id for action in app.footer_actions(app.screen)}
        assert not {action for action in named if action.startswith("review.mark")}
        assert "␣" not in text_of(app)
        await press(pilot, "space")
        assert app.say("tui.pair.why_not.core_marks") in notes_of(app)
        assert screen_of(app).queue.marked == frozenset()


@pytest.mark.parametrize(
    ("keys", "verb"),
    [
        (("s",), Verb.SKIP),
        (("5",), Verb.SKIP),
        (("z", "2"), Verb.SNOOZE),
        (("6", "1"), Verb.SNOOZE),
        (("z", "5", *"+10 days", "enter"), Verb.SNOOZE),
        (("n",), Verb.NO_CONFLICT),
        (("7",), Verb.NO_CONFLICT),
    ],
)
async def test_putting_off_and_dismissing_touch_no_memory(
    make_contradictions: MakeContradictions, path: Path, keys: Sequence[str], verb: Verb
) -> None:
    entry = entries(path)[0]
    app = make_contradictions()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, *keys)
        assert shown_id(app) != entry.conflict.id
    assert journal_of(path) == [verb]
    assert memory_of(path, entry.left.id) == entry.left


@pytest.mark.parametrize("key", ["space", "v", "V"])
async def test_marks_are_refused_with_the_reason(
    make_contradictions: MakeContradictions, path: Path, key: str
) -> None:
    app = make_contradictions()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        await press(pilot, key)
        assert screen_of(app).queue.marked == frozenset()
        assert "A P0 is decided by itself" in notes_of(app)


async def test_even_with_marks_no_verb_takes_more_than_one(
    make_contradictions: MakeContradictions, path: Path
) -> None:
    app = make_contradictions()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await quiet(pilot)
        screen_of(app).stand(screen_of(app).queue.mark_all())
        await quiet(pilot)
        await press(pilot, "k")
        assert "A P0 is decided by itself" in notes_of(app)
    assert journal_of(path) == []


@pytest.mark.parametrize("gap", [0.03, 0.25, 0.5])
async def test_a_key_held_down_decides_about_one_p0_only(
    make_contradictions: MakeContradictions, path: Path, gap: float
) -> None:
    app = make_contradictions()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        await press(pilot, "n")
        decided_at = screen_of(app).verbs._guard._last_at
        assert journal_of(path) == [Verb.NO_CONFLICT]
        guard = screen_of(app).verbs._guard
        for place in range(1, 8):
            held = events.Key("n", "n")
            held.time = decided_at + 0.5 + place * gap
            screen_of(app).verbs.key(held)
            if place > 1:
                assert guard.accident is Accident.HELD
                assert guard.idle
            await pilot.pause()
        assert "decides only once" in status_of(app)
    assert journal_of(path) == [Verb.NO_CONFLICT]


@dataclass
class NearTo:
    """A model to which some memories resemble anything."""

    hits: Sequence[SemanticHit] = ()
    asked: list[str] = field(default_factory=list)
    model_id: str = "none"

    @property
    def encoder(self) -> Encoder:
        raise PalaceUnavailable("this model makes no vectors")

    def nearest(self, question: str, filters: Filters, limit: int, also: object = ()) -> list[SemanticHit]:
        return []

    def similar(self, text: str, limit: int, also: object = ()) -> list[SemanticHit]:
        self.asked.append(text)
        return list(self.hits)


async def test_memories_that_resemble_the_p0_are_named_when_the_model_is_there(path: Path) -> None:
    entry = entries(path)[0]
    model = NearTo([SemanticHit(entry.left.id, 1.0), SemanticHit(2, 0.81), SemanticHit(3, 0.1)])
    app = pair_app(path, "contradictions", load=lambda palace: model)
    async with app.run_test(size=(100, 40)) as pilot:
        await quiet(pilot)
        shown = text_of(app)
        assert "near it  #2 0.81 " in shown
        assert f"#{entry.left.id} 1.00" not in shown
        assert "#3 0.10" not in shown
    assert entry.left.text in model.asked
