"""Whether a word that mostly means something else stands in a text as the pole of a scale.

`off`, `like`, 开.
"""

import re

_BEFORE_A_SWITCH = re.compile(
    r"(?:^|[\s,;:(])(?:is|are|be|was|were|been|it|turned|switched|stays?|kept|leave|left|keep|back|set|to|still"
    r"|now|default|flag|mode|light|:)\s{0,3}(?::\s{0,3})?$"
)
_AFTER_A_SWITCH = re.compile(
    r"\s*+(?:$|[,.;:!?)，。；]|(?:by default|unless|until|in|at|for|again|now|since|when|if|and|but)\b)"
)
_BEFORE_LIKE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|looks?|looked|feels?|felt|sounds?|tastes?|smells?|seems?|something"
    r"|things?|just|more|much|tools?|apps?|such|services?|names?|files?|a lot)\s*$"
)
_BEFORE_GONE = re.compile(
    r"\b(?:has|have|had|was|is|been|who|he|she|they|i|we|just|recently|already)\s*"
    r"(?:just |already |recently )?$"
)
_TIME = re.compile(
    r"\s{0,3}(?:(?:at|from|until|till|by|around|on)\s{0,3})?(?:the )?(?:\d|noon|midnight|half|next|tomorrow"
    r"|mon|tues|wednes|thurs"
    r"|fri|satur|sun)"
)
_BEFORE_AN_ADJECTIVE = re.compile(r"\b(?:is|are|was|were|be|been|stays?|remains?|not|n't)\s*$")
_OPENING = frozenset({"open", "opens", "opened", "close", "closes", "closed", "start", "end", "stop"})
_PREDICATES = frozenset({"flat", "taken", "charged"})
_AFTER_IT_WORKS = re.compile(
    r"\s*(?:$|[,.;!?，。；]|(?:again|fine|well|properly|normally|perfectly|now|as expected|as it should)\b)"
)
_SINGLE = frozenset("开关怕耐沾碰抽喝")
_BEFORE_A_STATE = re.compile(r"[是在都直还得着]$")
_AFTER_A_STATE = re.compile(r"[着的了]|$|\W")


def is_meant(entry: str, before: str, after: str) -> bool:
    """Return whether an entry means its pole, between what stands before and after it in lower case.

    An hour behind `opens` makes it a plan of the day, not a state.
    """
    if entry in _SINGLE:
        return bool(_AFTER_A_STATE.match(after) and _BEFORE_A_STATE.search(before))
    if entry in {"on", "off", "down"}:
        return bool(_BEFORE_A_SWITCH.search(before) and _AFTER_A_SWITCH.match(after))
    if entry in _PREDICATES:
        return bool(_BEFORE_AN_ADJECTIVE.search(before) and _AFTER_A_SWITCH.match(after))
    if entry == "work":
        return bool(_AFTER_IT_WORKS.match(after))
    if entry == "is on":
        return bool(_AFTER_A_SWITCH.match(after))
    if entry in _OPENING:
        return not _TIME.match(after) or bool(_BEFORE_AN_ADJECTIVE.search(before))
    if entry == "like":
        return not _BEFORE_LIKE.search(before)
    return entry != "left" or not _BEFORE_GONE.search(before)
