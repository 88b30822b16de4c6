import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.text.diff import Change, Stretch, difference

texts = st.text(st.sampled_from("记忆宫殿ab c,\n.é👩\u200d👧\u0301"), max_size=60)


def told(before: str, after: str) -> str:
    signs = {Change.EQUAL: "{}", Change.DELETE: "[-{}-]", Change.INSERT: "[+{}+]"}
    return "".join(
        signs[stretch.change].format(stretch.text) for stretch in difference(before, after).unified
    )


@given(texts, texts)
@settings(max_examples=300)
def test_each_side_joined_is_the_text_it_was_made_from(before: str, after: str) -> None:
    found = difference(before, after)
    assert "".join(stretch.text for stretch in found.before) == before
    assert "".join(stretch.text for stretch in found.after) == after
    assert all(stretch.text for stretch in found.unified)
    assert {stretch.change for stretch in found.before} <= {Change.EQUAL, Change.DELETE}
    assert {stretch.change for stretch in found.after} <= {Change.EQUAL, Change.INSERT}


@given(texts)
@settings(max_examples=60)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert difference(text, text).unified == ((Stretch(Change.EQUAL, text),) if text else ())


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("时区 [GMT+8]", "时区 [GMT+9]", "时区 [GMT+[-8-][+9+]]"),
        ("每天八点起床", "每天七点半起床", "每天[-八-][+七+]点[+半+]起床"),
        ("use the staging db", "use a production db", "use [-the staging-][+a production+] db"),
        ("running", "runner", "[-running-][+runner+]"),
        ("所有提醒按此换算", "四月起在东京", "[-所有提醒按此换算-][+四月起在东京+]"),
        ("", "x", "[+x+]"),
        ("e\u0301", "e", "[-e\u0301-][+e+]"),
        ("a\nb\nc", "a\nc", "a\n[-b\n-]c"),
    ],
)
def test_characters_differ_in_chinese_and_words_in_latin(before: str, after: str, expected: str) -> None:
    assert told(before, after) == expected


def test_long_texts_are_compared_too() -> None:
    before = "\n".join(f"line {number} 有若干文字" for number in range(8_000))
    after = before.replace("line 77 ", "row 77 ").replace("line 7000 ", "row 7000 ")
    found = difference(before, after)
    assert "".join(stretch.text for stretch in found.after) == after
    changed = [stretch.text for stretch in found.after if stretch.change is Change.INSERT]
    assert len(changed) == 2
    assert all(text.startswith("row") for text in changed)


def test_texts_that_say_the_same_again_and_again_are_compared_clause_by_clause():
    before = "发布定在 6 月 10 日，前一天冻结；" * 150
    after = before.replace("10", "12")
    found = difference(before, after)
    changed = [stretch.text for stretch in found.unified if stretch.change is not Change.EQUAL]
    assert set(changed) == {"10", "12"}
    assert len(changed) == 300


@pytest.mark.parametrize(
    ("before", "after"),
    [("的" * 2000, "的" * 1500 + "了" * 500), ("，" * 2000, "。" * 2000), ("ab, " * 900, "ba; " * 700)],
)
def test_what_repeats_itself_loses_nothing(before: str, after: str):
    found = difference(before, after)
    assert "".join(stretch.text for stretch in found.before) == before
    assert "".join(stretch.text for stretch in found.after) == after
