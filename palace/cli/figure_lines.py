"""Figures of health in plain text: a line each, with a bar, the trend and the command that opens it."""

from collections.abc import Iterable, Sequence

from palace.domain.vocabulary import Band
from palace.i18n.catalog import Catalog
from palace.services.health_figure import Figure, Said, Section
from palace.services.health_verdict import MARKS
from palace.text.display import one_line
from palace.text.gauges import bar, sparkline
from palace.text.masking import masked
from palace.text.width import cell_width, pad

BAR_CELLS, TREND_CELLS = 10, 30


def said(words: Said, catalog: Catalog) -> str:
    """Return a text with its values, those that are texts of the catalogue themselves said first."""
    values = {
        name: said(value, catalog) if isinstance(value, Said) else value
        for name, value in words.values.items()
    }
    return catalog.text(words.key, **values)


def figure_lines(figures: Sequence[Figure], catalog: Catalog) -> Iterable[str]:
    """Yield the figures as lines, each section under its name."""
    labels = [one_line(said(figure.label, catalog), 24) for figure in figures]
    label_cells = max((cell_width(label) for label in labels), default=0) + 1
    section: Section | None = None
    for figure, label in zip(figures, labels, strict=True):
        if figure.section is not section:
            section = figure.section
            yield ""
            yield catalog.text(f"health.section.{section.value}")
        trend = sparkline(figure.trend, TREND_CELLS) if len(figure.trend) > 1 else ""
        parts = [
            f"  {MARKS[figure.verdict]} {pad(label, label_cells)}{_drawn(figure, catalog)}",
            said(figure.told, catalog),
            trend,
            catalog.text("health.opens", command=figure.door.command) if figure.door.command else "",
        ]
        yield masked("  ".join(part for part in parts if part.strip()))


def _drawn(figure: Figure, catalog: Catalog) -> str:
    if figure.heat:
        return " ".join(
            f"{catalog.text(f'vocabulary.band.{band}')} {figure.heat.get(band, 0):>4}" for band in Band
        )
    return " " * BAR_CELLS if figure.share is None else bar(figure.share, BAR_CELLS)
