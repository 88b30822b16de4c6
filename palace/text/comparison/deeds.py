"""How far a text says that a deed has come: not begun, under way, or done.

书还没还, "yet to be returned", "unpaid", 还在搬 and "being repaired" on the one side, 已经还了,
"was returned" and 搬完 on the other. The deeds and their words are in `deeds.toml`.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.inflection import dictionary_forms
from palace.text.comparison.stances import Span
from palace.text.comparison.states import is_not_come_about
from palace.text.scripts import HAN

TABLE = "deeds.toml"

MOST_FOUND = 40
"""So many deeds of a text are looked at."""


class Stage(StrEnum):
    """How far a deed has come."""

    NOT_DONE = "not_done"
    UNDER_WAY = "under_way"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed that a text tells of: where it stands as written, what it may be, its stage, its words."""

    span: Span
    deeds: frozenset[int]
    stage: Stage
    words: str


@cache
def _table() -> tuple[dict[str, frozenset[int]], dict[str, frozenset[int]], int]:
    """Return the deeds of each Chinese word, those of each English one, and the longest Chinese length."""
    data = tomllib.loads(files(__package__).joinpath(TABLE).read_text(encoding="utf-8"))
    chinese: dict[str, set[int]] = {}
    english: dict[str, set[int]] = {}
    for number, line in enumerate(filter(None, data["deeds"].split("\n"))):
        own, _, others = line.partition("=")
        for word in own.split():
            chinese.setdefault(word, set()).add(number)
        for word in others.split(","):
            english.setdefault(word.strip(), set()).add(number)
    return (
        {word: frozenset(numbers) for word, numbers in chinese.items()},
        {word: frozenset(numbers) for word, numbers in english.items()},
        max(map(len, chinese)),
    )


@lru_cache(maxsize=2048)
def deeds_told(written: str) -> tuple[Deed, ...]:
    """Return the deeds of a text whose stage it tells, in order."""
    folded = folded_text(written)
    low = folded.text.lower()
    if len(low) != len(folded.text):
        low = folded.text
    found = sorted([*_chinese_deeds(low), *_english_deeds(low)], key=lambda one: one[:2])
    return tuple(
        Deed(folded.span(start, end), deeds, stage, low[start:end])
        for start, end, deeds, stage in found[:MOST_FOUND]
    )


_Found = tuple[int, int, frozenset[int], Stage]

_NOT_DONE = re.compile(
    r"(?:还没有?|尚未|还未|仍未|从没|从未|至今没有?|没来得及|没顾上|没空|忘了|忘记|没有?|未|一直没)"
    r"(?:怎么|真正|正式|完全|全部|来得及|顾上|去|开始|动手|人|给|能|被|把|办|得及|进行|做){0,2}"
)
_UNDER_WAY = re.compile(
    r"(?:还在|仍在|正在|(?<=[正还仍])在|等着|等人来?|准备|打算|待|尚待|有待|刚开始|才开始|忙着"
    r"|赶着)(?:给|去|人|被)?"
)
_HALF = re.compile(r"(?:到|了)?一半|着(?=$|[^\u4e00-\u9fff])")
_DONE_BEHIND = re.compile(
    r"(?:完|好|光|掉|成|妥|毕|齐|净|干净|上|到|走|回来?|下来?|出来?|出去|清|通|满|过去|过来|进去"
    r"|进来)?(?:了|过)(?!不|才|再|以后|之后|后)"
    r"|(?:完|好|光|掉|妥|毕|齐|净|干净|清|回来|下来|出来|出去)(?=$|[^\u4e00-\u9fff]|,)"
)
_ALREADY = re.compile(
    r"(?:已经?|早已经?|早就|业已|均已|刚刚?|昨天|前天|今早|上周|上个?月)(?:[^,.;:!?\n]{0,6}?)$"
)
_CHINESE_STOP = re.compile(r"[,.;:!?\n]")
_OBJECT_BEFORE = 5
"""So many characters may stand between what tells the stage and the deed: 还没 给狗 洗."""


def _chinese_deeds(low: str) -> Iterator[_Found]:
    if not _HAN.search(low):
        return
    covered = 0
    for pattern, stage in ((_NOT_DONE, Stage.NOT_DONE), (_UNDER_WAY, Stage.UNDER_WAY)):
        for match in pattern.finditer(low):
            word = _first_deed(low, match.end(), 2 if stage is Stage.UNDER_WAY else 1)
            if word is not None and not is_not_come_about(low, match.start(), word[1]):
                yield match.start(), word[1], word[2], stage
    for start, end, deeds in _chinese_words(low):
        if start < covered or low[max(0, start - 1) : start] in _DENYING_LETTERS:
            continue
        half = _HALF.match(low, end)
        done = _DONE_BEHIND.match(low, end)
        if half is not None:
            yield start, half.end(), deeds, Stage.UNDER_WAY
            covered = half.end()
        elif (done is not None or _ALREADY.search(low[max(0, start - 12) : start])) and not _is_denied(
            low, start
        ):
            last = done.end() if done is not None else end
            if not is_not_come_about(low, start, last):
                yield start, last, deeds, Stage.DONE
                covered = last


_HAN = re.compile(f"[{HAN}]")
_DENYING_LETTERS = frozenset("没未不别勿")
_DENIED = re.compile(r"(?:没有?|未|别|不|勿|还在|正在|仍在)[^,.;:!?\n]{0,4}$")


def _is_denied(low: str, start: int) -> bool:
    return _DENIED.search(low[max(0, start - 6) : start]) is not None


