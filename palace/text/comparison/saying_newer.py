"""Which of two texts is said to be the later one, where a person is told so.

`newness` finds every word that may tell it, which is what the weights want. Here only what tells it stays: a
word of change or of the present that speaks of the whole statement, or something done against the same still
going on. `sold` in “the geese are sold before Advent” changes nothing, nor does “the old bridge” date a text.
"""

import re
from functools import cache

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.newness import Cue, Newer, TimeCue, newer_side

NEAR = 24
"""So many characters before and behind a word are looked through for what it means there."""

_TRAPS = (
    # A place, a source or a range, not a day from which on something holds.
    (r"from (?!now\b|today\b|tomorrow\b|this\b|next\b).*|from now(?! on)|up from|down to", r"", r""),
    (
        r"从.*起(?!.*(?:改|调|涨|降|挪|换)).*",
        r"",
        r"^(?![^,.;]{0,10}(?:改|调|涨|降|挪|换|提|减|实行|生效|不再))",
    ),
    # What is sold, left or retired as a rule, or by nature.
    (r"left", r"(?:\b(?:be|is|are|was|were|been|being|get|gets|not|only)|n't|'s|that is) $", r""),
    (r"left", r"", r"^(?: (?:out|alone|outside|standing|over|to the|in the|on|side|hand|foot)\b|-)"),
    (r"sold|retired|cancelled|discontinued", r"\b(?:be|is|are|get|gets|a|an|the|any) $", r""),
    (r"(?:is|are) (?:done|signed|settled|shipped)", r"", r""),
    # What has been so for long is no news.
    (r"(?:has|have) been", r"", r"^[^.;]{0,20}\b(?:for|since|all|always|the same|without)\b"),
    (r"instead", r"", r"^ of\b"),
    (r"last (?:week|night|month|year|monday)", r"", r"^ of\b"),
    (r"left|has .*|have .*|got .*", r"\b(?:none|no one|nobody|never|no)\b[^.;,]{0,20}$", r""),
    # A time of the day or an age from which on, not from now on.
    (r"以后|今后", r"[点时分日月号年天岁毕布销完束后]$", r""),
    (r"定[为期用成]", r"", r""),
    (
        r"(?:关停|取消|作废|停用|下线|弃用|恢复|更新|拆成|换成)",
        r"(?:可以|规定|偏爱|底|觉得|每[^,.;]{1,3}|才)$",
        r"",
    ),
)
"""A cue (a pattern of all its words), with what stands before it and behind it where it tells nothing."""

_NAMES_WHICH_ONE = re.compile(
    r"(?:the )?old|former|ex-.*|back in|旧的|老的|之前的|过去|暂时|as usual|照常|remains?"
)
"""Cues of an earlier time that by themselves only say which thing is meant."""

_CAME_ABOUT = re.compile(
    r"了|(?:has|have) (?!been\b|moved|become|changed|switched|already|now|just).*|has been|have been"
)
"""Cues that something came about; they tell something where the other text says that it still lasts."""

_VERB_OF_CHANGE = re.compile(r"[戒续改辞换搬升降涨][^,.;，。；]{0,12}$")
"""What makes a bare 了 tell by itself: 戒烟了, 改学法语了."""

_STILL = re.compile(
    r"还(?!回|清|给)|尚|[未没]|正(?:在|[^常好])|仍|依[旧然]|欠|待|一半|[占挂封压堆贴亮困扣]着|中(?:$|[,.;])|一直"
    r"|\b(?:still|yet|not|no|half|being|pending|waiting|under way|out of order|\w+n't|(?:is|are) \w+ing)\b"
    r"(?! .*\bagain\b)"
)


def said_newer(a: str, b: str) -> Newer | None:
    """Return which of two texts says that it is the later one, where its words leave no doubt."""
    found = newer_side(a, b)
    if found is None:
        return None
    later, earlier = (a, b) if found.side == "a" else (b, a)
    by = tuple(cue for cue in found.by if _tells(later, cue, earlier))
    former = tuple(cue for cue in found.earlier if not _NAMES_WHICH_ONE.fullmatch(cue.words))
    if not by and not (former and not found.by):
        return None
    return Newer(found.side, by, found.earlier)


def _tells(written: str, cue: TimeCue, other: str) -> bool:
    low = written.lower() if len(written.lower()) == len(written) else written
    before = low[max(0, cue.span[0] - NEAR) : cue.span[0]]
    behind = low[cue.span[1] : cue.span[1] + NEAR]
    for words, ahead, after in _traps():
        if words.fullmatch(cue.words) and ahead.search(before) and after.search(behind):
            return False
    if cue.cue in {Cue.DONE, Cue.CHANGED} and _CAME_ABOUT.fullmatch(cue.words):
        changes = cue.words == "了" and _VERB_OF_CHANGE.search(before)
        return bool(changes or _STILL.search(folded_text(other).text.lower()))
    return True


@cache
def _traps() -> tuple[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((re.compile(words), re.compile(ahead), re.compile(after)) for words, ahead, after in _TRAPS)
