"""Whether a text itself calls a value a past one: 从 3 降到 1, moved from Monday to Friday, 原定月底, 10
→ 12.
"""

import re

from palace.text.comparison.han_numerals import NUMERAL_CLASS

WINDOW = 60
"""Characters before and behind a value that are looked at."""

_HAN_FROM = re.compile(r"(?:从|由|自)\s?[^,.;!?\d]{0,6}$")
_HAN_CHANGED = re.compile(
    r"[^,.;!?]{0,12}?(?:改|降|升|涨|跌|调|增|减|提|缩|延|推|换|变|扩|压|挪|移|转|搬|切|砍"
    r"|放宽|收紧|拉)[^,.;!?\d]{0,4}?(?:到|至|为|成|回)"
)
_HAN_BECAME = re.compile(
    r"\s?(?:变成|变为|改成|改为|换成|换为|降到|降为|降至|升到|升为|升至|涨到|涨至|跌到"
    r"|调到|调成|调为|减到|减为|增到|增至|增加到|减少到|提高到|降低到|推迟到|提前到|挪到"
    r"|延到)"
)
_HAN_ONWARDS = re.compile(r"\s?(?:起|开始|以来|之?以?后)")
_HAN_PAST = re.compile(
    r"(?:原来|原本|原定|原计划|原先|原为|本来|以前|之前|此前|先前|过去|曾经|曾|早先|起初"
    r"|最初|旧值)(?:是|定|为|在|约|用|的|设|都是|定在|约在|定的是|安排在"
    r"|要)*\s?[^,.;!?]{0,6}$"
)
_HAN_REPLACED = re.compile(r"(?:不再|不)(?:是|用|在)\s?[^,.;!?]{0,4}$")
_ENGLISH_FROM = re.compile(r"\bfrom\s(?:an?\s|the\s)?(?:[a-z]+\s)?$", re.IGNORECASE)
_ENGLISH_CHANGED = re.compile(r"[^.;!?\n]{0,24}?\s(?:to|into)\s", re.IGNORECASE)
_ENGLISH_CHANGE_VERB = re.compile(
    r"\b(?:chang|rais|cut|lower|mov|increas|decreas|reduc|drop|bump|went|gone|goes|grew"
    r"|grow|shrink|shrank|shrunk|scal|switch|upgrad"
    r"|downgrad|fell|fall|rose|ris|slip|shift|adjust|updat|extend|shorten|jump|climb|push"
    r"|postpon|delay|brought|bring|resched|migrat"
    r"|revis|correct|put)\w*\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;!?\n](?!\d)")
_ENGLISH_PAST = re.compile(
    r"\b(?:instead of|rather than|no longer|not|used to be|formerly|previously|originally"
    r"|was originally|replac(?:es|ed|ing)|up from|down from|"
    r"changed from|moved from|once was)\s(?:on\s|at\s|in\s|for\s|planned\s|set\s"
    r"|scheduled\s|due\s)*(?:an?\s|the\s)?$",
    re.IGNORECASE,
)
_ARROW_BEHIND = re.compile(
    rf"[^,.;!?\n]{{0,8}}?\s?(?:→|->|=>|⇒|➜)\s?[^\s\d]{{0,6}}\s?(?:[\d{NUMERAL_CLASS}周]|[A-Z][a-z]+day)"
)


def tells_change_from(before: str) -> bool:
    """Whether the text before a value says that something changes from it: `was raised from`."""
    return bool(_ENGLISH_FROM.search(before) and _ENGLISH_CHANGE_VERB.search(_SENTENCE_END.split(before)[-1]))


def is_past_value(text: str, start: int, end: int) -> bool:
    """Whether the folded text says of the value from `start` to `end` that another one has taken its
    place.
    """
    before, behind = text[max(0, start - WINDOW) : start], text[end : end + WINDOW]
    if _HAN_FROM.search(before) and not _HAN_ONWARDS.match(behind) and _HAN_CHANGED.match(behind):
        return True
    if _HAN_BECAME.match(behind):
        return True
    if _HAN_PAST.search(before) or _HAN_REPLACED.search(before) or _ENGLISH_PAST.search(before):
        return True
    if _ENGLISH_CHANGED.match(behind) and tells_change_from(before):
        return True
    return bool(_ARROW_BEHIND.match(behind))
