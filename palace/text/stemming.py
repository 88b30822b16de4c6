"""The Porter stemmer, as the full-text index uses it, to tell which words of a text answered a query.

After M. F. Porter, "An algorithm for suffix stripping" (1980), with the details in which SQLite's FTS5
follows it; a test compares the two.
"""

import re
import unicodedata
from functools import lru_cache

SHORTEST_STEMMED, LONGEST_STEMMED = 3, 63
"""Lengths in bytes between which FTS5 stems a token at all."""

_SECOND_STEP = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("logi", "log"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
)
_THIRD_STEP = (
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
)
_FOURTH_STEP = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize"
_SHAPE = re.compile("c+|v+")


def without_diacritics(word: str) -> str:
    """Return a folded word as `remove_diacritics 2` leaves it."""
    if word.isascii():
        return word
    return "".join(_bare(letter) for letter in unicodedata.normalize("NFC", word))


def _bare(letter: str) -> str:
    """Return the ASCII letter under a letter's accents; other writing is kept, lone accents are dropped."""
    if unicodedata.combining(letter):
        return ""
    base = unicodedata.normalize("NFD", letter)[0]
    return base if base.isascii() else letter


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return the stem under which the full-text index keeps a folded word."""
    bare = without_diacritics(word)
    if not SHORTEST_STEMMED <= len(bare.encode("utf-8", "replace")) <= LONGEST_STEMMED:
        return bare
    stemmed = _plural(bare)
    stemmed = _past_and_participle(stemmed)
    if stemmed.endswith("y") and _has_vowel(stemmed[:-1]):
        stemmed = stemmed[:-1] + "i"
    stemmed = _replaced(stemmed, _SECOND_STEP)
    stemmed = _replaced(stemmed, _THIRD_STEP)
    stemmed = _without_ending(stemmed)
    return _tidied(stemmed)


def _shape(text: str) -> str:
    """Return the text as a row of c and v; a `y` after a consonant counts as a vowel."""
    shape = ""
    for letter in text:
        vowel = letter in "aeiou" or (letter == "y" and shape.endswith("c"))
        shape += "v" if vowel else "c"
    return shape


def _measure(text: str) -> int:
    """Return Porter's m: how often a row of consonants follows a row of vowels."""
    return "".join(match[0][0] for match in _SHAPE.finditer(_shape(text))).count("vc")


def _has_vowel(text: str) -> bool:
    return "v" in _shape(text)


def _ends_short(text: str) -> bool:
    """Whether it ends consonant, vowel, consonant, the last not w, x or y."""
    return _shape(text).endswith("cvc") and text[-1] not in "wxy"


def _ends_double(text: str) -> bool:
    return len(text) > 1 and text[-1] == text[-2] and _shape(text)[-1] == "c"


def _plural(word: str) -> str:
    if any(word.endswith(ending) and word != ending for ending in ("sses", "ies")):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _past_and_participle(word: str) -> str:
    if word.endswith("eed") and word != "eed":
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        if word.endswith(ending) and _has_vowel(word[: -len(ending)]):
            return _mended(word[: -len(ending)])
    return word


def _mended(word: str) -> str:
    """Return what is left of a participle with its own ending put right: hoping → hop(e), hopping → hop."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if _ends_double(word) and word[-1] not in "lsz":
        return word[:-1]
    if _measure(word) == 1 and _ends_short(word):
        return word + "e"
    return word


def _replaced(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, replacement in endings:
        if word.endswith(ending):
            root = word[: -len(ending)]
            return root + replacement if _measure(root) > 0 else word
    return word


def _without_ending(word: str) -> str:
    for ending in _FOURTH_STEP.split():
        if word.endswith(ending):
            root = word[: -len(ending)]
            if ending == "ion" and not root.endswith(("s", "t")):
                return word
            return root if _measure(root) > 1 else word
    return word


def _tidied(word: str) -> str:
    if word.endswith("e"):
        root = word[:-1]
        measure = _measure(root)
        if measure > 1 or (measure == 1 and not _ends_short(root)):
            word = root
    if word.endswith("ll") and _measure(word) > 1:
        return word[:-1]
    return word
