"""How long the nightly job takes in a large palace, part by part, and how much memory it needs.

    python bench/jobs.py [--memories 100000] [--new 500] [--arrived] [--made-up] [--in FOLDER]

The memories are statements with real words (bench/statements.py); with --made-up they are words that nobody
knows, whose vectors lie between those of the labelled memories: the comparer takes longer over those than
over what people keep. Two nights are measured, each on a copy: first one whose newest memories were compared
when they came in, as `palace add`, an import or an approval does it (a few of them are, and timed; the others
count as compared), then one whose newest nobody compared; with --arrived the first alone. The parts are given
as shares of the whole, and beside the clock stands the processor's time: other programs are not in it.
With --in the palace is kept in a folder, and used again.
"""

import argparse
import resource
import shutil
import sys
import tempfile
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time

from generated import START, generated_palace
from semantic import give_vectors, vectors_between
from statements import told_palace

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.filters import Filters
from palace.domain.jobs import Job
from palace.domain.journal import Actor, Subject
from palace.embedding.semantic_index import SemanticMemories
from palace.services.comparing_arrivals import Arrivals, compare_arrivals
from palace.services.job_plans import Meaning
from palace.services.jobs import begin_run, carry_out
from palace.services.judging_pairs import judge_with
from palace.services.nightly import plan_nightly
from palace.services.pairs_to_judge import Judge
from palace.services.surroundings import Surroundings
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile

DEMANDED_SECONDS, DEMANDED_MEGABYTES = 30.0, 1024.0
AT_ONCE = 5_000
PER_PATTERN = 16
TIMED_ARRIVALS = 8
"""So many of the newest memories are compared one by one, as they come in."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--new", type=int, default=500)
    parser.add_argument("--arrived", action="store_true")
    parser.add_argument("--made-up", action="store_true")
    parser.add_argument("--in", dest="folder", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        path = made_palace(asked.folder or Path(temporary), asked.memories, asked.new, asked.made_up)
        used = Path(temporary) / "used.db"
        for arrived in (True,) if asked.arrived else (True, False):
            shutil.copyfile(path, used)
            with closing(PalaceFile.open(used, clock=lambda: START, new_uid=bootstrap.new_uid)) as palace:
                measure(palace, asked.new, arrived=arrived)
    return 0


def made_palace(folder: Path, memories: int, new: int, made_up: bool) -> Path:
    """Return a palace after a night that compared all but the newest; it is made where it is not there."""
    path = folder / f"{'made-up' if made_up else 'told'}-{memories}-{new}.db"
    if not path.exists():
        # In a process of its own, so that the memory it takes is not counted with what is measured.
        making = get_context("spawn").Process(target=make, args=(path, memories, new, made_up))
        making.start()
        making.join()
    return path


def surroundings_of(settings: Settings) -> Surroundings:
    """Return the surroundings of a job in a made palace."""
    return Surroundings(
        clock=lambda: START, zone=settings.zone_info, rules=settings.rules, new_uid=bootstrap.new_uid
    )


def make(path: Path, memories: int, new: int, made_up: bool) -> None:
    """Make a palace after a night that compared all but the newest."""
    settings = Settings()
    encoder = bootstrap.load_encoder(settings)
    if made_up:
        palace, vectors = generated_palace(path, memories), vectors_between(encoder, memories)
    else:
        palace, vectors = told_palace(path, memories, encoder, PER_PATTERN)
    with closing(palace):
        give_vectors(palace, encoder, vectors)
        count_as_compared(palace, encoder.model_id, new)
        settle(palace, surroundings_of(settings))


def measure(palace: PalaceFile, new: int, *, arrived: bool) -> None:
    """Print what one night takes, part by part; `arrived` where the newest were compared as they came in."""
    settings = Settings()
    surroundings = surroundings_of(settings)
    semantic = SemanticMemories(bootstrap.load_encoder(settings), palace)
    judge = judge_with(bootstrap.load_pair_reader(settings), settings.rules.similarity)
    print(f"{new} new memories that {'were compared as they came in' if arrived else 'nobody compared'}:")
    if arrived:
        compare_on_arrival(palace, surroundings, semantic, judge, new)
    before = megabytes()

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
    planned, planned_cpu = perf_counter() - started, process_time() - worked
    run = carry_out(palace, plan, begun, surroundings, yes=True)
    whole, whole_cpu = perf_counter() - started, process_time() - worked
    peak = megabytes()
    again = timed(Meaning(semantic, judge))
    print(f"{whole:8.2f} s  the whole night with {new} new memories, {whole_cpu:.1f} s of the processor")
    print(f"shares: rules {without / whole:.0%}, pairs {(planned - without) / whole:.0%},", end=" ")
    print(f"writing {(whole - planned) / whole:.0%}; a second night {again / whole:.0%} of the first")
    judged = plan.counts["pairs_judged"]
    each = (1000 * (planned - without) / max(1, judged), 1000 * planned_cpu / max(1, judged))
    if judged:
        print(f"{judged} pairs judged, {each[0]:.1f} ms each, {each[1]:.1f} ms of the processor;", end=" ")
    print(f"{plan.counts['pairs_found']} are put before the person")
    print(f"of the demanded {DEMANDED_SECONDS:.0f} s it takes {whole / DEMANDED_SECONDS:.0%},", end=" ")
    print(f"of the memory {peak / DEMANDED_MEGABYTES:.0%} ({before:.0f} MB before it began)")
    if run.group is not None:
        started = process_time()
        newest = palace.last_undoable(Actor.JOB)
        taken_back = undo(palace, Actor.JOB, None if newest is None else newest.id, leaving_core=True)
        print(f"undone: {len(taken_back)} decisions in {process_time() - started:.2f} s of the processor")


def compare_on_arrival(
    palace: PalaceFile, surroundings: Surroundings, finder: SemanticMemories, judge: Judge, new: int
) -> None:
    """Compare a few of the newest one by one, print what one takes, and let the others count as compared."""
    newest = palace.memory_ids(Filters())[-new:]
    # The first one waits for the model and the vectors to be read.
    compare_arrivals(palace, surroundings, finder, judge, Arrivals(memory_ids=tuple(newest[:1])))
    few = newest[1 : 1 + TIMED_ARRIVALS]
    started, worked = perf_counter(), process_time()
    for memory_id in few:
        compare_arrivals(palace, surroundings, finder, judge, Arrivals(memory_ids=(memory_id,)))
    taken, cpu = perf_counter() - started, process_time() - worked
    each = (1000 * taken / max(1, len(few)), 1000 * cpu / max(1, len(few)))
    print(f"{each[0]:8.0f} ms to compare one as it comes in, {each[1]:.0f} ms of the processor")
    count_as_compared(palace, finder.model_id, 0)


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
