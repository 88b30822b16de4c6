"""The queues of pairs at three sizes in two languages, cell for cell."""

from pathlib import Path

import pytest

from tests.tui.frames import assert_golden, reached
from tests.tui.pair_driving import pair_app, pair_palace_original, path
from tests.tui.queue_driving import press, quiet
from tests.tui.test_review_goldens import drawn

__all__ = ["pair_palace_original", "path"]

SIZES = ((80, 24), (40, 12), (120, 40))
STEPS = {
    "conflicts": ("conflicts", ""),
    "conflicts-candidate": ("conflicts", "J"),
    "conflicts-whole": ("conflicts", "enter"),
    "conflicts-marked": ("conflicts", "space J space"),
    "conflicts-finished": ("conflicts", "n < s >"),
    "conflicts-scopes": ("conflicts", "b"),
    "conflicts-merge": ("conflicts", "m"),
    "conflicts-effects": ("conflicts", "c"),
    "contradictions": ("contradictions", ""),
    "contradictions-two-p0": ("contradictions", "J J"),
    "contradictions-code": ("contradictions", "R"),
    "contradictions-amend": ("contradictions", "a"),
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", STEPS)
async def test_the_queues_of_pairs_look_as_they_did(
    path: Path, name: str, size: tuple[int, int], language: str
) -> None:
    mode, keys = STEPS[name]
    app = pair_app(path, mode, language)
    async with app.run_test(size=size) as pilot:
        await quiet(pilot)
        await press(pilot, *keys.split())
        await drawn(pilot)
        await reached(pilot, f"{name}-{size[0]}x{size[1]}-{language}")
        assert_golden(app, f"{name}-{size[0]}x{size[1]}-{language}")
