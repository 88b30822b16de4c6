"""What stands for the words of a question: synonyms in both languages, homophones, near spellings."""

from collections.abc import Callable

import pytest

from palace.domain.filters import Filters
from palace.domain.memory import Memory
from palace.storage.palace_file import PalaceFile
from palace.text.query_synonyms import synonyms_in

Saved = Callable[..., Memory]

NOTES = {
    "uric": "Dr. Magpie wants 2.2 L of water a day as long as uric acid stays above 400.",
    "backup": "备份天天显示成功，演练时才发现漏了一个库。",
    "drain": "下线节点：kubectl drain --ignore-daemonsets",
    "guoba": "When we travel, Guoba stays with Miaomiao upstairs.",
    "insurance": "重疾险保额 50 万，缴到 2039 年。",
    "plain": "阳台上的花每周浇一次水。",
}


@pytest.fixture
def notes(palace: PalaceFile, saved: Saved) -> dict[int, str]:
    return {saved(palace, text).id: name for name, text in NOTES.items()}


@pytest.mark.parametrize(
    ("question", "name", "alike"),
    [
        ("尿酸", "uric", "uric acid"),
        ("备粉演练", "backup", "备份"),
        ("kubctl drian", "drain", "kubectl"),
        ("锅巴", "guoba", "guoba"),
        ("zhongjixian bao'e", "insurance", "重疾险"),
    ],
)
def test_what_stands_for_a_word_finds_the_memory_and_is_told(
    palace: PalaceFile, notes: dict[int, str], question: str, name: str, alike: str
):
    first = palace.find_words(question, Filters(), 5)[0]
    assert notes[first.memory_id] == name
    assert alike in first.alike
    assert first.coverage < first.reach <= 1


def test_a_word_that_stands_there_itself_needs_nothing_in_its_stead(
    palace: PalaceFile, notes: dict[int, str]
):
    first = palace.find_words("uric acid", Filters(), 5)[0]
    assert notes[first.memory_id] == "uric"
    assert (first.coverage, first.reach, first.alike) == (1.0, 1.0, ())


def test_a_known_word_is_not_taken_for_a_misspelling(palace: PalaceFile, notes: dict[int, str]):
    assert all("drain" not in hit.alike for hit in palace.find_words("train", Filters(), 5))


@pytest.mark.parametrize("question", ["", "…", '"', "AND OR NOT", "\ud800", "x" * 5000, "a'b'c", "'''' ''"])
def test_no_question_is_an_error(palace: PalaceFile, notes: dict[int, str], question: str):
    palace.find_words(question, Filters(), 5)


def test_synonyms_cross_the_languages():
    found = {each.word: each.others for each in synonyms_in("洗衣机不排水")}
    assert ("washing", "machine") in found["洗衣机"]
    assert ("尿", "酸") in {other for each in synonyms_in("uric acid reading") for other in each.others}
