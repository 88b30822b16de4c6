"""Words by which an amount becomes a limit or an estimate: 至少, 不超过, 以内, at least, up to, about,
左右.
"""

import re

FAR = 14
"""So many characters may stand between `at least` and the amount: 至少要睡够 7.5 小时."""

WINDOW = 48
"""So many characters before and behind an amount are looked at."""

_NOT = "(?:不得|不能|不可以?|不许|不会|不要|不应|没有|从未|绝不|不|没|未|勿|别)"
_MORE = "(?:超过|超出|超|大于|多于|高于|长于|早于|逾|过)"
_LESS = "(?:低于|少于|小于|短于|不足|不到|未满|未到|低到)"
_NOT_EN = (
    r"(?:(?:not|never|n't|cannot|(?:stops?|prevents?|keeps?|blocks?) \w{1,20} from) "
    r"(?:be |to |go |going |take |taking |last |run |get |getting |climb |climbing |fly |flying |rise |drive "
    r"|driving |grow )?(?:any )?|no )"
)
_MORE_EN = (
    r"(?:more than|greater than|longer than|higher than|larger than|bigger than|over|above"
    r"|exceed(?:s|ed|ing)?)"
)
_LESS_EN = r"(?:less than|fewer than|lower than|shorter than|smaller than|under|below)"

_GAP = rf"[^0-9,.;:!?\n]{{0,{FAR}}}"
_SHORT = r"\s?(?:了|有|是|为|到|达|达到|的|of|by|the|a)?\s?"


def _ending(words: str, gap: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{words}){gap}$", re.IGNORECASE)


_BEFORE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("at_most", _ending(_NOT + _MORE, _SHORT)),
    ("at_least", _ending(_NOT + _LESS.replace("不足|不到|未满|未到|", ""), _SHORT)),
    ("at_most", _ending(rf"{_NOT_EN}{_MORE_EN}", _SHORT)),
    ("at_least", _ending(rf"{_NOT_EN}{_LESS_EN}", _SHORT)),
    ("at_least", _ending("至少|最少|最低|最短|起码|下限|门槛|不得少|不得低|怎么也要", _GAP)),
    (
        "at_most",
        _ending(
            "最多|至多|最大|最高|最长|最久|顶多|上限|封顶|限额|限流|配额|不得多|控制在|限制(?:在|为|到)|压到",
            _GAP,
        ),
    ),
    ("at_least", _ending(r"\bat (?:the )?(?:very )?least\b|\bminimum\b|\bmin\.?|\bupwards of\b", _GAP)),
    (
        "at_most",
        _ending(
            r"\bat (?:the )?(?:very )?most\b|\bmaximum\b|\bmax\.?|\bup to\b|\bcap(?:ped)?\b"
            r"|\blimit(?:ed|s)?\b|\bceiling\b|\bquota\b",
            _GAP,
        ),
    ),
    ("at_least", _ending(_MORE, _SHORT)),
    ("at_most", _ending(_LESS, _SHORT)),
    ("at_least", _ending(rf"\b{_MORE_EN}|[>≥⩾]=?|≧", _SHORT)),
    ("at_most", _ending(rf"\b{_LESS_EN}|\bwithin\b|\binside\b|[<≤⩽]=?|≦", _SHORT)),
    ("at_least", _ending("满|上(?=[百千万亿])", r"\s?")),
    (
        "about",
        _ending(
            r"大约|大概|约莫?|差不多|将近|接近|(?<!最)近|估计|平均|\babout\b|\baround\b"
            r"|\broughly\b|\bapprox(?:\.|imately)?|\bcirca\b|\bca\.|\bsome\b|\bnearly\b|\balmost\b"
            r"|\bclose to\b|\bestimated\b(?: at)?|[~≈]",
            r"\s?(?:有|是|为|在|到|要|a|an)?\s?",
        ),
    ),
)
_LIMIT_BEFORE = re.compile(
    rf"(?:阈值|门限|临界值|\bthreshold|\bcut-?off){_GAP}$"
    r"|(?:需要|要求|需|须|必须(?:有|要)?|\bneeds?|\brequir(?:es?|ed|ing)|\bmust have)\s?(?:the\s)?$",
    re.I,
)
_LIMIT_BEHIND = re.compile(r"[^.;!?\d]{0,3}?\s?\b(?:is|are|was|were)\s(?:needed|required|necessary)\b", re.I)
_BEHIND: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "at_least",
        re.compile(
            r"\s?(?:及|或|或者)?(?:以上|往上|起步|打底)|\s?起(?![来床点步始飞名])|\s?(?:or (?:more"
            r"|above|longer|higher|later|over|older)|and (?:up(?:wards)?|above|more|over|older)|upwards"
            r"|minimum|at (?:the )?least)\b|\+"
            r"(?!\d)",
            re.I,
        ),
    ),
    (
        "at_most",
        re.compile(
            r"\s?(?:及|或|或者)?(?:以内|之内|以下|为限|封顶|为上限)|\s?内"
            r"(?![存容部网心地衣置脏陆阁])|\s?(?:(?:or|and) (?:less|fewer|below|under|shorter|younger)|max"
            r"(?:imum)?|at (?:the )?most|tops)\b",
            re.I,
        ),
    ),
    ("about", re.compile(r"\s?(?:左右|上下|光景|出头|开外)|\s?(?:or so|or thereabouts|ish)\b|-ish\b", re.I)),
)


