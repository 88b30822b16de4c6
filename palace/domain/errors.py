"""The errors that Palace raises on purpose, each with its cause in words and the next step."""

from palace.domain.plurals import filled


class PalaceError(Exception):
    """Something a person can understand and act on.

    `message` names what is wrong and where, `next_step` what to do about it (may be empty). Both are
    English templates whose `{names}` are filled from `values`; the catalogue finds their translation by
    the template. `exit_status` is what the command line ends with (1 failed, 2 wrong use, 3 nothing
    found, 4 refused).
    """

    exit_status = 1

    def __init__(self, message: str, *, next_step: str = "", **values: object) -> None:
        self.template = message
        self.next_template = next_step
        self.values = values
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return filled(self.template, self.values)

    @property
    def next_step(self) -> str:
        """What to do about it, in English."""
        return filled(self.next_template, self.values)


class InvalidInput(PalaceError):
    """What was given does not fit: an unknown word, an empty text, a value out of range."""

    exit_status = 2


class NotFound(PalaceError):
    """Nothing has the id, name or path that was asked for."""

    exit_status = 3


class Refused(PalaceError):
    """It could be done, but would not be safe."""

    exit_status = 4


class StaleItem(Refused):
    """The item changed since the person looked at it, so the decision was not applied."""


class Suppressed(Refused):
    """A tombstone stands against this text: it was rejected, deleted or superseded before."""


class PalaceUnavailable(PalaceError):
    """The palace file cannot be opened, read or written now."""


class PalaceBusy(PalaceUnavailable):
    """Another process holds the palace's write lock."""


class ReadOnlyPalace(PalaceUnavailable):
    """The palace can be read but not changed."""

    exit_status = 4
