"""A figure of health fits the line that it is given, in both languages, whatever it says."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.config.paths import bundled
from palace.domain.rules import Rules
from palace.domain.vocabulary import Band
from palace.i18n.catalog import Catalog, Language
from palace.services.health import health
from palace.services.health_figure import Beside, Door, DoorKind, Figure, Said, Section
from palace.services.health_figures import figures
from palace.services.health_verdict import Verdict
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from palace.text.gauges import sparkline
from palace.text.width import cell_width
from palace.tui.presenters.figure_rows import explanation_lines, figure_line, fullest_room, label_width
from palace.tui.presenters.lines import line_width

NOW = datetime(2026, 5, 20, tzinfo=UTC)
WIDTHS = (12, 28, 39, 49, 50, 71, 72, 79, 81, 119, 200)

shares = st.none() | st.floats(0, 1)
trends = st.lists(st.none() | st.floats(-1e12, 1e12), max_size=40)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_figure_of_a_palace_fits_and_is_explained(tmp_path: Path, language: Language) -> None:
    path = tmp_path / "sample.db"
    shutil.copy(bundled("sample_palace.db"), path)
    around = Surroundings(lambda: NOW, UTC, Rules(), lambda: "uid")
    with PalaceFile.open(path, clock=lambda: NOW, new_uid=lambda: "uid") as palace:
        told = figures(health(palace, around, None), Beside(), around)
    say = Catalog(language).text
    assert len({figure.name for figure in told}) == len(told)
    for cells in WIDTHS:
        label_cells = label_width(told, say, cells)
        for figure in told:
            line = figure_line(
                figure, cells, say, label_cells=label_cells, fullest=fullest_room(told), leads=True
            )
            assert line_width(line) <= cells
            assert all(line_width(each) <= cells for each in explanation_lines(figure, say, cells))


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    text=st.text(max_size=60),
    share=shares,
    mark=shares,
    trend=trends,
    heat=st.dictionaries(st.sampled_from(Band), st.integers(0, 10**7)),
    cells=st.integers(8, 160),
    verdict=st.sampled_from(Verdict),
)
def test_a_figure_fits_whatever_it_says(
    text: str,
    share: float | None,
    mark: float | None,
    trend: list[float | None],
    heat: dict[Band, int],
    cells: int,
    verdict: Verdict,
) -> None:
    say = Catalog("en").text
    figure = Figure(
        "any",
        "scene",
        Section.SCENES,
        Said("health.label.scene", {"scene": text}),
        Said("health.count", {"count": 7}),
        Door(DoorKind.WORDS),
        verdict,
        share,
        mark,
        heat,
        tuple(trend),
    )
    fullest = max(heat.values(), default=0)
    line = figure_line(figure, cells, say, label_cells=14, fullest=fullest, leads=False)
    assert line_width(line) <= cells


@given(trends, st.integers(0, 40))
def test_a_trend_has_a_cell_for_every_day_that_is_shown(trend: list[float | None], cells: int) -> None:
    drawn = sparkline(trend, cells)
    shown = trend[-cells:] if cells else []
    known = any(value is not None for value in shown)
    assert cell_width(drawn) == (len(shown) if known else 0)


def test_a_trend_of_almost_the_same_is_level_and_one_that_falls_is_not() -> None:
    assert len(set(sparkline((62.9, 62.888, 62.91), 14))) == 1
    assert sparkline((92.0, 85.0), 14) == "█▁"
    assert sparkline((0, 1), 14) == "▁█"
