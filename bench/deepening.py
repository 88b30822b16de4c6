"""How long looking for patterns takes, for the newest cases beside every case, in a large palace.

    python bench/deepening.py [--memories 100000] [--whole]

The memories' words are made up; their vectors lie between those of the labelled memories, so that many are
near each other: more patterns than a real palace has. Without `--whole` only the newest cases are compared.
"""

import argparse
import resource
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter

from generated import START, generated_palace
from semantic import give_vectors, vectors_between

from palace import bootstrap
from palace.config.settings import Settings
from palace.embedding.semantic_index import SemanticMemories
from palace.services.deepening import cases_not_looked_at, plan_deepening
from palace.services.meaning_ports import Neighbours
from palace.services.surroundings import Surroundings


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--whole", action="store_true")
    asked = parser.parse_args()
    settings = Settings()
    encoder = bootstrap.load_encoder(settings)
    surroundings = Surroundings(
        clock=lambda: START, zone=settings.zone_info, rules=settings.rules, new_uid=lambda: "lesson"
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(generated_palace(Path(folder) / "palace.db", asked.memories)) as palace,
    ):
        give_vectors(palace, encoder, vectors_between(encoder, asked.memories))
        semantic = SemanticMemories(encoder, palace)

        def timed(neighbours: Neighbours | None, *, every_case: bool = False) -> float:
            started = perf_counter()
            found = plan_deepening(palace, surroundings, neighbours, every_case=every_case)
            taken = perf_counter() - started
            print(f"{taken:8.1f} s  {len(found)} lessons", flush=True)
            return taken

        print("without the model")
        timed(None)
        print(f"the newest cases ({cases_not_looked_at(palace, surroundings)} older ones not compared)")
        newest = timed(semantic)
        if asked.whole:
            print("every case")
            print(f"ratio {timed(semantic, every_case=True) / newest:.1f}")
        print(f"most memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
