"""The review and the search at three sizes in two languages, cell for cell."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from palace.tui.app import PalaceApp
from tests.tui import search_driving as search
from tests.tui.frames import assert_golden, reached, text_of
from tests.tui.queue_driving import press, quiet
from tests.tui.review_app import MakeReview, make_review, path, review_palace_original

__all__ = ["make_review", "path", "review_palace_original"]

SIZES = ((80, 24), (40, 12), (120, 40))
REVIEW_STEPS = {
    "review": "",
    "review-decided": "y n s K",
    "review-whole": "J J enter",
    "review-marked": "space J space",
    "review-finished": "y n V s",
    "review-edit": "e",
    "review-snooze": "z",
    "review-snooze-day": "z end enter s o o n enter",
    "review-filter": "f",
    "review-arranged": "f 3 7 enter o space",
    "review-hidden": "f 5 enter",
    "review-effects": "J c",
}
SEARCH_QUESTIONS = {
    "search-empty": "",
    "search-found": "sqlite",
    "search-weak": "xylophone",
    "search-error": "wing:knowlege",
}


ALIKE = 4
"""So many looks one after another show the same, on a machine whose cores are busy with other tests."""


async def drawn(pilot: Pilot[int]) -> None:
    """Wait until the screen stands: scroll bars come a frame after what they scroll."""
    before, alike = "", 0
    while alike < ALIKE:
        now = text_of(pilot.app)
        alike = alike + 1 if now == before else 0
        before = now
        await pilot.pause(0.01)


sized = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
spoken = pytest.mark.parametrize("language", ["en", "zh"])


@spoken
@sized
@pytest.mark.parametrize("name", REVIEW_STEPS)
async def test_the_review_looks_as_it_did(
    make_review: MakeReview, name: str, size: tuple[int, int], language: str
) -> None:
    app = make_review(language)
    async with app.run_test(size=size) as pilot:
        await quiet(pilot)
        await press(pilot, *REVIEW_STEPS[name].split())
        await drawn(pilot)
        await reached(pilot, f"{name}-{size[0]}x{size[1]}-{language}")
        assert_golden(app, f"{name}-{size[0]}x{size[1]}-{language}")


@spoken
@sized
@pytest.mark.parametrize("name", SEARCH_QUESTIONS)
async def test_the_search_looks_as_it_did(
    palace_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, size: tuple[int, int], language: str
) -> None:
    monkeypatch.setattr("palace.services.search.perf_counter", lambda: 0.0)
    app: PalaceApp = search.with_meaning(palace_path, {4: 0.62, 7: 0.41, 9: 0.2}, language)
    if name == "search-weak":
        app = search.with_meaning(palace_path, {4: 0.3, 7: 0.2, 9: 0.1}, language)
    async with app.run_test(size=size) as pilot:
        await search.quiet(pilot)
        await search.type_text(pilot, SEARCH_QUESTIONS[name])
        await drawn(pilot)
        await reached(pilot, f"{name}-{size[0]}x{size[1]}-{language}")
        assert_golden(app, f"{name}-{size[0]}x{size[1]}-{language}")
