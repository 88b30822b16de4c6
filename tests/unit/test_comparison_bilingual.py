"""Words of one meaning, across Chinese and English and inside each, however they are inflected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.comparison.bilingual import dictionary, is_known, meanings_of, same_field, shared_meaning
from palace.text.comparison.inflection import dictionary_forms
from palace.text.comparison.phrases import entry_of
from palace.text.comparison.terms import terms_of
from palace.text.normalise import folded

ANY_TEXT = st.text(st.characters(), max_size=200)

SAME = (
    ("咖啡", "coffee"),
    ("猫", "cats"),
    ("时区", "time zone"),
    ("青霉素", "penicillin"),
    ("过敏", "allergic"),
    ("花生", "peanuts"),
    ("负责", "in charge of"),
    ("主管", "supervisor"),
    ("部署", "deployments"),
    ("预发", "staging"),
    ("网关", "gateway"),
    ("备份", "backed up"),
    ("服务器", "servers"),
    ("拉取请求", "PR"),
    ("提交信息", "commit message"),
    ("单元测试", "unit tests"),
    ("周三", "Wednesday"),
    ("星期三", "周三"),
    ("每晚", "nightly"),
    ("卧室", "bedroom"),
    ("护照", "passport"),
    ("房租", "rent"),
    ("房东", "landlord"),
    ("发票", "invoices"),
    ("瑜伽", "yoga"),
    ("杭州", "Hangzhou"),
    ("德语", "German"),
    ("导师", "mentor"),
    ("学习率", "learning rate"),
    ("深色模式", "dark mode"),
    ("香菜", "cilantro"),
    ("coriander", "cilantro"),
    ("喜欢", "偏好"),
    ("like", "prefers"),
    ("favourite", "favorite"),
    ("妈妈", "母亲"),
    ("lead", "负责"),
    ("bought", "购买"),
    ("kept", "保留"),
    ("colour", "colors"),
    ("k8s", "Kubernetes"),
    ("Postgres", "PostgreSQL"),
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_words_of_one_meaning_are_known_as_such(one: str, other: str) -> None:
    assert shared_meaning(one, other)
    assert shared_meaning(other, one)


OTHER = (
    ("咖啡", "tea"),
    ("周三", "Thursday"),
    ("杭州", "Suzhou"),
    ("哥哥", "sister"),
    ("打开", "close"),
    ("生产环境", "staging"),
    ("早餐", "dinner"),
    ("红色", "blue"),
    ("", "coffee"),
    ("🙂", "smile"),
    ("qwxz", "zxwq"),
)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_words_of_other_meanings_are_not_taken_for_one(one: str, other: str) -> None:
    assert not shared_meaning(one, other)


def test_the_dictionary_has_the_size_of_a_working_life() -> None:
    entries = dictionary()
    both = sum(
        1 for words in entries.words if any(map(str.isascii, words)) and not all(map(str.isascii, words))
    )
    assert both >= 3_000
    assert len(entries.meanings) >= 9_000


def test_every_word_is_folded_and_stands_once_in_its_entry() -> None:
    for words in dictionary().words:
        assert len(words) >= 2, words
        assert len(set(words)) == len(words), words
        for word in words:
            assert word == folded(word)
            assert "-" not in word
            assert "=" not in word


def test_every_english_word_is_found_again() -> None:
    for word in dictionary().meanings:
        assert entry_of(word, is_known) == word


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("coffee", "茶"),
        ("oolong", "jasmine"),
        ("红色", "blue"),
        ("Postgres", "MySQL"),
        ("vs code", "Neovim"),
        ("Oslo", "柏林"),
        ("英语", "German"),
        ("cats", "dog"),
        ("美式", "红茶"),
    ],
)
def test_things_of_one_sort_are_of_one_field(one: str, other: str) -> None:
    assert same_field(one, other)
    assert same_field(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("coffee", "蓝色"), ("qwxz", "coffee"), ("", ""), ("run", "walked")]
)
def test_other_things_are_of_no_one_field(one: str, other: str) -> None:
    assert not same_field(one, other)


def test_phrases_are_taken_together() -> None:
    assert terms_of("Feature flags were rolled out")[0].entry == "feature flag"
    assert "time zone" in {term.entry for term in terms_of("The user's time zone is UTC+8")}


FORMS = (
    ("slipped", "slip"),
    ("deploying", "deploy"),
    ("hopes", "hope"),
    ("made", "make"),
    ("cities", "city"),
    ("boxes", "box"),
    ("taught", "teach"),
    ("user's", "user"),
    ("allergies", "allergy"),
    ("replies", "reply"),
    ("merging", "merge"),
    ("bigger", "big"),
    ("passes", "pass"),
    ("lying", "lie"),
    ("children", "child"),
)


@pytest.mark.parametrize(("word", "form"), FORMS)
def test_an_inflected_word_may_be_a_form_of_its_dictionary_form(word: str, form: str) -> None:
    assert form in dictionary_forms(word)
    assert dictionary_forms(word)[0] == word


@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_can_be_asked_for(one: str, other: str) -> None:
    assert shared_meaning(one, other) is shared_meaning(other, one)
    assert shared_meaning(one, one)
    assert meanings_of(one) >= frozenset()
    assert [term.span for term in terms_of(one)] == sorted(term.span for term in terms_of(one))
