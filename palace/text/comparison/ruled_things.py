"""What standing rules speak of, by usual members: a scratch card is of gambling, a Labrador is a dog.

Wider and looser than the kinds of things: a word may belong to several groups, and sharing a group only says
that a newcomer may be about the matter of a rule. The table is `ruled_things.toml`.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.inflection import dictionary_forms

TABLE = "ruled_things.toml"

MOST_FINDS = 200
"""So many words of a text are looked up."""


@lru_cache(maxsize=2048)
def ruled_things(written: str) -> frozenset[str]:
    """Return the groups of which a text names a member."""
    low = folded_text(written).text.lower()
    pattern, groups = _han()
    found: set[str] = set()
    for count, match in enumerate(pattern.finditer(low)):
        found |= groups[match[1]]
        if count >= MOST_FINDS:
            break
    words = [match[0] for match in _WORD.finditer(low)][:MOST_FINDS]
    latin = _latin()
    for place, word in enumerate(words):
        for form in (word, *dictionary_forms(word)):
            found |= latin.get(form, frozenset())
        for second in dictionary_forms(words[place + 1]) if place + 1 < len(words) else ():
            found |= latin.get(f"{word} {second}", frozenset())
    return frozenset(found)


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))


@cache
def _han() -> tuple[re.Pattern[str], Mapping[str, frozenset[str]]]:
    """Return a pattern that finds the longest word at every place, and the groups of each word."""
    groups = _groups_of("zh")
    longest_first = sorted(groups, key=len, reverse=True)
    return re.compile(f"(?=({'|'.join(map(re.escape, longest_first))}))"), groups


@cache
def _latin() -> Mapping[str, frozenset[str]]:
    return _groups_of("en")


def _groups_of(language: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for group, entry in _table().items():
        for word in entry[language].lower().split():
            key = word.replace("_", " ")
            found[key] = found.get(key, frozenset()) | {group}
    return found


_WORD = re.compile(r"[a-z@$€][a-z'-]*")
