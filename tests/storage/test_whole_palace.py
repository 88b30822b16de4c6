"""A palace out as lines and back: nothing is lost, and what does not fit is named."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.config.paths import bundled
from palace.domain.candidate import Candidate, Evidence
from palace.domain.conflict import Conflict
from palace.domain.errors import PalaceError, Refused
from palace.domain.filters import Filters
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Binding, Link, Memory, Source, Tombstone
from palace.domain.rules import Rules
from palace.domain.saved_search import SavedSearch
from palace.domain.vocabulary import Kind, LinkKind, Priority, Status, Wing
from palace.exchange.palace_lines import is_palace_line, read_lines, written_lines
from palace.services.doctor import Severity
from palace.services.undo import undo
from palace.services.whole_palace_ports import FileMark
from palace.storage.migrations import NEWEST_SCHEMA
from palace.storage.palace_file import PalaceFile
from palace.storage.whole_palace import REBUILT, TRUTH
from tests.conftest import NOW, uids_in_order

SAMPLE = bundled("sample_palace.db")

TEXTS = st.text(st.characters(exclude_categories=()), min_size=1, max_size=40).filter(str.strip)
WORDS = st.lists(st.text(max_size=8), max_size=3).map(tuple)


def palace_at(path: Path, source: Path) -> PalaceFile:
    path.write_bytes(source.read_bytes())
    path.chmod(0o600)
    return PalaceFile.open(path, clock=lambda: NOW, new_uid=uids_in_order(), rules=Rules())


@pytest.fixture(scope="session")
def blank(new_palace: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A palace without any memory, to be copied."""
    path = tmp_path_factory.mktemp("blank") / "palace.db"
    path.write_bytes(new_palace)
    return path


def lines_of(palace: PalaceFile) -> list[str]:
    with palace.whole.reading() as (header, rows):
        return list(written_lines(header, rows))


def restore(palace: PalaceFile, lines: Iterable[str], *, apply: bool = True) -> None:
    header, rows = read_lines(lines)
    palace.whole.restore(header, rows, apply=apply)


def test_every_table_is_either_truth_or_made_anew_from_it(palace: PalaceFile) -> None:
    found = palace._database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    named = {row[0] for row in found}
    shadows = {name for name in named if name.startswith(("memory_text_", "candidate_text_", "sqlite_"))}
    assert named - shadows - {"meta"} == set(TRUTH) | REBUILT


def test_the_sample_palace_comes_back_byte_for_byte(tmp_path: Path, blank: Path) -> None:
    first = palace_at(tmp_path / "first.db", SAMPLE)
    lines = lines_of(first)
    second = palace_at(tmp_path / "second.db", blank)
    restore(second, lines)
    assert lines_of(second) == lines
    assert all("\n" not in line[:-1] for line in lines)
    assert "页脚" in lines[0], "Chinese stays readable"
    ids = first.memory_ids(_everything())
    assert second.memories(ids) == first.memories(ids)
    assert {finding.severity for finding in second.examine_file()} <= {Severity.FINE, Severity.NOTICE}


def _everything() -> Filters:
    return Filters(statuses=frozenset(Status))


