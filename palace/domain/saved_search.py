"""A search that was given a name, to be run again."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime

from palace.domain.errors import InvalidInput
from palace.domain.filter_words import plain

LONGEST_NAME = 60
"""Characters of a name, so that it stands on one line of a list."""

LONGEST_QUESTION = 2000
"""Characters of a question: of a longer one only so much is searched for."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """What is asked under a name. `id` 0 and `version` 0 stand for one that is not stored yet."""

    id: int
    name: str
    question: str
    saved_at: datetime
    version: int = 0


def checked_name(name: str) -> str:
    """Return a name as it is kept, blanks made single ones; raises InvalidInput where it cannot be one."""
    kept = " ".join(name.split())
    unseen = [sign for sign in kept if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn"}]
    if not kept or len(kept) > LONGEST_NAME or unseen:
        raise InvalidInput(
            "“{name}” cannot be the name of a search",
            next_step="take 1 to {most} visible characters",
            name=kept[:LONGEST_NAME],
            most=LONGEST_NAME,
        )
    return kept


def is_named(search: SavedSearch, name: str) -> bool:
    """Whether a search has a name, width, case and blanks put aside."""
    return plain(search.name) == plain(" ".join(name.split()))
