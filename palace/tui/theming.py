"""From a theme's file to Textual's theme: its colours become the variables that the css speaks of."""

from collections.abc import Mapping, Sequence

from textual.theme import Theme

from palace.config.themes import ThemeSpec


def textual_theme(spec: ThemeSpec) -> Theme:
    """Return a theme as Textual registers it."""
    colors = spec.colors
    return Theme(
        name=spec.name,
        primary=colors["primary"],
        secondary=colors["secondary"],
        accent=colors["accent"],
        foreground=colors["foreground"],
        background=colors["background"],
        surface=colors["surface"],
        panel=colors["panel"],
        success=colors["success"],
        warning=colors["warning"],
        error=colors["error"],
        dark=spec.dark,
        ansi=spec.ansi,
        variables=_variables(spec),
    )


def default_variables(specs: Sequence[ThemeSpec]) -> Mapping[str, str]:
    """Return the variables of the first theme, for the moment before any theme of ours is in use."""
    return _variables(specs[0]) if specs else {}


def _variables(spec: ThemeSpec) -> dict[str, str]:
    """Return the colours by the names that our css uses, and those of Textual's own widgets to fit."""
    colors, own = spec.colors, spec.palace
    cursor_style = "reverse" if spec.ansi else "none"
    return {
        **own,
        "ansi-background": colors["background"],
        "ansi-foreground": colors["foreground"],
        "muted": colors["muted"],
        "disabled": colors["disabled"],
        "text-muted": colors["muted"],
        "text-disabled": colors["disabled"],
        "foreground-muted": colors["muted"],
        "text-success": colors["success"],
        "text-warning": colors["warning"],
        "text-error": colors["error"],
        "text-accent": colors["accent"],
        "text-primary": colors["primary"],
        "border": colors["border"],
        "border-blurred": colors["border"],
        "cursor-style": cursor_style,
        "resting-style": "underline" if spec.ansi else "none",
        "dim-style": "dim" if spec.ansi else "none",
        "block-cursor-foreground": colors["foreground"],
        "block-cursor-background": own["cursor"],
        "block-cursor-text-style": cursor_style,
        "block-cursor-blurred-foreground": colors["foreground"],
        "block-cursor-blurred-background": own["cursor"],
        "block-cursor-blurred-text-style": "none",
        "block-hover-background": own["cursor"],
        "input-selection-background": own["cursor"],
        "scrollbar": colors["border"],
        "scrollbar-hover": colors["muted"],
        "scrollbar-active": colors["accent"],
        "scrollbar-background": colors["background"],
        "scrollbar-background-hover": colors["background"],
        "scrollbar-background-active": colors["background"],
        "scrollbar-corner-color": colors["background"],
    }
