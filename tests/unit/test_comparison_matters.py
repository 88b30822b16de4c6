"""One attribute told by several verbs, and likings and choices that are of different matters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.comparison.laying import Laid, laid_beside
from palace.text.comparison.matters import choices_apart, likings_apart
from palace.text.comparison.reading import readings_of
from palace.text.comparison.single_attributes import attributes_told, clashing_attributes


def laid(a: str, b: str) -> Laid:
    """Return two texts laid beside each other without a model."""
    return laid_beside(*readings_of(a, b), None)


@pytest.mark.parametrize(
    ("attribute", "a", "b"),
    [
        ("employer", "Petra works at Nokia", "Petra joined Ericsson in May"),
        ("employer", "我在京东上班", "我上个月跳槽到美团"),
        ("employer", "用户任职于百度", "The user has just joined Tencent"),
        ("employer", "I work for a bank", "I am employed by a startup"),
        ("residence", "I live in Lyon", "We relocated to Marseille"),
        ("residence", "用户住在成都", "用户搬到重庆了"),
        ("school", "He studies at Yale", "He transferred to Rice University"),
        ("school", "妹妹在南京大学读书", "妹妹考上了浙江大学"),
        ("car", "I drive a Ford", "I bought a Nissan"),
        ("car", "我开奥迪", "我换了辆蔚来"),
        ("family_state", "Jonas is single", "Jonas got married"),
        ("family_state", "用户已婚", "用户离婚了"),
        ("occupation", "I work as a lawyer", "I retrained as a teacher"),
        ("manager", "我向周总汇报", "我的上级是钱总"),
    ],
)
def test_one_attribute_is_known_by_whatever_verb_it_is_told(attribute: str, a: str, b: str):
    found = clashing_attributes(a, b)
    assert found is not None
    assert found[0].attribute == found[1].attribute == attribute
    assert clashing_attributes(b, a) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("在微软任职", "I joined Microsoft"),
        ("Petra works at Nokia", "Ulf joined Ericsson"),
        ("I used to work at Nokia", "I joined Ericsson"),
        ("I live in Porto", "I moved to Portugal"),
        ("I live in Lyon", "I moved to Vim"),
        ("I live in Lyon", "I want to move; I will have moved to Berlin"),
        ("I work at home", "I joined the gym"),
        ("I work for Nokia", "I also work for Ericsson"),
        ("住在南京", "打算搬到合肥"),
        ("In 2014 I joined Nokia", "I work at Ericsson"),
        ("The cache works for Redis", "The team moved to Postgres"),
        ("我在家上班", "我在公司上班"),
    ],
)
def test_no_attribute_clashes_where_one_value_or_another_holder_or_time_is_told(a: str, b: str):
    assert clashing_attributes(a, b) is None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The user loves ramen.", "The user's favourite pianist is Argerich."),
        ("I enjoy jazz", "My favourite colour is teal"),
        ("用户爱吃川菜", "最喜欢的球员是梅西"),
    ],
)
def test_likings_of_two_sorts_are_apart(a: str, b: str):
    assert likings_apart(laid(a, b)) > 0
    assert likings_apart(laid(b, a)) == likings_apart(laid(a, b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The user likes tea", "My favourite drink is coffee"),
        ("My favourite pianist is Argerich", "My favourite pianist is Pollini"),
        ("用户喜欢喝茶", "我最爱咖啡"),
        ("The user prefers Vim", "The user loves Emacs"),
        ("The user loves ramen", "Backups run at night"),
    ],
)
def test_likings_of_one_sort_or_with_a_word_in_common_are_not_apart(a: str, b: str):
    assert likings_apart(laid(a, b)) == 0


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("Use pnpm instead of npm", "Use Signal instead of Telegram", 1),
        ("选 Redis 而不是 Memcached", "选 Figma 而不是 Sketch", 1),
        ("The user prefers Vim over Emacs", "The user prefers tea over coffee", 1),
        ("Use tabs instead of spaces", "Use spaces rather than tabs", 0),
        ("Use MySQL instead of MongoDB", "Use SQLite instead of Postgres", 0),
        ("Use pnpm instead of npm", "Use yarn instead of npm", 0),
        ("For the queue use Zorp instead of Wup", "For the queue use Blim instead of Krat", 0),
    ],
)
def test_choices_are_apart_where_nothing_chosen_or_rejected_is_of_one_matter(a: str, b: str, apart: int):
    assert choices_apart(laid(a, b)) == choices_apart(laid(b, a)) == apart


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_can_be_read(a: str, b: str):
    assert (clashing_attributes(a, b) is None) == (clashing_attributes(b, a) is None)
    for one in attributes_told(a):
        assert 0 <= one.span[0] <= one.span[1] <= len(a)
