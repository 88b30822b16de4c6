import re
import sqlite3

from hypothesis import given, settings
from hypothesis import strategies as st

from palace.text import stemming
from palace.text.segmentation import TOKENIZER
from palace.text.stemming import stem

ROOTS = """
run runn connect hop hopp plaster controll roll fall hiss relat condition ration valen hesitan digit
conform radical differen vile analog vietnam predic operat feudal decis hope callous formal sensitiv
sensib triplic form electric good reviv allow infer airlin gyroscop adjust defens irrit replac
depend adopt homolog commun activ angular effec bowdler prob rat ceas sky happ s e ee i ll sse ie ag
fil siz bl agree feed cafe naiv
"""
ENDINGS = """
s es ies sses ed eed ing ational tional enci anci izer bli alli entli eli ousli ization ation ator
alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance
ence er ic able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize e y ll ly
"""


def stems_of_the_index(words: list[str]) -> list[str]:
    index = sqlite3.connect(":memory:")
    index.execute(f"CREATE VIRTUAL TABLE words USING fts5(word, tokenize='{TOKENIZER}')")
    index.execute("CREATE VIRTUAL TABLE stems USING fts5vocab(words, 'instance')")
    index.executemany("INSERT INTO words (rowid, word) VALUES (?, ?)", enumerate(words))
    stems = dict(index.execute("SELECT doc, term FROM stems").fetchall())
    index.close()
    return [stems[at] for at in range(len(words))]


def test_words_have_the_stems_that_the_index_gives_them() -> None:
    words = [root + ending for root in ROOTS.split() for ending in ["", *ENDINGS.split()]]
    words += sorted(set(re.findall("[a-z]+", (stemming.__doc__ or "") + " ".join(map(str, vars(stemming))))))
    assert [stem(word) for word in words] == stems_of_the_index(words)


@given(st.lists(st.from_regex("[a-z]{1,12}", fullmatch=True), min_size=1, max_size=40))
@settings(max_examples=60)
def test_any_letters_have_the_stem_that_the_index_gives_them(words: list[str]) -> None:
    assert [stem(word) for word in words] == stems_of_the_index(words)


def test_accents_and_long_words_are_kept_as_the_index_keeps_them() -> None:
    words = ["café", "naïvely", "résumés", "x" * 60 + "ing", "x" * 61 + "ing", "über", "рабочий", "数"]
    assert [stem(word) for word in words] == stems_of_the_index(words)
