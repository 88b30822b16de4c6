"""Why no vectors can be made."""

from palace.domain.errors import PalaceError


class ModelMissing(PalaceError):
    """There is no model folder, or a file of it is not there."""


class ModelDamaged(PalaceError):
    """A file of the model folder is not the one that its description names."""
