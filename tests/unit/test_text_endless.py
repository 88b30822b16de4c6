"""Endless texts of one sign: no function that reads a question or a memory runs out of stack."""

from collections.abc import Callable
from datetime import date

import pytest

from palace.text.query_synonyms import synonyms_in
from palace.text.query_terms import query_terms
from palace.text.question_dates import asked_time
from palace.text.segmentation import index_text
from palace.text.stemming import stem
from palace.text.syllables import LONGEST_TYPED, syllables_of

LENGTH = 20_000
READERS: dict[str, Callable[[str], object]] = {
    "terms": query_terms,
    "index": index_text,
    "synonyms": lambda text: list(synonyms_in(text)),
    "syllables": syllables_of,
    "stem": stem,
    "dates": lambda text: asked_time(text, date(2026, 5, 15)),
}


@pytest.mark.parametrize(
    "unit", ["a", "备", "7", "e\u0301", "\u0301", '"', "(", "()", "“", "xi'", "aB", "1,"]
)
@pytest.mark.parametrize("reader", READERS)
def test_a_text_of_one_sign_over_and_over_is_read(reader: str, unit: str):
    READERS[reader]((unit * LENGTH)[:LENGTH])


@pytest.mark.parametrize("letters", ["a" * LONGEST_TYPED, "xian" * (LONGEST_TYPED // 4), "a" * 47 + "v"])
def test_the_longest_word_that_may_be_typed_by_sound_is_parted_or_is_none(letters: str):
    found = syllables_of(letters)
    assert "".join(found) in (letters, "")


def test_a_longer_word_is_no_word_typed_by_its_sound():
    assert syllables_of("a" * (LONGEST_TYPED + 1)) == ()
