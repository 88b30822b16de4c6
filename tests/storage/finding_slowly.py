"""A process that looks for pairs in small blocks and tells after each; run by a test, which may kill it."""

import os
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from palace.domain.conflict import Relation
from palace.domain.filters import Filters
from palace.domain.identifiers import uuid7
from palace.domain.rules import Rules
from palace.domain.vocabulary import Axis
from palace.services.finding_pairs import compare_candidates, compare_memories
from palace.services.meaning_ports import Reach, SemanticHit
from palace.services.pairs_to_judge import Judged, PairsFound, PairToJudge
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

NOW = datetime(2026, 5, 15, 4, tzinfo=UTC)
MODEL = "model-of-the-test"


class AllAlike:
    """Finds every memory equally near."""

    model_id = MODEL

    def __init__(self, palace: PalaceFile) -> None:
        self._palace = palace

    def alike_texts(self, texts: Sequence[str], reaches: Sequence[Reach]) -> list[list[SemanticHit]]:
        return [[SemanticHit(each, 0.8) for each in self._palace.memory_ids(Filters())] for _ in texts]

    def alike(
        self, memory_ids: Sequence[int], filters: Filters, limit: int, at_least: float = 0.0
    ) -> Mapping[int, Sequence[SemanticHit]]:
        live = self._palace.memory_ids(filters)
        return {one: [SemanticHit(other, 0.8) for other in live if other != one] for one in memory_ids}


def same_subject(pair: PairToJudge) -> Judged:
    """Take two texts that begin with the same word for a conflict."""
    if pair.left.text.split()[0] == pair.right.text.split()[0]:
        return Judged(Relation.CONFLICT, Axis.NUMBER)
    return Judged(Relation.UNRELATED)


def find(path: Path) -> PairsFound:
    """Compare everything that waits, telling after each block."""

    def new_uid() -> str:
        return uuid7(NOW, os.urandom(10))

    def told(found: PairsFound) -> bool:
        print(found.compared, flush=True)
        return True

    around = Surroundings(clock=lambda: NOW, zone=ZoneInfo("Asia/Shanghai"), rules=Rules(), new_uid=new_uid)
    with PalaceFile.open(path, clock=lambda: NOW, new_uid=new_uid) as palace:
        found = PairsFound()
        finder = AllAlike(palace)
        compare_candidates(palace, around, finder, same_subject, told, found=found, block=2)
        return compare_memories(palace, around, finder, same_subject, told, found=found, block=2)


if __name__ == "__main__":
    find(Path(sys.argv[1]))
