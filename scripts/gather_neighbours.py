"""Gathers pairs of memories that lie near each other in a palace, which nearly always can both be true.

    python scripts/gather_neighbours.py     writes *-neighbours.jsonl in models/pairs

Labelled pairs are written to be told apart; among the neighbours in a palace hardly one pair in a hundred is
a conflict. What learns from the former alone takes every second neighbour for one.
"""

import itertools
import json
import sys
from pathlib import Path

from labelled import MORE, rows_of

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.rules import Rules
from palace.services.comparing import PairReader
from palace.services.judging_pairs import FAR_FROM_CORE

PALACES = sorted((Path(__file__).parent.parent / "tests" / "cases").glob("retrieval*/memories.jsonl"))
PAIRS, CORES = MORE / "pairs-neighbours.jsonl", MORE / "p0-neighbours.jsonl"
SAME_MATTER = 0.6
"""From this similarity on two neighbours are held to speak of one matter: compatible, below it unrelated."""


def beside_each_other(reader: PairReader) -> list[dict[str, str]]:
    """Return the memories of each palace that lie near each other."""
    least, found = Rules().similarity.worth_comparing, []
    for palace in PALACES:
        texts = [row["text"] for row in rows_of(palace)]
        for a, b in itertools.combinations(texts, 2):
            if (similarity := reader.similarity(a, b)) >= least:
                label = "compatible" if similarity >= SAME_MATTER else "unrelated"
                found.append({"a": a, "b": b, "label": label})
    return found


def beside_a_core(reader: PairReader) -> list[dict[str, str]]:
    """Return each P0 of the palaces beside all that lies near it and leaves it standing."""
    found = []
    for palace in PALACES:
        memories = rows_of(palace)
        for core in (memory for memory in memories if memory["priority"] == "P0"):
            for memory in memories:
                p0, new = core["text"], memory["text"]
                if memory is not core and reader.similarity(p0, new) >= FAR_FROM_CORE:
                    found.append({"p0": p0, "new": new, "label": "unrelated"})
    return found


def main() -> int:
    reader = bootstrap.load_pair_reader(Settings())
    for target, rows in ((PAIRS, beside_each_other(reader)), (CORES, beside_a_core(reader))):
        lines = [
            json.dumps({"id": f"neighbour-{number:04}", **row}, ensure_ascii=False)
            for number, row in enumerate(rows, 1)
        ]
        target.write_text("\n".join(lines) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
