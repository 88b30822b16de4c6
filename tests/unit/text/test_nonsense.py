"""What says nothing is told from words, names and commands that nobody has heard of."""

import pytest

from palace.text.nonsense import says_something

NOTHING = (
    *("zzz", "asdf", "qqqq", "x", "a", "hjkl", "lkjh", "qwertyuiop", "xkqovaze", "kjhkjh", "hahaha", "a b c"),
    *(
        "嗯嗯嗯",
        "哈哈哈",
        "啊",
        "测测测",
        "嗯 哦",
        "🎉",
        "；；；",
        "…",
        "",
        " ",
        "9f3c0a71e",
        "83749201",
        "wqeo rtxv zzz",
    ),
)

SOMETHING = (
    *(
        "牙医",
        "嗯嗯牙医",
        "zzz deploy",
        "a cat",
        "ferritin",
        "deuteranomaly",
        "grafana",
        "iphone",
        "ok",
    ),
    *(
        "zhixia",
        "xi'an",
        "vacina",
        "kubernetes",
        "2026",
        "112",
        "C3PO",
        "papa",
        "ああ",
        "Müller",
        "哈哈镜",
        "drian",
    ),
)


OF_OTHER_LANGUAGES = (
    *("Krankenhaus", "Schmetterling", "Zahnarzt", "jetzt", "pourquoi", "chercher", "mujer", "hijos", "hoje"),
    *("prezzo", "oggi", "tijd", "vrouw", "gemaakt", "svensk", "sekolah", "ohio", "hawaii", "israel"),
)


@pytest.mark.parametrize("question", OF_OTHER_LANGUAGES)
def test_words_of_other_languages_in_plain_letters_say_something(question: str) -> None:
    assert says_something(question)


@pytest.mark.parametrize("question", NOTHING)
def test_letters_by_chance_exclamations_and_signs_say_nothing(question: str) -> None:
    assert not says_something(question)


@pytest.mark.parametrize("question", SOMETHING)
def test_words_names_and_numbers_say_something(question: str) -> None:
    assert says_something(question)
