"""Putting a copy in the place of a palace: compared first, what was there kept, all or nothing.

The new content is made whole in a file of its own and then copied over the palace in one transaction of
SQLite, so that at every instant the palace is the old one or the new, and it never becomes another file.
Only a palace that SQLite cannot open any more is replaced by another file.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from palace.domain.candidate import Verdict
from palace.domain.core_memory import NeedsApproval, is_code_of
from palace.domain.errors import PalaceError, PalaceUnavailable, Refused
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.vocabulary import Status
from palace.services.restore_difference import Restored, RestoreDifference
from palace.services.surroundings import Surroundings
from palace.storage.backups import error_within, folder_of, free_name, open_copy, uid_of
from palace.storage.connection import FILE_MODE, connect, open_file, real_path
from palace.storage.copy_sums import BySum, by_sum, changed_since
from palace.storage.copying import (
    Counts,
    NotWhole,
    check_room,
    copy_into_folder,
    copy_pages,
    copy_whole,
    count_rows,
    keep_names_of,
    size_of,
    unfinished_file,
)
from palace.storage.database import Database, Patience
from palace.storage.faults import is_damage
from palace.storage.holding import LOGS, held_alone
from palace.storage.migrations import NEWEST_SCHEMA, bring_up_to_date, schema_of
from palace.storage.palace_difference import KeptAway, difference, kept_away
from palace.storage.purging import remove_texts
from palace.storage.unit_of_work import Work

HOLDING = Patience(one_try=0.5, altogether=2.0)
"""A palace that another process has open is not waited for much longer than one of its commits takes."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be put in the place of which palace, and how it was approved.

    `typed_code` is the code of all P0 memories that change by it (may be empty); `with_deleted` also brings
    back what was deleted or rejected since; `despite_sum` takes a copy whose bytes are not those with which
    it was made.
    """

    palace: Path
    copy: Path
    with_deleted: bool = False
    typed_code: str = ""
    despite_sum: bool = False


def look_at_restore(wanted: Wanted) -> RestoreDifference:
    """Return what a restore would change, changing nothing; other processes may go on meanwhile.

    Raises PalaceUnavailable for a copy that is no good, Refused for one that must not come here.
    """
    path = real_path(wanted.palace)
    with closing(_good_copy(wanted, path)) as copy, _read(path) as palace:
        return _compared(palace, copy, wanted)[0]


def restore(wanted: Wanted, surroundings: Surroundings, actor: Actor) -> Restored:
    """Put a copy in the place of a palace; what was there is copied first.

    Raises Refused where another process has the palace open or the actor is no person, NeedsApproval naming
    every P0 that would change unless their code was typed, PalaceUnavailable for a copy that is no good or a
    disk that is full. Whatever is raised, whenever the process ends: the palace is the old one or the new.
    """
    if actor is not Actor.PERSON:
        raise Refused(
            "only a person puts a copy in the place of a palace", next_step="leave it to the person"
        )
    path = real_path(wanted.palace)
    with closing(_good_copy(wanted, path)) as copy, _alone(path) as palace:
        told, away = _compared(palace, copy, wanted)
        if told.core and not is_code_of(wanted.typed_code, [change.item for change in told.core]):
            raise NeedsApproval(told.core, actor, mistyped=bool(wanted.typed_code))
        check_room(path.parent, _room_needed(copy, path), path)
        before, usable = _keep_what_is_there(path, palace, surroundings)
        with unfinished_file(path, path) as unfinished:

            def finish(made: Database) -> None:
                _finish(made, usable, away, _note(copy, before), surroundings)

            counted = copy_whole(copy, unfinished, HOLDING, finish)
            if usable is None:
                _replace(path, unfinished)
            else:
                with closing(connect(unfinished, "mode=ro&immutable=1", HOLDING)) as made:
                    copy_pages(made, usable, path.parent)
                usable.close()
        _verify(path, counted, before)
        return Restored(told, before, counted["memory"])


def _good_copy(wanted: Wanted, palace: Path) -> Database:
    """Open the copy after reading all of it; raises PalaceError saying why it cannot be restored."""
    copy = real_path(wanted.copy)
    if copy == palace:
        raise Refused(
            "{path} is the palace itself", next_step="palace backup list shows its copies", path=palace
        )
    if (error := error_within(copy)) is not None:
        raise PalaceUnavailable(
            "the copy {path} is no good: {cause}",
            next_step="palace backup list --check says which ones are",
            path=copy,
            cause=error,
        )
    database = open_copy(copy)
    if schema_of(database) > NEWEST_SCHEMA:
        database.close()
        raise Refused(
            "a newer Palace made the copy {path}; this one cannot write it",
            next_step="restore it with that version",
            path=copy,
        )
    if not wanted.despite_sum and by_sum(copy) is BySum.OTHER:
        database.close()
        raise Refused(
            "the copy {path} is no good: {cause}",
            next_step="take another one (palace backup list --check), or this one despite it: --despite-sum",
            path=copy,
            cause=changed_since(copy),
        )
    return database


@contextmanager
def _read(path: Path) -> Iterator[Database | None]:
    """Open the palace for reading only; None where there is none that can be read."""
    try:
        opened = open_file(path, patience=HOLDING, read_only=True)
    except PalaceError:
        yield None
        return
    with closing(opened.database) as database:
        yield database


@contextmanager
def _alone(path: Path) -> Iterator[Database | None]:
    if not os.path.lexists(path):
        yield None
        return
    with held_alone(path, HOLDING) as database:
        if database is not None and schema_of(database) > NEWEST_SCHEMA:
            raise Refused(
                "a newer Palace made the palace {path}; this one cannot write it",
                next_step="restore it with that version",
                path=path,
            )
        yield database


def _compared(palace: Database | None, copy: Database, wanted: Wanted) -> tuple[RestoreDifference, KeptAway]:
    """Return what changes and what stays away; a palace too damaged to be read is compared with nothing."""
    if palace is not None:
        try:
            uid = uid_of(palace)
            if uid and uid != uid_of(copy):
                raise Refused(
                    "{copy} is a copy of another palace than {path}",
                    next_step="to see it, open it by itself: palace --palace {copy}",
                    copy=copy.path,
                    path=palace.path,
                )
            away = kept_away(palace, copy, with_deleted=wanted.with_deleted)
            return difference(palace, copy, away), away
        except PalaceError as error:
            if not is_damage(error):
                raise
    return difference(None, copy, KeptAway()), KeptAway()


def _room_needed(copy: Database, palace: Path) -> int:
    """Return how many bytes it takes: the copy of what is there, the new content, and SQLite's log of it."""
    here = palace.stat().st_size if palace.exists() else 0
    return here + 2 * size_of(copy)