@st.composite
def fillings(draw: st.DrawFn) -> Callable[[PalaceFile], None]:
    texts = draw(st.lists(TEXTS, min_size=1, max_size=5))
    words = draw(WORDS)
    kind, wing = draw(st.sampled_from(Kind)), draw(st.sampled_from(Wing))
    share = draw(st.floats(0, 1))
    edited = draw(TEXTS)

    def fill(palace: PalaceFile) -> None:
        with palace.unit_of_work(Actor.PERSON) as work:
            made = []
            for number, text in enumerate(texts):
                memory = Memory(
                    0, f"uid-{number}", text, wing, NOW, kind=kind, scenes=words, heading=words,
                    importance=share, binding=Binding(edited, text, ""), source=Source(origin=text),
                    valid_from=NOW - timedelta(days=number), pinned=bool(number % 2),
                    priority=Priority.P2 if number else Priority.P0,
                )  # fmt: skip
                if not number:
                    work.admit_new(memory.uid)
                made.append(work.save_memory(memory))
                work.record(Verb.ADD, Subject.MEMORY, made[-1].id, summary=text)
            changed = work.save_memory(replace(made[-1], text=edited)) if len(made) > 1 else made[-1]
            work.record(Verb.EDIT, Subject.MEMORY, changed.id)
            candidate = work.save_candidate(
                Candidate(0, "c-uid", edited, NOW, wing, flags=words, cited_memories=(changed.id,))
            )
            work.add_evidence(Evidence(candidate.id, texts[0], NOW.date(), NOW, "here:1"))
            work.save_conflict(
                Conflict(0, made[0].id, None, candidate.id, NOW, None, reason=edited, similarity=share)
            )
            work.add_link(Link(made[0].id, changed.id, LinkKind.CITES, NOW, note=texts[0]))
            work.add_tombstone(Tombstone("hash", texts[0], NOW, memory_id=made[0].id))
            work.save_search(SavedSearch(0, edited, texts[0], NOW))
            work.record(Verb.SEE, Subject.CANDIDATE, candidate.id, override=True)
            work.count_search(edited, "words", 3, share, NOW)
        with palace.unit_of_work(Actor.PERSON) as work:
            gone = work.save_candidate(Candidate(0, "gone", edited, NOW, wing))
            work.record(Verb.SEE, Subject.CANDIDATE, gone.id)
        undo(palace, Actor.PERSON)

    return fill


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fill=fillings())
def test_any_palace_comes_back_byte_for_byte(
    fill: Callable[[PalaceFile], None], tmp_path_factory: pytest.TempPathFactory, blank: Path
) -> None:
    folder = tmp_path_factory.mktemp("whole")
    with palace_at(folder / "first.db", blank) as first, palace_at(folder / "again.db", blank) as again:
        fill(first)
        lines = lines_of(first)
        # As a file would hold it.
        data = "".join(lines).encode()
        restore(again, data.decode().split("\n"))
        assert "".join(lines_of(again)).encode() == data


def test_an_id_is_not_given_again_after_a_return(tmp_path: Path, blank: Path) -> None:
    with palace_at(tmp_path / "a.db", blank) as first, palace_at(tmp_path / "b.db", blank) as second:
        with first.unit_of_work(Actor.PERSON) as work:
            memory = work.save_memory(Memory(0, "one", "Tea at four", Wing.SOCIAL, NOW))
            work.record(Verb.ADD, Subject.MEMORY, memory.id)
        undo(first, Actor.PERSON)
        restore(second, lines_of(first))
        with second.unit_of_work(Actor.PERSON) as work:
            later = work.save_memory(Memory(0, "two", "Tea at five", Wing.SOCIAL, NOW))
            work.record(Verb.ADD, Subject.MEMORY, later.id)
        assert later.id == memory.id + 1


def test_what_is_tried_changes_nothing(tmp_path: Path, blank: Path) -> None:
    with palace_at(tmp_path / "a.db", SAMPLE) as first:
        lines = lines_of(first)
    with palace_at(tmp_path / "b.db", blank) as second:
        before = lines_of(second)
        restore(second, lines, apply=False)
        assert lines_of(second) == before


