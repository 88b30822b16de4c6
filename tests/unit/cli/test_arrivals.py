"""What comes in is compared at once: what it contradicts is told in words and in JSON, to agents too."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palace.services import comparing_arrivals

Run = Callable[..., Any]

AGAINST_A_P0 = "受访者的录音可以上传云端转写。"
"""Contradicts a P0 of the sample, which never lets recordings be uploaded."""


def test_a_statement_that_contradicts_a_p0_says_so_at_once(call: Run, sample: Path):
    ended = call("add", AGAINST_A_P0)
    said, clash, *_ = ended.out.splitlines()
    assert said.startswith("candidate #")
    name = said.partition(" cools")[0]
    assert clash.startswith(f"{name} contradicts P0 #")
    verb, number = clash.rpartition(": palace ")[2].split()
    shown = call(verb, number, "--json").json
    assert (shown["contradiction"], shown["right"]["text"]) == (True, AGAINST_A_P0)


def test_an_agent_sees_it_too_in_one_json_value(call: Run, sample: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PALACE_ACTOR", "agent")
    told = call("add", AGAINST_A_P0, "--json").json
    found = told["conflicts"][0]
    assert (found["contradiction"], found["left"]["priority"]) == (True, "P0")
    assert found["right"]["id"] == told["candidate_id"]
    assert (told["not_compared"], told["not_compared_because"]) == (0, None)
    again = call("add", AGAINST_A_P0, "--json").json
    assert [each["id"] for each in again["conflicts"]] == [each["id"] for each in told["conflicts"]]


def test_a_memory_that_is_kept_or_approved_is_compared_with_the_others(call: Run, sample: Path):
    kept = call("add", "--approved", AGAINST_A_P0, "--json").json
    found = kept["conflicts"][0]
    assert (found["right"]["subject"], found["right"]["id"]) == ("memory", kept["memory_id"])
    other = "录音可以交给云端服务转写，没有关系。"
    number = call("add", other, "--now", "--json").json["candidate_id"]
    decided = call("decide", str(number), "approve", "--json").json
    [memory] = [each["memory_id"] for each in decided["decided"]]
    assert all(memory in {each["left"]["id"], each["right"]["id"]} for each in decided["conflicts"])
    assert any(each["contradiction"] for each in decided["conflicts"])


def test_of_a_great_import_only_some_are_compared_at_once(
    call: Run, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(comparing_arrivals, "MOST_AT_ONCE", 2)
    lines = [f"- 第 {number} 号书架上放着第 {number} 卷" for number in range(4)]
    (tmp_path / "MEMORY.md").write_text("\n".join([*lines, f"- {AGAINST_A_P0}"]), encoding="utf-8")
    ended = call("import", "MEMORY.md", "--apply")
    assert "contradicts P0 #" in ended.out
    assert ended.out.splitlines()[-1] == "3 not compared yet: palace conflicts --find"
    planned = call("import", "MEMORY.md", "--json").json
    assert (planned["conflicts"], planned["not_compared"]) == ([], 0)


@pytest.mark.usefixtures("no_model")
def test_without_a_model_it_is_kept_and_the_reason_is_told(call: Run, sample: Path):
    ended = call("add", AGAINST_A_P0)
    assert ended.status == 0
    assert "not compared with the memories: there is no model at nowhere" in ended.err
    told = json.loads(call("add", AGAINST_A_P0, "--now", "--json").out)
    assert told["not_compared"] == 1
    assert told["not_compared_because"].startswith("there is no model at nowhere")
