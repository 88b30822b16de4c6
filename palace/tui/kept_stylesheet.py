"""A stylesheet that keeps what it has parsed.

Textual parses all css anew for every screen that comes up and for every first look at a mode, though neither
the css nor the colours have changed; that is a good part of a start and of every window that opens.
"""

from textual.css.stylesheet import Stylesheet


class KeptStylesheet(Stylesheet):
    """Textual's stylesheet; only what is new, or coloured anew, is parsed."""

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take the variables of a theme; what was parsed stays as long as they are the same."""
        if variables != self._variables:
            super().set_variables(variables)
            self._require_parse = True

    def reparse(self) -> None:
        """Take in what has been added; raises StylesheetError for css that cannot be."""
        if self._require_parse:
            self.parse()
