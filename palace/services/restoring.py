"""Restoring a whole palace from its rows into an empty one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from palace.domain.errors import Refused
from palace.domain.journal import Actor
from palace.domain.vocabulary import Priority
from palace.services.whole_palace_ports import PalaceHeader, PalaceRow, WholePalace


def restore_whole(
    palace: WholePalace, header: PalaceHeader, rows: Iterable[PalaceRow], actor: Actor, *, apply: bool
) -> Mapping[str, int]:
    """Make an empty palace what these rows say; returns how many rows of each table came in.

    Without `apply` it is only tried: all rows are read and checked, and nothing stays. It is no decision and
    has no undo: the journal that comes back is that of the palace that was exported. Raises what
    `WholePalace.restore` does, and Refused where P0 are among the rows and no person calls.
    """
    counts: Counter[str] = Counter()
    palace.restore(header, _counted(rows, counts, actor), apply=apply)
    return counts


def _counted(rows: Iterable[PalaceRow], counts: Counter[str], actor: Actor) -> Iterator[PalaceRow]:
    for row in rows:
        if actor is not Actor.PERSON and row.table == "memory" and row.values.get("priority") == Priority.P0:
            raise Refused("only a person restores a palace that holds P0")
        counts[row.table] += 1
        yield row
