"""When, do, unless and grain, read out of sentences."""

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.memory import Binding
from palace.domain.vocabulary import Grain
from palace.text.binding_phrases import read_binding
from palace.text.grain import grain_of

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "cases" / "bindings.jsonl").read_text("utf-8").splitlines()
]


def letters(text: str | None) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text or ""))).lower()


def test_the_labelled_sentences_are_told_apart() -> None:
    right = sum((read_binding(case["text"]) is not None) == case["ok"] for case in CASES)
    assert right / len(CASES) >= 0.93


def test_the_labelled_conditions_and_actions_are_found() -> None:
    bound = [case for case in CASES if case["ok"]]
    right = 0
    for case in bound:
        binding = read_binding(case["text"]) or Binding()
        right += all(
            letters(getattr(binding, part)) == letters(case[part]) for part in ("when", "do", "unless")
        )
    assert right / len(bound) >= 0.90


def test_the_labelled_grains_are_found() -> None:
    graded = [case for case in CASES if case["grain"]]
    right = sum(grain_of(case["text"], read_binding(case["text"])) == case["grain"] for case in graded)
    assert right / len(graded) >= 0.80


@pytest.mark.parametrize(
    ("text", "binding"),
    [
        (
            "如果对方没有回复，就第二天再问一次，除非是周末",
            Binding("对方没有回复", "第二天再问一次", "是周末"),
        ),
        (
            "凡是涉及隐私的内容，一律不写进日志（用户授权除外）",
            Binding("涉及隐私的内容", "一律不写进日志", "用户授权"),
        ),
        (
            "升级依赖时先看 changelog，但不适用于补丁版本",
            Binding("升级依赖", "先看 changelog", "补丁版本"),
        ),
        ("写邮件时不要用感叹号", Binding("写邮件", "不要用感叹号")),
        ("出门前检查燃气", Binding("出门前", "检查燃气")),
        ("Run the backup before every migration.", Binding("before every migration", "Run the backup")),
        (
            "Do not send messages after 22:00 unless it is an emergency.",
            Binding("after 22:00", "Do not send messages", "it is an emergency"),
        ),
        (
            "On every push: run lint, unless the branch starts with wip/",
            Binding("On every push", "run lint", "the branch starts with wip/"),
        ),
        ("if 数据超过 100MB then 分批上传", Binding("数据超过 100MB", "分批上传")),
    ],
)
def test_the_three_parts_stand_where_they_belong(text: str, binding: Binding) -> None:
    assert read_binding(text) == binding


@pytest.mark.parametrize(
    "text",
    [
        "The server crashed when the disk was full.",
        "After the merger, the team moved to Porto.",
        "When was the last backup?",
        "当年我们用过 Oracle",
        "日志 → 记忆 → 技能",
        "I was happy when we finished the migration.",
    ],
)
def test_stories_questions_and_lists_are_no_bindings(text: str) -> None:
    assert read_binding(text) is None
    assert grain_of(text, None) is None


def test_an_action_that_runs_by_itself_is_a_trigger() -> None:
    text = "每次开会前，自动生成议程"
    assert grain_of(text, read_binding(text)) is Grain.TRIGGER


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    binding = read_binding(text)
    assert binding is None or (binding.when and binding.do)
    grain_of(text, binding)
