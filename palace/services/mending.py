"""Making right what the doctor found, where that can be made from the rows: no memory is touched."""

from collections.abc import Callable, Iterable
from datetime import datetime

from palace.services.doctor import Finding, Severity
from palace.services.doctor_ports import MendsWhatIsDerived

PERMISSIONS = frozenset({"permissions", "backup_permissions"})
WORDS = frozenset({"words", "word_index"})
VECTORS = frozenset({"stored_vectors", "vector_chunks", "stale_vectors", "vectors"})
LEFTOVERS = frozenset({"leftovers"})
WHOLE = frozenset({"integrity"})


def mend(
    palace: MendsWhatIsDerived,
    findings: Iterable[Finding],
    now: datetime,
    make_vectors: Callable[[], None] | None,
) -> list[str]:
    """Make right what can be; returns the names of the checks that were taken care of, in that order.

    Vectors are made anew by `make_vectors`, and left as they are where there is none. Raises PalaceError as
    writing does.
    """
    wrong = {finding.check: finding for finding in findings if finding.severity is not Severity.FINE}
    done: list[str] = []

    def take_care_of(checks: frozenset[str], act: Callable[[], object]) -> None:
        if found := sorted(checks & wrong.keys()):
            act()
            done.extend(found)

    take_care_of(PERMISSIONS, palace.doctor.mend_permissions)
    take_care_of(LEFTOVERS, lambda: palace.doctor.remove_leftovers(now))
    if "integrity" in wrong:
        if not palace.doctor.can_make_whole(wrong["integrity"]):
            return done
        take_care_of(WHOLE, palace.doctor.make_whole)
    take_care_of(WORDS, palace.rebuild_full_text)
    if make_vectors is not None:
        take_care_of(VECTORS, make_vectors)
    return done
