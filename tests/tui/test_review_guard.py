"""What is not pressed on purpose at an item that was seen decides nothing."""

from dataclasses import replace
from pathlib import Path
from time import monotonic

from textual import events

from palace.domain.candidate import Verdict
from palace.domain.journal import Actor, Subject, Verb
from palace.services.review import editing, prefilled
from tests.tui.beside_the_app import opened
from tests.tui.frames import lines_of, text_of
from tests.tui.queue_driving import notice_of, press, quiet, status_of
from tests.tui.review_app import (
    MakeReview,
    journal_of,
    make_review,
    path,
    review_palace_original,
    screen_of,
    shown_id,
)

__all__ = ["make_review", "path", "review_palace_original"]


async def test_an_item_that_changed_after_it_was_shown_is_shown_again_and_not_decided(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            candidate = work.candidate(number)
            form = replace(prefilled(candidate), text="a text that nobody has seen")
            editing(form)(work, number, candidate.version)
        await press(pilot, "y")
        assert shown_id(app) == number
        assert "Changed since you looked" in notice_of(app)
        assert "a text that nobody has seen" in text_of(app)
        assert journal_of(path) == []
        await press(pilot, "y")
        assert notice_of(app) == ""
    assert journal_of(path) == [Verb.APPROVE]
    with opened(path) as palace:
        assert palace.candidates([number])[0].verdict is Verdict.APPROVED


async def test_a_key_on_its_way_while_another_program_changes_the_item_decides_nothing(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            candidate = work.candidate(number)
            form = replace(prefilled(candidate), text="a text that nobody has read")
            editing(form)(work, number, candidate.version)
        screen_of(app).look()
        for _ in range(2_000):
            await pilot.pause()
            if "a text that nobody has read" in text_of(app) and screen_of(app).verbs.open:
                break
        await pilot.press("y")
        await quiet(pilot)
        assert shown_id(app) == number
        assert journal_of(path) == []
        await press(pilot, "y")
    assert journal_of(path) == [Verb.APPROVE]


async def test_what_stands_next_is_shown_as_another_program_left_it_and_decided_as_it_was_shown(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        following = screen_of(app).queue.following(1)[0]

        def reword(text: str) -> None:
            with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
                candidate = work.candidate(following)
                editing(replace(prefilled(candidate), text=text))(work, following, candidate.version)

        reword("reworded before it was read")
        await press(pilot, "n")
        assert shown_id(app) == following
        assert "reworded before it was read" in text_of(app)
        reword("reworded once it stood there")
        await press(pilot, "y")
        assert shown_id(app) == following
        assert "reworded once it stood there" in text_of(app)
        assert journal_of(path) == [Verb.REJECT]
        await press(pilot, "y")
    assert journal_of(path) == [Verb.REJECT, Verb.APPROVE]
    with opened(path) as palace:
        made = palace.memories([palace.candidates([following])[0].memory_id or 0])
    assert [memory.text for memory in made] == ["reworded once it stood there"]


async def test_an_item_that_somebody_else_decided_is_not_decided_again(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        number = shown_id(app)
        with opened(path) as palace, palace.unit_of_work(Actor.AGENT) as work:
            candidate = work.candidate(number)
            work.save_candidate(replace(candidate, verdict=Verdict.REJECTED))
            work.record(Verb.REJECT, Subject.CANDIDATE, number)
        await press(pilot, "y")
        assert "Decided or removed elsewhere" in notice_of(app)
        await press(pilot, "n")
        assert shown_id(app) == number
        await press(pilot, "J")
        assert shown_id(app) != number
    assert journal_of(path) == []


async def test_pasted_text_decides_nothing(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        app.post_message(events.Paste("yynns\n12345\nyyyy"))
        await quiet(pilot)
        assert "decides nothing" in status_of(app)
    assert journal_of(path) == []


async def test_text_pasted_as_single_keys_decides_nothing(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        for character in "yes, nobody reads this; such text is 123":
            app.post_message(events.Key(character, character))
        await quiet(pilot)
    assert journal_of(path) == []


async def test_a_key_typed_before_the_item_was_painted_decides_nothing(
    make_review: MakeReview, path: Path
) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        early = events.Key("y", "y")
        early.time = monotonic() - 60
        app.post_message(early)
        await quiet(pilot)
        assert "before the item was on the screen" in status_of(app)
    assert journal_of(path) == []


async def test_a_key_held_down_decides_one_item(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        await press(pilot, "y")
        start = monotonic()
        for place in range(30):
            held = events.Key("y", "y")
            held.time = start + 0.03 * place
            app.post_message(held)
        await quiet(pilot)
        assert "held down" in status_of(app)
    assert journal_of(path) == [Verb.APPROVE]


async def test_a_double_click_on_a_verb_decides_one_item(make_review: MakeReview, path: Path) -> None:
    app = make_review()
    async with app.run_test(size=(100, 30)) as pilot:
        await quiet(pilot)
        lines = lines_of(app)
        row = next(place for place, line in enumerate(lines) if "1 y approve" in line)
        await pilot.click(offset=(5, row), times=2)
        await quiet(pilot)
    assert journal_of(path) == [Verb.APPROVE]
