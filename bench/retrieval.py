"""How well search finds, on labelled questions: the real model, the real database, the real service.

    python bench/retrieval.py --memories M.jsonl --queries Q.jsonl [--json] [--words-only] [--without PART …]

M holds {"id", "text"} and any field of a record (wing, kind, priority, created …), Q holds {"id", "query",
"relevant": [{"id", "grade"}], "type"}. Questions without an answer ("relevant": []) are told apart. Since
they are few, it is also told how often something would be called a match if the answers were not there.

Of a question with several answers, recall@5 is the share of all of them among the first five, best@5 that of
those with the highest grade, capped@5 that of what five places can hold, hit@5 whether there is one at all.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any
from unittest.mock import patch

from ranking_measures import (
    area_under_curve,
    best_recall,
    capped_recall,
    hit_rate,
    ndcg,
    recall,
    reciprocal_rank,
)

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.errors import PalaceError
from palace.domain.filters import parse_query
from palace.domain.journal import Actor
from palace.services.embedding import embed_missing
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.services.records import import_records
from palace.services.search import Answer, search
from palace.services.surroundings import Surroundings
from palace.storage import word_alternatives

DEPTH = 10
ASKED_AT = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)
"""The day to which relative dates in the questions refer."""

MEASURES = (
    *("recall@1", "recall@5", "recall@10", "best@5", "capped@5", "hit@5"),
    *("mrr", "ndcg@10"),
)

PARTS = {
    "reading": {"reading_weight": 0.0, "read_closely": 0},
    "alike": {"alike_weight": 0.0},
    "coverage": {"coverage_weight": 0.0},
    "dates": {"dated_weight": 0.0},
    "weight": {"weight_influence": 0.0},
    "dictionary": {},
    "meaning": {},
}
"""What can be left out, to see what it gives: the rules that leave it out.

The wide dictionary is left out where words are looked for, meaning by asking without the model.
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, what should be found (id and grade), and what was."""

    kind: str
    grades: Mapping[str, int]
    answer: Answer

    @property
    def found(self) -> list[str]:
        """The ids of what was found, best first."""
        return [hit.memory.uid for hit in self.answer.hits[:DEPTH]]

    @property
    def called_found(self) -> bool:
        """Whether at least one hit is called a match."""
        return any(not hit.weak for hit in self.answer.hits[:DEPTH])

    @property
    def called_found_without_its_answers(self) -> bool:
        """Whether something would still be called a match if the palace held none of the answers."""
        return any(not hit.weak for hit in self.answer.hits if hit.memory.uid not in self.grades)

    def confidence(self, *, without_answers: bool = False) -> float:
        """Return how sure it is that the first hit answers, or the first that is no right answer."""
        for hit in self.answer.hits:
            if not (without_answers and hit.memory.uid in self.grades):
                return hit.ranked.match_confidence or 0.0
        return 0.0

    def measures(self) -> dict[str, float]:
        """Return every measure of this question."""
        found, grades = self.found, self.grades
        values = (
            *(recall(found, grades, depth) for depth in (1, 5, 10)),
            *(measured(found, grades, 5) for measured in (best_recall, capped_recall, hit_rate)),
            reciprocal_rank(found, grades),
            ndcg(found, grades, DEPTH),
        )
        return dict(zip(MEASURES, values, strict=True))


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a JSONL file; raises SystemExit naming file and line."""
    objects = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            try:
                objects.append(json.loads(line))
            except ValueError as error:
                sys.exit(f"{path}:{number}: not JSON: {error}")
    return objects


def record_of(line: Mapping[str, Any]) -> dict[str, object]:
    """Return the record of a line of the memory file: its `id` is the uid, `created` the instant."""
    record = {name: value for name, value in line.items() if name not in {"id", "created"}}
    record["uid"] = str(line["id"])
    if "created" in line:
        record["recorded_at"] = line["created"]
    return record


def ask(
    palace: Palace,
    surroundings: Surroundings,
    semantic: SemanticIndex | None,
    lines: Iterable[dict[str, Any]],
) -> list[Asked]:
    """Ask every question and keep what was found."""
    return [
        Asked(
            kind=line.get("type", "all"),
            grades={str(relevant["id"]): relevant.get("grade", 1) for relevant in line["relevant"]},
            answer=search(
                palace,
                parse_query(line["query"]),
                surroundings,
                semantic,
                limit=DEPTH + len(line["relevant"]),
            ),
        )
        for line in lines
    ]


def summary(asked: Sequence[Asked]) -> dict[str, object]:
    """Return the measures by type and overall, and how honest “nothing close” was."""
    answerable = [each for each in asked if each.grades]
    unanswerable = [each for each in asked if not each.grades]
    kinds = dict.fromkeys(each.kind for each in answerable)
    by_kind = {kind: means([each for each in answerable if each.kind == kind]) for kind in sorted(kinds)}
    took = sorted(each.answer.took_ms for each in asked)
    return {
        "questions": len(asked),
        "types": by_kind,
        "overall": means(answerable),
        "no_answer": {
            "n": len(unanswerable),
            "false_hit_rate": share(each.called_found for each in unanswerable),
        },
        "answers_taken_away": {
            "n": len(answerable),
            "false_hit_rate": share(each.called_found_without_its_answers for each in answerable),
        },
        "confidence_auc": {
            name: round(area_under_curve([each.confidence() for each in answerable], others), 4)
            for name, others in (
                ("no_answer", [each.confidence() for each in unanswerable]),
                ("answers_taken_away", [each.confidence(without_answers=True) for each in answerable]),
            )
        },
        "answerable_called_weak": share(not each.called_found for each in answerable),
        "took_ms": {
            "p50": round(statistics.median(took), 1),
            "p95": round(took[int(0.95 * (len(took) - 1))], 1),
        },
    }


