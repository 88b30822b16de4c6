"""How Chinese words sound: homophones, Latin letters, and words typed by their sound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.syllables import homophones, romanised, syllables, syllables_of


def test_the_characters_of_gb_2312_have_readings():
    assert len(syllables().readings) > 6500
    assert len(syllables().characters) > 400


@pytest.mark.parametrize(("character", "other"), [("粉", "份"), ("蒜", "算"), ("带", "贷"), ("风", "枫")])
def test_what_sounds_alike_is_a_homophone(character: str, other: str):
    assert other in homophones(character)
    assert character not in homophones(character)


@pytest.mark.parametrize(("word", "letters"), [("锅巴", "guoba"), ("豆苗", "doumiao"), ("知了", "zhile")])
def test_a_word_is_written_in_latin_letters(word: str, letters: str):
    assert letters in romanised(word)


@pytest.mark.parametrize(
    ("letters", "sounds"),
    [
        ("zhongjixian", ("zhong", "ji", "xian")),
        ("bao'e", ("bao", "e")),
        ("kubectl", ()),
        ("", ()),
        ("a" * 500, ()),
    ],
)
def test_a_word_typed_by_its_sound_is_parted_into_syllables(letters: str, sounds: tuple[str, ...]):
    assert syllables_of(letters) == sounds


@given(st.text(alphabet="abeghinoruz'", max_size=60))
def test_any_word_is_parted_or_not(letters: str):
    sounds = syllables_of(letters)
    assert not sounds or "".join(sounds) == letters.replace("'", "")
