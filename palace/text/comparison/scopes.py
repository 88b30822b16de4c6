"""What a statement holds for: an environment, a share of the data, a season, a side, a part of the whole.

Two statements about different scopes of one kind can both be true, whatever their values are.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from palace.text.comparison.folded_text import FoldedText
from palace.text.comparison.pattern_table import PatternTable, pattern_table
from palace.text.comparison.words import Span

TABLE = "scopes.toml"

READ_AT_MOST = 2_000
"""So many characters of a text are looked through for scopes."""


@dataclass(frozen=True, slots=True)
class Scope:
    """One scope that a text names: its group, which of the group it is, and where it stands."""

    group: str
    member: str
    span: Span


def scopes(folded: FoldedText) -> tuple[Scope, ...]:
    """Return the scopes that a text names, in the order of the table, then the parts it tells by number."""
    found: list[Scope] = []
    for name, span in _table().found_in(folded.text[:READ_AT_MOST]).items():
        group, _, member = name.partition("/")
        found.append(Scope(group, member, folded.span(*span)))
    found.extend(_numbered_parts(folded))
    return tuple(found)


VALUES_AS_OFTEN = frozenset(
    {
        *("room", "storey", "animal", "vehicle", "way of paying", "class of ticket", "door or gate", "hand"),
        *("side of a place", "instrument", "sort of network", "what is kept or sent", "school subject"),
        *("part of the day", "peril insured", "young and pets", "document", "part of a vehicle"),
    }
)
"""Groups whose members are as often what a text says as what it holds for: in the garage, by card."""


def differing_scopes(a: tuple[Scope, ...], b: tuple[Scope, ...]) -> tuple[tuple[Scope, Scope], ...]:
    """Return the pairs of scopes of one group of which each text names another and none of the other's."""
    return tuple(pair for pair in differing_parts(a, b) if pair[0].group not in VALUES_AS_OFTEN)


def differing_parts(a: tuple[Scope, ...], b: tuple[Scope, ...]) -> tuple[tuple[Scope, Scope], ...]:
    """Return such pairs of all groups, also of those that are scopes only beside another difference."""
    pairs: list[tuple[Scope, Scope]] = []
    for group in dict.fromkeys(scope.group for scope in a):
        of_a = {scope.member: scope for scope in a if scope.group == group}
        of_b = {scope.member: scope for scope in b if scope.group == group}
        if of_b and not of_a.keys() & of_b.keys():
            pairs.append((next(iter(of_a.values())), next(iter(of_b.values()))))
    return tuple(pairs)


SUBJECT_ENDS_WITHIN = 6
"""A Chinese text that begins with a numbered part within so many characters speaks of that part."""

_HAN_PART = re.compile(
    r"第?(?P<which>[一二三四五六七八九十]{1,2}|\d{1,3}|[头首末A-Za-z甲乙丙丁])"
    r"(?P<head>号(?:楼|门|机|车|库|线|厅|馆|炉|池|井|拖车|机组|车间|仓)?|[栋幢座区班组队批轮场届茬炉车]|单元|车间|学期|机组)"
    r"(?=[\u4e00-\u9fff])"
)
_ENGLISH_PART = re.compile(
    r"\b(?P<head>block|building|wing|line|room|gate|hall|zone|ward|terminal|platform|bay|lane|flat|unit|shed"
    r"|tank|pump|lift|elevator|boiler|field|plot|batch|phase|round|group|team|class|court|track|dock|warehouse"
    r"|trailer|truck|machine|server|node|cluster|site) (?P<which>[A-Z]|\d{1,3}|one|two|three|four|five)\b"
    r"|\b(?P<which2>upper|lower|top|bottom|inner|outer|front|back|rear|left|right|north|south|east|west|northern"
    r"|southern|eastern|western|first|second|third|last|main|side|morning|evening|spring|autumn|summer|winter)"
    r"(?:-hand)? (?P<head2>"
    r"burner|gate|door|entrance|wing|wheel|tyre|tire|brake|light|lamp|window|wall|tap|sink|shelf"
    r"|drawer|room|bedroom|bathroom|floor|deck|cabin|field|plot|tank|pump|engine|lens|speaker|screen"
    r"|monitor|pocket|garden|greenhouse|staircase|lift|elevator|car park|batch|draft|edition|shift"
    r"|session|term|semester|course|class|round|match|concert|show|performance|lane|track|court|pool"
    r"|hall|bank|shore|slope|bed|row)s?\b",
    re.IGNORECASE,
)
_SAID_BEFORE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|to|goes|go|went|moved|lives?|parks?|meets?|stands?)\b", re.IGNORECASE
)
_SAME_NUMBER = {"头": "一", "首": "一", "1": "一", "2": "二", "3": "三", "4": "四", "5": "五"}


def _numbered_parts(folded: FoldedText) -> Iterator[Scope]:
    """Yield the parts that a text is about by number, letter or side: block A, 第二批, the left burner.

    Only where they stand in what the text is about; behind its verb they are a value.
    """
    for match in _HAN_PART.finditer(folded.text[: SUBJECT_ENDS_WITHIN + 12]):
        if match.start() <= SUBJECT_ENDS_WITHIN:
            which = _SAME_NUMBER.get(match["which"], match["which"])
            yield Scope(f"part: {match['head']}", which, folded.span(*match.span()))
    for match in _ENGLISH_PART.finditer(folded.text):
        if _SAID_BEFORE.search(folded.text[: match.start()]):
            return
        head, which = match["head"] or match["head2"], match["which"] or match["which2"]
        yield Scope(f"part: {head.lower()}", which.lower(), folded.span(*match.span()))


@cache
def _table() -> PatternTable:
    read = tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))
    return pattern_table(
        {
            f"{group}/{member}": pattern
            for group, members in read.items()
            for member, pattern in members.items()
        }
    )
