"""In which order two steps are told, and whether two texts tell them the other way round.

先 X 再 Y, X 之后才 Y, `X before Y`, `after X, Y`, `first X, then Y`, `no Y until X` tell X first.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.laying import Laid
from palace.text.comparison.reading import is_inside
from palace.text.comparison.words import Span

READ_AT_MOST = 400
"""So many characters of a text are looked through for steps."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Two steps by where they stand: the one that comes first, and the one that follows it."""

    first: Span
    second: Span


def order_turned_round(laid: Laid) -> tuple[Steps, Steps] | None:
    """Return the steps of two texts that tell the same two the other way round, or None."""
    for one in steps_told(laid.a.written):
        for other in steps_told(laid.b.written):
            straight = min(_shared(laid, one.first, other.first), _shared(laid, one.second, other.second))
            turned = min(_shared(laid, one.first, other.second), _shared(laid, one.second, other.first))
            if turned > straight:
                return one, other
    return None


def order_kept(laid: Laid) -> bool:
    """Whether two texts tell the same two steps in the same order."""
    return any(
        min(_shared(laid, one.first, other.first), _shared(laid, one.second, other.second))
        > min(_shared(laid, one.first, other.second), _shared(laid, one.second, other.first))
        for one in steps_told(laid.a.written)
        for other in steps_told(laid.b.written)
    )


def _shared(laid: Laid, a_span: Span, b_span: Span) -> float:
    """Return the weight of the words within a stretch of a whose answers are within one of b."""
    return sum(
        laid.alignment.a[link.a].weight * link.strength
        for link in laid.alignment.links
        if is_inside(laid.alignment.a[link.a].span, (a_span,))
        and is_inside(laid.alignment.b[link.b].span, (b_span,))
    )


@lru_cache(maxsize=2048)
def steps_told(written: str) -> tuple[Steps, ...]:
    """Return the pairs of steps that a text tells in order, by the first form that it has."""
    folded = folded_text(written)
    text = folded.text[:READ_AT_MOST]
    for form in _FORMS:
        found = [
            Steps(folded.span(*match.span("first")), folded.span(*match.span("second")))
            for match in form.finditer(text)
        ]
        if found:
            return tuple(found)
    return ()


_HAN_STEP = r"[^.;!?\n]{1,40}?"
_STEP = r"[^.;!?\n]{3,80}?"
_CLAUSE = r"[^,.;!?\n]{3,80}?"
_LAST = r"(?P<second>[^.;!?\n]{3,80})"


def _forms() -> Iterator[re.Pattern[str]]:
    for form in (
        r"(?:先|首先)(?P<first>[^.;!?\n先再]{1,30}?)[,\s]*(?:再|然后|之后|随后|接着|后)(?P<second>[^,.;!?\n]{1,30})",
        rf"(?P<second>{_HAN_STEP})之?前,?(?:必须|要|应|得|需要?)?先(?P<first>[^,.;!?\n]{{1,30}})",
        r"(?P<first>[^,.;!?\n]{1,30}?)[,\s]*(?:之后|以后|完后?|好了?|过|后),?(?:才能?|再|方可|方能)(?P<second>[^,.;!?\n]{1,30})",
        r"(?:没|未)(?P<first>[^,.;!?\n]{1,20}?)(?:之?前|就|,)?(?:不|不能|不准|不得|别)(?P<second>[^,.;!?\n]{1,30})",
        rf"\bfirst,? (?P<first>{_STEP})[,;]? (?:and )?(?:then|afterwards|next|only then) {_LAST}",
        rf"(?P<first>{_STEP}) first[,;]? (?:and|then|before) (?:then )?(?P<second>[^.;!?\n]{{3,80}})",
        rf"(?P<first>{_STEP}),? (?:and )?(?:only then|and then|then) (?P<second>[^.;!?\n]{{3,80}})",
        r"\b(?:not|nobody|no one|no \w+|never|\w+n't)\b "
        rf"(?P<second>{_STEP}),? until (?P<first>[^.;!?\n]{{3,80}})",
        rf"^\W{{0,4}}(?:only )?(?:after|once) (?P<first>{_CLAUSE}), (?P<second>[^.;!?\n]{{3,80}})",
        rf"^\W{{0,4}}before (?P<second>{_CLAUSE}), (?P<first>[^.;!?\n]{{3,80}})",
        rf"(?P<first>{_STEP}),? before (?P<second>[^.;!?\n]{{3,80}})",
        rf"(?P<second>{_STEP}),? (?:only )?(?:after|once) (?P<first>[^.;!?\n]{{3,80}})",
    ):
        yield re.compile(form, re.IGNORECASE)


_FORMS = tuple(_forms())
