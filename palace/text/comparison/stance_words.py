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
def chinese_words() -> Mapping[str, Force | None]:
    """Return the Chinese words of stance with their force; nothing for one that only looks like it."""
    chinese, _ = _tables()
    found: dict[str, Force | None] = {}
    for force in Force:
        found.update(dict.fromkeys(chinese.get(force, "").split(), force))
    found.update(dict.fromkeys(chinese["look_alikes"].split()))
    return found


@cache
def longest_chinese_word() -> int:
    """Return how many characters the longest Chinese word of stance has."""
    return max(map(len, chinese_words()))


@cache
def chinese_look_alikes() -> re.Pattern[str]:
    """Return the pattern of Chinese look-alikes that their neighbours decide, and of questions left open."""
    chinese, _ = _tables()
    return re.compile(f"{_pattern(chinese['question'])}|{_pattern(chinese['look_alike_patterns'])}")


@cache
def english_look_alikes() -> re.Pattern[str]:
    """Return the pattern of English words that hold a denial or a leave and are none."""
    return re.compile(_whole_words(_tables()[1]["look_alikes"]))


@cache
def look_alikes() -> re.Pattern[str]:
    """Return one pattern for all look-alikes."""
    words = "|".join(word for word, force in chinese_words().items() if force is None)
    return re.compile(f"{chinese_look_alikes().pattern}|{words}|{english_look_alikes().pattern}")


def is_look_alike(word: str) -> bool:
    """Whether a Chinese word by itself only looks like a denial or a leave: 不错, 特别."""
    return chinese_words().get(word, Force.DENIED) is None or bool(chinese_look_alikes().fullmatch(word))


@cache
def chinese_markers() -> tuple[Marker, ...]:
    """Return the patterns of Chinese forces that no list of words can hold."""
    chinese, _ = _tables()
    return (
        (Force.REQUIRED, Reach.INSIDE, re.compile(_pattern(chinese["insistence"]))),
        (Force.ASSERTED, Reach.AFTER, re.compile(_pattern(chinese["none_that_not"]))),
        (Force.UNABLE, Reach.LETTER_BEFORE_AND_AFTER, re.compile(_pattern(chinese["complement"]))),
    )


@cache
def english_markers() -> tuple[Marker, ...]:
    """Return the patterns of English forces, for lower-case text; where finds overlap, the longest counts."""
    _, english = _tables()
    found: list[Marker] = []
    for force in Force:
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


def _pattern(lines: str) -> str:
    return f"(?:{'|'.join(filter(None, lines.split(chr(10))))})"


def _whole_words(lines: str) -> str:
    return f"(?<![a-z0-9]){_pattern(lines)}(?![a-z])"