def _keep_what_is_there(
    path: Path, palace: Database | None, surroundings: Surroundings
) -> tuple[Path | None, Database | None]:
    """Copy what stands in the place; returns the copy, and the palace if it is fit to be written.

    What cannot be copied as a palace is copied byte by byte, with what SQLite kept beside it.
    """
    folder, now = folder_of(path), surroundings.now
    if palace is not None:
        target = free_name(folder, f"before-restore-{path.stem}", now)
        try:
            copy_into_folder(palace, target, HOLDING)
            return target, palace
        except PalaceError as error:
            if not (is_damage(error) or isinstance(error, NotWhole)):
                raise
    present = [each for each in (path, *(Path(f"{path}{log}") for log in LOGS)) if each.exists()]
    if not present:
        return None, None
    target = free_name(folder, f"damaged-{path.stem}", now)
    if palace is not None:
        # A second descriptor of the file that is closed here would drop the locks of this one.
        palace.close()
    for each in present:
        beside = Path(f"{target}{each.name.removeprefix(path.name)}")
        with unfinished_file(beside, path) as unfinished:
            shutil.copyfile(each, unfinished)
            unfinished.chmod(FILE_MODE)
            unfinished.replace(beside)
    keep_names_of(folder)
    return target, None


def _note(copy: Database, before: Path | None) -> str:
    kept = "" if before is None else f"; before: {before.name}"
    return f"{copy.path.name}{kept}"


def _finish(
    made: Database, palace: Database | None, away: KeptAway, note: str, surroundings: Surroundings
) -> None:
    """Bring the new content up to date, keep away what was deleted since, and write it into the journal."""
    bring_up_to_date(made)
    made.begin()
    work = Work(made, Actor.PERSON, surroundings.new_uid(), surroundings.clock)
    remove_texts(made, away.purged_memory_ids, away.purged_candidate_ids)
    for memory_id in away.purged_memory_ids:
        work.record(Verb.PURGE, Subject.MEMORY, memory_id)
    for memory_id in away.memory_ids:
        work.save_memory(replace(work.memory(memory_id), status=Status.TRASHED))
    for candidate_id in away.candidate_ids:
        candidate = work.candidate(candidate_id)
        work.save_candidate(replace(candidate, verdict=Verdict.REJECTED, decided_at=surroundings.now))
    for tombstone in away.tombstones:
        work.add_tombstone(tombstone)
    work.record(Verb.RESTORE, Subject.PALACE, 0, summary=note)
    work.check_recorded()
    made.commit()
    if palace is not None:
        wanted = palace.number("PRAGMA page_size")
        if wanted != made.number("PRAGMA page_size"):
            # SQLite copies into a file with a log only pages of the size that it has.
            made.execute(f"PRAGMA page_size = {wanted}")
            made.execute("VACUUM")


def _replace(path: Path, unfinished: Path) -> None:
    """Put another file in the place of one that cannot be opened, whose log must not be taken for its own."""
    for log in LOGS:
        Path(f"{path}{log}").unlink(missing_ok=True)
    unfinished.replace(path)
    keep_names_of(path.parent)


def _verify(path: Path, counted: Counts, before: Path | None) -> None:
    """Open the palace as anybody would and count; raises PalaceUnavailable where it is something else."""
    with ExitStack() as closing_after:
        database = open_file(path, patience=HOLDING).database
        closing_after.callback(database.close)
        if count_rows(database) != counted:
            raise PalaceUnavailable(
                "the palace {path} does not hold what was copied into it",
                next_step="what was there before is {before}",
                path=path,
                before=before or "—",
            )
