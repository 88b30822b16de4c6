"""Colour themes: read from TOML, checked, and measured for contrast. What draws with them is elsewhere."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from palace.config.reading import read_toml, table_at, unknown_key, wrong_value
from palace.config.rule_tables import flag
from palace.domain.errors import InvalidInput, PalaceError
from palace.domain.vocabulary import Band, Wing

COLORS = (
    "primary",
    "secondary",
    "accent",
    "foreground",
    "background",
    "surface",
    "panel",
    "success",
    "warning",
    "error",
    "muted",
    "disabled",
    "border",
)
"""Keys of `[colors]`; every theme says all of them."""

GROUNDS = ("background", "surface", "panel", "cursor")
"""What text stands on: `cursor` is the row on which the person is."""

_GROUPS = {
    "wing": tuple(str(wing) for wing in Wing),
    "band": tuple(str(band) for band in Band),
    "diff": ("add", "delete", "change"),
}
_SINGLE = ("p0", "cursor")
PALACE_COLORS = (*(f"{group}-{name}" for group, names in _GROUPS.items() for name in names), *_SINGLE)
"""Names of the colours of `[palace]`: `wing-identity`, `band-hot`, `diff-add`, `p0`, `cursor`."""

TEXT_CONTRAST = 4.5
GLYPH_CONTRAST = 3.0
_LEAST_CONTRAST = (
    *((name, TEXT_CONTRAST) for name in ("foreground", "muted", "accent", "success", "warning", "error")),
    *((name, GLYPH_CONTRAST) for name in ("primary", "secondary", "disabled", "border")),
    *((name, GLYPH_CONTRAST) for name in PALACE_COLORS if name != "cursor"),
)
_COLOR = re.compile(r"#[0-9a-f]{6}")
_ANSI_COLOR = re.compile(r"ansi_(?:default|(?:bright_)?(?:black|red|green|yellow|blue|magenta|cyan|white))")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_KNOWN = ("name", "label", "dark", "ansi", "colors", "palace")


@dataclass(frozen=True, slots=True)
class ThemeSpec:
    """A theme as its file says it.

    `labels` are its names by language. Colours are `#rrggbb`, in an `ansi` theme names like `ansi_blue`
    that the terminal decides on. `colors` has the keys of `COLORS`, `palace` those of `PALACE_COLORS`.
    """

    name: str
    labels: Mapping[str, str]
    dark: bool
    ansi: bool
    colors: Mapping[str, str]
    palace: Mapping[str, str]
    file: str = ""

    def label(self, language: str) -> str:
        """Return what the theme is called in a language."""
        return self.labels.get(language) or self.name

    def color(self, name: str) -> str:
        """Return a colour by its name in `COLORS` or `PALACE_COLORS`; raises KeyError for another."""
        return self.colors[name] if name in self.colors else self.palace[name]


@dataclass(frozen=True, slots=True)
class ThemeFolder:
    """The themes that were found, and what is wrong with the files that could not be used."""

    themes: tuple[ThemeSpec, ...]
    faults: tuple[PalaceError, ...]


def load_theme(path: Path) -> ThemeSpec:
    """Return the theme of a file; raises InvalidInput naming the file and the key."""
    return parse_theme(read_toml(path), str(path))


def load_themes(folders: Iterable[Path]) -> ThemeFolder:
    """Return the themes of all `*.toml` files in these folders, a later one replacing its namesake.

    A file that is no theme is a fault and stops nothing; a folder that does not exist is empty.
    """
    found: dict[str, ThemeSpec] = {}
    faults: list[PalaceError] = []
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
            try:
                theme = load_theme(path)
            except InvalidInput as error:
                faults.append(error)
            else:
                found[theme.name] = theme
    return ThemeFolder(tuple(found.values()), tuple(faults))


def parse_theme(table: Mapping[str, object], file: str) -> ThemeSpec:
    """Return the theme of a parsed file, `file` being its name for errors; raises InvalidInput."""
    for key in table:
        if key not in _KNOWN:
            raise unknown_key(file, key, _KNOWN)
    if "name" not in table:
        raise InvalidInput("{file}: “{key}” is missing", next_step="give it a name", file=file, key="name")
    name = table["name"]
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise wrong_value(file, "name", "a name of small letters, digits and hyphens", name)
    ansi = flag(table.get("ansi", False), file, "ansi")
    labels = table_at(table, "label", file)
    for language, label in labels.items():
        if not isinstance(label, str):
            raise wrong_value(file, f"label.{language}", "a text", label)
    return ThemeSpec(
        name=name,
        labels=MappingProxyType({language: str(label) for language, label in labels.items()}),
        dark=flag(table.get("dark", True), file, "dark"),
        ansi=ansi,
        colors=_colors(table_at(table, "colors", file), COLORS, "colors", file, ansi=ansi),
        palace=_palace_colors(table_at(table, "palace", file), file, ansi=ansi),
        file=file,
    )


def contrast(one: str, other: str) -> float:
    """Return the contrast of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def contrast_faults(theme: ThemeSpec) -> list[tuple[str, str, float, float]]:
    """Return what is hard to read: colour, ground, its contrast, and the least there should be.

    An `ansi` theme has none that could be measured.
    """
    if theme.ansi:
        return []
    return [
        (name, ground, measured, least)
        for name, least in _LEAST_CONTRAST
        for ground in GROUNDS
        if (measured := contrast(theme.color(name), theme.color(ground))) < least
    ]


def _luminance(color: str) -> float:
    channels = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _palace_colors(table: Mapping[str, object], file: str, *, ansi: bool) -> Mapping[str, str]:
    for key in table:
        if key not in _GROUPS and key not in _SINGLE:
            raise unknown_key(file, f"palace.{key}", [f"palace.{each}" for each in (*_GROUPS, *_SINGLE)])
    colors: dict[str, str] = {}
    for group, names in _GROUPS.items():
        own = _colors(table_at(table, group, file, "palace."), names, f"palace.{group}", file, ansi=ansi)
        colors |= {f"{group}-{name}": color for name, color in own.items()}
    singles = {key: value for key, value in table.items() if key in _SINGLE}
    return MappingProxyType(colors | _colors(singles, _SINGLE, "palace", file, ansi=ansi))


def _colors(
    table: Mapping[str, object], names: tuple[str, ...], prefix: str, file: str, *, ansi: bool
) -> dict[str, str]:
    for key in table:
        if key not in names:
            raise unknown_key(file, f"{prefix}.{key}", [f"{prefix}.{name}" for name in names])
    for name in names:
        if name not in table:
            raise InvalidInput(
                "{file}: “{key}” is missing", next_step="give it a colour", file=file, key=f"{prefix}.{name}"
            )
    return {name: _color(table[name], f"{prefix}.{name}", file, ansi=ansi) for name in names}


def _color(value: object, key: str, file: str, *, ansi: bool) -> str:
    if isinstance(value, str) and (_ANSI_COLOR if ansi else _COLOR).fullmatch(value.lower()):
        return value.lower()
    raise wrong_value(file, key, "a name like ansi_blue" if ansi else "a colour like #1a2b3c", value)
