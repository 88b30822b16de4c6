"""The app on a palace whose review queue holds something of everything, and what is read from both."""

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from palace.domain.candidate import Verdict
from palace.domain.journal import Subject, Verb
from palace.tui.app import PalaceApp
from palace.tui.screens.review import ReviewScreen
from tests.tui.beside_the_app import around_now, decided, opened
from tests.tui.conftest import doors_to
from tests.tui.review_palace import build_review_palace
from tests.tui.small_palace import open_small_palace


@pytest.fixture(scope="session")
def review_palace_original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "review.db"
    build_review_palace(path)
    return path


@pytest.fixture
def path(review_palace_original: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "review.db"
    shutil.copy(review_palace_original, copy)
    return copy


MakeReview = Callable[..., PalaceApp]


@pytest.fixture
def make_review(path: Path) -> MakeReview:
    """Return a function that makes the app on the palace at `path`, beginning with the review."""

    def make(language: str = "en") -> PalaceApp:
        around = around_now()
        doors = doors_to(path, language)
        doors = replace(doors, surroundings=around, open_palace=lambda: open_small_palace(path, around))
        return PalaceApp(doors, mode="review")

    return make


def screen_of(app: PalaceApp) -> ReviewScreen:
    assert isinstance(app.screen, ReviewScreen)
    return app.screen


def shown_id(app: PalaceApp) -> int:
    found = screen_of(app).desk.candidate_id
    assert found is not None
    return found


def journal_of(path: Path) -> list[Verb]:
    """Return the verbs about candidates that the person decided in the app, oldest first."""
    return decided(path, Subject.CANDIDATE)


def verdicts_of(path: Path) -> Counter[Verdict]:
    with opened(path) as palace:
        return Counter(each.verdict for each in palace.candidates(range(1, 60)))
