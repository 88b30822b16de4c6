"""Whether two texts are about one matter beside what they say of it, and whether two stretches agree."""

from collections.abc import Sequence

from palace.text.comparison.laying import Laid
from palace.text.comparison.reading import is_inside
from palace.text.comparison.replacements import is_answered
from palace.text.comparison.word_weights import COMMON
from palace.text.comparison.words import Span, Word

LEAST_SHARED = 0.6
"""At least this share of what one text is about has to be in the other for the matter to be one."""


def is_one_matter(
    laid: Laid, a_aside: Sequence[Span], b_aside: Sequence[Span], least: float = LEAST_SHARED
) -> bool:
    """Return whether the words outside the given stretches show one matter.

    They do where most of those of one text have their answer in the other, and where a text has no
    other words at all.
    """
    return max(_shares(laid, a_aside, b_aside)) >= least


def share_of_matter(laid: Laid, a_aside: Sequence[Span], b_aside: Sequence[Span]) -> float:
    """Return the share of the words outside the stretches that the other text has, the smaller of both."""
    return min(_shares(laid, a_aside, b_aside))


def _shares(laid: Laid, a_aside: Sequence[Span], b_aside: Sequence[Span]) -> list[float]:
    links, back = laid.alignment.b_of(), laid.alignment.a_of()
    shares = []
    for words, answers, aside in ((laid.alignment.a, links, a_aside), (laid.alignment.b, back, b_aside)):
        rest = [place for place, word in enumerate(words) if _tells(word) and not is_inside(word.span, aside)]
        said = sum(words[place].weight for place in rest if is_answered(words[place], answers.get(place)))
        total = sum(words[place].weight for place in rest)
        shares.append(said / total if total else 1.0)
    return shares


def agree(laid: Laid, a_span: Span, b_span: Span) -> bool:
    """Return whether a word within one stretch has its answer within the other, or one is in the other."""
    for link in laid.alignment.links:
        one, other = laid.alignment.a[link.a], laid.alignment.b[link.b]
        if (
            is_answered(one, link)
            and one.text.casefold() not in _GENERIC
            and is_inside(one.span, (a_span,))
            and is_inside(other.span, (b_span,))
        ):
            return True
    of_a, of_b = (
        reading.written[slice(*span)].casefold().strip(" .,;:'")
        for reading, span in ((laid.a, a_span), (laid.b, b_span))
    )
    return of_a in of_b or of_b in of_a


_GENERIC_WORDS = """
team group company firm crew club band class aunt uncle dr prof professor mr mrs ms sir st coach
captain brother brothers sister sisters cousin grandma grandpa old young man woman family house
office department 公司 团队 组 老师 医生 律师 兄弟 姐妹 师傅 经理 队 部 部门 小组
"""
_GENERIC = frozenset(_GENERIC_WORDS.split())
"""Words that stand beside many names and make no two of them one."""


def _tells(word: Word) -> bool:
    return word.weight > COMMON
