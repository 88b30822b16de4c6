"""Places and things that a text names by a number or a letter: gate 4, C 区, 三号柜, platform B.

What the text is about is no value; behind its verb such a name is one, and two texts that put one
thing behind gate 4 and gate 7 differ.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.han_numerals import han_value
from palace.text.comparison.laying import Laid
from palace.text.comparison.one_matter import share_of_matter
from palace.text.comparison.reading import Reading
from palace.text.comparison.words import Span

READ_AT_MOST = 400
"""So many characters of a text are looked through."""

_HAN = re.compile(
    r"(?P<which>(?<![\d.])\d{1,4}|(?<![一二三四五六七八九十])[一二三四五六七八九十]{1,3}|(?<![A-Za-z])[A-Za-z]|[甲乙丙丁])"
    r"\s?(?P<head>号(?:楼|门|线|柜|机|桌|窗口?|厅|馆|房|院|车厢?|站台|码头|仓|库|位|床|球?场|会议室|更衣柜|档口?|摊位?|池)"
    r"|[区座栋幢]|单元|车厢|站台|出口|车道|航站楼|教室|会议室)(?![\u4e00-\u9fff]{0,2}钟)"
)
_ENGLISH = re.compile(
    r"\b(?P<head>room|gate|platform|bay|locker|seat|row|line|bus|route|tram|exit|terminal|hall|building|block|zone"
    r"|flat|apartment|desk|table|counter|window|shelf|drawer|cabinet|lane|pier|dock|berth|unit|ward|bed|grade|tier"
    r"|plan|option|size|type|pitch|court|stall|stand|booth|junction|door|track|channel|aisle) "
    r"(?:no\.? ?|number |# ?)?(?P<which>\d{1,4}[A-Za-z]?|[A-Z](?!')|one|two|three|four|five|six|seven"
    r"|eight|nine|ten)\b"
    r"(?! (?:of|hours?|days?|weeks?|months?|years?|times?|people|persons?)\b)",
    re.IGNORECASE,
)
_NUMBER_WORDS = "one two three four five six seven eight nine ten"
_WORDS = {word: str(number) for number, word in enumerate(_NUMBER_WORDS.split(), start=1)}


@dataclass(frozen=True, slots=True)
class Designator:
    """Something named by a number or letter: what it is, which one, and where it stands."""

    head: str
    which: str
    span: Span


LEAST_SHARED = 0.5
"""At least this share of what each text says beside has to be in the other."""


def designators_differ(laid: Laid) -> tuple[Designator, Designator] | None:
    """Return what two texts name by different numbers or letters of one kind, where the matter is one."""
    of_a, of_b = _said(laid.a), _said(laid.b)
    for head in of_a.keys() & of_b.keys():
        one, other = of_a[head], of_b[head]
        if one.which != other.which and share_of_matter(laid, (one.span,), (other.span,)) >= LEAST_SHARED:
            return one, other
    return None


def _said(reading: Reading) -> dict[str, Designator]:
    """Return what a text names behind its first verb, for each kind of which it names one only."""
    named = designators(reading.written)
    heads = Counter(one.head for one in named)
    place = reading.statement.said_from
    start = reading.words[place].start if 0 < place < len(reading.words) else len(reading.written)
    return {one.head: one for one in named if heads[one.head] == 1 and one.span[0] >= start}


@lru_cache(maxsize=2048)
def designators(written: str) -> tuple[Designator, ...]:
    """Return all that a text names by a number or a letter."""
    folded = folded_text(written)
    text = folded.text[:READ_AT_MOST]
    return tuple(Designator(head, which, folded.span(start, end)) for head, which, start, end in _found(text))


def _found(text: str) -> Iterator[tuple[str, str, int, int]]:
    for match in _HAN.finditer(text):
        yield match["head"], _number(match["which"]), match.start(), match.end()
    for match in _ENGLISH.finditer(text):
        which = match["which"].casefold()
        yield match["head"].casefold(), _WORDS.get(which, which), match.start(), match.end()


def _number(written: str) -> str:
    value = han_value(written) if not written.isascii() else None
    return str(value[0]) if value else written.casefold()
