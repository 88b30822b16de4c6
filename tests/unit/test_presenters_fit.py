"""Whatever is stored and however wide the screen: no line is wider than it may be, none holds a control."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.domain.filters import Filters
from palace.domain.journal import Actor, Decision, Subject, Verb
from palace.domain.memory import Binding, Link, Memory, MemoryVersion, Source
from palace.domain.rules import Rules
from palace.domain.vocabulary import Band, Kind, LinkKind, Priority, SourceKind, Status, Wing
from palace.domain.weight import weigh
from palace.i18n.catalog import LANGUAGES, Catalog
from palace.services.browsing import LIVE, FloorPlan, MemoryView, Room
from palace.services.ports import Waiting
from palace.services.versions import text_versions
from palace.text.counts import count_within, ways_to_tell
from palace.text.gauges import bar
from palace.tui.presenters.floor_plan import arrangement, neighbour, plan_lines, room_at
from palace.tui.presenters.frame_lines import FooterEntry, footer, title_line, waiting_line
from palace.tui.presenters.journal_rows import journal_line
from palace.tui.presenters.lines import Line, Say, Tone, line_width
from palace.tui.presenters.memory_rows import memory_line, memory_row
from palace.tui.presenters.memory_sheet import SheetSurroundings, memory_sheet, weight_lines
from palace.tui.presenters.room_words import band_line, filter_words
from palace.tui.presenters.saying import saying
from palace.tui.presenters.scale import bar_pieces
from palace.tui.presenters.version_diff import between_lines, version_line

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
ZONE = ZoneInfo("Asia/Shanghai")
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")

texts = st.one_of(
    st.text(min_size=1, max_size=300),
    st.text(
        alphabet="记忆宫殿，。“”…—①é\u0301\u200b\u202e\x1b[]/ \n\tab👩\u200d👧🇨🇳", min_size=1, max_size=200
    ),
)
cells = st.integers(20, 200)
says = st.sampled_from([saying(Catalog(language)) for language in LANGUAGES])


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    text = draw(texts)
    return Memory(
        id=draw(st.integers(1, 10**9)),
        uid="uid",
        text=text,
        wing=draw(st.sampled_from(Wing)),
        recorded_at=NOW - timedelta(days=draw(st.integers(0, 4000))),
        band=draw(st.sampled_from(Band)),
        priority=draw(st.sampled_from(Priority)),
        kind=draw(st.sampled_from(Kind)),
        status=draw(st.sampled_from(Status)),
        pinned=draw(st.booleans()),
        scenes=tuple(draw(st.lists(texts, max_size=2))),
        heading=tuple(draw(st.lists(texts, max_size=2))),
        binding=Binding(draw(st.sampled_from(["", text])), text, draw(st.sampled_from(["", text]))),
        source=Source(draw(st.sampled_from(SourceKind)), 0.6, origin=text, session=text, agent=text),
        valid_from=NOW,
        valid_to=draw(st.none() | st.just(NOW)),
        retired_at=draw(st.none() | st.just(NOW)),
        hits=draw(st.integers(0, 10**6)),
        last_hit_at=draw(st.none() | st.just(NOW - timedelta(days=2))),
    )


@st.composite
def views(draw: st.DrawFn) -> MemoryView:
    memory = draw(memories())
    others = draw(st.lists(memories(), max_size=3, unique_by=lambda other: other.id))
    links = tuple(
        Link(memory.id, other.id, draw(st.sampled_from(LinkKind)), NOW)
        if draw(st.booleans())
        else Link(other.id, memory.id, draw(st.sampled_from(LinkKind)), NOW)
        for other in others
    )
    return MemoryView(
        memory=memory,
        weight=weigh(memory, 3, NOW, Rules()),
        citations=3,
        links=links,
        linked=tuple(others),
        versions=tuple(MemoryVersion(memory.id, 1, draw(texts), NOW) for _ in range(2)),
        conflicts=(),
        decisions=(Decision(1, "g", NOW, Actor.PERSON, Verb.EDIT, Subject.MEMORY, memory.id, undone_by=2),),
    )


def assert_fits(lines: Sequence[Line], width: int) -> None:
    for line in lines:
        assert line_width(line) <= width
        assert not CONTROL.search("".join(text for text, _ in line))


@given(memories(), cells, says, st.booleans())
def test_a_row_fits_its_list(memory: Memory, width: int, say: Say, marked: bool) -> None:
    row = memory_row(memory, 0.4)
    assert_fits([memory_line(row, width, say, marked=marked)], width)


@settings(max_examples=60)
@given(views(), cells, says)
def test_a_memory_fits_its_pane_and_its_links_lead_to_lines_that_name_them(
    view: MemoryView, width: int, say: Say
) -> None:
    around = SheetSurroundings(say, ZONE, Rules(), NOW)
    sheet = memory_sheet(view, around, width)
    assert_fits(sheet.lines, width)
    assert set(sheet.targets.values()) <= {other.id for other in view.linked}
    assert len(sheet.targets) == len(view.links) + len(view.deleted_sources)
    for place, target in sheet.targets.items():
        assert f"#{target}"[: width // 3] in "".join(text for text, _ in sheet.lines[place]) or width < 40
    assert_fits(weight_lines(view, around, width), width)
    versions = text_versions(view.memory, view.versions)
    for version in versions:
        assert_fits([version_line(version, versions[0].number, ZONE, say, width)], width)
        assert_fits(between_lines(version, versions[0], say, width), width)


@given(st.sampled_from(Verb), st.sampled_from(Actor), texts, cells, says, st.booleans())
def test_a_decision_fits_the_journal(
    verb: Verb, actor: Actor, summary: str, width: int, say: Say, undone: bool
) -> None:
    decision = Decision(
        7, "g", NOW, actor, verb, Subject.CANDIDATE, 10**7, summary, True, (), 3, 9 if undone else None
    )
    assert_fits([journal_line(decision, width, ZONE, say)], width)


def plan(counts: Sequence[int], memory: Memory) -> FloorPlan:
    numbers = iter(counts)
    rooms = tuple(Room(wing, {band: next(numbers) for band in Band}, (memory,) * 12) for wing in Wing)
    waiting = Waiting(candidates=3, conflicts=0, contradictions=10**6, oldest_candidate_at=NOW)
    return FloorPlan(rooms, sum(counts), 1, waiting)


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from([0, 1, 7, 10**4, 10**8]), min_size=18, max_size=18),
    memories(),
    st.integers(20, 240),
    st.integers(6, 80),
    st.sampled_from(Wing),
    says,
)
def test_the_plan_fills_its_place_and_every_cell_leads_to_a_room(
    counts: list[int], memory: Memory, width: int, lines: int, here: Wing, say: Say
) -> None:
    arranged = arrangement(width, lines)
    drawn = plan_lines(plan(counts, memory), width, arranged, here, say)
    assert len(drawn) == arranged.lines <= max(6, lines)
    assert_fits(drawn, width)
    if not arranged.compact:
        assert {line_width(line) for line in drawn} == {width}
    found = {room_at(x, y, width, arranged) for x in range(width) for y in range(arranged.lines)}
    assert found >= set(Wing)


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_one_walks_through_every_wall_and_back(columns: int) -> None:
    for wing in Wing:
        for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            other = neighbour(wing, across, down, columns)
            if other is not wing:
                assert neighbour(other, -across, -down, columns) is wing


@given(texts.map(lambda text: " ".join(text.split()).replace("\x1b", "")), st.integers(0, 200))
def test_a_title_gives_way_from_the_middle(details: str, width: int) -> None:
    from palace.text.display import displayable

    line = title_line("PALACE", displayable(details), "12 memories", width)
    assert line_width(line) <= width
    if width >= 30:
        assert line_width(line) == width


@given(
    st.lists(st.tuples(st.sampled_from(["f", "Esc", "⏎"]), st.sampled_from(["筛选", "order", "step in"]))),
    st.integers(10, 200),
)
def test_the_footer_holds_whole_entries_and_ends_with_the_way_to_the_rest(
    keys: list[tuple[str, str]], width: int
) -> None:
    entries = [FooterEntry(f"a.{place}", key, label) for place, (key, label) in enumerate(keys)]
    last = FooterEntry("app.help", "?", "more")
    made = footer(entries, last, width)
    shown = "".join(text for text, _ in made.line)
    assert line_width(made.line) <= width
    assert shown.endswith("? more")
    for start, end, _ in made.spans:
        assert 0 <= start < end <= width
    assert [action for *_, action in made.spans[:-1]] == [
        entry.action_id for entry in entries[: len(made.spans) - 1]
    ]


@given(st.integers(0, 10**6), st.integers(0, 9), st.integers(0, 9), st.integers(1, 200), says)
def test_what_waits_fits_and_names_only_what_is_there(
    candidates: int, conflicts: int, contradictions: int, width: int, say: Say
) -> None:
    waiting = Waiting(candidates, conflicts, contradictions, None)
    line = waiting_line(waiting, "r", say, width)
    assert line_width(line) <= width
    if width > 100:
        text = "".join(piece for piece, _ in line)
        assert (f"{candidates:,}" in text) or not candidates
        assert ("P0" in text) is bool(contradictions)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_queue_is_told_at_forty_cells_however_full_all_are(language: Literal["en", "zh"]) -> None:
    say = saying(Catalog(language))
    for count in (14, 12_359, 100_000):
        line = waiting_line(Waiting(count, count, count, None), "r", say, 40)
        text = "".join(piece for piece, _ in line)
        assert "…" not in text
        assert any(text.count(way) == 3 for way in ways_to_tell(count))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [100_021, 12_345_678])
def test_every_band_is_told_at_forty_cells_however_full_a_room_is(
    language: Literal["en", "zh"], count: int
) -> None:
    rooms = tuple(Room(wing, {Band.HOT: 12, Band.WARM: 5445, Band.COLD: count}, ()) for wing in Wing)
    plan = FloorPlan(rooms, Waiting(0, 0, 0, None), count, 0)
    lines = plan_lines(plan, 40, arrangement(40, 7), Wing.SOCIAL, saying(Catalog(language)))
    assert_fits(lines, 40)
    for line in lines:
        text = "".join(piece for piece, _ in line)
        assert "…" not in text
        assert {"12", "5,445", count_within(count, 5)} <= set(re.findall(r"[0-9,kM]+", text))


def test_bars_of_all_rooms_are_of_one_length_however_wide_a_count_is() -> None:
    counts = {Band.HOT: 100_000, Band.WARM: 100_000, Band.COLD: 1}
    rooms = tuple(Room(wing, counts if wing is Wing.SOCIAL else dict.fromkeys(Band, 3), ()) for wing in Wing)
    plan = FloorPlan(rooms, Waiting(0, 0, 0, None), 200_016, 0)
    lines = plan_lines(plan, 78, arrangement(78, 17), Wing.SOCIAL, saying(Catalog("en")))
    lengths = {sum(text.count(sign) for text, _ in line for sign in "▮▯") for line in lines} - {0}
    assert len(lengths) == 1


@given(st.lists(st.integers(0, 10**7), min_size=3, max_size=3), cells, says)
def test_bands_and_counts_fit(counts: list[int], width: int, say: Say) -> None:
    by_band = dict(zip(Band, counts, strict=True))
    assert_fits([band_line(by_band, frozenset({Band.HOT}), say, width)], width)


@given(st.floats(-1, 2), st.integers(0, 60))
def test_a_bar_has_all_its_cells_and_something_for_anything(share: float, width: int) -> None:
    assert len(bar(share, width)) == width
    (full, _), (hollow, _) = bar_pieces(share, width, Tone.HOT)
    assert len(full) + len(hollow) == width
    if share > 0 and width:
        assert full


def test_a_filter_is_told_in_words() -> None:
    say = saying(Catalog("en"))
    assert filter_words(Filters(statuses=LIVE), say) == ["all bands"]
    chosen = Filters(bands=frozenset({Band.COLD, Band.HOT}), kinds=frozenset({Kind.FAILURE}), statuses=LIVE)
    assert filter_words(chosen, say) == ["hot cold failure"]
    assert filter_words(Filters(statuses=frozenset({Status.TRASHED})), say) == ["trashed"]
