"""How long the nightly job takes in a large palace, part by part, and how much memory it needs.

    python bench/jobs.py [--memories 100000] [--new 500]

The memories' words are made up and their vectors lie between those of the labelled memories. All but the
newest count as compared already, as after any night; the parts are given as shares of the whole, since the
seconds are those of the machine. Made-up words take the comparer several times as long as real statements do,
and every new memory has as many neighbours as are looked at: the share of the pairs is an upper bound.
"""

import argparse
import resource
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter, process_time

from generated import START, generated_palace
from semantic import give_vectors, vectors_between

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.filters import Filters
from palace.domain.jobs import Job
from palace.domain.journal import Actor, Subject
from palace.embedding.semantic_index import SemanticMemories
from palace.services.job_plans import Meaning
from palace.services.jobs import begin_run, carry_out
from palace.services.judging_pairs import judge_with
from palace.services.nightly import plan_nightly
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile

DEMANDED_SECONDS, DEMANDED_MEGABYTES = 30.0, 1024.0
AT_ONCE = 5_000


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--new", type=int, default=500)
    asked = parser.parse_args()
    settings = Settings()
    encoder = bootstrap.load_encoder(settings)
    surroundings = Surroundings(
        clock=lambda: START, zone=settings.zone_info, rules=settings.rules, new_uid=bootstrap.new_uid
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(generated_palace(Path(folder) / "palace.db", asked.memories)) as palace,
    ):
        give_vectors(palace, encoder, vectors_between(encoder, asked.memories))
        count_as_compared(palace, encoder.model_id, asked.new)
        settle(palace, surroundings)
        made = megabytes()
        semantic = SemanticMemories(encoder, palace)
        judge = judge_with(bootstrap.load_pair_reader(settings), settings.rules.similarity)

        def timed(meaning: Meaning) -> float:
            started = perf_counter()
            plan = plan_nightly(palace, surroundings, meaning)
            taken = perf_counter() - started
            told = ", ".join(f"{name} {count}" for name, count in plan.counts.items() if count)
            print(f"{taken:8.2f} s  plan: {told}", flush=True)
            return taken

        without = timed(Meaning())
        started, worked = perf_counter(), process_time()
        begun = begin_run(palace, Job.NIGHTLY, surroundings)
        plan = plan_nightly(palace, surroundings, Meaning(semantic, judge))
        planned, worked = perf_counter() - started, process_time() - worked
        carry_out(palace, plan, begun, surroundings, yes=True)
        whole = perf_counter() - started
        again = timed(Meaning(semantic, judge))
        print(f"{whole:8.2f} s  the whole night with {asked.new} new memories")
        print(f"shares: rules {without / whole:.0%}, pairs {(planned - without) / whole:.0%},", end=" ")
        print(f"writing {(whole - planned) / whole:.0%}; a second night {again / whole:.0%} of the first")
        judged = plan.counts["pairs_judged"]
        each = (1000 * (planned - without) / max(1, judged), 1000 * worked / max(1, judged))
        print(f"{judged} pairs judged, {each[0]:.1f} ms each, {each[1]:.1f} ms of the processor")
        print(f"of the demanded {DEMANDED_SECONDS:.0f} s it takes {whole / DEMANDED_SECONDS:.0%},", end=" ")
        print(f"of the memory {megabytes() / DEMANDED_MEGABYTES:.0%} ({made:.0f} MB before it began)")
    return 0


def settle(palace: PalaceFile, surroundings: Surroundings) -> None:
    """Let one night pass: made-up bands and ages are not those of a palace in use."""
    begun = begin_run(palace, Job.NIGHTLY, surroundings)
    carry_out(palace, plan_nightly(palace, surroundings, Meaning()), begun, surroundings, yes=True)


def count_as_compared(palace: PalaceFile, model_id: str, new: int) -> None:
    """Let all memories but the newest count as compared."""
    ids = palace.memory_ids(Filters())[: -new or None]
    for start in range(0, len(ids), AT_ONCE):
        memories = palace.memories(ids[start : start + AT_ONCE])
        with palace.unit_of_work(Actor.JOB) as work:
            sides = [(memory.id, memory.content_hash) for memory in memories]
            work.mark_compared(Subject.MEMORY, sides, model_id)


def megabytes() -> float:
    """Return the most memory that this process ever needed."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    raise SystemExit(main())
