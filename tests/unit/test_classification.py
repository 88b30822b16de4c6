"""Kind, wing, priority and scenes suggested by rules, and by labelled examples where those are unsure."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.rules import ImportanceRules
from palace.domain.vocabulary import Kind, Priority, SourceKind, Wing
from palace.embedding.encoder import OnnxEncoder
from palace.i18n.catalog import LANGUAGES, texts_of
from palace.services.classifying import (
    Classifier,
    Example,
    Suggestion,
    labelled_examples,
    parts_by_reason,
    reasons_of,
)
from palace.text.classification import (
    GIVEN,
    MOST_SCENES,
    NOTHING_TOLD,
    Reason,
    classify,
    guess_kind,
    scenes_in,
)
from palace.text.kind_words import HINTING_WORDS, TELLING_WORDS
from palace.text.normalise import folded

CASES = Path(__file__).parent.parent / "cases"


def labelled(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


SETS = ("classify.jsonl", "classify-own.jsonl")


def shares(rows: Sequence[dict[str, str]], suggested: Sequence[tuple[str, str, str]]) -> list[float]:
    return [
        sum(row[part] == got[place] for row, got in zip(rows, suggested, strict=True)) / len(rows)
        for place, part in enumerate(("kind", "wing", "priority"))
    ]


@pytest.mark.parametrize("name", SETS)
def test_the_rules_alone_place_the_labelled_bullets(name: str) -> None:
    rows = labelled(name)
    found = [classify(row["text"]) for row in rows]
    kind, wing, priority = shares(rows, [(one.kind.kind, one.wing, one.priority) for one in found])
    assert kind >= 0.90
    assert wing >= 0.90
    assert priority >= 0.90


@pytest.mark.parametrize("name", SETS)
def test_rules_and_examples_together_place_the_labelled_bullets(name: str, encoder: OnnxEncoder) -> None:
    rows = labelled(name)
    classifier = Classifier(ImportanceRules(), encoder)
    found = [classifier.suggest(row["text"]) for row in rows]
    kind, wing, priority = shares(rows, [(one.kind, one.wing, one.priority) for one in found])
    assert kind >= 0.90
    assert wing >= 0.90
    assert priority >= 0.90


def test_each_example_is_placed_by_the_rules_and_the_other_examples(encoder: OnnxEncoder) -> None:
    examples = labelled_examples()
    unsure = [place for place, example in enumerate(examples) if not guess_kind(example.text).sure]
    right = len(examples) - len(unsure)
    for place in unsure:
        others = (*examples[:place], *examples[place + 1 :])
        suggested = Classifier(ImportanceRules(), encoder, examples=others).suggest(examples[place].text)
        right += suggested.kind is examples[place].kind
    assert right / len(examples) >= 0.90


def test_no_example_is_a_labelled_case() -> None:
    def letters(text: str) -> str:
        return "".join(filter(str.isalnum, folded(text)))

    cases = {letters(row["text"]) for name in SETS for row in labelled(name)}
    assert [example.text for example in labelled_examples() if letters(example.text) in cases] == []


@pytest.mark.parametrize(
    ("text", "rule", "kind"),
    [
        ("决定：露台改铺防腐木", "label", Kind.DECISION),
        ("Lesson learned: label the fuses.", "label", Kind.FAILURE),
        ("用户说我记错了，花店周一也开门", "corrected", Kind.CORRECTION),
        ("这次停电的根因是漏电保护器老化", "lesson", Kind.FAILURE),
        ("The tide API returned 503 again.", "status_code", Kind.TOOL_ERROR),
        ("截图工具崩溃，重启后好了", "tool_and_error", Kind.TOOL_ERROR),
        ("We settled on cedar for the deck.", "decided", Kind.DECISION),
        ("用户不喜欢带糖的酸奶", "prefers", Kind.PREFERENCE),
        ("Never wake the user before seven.", "forbids", Kind.PREFERENCE),
        ("学会了给吉他换弦", "learned", Kind.SKILL),
        ("先刷底漆，再打磨两遍，最后上光油", "steps", Kind.SKILL),
        ("今天一共钓了四条鱼", "sums_up", Kind.SUMMARY),
        ("Wants to rent a kayak in June.", "intends", Kind.INTENT),
        ("Failed to sharpen the saw evenly.", "failed", Kind.FAILURE),
        ("用户对蜂蜇过敏", "health", Kind.FACT),
        ("The user was born in Oulu.", "identity", Kind.FACT),
        ("07:45 树屋门口有只狐狸", "time_stamp", Kind.EVENT),
        ("昨天把船拖上了岸", "happened", Kind.EVENT),
        ("Planks were stacked behind the shed, the saw stood there too", "past_tense", Kind.EVENT),
        ("给船底刷漆要点：除锈、底漆、面漆", "label", Kind.SUMMARY),
        ("船坞的闸门宽四米", "nothing_told", Kind.FACT),
        ("The dock is four metres wide.", "states", Kind.FACT),
        ("Failed moorings are billed by the harbour office.", "standing", Kind.FACT),
        ("失败的靠泊会自动改到下一班", "standing", Kind.FACT),
        ("Signe keeps the harbour log.", "person", Kind.FACT),
        ("The user's neighbour is Signe, who prefers mail.", "person", Kind.FACT),
    ],
)
def test_each_rule_names_its_kind_and_the_words_it_went_by(text: str, rule: str, kind: Kind) -> None:
    guess = guess_kind(text)
    assert (guess.reason.rule, guess.kind) == (rule, kind)
    assert guess.reason.words in folded(text)
    assert (guess.reason.words == "") == (rule == "nothing_told")


@pytest.mark.parametrize(
    ("text", "wing", "rule"),
    [
        ("用户叫白芷，住在厦门", Wing.IDENTITY, "identity"),
        ("用户的弟弟在厦门开船", Wing.SOCIAL, "person"),
        ("Signe is the user's neighbour.", Wing.SOCIAL, "person"),
        ("用户表的主键是手机号", Wing.KNOWLEDGE, "kind"),
        ("高度是两米四", Wing.KNOWLEDGE, "kind"),
        ("更正：她对蟹肉过敏", Wing.IDENTITY, "identity"),
        ("更正：白芷的上司是罗砚", Wing.SOCIAL, "person"),
        ("用户纠正我：下次先问再订位", Wing.REFLECTION, "conduct"),
        ("更正：缆绳长二十米", Wing.KNOWLEDGE, "kind"),
        ("复盘：备货太晚", Wing.REFLECTION, "judges"),
        ("小结：卖出十二束", Wing.HISTORY, "kind"),
        ("教训：没有核对潮汐表", Wing.REFLECTION, "lesson"),
        ("没能赶上退潮", Wing.HISTORY, "kind"),
        ("用户的岳母住在厦门", Wing.SOCIAL, "person"),
        ("用户不能吃贝类", Wing.IDENTITY, "identity"),
        ("更正：过敏原检测要空腹", Wing.KNOWLEDGE, "kind"),
    ],
)
def test_the_wing_follows_the_kind_and_whom_it_is_about(text: str, wing: Wing, rule: str) -> None:
    found = classify(text)
    assert (found.wing, found.wing_reason.rule) == (wing, rule)


@pytest.mark.parametrize(
    ("text", "priority", "rule"),
    [
        ("用户要求：绝不要替他签收包裹", Priority.P0, "red_line"),
        ("The user never wants to be filmed.", Priority.P0, "red_line"),
        ("用户的血型是 AB 型", Priority.P0, "identity"),
        ("用户喜欢靠窗的座位", Priority.P1, "kind"),
        ("本季度目标：开出第二家花店", Priority.P1, "aim"),
        ("待办：买花泥", Priority.P2, "kind"),
        ("花店今天正式开业", Priority.P1, "milestone"),
        ("下午给玫瑰换了水", Priority.P2, "kind"),
    ],
)
def test_the_priority_follows_what_is_at_stake(text: str, priority: Priority, rule: str) -> None:
    found = classify(text)
    assert (found.priority, found.priority_reason.rule) == (priority, rule)


def test_a_kind_that_is_given_stays_and_the_rest_follows_it() -> None:
    found = classify("绝不在周五发货", Kind.DECISION)
    assert (found.kind.kind, found.wing, found.priority) == (Kind.DECISION, Wing.KNOWLEDGE, Priority.P0)
    assert found.kind.reason.rule == "given"


def test_only_known_scenes_are_suggested_in_the_order_of_the_text() -> None:
    known = ("deploy", "健康", "ploy", "recipe", "船", "花店")
    assert scenes_in("Deploy 前看一下花店的船期", known) == ("deploy", "花店", "船")
    assert len(scenes_in("a b c d", "abcd")) == MOST_SCENES
    assert scenes_in("deployed", ("deploy", "")) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_can_be_told_in_words(language: str) -> None:
    source = "".join(
        Path(each.__code__.co_filename).read_text("utf-8")
        for each in (classify, labelled_examples.__wrapped__)
    )
    named = set(re.findall(r'Reason\("(\w+)"', source)) | {"example", NOTHING_TOLD}
    named |= {rule for _, rule, _ in (*TELLING_WORDS, *HINTING_WORDS)}
    named |= {"said_by_user", "marked_important", "failed_tool", "base"}
    told = {key.removeprefix("vocabulary.reason.") for key in texts_of(language)}
    assert named <= told


@dataclass(frozen=True)
class Direction:
    scan: bytes
    vector: bytes = b""


class ByFirstLetter:
    """An encoder for which texts are alike when they begin alike."""

    model_id = "by-first-letter"
    dimension = 8

    def embed_passages(self, texts: Sequence[str]) -> list[Direction]:
        return [Direction(bytes(100 if ord(text[0]) % 8 == at else 0 for at in range(8))) for text in texts]

    embed_questions = embed_passages


EXAMPLES = (
    Example("甲板", Kind.SKILL, Wing.KNOWLEDGE, Priority.P1),
    Example("乙板", Kind.FAILURE, Wing.HISTORY, Priority.P1),
)


def suggested(text: str) -> Suggestion:
    return Classifier(ImportanceRules(), ByFirstLetter(), examples=EXAMPLES).suggest(text)


def test_the_nearest_example_decides_where_no_word_does_and_is_named() -> None:
    suggestion = suggested("甲鱼池边的灯")
    assert suggestion.kind is Kind.SKILL
    assert (suggestion.why["kind"].rule, suggestion.why["kind"].words) == ("example", "甲板")


def test_telling_words_are_believed_before_any_example() -> None:
    assert suggested("甲方决定换供应商").kind is Kind.DECISION


def test_without_anything_near_the_rules_stand() -> None:
    suggestion = suggested("寅时花墙")
    assert (suggestion.kind, suggestion.why["kind"].rule) == (Kind.FACT, "nothing_told")


def test_importance_says_what_raised_it() -> None:
    suggestion = Classifier(ImportanceRules()).suggest("记住：接口返回 502 时重试", SourceKind.USER)
    assert suggestion.importance == 1.0
    assert suggestion.why["importance"] == Reason("said_by_user+marked_important+failed_tool", "记住")


@pytest.mark.parametrize(
    "text", ["这件事不重要", "没记住密码", "把工单的优先级调低", "I do not remember the code."]
)
def test_a_word_that_is_denied_marks_nothing_important(text: str) -> None:
    assert Classifier(ImportanceRules()).suggest(text).why["importance"] == Reason("base")


def test_a_scene_is_suggested_with_the_word_that_names_it() -> None:
    classifier = Classifier(ImportanceRules(), scenes=("harbour", "health"))
    assert classifier.suggest("Harbour rules changed.").why["scenes"] == Reason("scene_named", "harbour")
    assert classifier.suggest("Nothing new.").why["scenes"] == Reason("no_scene_named")


@given(st.text(max_size=300))
def test_any_text_can_be_classified(text: str) -> None:
    suggestion = Classifier(ImportanceRules()).suggest(text)
    assert set(suggestion.why) == {"kind", "wing", "priority", "importance", "scenes"}
    assert 0 <= suggestion.importance <= 1


def test_a_proposal_that_the_words_lead_to_has_their_reason_and_any_other_was_given() -> None:
    text = "Mia prefers a phone call to a long thread"
    found = classify(text)
    by_words = reasons_of(text, found.kind.kind, found.wing, found.priority)
    assert by_words["kind"] == found.kind.reason
    assert by_words["wing"] == found.wing_reason
    assert by_words["priority"] == found.priority_reason
    other_wing = Wing.INTENT if found.wing is not Wing.INTENT else Wing.HISTORY
    assert reasons_of(text, found.kind.kind, other_wing, found.priority)["wing"] == GIVEN
    told = parts_by_reason({"wing": GIVEN, "priority": Reason("kind"), "kind": GIVEN})
    assert told == {GIVEN: ["wing", "kind"], Reason("kind"): ["priority"]}
