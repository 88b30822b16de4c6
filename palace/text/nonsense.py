"""Whether a question says anything: `zzz`, `asdf`, `嗯嗯嗯`, `9f3c0a71` and `🎉` do not.

Meaning is always near to something, also for letters that are no word; so it must not call anything a match
where nothing was said. What stands in a memory is found by its words all the same.
"""

import re
from functools import cache
from importlib.resources import files

from palace.text.comparison.bilingual import dictionary
from palace.text.normalise import folded
from palace.text.query_synonyms import is_known_word
from palace.text.segmentation import prepared, runs, word_folded
from palace.text.syllables import syllables_of

_INTERJECTIONS = frozenset("嗯啊哦呃额唔哼哈呵嘿嘻噢喔哎唉呀哇嗨喂咦呜嘤")

_KEYBOARD_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890")

FEWEST_ON_A_ROW = 4
"""So many keys beside each other, and no word, are fingers that run over a keyboard."""

_REPEATED = re.compile(r"(.+?)\1+")
_HEXADECIMAL = re.compile(r"(?=.*[0-9])(?=.*[a-f])[0-9a-f]{6,}")

FEWEST_DIGITS = 5
"""A number of so many digits means nothing beside itself; a shorter one may be a year or a count."""

FEWEST_WITHOUT_VOWEL = 4
SHORTEST_REPEATED = 6
FEWEST_JUDGED_BY_SOUND = 4
MOST_UNHEARD = 0.45
"""A word of which a greater share of three letters in a row stands in no known word is none: three in four of
letters drawn by chance, one in five hundred German words, one in a thousand English ones."""

HEARD = "heard_letters.txt"
"""Three letters in a row of many languages (scripts/build_heard_letters.py): two, then what follows."""


def says_something(question: str) -> bool:
    """Return whether any word of a question can mean something beside the very letters it is written with."""
    return any(
        _chinese_says(folded(run.text)) if run.syllabic else _latin_says(word_folded(run.text))
        for run in runs(prepared(question))
    )


def _chinese_says(run: str) -> bool:
    return not (_INTERJECTIONS.issuperset(run) or (len(run) > 2 and len(set(run)) == 1))


def _latin_says(word: str) -> bool:
    if len(word) == 1:
        return not word.isascii()
    if not word.isascii() or is_known_word(word):
        return True
    if word.isdigit():
        return len(word) < FEWEST_DIGITS
    if len(set(word)) == 1 or _HEXADECIMAL.fullmatch(word) or _runs_over_keys(word):
        return False
    if (repeated := _REPEATED.fullmatch(word)) and len(word) >= SHORTEST_REPEATED:
        once = repeated[1]
        return is_known_word(once) or (len(once) >= FEWEST_JUDGED_BY_SOUND and _latin_says(once))
    if not word.isalpha() or syllables_of(word):
        return True
    if len(word) >= FEWEST_WITHOUT_VOWEL and not set(word) & set("aeiouy"):
        return False
    return len(word) < FEWEST_JUDGED_BY_SOUND or _unheard(word) <= MOST_UNHEARD


def _runs_over_keys(word: str) -> bool:
    return len(word) >= FEWEST_ON_A_ROW and any(
        word in row or word[::-1] in row or word in row * 2 for row in _KEYBOARD_ROWS
    )


def _unheard(word: str) -> float:
    """Return which share of three letters in a row no word has that is known."""
    heard, found = _threes(), _threes_of(word)
    return sum(three not in heard for three in found) / len(found)


@cache
def _threes() -> frozenset[str]:
    lines = files(__package__).joinpath(HEARD).read_text(encoding="ascii").replace(".", " ").splitlines()
    elsewhere = frozenset(line[:2] + last for line in lines for last in line[3:])
    return elsewhere | frozenset(
        three
        for entry in dictionary().meanings
        if entry.isascii()
        for word in entry.split()
        for three in _threes_of(word)
    )


def _threes_of(word: str) -> list[str]:
    edged = f" {word} "
    return [edged[at : at + 3] for at in range(len(edged) - 2)]
