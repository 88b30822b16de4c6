"""Which words mean the same, in Chinese, in English and across the two: the everyday words of a working life.

An entry of the dictionary is one meaning: its Chinese words, then its English ones. A word may stand in
several entries. Beside it stands a list of sorts: things of which somebody has or prefers one.
"""

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.phrases import entries_of

_DICTIONARIES = ("bilingual.toml", "synonyms.toml")


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Words with the numbers of their meanings, and for each meaning its field of life and its words."""

    meanings: dict[str, tuple[int, ...]]
    fields: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]


@cache
def dictionary() -> Dictionary:
    """Return the dictionary that is shipped with the program."""
    meanings: dict[str, tuple[int, ...]] = {}
    fields: list[str] = []
    all_words: list[tuple[str, ...]] = []
    for name in _DICTIONARIES:
        data = tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))
        for field, entries in data.items():
            for line in filter(None, entries.split("\n")):
                chinese, _, english = line.partition("=")
                words = (*chinese.split(), *filter(None, (word.strip() for word in english.split(","))))
                for word in words:
                    meanings[word] = (*meanings.get(word, ()), len(fields))
                fields.append(field)
                all_words.append(words)
    return Dictionary(meanings, tuple(fields), tuple(all_words))


def is_known(word: str) -> bool:
    """Whether a word stands in the dictionary just so: folded, and in its dictionary form."""
    return word in dictionary().meanings


@lru_cache(maxsize=16384)
def meanings_of(word: str) -> frozenset[int]:
    """Return the meanings that a word or phrase may have, inflected or not; empty where it is not known."""
    return frozenset(
        meaning for entry in entries_of(word, is_known) for meaning in dictionary().meanings[entry]
    )


def shared_meaning(word_a: str, word_b: str) -> bool:
    """Whether two words can mean the same, in whatever language each is; equal words do."""
    return word_a == word_b or not meanings_of(word_a).isdisjoint(meanings_of(word_b))


def same_field(word_a: str, word_b: str) -> bool:
    """Whether two words name things of one sort, as two colours, two drinks or two databases do."""
    return not _sorts_of(word_a).isdisjoint(_sorts_of(word_b))


@cache
def _sorts() -> dict[str, tuple[int, ...]]:
    """Return the sorts of each word, by number."""
    data = tomllib.loads(files(__package__).joinpath("sorts.toml").read_text(encoding="utf-8"))
    sorts: dict[str, tuple[int, ...]] = {}
    for number, line in enumerate(filter(None, data["sorts"].split("\n"))):
        for word in line.split(","):
            entry = word.strip().replace("-", " ")
            sorts[entry] = (*sorts.get(entry, ()), number)
    return sorts


@lru_cache(maxsize=16384)
def _sorts_of(word: str) -> frozenset[int]:
    sorts = _sorts()
    return frozenset(number for entry in entries_of(word, sorts.__contains__) for number in sorts[entry])
