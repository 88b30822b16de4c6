"""What an agent loads, and that loads and hits are counted."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Run, rows


def add(run: Run, text: str, *words: str) -> int:
    ended = run("add", "--approved", text, *words)
    assert ended.status == 0, ended.err
    return int(rows(Path(os.environ["PALACE"]), "SELECT max(id) FROM memory")[0][0])


@pytest.fixture
def three(run: Run, palace: Path) -> list[int]:
    """One memory that is hot, one for the scene deploy, and one that only a search finds."""
    return [
        add(
            run,
            "call her Lin",
            "--band",
            "hot",
            "--wing",
            "identity",
            "--when",
            "you write",
            "--do",
            "say Lin",
        ),
        add(run, "the gate needs two reviewers", "--scene", "deploy"),
        add(run, "the lantern hangs at the third door", "--band", "cold"),
    ]


def test_it_loads_what_is_hot_with_its_binding(run: Run, three: list[int]):
    ended = run("context")

    assert ended.status == 0
    assert f"- #{three[0]} " in ended.out
    assert "say Lin" in ended.out
    assert f"#{three[1]}" not in ended.out


def test_a_scene_and_a_question_load_more(run: Run, three: list[int]):
    told = run("context", "--scene", "deploy", "--query", "lantern", "--json").json

    assert [(each["loaded_as"], each["id"]) for each in told["memories"]] == [
        ("hot", three[0]),
        ("scene", three[1]),
        ("query", three[2]),
    ]


def test_what_is_printed_counts_as_loaded(run: Run, three: list[int], palace: Path):
    run("context")
    run("context")

    assert run("show", str(three[0]), "--json").json["loads"] == 2
    assert run("show", str(three[1]), "--json").json["loads"] == 0
    assert rows(palace, "SELECT count(*) FROM usage WHERE event = 'load'") == [(2,)]


def test_what_finds_no_room_is_named(run: Run, three: list[int]):
    told = run("context", "--scene", "deploy", "--budget", "20", "--json").json

    assert told["tokens"] <= 20
    assert three[1] in told["left_out"] or three[0] in told["left_out"]


@pytest.mark.parametrize("budget", ["0", "-3", "many", "99999999"])
def test_a_budget_that_is_none_is_wrong_use(run: Run, three: list[int], budget: str):
    assert run("context", f"--budget={budget}").status == 2


def test_no_more_lines_are_hot_than_the_band_holds(run: Run, palace: Path):
    for number in range(4):
        text = "\n".join(f"line {line} of {number}" for line in range(30))
        memory_id = add(run, text)
        with closing(sqlite3.connect(palace)) as connection, connection:
            connection.execute("UPDATE memory SET band = 'hot' WHERE id = ?", (memory_id,))

    told = run("context", "--json").json

    assert told["hot_lines"] == 90
    assert len(told["left_out"]) == 1


def test_an_empty_palace_has_nothing_to_load(run: Run, palace: Path):
    assert run("context").status == 3


def test_an_unknown_scene_is_wrong_use(run: Run, three: list[int]):
    assert run("context", "--scene", "deplyo").status == 2


@pytest.mark.parametrize("name", ["全然不同", "deployment-of-something-else", "\x1b[31m", "x" * 5000])
def test_a_scene_like_none_there_is_is_not_found_and_switches_nothing(run: Run, three: list[int], name: str):
    run("scene", "deploy")
    ended = run("scene", name)
    assert (ended.status in {2, 3}, "nobody foresaw" in ended.err) == (True, False)
    assert run("scene", "--json").json["active"] == "deploy"


def test_in_a_palace_without_scenes_none_is_found(run: Run, palace: Path):
    ended = run("scene", "deploy")
    assert (ended.status, "no memory has the scene “deploy”" in ended.err) == (3, True)


def test_a_scene_is_switched_on_and_off(run: Run, three: list[int]):
    assert run("scene", "Deploy").status == 0
    assert run("scene", "--json").json == {"active": "deploy", "scenes": [{"scene": "deploy", "memories": 1}]}
    assert f"#{three[1]} " in run("context").out
    assert run("scene", "--none").status == 0
    assert f"#{three[1]} " not in run("context").out


def test_switching_to_an_unknown_scene_changes_nothing(run: Run, three: list[int]):
    run("scene", "deploy")

    assert run("scene", "deplyo").status == 2
    assert run("scene", "--json").json["active"] == "deploy"


def test_a_hit_counts_and_warms_what_was_cold(run: Run, three: list[int]):
    ended = run("hit", str(three[0]), f"#{three[2]}", "--json")

    assert ended.status == 0
    assert [(each["id"], each["hits"], each["warmed"]) for each in ended.json["hit"]] == [
        (three[0], 1, False),
        (three[2], 1, True),
    ]
    assert run("show", str(three[2]), "--json").json["band"] == "warm"
    assert run("undo").status == 0
    shown = run("show", str(three[2]), "--json").json
    assert (shown["band"], shown["hits"]) == ("cold", 1)


def test_a_hit_of_what_is_not_there_is_told_and_the_others_count(run: Run, three: list[int]):
    ended = run("hit", "999", str(three[0]), "--json")

    assert ended.status == 3
    assert [each["id"] for each in ended.json["failed"]] == [999]
    assert run("show", str(three[0]), "--json").json["hits"] == 1


def test_a_hit_needs_a_number(run: Run, three: list[int]):
    assert run("hit", "lantern").status == 2


def test_a_search_leans_to_the_scene_that_is_on(run: Run, palace: Path):
    plain = add(run, "the gate of the garden")
    deploy = add(run, "the gate of the release", "--scene", "deploy")

    def order() -> list[int]:
        return [each["id"] for each in run("search", "gate", "--words-only", "--json").json["results"]]

    before = order()
    run("scene", "deploy")

    assert set(before) == {plain, deploy}
    assert order() == [deploy, plain]
