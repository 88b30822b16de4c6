"""A pair fits its cells whatever is stored, holds nothing a terminal obeys, and loses none of its text."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.domain.candidate import Candidate, Evidence
from palace.domain.conflict import Conflict, ConflictSide, Relation
from palace.domain.memory import Binding, Memory, Source
from palace.domain.recommendation import Advice, recommend
from palace.domain.rules import Rules
from palace.domain.vocabulary import Axis, Priority, SourceKind, Wing
from palace.i18n.catalog import LANGUAGES, Catalog
from palace.services.conflict_queue import ConflictEntry, ConflictView, Dependents, Side
from palace.services.conflict_rows import row_of
from palace.services.pair_advice import proposed_text, proposes_merge
from palace.services.ports import Waiting
from palace.services.review_queues import QueueKind, next_queue, queue_to_open
from palace.tui.presenters.candidate_sheet import Near
from palace.tui.presenters.lines import line_width
from palace.tui.presenters.pair_difference import marked_pair
from palace.tui.presenters.pair_sheet import PairAround, Shown, pair_lines
from palace.tui.presenters.pair_words import (
    conflict_batch,
    conflict_consequences,
    contradiction_consequences,
    pair_line,
)
from tests.unit.test_presenters_fit import CONTROL, NOW, ZONE, memories, texts

RULES = Rules()


def candidate(text: str, **fields: object) -> Candidate:
    made = Candidate(id=7, uid="c", text=text, first_seen_at=NOW - timedelta(days=3))
    return replace(made, **fields)


def entry_of(
    left: Memory, right: Memory | Candidate, relation: Relation = Relation.CONFLICT, reason: str = ""
) -> ConflictEntry:
    memory = isinstance(right, Memory)
    conflict = Conflict(
        id=3,
        left_memory_id=left.id,
        right_memory_id=right.id if memory else None,
        right_candidate_id=None if memory else right.id,
        found_at=NOW - timedelta(days=1),
        axis=Axis.NUMBER if relation is Relation.CONFLICT else None,
        relation=relation,
        reason=reason,
        newer=ConflictSide.RIGHT,
        left_hash=left.content_hash,
        right_hash=right.content_hash,
    )
    return ConflictEntry(conflict, left, right)


def view_of(entry: ConflictEntry, *evidence: Evidence) -> ConflictView:
    left, right = Side(entry.left, ()), Side(entry.right, tuple(evidence))
    return ConflictView(entry, left, right, recommend(left.standing, right.standing, NOW, RULES.conflicts))


def around(language: str = "en", **fields: object) -> PairAround:
    made = PairAround(Catalog(language).text, ZONE, RULES, NOW, side_by_side=False, text_lines=3)
    return replace(made, **fields)


@settings(max_examples=60, deadline=None)
@given(
    memories(),
    memories(),
    texts,
    st.integers(20, 160),
    st.booleans(),
    st.sampled_from([None, 1, 3, 8]),
    st.booleans(),
    st.sampled_from(LANGUAGES),
)
def test_a_pair_fits_in_every_width_and_holds_no_control(
    left: Memory,
    right: Memory,
    words: str,
    cells: int,
    side_by_side: bool,
    text_lines: int | None,
    low: bool,
    language: str,
) -> None:
    newcomer = candidate(words, binding=Binding(words, words, ""), source=Source(SourceKind.USER, 1.0, words))
    seen = Evidence(7, words, NOW.date(), NOW, words)
    for entry in (entry_of(left, right, reason=words), entry_of(left, newcomer, Relation.CONTAINS)):
        depends = Dependents((right,), (left,), (words,), hot_line=True)
        view = view_of(entry, seen)
        near = Near(((right, 0.5),))
        shown = Shown(view, marked_pair(entry.left.text, entry.right.text), depends, near)
        about = around(language, side_by_side=side_by_side, text_lines=text_lines, low=low)
        for line in pair_lines(shown, about, cells):
            assert line_width(line) <= cells
            assert not CONTROL.search("".join(text for text, _ in line))
        row = row_of(entry, NOW)
        line = pair_line(row, marked=True, current=True, say=about.say, cells=cells)
        assert line_width(line) <= cells


@given(texts, texts)
def test_marks_add_brackets_and_take_nothing_away(left: str, right: str) -> None:
    marked = marked_pair(left, right)
    for text, pieces in ((left, marked.left), (right, marked.right)):
        plain = marked_pair(text, text)
        bare = "".join(piece for piece, _ in plain.left)
        shown = "".join(piece for piece, _ in pieces)
        assert re.sub(r"[\[\]]", "", shown) == re.sub(r"[\[\]]", "", bare)


def test_inside_chinese_single_characters_are_marked_and_in_latin_text_words() -> None:
    marked = marked_pair("发布定在六月十日", "发布定在六月二日")
    assert "".join(text for text, _ in marked.left) == "发布定在六月[十]日"
    marked = marked_pair("The scanner needs driver 2019", "The scanner needs driver 2024")
    assert "".join(text for text, _ in marked.right) == "The scanner needs driver [2024]"


@pytest.mark.parametrize(
    ("left", "right"), [("", "a"), ("🎉🎉", "🎊"), ("同一句", "同一句"), ("a", "b" * 50_000), ("\n\n", " ")]
)
def test_texts_of_any_sort_can_be_compared(left: str, right: str) -> None:
    marked = marked_pair(left, right)
    assert "".join(text for text, _ in marked_pair(left, left).left).count("[") == 0
    assert marked.reworded in {True, False}


def memory(text: str, number: int = 1, priority: Priority = Priority.P1) -> Memory:
    return Memory(
        id=number, uid=f"m{number}", text=text, wing=Wing.KNOWLEDGE, recorded_at=NOW, priority=priority
    )


def test_where_one_text_says_all_of_the_other_merging_into_the_fuller_one_is_proposed() -> None:
    entry = entry_of(memory("tea"), memory("tea, and coffee after lunch", 2), Relation.CONTAINS)
    assert proposes_merge(entry.conflict)
    assert proposed_text(entry) == "tea, and coffee after lunch"
    said = conflict_consequences(view_of(entry), row_of(entry, NOW), around(), RULES.pipeline)
    assert said["conflict.follow"].words == "→ merge, with the fuller text"


def test_of_two_that_cannot_both_hold_merging_begins_with_both_texts() -> None:
    entry = entry_of(memory("tea\n"), memory("coffee", 2))
    assert proposed_text(entry) == "tea\ncoffee"


def test_what_asks_for_a_code_says_so_before_the_key_is_pressed() -> None:
    core = entry_of(memory("a", 1, Priority.P0), memory("b", 2, Priority.P0))
    said = contradiction_consequences(view_of(core), row_of(core, NOW), around(), RULES.pipeline)
    assert [name for name, each in said.items() if "code" in each.words] == [
        "contradiction.keep",
        "contradiction.replace",
        "contradiction.amend",
    ]
    newer = entry_of(memory("a"), memory("b", 2, Priority.P0))
    said = conflict_consequences(view_of(newer), row_of(newer, NOW), around(), RULES.pipeline)
    assert [name for name, each in said.items() if "code" in each.words] == ["conflict.keep_left"]
    assert "P0" in said["conflict.merge"].why_not


def test_a_newcomer_that_cools_cannot_be_made_a_memory_yet() -> None:
    fresh = candidate("b", first_seen_at=NOW - timedelta(minutes=5))
    entry = entry_of(memory("a"), fresh)
    said = conflict_consequences(view_of(entry), row_of(entry, NOW), around(), RULES.pipeline)
    refused = {name for name, each in said.items() if "cools" in each.why_not}
    assert refused == {"conflict.follow", "conflict.keep_right", "conflict.keep_both"}


def test_a_batch_gives_the_same_verdict_to_all_and_merges_none() -> None:
    said = conflict_batch(3, around().say)
    assert {name for name, each in said.items() if each.why_not} == {"conflict.follow", "conflict.merge"}


@pytest.mark.parametrize("advice", list(Advice))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_advice_has_its_words_and_its_consequence(advice: Advice, language: str) -> None:
    entry = entry_of(memory("a"), memory("b", 2))
    view = view_of(entry)
    view = replace(view, recommendation=replace(view.recommendation, advice=advice))
    said = conflict_consequences(view, row_of(entry, NOW), around(language), RULES.pipeline)
    assert said["conflict.follow"].words.startswith("→ ")


def test_the_queues_go_round_and_one_with_something_in_it_is_opened() -> None:
    kinds = list(QueueKind)
    assert [next_queue(kind) for kind in kinds] == [*kinds[1:], kinds[0]]
    assert [next_queue(kind, -1) for kind in kinds] == [kinds[-1], *kinds[:-1]]
    assert queue_to_open(Waiting(3, 2, 1, None), QueueKind.CONFLICTS) is QueueKind.CONFLICTS
    assert queue_to_open(Waiting(0, 0, 1, None), QueueKind.CANDIDATES) is QueueKind.CONTRADICTIONS
    assert queue_to_open(Waiting(0, 0, 0, None), QueueKind.CONFLICTS) is QueueKind.CONFLICTS
    assert queue_to_open(None, QueueKind.CANDIDATES) is QueueKind.CANDIDATES
