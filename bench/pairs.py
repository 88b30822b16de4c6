"""How well pairs of statements are told apart, on labelled pairs, and how long a comparison takes.

    python bench/pairs.py [FILE …] [--p0 FILE …] [--notes] [--wrong]

Without files the pairs of tests/cases are judged. Per file: the confusion table, precision and recall of
conflicts, hits per axis, per language and per note, and what would be merged wrongly without asking.
`--wrong` prints the ids of the pairs that are judged wrongly. The weights were learned on the pairs of
tests/cases, so the figures there are too good; scripts/train_comparer.py prints cross-validated ones.
"""

import argparse
import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.conflict import Relation
from palace.services.comparing import PairReader, compare_newcomer, compare_texts
from palace.text.comparison.comparison import Comparison

CASES = Path(__file__).parent.parent / "tests" / "cases"
PAIRS = ("pairs.jsonl", "pairs-own.jsonl")
P0 = ("p0.jsonl",)
ORDER = tuple(Relation)


def rows_of(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "  –  "


def conflict_figures(wanted: Sequence[str], got: Sequence[str]) -> str:
    both = sum(w == g == Relation.CONFLICT for w, g in zip(wanted, got, strict=True))
    return (
        f"conflict recall {share(both, wanted.count(Relation.CONFLICT))}"
        f" precision {share(both, got.count(Relation.CONFLICT))}"
    )


def kind_of_note(note: str) -> str:
    """Return the trap that a note names: what stands before its first mark."""
    for mark in (":", ";", ","):
        note = note.partition(mark)[0]
    return note.strip()[:28]


def breakdown(title: str, keys: Iterable[str], hits: Sequence[bool]) -> None:
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for key, hit in zip(keys, hits, strict=True):
        total[key] += 1
        right[key] += hit
    parts = [f"{key} {right[key]}/{count}" for key, count in total.most_common()]
    print(f"  {title}: " + ", ".join(parts))


def judge_pairs(path: Path, reader: PairReader, notes: bool, wrong: bool) -> None:
    rows = rows_of(path)
    made: list[Comparison] = [compare_texts(row["a"], row["b"], reader) for row in rows]
    wanted = [row["label"] for row in rows]
    got = [str(one.relation) for one in made]
    hits = [w == g for w, g in zip(wanted, got, strict=True)]
    print(
        f"{path.name}: {len(rows)} pairs, five-way {share(sum(hits), len(hits))},"
        f" {conflict_figures(wanted, got)}"
    )
    print("  " + " " * 12 + "".join(f"{name:>12}" for name in ORDER))
    for name in ORDER:
        counts = [sum(w == name and g == other for w, g in zip(wanted, got, strict=True)) for other in ORDER]
        print(f"  {name:12}" + "".join(f"{count:12}" for count in counts))
    conflicts = [place for place, name in enumerate(wanted) if name == Relation.CONFLICT]
    breakdown("found per axis", [rows[at]["axis"] for at in conflicts], [hits[at] for at in conflicts])
    found = [at for at in conflicts if hits[at]]
    right_axis = sum(made[at].axis == rows[at]["axis"] for at in found)
    right_newer = sum(made[at].newer == rows[at]["newer"] for at in found)
    print(
        f"  of {len(found)} found: axis right {share(right_axis, len(found))},"
        f" newer right {share(right_newer, len(found))}"
    )
    breakdown("per language", [row["lang"] for row in rows], hits)
    merged = [at for at, one in enumerate(made) if one.merge_without_asking]
    errors = [at for at in merged if wanted[at] != Relation.DUPLICATE]
    print(f"  merged without asking: {len(merged)}, wrongly {len(errors)}")
    if notes:
        breakdown("per note", [kind_of_note(row["note"]) for row in rows], hits)
    if wrong:
        for row, one, hit in zip(rows, made, hits, strict=True):
            if not hit:
                print(f"  {row['id']} {row['label']} -> {one.relation}")


def judge_p0(path: Path, reader: PairReader, wrong: bool) -> None:
    rows = rows_of(path)
    made = [compare_newcomer(row["p0"], row["new"], reader) for row in rows]
    wanted = [row["label"] == "contradicts" for row in rows]
    got = [one.relation is Relation.CONFLICT for one in made]
    both = sum(w and g for w, g in zip(wanted, got, strict=True))
    print(
        f"{path.name}: {len(rows)} newcomers, contradiction recall {share(both, sum(wanted))}"
        f" precision {share(both, sum(got))}"
    )
    breakdown(
        "right per label", [row["label"] for row in rows], [w == g for w, g in zip(wanted, got, strict=True)]
    )
    if wrong:
        for row, w, g in zip(rows, wanted, got, strict=True):
            if w != g:
                print(f"  {row['id']} {row['label']} -> {'contradicts' if g else 'no'}")


def time_pairs(path: Path, reader: PairReader, rounds: int) -> None:
    """Print the time of a comparison: the rules alone, with texts that were read and numbers given."""
    from palace.text.comparison.judging import compare

    rows = rows_of(path)
    given = [
        (row["a"], row["b"], reader.similarity(row["a"], row["b"]), reader.likeness(row["a"], row["b"]))
        for row in rows
    ]
    taken = []
    for _ in range(rounds):
        started = perf_counter()
        for a, b, similarity, likeness in given:
            compare(a, b, similarity, likeness)
        taken.append((perf_counter() - started) * 1000 / len(given))
    print(f"rules alone: {statistics.median(taken):.2f} ms a pair, best {min(taken):.2f} ({rounds} rounds)")
    started = perf_counter()
    for a, b, similarity, likeness in given:
        compare(f"{a} ", f"{b} ", similarity, likeness)
    print(f"with texts not read before: {(perf_counter() - started) * 1000 / len(given):.2f} ms a pair")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pairs", nargs="*", type=Path)
    parser.add_argument("--p0", nargs="*", type=Path, default=[])
    parser.add_argument("--notes", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    reader = bootstrap.load_pair_reader(Settings())
    named = bool(asked.pairs or asked.p0)
    pairs = asked.pairs if named else [CASES / name for name in PAIRS]
    for path in pairs:
        judge_pairs(path, reader, asked.notes, asked.wrong)
    for path in asked.p0 if named else [CASES / name for name in P0]:
        judge_p0(path, reader, asked.wrong)
    if pairs:
        time_pairs(pairs[0], reader, asked.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
