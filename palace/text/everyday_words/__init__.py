"""Other words for 42,000 common ones, Chinese and English, found in a file without parting it into lines.

`words.txt` is made by scripts/build_everyday_words.py from CC-CEDICT and stands under its licence (LICENSE in
this folder). It is wider and rougher than the dictionary by which texts are compared
(`palace.text.comparison.bilingual`): good enough to look for a word, not to judge by.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.phrases import entries_of
from palace.text.longest_words import longest_words_in
from palace.text.query_synonyms import Synonyms
from palace.text.segmentation import tokens
from palace.text.stemming import stem
from palace.text.stop_words import ENGLISH

TABLE = "words.txt"


def further_words_in(question: str) -> Iterator[Synonyms]:
    """Yield the common words of a question with others for them, the longest at each place."""
    for word, others in longest_words_in(question, others_of, _others_of_forms):
        yield from _of(word, others)


def is_everyday_word(word: str) -> bool:
    """Whether a word stands in the table just so: folded, and in its dictionary form."""
    return bool(others_of(word))


@lru_cache(maxsize=4096)
def others_of(word: str) -> tuple[str, ...]:
    """Return what stands for a word in its dictionary form, the nearest first; empty where it is unknown."""
    table, wanted = _table(), f"{word}\t".encode("utf-8", "replace")
    low, high = 0, len(table)
    while low < high:
        start = max(low, table.rfind(b"\n", low, (low + high) // 2) + 1)
        end = table.find(b"\n", start)
        line = table[start:end]
        if line.startswith(wanted):
            return tuple(line[len(wanted) :].decode("utf-8", "replace").split("|"))
        if line < wanted:
            low = end + 1
        else:
            high = start
    return ()


@cache
def _table() -> bytes:
    """Return the whole lines of the table; none where it cannot be read: search does without other words."""
    try:
        read = files(__package__).joinpath(TABLE).read_bytes()
    except OSError:
        return b""
    return read[: read.rfind(b"\n") + 1]


def _others_of_forms(phrase: str) -> tuple[str, ...]:
    """Return what stands for an English phrase, whichever of its dictionary forms the table has."""
    return tuple(other for form in entries_of(phrase, is_everyday_word) for other in others_of(form))


def _of(word: str, others: tuple[str, ...]) -> Iterator[Synonyms]:
    own = tuple(tokens(word))
    found = dict.fromkeys(tuple(tokens(other)) for other in others if other not in ENGLISH)
    kept = tuple(other for other in found if other and other != own and not _is_lost(other, others))
    if kept:
        yield Synonyms(word, kept)


def _is_lost(found: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether the index keeps a word under the stem of another one: `setting` under that of `set`."""
    root = stem(found[0])
    return len(found) == 1 and root != found[0] and is_everyday_word(root) and root not in others
