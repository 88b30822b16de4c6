import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.text.normalise import content_hash, folded, normalised, simplified
from palace.text.simplified_table import SIMPLIFIED, TRADITIONAL

no_markdown = st.text(st.characters(exclude_characters="*#`>·-+"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("**回复语言**：中文", "回复语言: 中文。"),
        ("１４：００ 之后不喝咖啡", "14:00之后不喝咖啡"),
        ("沒跑過冒煙測試就不准上線", "没跑过冒烟测试就不准上线"),
        ("用户\u200b的母语是中文\ufeff", "用户的母语是中文"),
        ("Use the Staging DB.", "use the staging db"),
        ("- Docker 部署\r\n  失败", "Docker部署失败"),
        ("他说“好的”", "他说「好的」"),
        ("a,  b", "a, b"),
        ("ﾊﾞｯｸｱｯﾌﾟ", "バックアップ"),
        ("cafe\u0301", "café"),
        ("❤\ufe0f 茶", "❤ 茶"),
    ],
)
def test_the_same_statement_in_another_dress_is_equal(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)
    assert content_hash(one) == content_hash(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("不，要去", "不要去"),
        ("1.5 mg", "15 mg"),
        ("-5", "5"),
        ("C++", "C"),
        ("1, 2", "12"),
        ("a b", "ab"),
        ("喝咖啡吗？", "喝咖啡吗"),
        ("x**2 + y**2", "x2 + y2"),
        ("_private", "private"),
        ("*.py", ".py"),
        ("!!!", "..."),
        ("[/", "[\\"),
        ("100%", "100"),
    ],
)
def test_what_may_mean_something_else_stays_different(one: str, other: str) -> None:
    assert content_hash(one) != content_hash(other)


@given(no_markdown)
@settings(max_examples=200)
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalised(text)
    assert normalised(once) == once


@given(st.text())
@settings(max_examples=80)
def test_no_text_loses_everything_that_can_be_seen(text: str) -> None:
    assert bool(normalised(text)) or all(not folded(character).isalnum() for character in text)


@given(st.text(st.characters()))
@settings(max_examples=100)
def test_every_text_has_a_hash_of_64_digits(text: str) -> None:
    assert len(content_hash(text)) == 64


def test_lone_surrogates_have_a_hash() -> None:
    assert content_hash("\ud800") != content_hash("\ud801")


def test_the_table_leads_to_simplified_characters_only() -> None:
    assert len(TRADITIONAL) == len(SIMPLIFIED) > 2_500
    assert simplified(SIMPLIFIED) == SIMPLIFIED
    assert simplified("飛書插件設定與發佈後臺") == "飞书插件设定与发布后台"