def means(asked: Sequence[Asked]) -> dict[str, float]:
    """Return the number of questions and the mean of every measure over them."""
    rows = [each.measures() for each in asked]
    return {"n": len(rows)} | {
        name: round(statistics.fmean(row[name] for row in rows), 4) if rows else 0.0 for name in MEASURES
    }


def share(truths: Iterable[bool]) -> float | None:
    """Return the share of True, None of nothing."""
    counted = list(truths)
    return round(sum(counted) / len(counted), 4) if counted else None


@dataclass(frozen=True, slots=True)
class Run:
    """All questions of a set asked of one palace: how many memories it held, the model, the answers."""

    memories: int
    model: str | None
    embedding_s: float
    asked: Sequence[Asked]


def run_of(memories: Path, queries: Path, *, words_only: bool, without: Sequence[str] = ()) -> Run:
    """Ask all questions of one set in a temporary palace, some `PARTS` left out."""
    settings = Settings()
    surroundings = replace(bootstrap.surroundings(settings), clock=lambda: ASKED_AT, zone=UTC)
    changed: dict[str, Any] = {name: value for part in without for name, value in PARTS[part].items()}
    rules = replace(surroundings.rules, search=replace(surroundings.rules.search, **changed))
    surroundings = replace(surroundings, rules=rules)
    with tempfile.TemporaryDirectory() as folder:
        palace = bootstrap.create_palace(Path(folder) / "palace.db", settings)
        try:
            lines = read_lines(memories)
            imported = import_records(palace, map(record_of, lines), surroundings, Actor.PERSON)
            for place, error in imported.failed:
                sys.exit(f"{memories}: record {place + 1}: {error.message}")
            started = perf_counter()
            semantic = None
            if not words_only and "meaning" not in without:
                embed_missing(palace, bootstrap.load_encoder(settings), Actor.PERSON)
                semantic = bootstrap.load_semantic(palace, settings)
            embedded = perf_counter() - started
            with _dictionary(without):
                asked = ask(palace, surroundings, semantic, read_lines(queries))
        finally:
            palace.close()
    return Run(len(lines), semantic.model_id if semantic else None, round(embedded, 1), asked)


def _dictionary(without: Sequence[str]) -> AbstractContextManager[object]:
    """Return what keeps the wide dictionary from search while it lasts, or what does nothing."""
    if "dictionary" not in without:
        return nullcontext()
    return patch.object(word_alternatives, "further_words_in", lambda question: iter(()))


def measure(
    memories: Path, queries: Path, *, words_only: bool, without: Sequence[str] = ()
) -> dict[str, object]:
    """Return the whole measurement of one set."""
    run = run_of(memories, queries, words_only=words_only, without=without)
    return {
        "memories": run.memories,
        "model": run.model,
        "embedding_s": run.embedding_s,
        **summary(run.asked),
    }


def table(measured: Mapping[str, Any]) -> str:
    """Return a measurement as a table for people."""
    lines = [
        f"{measured['memories']} memories, {measured['questions']} questions, "
        f"{measured['model'] or 'words only'}; "
        f"p50 {measured['took_ms']['p50']} ms, p95 {measured['took_ms']['p95']} ms a question",
        f"{'type':12} {'n':>4} " + " ".join(f"{name:>9}" for name in MEASURES),
    ]
    for kind, row in [*measured["types"].items(), ("overall", measured["overall"])]:
        lines.append(f"{kind:12} {row['n']:4} " + " ".join(f"{row[name]:9.3f}" for name in MEASURES))
    for name, title in (("no_answer", "no answer"), ("answers_taken_away", "taken away")):
        if measured[name]["n"]:
            rate = measured[name]["false_hit_rate"]
            auc = measured["confidence_auc"][name]
            lines.append(f"{title:12} {measured[name]['n']:4} false-hit rate {rate:.3f}, AUC {auc:.3f}")
    if measured["answerable_called_weak"] is not None:
        lines.append(f"answerable questions called weak: {measured['answerable_called_weak']:.3f}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--memories", type=Path, required=True, help="JSONL file of memories")
    parser.add_argument("--queries", type=Path, required=True, help="JSONL file of labelled questions")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--words-only", action="store_true", help="search without the model")
    parser.add_argument(
        "--without", nargs="+", default=(), choices=PARTS, metavar="PART", help=f"any of {', '.join(PARTS)}"
    )
    arguments = parser.parse_args()
    try:
        measured = measure(
            arguments.memories,
            arguments.queries,
            words_only=arguments.words_only,
            without=arguments.without,
        )
    except (PalaceError, OSError) as error:
        sys.exit(str(error))
    print(json.dumps(measured, ensure_ascii=False) if arguments.json else table(measured))


if __name__ == "__main__":
    main()
