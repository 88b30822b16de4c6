"""What a text says that somebody or something has, and what it says they lack or look for.

有电梯 and 没装电梯, "has a conductor" and "is looking for a conductor", "has its own well" and "there is
no well".
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.words import Span

READ_AT_MOST = 400
"""So many characters of a text are looked through."""


@dataclass(frozen=True, slots=True)
class Possession:
    """A thing that is had or lacked: where its words and what leads them in stand as written."""

    span: Span
    thing: Span
    had: bool


_CHINESE_THING = r"(?P<t>[^,.;:!?()\n了]{1,9})"
_ENGLISH_THING = r"(?P<t>(?:[a-z0-9'-]+ ){0,3}[a-z0-9'-]+)"
_ARTICLE = (
    r"(?:an? |the |any |some |two |its own |his own |her own |their own |own |new |another |enough "
    r"|\d+ ){0,2}"
)

_PATTERNS = tuple(
    (had, re.compile(pattern))
    for had, pattern in (
        (
            False,
            r"(?:还没有?|没有?|无|缺少?|尚无|并无)(?:[\u4e00-\u9fff]{1,2}?(?:过|到|上|着)?)?"
            + _CHINESE_THING,
        ),
        (
            False,
            r"(?:在找|正找|正在找|想找|急找|急需|在招|招聘|招募|诚聘|物色|想买|还缺|缺)" + _CHINESE_THING,
        ),
        (
            True,
            r"(?<![没只仅所还具])(?:有(?!没有|时|些人|点|效|关|限)了?|装有|装了|配了|配有|配备|设有"
            r"|带有|自带|附有"
            r"|备有|养着|养了|开着|买了|添了|招到|请了|找到|考了|拿到|领了|办了)(?:一[个只台部条名位张]"
            r"|[两二三]个?)?" + _CHINESE_THING,
        ),
        (
            False,
            r"\b(?:(?:has|have|had|with|owns?|there (?:is|are)|offers?|provides?|got) no|lacks?|without"
            r"|missing"
            r"|(?:looking|searching|hunting|advertising) for|seeking|in need of|needs?|(?:does|do"
            r"|did)(?: not|n't)"
            r" (?:have|own|keep|offer|know|speak|come with)|has(?: not|n't)(?: yet)? (?:got|found"
            r"|hired)|(?:is|are)(?:"
            r" not|n't) (?:any )?|never (?:had|owned)) " + _ARTICLE + _ENGLISH_THING,
        ),
        (
            True,
            r"\b(?:(?:has|have)(?! (?:no|not|been|to)\b)|owns?|keeps?|comes with|equipped with"
            r"|fitted with|there (?:is"
            r"|are)(?! (?:no|not)\b)|(?:has )?(?:found|hired|bought|got)|provides?|offers?|speaks?|knows?) "
            + _ARTICLE
            + _ENGLISH_THING,
        ),
    )
)


@lru_cache(maxsize=2048)
def possessions(written: str) -> tuple[Possession, ...]:
    """Return what a text says is had or lacked, in order; of readings that overlap the first of the table."""
    folded = folded_text(written)
    low = folded.text[:READ_AT_MOST].lower()
    found: list[tuple[int, int, int, int, bool]] = []
    for had, pattern in _PATTERNS:
        for match in pattern.finditer(low):
            start, end = match.span()
            if all(end <= first or last <= start for first, last, *_ in found):
                found.append((start, end, *match.span("t"), had))
    return tuple(
        Possession(folded.span(start, end), folded.span(first, last), had)
        for start, end, first, last, had in sorted(found)
    )
