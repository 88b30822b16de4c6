import re
import tomllib
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from palace.config.paths import bundled
from palace.config.themes import (
    COLORS,
    GROUNDS,
    PALACE_COLORS,
    TEXT_CONTRAST,
    ThemeSpec,
    contrast,
    contrast_faults,
    load_theme,
    load_themes,
    parse_theme,
)
from palace.domain.errors import InvalidInput
from palace.domain.vocabulary import Wing

FOLDER = bundled("themes")
THEMES = {theme.name: theme for theme in load_themes([FOLDER]).themes}
COLOURED = [theme for theme in THEMES.values() if not theme.ansi]

LEAST_DISTANCE = 0.06
"""Distance in OKLab at which two colours side by side are told apart without effort."""

# Full colour-vision deficiencies in linear RGB: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes,
# "A physiologically-based model for simulation of color vision deficiency" (2009), severity 1.0.
SIMULATIONS = {
    "full sight": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(color: str) -> list[float]:
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]


def oklab(color: str, sight: str) -> tuple[float, float, float]:
    """B. Ottosson, "A perceptual color space for image processing" (2020)."""
    seen = linear(color)
    red, green, blue = (
        min(1.0, max(0.0, sum(part * value for part, value in zip(row, seen, strict=True))))
        for row in SIMULATIONS[sight]
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def night(**colors: str) -> dict[str, object]:
    """The default theme's file, some of its colours changed."""
    text = (FOLDER / "night.toml").read_text(encoding="utf-8")
    for name, color in colors.items():
        text = re.sub(rf"(?m)^{name} = .*$", f'{name} = "{color}"', text)
    return tomllib.loads(text)


def test_five_themes_come_with_the_program() -> None:
    assert THEMES.keys() == {"night", "day", "contrast", "mono", "dusk"}
    assert load_themes([FOLDER]).faults == ()
    assert all(theme.label("en") != theme.label("zh") for theme in THEMES.values())
    assert {theme.name for theme in THEMES.values() if not theme.dark} == {"day"}


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_everything_can_be_read_on_every_ground(theme: ThemeSpec) -> None:
    assert contrast_faults(theme) == []


def test_the_high_contrast_theme_has_more_of_it() -> None:
    theme = THEMES["contrast"]
    lowest = {
        name: min(contrast(theme.color(name), theme.color(ground)) for ground in GROUNDS) for name in COLORS
    }
    assert lowest["foreground"] >= 7
    assert lowest["muted"] >= 7
    assert all(value >= TEXT_CONTRAST for name, value in lowest.items() if name not in GROUNDS)


@pytest.mark.parametrize("sight", SIMULATIONS)
@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_the_six_wings_are_told_apart_by_every_eye(theme: ThemeSpec, sight: str) -> None:
    colors = {wing: oklab(theme.color(f"wing-{wing}"), sight) for wing in Wing}
    close = [
        (one, other)
        for one, other in combinations(colors, 2)
        if dist(colors[one], colors[other]) < LEAST_DISTANCE
    ]
    assert close == []


def test_the_theme_without_colour_leaves_all_to_the_terminal() -> None:
    theme = THEMES["mono"]
    assert {theme.color(name) for name in (*COLORS, *PALACE_COLORS)} == {"ansi_default"}


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


def test_a_theme_that_is_hard_to_read_is_measured() -> None:
    faults = contrast_faults(parse_theme(night(muted="#444444"), "x"))
    assert {name for name, _, _, _ in faults} == {"muted"}
    assert all(measured < least for _, _, measured, least in faults)


@pytest.mark.parametrize(
    ("change", "message", "next_step"),
    [
        ({"colours": {}}, "unknown key “colours”", "colors"),
        ({"palace": {"wings": {}}}, "palace.wings", "palace.wing"),
        ({"name": "My Theme"}, "“name”", ""),
        ({"dark": "yes"}, "“dark”", ""),
        ({"colors": {"primry": "#000000"}}, "colors.primry", "colors.primary"),
        ({"colors": {"primary": "#000000"}}, "“colors.secondary” is missing", "colour"),
        ({"colors": {"primary": "red"}}, "missing", "colour"),
        ({"ansi": True}, "ansi_blue", ""),
        ({"label": {"en": 1}}, "label.en", ""),
    ],
)
def test_a_theme_that_is_wrong_names_file_and_key(
    change: dict[str, object], message: str, next_step: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_theme({**night(), **change}, "mine.toml")
    assert caught.value.message.startswith("mine.toml")
    assert message in caught.value.message
    assert next_step in caught.value.next_step


def test_a_colour_that_is_none_is_named() -> None:
    with pytest.raises(InvalidInput, match=r"colors\.accent"):
        parse_theme(night(accent="#12345"), "mine.toml")


def test_own_themes_replace_their_namesakes_and_broken_ones_stop_nothing(tmp_path: Path) -> None:
    (tmp_path / "night.toml").write_text(
        (FOLDER / "day.toml").read_text(encoding="utf-8").replace('"day"', '"night"'), encoding="utf-8"
    )
    (tmp_path / "broken.toml").write_text("name = ", encoding="utf-8")
    found = load_themes([FOLDER, tmp_path, tmp_path / "missing"])
    assert {theme.name: theme.dark for theme in found.themes}["night"] is False
    assert [str(tmp_path / "broken.toml") in fault.message for fault in found.faults] == [True]
    assert load_theme(tmp_path / "night.toml").file == str(tmp_path / "night.toml")
