"""Keeping in step with a folder, seen from within: portions, what happens meanwhile, how far logs arrived."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.domain.journal import Actor
from palace.exchange.reading import read_file
from palace.services import syncing
from palace.services.readings import FileReading
from palace.services.surroundings import Surroundings
from palace.services.sync_ports import LeftOutFile, Stamp, WorkspaceFile
from palace.services.syncing import EDITED, MINOR, LogState, look_at_logs, plan_sync, sync
from palace.services.undo import undo
from palace.storage.palace_file import PalaceFile

LONG_AGO = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1e9)


@dataclass
class Folder:
    """A workspace in memory: its files by path; every change of a text is a new stamp."""

    texts: dict[str, str] = field(default_factory=dict)
    folder: str = "/workspace"
    opened: list[str] = field(default_factory=list)

    def files(self) -> Iterator[WorkspaceFile | LeftOutFile]:
        for path, text in sorted(self.texts.items()):
            differing = int.from_bytes(blake2b(text.encode(), digest_size=5).digest())
            yield WorkspaceFile(path, Stamp(len(text), LONG_AGO + differing))

    def read(self, file: WorkspaceFile) -> FileReading | LeftOutFile:
        self.opened.append(file.path)
        if file.path not in self.texts:
            return LeftOutFile(file.path, "vanished")
        reading = read_file(
            f"/workspace/{file.path}", self.texts[file.path].encode(), neighbours=lambda _: False
        )
        return replace(reading, place=f"/workspace/{file.path}")


def log(day: str, *bullets: str) -> str:
    return f"# {day}\n\n" + "".join(f"- {bullet}\n" for bullet in bullets)


def texts(palace: PalaceFile) -> list[str]:
    return [candidate.text for candidate in palace.open_candidates()]


def test_much_is_written_in_portions_of_one_act(
    palace: PalaceFile, surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(syncing, "MOST_AT_ONCE", 3)
    bullets = [f"Moved crate number {number} into the cellar" for number in range(10)]
    folder = Folder(
        {"2026-03-01.md": log("2026-03-01", *bullets), "2026-03-02.md": log("2026-03-02", "Rested all day")}
    )
    report = sync(palace, folder, surroundings, Actor.JOB)
    assert (report.count("new"), report.files_read) == (11, 2)
    decisions = palace.decisions(limit=100)
    assert len({decision.group for decision in decisions}) == 1
    assert sync(palace, folder, surroundings, Actor.JOB).read == 0
    assert len(undo(palace, Actor.JOB)) == 11
    assert texts(palace) == []


def test_a_run_that_is_cut_off_goes_on_where_it_was(
    palace: PalaceFile, surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(syncing, "MOST_AT_ONCE", 2)
    bullets = [f"Moved crate number {number} into the cellar" for number in range(5)]
    folder = Folder({"2026-03-01.md": log("2026-03-01", *bullets)})
    real, calls = syncing.sight, []

    def cut_off(*arguments: object, **named: object) -> object:
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return real(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(syncing, "sight", cut_off)
    with pytest.raises(KeyboardInterrupt):
        sync(palace, folder, surroundings, Actor.JOB)
    assert len(texts(palace)) == 2
    monkeypatch.setattr(syncing, "sight", real)
    assert sync(palace, folder, surroundings, Actor.JOB).count("new") == 3
    assert sorted(texts(palace)) == sorted(bullets)


def test_the_plan_says_what_is_done(palace: PalaceFile, surroundings: Surroundings):
    folder = Folder(
        {"2026-03-01.md": log("2026-03-01", "Bought a lamp for the hall", "Moved the sofa upstairs")}
    )
    planned = plan_sync(palace, folder, surroundings)
    done = sync(palace, folder, surroundings, Actor.JOB)
    assert planned.counts == done.counts == {"new": 2}
    assert (planned.applied, done.applied) == (False, True)


def test_what_says_too_little_is_read_and_makes_no_sighting(palace: PalaceFile, surroundings: Surroundings):
    rules = replace(
        surroundings.rules, importance=replace(surroundings.rules.importance, log_score_to_sight=3)
    )
    strict = replace(surroundings, rules=rules)
    folder = Folder(
        {"2026-03-01.md": log("2026-03-01", "[fact] the harbour is 12 m deep", "[decision] we buy the boat")}
    )
    report = sync(palace, folder, strict, Actor.JOB)
    assert report.counts == {MINOR: 1, "new": 1}
    assert texts(palace) == ["we buy the boat"]
    assert look_at_logs(palace, folder).unread == 0


def test_a_file_that_vanishes_while_it_is_read_is_named(palace: PalaceFile, surroundings: Surroundings):
    folder = Folder({"2026-03-01.md": log("2026-03-01", "Bought a lamp for the hall")})
    listed = list(folder.files())
    folder.texts.clear()
    monkeyed = Folder()
    monkeyed.files = lambda: iter(listed)  # type: ignore[method-assign]
    report = sync(palace, monkeyed, surroundings, Actor.JOB)
    assert report.left_out == (LeftOutFile("2026-03-01.md", "vanished"),)


def test_logs_that_never_arrived_are_counted_and_days_with_a_log_are_known(
    palace: PalaceFile, surroundings: Surroundings, later: Callable[[timedelta], Surroundings]
):
    folder = Folder(
        {"2026-03-01.md": log("2026-03-01", "Bought a lamp for the hall"), "MEMORY.md": "# M\n\n- a b c\n"}
    )
    assert look_at_logs(palace, folder) == LogState(1, 0, ("2026-03-01.md",), frozenset({date(2026, 3, 1)}))
    sync(palace, folder, surroundings, Actor.JOB)
    folder.opened.clear()
    assert look_at_logs(palace, folder) == LogState(0, 1, (), frozenset({date(2026, 3, 1)}))
    assert folder.opened == [], "a file that looks as it did is not opened"
    folder.texts["2026-03-01.md"] += "- Moved the sofa upstairs\n"
    folder.texts["2026-03-02.md"] = log("2026-03-02", "Rested all day", "Saw a heron")
    state = look_at_logs(palace, folder)
    assert (state.unread, state.read, state.share_read) == (3, 1, 0.25)
    assert state.unread_files == ("2026-03-01.md", "2026-03-02.md")
    assert LogState().share_read == 1.0


def test_of_several_lines_that_vanished_the_likest_was_edited(palace: PalaceFile, surroundings: Surroundings):
    first = ("The lamp in the hall needs a bulb of 40 watt", "The lamp in the attic needs a bulb of 60 watt")
    folder = Folder({"2026-03-01.md": log("2026-03-01", *first)})
    sync(palace, folder, surroundings, Actor.JOB)
    folder.texts["2026-03-01.md"] = log("2026-03-01", "The lamp in the attic needs a bulb of 75 watt")
    assert sync(palace, folder, surroundings, Actor.JOB).counts == {EDITED: 1}
    assert sorted(texts(palace)) == sorted((first[0], "The lamp in the attic needs a bulb of 75 watt"))


def test_a_line_that_another_file_says_still_was_not_edited_into_a_new_one(
    palace: PalaceFile, surroundings: Surroundings
):
    same = "Carried crate 1 to room 7"
    folder = Folder({"2026-03-01.md": log("2026-03-01", same), "b.md": log("2026-03-01", same)})
    sync(palace, folder, surroundings, Actor.JOB)
    folder.texts["2026-03-01.md"] = log("2026-03-01", "Carried crate 0 to room 0")
    assert sync(palace, folder, surroundings, Actor.JOB).counts == {"new": 1}
    assert sorted(texts(palace)) == ["Carried crate 0 to room 0", same]


bullet_numbers = st.lists(st.integers(0, 30), max_size=8)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    steps=st.lists(
        st.dictionaries(st.sampled_from(("a.md", "b.md", "2026-03-01.md")), bullet_numbers), max_size=5
    )
)
def test_however_files_change_a_second_run_adds_nothing_and_every_statement_was_read(
    new_palace: bytes,
    tmp_path_factory: pytest.TempPathFactory,
    surroundings: Surroundings,
    steps: list[Mapping[str, list[int]]],
):
    path = tmp_path_factory.mktemp("sync") / "palace.db"
    path.write_bytes(new_palace)
    with PalaceFile.open(path, clock=surroundings.clock, new_uid=surroundings.new_uid) as palace:
        for step in steps:
            folder = Folder(
                {
                    name: log("2026-03-01", *(f"Carried crate {each} to room {each * 7}" for each in numbers))
                    for name, numbers in step.items()
                }
            )
            sync(palace, folder, surroundings, Actor.JOB)
            before = len(palace.decisions(limit=10_000))
            again = sync(palace, folder, surroundings, Actor.JOB)
            everything = sync(palace, folder, surroundings, Actor.JOB, everything=True)
            assert again.read == 0
            assert everything.count("new") == 0
            assert len(palace.decisions(limit=10_000)) == before
            said = {
                f"Carried crate {each} to room {each * 7}" for numbers in step.values() for each in numbers
            }
            assert said <= set(texts(palace))
            assert len(texts(palace)) == len(set(texts(palace)))


def test_a_log_that_is_dated_for_a_day_after_it_was_written_is_warned_of(
    palace: PalaceFile, surroundings: Surroundings
):
    folder = Folder(
        {
            "2026-03-01.md": log("2026-03-01", "Bought a lamp for the hall"),
            "2025-12-31.md": log("2025-12-31", "Rested all day"),
            "2027-01-02.md": log("2027-01-02", "Saw a heron"),
        }
    )
    report = plan_sync(palace, folder, surroundings)
    assert [warning.text for warning in report.warnings] == [
        "2026-03-01.md: the file is dated 2026-03-01, but was written on 2026-01-01: is its year right?",
        "2027-01-02.md: the file is dated 2027-01-02, which lies in the future: is its year right?",
    ]
