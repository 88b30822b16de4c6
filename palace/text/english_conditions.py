"""The ways in which English sentences join a condition with what is to be done."""

import re

from palace.text.action_words import COMMANDING, ENGLISH_VERBS, gives_an_order, orders_in_english

Halves = tuple[str, str]
"""The condition and the action, as they stand in the sentence."""

MARKER = (
    r"(?:whenever|when|if|once|as soon as|as long as|every time|each time|any time|anytime|the moment"
    r"|provided(?: that)?"
    r"|in case(?: of)?|in the event (?:of|that)|wherever|where|given that|assuming(?: that)?)"
)
"""Words that only mark a condition, and are left out of it."""

STAYING = (
    r"(?:right before|right after|immediately after|shortly before|prior to|before|after|on|upon|at|every"
    r"|each|during"
    r"|while|until|till|by|with|without|for|in|within|from|following|daily|nightly|weekly|monthly|hourly"
    r"|as of|since"
    r"|ahead of|under|over|above|below)"
)
"""Words that mark a condition and belong to it."""

_COMMA = r"(?:\s*[,，]\s*|\s*[:：]\s+|\s*[;；]\s*|\s+[–—-]{1,2}\s+)"
_TRAILING = (
    r"(?:before|after|until|during|while|upon|prior to|ahead of"
    r"|at (?=\d|noon|midnight|night|the (?:start|end|beginning)|startup|least once a)|(?:every"
    r"|each)(?= (?:\d+|two|three|other|few|single)? ?(?:day|night|morning|evening|noon|week|month|quarter"
    r"|year|hour|minute|\w+day|weekend|term|sprint|time)s?\b)"
    r"|on (?=(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|weekdays|weekends|the \d|the (?:first|last)"
    r"|startup|every|each"
    r"|public holidays|holidays|school days|exit|push|merge)"
    r"|once (?:a|per) (?=day|week|month|hour|quarter|year))"
)
_PREDICATE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|works?|fails?|opens?|closes?|happens?|becomes?|gets?|goes"
    r"|came|went)\b"
    r"|^\S+ (?:\S+ )+?(?:go|come|expire|rise|vanish|remain|cost|disappear|arrive|occur|exist)\b"
)
_NO_SUBJECT_BEFORE_LISTED = """
to i you we he she it they and or not the a an my your our his her its their will would can could may might
must should do does did don't never who which that is are was were be been of in for with by from very
please always
"""
_NO_SUBJECT_BEFORE = frozenset(_NO_SUBJECT_BEFORE_LISTED.split())


_ASKS_WHETHER = re.compile(
    r"\b(?:know|see|decide|check|verify|confirm|wonder|find out|figure out|sure|ask|determine|test|explain"
    r"|show|remember|forget)$",
    re.IGNORECASE,
)
"""After these, “if” and “when” begin a question rather than a condition."""


def _halves(condition: str, action: str, *, certain: bool = False) -> Halves | None:
    action = re.sub(r"^(?:then|so)\b[,:]?\s*", "", action.strip(), flags=re.IGNORECASE)
    return (condition, action) if gives_an_order(action, certain=certain) else None


def in_capitals(sentence: str) -> Halves | None:
    """Read “WHEN X DO Y” and “IF X THEN Y”."""
    found = re.match(rf"^(?i:{MARKER})\b\s+(.+?)[,:]?\s+(?:DO|THEN)[:,]?\s+(.+)$", sentence)
    return (found[1], found[2]) if found else None


def after_marker(sentence: str) -> Halves | None:
    """Read “when X, do Y”, “if X then Y”, “once X: Y”, and “if X do Y” where the order can be told."""
    marked = re.match(rf"^{MARKER}\b\s*[:,]?\s+(.+)$", sentence, re.IGNORECASE)
    if not marked:
        return None
    return _split(marked[1])


def should_it(sentence: str) -> Halves | None:
    """Read “should X, do Y” and “had X, …”, which mark a condition by their order."""
    found = re.match(r"^should\s+(.+?),\s*(.+)$", sentence, re.IGNORECASE)
    return _halves(found[1], found[2]) if found else None


