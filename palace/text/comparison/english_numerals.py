"""The value of a number written in English words: twelve, twenty-five, a hundred and ten, half a dozen."""

import re
from fractions import Fraction

SMALL = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
TENS = {
    word: 10 * value
    for value, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
}
SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
GROUPS = {"dozen": 12, "score": 20}
VAGUE = {
    "a couple of": (2, 2),
    "a couple": (2, 2),
    "couple of": (2, 2),
    "a pair of": (2, 2),
    "a handful of": (3, 6),
    "a few": (2, 9),
    "several": (3, 9),
    "dozens of": (24, 99),
    "hundreds of": (200, 999),
    "thousands of": (2000, 9999),
}
PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fourth": 4,
    "fourths": 4,
    "fifth": 5,
    "fifths": 5,
    "sixth": 6,
    "sixths": 6,
    "eighth": 8,
    "eighths": 8,
    "seventh": 7,
    "sevenths": 7,
    "ninth": 9,
    "ninths": 9,
    "tenth": 10,
    "tenths": 10,
    "twelfth": 12,
    "twelfths": 12,
    "sixteenth": 16,
    "sixteenths": 16,
    "twentieth": 20,
    "twentieths": 20,
    "hundredth": 100,
    "hundredths": 100,
    "thousandth": 1000,
    "thousandths": 1000,
}
ORDINALS = {
    word: value
    for value, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ],
        1,
    )
} | {"thirtieth": 30}

SINGLE_WORDS = frozenset(SMALL) | frozenset(TENS)
"""Words that are a number by themselves."""

_ONE_WORD = "|".join([*sorted(SMALL, key=len, reverse=True), *TENS])
_SCALE_WORD = "|".join([*SCALES, "dozen"])
_PLAIN = rf"(?:{_ONE_WORD})(?:[- ](?:{_ONE_WORD}))?"
_COUNT = (
    rf"(?:(?:{_PLAIN}|an?)(?: (?:{_SCALE_WORD}))+|{_PLAIN})"
    rf"(?:(?:,? and |,? )(?:{_PLAIN})(?: (?:{_SCALE_WORD}))*)*"
)
_VAGUE_WORDS = "|".join(sorted(VAGUE, key=len, reverse=True))
_VAGUE_SCALE = rf"(?:several|a few|a couple of) (?:{_SCALE_WORD})"
COUNT = re.compile(
    rf"\b(?:{_VAGUE_SCALE}|{_VAGUE_WORDS}|half a dozen|half a million|{_COUNT})(?:s(?= of))?\b", re.IGNORECASE
)
"""What may be a number in words; `english_value` tells whether it is one."""

_HALF_BEHIND = re.compile(r" and a half\b", re.IGNORECASE)
LONGEST = 120
"""Characters of a number in words at most."""

Bounds = tuple[Fraction, Fraction]


def english_value(written: str) -> Bounds | None:
    """Return the least and the greatest value of a number in words; None where it is no number."""
    words = written.lower()
    if len(words) > LONGEST:
        return None
    if words in VAGUE:
        least, most = VAGUE[words]
        return Fraction(least), Fraction(most)
    if words in {"half a dozen", "half a million"}:
        value = Fraction(6 if words.endswith("dozen") else 500_000)
        return value, value
    for beginning in ("several ", "a few ", "a couple of "):
        if words.startswith(beginning):
            scale = (SCALES | GROUPS)[words.removeprefix(beginning)]
            least, most = VAGUE[beginning.strip()]
            return Fraction(least * scale), Fraction(most * scale)
    counted = _count(re.split(r"[-, ]+", words))
    return None if counted is None else (counted, counted)


def half_behind(text: str, place: int) -> int:
    """Return the end of ` and a half` at `place`, or `place` where the text goes on otherwise."""
    found = _HALF_BEHIND.match(text, place)
    return found.end() if found else place


def _count(words: list[str]) -> Fraction | None:
    total, section, seen_small, seen_tens = 0, 0, False, False
    for word in words:
        if word in {"and", "a", "an"}:
            if word != "and":
                section = 1
            continue
        if word in SMALL:
            if seen_small or (seen_tens and SMALL[word] >= 10):
                return None
            section, seen_small = section + SMALL[word], True
        elif word in TENS:
            if seen_tens or seen_small:
                return None
            section, seen_tens = section + TENS[word], True
        else:
            scale = (SCALES | GROUPS)[word]
            if scale in (100, 12, 20):
                section = max(section, 1) * scale
            else:
                total, section = total + max(section, 1) * scale, 0
            seen_small = seen_tens = False
    return Fraction(total + section)
