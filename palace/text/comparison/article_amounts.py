"""`an hour`, `a week` as lengths of time."""

import re
from collections.abc import Iterator

from palace.text.comparison.amount import Amount
from palace.text.comparison.units_of_measure import units


def _article_thing(match: re.Match[str]) -> Amount | None:
    unit = units()[match[1].lower()]
    return Amount(
        *match.span(),
        unit.dimension,
        unit.value,
        unit.value,
        unit=match[1].lower(),
        unit_value=unit.value,
        calendar=unit.calendar,
        ends=(match.end(),),
    )


_ARTICLE = re.compile(
    r"\b(?<!twice )(?<!once )(?<!times )(?:an?|one) (second|minute|hour|day|week|fortnight"
    r"|month|year|decade|century|mile|kilometre|kilometer)\b(?! ago| later| from now"
    r"| earlier| before| off| of the)",
    re.I,
)
_ARTICLE_CONTEXT = re.compile(
    r"(?:\b(?:for|in|within|after|takes?|took|lasts?|lasted|about|around|is|was|over|under"
    r"|than|nearly|almost|roughly|every|to|by|least|most|and|of|kept|wait)|[:=~])\s$",
    re.I,
)


def article_amounts(text: str) -> Iterator[Amount]:
    """Yield `an hour`, `a week` where they are a length of time and not what something happens in (`twice
    a week`).
    """
    for match in _ARTICLE.finditer(text):
        if _ARTICLE_CONTEXT.search(text[max(0, match.start() - 12) : match.start()]):
            amount = _article_thing(match)
            if amount:
                yield amount
