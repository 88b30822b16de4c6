"""Gathers pairs of memories that lie near each other in a palace, which nearly always can both be true.

    python scripts/gather_neighbours.py     writes models/pairs/pairs-neighbours.jsonl

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

PALACES = sorted((Path(__file__).parent.parent / "tests" / "cases").glob("retrieval*/memories.jsonl"))
TARGET = MORE / "pairs-neighbours.jsonl"
SAME_MATTER = 0.6
"""From this similarity on two neighbours are held to speak of one matter: compatible, below it unrelated."""


def main() -> int:
    reader = bootstrap.load_pair_reader(Settings())
    least = Rules().similarity.worth_comparing
    lines = []
    for palace in PALACES:
        texts = [row["text"] for row in rows_of(palace)]
        for a, b in itertools.combinations(texts, 2):
            if (similarity := reader.similarity(a, b)) >= least:
                label = "compatible" if similarity >= SAME_MATTER else "unrelated"
                lines.append({"id": f"neighbour-{len(lines) + 1:04}", "a": a, "b": b, "label": label})
    TARGET.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
