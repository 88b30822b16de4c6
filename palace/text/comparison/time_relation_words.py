"""Words by which a time becomes a limit: 之前, 截止, 起, until, by, since."""

import re

WINDOW = 24
LONGEST_JOINT = 9

_BEHIND = (
    (
        "before",
        re.compile(r"\s?(?:之前|以前|前(?!台|端|面|后|往|提|言|进|去|来|辈|任|沿|景|途|妻|夫|女|男))"),
    ),
    ("after", re.compile(r"\s?(?:之后|以后|过后|后(?!台|端|面|续|勤|来|备|果|悔|期|天|年|卫|门|排|缀))")),
    (
        "from",
        re.compile(
            r"\s?(?:起(?!床|来|草|点|步|飞|名|诉|源|身)|开始|以来|始)|\s(?:onwards?|and after)\b", re.I
        ),
    ),
    ("until", re.compile(r"\s?(?:为止|截止|止(?!痛|损|血)|到期|(?:or|and) earlier\b)")),
)
_BEFORE = (
    (
        "before",
        re.compile(
            r"(?:\b(?:before|prior to|earlier than|ahead of|not after)|早于|不晚于|不迟于)\s?(?:the\s)?$",
            re.I,
        ),
    ),
    (
        "after",
        re.compile(
            r"(?:\b(?:after|later than|past|not before)|晚于|不早于|迟于|过[了完])\s?(?:the\s)?$", re.I
        ),
    ),
    (
        "until",
        re.compile(
            r"(?:\b(?:by|until|till|til|through|no later than|up to|due|due by|due on|deadline"
            r"(?:\sis|:)?|expires?(?:\s(?:on|in))?)"
            r"|截止(?:日期?|时间|期)?(?:是|为|到|至|在|于|:)?|截至|直到|(?:营业|开放|持续|保留|工作|一直|有效|开)(?:至|到)|(?:最晚|最迟)(?:可以|可|能"
            r"|要|得|应|须|必须)?(?:拖|延|推迟?|等|宽限)?(?:到|至|在|于)?|不超过|赶在"
            r"|有效期(?:到|至))\s?(?:the\s)?$",
            re.I,
        ),
    ),
    (
        "from",
        re.compile(
            r"(?:\b(?:since|from|starting(?:\s(?:on|from|in))?|beginning(?:\s(?:on|in))?|as of"
            r"|effective(?:\sfrom)?)|自从|自|从)\s?(?:the\s)?$",
            re.I,
        ),
    ),
    ("every", re.compile(r"(?:\b(?:every|each)|每|每逢|逢)\s?$", re.I)),
)
_YEAR_OR_MONTH = re.compile(r"(?:今年|明年|来年|次年|去年|后年|本月|当月|下个?月|次月|下周|本周)的?\s?$")
_RANGE_TO = re.compile(r"\s?(?:-|~|to|until|till|through|到|至)\s?$", re.I)


def joins_stretch(between: str) -> bool:
    """Whether what stands between two times makes them the ends of one stretch: a dash, `to`, 到."""
    return len(between) <= LONGEST_JOINT and _RANGE_TO.fullmatch(between) is not None


def time_relation(text: str, start: int, end: int) -> str:
    """Return how the time from `start` to `end` limits what is said: at, before, after, until, from,
    every.
    """
    for relation, pattern in _BEHIND:
        if pattern.match(text, end):
            return relation
    before = _YEAR_OR_MONTH.sub("", text[max(0, start - WINDOW) : start])
    for relation, pattern in _BEFORE:
        if pattern.search(before):
            return relation
    return "at"