def _chinese_words(low: str) -> Iterator[tuple[int, int, frozenset[int]]]:
    """Yield the Chinese words of deeds, the longest at each place."""
    table, _, longest = _table()
    place = 0
    while place < len(low):
        for length in range(min(longest, len(low) - place), 0, -1):
            deeds = table.get(low[place : place + length])
            if deeds is not None:
                yield place, place + length, deeds
                break
        place += 1


def _first_deed(low: str, start: int, at_most: int) -> tuple[int, int, frozenset[int]] | None:
    """Return the first word of a deed at a place or, behind an object before it, a little later."""
    table, _, longest = _table()
    foreign = _FOREIGN.match(low, start)
    if foreign is not None:
        known = next(
            (_table()[1][form] for form in dictionary_forms(foreign[1]) if form in _table()[1]), None
        )
        return None if known is None else (foreign.start(1), foreign.end(1), known)
    reach = _OBJECT_BEFORE if low[start - 1 : start] in {"给", "把", "被"} else at_most
    for place in range(start, min(len(low), start + reach)):
        if _CHINESE_STOP.match(low, place):
            return None
        for length in range(min(longest, len(low) - place), 0, -1):
            deeds = table.get(low[place : place + length])
            if deeds is not None:
                return place, place + length, deeds
    return None


_FOREIGN = re.compile(r" ?([a-z]{3,})(?![a-z])")
"""An English verb behind Chinese words of stage: 还没 merge."""
_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*|[,.;:!?()]")
_MODAL = frozenset(
    [
        "will",
        "would",
        "shall",
        "should",
        "must",
        "may",
        "might",
        "can",
        "could",
        "cannot",
        "if",
        "when",
        "unless",
        "once",
        "until",
        "before",
        "after",
        "to",
        "let",
        "please",
        "won't",
        "can't",
        "couldn't",
        "shouldn't",
        "wouldn't",
    ]
)
_DENYING = frozenset(
    ["not", "never", "no", "nobody", "none", "nothing", "neither", "without", "hardly", "barely"]
)
_AUXILIARY = frozenset(
    [
        "has",
        "have",
        "had",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "got",
        "gets",
        "being",
        "get",
        "just",
        "already",
        "finally",
        "now",
        "all",
    ]
)
_STAGE_BEFORE = re.compile(
    r"(?P<not>(?:yet|still|waiting|left|remains?|needs?|has|have|due|about|ready|waits?|never got round"
    r"|never got around"
    r"|not got round|forgot|failed) to (?:be )?$|(?:waiting|awaiting|due) (?:for )?$"
    r"|never got (?:a)?round to $)"
    r"|(?P<going>(?:being|still|start(?:s|ed)|began|begun|busy|halfway through|half way through"
    r"|in the middle of"
    r"|working on|not finished|keeps?) $)"
    r"|(?P<done>(?:finished|done|completed|stopped) $)"
)


def _english_deeds(low: str) -> Iterator[_Found]:
    table = _table()[1]
    words = list(_WORD.finditer(low))
    texts = [match[0] for match in words]
    for index, word in enumerate(texts):
        phrase = f" {texts[index + 1]}" if index + 1 < len(texts) else ""
        for negated in (False, True):
            if negated and not (
                word.startswith("un") and len(word) > 5 and word.endswith(("ed", "en", "id", "ld", "nt"))
            ):
                continue
            forms = dictionary_forms(word[2:] if negated else word)
            entry = next((form + phrase for form in forms if phrase and form + phrase in table), None)
            last = index + 1 if entry is not None else index
            if entry is None:
                entry = next((form for form in forms if form in table), None)
            if entry is None:
                continue
            deeds = table[entry]
            inflected = entry.split()[0] != word
            stage = Stage.NOT_DONE if negated else _english_stage(low, words, texts, index, inflected)
            if stage is not None:
                yield words[index].start(), words[last].end(), deeds, stage
                break


def _english_stage(
    low: str, words: Sequence[re.Match[str]], texts: Sequence[str], index: int, inflected: bool
) -> Stage | None:
    """Return how far a deed has come by the words before it and its own form."""
    word = texts[index]
    start = words[index].start()
    led = _STAGE_BEFORE.search(low[max(0, start - 24) : start])
    if led is not None and led["not"]:
        return Stage.NOT_DONE
    before: list[str] = []
    for earlier in reversed(texts[max(0, index - 5) : index]):
        if not earlier[0].isalpha():
            break
        before.append(earlier)
    denied = any(one in _DENYING or one.endswith("n't") for one in before)
    if led is not None and led["going"]:
        return Stage.UNDER_WAY
    if led is not None and led["done"] and word.endswith("ing"):
        return Stage.NOT_DONE if denied else Stage.DONE
    if word.endswith("ing"):
        near = before[:3]
        return Stage.UNDER_WAY if not denied and _BEING & set(near) and inflected else None
    if word.endswith(_NO_PARTICIPLE) or not (inflected or word in _SAME):
        return Stage.NOT_DONE if denied and _DID & set(before[:3]) else None
    if any(one in _MODAL for one in before[:3]):
        return None
    auxiliary = bool(_AUXILIARY & set(before[:4]))
    if denied:
        return Stage.NOT_DONE if auxiliary else None
    if word in _SAME and not auxiliary:
        return None
    return Stage.DONE


_NO_PARTICIPLE = ("er", "est", "s", "ly")
_SAME = frozenset(["put", "set", "cut", "let", "shut", "read", "hit", "cast", "come", "become"])
_BEING = frozenset(["is", "are", "was", "were", "am", "still", "'s", "been", "being"])
_DID = frozenset(["didn't", "never", "did", "hasn't", "haven't"])
