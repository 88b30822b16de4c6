"""What a text takes a stand on, in whatever words: that it is allowed, owned, known, liked, paid for, or not.

The expressions stand in `standpoints.toml`, by matter and by side. A word of stance says what it is about by
where it stands (`stances`); an expression here says by itself both the matter and the side: 一窍不通 is that
somebody does not know, `walk-ins are welcome` that nobody must book.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.stance_words import Force, look_alikes
from palace.text.comparison.stances import NEGATIVE, Span, Stance, stances
from palace.text.comparison.statements import says
from palace.text.comparison.terms import words_in
from palace.text.comparison.words import Word

TABLE = "standpoints.toml"

NEED = "need"
"""The matter of what must be: to be needless is the denial of it."""

HIDDEN = "hidden"
"""The matter whose words only tell that a text holds something negative, and not of what."""

MOST_STANDPOINTS = 40
"""So many standpoints of a text are looked at."""

READ_AT_MOST = 600
"""So many characters of a text are looked through."""

NEAR = 9
"""So many characters may stand between a denial and what it turns round."""


@dataclass(frozen=True, slots=True)
class Standpoint:
    """An expression that takes a stand on a matter: where it stands, and whether it affirms the matter.

    `gaps` are the stretches inside that the expression leaves open: 数字 in 对数字敏感. `denial` is where a
    denial stands that turns the expression round.
    """

    matter: str
    affirms: bool
    span: Span
    gaps: tuple[Span, ...] = ()
    denial: Span | None = None


@lru_cache(maxsize=4096)
def standpoints(written: str) -> tuple[Standpoint, ...]:
    """Return the standpoints of a text in order, at most one of a matter at each place."""
    folded = folded_text(written)
    low = folded.text[:READ_AT_MOST].lower()
    if len(low) != len(folded.text[:READ_AT_MOST]):
        low = folded.text[:READ_AT_MOST]
    read = stances(folded.text[:READ_AT_MOST])
    words = words_in(written)
    starts = {word.start: word for word in words}
    aside = [folded.span(*match.span()) for match in look_alikes().finditer(low)]
    ends: dict[str, int] = {}
    found: list[Standpoint] = []
    for start, end, matter, affirms, gaps in _finds(low):
        if start < ends.get(matter, 0):
            continue
        span = folded.span(start, end)
        if not low[start].isascii() and not _is_meant(low[start:end], span, starts):
            continue
        if any(one != span and one[0] <= span[0] and span[1] <= one[1] for one in aside):
            continue
        ends[matter] = end
        denial = _denial_of(low, (start, end), matter, affirms, read) if matter != HIDDEN else None
        found.append(
            Standpoint(
                matter,
                affirms is (denial is None),
                span,
                tuple(folded.span(*gap) for gap in gaps),
                None if denial is None else folded.span(*denial.span),
            )
        )
        if len(found) >= MOST_STANDPOINTS:
            break
    return tuple(found)


_DENYING_WORDS = frozenset("没无未")
_DEGREES = frozenset("最更很就都也还又只真好挺太可")
_SOME = frozenset("几些的人点时两三")


def _is_meant(expression: str, span: Span, starts: Mapping[int, Word]) -> bool:
    """Whether a Chinese expression begins where a word does, and is a whole word where it has one character.

    没 and 无 alone say that something is not there only before a thing.
    """
    word = starts.get(span[0])
    if word is None:
        degree = starts.get(span[0] - 1)
        return degree is not None and degree.text[0] in _DEGREES and len(expression) > 1
    if len(expression) > 1:
        return True
    following = starts.get(span[1])
    if word.end != span[1] or following is None:
        return word.end == span[1] and expression not in _DENYING_WORDS
    if expression == "有":
        return following.text[0] not in _SOME
    return expression not in _DENYING_WORDS or not says(following)


def _denial_of(low: str, span: Span, matter: str, affirms: bool, read: Sequence[Stance]) -> Stance | None:
    """Return the denial that holds an affirming expression, or stands before any but for a small word."""
    for one in read:
        if one.force not in NEGATIVE and not (one.force is Force.NEEDLESS and matter == NEED):
            continue
        if affirms and one.span[0] <= span[0] and span[1] <= one.span[1] and one.span != span:
            return one
        if (
            0 <= span[0] - one.span[1] <= NEAR
            and one.scope[0] <= span[0]
            and span[1] <= one.scope[1]
            and _BETWEEN.fullmatch(low, one.span[1], span[0]) is not None
        ):
            return one
    return None


_BETWEEN = re.compile(
    r"\s*(?:再|会|能|太|很|是|怎么|大|曾|被|给|让|想|那么|必|算"
    r"|(?:be|been|being|a|an|any|very|really|to|so|that|too|even|ever|quite|all|much|get|feel)"
    r"(?: (?:a|the|to|of))?)?\s*"
)


_START = re.compile(r"[\u4e00-\u9fff]|(?<![a-z0-9'-])[a-z']")


def _finds(low: str) -> Iterator[tuple[int, int, str, bool, tuple[Span, ...]]]:
    """Yield where an expression stands, with its matter and side: the longest of a matter at each place."""
    table = _expressions()
    for match in _START.finditer(low):
        start = match.start()
        best: dict[str, tuple[int, bool, re.Match[str]]] = {}
        here = (*table.get(low[start : start + 2], ()), *table.get(low[start], ()))
        for pattern, matter, affirms in here:
            found = pattern.match(low, start)
            if found is not None and (matter not in best or found.end() > best[matter][0]):
                best[matter] = found.end(), affirms, found
        for matter, (end, affirms, found) in best.items():
            gaps = tuple(found.span(number) for number in range(1, found.re.groups + 1))
            yield start, end, matter, affirms, gaps


@cache
def matters() -> tuple[str, ...]:
    """Return the names of the matters in the order of the table, the hidden one left out."""
    return tuple(name for name in _table() if name != HIDDEN)


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files(__package__).joinpath(TABLE).read_text(encoding="utf-8"))


@cache
def _expressions() -> Mapping[str, Sequence[tuple[re.Pattern[str], str, bool]]]:
    """Return the expressions by the two characters, or the one, that they begin with."""
    found: defaultdict[str, list[tuple[re.Pattern[str], str, bool]]] = defaultdict(list)
    for matter, sides in _table().items():
        for side, lines in sides.items():
            stand, _, language = side.partition("_")
            for expression in filter(None, lines.replace("\n", "|").split("|")):
                pattern = _english(expression) if language == "en" else _chinese(expression)
                found[expression[:2].rstrip("…~")].append((re.compile(pattern), matter, stand == "for"))
    return found


def _english(expression: str) -> str:
    words = re.escape(expression.replace("~", "@")).replace(r"\ ", " ")
    words = re.sub(r"([a-z]+)@", lambda found: _inflected(found[1]), words)
    return words.replace(" … ", r" ((?:[\w'-]{1,20} ){0,4}?)") + r"(?![a-z])"


def _inflected(verb: str) -> str:
    """Return the pattern of a verb with its regular endings."""
    if verb.endswith("e"):
        return f"{verb[:-1]}(?:e|es|ed|ing)"
    if verb.endswith("y") and verb[-2] not in "aeo":
        return f"{verb[:-1]}(?:y|ies|ied|ying)"
    return f"{verb}(?:s|es|ed|ing|{verb[-1]}ed|{verb[-1]}ing)?"


def _chinese(expression: str) -> str:
    return re.escape(expression).replace("…", r"([^,.;!?\s]{1,8}?)")