def after_staying_marker(sentence: str) -> Halves | None:
    """Read “before every commit, run the linter” and “before boarding always check the gate”."""
    if not re.match(rf"^{STAYING}\b", sentence, re.IGNORECASE):
        return None
    return _split(
        sentence,
        certain=re.match(r"(?:in|for|with|from|since|by|under|over|following)\b", sentence, re.IGNORECASE)
        is not None,
    )


def _split(text: str, *, certain: bool = False) -> Halves | None:
    """Return a text in two where what follows a comma, “then” or a commanding word gives an order."""
    for comma in re.finditer(_COMMA, text):
        condition, action = text[: comma.start()], text[comma.end() :]
        if condition.count("(") == condition.count(")") and (
            found := _halves(condition, action, certain=certain)
        ):
            return found
    then = re.match(r"^(.+?)[,，;]?\s+then\s+(.+)$", text, re.IGNORECASE)
    if then and (found := _halves(then[1], then[2])):
        return found
    if re.search(r"[,，]", text.split(".")[0]) and not re.search(rf"\s{COMMANDING}\s", text, re.IGNORECASE):
        return None
    command = re.match(rf"^(\S+.*?)\s+({COMMANDING}\s.+)$", text, re.IGNORECASE)
    if command and not re.search(
        r"\b(?:i|we|you|he|she|it|they|who|that|and|or)(?: (?:would|will|can|could|should|might|do|did"
        r"|have|had))?$",
        command[1],
        re.IGNORECASE,
    ):
        return _halves(command[1], command[2])
    words = list(re.finditer(r"\S+", text))
    for previous, word, following in zip(words, words[1:], words[2:], strict=False):
        if (
            word[0].lower() in ENGLISH_VERBS
            and previous[0].lower() not in _NO_SUBJECT_BEFORE
            and re.match(
                r"(?:the|a|an|all|it|them|your|its|their|any|every|each|only|no|both|one|two|\d+)$",
                following[0].lower(),
            )
            and previous.start() > 0
        ):
            return _halves(text[: previous.end()], text[word.start() :], certain=True)
    return None


_ONCE = re.compile(
    r"(?:next|this|tomorrow|tonight|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|the \d+(?:st|nd|rd"
    r"|th)\b(?! of (?:each|every))"
    r"|january|february|march|april|may\b|june|july|august|september|october|november|december|christmas)",
    re.IGNORECASE,
)
"""A day that comes once: what is done then is a task, not a rule."""


def order_then_marker(sentence: str) -> Halves | None:
    """Read “do Y when X” and “do Y before X”."""
    if not orders_in_english(sentence, certain=True):
        return None
    found = re.match(
        rf"^([A-Za-z][\w'’-]*(?:\s.+?)?)\s*,?\s+({MARKER}|{_TRAILING})\s*(\S.*?)[.!]?$",
        sentence,
        re.IGNORECASE,
    )
    if not found or re.search(r"\b(?:as|even|only)$", found[1], re.IGNORECASE):
        return None
    if found[2].lower() in {"if", "when", "where"} and _ASKS_WHETHER.search(found[1]):
        return None
    told = re.match(
        r"^(?:[\w'’-]+\s+){1,5}?(?:must|should|shall|needs? to|ha(?:s|ve) to|may not|cannot)\b", found[1]
    )
    if (
        _PREDICATE.search(found[1])
        and not told
        and not re.match(r"^(?:\w+ )?[\w-]+ (?:that|what|which|who|the)\b", found[1])
    ):
        return None
    if _ONCE.match(found[3]):
        return None
    marker = found[2].lower()
    only_marks = re.fullmatch(MARKER, marker, re.IGNORECASE) is not None
    return (found[3] if only_marks else sentence[found.start(2) : found.end(3)]), found[1]


def question_then(sentence: str) -> Halves | None:
    """Read “X? Then Y.”"""
    found = re.match(r"^([^?？]{3,})[?？]\s*(then\b)?[,:]?\s*(.+)$", sentence, re.IGNORECASE)
    if not found or re.search(r"[?？]", found[3]):
        return None
    if re.match(
        r"(?:who|what|which|where|when|why|how|did|do|does|can|could|would|should|will)\b",
        found[1],
        re.IGNORECASE,
    ):
        return None
    return _halves(found[1], found[3], certain=not found[2])


FORMS = (
    question_then,
    in_capitals,
    after_marker,
    should_it,
    after_staying_marker,
    order_then_marker,
)
