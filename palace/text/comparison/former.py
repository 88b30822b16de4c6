"""What a text itself calls past: an employer that was left, a place moved from, an option given up.

Where the other text still states such a thing, the two differ, and this text is the later one.
"""

import re
from functools import cache

from palace.text.comparison.folded_text import FoldedText
from palace.text.comparison.words import Span

_THING = r"[^,.;:!?\n]{1,24}?"
_CHINESE = (
    rf"从(?P<t>{_THING})(?:搬|换|改|挪|迁|转|调|升|降|切|跳|变|涨|跌|移|提前|推迟)",
    rf"由(?P<t>{_THING})(?:换成|改成|改为|换为|变成|变为|升为|降为|升到|降到|调到|调为|转为)",
    r"(?:已经?|早已|刚|上[个]?[周月年]|昨天|去年)?(?:离开|辞去|告别|卖掉|停用|弃用|废弃|淘汰|放弃|戒掉"
    r"|戒了|搬离|撤下|取消)了?(?P<t>[^,.;:!?\n]{1,14})",
    r"(?:取代|接替|代替|替换|替代|顶替|换掉|取代了|接替了|替下|接过|接手)了?(?P<t>[^,.;:!?\n]{1,12}?)(?:的"
    r"|成为|担任|做|当|负责|$|[,.;!])",
    r"(?P<t>[^,.;:!?\n的]{1,10})(?:已经?|早就?|刚|上[个]?[周月年]|昨天|去年)(?:[^,.;:!?\n]{0,6}?)(?:离职"
    r"|离任|卸任|退休|调走|调去|调到|转岗|走了|不干|辞职|下线|停用|废弃|卖了|不用|不在|不再|不怎么|不住"
    r"|不钓|不喝|不做|退役|搬走|拆了)",
    r"(?:前任|原任|前一任|上一任|(?<![了到完满过出年月日天时分来])(?:原来|之前|以前|曾经|过去)(?:的|是|用"
    r"|在|叫|住在|喝|做)|旧的|老的)(?P<t>[^,.;:!?\n]{1,12}?)(?=已|调|退|离|,|\.|;|$|,|了|现|换|改|的)",
    r"(?:不再(?:用|在|是|由|住|喝|做|去|叫|选|归|放|跑|吃|走|坐|去)+|不再|而不是|而非|(?<=[,.;])不是|没再"
    r"|别再|不继续)(?P<t>(?!不|没)[^,.;:!?\n]{1,12})",
    r"(?:替|代)(?P<t>[^,.;:!?\n]{1,8})(?:接手|接任|接管|接班)",
    r"(?:原定|原计划|本来|原先|起初|最初)(?:是|在|定在|用|由|叫)?(?P<t>[^,.;:!?\n]{1,14}?)(?=,|\.|;|$|,"
    r"|后来|现|改|推)",
    r"(?:^|[把将,.;])(?P<t>[^,.;:!?\n的把将]{1,8}?)(?:已经|已)?(?:换成|改成|改为|换为|改用|让位给)",
)
_ENGLISH = (
    rf"\b(?:from|off)(?! at\b) (?P<t>{_THING}) (?:to|into|onto)\b",
    rf"\b(?:moves?|moved|moving|switch\w*|comes?|came) (?:\w+ ){0, 3}(?:over"
    rf"|away) from (?P<t>{_THING})(?= (?:as|to|at|in|on)\b|[,.;]|$)",
    r"\b(?:moved?|moves|switched?|switches|migrated?|migrates|shifted|relocated|transferred|slipped"
    r"|changed|went) (?:\w+ )?from (?P<t>[^,.;:!?\n]{1,24})",
    r"\b(?:(?<!any )(?<!is )(?<!are )(?<!be )left(?! (?:in|on|out|to|over|for|side|hand|handed|running)\b"
    r"|-)|quit|resigned from|departed|gave up|given up|gives up|dropped(?! (?:out|to|by|off|in)\b)"
    r"|abandoned|ditched|retired|sold(?= (?:the|an?|his|her|its|their|our|my|all)\b)|stopped using"
    r"|cancelled)"
    r" (?P<t>[^,.;:!?\n]{1,24}?)(?= (?:for|and|to|in|last|this|on|at|but)\b|[,.;]|$)",
    r"\b(?:replac(?:ed|es|ing)|succeed(?:ed|s)|supersed(?:ed|es)|in place of|instead of|rather than|(?:took"
    r"|taken|takes|take) (?:\w+ ){0,4}over from"
    r"|no longer|not any more|used to (?:be|use|like|live in|work at|drink|run)|formerly|previously"
    r"|once(?! (?:an?|every|per|in|the|they|it|he|she|we|you)\b)|until recently|was originally|originally)"
    r" (?P<t>[^,.;:!?\n]{1,24}?)(?= (?:as|to|for|by|in|on|at|but|and)\b|[,.;]|$)",
    r"\b(?P<t>[^,.;:!?\n]{1,24}?) (?:has been|was|have been|were|got) (?:replaced by|superseded|succeeded"
    r"|retired|dropped|given up)\b",
    r"\b(?:former|previous|ex-) ?(?P<t>[^,.;:!?\n]{1,20})",
    r"\b(?P<t>\w+) (?:has )?(?:stepped down|handed (?:it|that|this|\w+) (?:over|on)|moved on|retired"
    r"|(?<!is )(?<!are )(?<!be )left(?= ?(?:$|[,.;]| last| in \w+ \d)))",
)


def former_spans(folded: FoldedText) -> tuple[Span, ...]:
    """Return the stretches of a text that name what it calls past."""
    return tuple(
        folded.span(match.start("t"), match.end("t"))
        for pattern in _patterns()
        for match in pattern.finditer(folded.text)
    )


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in (*_CHINESE, *_ENGLISH))
