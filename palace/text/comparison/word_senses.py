"""What a word may mean, looked up once for each word and not once for each word it is held against."""

from dataclasses import dataclass
from functools import lru_cache

from palace.text.comparison.bilingual import dictionary, meanings_of

_SHARP = frozenset(
    {"colours", "drinks", "food", "places", "people", "transport", "time", "clothing", "roles"}
)
"""Fields of the dictionary whose words exclude each other: what is tea is not coffee."""


@dataclass(frozen=True, slots=True)
class Sense:
    """A word folded, the numbers of its meanings, and which of its fields hold words that exclude others."""

    folded: str
    meanings: frozenset[int]
    sharp_fields: frozenset[str]

    def means_the_same(self, other: "Sense") -> bool:
        """Whether two words can mean the same, in whatever language each is; equal words do."""
        return self.folded == other.folded or not self.meanings.isdisjoint(other.meanings)


@lru_cache(maxsize=16384)
def sense_of(word: str) -> Sense:
    """Return what a word may mean, in whatever case it is written."""
    folded = word.casefold()
    meanings = meanings_of(folded)
    fields = dictionary().fields
    return Sense(folded, meanings, frozenset(fields[meaning] for meaning in meanings) & _SHARP)
