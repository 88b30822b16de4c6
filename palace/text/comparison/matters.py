"""Whether two likings or two choices are of different matters, and so go together.

Who loves Chinese food may well have a favourite footballer; 选 SQLite 而不是 Postgres has nothing to do
with what is chosen over OpenAI. Two likings are of one matter where a word of what is liked is shared or both
things are of one sort; two choices where anything chosen, rejected or beside them is.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from palace.text.comparison.bilingual import dictionary, meanings_of, same_field, shared_meaning
from palace.text.comparison.kinds_of_things import mentions
from palace.text.comparison.laying import Laid
from palace.text.comparison.reading import Reading, is_inside
from palace.text.comparison.replacements import is_answered
from palace.text.comparison.word_weights import COMMON
from palace.text.comparison.words import Span, Word

SURELY_APART, PERHAPS_APART = 1.0, 0.5
"""How far likings are apart: by the sorts of both things, or only because nothing shows one sort."""

MOST_THINGS = 40
"""So many words of a text are held against those of the other."""


def likings_apart(laid: Laid) -> float:
    """Return how surely both texts tell a liking, each of a thing of another sort: 0 to 1."""
    spans = [[match.span() for match in _LIKING.finditer(one.folded.text)] for one in (laid.a, laid.b)]
    if not all(spans):
        return 0.0
    things_a, things_b = _things(laid.a, spans[0]), _things(laid.b, spans[1])
    if not things_a or not things_b or _shares_thing(laid, things_a, things_b):
        return 0.0
    if _are_of_one_sort(laid, things_a, things_b):
        return 0.0
    known = all(
        any(_fields_of(word) or same_field(word, word) for word in _named_by(words))
        for words in (things_a, things_b)
    )
    return SURELY_APART if known else PERHAPS_APART


def choices_apart(laid: Laid) -> float:
    """Return 1 where both texts choose one thing over another and neither is of the matter of the other."""
    found = [_CHOSEN_OVER.search(one.folded.text) for one in (laid.a, laid.b)]
    if not all(found):
        return 0.0
    things_a, things_b = _things(laid.a, ()), _things(laid.b, ())
    if len(things_a) < 2 or len(things_b) < 2 or _shares_thing(laid, things_a, things_b):
        return 0.0
    return float(not _are_of_one_sort(laid, things_a, things_b))


def _things(reading: Reading, likings: Sequence[Span]) -> list[Word]:
    """Return the words that name what a text is about, those of liking, choosing and the person put aside."""
    aside = {reading.folded.span(*span) for span in likings}
    return [
        word
        for word in reading.words
        if word.weight > COMMON
        and word.text.casefold() not in _ASIDE
        and not any(start <= word.start and word.end <= end for start, end in aside)
    ][:MOST_THINGS]


def _shares_thing(laid: Laid, things_a: Iterable[Word], things_b: Iterable[Word]) -> bool:
    spans_a, spans_b = {word.span for word in things_a}, {word.span for word in things_b}
    return any(
        laid.alignment.a[link.a].span in spans_a
        and laid.alignment.b[link.b].span in spans_b
        and is_answered(laid.alignment.a[link.a], link)
        for link in laid.alignment.links
    )


def _are_of_one_sort(laid: Laid, things_a: Sequence[Word], things_b: Sequence[Word]) -> bool:
    kinds_a, kinds_b = (
        frozenset(
            kind
            for one in mentions(reading.written)
            if is_inside(one.span, [word.span for word in things])
            for kind in one.kinds
        )
        for reading, things in ((laid.a, things_a), (laid.b, things_b))
    )
    if kinds_a & kinds_b:
        return True
    return any(
        same_field(x, y) or shared_meaning(x, y) or bool(_fields_of(x) & _fields_of(y))
        for x in _named_by(things_a)
        for y in _named_by(things_b)
    )


def _named_by(words: Iterable[Word]) -> frozenset[str]:
    """Return the folded words, and what a Chinese word of doing is done with: 茶 of 喝茶."""
    found = {word.text.casefold() for word in words}
    return frozenset(found | {word[1:] for word in found if len(word) > 1 and word[0] in _DOING})


_DOING = frozenset("喝吃看听玩打养穿读用坐去学")


@lru_cache(maxsize=8192)
def _fields_of(word: str) -> frozenset[str]:
    """Return the fields of life a word is of, food and drink and their making as one each."""
    fields = dictionary().fields
    found = {fields[meaning] for meaning in meanings_of(word)}
    return frozenset(_WIDER.get(field, field) for field in found & _CONCRETE)


_WIDER = {"kitchen": "food", "roles": "people", "crafts": "leisure", "media": "leisure"}
_CONCRETE_FIELDS = """
people roles food kitchen drinks clothing colours transport places leisure crafts media nature coding
infrastructure data interface
"""
_CONCRETE = frozenset(_CONCRETE_FIELDS.split())

_WORDS_ASIDE = """
user users person i we me my our he she they her his their team project company repo repository everyone
favourite favorite instead rather prefer prefers like likes love loves enjoy enjoys use uses using choose
chose chosen pick picked decided decision over best most always really
用户 我 我们 他 她 团队 项目 公司 仓库 大家 而不是 而非 选 选用 选择 选了 用 使用 采用 喜欢 最喜欢 最爱 更喜欢
偏好 偏爱 爱 爱吃 爱喝 爱看 爱听 爱玩 决定
"""
_ASIDE = frozenset(_WORDS_ASIDE.split())
_LIKING = re.compile(
    r"\b(?:likes?|liked|loves?|loved|enjoys?|adores?|fond of|fan of|keen on|crazy about|prefers?|preferred"
    r"|favou?rites?|into|would rather)\b"
    r"|最?喜欢|最爱|更爱|热爱|钟爱|偏爱|偏好|爱[吃喝看听玩好]|迷上|酷爱|首选",
    re.IGNORECASE,
)
_CHOSEN_OVER = re.compile(
    r"\b(?:instead of|rather than|in preference to|over|in place of|not)\b"
    r"|而不是|而非|不用|不选|取代|代替|胜过|优先于",
    re.IGNORECASE,
)
