"""Completing a question while it is typed: names of filters, their values, the scenes there are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from palace.domain.filter_words import (
    CHINESE_NAMES,
    CHINESE_VALUES,
    VALUES,
    FilterName,
    filter_named,
    plain,
)

SHORTEST_NAME_BEGUN = 3
"""So many letters of a filter's name must stand there before it is offered: `be` is a word like others."""

MOST_CHOICES = 30
"""So many completions are offered at most."""

_DAYS = {"en": ("today", "7d", "30d", "3m", "1y"), "zh": ("今天", "7天", "30天", "3个月", "1年")}

_FILTER_BEGUN = re.compile(r"""(?P<name>[^\W\d_]+)[:：](?P<values>(?:["“「][^"”」]*|[^"“「\s])*)""")
_LAST_VALUE = re.compile(r"""(?:["“「][^"”」]*|[^,，、])*$""")


@dataclass(frozen=True, slots=True)
class Completion:
    """What may stand in the place of the characters from `start` to `end`, the likeliest first."""

    start: int
    end: int
    choices: tuple[str, ...]


def begins_scene(typed: str, cursor: int) -> bool:
    """Whether a scene is being typed, so that the scenes there are have to be known."""
    token = _FILTER_BEGUN.fullmatch(typed[_token_start(typed, cursor) : cursor])
    return token is not None and filter_named(token["name"]) is FilterName.SCENE


def without_begun(typed: str, cursor: int) -> str:
    """Return what was typed without the filter before the cursor, where it has its name but no value yet."""
    start = _token_start(typed, cursor)
    token = _FILTER_BEGUN.fullmatch(typed[start:cursor])
    if token is None or token["values"] or filter_named(token["name"]) is None:
        return typed
    return typed[:start] + typed[cursor:] if typed[cursor : cursor + 1].strip() == "" else typed


def complete(typed: str, cursor: int, language: str, scenes: Sequence[str], today: date) -> Completion | None:
    """Return how the word before the cursor may go on, None where there is nothing to offer.

    Words of the other language are offered where they are begun in it. `scenes` are those there are,
    the commonest first.
    """
    start = _token_start(typed, cursor)
    token = typed[start:cursor]
    begun = _FILTER_BEGUN.fullmatch(token)
    if begun is None:
        return _offered(start, cursor, token, _names(token))
    name = filter_named(begun["name"])
    if name is None:
        return None
    last = _LAST_VALUE.search(begun["values"])
    value = last[0] if last else ""
    return _offered(cursor - len(value), cursor, value, _values(name, value, language, scenes, today))


def _token_start(typed: str, cursor: int) -> int:
    """Return where the word before the cursor begins; blanks within the quotes of a value are part of it."""
    for match in _TOKEN.finditer(typed[:cursor]):
        if match.end() == cursor:
            return match.start()
    return cursor


_TOKEN = re.compile(r"""(?:[^\W\d_]+[:：](?:"[^"]*"?|“[^”]*”?|「[^」]*」?|[^"“「\s])*)|\S+""")


def _offered(start: int, end: int, typed: str, choices: Sequence[str]) -> Completion | None:
    useful = tuple(dict.fromkeys(choice for choice in choices if choice != typed))[:MOST_CHOICES]
    # A value that stands there whole needs nothing more, whatever longer ones begin like it.
    return Completion(start, end, useful) if useful and typed not in choices else None


def _names(begun: str) -> list[str]:
    wanted = plain(begun)
    if not wanted.isascii():
        known = [name for names in CHINESE_NAMES.values() for name in names if len(name) > 1]
        return [f"{name}:" for name in known if name.startswith(wanted)]
    if len(wanted) < SHORTEST_NAME_BEGUN:
        return []
    return [f"{name}:" for name in FilterName if name.startswith(wanted)]


def _values(name: FilterName, begun: str, language: str, scenes: Sequence[str], today: date) -> list[str]:
    wanted = plain(begun).strip('"“”「」')
    if name is FilterName.SCENE:
        return [_quoted(scene) for scene in _beginning_first(wanted, scenes)]
    vocabulary = VALUES.get(name)
    if vocabulary is None:
        months = [f"{today.year}-{today.month:02}", str(today.year), str(today.year - 1)]
        days = [*_DAYS["zh" if language == "zh" else "en"], *months]
        return [day for day in days if day.startswith(wanted)]
    english = [str(word) for word in vocabulary]
    named = CHINESE_VALUES.get(vocabulary, {})
    # Of several names for one word the first is offered.
    offered: dict[str, str] = {}
    for chinese_name, word in named.items():
        offered.setdefault(word, chinese_name)
    chinese = list(offered.values())
    first, second = (chinese or english, english) if language == "zh" else (english, chinese)
    begun_first = [word for word in first if plain(word).startswith(wanted)]
    return begun_first or [word for word in second if plain(word).startswith(wanted)]


def _beginning_first(wanted: str, scenes: Sequence[str]) -> list[str]:
    beginning = [scene for scene in scenes if plain(scene).startswith(wanted)]
    return beginning + [scene for scene in scenes if wanted in plain(scene) and scene not in beginning]


def _quoted(scene: str) -> str:
    """Return a scene as it can be typed; one that holds quotes itself is left as it is."""
    needs = any(sign.isspace() or sign in ",，、" for sign in scene)
    return f'"{scene}"' if needs and '"' not in scene else scene
