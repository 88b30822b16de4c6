"""`palace compare`: texts, memories by their ids, and files of pairs; what it prints and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

FIELDS = {"id", "label", "axis", "newer", "similarity", "merge_without_asking", "reasons"}


def test_two_texts_are_told_apart_with_the_words_that_tell(call: Run) -> None:
    ended = call("compare", "周五可以发版", "周五不可以发版", "--json")
    assert ended.status == 0
    assert ended.json.keys() == FIELDS
    assert (ended.json["label"], ended.json["axis"]) == ("conflict", "polarity")
    assert ended.json["reasons"][0]["b"]["words"] == "不可以"


def test_a_person_reads_relation_and_reasons(call: Run) -> None:
    ended = call("compare", "The API runs on port 8080.", "The API runs on port 8081.")
    assert ended.status == 0
    assert "conflict (number)" in ended.out
    assert "another amount" in ended.out
    assert "8081" in ended.out


def test_memories_are_named_by_their_ids(call: Run, sample: Path) -> None:
    for words in (("#1", "#1"), ("1", "1", "--ids")):
        ended = call("compare", *words, "--json")
        assert ended.status == 0
        assert ended.json["label"] == "duplicate"
        assert ended.json["merge_without_asking"] is True
    assert call("compare", "#1", "#99999999").status == 3


def test_a_file_of_pairs_and_newcomers_gives_an_object_a_line(call: Run, world: Path) -> None:
    rows = [
        {"id": "one", "a": "用户不吃香菜", "b": "用户忌口：香菜"},
        {"id": "two", "p0": "用户时区 GMT+8", "new": "用户时区 GMT+9"},
    ]
    (world / "pairs.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    ended = call("compare", "--jsonl", "pairs.jsonl", "--json")
    assert ended.status == 0
    told = [json.loads(line) for line in ended.out.splitlines()]
    assert [one["id"] for one in told] == ["one", "two"]
    assert told[1]["label"] == "conflict"


def test_a_newcomer_that_breaks_a_p0_is_a_conflict(call: Run) -> None:
    p0, new = "删除文件之前必须得到用户确认", "临时文件不用问用户，直接删"
    assert call("compare", "--p0", p0, new, "--json").json["label"] == "conflict"


def test_wrong_use_is_named(call: Run, world: Path) -> None:
    assert call("compare", "one text").status == 2
    assert call("compare", "a", "b", "--ids").status == 2
    (world / "bad.jsonl").write_text('{"id": 1, "a": "x", "b": 2}\n', "utf-8")
    ended = call("compare", "--jsonl", "bad.jsonl")
    assert ended.status == 2
    assert "line 1" in ended.err


def test_breaks_of_unicode_in_a_text_end_no_line(call: Run, world: Path) -> None:
    row = {"id": "u", "a": "tea\u2028time\u0085\u000b", "b": "tea time"}
    text = "\ufeff" + json.dumps(row, ensure_ascii=False) + "\r\n\r\n"
    (world / "pairs.jsonl").write_bytes(text.encode())
    ended = call("compare", "--jsonl", "pairs.jsonl", "--json")
    assert ended.status == 0
    assert ended.json["label"] == "duplicate"


@pytest.mark.parametrize(
    ("data", "status", "told"),
    [
        (b'{"id": 1, "a": "x", "b": "x"}\n{"id": 2, "a": "\xff", "b": "x"}\n', 1, "line 2: it is not UTF-8"),
        (b'{"id": NaN, "a": "x", "b": "x"}\n', 2, "line 1"),
        (b"[" * 100_000, 2, "line 1"),
        (b'"p0"\n', 2, "line 1"),
        (None, 1, "No such file or directory — check the name"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_with_the_next_step(
    call: Run, world: Path, data: bytes | None, status: int, told: str
) -> None:
    if data is not None:
        (world / "bad.jsonl").write_bytes(data)
    ended = call("compare", "--jsonl", "bad.jsonl")
    assert ended.status == status
    assert told in ended.err
    assert " — " in ended.err
    assert "Errno" not in ended.err


def test_without_the_model_equal_texts_are_known_and_others_are_told_what_is_missing(run: Run) -> None:
    equal = run("compare", "Deploy on Tuesdays.", "deploy on tuesdays", "--json")
    assert (equal.status, equal.json["label"], equal.json["merge_without_asking"]) == (0, "duplicate", True)
    differing = run("compare", "Deploy on Tuesdays.", "Deploy on Fridays.")
    assert differing.status == 1
    assert "only equal ones can be compared: there is no model at nowhere" in differing.err
    assert "install Palace again" in differing.err


def test_without_the_model_no_pairs_are_found_and_what_waits_is_named(run: Run, palace: Path) -> None:
    ended = run("conflicts", "--find")
    assert ended.status == 1
    assert "nothing was compared" in ended.err
    assert "palace conflicts" in ended.err
    assert "searched" not in ended.err