_OTHER_SIDE = {"at_least": "at_most", "at_most": "at_least"}
_COMPARED = re.compile(rf"(?<![不没未])(?:{_MORE}|{_LESS}|\b{_MORE_EN}|\b{_LESS_EN}){_SHORT}$", re.I)
_FORBIDDEN = re.compile(
    r"[^.;!?\n]{0,12}?(?:不能|不得|不可以?|不许|不准|不让|不予|不允许|禁止|严禁|无法"
    r"|\b(?:cannot|can't|may not|must not|mustn't"
    r"|is not allowed|are not allowed|not permitted|forbidden|never)\b)",
    re.I,
)


def _turned_round(text: str, end: int, bound: str) -> str:
    """Return the bound that a prohibition makes of another: `未满 14 岁不能` asks for 14 at least."""
    forbidden = _FORBIDDEN.match(text, end) or _NEEDLESS.match(text, end)
    return _OTHER_SIDE.get(bound, bound) if forbidden else bound


_NEEDLESS = re.compile(
    r"[^.;!?\n]{0,12}?(?:不用|无需|无须|不需要|不必|免(?=[审签批检登]))"
    r"|[^.;!?\n]{0,12}?\b(?:needs? no|do(?:es)? not need|don't need|doesn't need|requires? no"
    r"|(?:is|are) exempt)\b",
    re.I,
)
_NOBODY_BEFORE = re.compile(
    r"\b(?:nobody|no one|no-one|no (?!fees?\b|charges?\b|costs?\b|extra\b|need\b)\w{1,16}) "
    r"(?:aged |who is |weighing )?"
    rf"(?:{_MORE_EN}|{_LESS_EN}|younger than|older than)\s$",
    re.I,
)
_ALLOWED_BEHIND = re.compile(
    r"[^.;,!?\n]{0,10}?\b(?:may|can|is|are|gets?|enters?|comes?|goes|go|rides?|drives?|works?|drinks?)\b",
    re.I,
)
_NONE_BEFORE = re.compile(
    rf"\b(?:no|nobody|none)\b[^.,;!?\n]{{1,36}} (?:in|within|at|for|after) (?:{_LESS_EN}|{_MORE_EN})\s$", re.I
)


def _of_nobody(text: str, start: int, end: int) -> bool:
    """Whether what stands before and behind says of nobody what it limits: `nobody under 16 may`."""
    before = text[max(0, start - WINDOW) : start]
    if _NOBODY_BEFORE.search(before) and _ALLOWED_BEHIND.match(text, end):
        return True
    return _NONE_BEFORE.search(before) is not None


def bound_word(text: str, start: int, ends: tuple[int, ...]) -> str:
    """Return the bound that the words around the amount from `start` give it, `exact` where there are none.

    `ends` are the places at which the amount and what it counts may be taken to end.
    """
    before = text[max(0, start - WINDOW) : start]
    for end in ends:
        for bound, pattern in _BEHIND:
            if pattern.match(text, end):
                return _turned_round(text, end, bound) if bound in _OTHER_SIDE else bound
    for bound, pattern in _BEFORE:
        if pattern.search(before):
            if _of_nobody(text, start, max(ends)):
                return _OTHER_SIDE.get(bound, bound)
            return _turned_round(text, max(ends), bound) if _COMPARED.search(before) else bound
    if _LIMIT_BEFORE.search(before) or any(_LIMIT_BEHIND.match(text, end) for end in ends):
        return "limit"
    return "exact"
