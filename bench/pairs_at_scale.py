"""Finding pairs in a palace of 100,000 memories: time and memory of the search, and of judging.

    python bench/pairs_at_scale.py [--memories 100000] [--blocks 8] [--whole] [--made-up] [--in FOLDER]

The memories are statements with real words (bench/statements.py); with --made-up they are words that nobody
knows, whose vectors lie between those of the labelled memories (bench/semantic.py). The palace is the one of
bench/jobs.py, and kept with --in. Measured is what a full run does: the nearest of each memory in blocks of
512, then the pairs that are worth comparing. Without --whole some blocks are looked at and the rest is
projected. How many pairs a second are judged is measured twice: on the pairs found, and on pairs of the
labelled memories that are as similar. What an added memory costs is the search for what is near to one alone.
"""

import argparse
import resource
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from itertools import combinations
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from embedding import texts_of
from generated import START
from jobs import made_palace

from palace.config.paths import bundled
from palace.domain.filters import Filters
from palace.domain.memory import Memory
from palace.domain.rules import Rules
from palace.domain.vocabulary import Wing
from palace.embedding.encoder import OnnxEncoder
from palace.embedding.geometry import vectors_of
from palace.embedding.pair_network import read_pair_network
from palace.embedding.pair_reading import PairReading
from palace.embedding.semantic_index import SemanticMemories
from palace.services.judging_pairs import judge_with
from palace.services.near_pairs import NEIGHBOURS_COMPARED, SEARCHED_AT_ONCE
from palace.services.pairs_to_judge import PairToJudge
from palace.storage.palace_file import PalaceFile

RULES = Rules().similarity
JUDGED = 200
"""So many pairs of either sort are judged."""

NEW, ADDED = 500, 40
"""The newest memories that no night has compared, and how many of them are looked for alone."""

MODEL = bundled("models/multilingual-e5-small")


def megabytes() -> float:
    """Return the most memory that this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--made-up", action="store_true")
    parser.add_argument("--in", dest="folder", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        path = made_palace(asked.folder or Path(temporary), asked.memories, NEW, asked.made_up)
        encoder = OnnxEncoder.load(MODEL)
        with closing(PalaceFile.open(path, clock=lambda: START, new_uid=lambda: "bench")) as palace:
            measure(palace, encoder, asked.memories, None if asked.whole else asked.blocks)
    return 0


def measure(palace: PalaceFile, encoder: OnnxEncoder, count: int, most_blocks: int | None) -> None:
    before = megabytes()
    index = SemanticMemories(encoder, palace)
    started = perf_counter()
    index.alike([1], Filters(), 1)
    print(f"{count:,} memories: vectors read in {perf_counter() - started:.1f} s (process {before:.0f} MB)")
    ids = sorted(palace.memory_ids(Filters()))
    blocks = [ids[start : start + SEARCHED_AT_ONCE] for start in range(0, len(ids), SEARCHED_AT_ONCE)]
    chosen = blocks if most_blocks is None else blocks[:: max(1, len(blocks) // most_blocks)]
    pairs: dict[tuple[int, int], float] = {}
    taken: list[float] = []
    worked: list[float] = []
    for place, block in enumerate(chosen):
        started, begun = perf_counter(), process_time()
        near = index.alike(block, Filters(), NEIGHBOURS_COMPARED, RULES.worth_comparing)
        taken.append(perf_counter() - started)
        worked.append(process_time() - begun)
        for memory_id, hits in near.items():
            for hit in hits:
                one, other = sorted((memory_id, hit.memory_id))
                pairs[one, other] = hit.similarity
        if place % 20 == 19:
            print(f"  {place + 1} of {len(chosen)} blocks", file=sys.stderr)
    share = len(chosen) / len(blocks)
    pairs_in_all = len(pairs) / share
    search = sum(taken) / share
    alone: list[float] = []
    for memory_id in ids[-ADDED:]:
        started = process_time()
        index.alike([memory_id], Filters(), NEIGHBOURS_COMPARED, RULES.worth_comparing)
        alone.append(1000 * (process_time() - started))
    print(
        f"  neighbours: {np.median(taken):.2f} s a block of {SEARCHED_AT_ONCE} (best {min(taken):.2f}),"
        f" {search / 60:.1f} min for all {'' if share == 1 else '(projected) '}·"
        f" {len(pairs) / (share * count):.1f} pairs a memory · most memory {megabytes():.0f} MB"
    )
    print(f"  all neighbours take {sum(worked) / share:.0f} s of the processor,", end=" ")
    print(f"those of one added memory {np.median(alone):.1f} ms (best {min(alone):.1f})")
    for name, judged in (("found", found_pairs(palace, pairs)), ("labelled", labelled(encoder))):
        judge = judge_with(PairReading(encoder, read_pair_network(encoder.folder)), RULES)
        started = process_time()
        for pair in judged:
            judge(pair)
        rate = len(judged) / (process_time() - started)
        print(
            f"  {name} pairs: {rate:.0f} judged a second of one core: {pairs_in_all:,.0f} pairs take"
            f" {pairs_in_all / rate / 60:.0f} min"
        )
    print(f"  most memory {megabytes():.0f} MB")


def found_pairs(palace: PalaceFile, pairs: dict[tuple[int, int], float]) -> list[PairToJudge]:
    """Return some of the pairs that were found."""
    step = max(1, len(pairs) // JUDGED)
    chosen = list(pairs.items())[::step][:JUDGED]
    wanted = sorted({memory_id for pair, _ in chosen for memory_id in pair})
    memories = {memory.id: memory for memory in palace.memories(wanted)}
    return [PairToJudge(memories[one], memories[other], found) for (one, other), found in chosen]


def labelled(encoder: OnnxEncoder) -> list[PairToJudge]:
    """Return the pairs of labelled memories that are worth comparing, grouped by their first."""
    texts = texts_of("memories.jsonl", "text")
    plane = encoder.geometry.passage
    made = encoder.embed_passages(texts)
    comparable = plane.comparable(vectors_of([each.vector for each in made], encoder.dimension))
    found = encoder.folder.symmetric.similarity((comparable @ comparable.T).ravel())
    memories = [_memory(number, text) for number, text in enumerate(texts)]
    worth = [
        PairToJudge(memories[one], memories[other], found[one * len(texts) + other])
        for one, other in combinations(range(len(texts)), 2)
        if found[one * len(texts) + other] >= RULES.worth_comparing
    ]
    return _spread(worth)


def _memory(number: int, text: str) -> Memory:
    return Memory(id=number + 1, uid=str(number), text=text, wing=Wing.KNOWLEDGE, recorded_at=START)


def _spread(pairs: Sequence[PairToJudge]) -> list[PairToJudge]:
    return list(pairs[:: max(1, len(pairs) // JUDGED)][:JUDGED])


if __name__ == "__main__":
    sys.exit(main())
