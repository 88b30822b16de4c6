"""The memories of scripts/sample: their words, their times, their use, and what a person finds in them."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

import pytest

from palace.domain.bands import band_after, may_be_hot, rendered_lines
from palace.domain.memory import Memory, is_protected
from palace.domain.rules import Rules
from palace.domain.vocabulary import Band, Kind, Layer, Priority, SourceKind, Status, Wing, layer_for
from palace.exchange.flags import flags_of
from palace.text.normalise import content_hash

if TYPE_CHECKING:
    from scripts.sample_content import Sample, ToldMemory

RULES = Rules()
SLEEP_QUESTION = "用户的作息习惯"
SLEEP = ("zx-sleep-target", "zx-rises-about-nine", "zx-in-bed-versus-asleep")
PRINCIPLES = ("zx-make-it-simple", "al-be-careful", "zx-think-of-reader", "st-communication-matters")
BOUND_KINDS = {Kind.FAILURE, Kind.DECISION, Kind.SKILL, Kind.CORRECTION}

_HAN = re.compile(r"[\u4e00-\u9fff]")


def _having(sample: Sample, status: Status) -> list[ToldMemory]:
    return [told for told in sample.memories.values() if told.memory.status is status]


def test_about_240_memories_fill_the_bands_as_a_used_palace_does(sample: Sample) -> None:
    memories = [told.memory for told in sample.memories.values()]
    bands = Counter(memory.band for memory in memories)
    assert 230 <= len(memories) <= 255
    assert 40 <= bands[Band.HOT] <= 50
    assert 85 <= bands[Band.WARM] <= 110
    assert 90 <= bands[Band.COLD] <= 110
    assert 12 <= sum(memory.priority is Priority.P0 for memory in memories) <= 16
    hot = [memory for memory in memories if memory.band is Band.HOT]
    assert rendered_lines(hot) <= RULES.bands.hot_lines * RULES.bands.pressure_from


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wing", Wing),
        ("band", Band),
        ("priority", Priority),
        ("kind", Kind),
        ("layer", Layer),
        ("status", Status),
    ],
)
def test_every_word_of_the_method_has_an_example(sample: Sample, name: str, words: type[StrEnum]) -> None:
    found = {getattr(told.memory, name) for told in sample.memories.values()}
    assert found == set(words)


def test_sources_owners_agents_and_scenes_are_known_words(sample: Sample) -> None:
    setting = sample.setting
    owners = {owner["key"] for owner in setting["owner"]}
    agents = {owner["agent"] for owner in setting["owner"] if owner["agent"]}
    rows = [told.row for told in sample.memories.values()]
    rows += [told.row for told in sample.candidates.values()]
    assert {row["source_kind"] for row in rows} == set(SourceKind)
    for row in rows:
        assert row["source_quality"] == RULES.importance.source_quality[SourceKind(row["source_kind"])]
        assert row["owner"] in owners
        assert row["agent"] in agents
        assert set(row.get("scenes", ())) <= set(setting["scenes"])
        assert 0 <= row["importance"] <= 1


def test_every_scene_has_warm_memories(sample: Sample) -> None:
    warm = Counter(
        scene
        for told in _having(sample, Status.ACTIVE)
        if told.memory.band is Band.WARM
        for scene in told.memory.scenes
    )
    assert all(warm[scene] >= 3 for scene in sample.setting["scenes"])


def test_wing_and_kind_decide_the_layer(sample: Sample) -> None:
    for told in sample.memories.values():
        assert told.memory.layer is layer_for(told.memory.wing, told.memory.kind), told.key


def test_texts_are_trimmed_and_no_two_are_the_same(sample: Sample) -> None:
    texts = [told.memory.text for told in sample.memories.values()]
    texts += [told.candidate.text for told in sample.candidates.values()]
    texts += [row["text"] for name in ("tombstones", "versions") for row in sample.rows[name]]
    assert all(text and text == text.strip() for text in texts)
    hashes = Counter(content_hash(text) for text in texts)
    assert [text for text in texts if hashes[content_hash(text)] > 1] == []


def test_no_secret_and_no_order_to_agents_stands_among_the_memories(sample: Sample) -> None:
    assert [told.key for told in sample.memories.values() if flags_of(told.memory.text)] == []


def test_times_follow_each_other_within_sixty_days(sample: Sample) -> None:
    started = sample.before_now(sample.setting["started"])
    for told in sample.memories.values():
        memory = told.memory
        assert started <= memory.recorded_at < sample.now, told.key
        for later in (memory.last_hit_at, memory.last_loaded_at, memory.retired_at, memory.calibrated_at):
            assert later is None or memory.recorded_at <= later <= sample.now, told.key
        assert (memory.hits > 0) == (memory.last_hit_at is not None), told.key
        assert (memory.loads > 0) == (memory.last_loaded_at is not None), told.key
        assert memory.hits <= memory.loads, told.key
        assert told.row.get("hits_last_week", 0) <= memory.hits, told.key
        if memory.valid_to is not None and memory.valid_from is not None:
            assert memory.valid_from < memory.valid_to, told.key


def test_what_is_retired_is_out_of_use(sample: Sample) -> None:
    for told in sample.memories.values():
        if told.memory.retired_at is not None:
            assert told.memory.status in {Status.ARCHIVED, Status.TRASHED}, told.key
        if told.memory.status is not Status.ACTIVE:
            assert told.memory.band is Band.COLD, told.key


def test_the_nightly_rules_would_move_nothing(sample: Sample) -> None:
    expiry = {Priority.P2: RULES.expiry.archive_p2_after, Priority.P1: RULES.expiry.archive_p1_after}
    for told in _having(sample, Status.ACTIVE):
        memory = told.memory
        assert band_after(memory, sample.now, RULES.bands) is memory.band, told.key
        if not is_protected(memory, RULES):
            used = max(memory.recorded_at, memory.last_hit_at or memory.recorded_at)
            assert sample.now - used <= expiry[memory.priority], told.key


def test_a_hot_memory_is_core_pinned_or_much_used(sample: Sample) -> None:
    for told in _having(sample, Status.ACTIVE):
        memory = told.memory
        if memory.band is not Band.HOT or memory.priority is Priority.P0 or memory.pinned:
            continue
        assert may_be_hot(memory, told.row["hits_last_week"], RULES.bands), told.key
        assert memory.last_hit_at is not None
        assert memory.last_hit_at >= sample.now - RULES.bands.heating_window, told.key


def test_most_rules_are_bound_and_some_say_when_not(sample: Sample) -> None:
    rules = [told.memory for told in _having(sample, Status.ACTIVE) if told.memory.kind in BOUND_KINDS]
    assert sum(memory.binding.complete for memory in rules) >= 0.9 * len(rules)
    assert sum(bool(memory.binding.unless) for memory in rules) >= 12


def test_health_looks_alive(sample: Sample) -> None:
    active = [told.memory for told in _having(sample, Status.ACTIVE)]

    def hit_rate(memories: list[Memory]) -> float:
        return sum(memory.hits for memory in memories) / sum(memory.loads for memory in memories)

    failures = [memory for memory in active if memory.kind is Kind.FAILURE and memory.loads]
    principles = [sample.memories[key].memory for key in PRINCIPLES]
    assert hit_rate(failures) > 0.7
    assert hit_rate(principles) < 0.2
    assert sum(memory.loads > 0 and memory.hits == 0 for memory in active) >= 10
    ages = [sample.now - memory.recorded_at for memory in active]
    assert 0.15 <= sum(age <= timedelta(days=7) for age in ages) / len(ages) <= 0.25
    assert 0.25 <= sum(age > timedelta(days=30) for age in ages) / len(ages) <= 0.5


def test_the_sleep_memories_share_no_character_with_the_question(sample: Sample) -> None:
    assert [row["expected"] for row in sample.rows["questions"] if row["question"] == SLEEP_QUESTION] == [
        list(SLEEP)
    ]
    for key in SLEEP:
        text = sample.memories[key].memory.text
        assert not set(text) & set(SLEEP_QUESTION), key
        assert sample.memories[key].memory.status is Status.ACTIVE


def test_no_other_memory_shares_a_word_with_the_sleep_question(sample: Sample) -> None:
    for told in sample.memories.values():
        assert not any(word in told.memory.text for word in ("用户", "作息", "习惯")), told.key


def test_the_two_characters_of_a_checkup_stand_in_several_memories(sample: Sample) -> None:
    holding = {told.key for told in sample.memories.values() if "体检" in told.memory.text}
    (expected,) = [row["expected"] for row in sample.rows["questions"] if row["question"] == "体检"]
    assert set(expected) == holding
    assert len(holding) >= 5


@pytest.mark.parametrize(("asked_in", "told_in"), [("en", "zh"), ("zh", "en")])
def test_five_questions_are_answered_only_in_the_other_language(
    sample: Sample, asked_in: str, told_in: str
) -> None:
    rows = [row for row in sample.rows["questions"] if row["key"].startswith(f"{asked_in}-{told_in}-")]
    assert len(rows) == 5
    for row in rows:
        assert row["language"] == asked_in
        assert bool(_HAN.search(row["question"])) == (asked_in == "zh")
        for key in row["expected"]:
            assert bool(_HAN.search(sample.memories[key].memory.text)) == (told_in == "zh"), key


def test_the_last_weeks_hits_of_hot_memories_agree_with_their_last_hit(sample: Sample) -> None:
    for told in sample.memories.values():
        if told.memory.band is Band.HOT and told.memory.last_hit_at is not None:
            within_a_week = sample.now - told.memory.last_hit_at <= RULES.bands.heating_window
            assert (told.row.get("hits_last_week", 0) > 0) == within_a_week, told.key
