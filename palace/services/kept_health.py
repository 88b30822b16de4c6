"""How well the palace was when its figures were kept last: three scores, told without any counting."""

from dataclasses import dataclass
from datetime import date

from palace.domain.clock import local_day
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings

LAYERS = ("G", "E", "M")
"""The layers of health, by the names under which their scores are kept."""


@dataclass(frozen=True, slots=True)
class KeptHealth:
    """The scores of the layers, 0 to 100, in the order of `LAYERS`; None where nothing is known of one.

    `day` is that of which they were kept, `today` the day on which they are told; both are None where none
    ever were.
    """

    scores: tuple[float | None, ...] = (None,) * len(LAYERS)
    day: date | None = None
    today: date | None = None

    @property
    def is_of_another_day(self) -> bool:
        """Whether the scores are not those of today."""
        return self.day != self.today


NOTHING_KEPT = KeptHealth()
"""What is told of a palace whose health nobody ever looked at."""


def kept_health(palace: Palace, surroundings: Surroundings) -> KeptHealth:
    """Return the scores that were kept last; days to come, of a clock that was set back, are passed over."""
    today = local_day(surroundings.now, surroundings.zone)
    kept = palace.newest_health_day(today)
    if kept is None:
        return NOTHING_KEPT
    return KeptHealth(tuple(_score(kept.figures.get(layer)) for layer in LAYERS), kept.day, today)


def _score(value: float | None) -> float | None:
    return value if value is not None and 0 <= value <= 100 else None