def test_a_palace_that_holds_something_is_not_overwritten(tmp_path: Path) -> None:
    with palace_at(tmp_path / "a.db", SAMPLE) as first:
        lines = lines_of(first)
        with pytest.raises(Refused, match="not empty"):
            restore(first, lines)
        assert lines_of(first) == lines


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda lines: lines[:-1], "cut short|tells of"),
        (lambda lines: [lines[0], lines[1][:-20], *lines[2:]], "line 2: this is not JSON"),
        (lambda lines: [lines[0], lines[1].replace('"knowledge"', '"attic"'), *lines[2:]], "line 2"),
        (lambda lines: [lines[0], "[1]\n", *lines[1:]], "line 2: this is not an object"),
        (lambda lines: [lines[0], '{"id": 1}\n', *lines[1:]], "line 2: a row has to name its table"),
        (lambda lines: [lines[0], '{"table": "attic"}\n', *lines[1:]], "line 2: there is no table 'attic'"),
        (lambda lines: [lines[0], lines[1].replace('"uid"', '"guid"'), *lines[2:]], "line 2"),
        (lambda lines: [lines[0], *lines[1:3], lines[2], *lines[3:]], "line 4"),
        (lambda lines: lines[1:], "line 1"),
        (lambda lines: [], "line 1"),
        (lambda lines: [lines[0].replace('"palace_lines": 1', '"palace_lines": 2'), *lines[1:]], "edition"),
        (
            lambda lines: [lines[0].replace(f'"schema": {NEWEST_SCHEMA}', '"schema": 99'), *lines[1:]],
            "schema",
        ),
        (
            lambda lines: [line for line in lines if '"table": "candidate"' not in line],
            "cut short|refers|tells of",
        ),
    ],
)
def test_lines_that_do_not_fit_are_named_and_nothing_is_restored(
    spoil: Callable[[list[str]], list[str]], said: str, tmp_path: Path, blank: Path
) -> None:
    with palace_at(tmp_path / "a.db", SAMPLE) as first:
        lines = lines_of(first)
    lines[1] = lines[1].replace('"wing": "identity"', '"wing": "knowledge"')
    with palace_at(tmp_path / "b.db", blank) as second:
        before = lines_of(second)
        with pytest.raises(PalaceError, match=said):
            restore(second, spoil(lines))
        assert lines_of(second) == before


def test_only_the_first_line_of_a_palace_is_taken_for_one() -> None:
    assert is_palace_line('{"palace_lines": 7}')
    assert not is_palace_line('{"text": "palace_lines"}')
    assert not is_palace_line('["palace_lines"]')
    assert not is_palace_line('"palace_lines')


def test_what_is_remembered_of_a_file_stays_out_of_the_lines(palace: PalaceFile) -> None:
    before = lines_of(palace)
    assert palace.whole.mark("/a/MEMORY.md") is None
    palace.whole.remember("/a/MEMORY.md", FileMark("abc", written=True))
    palace.whole.remember("/a/MEMORY.md", FileMark("def", written=False))
    assert palace.whole.mark("/a/MEMORY.md") == FileMark("def", written=False)
    assert lines_of(palace) == before
    assert json.loads(before[0])["meta"].keys() == {"made_at", "palace_uid"}


@settings(max_examples=60, deadline=None)
@given(
    fill=fillings(),
    place=st.floats(0, 1, exclude_max=True),
    start=st.floats(0, 1),
    length=st.integers(0, 12),
    instead=st.text(max_size=6),
)
def test_changed_lines_are_restored_whole_or_refused(
    fill: Callable[[PalaceFile], None],
    place: float,
    start: float,
    length: int,
    instead: str,
    tmp_path_factory: pytest.TempPathFactory,
    blank: Path,
) -> None:
    folder = tmp_path_factory.mktemp("changed")
    with palace_at(folder / "first.db", blank) as first, palace_at(folder / "again.db", blank) as again:
        fill(first)
        lines = lines_of(first)
        number = int(place * len(lines))
        at = int(start * len(lines[number]))
        lines[number] = lines[number][:at] + instead + lines[number][at + length :]
        before = lines_of(again)
        try:
            restore(again, "".join(lines).split("\n"))
        except PalaceError:
            assert lines_of(again) == before
        ids = again.memory_ids(_everything())
        assert len(again.memories(ids)) == len(ids)
        again.open_candidates()
        again.open_conflicts()
        assert all(again.group_of(decision.id) for decision in again.decisions(limit=100))
