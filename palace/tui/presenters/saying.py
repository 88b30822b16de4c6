"""Texts of the catalogue whose values are made displayable: the way in for every word on the screen."""

from functools import partial

from palace.i18n.catalog import Catalog
from palace.text.display import displayable
from palace.tui.presenters.lines import Say


def said(catalog: Catalog, key: str, /, **values: object) -> str:
    """Return a text of a catalogue, its placeholders filled with displayable values."""
    safe = {name: displayable(value) if isinstance(value, str) else value for name, value in values.items()}
    return catalog.text(key, **safe)


def saying(catalog: Catalog) -> Say:
    """Return what says texts of one catalogue."""
    return partial(said, catalog)
