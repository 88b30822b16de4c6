"""When, do, unless and grain, read out of sentences."""

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.memory import Binding
from palace.domain.vocabulary import Grain
from palace.text.binding_phrases import LONGEST_READ, read_binding, read_parts
from palace.text.grain import grain_of

FOLDER = Path(__file__).parent.parent / "cases"
SETS = ("bindings.jsonl", "bindings-own.jsonl")

Row = dict[str, str | bool | None]


def labelled(name: str) -> list[Row]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


def letters(text: object) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", str(text or "")))).lower()


@pytest.mark.parametrize("name", SETS)
def test_the_labelled_sentences_are_told_apart(name: str) -> None:
    cases = labelled(name)
    right = sum((read_binding(str(case["text"])) is not None) == case["ok"] for case in cases)
    assert right / len(cases) >= 0.93


@pytest.mark.parametrize("part", ["when", "do", "unless"])
@pytest.mark.parametrize("name", SETS)
def test_the_labelled_conditions_and_actions_are_found(name: str, part: str) -> None:
    bound = [case for case in labelled(name) if case["ok"]]
    read = [read_binding(str(case["text"])) or Binding() for case in bound]
    right = sum(
        letters(getattr(found, part))
        in {letters(case[part]), "每次" + letters(case[part]), "都" + letters(case[part])}
        for case, found in zip(bound, read, strict=True)
    )
    assert right / len(bound) >= 0.90


@pytest.mark.parametrize("name", SETS)
def test_the_labelled_grains_are_found(name: str) -> None:
    graded = [case for case in labelled(name) if case["grain"]]
    right = sum(
        grain_of(str(case["text"]), read_binding(str(case["text"]))) == case["grain"] for case in graded
    )
    assert right / len(graded) >= 0.80


@pytest.mark.parametrize("name", SETS)
def test_stories_and_questions_have_no_grain(name: str) -> None:
    told = [str(case["text"]) for case in labelled(name) if case["grain"] is None]
    assert sum(grain_of(text, read_binding(text)) is None for text in told) / len(told) >= 0.80


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
        ("before sailing always check the tide", Binding("before sailing", "always check the tide")),
        (
            "Unless it rains, water the beds when the sun sets.",
            Binding("the sun sets", "water the beds", "it rains"),
        ),
        ("Bilge wet? Then start the pump.", Binding("Bilge wet", "start the pump")),
        ("舱底进水了？那就开水泵", Binding("舱底进水", "开水泵")),
        ("每次靠岸前检查缆绳", Binding("靠岸前", "检查缆绳")),
        ("凡是借出的船都要登记", Binding("借出的船", "要登记")),
        ("只要风力超过六级就停止出海", Binding("风力超过六级", "停止出海")),
        ("风一停就收帆", Binding("风一停", "收帆")),
        ("遇到浓雾先减速再鸣笛", Binding("遇到浓雾", "先减速再鸣笛")),
        ("Sound the horn at noon but not on Sundays.", Binding("at noon", "Sound the horn", "on Sundays")),
        (
            "When docking, use the fenders except when the quay is padded.",
            Binding("docking", "use the fenders", "the quay is padded"),
        ),
        (
            "如果浪高超过两米，除非有救生艇随行，否则取消航班",
            Binding("浪高超过两米", "取消航班", "有救生艇随行"),
        ),
        (
            "The pier is old. Before every storm, double the lines.",
            Binding("Before every storm", "double the lines"),
        ),
        ("规则：靠岸前检查缆绳", Binding("靠岸前", "检查缆绳")),
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
        "Sails wear out when the sun is strong.",
        "Release notes go out the day before the release.",
        "Ask whether the boat floats before Friday.",
        "Check if the boat floats.",
        "They never sail unless the captain is there.",
        "09:30 给船换了新缆绳",
        "接口的超时设为 30 秒",
        "待办：周四前给船东发报价",
        "他一到港口就睡着",
        "只要刮风他的头就疼",
        "船长说如果风大就停航",
        "每周出海三次",
    ],
)
def test_stories_questions_and_lists_are_no_bindings(text: str) -> None:
    assert read_binding(text) is None


@pytest.mark.parametrize(
    "text", ["The server crashed when the disk was full.", "日志 → 记忆 → 技能", "她总是很早到港口"]
)
def test_what_instructs_nobody_has_no_grain(text: str) -> None:
    assert grain_of(text, read_binding(text)) is None


def test_an_order_with_an_exception_but_no_event_is_offered_without_its_condition() -> None:
    text = "Never lend the boat unless the owner agrees."
    assert read_binding(text) is None
    assert read_parts(text) == Binding("", "Never lend the boat", "the owner agrees")
    assert read_parts("除非船东同意，不要外借船只") == Binding("", "不要外借船只", "船东同意")
    assert read_parts("They never sail unless the captain is there.") is None


def test_no_binding_is_looked_for_in_what_is_no_sentence() -> None:
    assert read_binding("If it rains, close the hatch. " + "x" * LONGEST_READ) is None


def test_an_action_that_runs_by_itself_is_a_trigger() -> None:
    text = "每次开会前，自动生成议程"
    assert grain_of(text, read_binding(text)) is Grain.TRIGGER


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    binding = read_binding(text)
    assert binding is None or (binding.when and binding.do)
    grain_of(text, binding)
