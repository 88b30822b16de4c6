"""The words that affirm, deny, allow, forbid, demand or end something, and those that only look like it.

They are kept in `stance_words.toml` and matched against lower-case folded text.
"""

import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files

TABLE = "stance_words.toml"


class Force(StrEnum):
    """How a text stands to what it speaks of."""

    ASSERTED = "asserted"
    DENIED = "denied"
    REQUIRED = "required"
    NEEDLESS = "needless"
    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"
    ABLE = "able"
    UNABLE = "unable"
    CEASED = "ceased"
    HEDGED = "hedged"
    LIKED = "liked"
    DISLIKED = "disliked"
    ONLY = "only"
    ONLY_THEN = "only_then"
    EXCEPT = "except"


class Reach(StrEnum):
    """What a word of stance is about, seen from where it stands."""

    AFTER = "after"
    AROUND = "around"
    WORD_BEFORE = "before"
    LETTER_BEFORE_AND_AFTER = "letter before and after"
    INSIDE = "inside"


Marker = tuple[Force, Reach, re.Pattern[str]]
"""What a pattern's find says of the words in its reach."""


@cache
def look_alikes() -> re.Pattern[str]:
    """Return the pattern of what holds a word of denial or leave and is none."""
    chinese, english = _tables()
    return re.compile(
        f"{_pattern(chinese['question'])}|{_of_words(chinese['look_alikes'])}"
        f"|{_pattern(chinese['look_alike_patterns'])}|{_whole_words(english['look_alikes'])}"
    )


@cache
def markers() -> tuple[Marker, ...]:
    """Return the patterns of all forces, for lower-case text; where finds overlap, the longest counts."""
    chinese, english = _tables()
    found: list[Marker] = [
        (Force.REQUIRED, Reach.INSIDE, re.compile(_pattern(chinese["insistence"]))),
        (Force.ASSERTED, Reach.AFTER, re.compile(_pattern(chinese["none_that_not"]))),
        (Force.UNABLE, Reach.LETTER_BEFORE_AND_AFTER, re.compile(_pattern(chinese["complement"]))),
    ]
    for force in Force:
        if force in chinese:
            found.append((force, Reach.AFTER, re.compile(_of_words(chinese[force]))))
        for reach in (Reach.AFTER, Reach.AROUND):
            if (lines := english.get(f"{force}.{reach}")) is not None:
                found.append((force, reach, re.compile(_whole_words(lines))))
        if (lines := english.get(f"{force}.{Reach.WORD_BEFORE}")) is not None:
            found.append((force, Reach.WORD_BEFORE, re.compile(_pattern(lines))))
    return tuple(found)


@cache
def _tables() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the Chinese and the English table; the English keys are force and reach with a dot between."""
    data = tomllib.loads(files(__package__).joinpath(TABLE).read_text(encoding="utf-8"))
    english: dict[str, str] = {}
    for name, value in data["english"].items():
        if isinstance(value, str):
            english[name] = value
        else:
            english.update({f"{name}.{reach}": lines for reach, lines in value.items()})
    return data["chinese"], english


def _of_words(words: str) -> str:
    return "|".join(map(re.escape, sorted(words.split(), key=len, reverse=True)))


def _pattern(lines: str) -> str:
    return f"(?:{'|'.join(filter(None, lines.split(chr(10))))})"


def _whole_words(lines: str) -> str:
    return f"(?<![a-z0-9]){_pattern(lines)}(?![a-z])"
