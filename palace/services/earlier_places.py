"""Where a line of the workspace was before: what moved, what was edited, what another file says as well."""

from collections.abc import Iterable, Mapping, Sequence, Set

from palace.domain.candidate import Candidate, Verdict
from palace.services.ports import Palace
from palace.services.remembering import Statement
from palace.services.sync_plans import MOST_PLACES, STILL_THE_SAME, speaks_only
from palace.services.sync_ports import LeftOutFile, ReadBullet, Workspace, WorkspaceFile
from palace.text.identity import identity_hash


class EarlierPlaces:
    """Asks what was read before where a line stood, and the files whether they say it still.

    `present` names the files that are there, `changed` those of them that look otherwise than when they were
    read. Each of those is read once for it, and only its hashes are kept.
    """

    def __init__(
        self, palace: Palace, workspace: Workspace, present: Set[str], changed: Mapping[str, WorkspaceFile]
    ) -> None:
        self._palace = palace
        self._workspace = workspace
        self._present = present
        self._changed = changed
        self._standing: dict[str, frozenset[str]] = {}

    def moved_from(self, path: str, content_hash: str) -> ReadBullet | None:
        """Return where the same statement stood before, if it stands there no longer."""
        places = self._palace.workspace.with_hash(content_hash, MOST_PLACES + 1)
        for bullet in places if len(places) <= MOST_PLACES else ():
            if bullet.path != path and not self._still_says(bullet):
                return bullet
        return None

    def renamed_from(self, says: Iterable[str]) -> Sequence[ReadBullet]:
        """Return what a file that is gone said, if it said one of these (by their hashes); else nothing."""
        for content_hash in says:
            for bullet in self._palace.workspace.with_hash(content_hash, MOST_PLACES):
                if bullet.path not in self._present:
                    return tuple(self._palace.workspace.of_file(bullet.path))
        return ()

    def edited_from(
        self, statement: Statement, line: int, vanished: Sequence[ReadBullet], taken: Set[int]
    ) -> tuple[ReadBullet, Candidate] | None:
        """Return the line that this one was before, with the candidate that it led to and leads to still.

        Only an open candidate that nothing else speaks for follows its line, and none that is `taken` (by
        its id) by another line; of several the one most alike.
        """
        from rapidfuzz import fuzz

        best: tuple[float, int, ReadBullet, Candidate] | None = None
        for bullet in vanished:
            candidate = self._palace.candidate_with_hash(bullet.content_hash)
            if candidate is None or candidate.verdict is not Verdict.OPEN or candidate.id in taken:
                continue
            likeness = fuzz.ratio(candidate.text, statement.text, score_cutoff=STILL_THE_SAME)
            rank = (likeness, -abs(bullet.line - line))
            if likeness < STILL_THE_SAME or (best is not None and rank <= best[:2]):
                continue
            read = self._palace.workspace.with_hash(candidate.content_hash, MOST_PLACES + 1)
            evidence = self._palace.evidence_of(candidate.id)
            folder = self._workspace.folder
            standing = [each for each in read if each.path in self._present]
            if speaks_only(statement, evidence, standing, folder) and not self._stands_elsewhere(
                bullet, read
            ):
                best = (*rank, bullet, candidate)
        return None if best is None else best[2:]

    def _stands_elsewhere(self, bullet: ReadBullet, read: Sequence[ReadBullet]) -> bool:
        """Whether what vanished from a file is said by another one, that was `read` before or is new."""
        if len(read) > MOST_PLACES or any(
            each.path != bullet.path and self._still_says(each) for each in read
        ):
            return True
        others = (file for path, file in self._changed.items() if path != bullet.path)
        return any(bullet.content_hash in self._says(file) for file in others)

    def _still_says(self, bullet: ReadBullet) -> bool:
        if bullet.path not in self._present:
            return False
        changed = self._changed.get(bullet.path)
        return changed is None or bullet.content_hash in self._says(changed)

    def _says(self, file: WorkspaceFile) -> frozenset[str]:
        """Return the statements of a file by their hashes; it is read for that if it was not yet."""
        if file.path not in self._standing:
            reading = self._workspace.read(file)
            said = () if isinstance(reading, LeftOutFile) else reading.memories
            self._standing[file.path] = frozenset(identity_hash(each.text, each.heading) for each in said)
        return self._standing[file.path]
