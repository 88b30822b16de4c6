"""Words by which two texts name two things of one kind: the left and the right one, the first and the second.

东头大棚 and 西头大棚, block A and block B, 白班 and 夜班: what is told of the one says nothing of the other.
"""

import re
from functools import lru_cache

_CHINESE_ROWS = (
    "东西南北",
    "左右",
    "上下",
    "前后",
    "内外",
    "里外",
    "大小",
    "新旧",
    "老新",
    "男女",
    "公母",
    "正副",
    "主次客",
    "主辅",
    "白夜",
    "日夜",
    "早晚中",
    "春夏秋冬",
    "甲乙丙丁戊",
    "一二三四五六七八九十两",
    "头二三末",
    "首次二三加",
    "父母",
    "高低",
    "长短",
    "红绿蓝黄黑",
    "子女",
)
"""Letters that tell things of one kind apart where the rest of the word is the same."""

_CHINESE_ENDS = (
    "头边侧面岸区楼门屋室厅院号班组队台间层栋座店仓库房卧位桌桥线路期批季轮场届任井炉窗"
    "手脚腿眼耳臂肩膝股牙齿排车床机儿女姐哥弟妹姨舅叔姑孩"
)
_CHINESE_PLACE = re.compile(
    rf"([{''.join(sorted(set(''.join(_CHINESE_ROWS))))}])(?:一|个|条|座|间|辆|台|颗|只"
    rf"|号)?([{_CHINESE_ENDS}])"
)

_NO_PLACE = frozenset(
    (
        "上线",
        "下线",
        "上班",
        "下班",
        "上车",
        "下车",
        "上台",
        "下台",
        "上机",
        "下机",
        "上门",
        "上床",
        "下床",
        "上手",
    )
)
"""Words that look like it and tell what is done: 上线 and 下线."""

_ENGLISH_ROWS = (
    "left right middle",
    "north south east west northern southern eastern western",
    "upper lower",
    "upstairs downstairs",
    "front rear",
    "first second third fourth fifth",
    "inner outer",
    "big small large little",
    "old new",
    "indoor outdoor",
    "boys girls men women ladies gents",
    "morning afternoon evening night",
    "spring summer autumn winter fall",
    "junior senior",
    "top bottom",
    "red green blue yellow black white",
    "ground attic cellar",
)
_ENGLISH_PLACE = {word: row for row, words in enumerate(_ENGLISH_ROWS) for word in words.split()}
_CHINESE_LETTERED = re.compile(r"([a-h]|\d{1,3}) ?(组|班|区|座|栋|楼|线|队|馆|厅|口|组团|机房|仓|车间)")
_LETTERED = re.compile(
    r"\b(block|bay|wing|room|gate|hall|building|line|platform|unit|group|team|track|terminal|zone|house"
    r"|flat|class"
    r"|pump|lane|dock|berth|table|floor|phase|part|level|stage) ([a-h]|\d{1,3}|one|two|three|four|five|six)\b"
)
_ENGLISH_WORD = re.compile(
    r"(?:\b(?:the|his|her|its|my|our|their|for|in|on|at|both)|'s) (?:the )?(?P<word>[a-z]+)"
    r"|^(?P<first>[a-z]+)"
)
"""A word that tells which thing is meant stands behind one that leads in a thing, or begins the text."""

READ_AT_MOST = 400
"""So many characters of a text are looked through."""


def contrasting_things(a: str, b: str) -> bool:
    """Whether two texts name two things of one kind by words that exclude each other, and none in common."""
    of_a, of_b = _marks(a[:READ_AT_MOST].lower()), _marks(b[:READ_AT_MOST].lower())
    kinds = {kind for kind, _ in of_a} & {kind for kind, _ in of_b}
    return any(
        {mark for own, mark in of_a if own == kind}.isdisjoint(mark for own, mark in of_b if own == kind)
        for kind in kinds
    )


@lru_cache(maxsize=2048)
def _marks(low: str) -> frozenset[tuple[str, str]]:
    """Return the marks that tell things of one kind apart, each with the kind that it is a mark of."""
    found: set[tuple[str, str]] = set()
    for match in _CHINESE_PLACE.finditer(low):
        if match[0] in _NO_PLACE:
            continue
        for number, row in enumerate(_CHINESE_ROWS):
            if match[1] in row:
                found.add((f"{number}", match[1]))
    for match in _CHINESE_LETTERED.finditer(low):
        found.add((match[2], match[1]))
    for match in _LETTERED.finditer(low):
        found.add((match[1], match[2]))
    for match in _ENGLISH_WORD.finditer(low):
        word = match["word"] or match["first"]
        kind = _ENGLISH_PLACE.get(word)
        if kind is not None:
            found.add((f"row {kind}", word))
    return frozenset(found)
