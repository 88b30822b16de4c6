"""What each tone looks like, in the words of a theme: the colour by its name there, and the weight."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from palace.config.themes import ThemeSpec
from palace.domain.vocabulary import Band, Wing
from palace.tui.presenters.lines import Tone


@dataclass(frozen=True, slots=True)
class Look:
    """A colour by its name in a theme (empty: that of the text around), bold or not, dimmed or not."""

    color: str = ""
    bold: bool = False
    dim: bool = False


_LOOKS: Mapping[Tone, Look] = MappingProxyType(
    {
        Tone.PLAIN: Look(),
        Tone.TITLE: Look("primary", bold=True),
        Tone.STRONG: Look(bold=True),
        Tone.DIM: Look("muted", dim=True),
        Tone.LABEL: Look("secondary"),
        Tone.ACCENT: Look("accent"),
        Tone.KEY: Look("accent", bold=True),
        Tone.GOOD: Look("success"),
        Tone.WARNING: Look("warning", bold=True),
        Tone.BAD: Look("error", bold=True),
        Tone.MARKED: Look("accent", bold=True),
        Tone.OFF: Look("disabled", dim=True),
        **{Tone(wing.value): Look(f"wing-{wing}") for wing in Wing},
        **{Tone(band.value): Look(f"band-{band}") for band in Band},
    }
)


def look_of(tone: Tone, theme: ThemeSpec) -> Look:
    """Return the look of a tone: its colour as the theme writes it, dimmed only where that has no colours."""
    look = _LOOKS[tone]
    color = theme.color(look.color) if look.color else ""
    return Look(color, look.bold, look.dim and theme.ansi)
