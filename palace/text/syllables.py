"""How Chinese characters sound: for words that were typed by their sound, and names written in Latin letters.

`syllables.txt` is made by scripts/build_syllables.py from the tables of pypinyin (MIT licence, mozillazg).
Tones are put aside, since nobody types them.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product

TABLE = "syllables.txt"

MOST_ROMANISED = 4
"""A word of characters with several readings is written in Latin letters in so many ways at most."""

LONGEST_SYLLABLE = 6

LONGEST_TYPED = 48
"""Letters of a word that is taken for one typed by its sound."""


@dataclass(frozen=True, slots=True)
class Syllables:
    """The characters of each syllable, those that mostly sound so first; the readings of each character."""

    characters: dict[str, str]
    readings: dict[str, tuple[str, ...]]


@cache
def syllables() -> Syllables:
    """Return the table that is shipped with the program."""
    characters: dict[str, str] = {}
    mostly: dict[str, list[str]] = {}
    sometimes: dict[str, list[str]] = {}
    for line in files(__package__).joinpath(TABLE).read_text(encoding="utf-8").splitlines():
        syllable, _, sounding = line.partition(" ")
        first, _, other = sounding.partition("|")
        characters[syllable] = first + other
        for known, group in ((mostly, first), (sometimes, other)):
            for character in group:
                known.setdefault(character, []).append(syllable)
    readings = {
        character: (*mostly.get(character, ()), *sometimes.get(character, ()))
        for character in mostly | sometimes
    }
    return Syllables(characters, readings)


def homophones(character: str) -> str:
    """Return the other characters that can sound as one mostly does; empty for an unknown one."""
    readings = syllables().readings.get(character, ())
    return syllables().characters[readings[0]].replace(character, "") if readings else ""


def romanised(word: str) -> tuple[str, ...]:
    """Return a Chinese word in Latin letters without spaces, each way it can be read; empty if unknown."""
    readings = [syllables().readings.get(character, ()) for character in word]
    if not all(readings):
        return ()
    # The first reading of each character first: of rare readings few are worth a look.
    ways = ["".join(way) for way in product(*(each[:2] for each in readings))]
    return tuple(dict.fromkeys(ways))[:MOST_ROMANISED]


@lru_cache(maxsize=1024)
def syllables_of(letters: str) -> tuple[str, ...]:
    """Return a Latin word as Chinese syllables, the longest first; empty where it is no such word.

    An apostrophe stands between two syllables (`xi'an`).
    """
    if len(letters) > LONGEST_TYPED:
        return ()
    whole: list[str] = []
    for piece in letters.split("'"):
        part = _split(piece)
        if part is None:
            return ()
        whole += part
    return tuple(whole)


@lru_cache(maxsize=4096)
def _split(letters: str) -> tuple[str, ...] | None:
    if not letters:
        return ()
    for length in range(min(LONGEST_SYLLABLE, len(letters)), 0, -1):
        if letters[:length] in syllables().characters:
            rest = _split(letters[length:])
            if rest is not None:
                return letters[:length], *rest
    return None
