"""Which theme is used, by its name."""

from collections.abc import Iterable

from palace.config.themes import ThemeSpec

MONO = "mono"
"""The theme that leaves every colour to the terminal."""

NIGHT = "night"
"""The theme to fall back on."""


def theme_named(name: str, themes: Iterable[ThemeSpec]) -> ThemeSpec | None:
    """Return the theme of a name, else the one to fall back on, else None when there is none at all."""
    by_name = {theme.name: theme for theme in themes}
    return by_name.get(name) or by_name.get(NIGHT)
