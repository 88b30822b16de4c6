"""What the review says fits its cells, hides nothing that matters, and holds nothing a terminal obeys."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.candidate import Candidate, Evidence
from palace.domain.journal import Verb
from palace.domain.memory import Binding, Memory
from palace.domain.pipeline import Lack, Missing, Stage
from palace.domain.rules import Rules
from palace.domain.vocabulary import Kind, Priority, Wing
from palace.i18n.catalog import Catalog
from palace.services.candidate_queue import CandidateView, QueueEntry
from palace.services.ports import Waiting
from palace.services.queue import ReviewQueue, Row
from palace.services.review_queues import QueueKind
from palace.tui.presenters.candidate_sheet import Near, Sheet, sheet_lines
from palace.tui.presenters.lines import Line, Tone, line_width
from palace.tui.presenters.queue_words import (
    Arranged,
    Consequence,
    Ending,
    header_line,
    progress_line,
    summary_lines,
)
from palace.tui.presenters.review_words import consequences, entry_line, text_of_entry
from palace.tui.presenters.verb_rows import NARROW, ROWS, ROWS_NARROW, VerbEntry, effect_lines, verb_rows

NOW = datetime(2026, 5, 15, 4, 0, tzinfo=UTC)
ZONE = ZoneInfo("Asia/Shanghai")
LANGUAGES = {"en": Catalog("en"), "zh": Catalog("zh")}

CANDIDATE = Candidate(id=12, uid="u", text="Prefer tea", first_seen_at=NOW - timedelta(days=5))
NEAR = Memory(id=98, uid="m", text="重启后服务才恢复", wing=Wing.HISTORY, recorded_at=NOW)


def view_of(
    candidate: Candidate = CANDIDATE, *missing: Missing, stage: Stage = Stage.CHECKING
) -> CandidateView:
    evidence = tuple(
        Evidence(candidate.id, "log", (NOW - timedelta(days=day)).date(), NOW, origin=f"memory/{day}.md:3")
        for day in (3, 2, 1, 0)
    )
    entry = QueueEntry(candidate, stage, 2, None)
    return CandidateView(entry, candidate, evidence, missing, (), approvable=True, override=bool(missing))


def sheet_of(language: str = "en", cells: int = 80, text_lines: int | None = 6) -> Sheet:
    return Sheet(LANGUAGES[language].text, ZONE, Rules(), NOW, cells, text_lines)


def text_of(lines: list[Line]) -> str:
    return "\n".join("".join(piece for piece, _ in line) for line in lines)


def queue_of(*verdicts: Verb | None) -> ReviewQueue[QueueEntry]:
    rows = []
    for number, verdict in enumerate(verdicts, start=1):
        entry = QueueEntry(replace(CANDIDATE, id=number), Stage.CANDIDATE, 1, None)
        rows.append(Row(number, 1, entry, verdict=verdict, decision_id=number if verdict else None))
    return ReviewQueue.of(rows)


@given(
    st.text(max_size=300),
    st.text(max_size=40),
    st.integers(20, 140),
    st.one_of(st.none(), st.integers(1, 9)),
    st.sampled_from(["en", "zh"]),
)
def test_every_line_of_a_sheet_fits_and_none_can_move_the_cursor(text, other, cells, text_lines, language):
    candidate = replace(
        CANDIDATE,
        text=text,
        kind=Kind.FAILURE,
        scenes=(other,),
        heading=(other, other),
        flags=("secret", other),
        note=other,
        binding=Binding(other, other, other),
    )
    near = Near(((replace(NEAR, text=other), 0.5), (replace(NEAR, text=text, priority=Priority.P0), 0.9)))
    for line in sheet_lines(view_of(candidate), near, sheet_of(language, cells, text_lines)):
        assert line_width(line) <= cells
        for piece, _ in line:
            assert not [each for each in piece if ord(each) < 0x20 or 0x7F <= ord(each) < 0xA0]


def test_a_long_text_is_cut_with_what_is_left_out_and_shown_whole_on_demand():
    candidate = replace(CANDIDATE, text="word " * 2_000 + "end")
    short = text_of(sheet_lines(view_of(candidate), Near(), sheet_of(cells=40, text_lines=4)))
    assert short.count("word") == 3 * 7
    assert "more characters" in short
    assert "evidence" in short
    whole = text_of(sheet_lines(view_of(candidate), Near(), sheet_of(cells=40, text_lines=None)))
    assert whole[: whole.index("end")].count("word") == 2_000
    assert "end" in whole


def test_only_the_last_sightings_are_shown_until_all_are_asked_for():
    short = text_of(sheet_lines(view_of(), Near(), sheet_of()))
    assert "memory/3.md" not in short
    assert "1 earlier" in short
    assert "memory/3.md" in text_of(sheet_lines(view_of(), Near(), sheet_of(text_lines=None)))


def test_what_is_missing_is_said_with_its_day_and_checks_together():
    checks = [
        Missing(Lack.CHECK, due_at=NOW + timedelta(days=days - 5), check=timedelta(days=days))
        for days in (3, 7, 14)
    ]
    shown = text_of(
        sheet_lines(
            view_of(CANDIDATE, Missing(Lack.EVIDENCE, count=1), *checks, Missing(Lack.BINDING)),
            Near(),
            sheet_of(),
        )
    )
    assert "another sighting" in shown
    assert "check after 3 days is due" in shown
    assert "checks after 7, 14 days (next due 05-17)" in shown
    assert "a binding" in shown


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ((), "→ knowledge, warm"),
        ((Missing(Lack.CHECK, check=timedelta(days=14)),), "→ knowledge, warm; 14-day check waived"),
        (
            tuple(Missing(Lack.CHECK, check=timedelta(days=days)) for days in (7, 14)),
            "→ knowledge, warm; 2 checks waived",
        ),
        (
            (Missing(Lack.EVIDENCE, count=1), Missing(Lack.CHECK, check=timedelta(days=3))),
            "→ knowledge, warm; evidence and checks waived",
        ),
        ((Missing(Lack.BINDING),), "→ knowledge, warm; unbound"),
    ],
)
def test_approving_says_what_it_waives(missing, words):
    said = consequences(view_of(CANDIDATE, *missing), queue_of(None).rows[0], None, "nothing", sheet_of())
    assert said["review.approve"] == Consequence(words)


def test_a_candidate_that_would_be_p0_says_so():
    view = view_of(replace(CANDIDATE, priority=Priority.P0))
    said = consequences(view, queue_of(None).rows[0], None, "nothing", sheet_of())
    assert said["review.approve"].words == "→ knowledge, warm, as P0: asks for its code"


def test_what_cannot_be_done_says_why():
    row = queue_of(None).rows[0]
    near_p0 = consequences(view_of(), row, replace(NEAR, priority=Priority.P0), "", sheet_of())
    assert "P0" in near_p0["review.replace"].why_not
    assert near_p0["review.approve"].why_not == ""
    cooling = Missing(Lack.COOLING, due_at=NOW + timedelta(minutes=9))
    not_yet = replace(view_of(CANDIDATE, cooling, stage=Stage.COOLING), approvable=False)
    said = consequences(not_yet, row, NEAR, "", sheet_of())
    assert said["review.approve"].why_not == said["review.replace"].why_not == "cools until 12:09"
    assert said["review.reject"].why_not == ""
    empty = replace(view_of(replace(CANDIDATE, text=" ")), approvable=False)
    assert "empty" in consequences(empty, row, NEAR, "", sheet_of())["review.approve"].why_not
    decided = consequences(view_of(), queue_of(Verb.APPROVE).rows[0], NEAR, "", sheet_of())
    assert all("approved already" in each.why_not for each in decided.values())
    gone = consequences(view_of(), replace(row, gone=True), NEAR, "", sheet_of())
    assert all(each.why_not for each in gone.values())


@given(st.integers(16, 200), st.booleans(), st.sampled_from(["en", "zh"]))
def test_the_header_fits_and_always_says_where_one_is_and_what_is_left(cells, marked, language):
    queue = queue_of(Verb.APPROVE, Verb.REJECT, None, None, Verb.SKIP)
    queue = queue.mark_all() if marked else queue
    say = LANGUAGES[language].text
    line = header_line(queue, Waiting(2, 5, 1, None), 92, Arranged("", "due first"), say, cells)
    assert line_width(line) <= cells
    if cells >= 34:
        shown = text_of([line])
        assert "3/5" in shown
        assert say("tui.review.left", count=2) in shown
    if cells >= 120:
        assert "01:32" in text_of([line])
        assert say("tui.review.others.conflicts", count=5) in text_of([line])


@given(st.lists(st.sampled_from([Verb.APPROVE, Verb.SKIP, None]), max_size=30), st.integers(2, 120))
def test_the_rule_is_full_only_when_nothing_is_left(verdicts, cells):
    queue = queue_of(*verdicts)
    done, left = (text for text, _ in progress_line(queue, cells))
    assert len(done) + len(left) == cells
    assert (left == "") == (queue.left == 0)


def entries_of(said: dict[str, Consequence], language: str) -> list[VerbEntry]:
    say = LANGUAGES[language].text
    return [
        VerbEntry(action_id, str(place), "y", say(f"actions.{action_id}.label"), consequence)
        for place, (action_id, consequence) in enumerate(said.items(), start=1)
    ]


@given(st.integers(28, 160), st.sampled_from(["en", "zh"]))
def test_every_verb_stands_in_its_rows_and_can_be_clicked(cells, language):
    said = consequences(view_of(), queue_of(None).rows[0], NEAR, "", sheet_of(language))
    found = verb_rows(entries_of(said, language), cells)
    assert all(line_width(line) <= cells for line in found.lines)
    assert [span.action_id for span in found.spans] == list(said)
    for span in found.spans:
        assert 0 < span.start < span.end <= cells
        assert span.row < len(found.lines)
    assert "→" in text_of(list(found.lines[:1]))
    assert len(found.lines) == (ROWS if cells >= NARROW else ROWS_NARROW)
    if cells >= 100:
        assert text_of(list(found.lines)).count("→") == len(said)


@given(
    st.integers(40, 160),
    st.sampled_from(["en", "zh"]),
    st.text(st.characters(categories=["L", "N"]), max_size=150),
    st.sampled_from(["", "something or other that is said at some length"]),
)
def test_whatever_a_verb_would_do_the_bar_is_as_high_and_the_effects_say_all_of_it(
    cells, language, words, why_not
):
    said = consequences(view_of(), queue_of(None).rows[0], NEAR, "", sheet_of(language))
    said["review.approve"] = Consequence(words)
    said["review.replace"] = Consequence(words, why_not)
    entries = entries_of(said, language)
    assert len(verb_rows(entries, cells).lines) == ROWS
    lines = effect_lines(entries, cells)
    assert all(line_width(line) <= cells for line in lines)
    told = "".join(text_of(lines).split())
    if language == "en" and " " not in words:
        assert "".join((why_not or words).split()) in told.replace("\n", "")


def test_the_summary_names_counts_the_last_decisions_and_the_other_queues():
    queue = queue_of(Verb.APPROVE, Verb.APPROVE, Verb.SKIP)
    ending = Ending(queue, Waiting(0, 3, 2, None), 61, 0, QueueKind.CANDIDATES, text_of_entry)
    shown = text_of(summary_lines(ending, "u", "Tab", LANGUAGES["en"].text, 80))
    assert "✓   2  approved" in shown
    assert "01:01" in shown
    assert "conflicts 3, P0 2. Tab leads there" in shown
    assert shown.count("Prefer tea") == 3
    nothing = Ending(queue_of(), None, 0, 0, QueueKind.CANDIDATES, text_of_entry)
    empty = text_of(summary_lines(nothing, "u", "Tab", LANGUAGES["en"].text, 80))
    assert "Nothing waits here." in empty


@given(st.text(max_size=60), st.integers(8, 80), st.booleans(), st.booleans())
def test_a_row_of_the_queue_fits_and_dims_what_was_decided(text, cells, marked, current):
    entry = QueueEntry(replace(CANDIDATE, text=text), Stage.CANDIDATE, 1, None)
    say = LANGUAGES["zh"].text
    waiting: Row[QueueEntry] = Row(1, 1, entry)
    for row in (waiting, replace(waiting, verdict=Verb.REJECT, decision_id=4), replace(waiting, gone=True)):
        line = entry_line(row, marked=marked, current=current, say=say, cells=cells)
        assert line_width(line) <= cells
        if row is not waiting:
            assert Tone.STRONG not in {tone for _, tone in line}
