"""Text folded for reading amounts and times in it, with the way back to the places in the original.

Width, compatibility forms and script variant are folded one character at a time; case is kept, since `Mb` is
not `MB`. Fractions such as `½`, raised digits and circled list numbers stay as they are: NFKC would glue
them to the digits beside them.
"""

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from palace.text.normalise import simplified
from palace.text.scripts import HAN

LONGEST_READ = 20_000
"""Characters of a text that are read for amounts and times; what stands behind them is not looked at."""

_OWN_FOLDS = {
    "〜": "~",
    "∼": "~",
    "～": "~",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "–": "-",
    "—": "-",
    "―": "-",
    "−": "-",
    "﹣": "-",
    "’": "'",
    "‘": "'",
    "′": "'",
    "″": '"',
    "“": '"',
    "”": '"',
    "、": ",",
    "。": ".",
    "〇": "零",
    "○": "零",
    "兩": "两",
    "鐘": "钟",
    "鍾": "钟",
    "µ": "μ",
    "℃": "°C",
    "℉": "°F",
    "㎡": "m²",
    "㎥": "m³",
    "\u00a0": " ",
    "\u3000": " ",
}
_KEPT = frozenset("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒²³¹⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉™®")
_SET_APART = (0x2460, 0x24FF)


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A folded text; `places[i]` is where in the original the folded character `i` comes from.

    `places` has one entry more than `text`: the end of what was read.
    """

    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original text behind the folded span `start` to `end`."""
        if end <= start:
            return self.places[start], self.places[start]
        return self.places[start], max(self.places[end], self.places[end - 1] + 1)

    def folded_span(self, span: tuple[int, int]) -> tuple[int, int]:
        """Return the span of the folded text behind a span of the original text."""
        return bisect_left(self.places, span[0]), bisect_left(self.places, span[1])


@lru_cache(maxsize=1024)
def folded_text(text: str) -> FoldedText:
    """Return the first `LONGEST_READ` characters of `text` folded; total for every string."""
    read = text[:LONGEST_READ]
    if read.isascii():
        return FoldedText(read, tuple(range(len(read) + 1)))
    pieces: list[str] = []
    places: list[int] = []
    for place, character in enumerate(read):
        piece = _folded_character(character)
        pieces.append(piece)
        places.extend([place] * len(piece))
    places.append(len(read))
    return FoldedText("".join(pieces), tuple(places))


@lru_cache(maxsize=8192)
def _folded_character(character: str) -> str:
    if character.isascii() or character in _KEPT or _SET_APART[0] <= ord(character) <= _SET_APART[1]:
        return character
    own = _OWN_FOLDS.get(character)
    if own is not None:
        return own
    category = unicodedata.category(character)
    if category in {"Cf", "Mn"}:
        return ""
    return simplified(unicodedata.normalize("NFKC", character))


_HAN = re.compile(f"[{HAN}]")
_LATIN = re.compile("[A-Za-z]")
_DIGIT = re.compile("[0-9]")


def has_han(text: str) -> bool:
    """Whether a folded text holds a Chinese character: where it holds none, no Chinese form need be
    looked for.
    """
    return _HAN.search(text) is not None


def has_latin(text: str) -> bool:
    """Whether a folded text holds a Latin letter without accent."""
    return _LATIN.search(text) is not None


def has_digits(text: str) -> bool:
    """Whether a folded text holds a digit."""
    return _DIGIT.search(text) is not None
