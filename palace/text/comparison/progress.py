"""Where one text says that something still goes on and the other that it has come about: 还在改, 已经交了.

No two words need be opposed for that; what the two say it of must be the same.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.newness import Cue, TimeCue, time_cues
from palace.text.comparison.stances import Span
from palace.text.comparison.terms import Term, says, terms_of
from palace.text.comparison.word_weights import COMMON

MOST_APART = 1
"""So many telling words a text may have that the other lacks: the one that says how far it has come."""

_STILL = re.compile(
    r"还在|还没|仍|尚|依然|依旧|正在|中$|待|没完成|未完成"
    r"|\bstill\b|\byet\b|\bin progress\b|\bunder ?way\b|\bpending\b"
    r"|\bongoing\b|\bremains?\b|\bso far\b"
)
_COME_ABOUT = frozenset({Cue.DONE, Cue.CHANGED})
_FIELDS_OF_TIME = re.compile(
    r"[昨前今上去]|已|刚|了|fully|finally|already|yesterday|today|last|ago|week|month|year|still|now"
)


_UNFINISHED = re.compile(
    r"还没|尚未|还未|仍未|没来得及|一直没|至今没?|从没|从未|还在|仍在|仍旧|依旧|正在|没人"
    r"|[一半][\u4e00-\u9fff]{1,3}(?:也|都)?没"
    r"|还[^,.;:!?\n]{0,6}着|快[^,.;:!?\n]{1,5}了|(?<!对)待[\u4e00-\u9fff]|等着|等人|才刚|刚开始|还差"
    r"|没[\u4e00-\u9fff]{1,3}$"
    r"|\b(?:still|yet|not yet|waiting|awaiting|needs?|never|pending|unfinished|in progress|under ?way"
    r"|being|not|no"
    r"|ongoing|remains?|about to|is to be|are to be|under)\b|n't\b"
)
_FINISHED = re.compile(
    r"已经?|早就|早已|刚刚?[\u4e00-\u9fff]{1,6}了|昨[天晚日]|前天|今早|今晨|上周|上个?月|上礼拜|去年"
    r"|年初|前几天|终于|总算"
    r"|又[\u4e00-\u9fff]{1,4}了|[完好光掉妥毕清满][了]?(?=$|[,.;:!?])|[\u4e00-\u9fff]了(?=$|[,.;:!?])"
    r"|[\u4e00-\u9fff]了[一二两三四五六七八九十几半\d]|能[\u4e00-\u9fff]{1,3}了?|天天|每天|每晚"
    r"|\b(?:already|again|finally|at last|yesterday|last (?:week|month|year|night|spring|summer|autumn"
    r"|winter|fall"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this morning|earlier|ago|now|(?:on|since)"
    r" (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june"
    r"|july|august"
    r"|september|october|november|december)|(?:has|have|had|was|were|got) (?:now |been |all "
    r"|just )?\w{2,14}(?:ed|en|wn"
    r"|ne|ld|nt|pt|ght|id|it|ut|d)|took|gave|went|came|got|put|sold|bought|found|made|left|brought"
    r"|handed|moved|"
    r"picked|opened|closed|landed|threw|won|paid|built|sent|\w{3,12}ed (?:in|out|up|over|off|back|away"
    r"|down))\b"
)

READ_AT_MOST = 400
"""So many characters of a text are looked through."""


@dataclass(frozen=True, slots=True)
class Stages:
    """Where one text tells of what is not yet done and the other of what has come about."""

    a: Span
    b: Span


def unfinished_and_done(a: str, b: str) -> Stages | None:
    """Return where one of two texts tells of something unfinished and only the other of something done.

    Whether it is one thing, and the same that is done, is for others to say.
    """
    for first, second, turned in ((a, b, False), (b, a, True)):
        unfinished, done = _search(_UNFINISHED, first), _search(_FINISHED, second)
        if unfinished is None or done is None or _search(_UNFINISHED, second) is not None:
            continue
        return Stages(done, unfinished) if turned else Stages(unfinished, done)
    return None


@lru_cache(maxsize=4096)
def _search(pattern: re.Pattern[str], written: str) -> Span | None:
    folded = folded_text(written)
    match = pattern.search(folded.text[:READ_AT_MOST].lower())
    return None if match is None else folded.span(*match.span())


@dataclass(frozen=True, slots=True)
class ProgressClash:
    """What still goes on by one text and is done by the other: the places as written, and the words."""

    a: Span
    b: Span
    a_words: str
    b_words: str
    done: str


def progress_clash(a: str, b: str) -> ProgressClash | None:
    """Return how two texts differ about how far the same thing has come, or nothing.

    `done` is the side, `a` or `b`, that says it has come about.
    """
    for first, second, done in ((a, b, "b"), (b, a, "a")):
        going = [cue for cue in time_cues(first) if cue.cue is Cue.GOING and _STILL.search(cue.words)]
        come_about = [cue for cue in time_cues(second) if cue.cue in _COME_ABOUT]
        if not going or not come_about or any(cue.cue in _COME_ABOUT for cue in time_cues(first)):
            continue
        if _speak_of_the_same(first, going, second, come_about):
            one, other = (going[0], come_about[0]) if done == "b" else (come_about[0], going[0])
            return ProgressClash(one.span, other.span, one.words, other.words, done)
    return None


def _speak_of_the_same(a: str, a_cues: Sequence[TimeCue], b: str, b_cues: Sequence[TimeCue]) -> bool:
    a_terms, b_terms = _telling(a), _telling(b)
    a_only = [term for term in a_terms if not any(says(term, other) for other in b_terms)]
    b_only = [term for term in b_terms if not any(says(term, other) for other in a_terms)]
    shared = len(a_terms) - len(a_only)
    return shared > 0 and len(a_only) <= MOST_APART and len(b_only) <= MOST_APART


def _telling(written: str) -> list[Term]:
    return [
        term for term in terms_of(written) if term.weight > COMMON and not _FIELDS_OF_TIME.search(term.entry)
    ]
