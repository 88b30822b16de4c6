"""The labelled pairs and newcomers: what the comparer reaches on them, and what it must never do."""

import json
from pathlib import Path

import pytest

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.conflict import Relation
from palace.embedding.pair_reading import PairReading
from palace.i18n.catalog import LANGUAGES, texts_of
from palace.services.comparing import compare_newcomer, compare_texts
from palace.text.comparison.comparison import Comparison

CASES = Path(__file__).parent.parent / "cases"


def rows_of(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def reader() -> PairReading:
    return bootstrap.load_pair_reader(Settings())


@pytest.fixture(scope="module")
def judged(reader: PairReading) -> dict[str, list[tuple[dict[str, str], Comparison]]]:
    names = ("pairs.jsonl", "pairs-own.jsonl", "pairs-more.jsonl", "pairs-fresh.jsonl")
    return {
        name: [(row, compare_texts(row["a"], row["b"], reader)) for row in rows_of(name)] for name in names
    }


@pytest.fixture(scope="module")
def judged_newcomers(reader: PairReading) -> dict[str, list[tuple[dict[str, str], Comparison]]]:
    return {
        name: [(row, compare_newcomer(row["p0"], row["new"], reader)) for row in rows_of(name)]
        for name in ("p0.jsonl", "p0-own.jsonl")
    }


@pytest.mark.parametrize(
    ("name", "five_way", "recall", "precision"),
    [
        ("pairs.jsonl", 0.83, 0.88, 0.86),
        ("pairs-own.jsonl", 0.80, 0.88, 0.75),
        ("pairs-more.jsonl", 0.80, 0.80, 0.85),
        ("pairs-fresh.jsonl", 0.74, 0.74, 0.72),
    ],
)
def test_the_labelled_pairs_are_told_apart(
    judged: dict[str, list[tuple[dict[str, str], Comparison]]],
    name: str,
    five_way: float,
    recall: float,
    precision: float,
) -> None:
    pairs = judged[name]
    right = sum(row["label"] == compared.relation for row, compared in pairs)
    told = [row for row, compared in pairs if compared.relation is Relation.CONFLICT]
    found = sum(row["label"] == Relation.CONFLICT for row in told)
    assert right / len(pairs) >= five_way
    assert found / sum(row["label"] == Relation.CONFLICT for row, _ in pairs) >= recall
    assert found / len(told) >= precision


def test_no_labelled_pair_is_merged_wrongly_without_asking(
    judged: dict[str, list[tuple[dict[str, str], Comparison]]],
) -> None:
    merged = [row for pairs in judged.values() for row, one in pairs if one.merge_without_asking]
    assert merged
    assert {row["label"] for row in merged} == {"duplicate"}


def test_the_axis_and_the_newer_side_of_found_conflicts_are_mostly_right(
    judged: dict[str, list[tuple[dict[str, str], Comparison]]],
) -> None:
    found = [
        (row, one)
        for name in ("pairs.jsonl", "pairs-own.jsonl")
        for row, one in judged[name]
        if row["label"] == one.relation == Relation.CONFLICT
    ]
    assert sum(row["axis"] == one.axis for row, one in found) / len(found) >= 0.85
    assert sum(row["newer"] == one.newer for row, one in found) / len(found) >= 0.9


@pytest.mark.parametrize(
    ("name", "recall", "precision"), [("p0.jsonl", 0.95, 0.80), ("p0-own.jsonl", 0.85, 0.80)]
)
def test_newcomers_that_break_a_p0_are_found(
    judged_newcomers: dict[str, list[tuple[dict[str, str], Comparison]]],
    name: str,
    recall: float,
    precision: float,
) -> None:
    newcomers = judged_newcomers[name]
    told = [row for row, compared in newcomers if compared.relation is Relation.CONFLICT]
    right = sum(row["label"] == "contradicts" for row in told)
    assert right / sum(row["label"] == "contradicts" for row, _ in newcomers) >= recall
    assert right / len(told) >= precision


def test_every_pair_is_judged_alike_in_both_orders(
    reader: PairReading, judged: dict[str, list[tuple[dict[str, str], Comparison]]]
) -> None:
    pairs = judged["pairs-own.jsonl"][:120]
    turned = [compare_texts(row["b"], row["a"], reader).relation for row, _ in pairs]
    same = sum(one.relation is other for (_, one), other in zip(pairs, turned, strict=True))
    assert same / len(pairs) >= 0.95


def test_every_rule_that_gave_a_reason_has_its_words_in_both_languages(
    judged: dict[str, list[tuple[dict[str, str], Comparison]]],
    judged_newcomers: dict[str, list[tuple[dict[str, str], Comparison]]],
) -> None:
    made = [one for pairs in (*judged.values(), *judged_newcomers.values()) for _, one in pairs]
    rules = {finding.rule for one in made for finding in one.reasons}
    for language in LANGUAGES:
        told = texts_of(language)
        assert {rule for rule in rules if f"compare.rule.{rule}" not in told} == set()


def test_the_parts_that_reasons_point_at_stand_in_the_texts(
    judged: dict[str, list[tuple[dict[str, str], Comparison]]],
) -> None:
    for pairs in judged.values():
        for row, one in pairs:
            assert one.reasons
            for finding in one.reasons:
                for text, span in ((row["a"], finding.a), (row["b"], finding.b)):
                    assert span is None or 0 <= span[0] < span[1] <= len(text)
