"""The Python door: a palace as an object for other programs."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

import palace
from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.errors import InvalidInput, NotFound, PalaceError, PalaceUnavailable, Refused, Suppressed
from palace.domain.journal import Actor
from palace.embedding.errors import ModelMissing
from palace.services.review import decide, rejecting

CASES = Path(__file__).parents[1] / "cases/retrieval/memories.jsonl"


@pytest.fixture(autouse=True)
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No real home and no real settings."""
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the model out where meaning is not what is tested."""

    def missing(settings: Settings) -> None:
        raise ModelMissing("there is no model at {path}", path="nowhere")

    monkeypatch.setattr(bootstrap, "load_encoder", missing)


@pytest.fixture
def door(tmp_path: Path, no_model: None) -> Iterator[palace.OpenPalace]:
    """A new palace, opened through the door, that searches by words."""
    with palace.open(tmp_path / "palace.db") as opened:
        yield opened


def test_what_is_added_is_found_by_meaning_at_once(tmp_path: Path):
    """The one test here with the real model: no word of the question stands in the memory."""
    with palace.open(tmp_path / "palace.db") as door:
        octopus = door.add("The octopus in tank three likes jazz", wing="social")
        door.add("部署只在周二进行", kind="decision")
        first = door.search("章鱼喜欢听什么音乐", limit=1)[0]
        assert first["id"] == octopus
        assert first["similarity"] >= 0.35
        assert not first["weak"]
        assert door.search("章鱼喜欢听什么音乐", wing="history") == []


def test_a_memory_has_the_fields_that_json_has(door: palace.OpenPalace):
    memory_id = door.add("kept", wing="identity", priority=0, scenes=["deploy"], when="x", do="y")
    memory = door.get(memory_id)
    assert (memory["id"], memory["text"], memory["wing"], memory["priority"]) == (1, "kept", "identity", "P0")
    assert (memory["band"], memory["scenes"], memory["when"], memory["do"]) == ("hot", ["deploy"], "x", "y")
    assert json.loads(json.dumps(memory)) == memory
    assert door.get(memory["uid"]) == memory


def test_the_same_text_keeps_its_id(door: palace.OpenPalace):
    assert door.add("Deploys happen on Tuesdays") == door.add("deploys happen on tuesdays.")
    assert door.add("another") == 2


def test_times_may_be_python_times(door: palace.OpenPalace):
    memory = door.get(
        door.add(
            "dated",
            recorded_at=datetime(2026, 5, 1, 9, 30, tzinfo=UTC),
            valid_from="2026-05-01T09:30:00+08:00",
            valid_to=date(2026, 6, 1),
        )
    )
    assert memory["recorded_at"] == "2026-05-01T09:30:00Z"
    assert memory["valid_from"] == "2026-05-01T01:30:00Z"
    assert str(memory["valid_to"]).startswith(("2026-05-31", "2026-06-01"))


@pytest.mark.parametrize(
    ("fields", "error", "said"),
    [
        ({"text": ""}, InvalidInput, "cannot be empty"),
        ({"text": 5}, InvalidInput, '"text" that is a string'),
        ({"text": "x", "wing": "identiti"}, InvalidInput, "unknown wing “identiti”"),
        ({"text": "x", "importance": 2}, InvalidInput, '"importance" is a number from 0 to 1, not 2'),
        ({"text": "x", "recorded_at": "soon"}, InvalidInput, '"recorded_at" is not an instant'),
        ({"text": "x", "wng": "identity"}, TypeError, "no field 'wng'; did you mean 'wing'?"),
        ({"text": "x", "colour": "red"}, TypeError, "no field 'colour'"),
    ],
)
def test_what_does_not_fit_is_raised_and_nothing_is_kept(
    door: palace.OpenPalace, fields: dict[str, Any], error: type[Exception], said: str
):
    with pytest.raises(error, match=said.replace("?", r"\?")):
        door.add(**fields)
    with pytest.raises(NotFound):
        door.get(1)


def test_a_rejected_text_is_not_added(door: palace.OpenPalace, tmp_path: Path):
    settings = Settings()
    surroundings = bootstrap.surroundings(settings)
    with bootstrap.open_palace(tmp_path / "palace.db", settings) as other:
        from palace.services.remembering import Statement, add_candidate

        taken = add_candidate(other, Statement("never again"), surroundings, Actor.PERSON, express=True)
        decide(other, Actor.PERSON, taken.candidate_id or 0, 1, rejecting(surroundings))
    with pytest.raises(Suppressed, match="was rejected on"):
        door.add("Never again")
    assert door.import_records([{"text": "never again"}, {"text": "ever"}]).failed[0][0] == 0


def test_records_of_every_kind_become_active_memories(door: palace.OpenPalace):
    rows = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 300
    records = [{**row, "uid": row["id"]} for row in rows]
    assert door.import_records(records) == palace.door.Imported(new=300, known=0, failed=())
    for row in rows:
        memory = door.get(row["id"])
        assert memory["text"] == row["text"]
        assert memory["status"] == "active"
        for field in ("wing", "priority", "kind"):
            assert memory[field] == row[field]
    again = door.import_records(iter(records))
    assert (again.new, again.known, again.failed) == (0, 300, ())
    without_uid = door.import_records(rows)
    assert (without_uid.new, without_uid.known) == (0, 300)


def test_a_record_that_does_not_fit_is_named_and_the_others_are_kept(door: palace.OpenPalace):
    done = door.import_records(
        [
            {"text": "first"},
            {"txt": "no text"},
            "no record",
            {"text": "misspelled", "prioirty": "P0"},
            {"text": "gone", "status": "trashed"},
            {"text": "long uid", "uid": "u" * 65},
            {"text": "foreign fields are passed over", "lang": "en", "embedding": [1, 2], "created": "2024"},
        ]
    )
    assert (done.new, [place for place, _ in done.failed]) == (2, [1, 2, 3, 4, 5])
    assert "no field “prioirty”" in done.failed[2][1]


def test_what_comes_out_goes_in(door: palace.OpenPalace, tmp_path: Path):
    door.import_records(
        [
            {"text": "one", "uid": "u1", "wing": "reflection", "kind": "skill", "heading": ["A", "B"]},
            {"text": "two", "importance": 0.25, "confidence": 0.5, "source": "tool", "origin": "log:4"},
            {"text": "three", "pinned": True, "recorded_at": "2026-01-02T03:04:05Z", "unless": "z"},
        ]
    )
    memories = [door.get(memory_id) for memory_id in (1, 2, 3)]
    found = door.search("one")
    with palace.open(tmp_path / "other.db") as other:
        assert other.import_records(memories).new == 3
        assert [other.get(memory_id) for memory_id in (1, 2, 3)] == memories
        assert other.import_records(found).known == 1


def test_a_failure_in_the_middle_of_the_records_keeps_none(door: palace.OpenPalace):
    def broken() -> Iterator[dict[str, object]]:
        yield {"text": "one"}
        raise RuntimeError("the source went away")

    with pytest.raises(RuntimeError, match="went away"):
        door.import_records(broken())
    assert door.import_records([{"text": "one"}]).new == 1


def test_filters_take_one_word_or_several(door: palace.OpenPalace):
    for wing in ("identity", "social", "history"):
        door.add(f"about {wing}", wing=wing, scenes=[wing], priority="P2")
    assert len(door.search("about", wing=["identity", "social"])) == 2
    assert len(door.search("", wing="history")) == 1
    assert len(door.search("wing:history")) <= 3
    assert len(door.search("about", limit=1)) == 1
    assert door.search("about", limit=0) == []
    assert len(door.search("about", scene="social", priority=2)) == 1
    for filters in ({"wing": "histroy"}, {"priority": 7}):
        with pytest.raises(InvalidInput):
            door.search("about", **filters)
    for wrong in ({"colour": "red"}, {"limit": -1}, {"limit": "3"}, {"limit": True}):
        with pytest.raises(TypeError):
            door.search("about", **wrong)


@pytest.mark.parametrize("query", ['"', "%", "NEAR(", "x" * 100_000, "\x00", "\ud800", ""])
def test_no_query_is_a_mistake(door: palace.OpenPalace, query: str):
    door.add("something")
    assert isinstance(door.search(query), list)


@pytest.mark.parametrize("unknown", [2, 0, -1, 10**30, "1", "no such uid", "\ud800"])
def test_what_is_not_there_is_not_found(door: palace.OpenPalace, unknown: int | str):
    door.add("one")
    with pytest.raises(NotFound, match="there is no memory"):
        door.get(unknown)


@pytest.mark.parametrize("wrong", [True, None, 1.0, b"1"])
def test_a_memory_is_asked_for_by_number_or_uid(door: palace.OpenPalace, wrong: Any):
    with pytest.raises(TypeError, match="known by its id or its uid"):
        door.get(wrong)


def test_a_closed_palace_says_so_and_closing_twice_does_no_harm(tmp_path: Path, no_model: None):
    door = palace.open(tmp_path / "palace.db")
    door.add("kept")
    door.close()
    door.close()
    asking: list[Callable[[], object]] = [
        lambda: door.get(1),
        lambda: door.add("x"),
        lambda: door.search("x"),
        lambda: door.import_records([]),
    ]
    for ask in asking:
        with pytest.raises(PalaceUnavailable, match="is closed"):
            ask()


def test_the_block_closes_it_also_when_it_fails(tmp_path: Path, no_model: None):
    door = palace.open(tmp_path / "palace.db")

    def fail() -> None:
        with door:
            door.add("kept before the fault")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with pytest.raises(PalaceUnavailable):
        door.get(1)
    with palace.open(tmp_path / "palace.db") as again:
        assert again.get(1)["text"] == "kept before the fault"


def test_another_thread_is_told_to_open_its_own(door: palace.OpenPalace):
    said: list[str] = []

    def look() -> None:
        try:
            door.search("x")
        except RuntimeError as error:
            said.append(str(error))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert said == ["an open palace belongs to the thread that opened it; open it once more here"]


def test_two_doors_see_what_the_other_does(tmp_path: Path, no_model: None):
    with palace.open(tmp_path / "palace.db") as one, palace.open(str(tmp_path / "palace.db")) as other:
        for number in range(5):
            assert one.add(f"heron {number}") != other.add(f"otter {number}")
        assert len(one.search("otter", limit=20)) == len(other.search("heron", limit=20)) == 5


def test_a_missing_palace_is_made_only_where_that_is_wished(tmp_path: Path):
    with pytest.raises(NotFound, match="there is no palace"):
        palace.open(tmp_path / "palace.db", create=False)
    assert list(tmp_path.iterdir()) == []
    palace.open(tmp_path / "new/folder/palace.db").close()
    assert (tmp_path / "new/folder/palace.db").is_file()


def test_what_cannot_be_a_palace_is_refused(tmp_path: Path):
    (tmp_path / "text.md").write_text("text", encoding="utf-8")
    for path in (tmp_path, tmp_path / "text.md", "/dev/null", tmp_path / "text.md/palace.db"):
        with pytest.raises(PalaceError):
            palace.open(path)
    for name in ("", "a\x00b"):
        with pytest.raises(InvalidInput, match="cannot be the name of a file"):
            palace.open(name)
    as_bytes: Any = b"bytes.db"
    with pytest.raises(TypeError):
        palace.open(as_bytes)


def test_a_newer_palace_can_be_read_and_not_written(tmp_path: Path, no_model: None):
    import sqlite3

    with palace.open(tmp_path / "palace.db") as door:
        door.add("kept")
    connection = sqlite3.connect(tmp_path / "palace.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with palace.open(tmp_path / "palace.db") as door:
        assert door.search("kept")[0]["text"] == "kept"
        with pytest.raises(PalaceError, match="can only be read"):
            door.add("more")


def test_a_vector_that_cannot_be_written_does_not_unsay_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    class Index:
        encoder = None

    def fails(*_: object) -> int:
        raise Refused("no vector today")

    monkeypatch.setattr(bootstrap, "load_semantic", lambda *_: Index())
    monkeypatch.setattr("palace.door.embed_arrivals", fails)
    with palace.open(tmp_path / "palace.db") as door:
        assert door.get(door.add("kept all the same"))["text"] == "kept all the same"


def test_opening_the_door_is_what_loads_it(tmp_path: Path):
    code = (
        "import sys, palace\n"
        "assert 'sqlite3' not in sys.modules and 'palace.door' not in sys.modules\n"
        f"with palace.open({str(tmp_path / 'p.db')!r}) as door: pass\n"
        "assert 'numpy' not in sys.modules or 'sqlite_utils' in sys.modules\n"
        "assert 'onnxruntime' not in sys.modules and 'textual' not in sys.modules\n"
        "print(palace.OpenPalace.__name__, dir(palace) and palace.__version__)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"OpenPalace {palace.__version__}\n"
    name = "opne"
    with pytest.raises(AttributeError, match="no attribute 'opne'"):
        getattr(palace, name)


def test_what_is_added_is_compared_with_what_was_there(tmp_path: Path):
    path = tmp_path / "palace.db"
    with palace.open(path) as opened:
        older = opened.add("The staging server listens on port 8080.")
        newer = opened.add("The staging server listens on port 9090.")
    with bootstrap.open_palace(path, Settings()) as file:
        [found] = file.open_conflicts()
    assert {found.left_memory_id, found.right_memory_id} == {older, newer}
