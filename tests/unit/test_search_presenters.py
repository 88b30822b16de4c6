"""What the search says fits its cells, marks what was asked for, and calls nothing a match that is none."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.filters import Query
from palace.domain.fusion import Found, Ranked
from palace.domain.memory import Memory
from palace.domain.saved_search import SavedSearch
from palace.domain.vocabulary import Band, Priority, Wing
from palace.domain.weight import Weight
from palace.i18n.catalog import Catalog
from palace.services.completing import Completion
from palace.services.explaining_hits import Why, terms_of, why_of, why_rows
from palace.services.search import Answer, Hit, Mode
from palace.tui.messages import Meaning
from palace.tui.presenters.lines import Line, Tone, line_width
from palace.tui.presenters.search_start import offer_line, start_lines
from palace.tui.presenters.search_words import (
    LEAST_SHOWN,
    answer_line,
    hit_line,
    hit_row,
    mode_name,
    shown_hits,
    why_lines,
)

NOW = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)
EN, ZH = Catalog("en").text, Catalog("zh").text


def hit_of(
    text: str = "选 SQLite 而不是 Postgres",
    *,
    number: int = 4,
    words: tuple[str, ...] = ("sqlite",),
    similarity: float | None = 0.5,
    weak: bool = False,
    exact: bool = False,
) -> Hit:
    memory = Memory(number, "u", text, Wing.KNOWLEDGE, NOW, band=Band.HOT, priority=Priority.P0)
    found = Found(number, similarity, 0.5, words, exact=exact, weight=0.7, confidence=0.6)
    weight = Weight(value=0.7, importance=0.9, decay=0.8, boost=1.2, stale=0.8, floored=True)
    return Hit(memory, weight, Ranked(found, 1.0, weak, 1, 2))


def answer_of(*hits: Hit, mode: Mode = Mode.HYBRID, candidates: tuple[int, ...] = ()) -> Answer:
    return Answer(Query("sqlite", None), mode, hits, candidates, 24.4)


def text_of(lines: list[Line]) -> str:
    return "\n".join("".join(piece for piece, _ in line) for line in lines)


@given(st.text(max_size=400), st.text(max_size=20), st.integers(12, 160), st.sampled_from([EN, ZH]))
def test_every_line_fits_and_none_can_move_the_cursor(text, question, cells, say):
    hit = hit_of(text, words=(question,))
    terms = terms_of(question)
    lines = [hit_line(hit_row(hit, terms, 200), cells, say)]
    lines += why_lines(hit, terms, Mode.HYBRID, say, "2026-05-15", cells)
    named = SavedSearch(1, question, text, NOW)
    for chosen in (None, 0, 2):
        lines += start_lines([named], [question, text], chosen, 3, say, cells)
    for taken in (None, 0, 1):
        lines.append(offer_line(Completion(0, 0, (question, text)), taken, "Tab", cells))
    lines.append(answer_line(answer_of(hit, candidates=(1, 2)), Meaning.READY, say, cells))
    for line in lines:
        assert line_width(line) <= max(cells, 24)
        for piece, _ in line:
            assert not [each for each in piece if ord(each) < 0x20 or 0x7F <= ord(each) < 0xA0]


def test_the_words_of_the_question_are_marked_and_shown_wherever_they_stand():
    hit = hit_of("很长的开头。" * 100 + "这里有 SQLite 三个字")
    line = hit_line(hit_row(hit, terms_of("sqlite"), 120), 60, ZH)
    assert ("SQLite", Tone.MARKED) in line
    why = why_lines(hit, terms_of("sqlite"), Mode.HYBRID, ZH, "2026-05-15", 60)
    assert any(("SQLite", Tone.MARKED) in line for line in why)


def test_a_hit_by_meaning_alone_marks_nothing():
    hit = hit_of(words=())
    line = hit_line(hit_row(hit, terms_of("sqlite"), 120), 100, EN)
    assert Tone.MARKED not in {tone for _, tone in line}
    assert "shares no word" in text_of(why_lines(hit, (), Mode.HYBRID, EN, "2026-05-15", 80))


def test_wide_rows_say_wing_band_and_priority_and_narrow_ones_the_text():
    row = hit_row(hit_of(), terms_of("sqlite"), 120)
    wide = text_of([hit_line(row, 100, EN)])
    assert wide.endswith(" knowledge  ▮▮▮ P0")
    assert "▮▮▯▯" in wide
    narrow = text_of([hit_line(row, 30, EN)])
    assert narrow == "▌选 SQLite 而不是 Postgres"


def test_close_hits_come_first_and_weak_ones_only_where_those_are_few():
    close = [hit_of(number=number) for number in range(1, 9)]
    weak = [hit_of(number=number, weak=True) for number in range(11, 30)]
    assert [hit.memory.id for hit in shown_hits(answer_of(*close, *weak))] == list(range(1, 9))
    few = shown_hits(answer_of(weak[0], *close[:2], *weak[1:]))
    assert len(few) == LEAST_SHOWN
    assert [hit.memory.id for hit in few][:3] == [1, 2, 11]
    assert shown_hits(None) == ()


def test_the_line_above_says_what_took_part_and_how_much_was_found():
    hits = (hit_of(), hit_of(number=5, weak=True))
    line = text_of([answer_line(answer_of(*hits, candidates=(7,)), Meaning.READY, EN, 100)])
    assert line == " found 1 · words and meaning · candidates with these words: 1 (F3 review) · 24 ms"
    weak = answer_line(answer_of(hits[1]), Meaning.READY, EN, 100)
    assert "nothing close; the nearest there are: 1" in text_of([weak])
    assert weak[0][1] is Tone.WARNING
    assert "nothing found" in text_of([answer_line(answer_of(), Meaning.READY, EN, 100)])
    short = text_of([answer_line(answer_of(*hits, candidates=(7,)), Meaning.READY, EN, 40)])
    assert short == " found 1 · words and meaning"


@pytest.mark.parametrize(
    ("mode", "meaning", "name"),
    [
        (Mode.HYBRID, Meaning.READY, "hybrid"),
        (Mode.FILTERS, Meaning.ABSENT, "filters"),
        (Mode.LEXICAL, Meaning.READY, "lexical"),
        (Mode.LEXICAL, Meaning.LOADING, "lexical_loading"),
        (Mode.LEXICAL, Meaning.WAITING, "lexical_loading"),
        (Mode.LEXICAL, Meaning.ABSENT, "lexical_absent"),
    ],
)
def test_every_way_an_answer_comes_about_has_its_words(mode, meaning, name):
    assert mode_name(mode, meaning) == name
    for say in (EN, ZH):
        assert say(f"tui.search.mode.{name}")


def test_why_gives_ranks_and_a_weight_that_can_be_checked():
    shown = text_of(why_lines(hit_of(exact=True), terms_of("sqlite"), Mode.HYBRID, EN, "2026-05-15", 100))
    assert "sqlite: the whole phrase stands in it" in shown
    assert "by words 1 · by meaning 2" in shown
    assert "0.70 = importance 0.90 × decay 0.80 × use 1.20 × unused 0.8 (held up: protected)" in shown
    assert "2026-05-15" in shown


def test_why_says_when_meaning_took_no_part():
    hit = hit_of(similarity=None)
    assert "meaning took no part" in text_of(why_lines(hit, (), Mode.LEXICAL, EN, "", 80))
    assert "no vector yet" in text_of(why_lines(hit, (), Mode.HYBRID, EN, "", 80))
    assert "what fits the filters" in text_of(why_lines(hit, (), Mode.FILTERS, EN, "", 80))


def test_a_very_long_memory_is_explained_in_part_and_says_so():
    hit = hit_of("sqlite " * 30_000)
    lines = why_lines(replace(hit), terms_of("sqlite"), Mode.HYBRID, EN, "", 80)
    assert "more characters" in text_of(lines)
    assert len(lines) < 100


def test_the_choice_that_stands_in_the_box_is_in_view_however_narrow_the_line_is():
    choices = tuple(f"scene{number}" for number in range(30))
    for taken in range(30):
        line = offer_line(Completion(0, 0, choices), taken, "Tab", 40)
        assert (choices[taken], Tone.MARKED) in line


def test_an_explanation_tells_where_the_words_stand_and_which_scene_is_at_work():
    hit = hit_of("nothing of it here")
    memory = replace(hit.memory, scenes=("sqlite tuning", "deploy"))
    found = replace(hit.ranked.found, in_scene=True)
    hit = replace(hit, memory=memory, ranked=replace(hit.ranked, found=found))
    terms = terms_of("sqlite")
    assert why_of(hit, terms) == Why((), ("scenes",))
    told = {row.name: row.told for row in why_rows(hit, terms, Mode.HYBRID, EN)}
    assert told["words"] == "sqlite: 50% of the question · in its scenes"
    assert told["scenes"] == "sqlite tuning, deploy (at work now)"
    assert told["ranks"] == "by words 1 · by meaning 2"
    assert set(told) == {"words", "similarity", "ranks", "weight", "scenes"}
    by_filters = {row.name for row in why_rows(hit, (), Mode.FILTERS, ZH)}
    assert not by_filters & {"similarity"}


def test_what_stands_for_a_word_and_what_answers_is_marked_and_told():
    hit = hit_of("\n\nto deploy it, ship the build", words=())
    found = replace(hit.ranked.found, alike=("deploy",), reading=0.62, answering=((16, 20),))
    hit = replace(hit, ranked=replace(hit.ranked, found=found))
    terms = terms_of("部署")
    assert [hit.memory.text[start:end] for start, end in why_of(hit, terms).marks] == ["deploy", "ship"]
    told = {row.name: row.told for row in why_rows(hit, terms, Mode.HYBRID, EN)}
    assert told["words"] == "deploy: for words of the question"
    assert told["similarity"] == "0.50 · word by word 0.62"
    for lines in (
        [hit_line(hit_row(hit, terms, 120), 100, EN)],
        why_lines(hit, terms, Mode.HYBRID, EN, "", 80),
    ):
        shown = [piece for line in lines for piece, tone in line if tone is Tone.MARKED]
        assert shown == ["deploy", "ship"]
