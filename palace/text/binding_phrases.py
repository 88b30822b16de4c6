"""Reads “when X, do Y, unless Z” out of a sentence, in Chinese and English.

The forms are tried in the order of `FORMS`; each is one way in which people write a condition. A sentence
that tells what happened, asks, or lists steps is no binding, whatever markers stand in it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from palace.domain.memory import Binding

Halves = tuple[str, str]
"""The condition and the action, as they stand in the sentence."""

_ENDS = " \t\n.。!！;；,，、:："
_ARROW = r"(?:→|⇒|➜|=>|->|—>|⟶)"
_COMMA = r"\s*[,，]\s*"

_CHINESE_MARKER = (
    r"(?:每当|当(?!然|前|时|初|年|天|地|事|成|作|中|下|晚|日|众|面|即|今|代|地时|选)|每次|每逢|如果|假如|假若"
    r"|若是|倘若|若|一旦|只要|凡是|但凡|万一|要是(?!当初|早))"
)
_ENGLISH_MARKER = r"(?:whenever|when|if|once|as soon as|every time|each time|any time|in case)"
_STAYING_MARKER = r"(?:before|after|on|upon|at|every|each|during|while|遇到|碰到|收到)"
_LINKS = re.compile(r"^(?:就|则|那么|那|便|否则|DO\b|(?i:then\b))\s*[,，:：]?\s*")
_TIME_TAIL = re.compile(r"\s*(?:的时候|的时侯|之时|时候|时)$")


def read_binding(text: str) -> Binding | None:
    """Return what a sentence says as a binding, or None when it has no condition with an action."""
    sentence = " ".join(text.split()).strip()
    if not sentence or _asks(sentence):
        return None
    rest, unless = _without_exception(sentence)
    for form in FORMS:
        halves = form(rest)
        if halves is None:
            continue
        when, do = (_trimmed(half) for half in halves)
        do = _trimmed(_LINKS.sub("", do))
        if when and do and _is_action(do):
            return Binding(when, do, _trimmed(unless))
    return None


def _trimmed(text: str) -> str:
    return text.strip(_ENDS)


def _asks(sentence: str) -> bool:
    return sentence.endswith(("?", "？", "吗", "呢")) or bool(_INDIRECT_QUESTION.search(sentence))


_INDIRECT_QUESTION = re.compile(
    r"不知道|不确定(?!的)|想知道|会不会|是否会|能不能|nobody knows|no one knows|not sure (?:if|when|whether)"
    r"|wonder|(?:know|ask(?:ed)?|unclear|decide|see|tell) (?:if|whether|when)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Exception:
    pattern: re.Pattern[str]
    leads: bool


_EXCEPTIONS = (
    _Exception(re.compile(r"^除非(?P<z>[^，,]+)[，,]\s*(?:否则|不然)?(?P<rest>.+)$"), leads=True),
    _Exception(re.compile(r"^unless (?P<z>[^,]+),\s*(?P<rest>.+)$", re.IGNORECASE), leads=True),
    _Exception(re.compile(r"^(?P<rest>.+?)[（(](?:例外|除外)[:：]\s*(?P<z>[^）)]+)[）)]\s*$"), leads=False),
    _Exception(re.compile(r"^(?P<rest>.+?)[（(](?P<z>[^（(）)]+?)(?:除外|例外)[）)]\s*$"), leads=False),
    _Exception(
        re.compile(
            r"^(?P<rest>.+?)\s*[（(,，;；。.]?\s*(?:除非|例外[:：]|但不适用于|不适用于)\s*(?P<z>.+?)[）)]?$"
        ),
        leads=False,
    ),
    _Exception(re.compile(r"^(?P<rest>.+?)[，,]\s*(?P<z>[^，,]+?)(?:除外|例外)$"), leads=False),
    _Exception(
        re.compile(
            r"^(?P<rest>.+?)\s*[(,，;]?\s*\b(?:unless|except(?: (?:when|if|for|in))?|but not (?:when|if|for))"
            r"\b[:：]?\s*(?P<z>.+?)\)?$",
            re.IGNORECASE,
        ),
        leads=False,
    ),
)


def _without_exception(sentence: str) -> tuple[str, str]:
    """Return a sentence without its negative trigger, and that trigger (empty where there is none)."""
    for exception in _EXCEPTIONS:
        found = exception.pattern.match(sentence.rstrip("。.！!"))
        if found:
            return found["rest"], found["z"]
    return sentence, ""


def _is_action(do: str) -> bool:
    """Whether words tell somebody to do something, rather than what was so."""
    if _CHINESE_STORY.search(do):
        return False
    first = re.match(r"[A-Za-z']+", do)
    if first is None:
        return True
    if first[0].lower() in _NO_IMPERATIVE:
        return bool(_TOLD_TO.match(do))
    return not (first[0].lower().endswith("ed") and " " not in do.strip())


_CHINESE_STORY = re.compile(r"(?:了|过)(?:一次|两次|数据)?$|^(?:已经|还没|正在|我们还|当时)")
_NO_IMPERATIVE = frozenset(
    {
        *("the", "a", "an", "i", "we", "he", "she", "it", "they", "you", "this", "that", "these", "those"),
        *("my", "our", "his", "her", "its", "their", "there", "nobody", "somebody", "everyone", "someone"),
        *("was", "were", "is", "are", "had", "has", "everything", "nothing"),
    }
)
_TOLD_TO = re.compile(
    r"(?:you|we|the \w+|it|they|agents?)\s+(?:must|should|shall|need to|have to|will have to)\b",
    re.IGNORECASE,
)


def _bracketed(sentence: str) -> Halves | None:
    found = re.match(
        r"^[【\[](?:当|when|if)[】\]](.+?)[【\[](?:做|则|do|then)[】\]](.+)$", sentence, re.IGNORECASE
    )
    return (found[1], found[2]) if found else None


def _with_arrow(sentence: str) -> Halves | None:
    parts = re.split(_ARROW, sentence)
    if len(parts) != 2:
        return None
    when, do = parts[0].strip(), parts[1]
    marked = re.match(rf"^(?:{_CHINESE_MARKER}|{_ENGLISH_MARKER}\b)[:：]?\s*(.+)$", when, re.IGNORECASE)
    if marked:
        return _TIME_TAIL.sub("", marked[1]), do
    keeps = re.match(rf"^(?:{_STAYING_MARKER}|每天|每日|每周|每月|每晚|每早)", when, re.IGNORECASE)
    if keeps or re.search(r"(?:后|前|时|的时候)$", when):
        return _TIME_TAIL.sub("", when), do
    return None


def _english_when_do(sentence: str) -> Halves | None:
    found = re.match(rf"^(?i:{_ENGLISH_MARKER})\b\s+(.+?)\s+(?:DO|THEN)\s+(.+)$", sentence)
    found = found or re.match(
        rf"^{_ENGLISH_MARKER}\b\s+(.+?)(?:{_COMMA}|\s*[:：]\s+|\s*[;；]\s*)(.+)$", sentence, re.IGNORECASE
    )
    found = found or re.match(rf"^{_ENGLISH_MARKER}\b\s+(.+?)\s+then\s+(.+)$", sentence, re.IGNORECASE)
    if not found:
        return None
    then = re.match(r"^(.+?)\s+then\s+(.+)$", found[1], re.IGNORECASE)
    if then:
        return then[1], f"{then[2]}, {found[2]}"
    return found[1], found[2]


def _staying_when_do(sentence: str) -> Halves | None:
    """A condition whose marker belongs to it: “before every commit, run the linter”, “遇到 429，等 30 秒”."""
    found = re.match(
        rf"^((?:{_STAYING_MARKER})(?:\b|(?<=[到]))\s*.+?)(?:{_COMMA}|\s*[:：]\s+)(.+)$",
        sentence,
        re.IGNORECASE,
    )
    if found:
        return _TIME_TAIL.sub("", found[1]), found[2]
    without_comma = re.match(
        r"^((?:遇到|碰到|收到).+?)(?=一律|必须|立刻|马上|自动|先|就|不要|都要)(.+)$", sentence
    )
    return (without_comma[1], without_comma[2]) if without_comma else None


def _chinese_when_do(sentence: str) -> Halves | None:
    found = re.match(rf"^{_CHINESE_MARKER}\s*(.+?)\s*(?:[,，:：]\s*)(.+)$", sentence)
    if found:
        return _TIME_TAIL.sub("", found[1]), found[2]
    found = re.match(rf"^{_CHINESE_MARKER}\s*(.+?)\s*(?:的时候|时)\s*(.+)$", sentence)
    found = found or re.match(rf"^{_CHINESE_MARKER}\s*(.+?)\s*(?:就|则)\s*(.+)$", sentence)
    return (found[1], found[2]) if found else None


_ORDERS = (
    r"(?:自动|必须|务必|一律|先|立刻|立即|马上|要|都要|应|应当|需|需要|把|将|不要|别|不得|禁止|请|再|记得|只"
    r"|检查|确认|运行|跑|通知|更新|重启|备份|关闭|打开|清理|写|问)"
)


def _chinese_time_do(sentence: str) -> Halves | None:
    """A condition without a marker: “……的时候，……”, “……后自动……”."""
    found = re.match(rf"^([^，,]+?)(?:的时候|时)(?:[，,]\s*|(?={_ORDERS}))(.+)$", sentence)
    if found:
        return found[1], found[2]
    found = re.match(rf"^([^，,]+?(?:之后|以后|之前|以前|后|前))(?:[，,]\s*|(?={_ORDERS}))(.+)$", sentence)
    if found and re.match(_ORDERS, found[2]):
        return found[1], found[2]
    return None


def _chinese_do_when(sentence: str) -> Halves | None:
    found = re.match(rf"^(.+?)[，,]\s*(?:{_CHINESE_MARKER})(.+?)(?:的话|的时候|时)?[。.]?$", sentence)
    if found and re.match(rf"{_ORDERS}|[^\s，,]{{1,2}}(?:[^\s，,])", found[1]):
        return found[2], found[1]
    return None


def _english_do_when(sentence: str) -> Halves | None:
    found = re.match(
        rf"^([A-Za-z][\w'’]*(?:\s.+?)?)\s*,?\s+({_ENGLISH_MARKER}|before|after)\s+(.+?)[.!]?$",
        sentence,
        re.IGNORECASE,
    )
    if not found or found[1].split()[0].lower() in _NO_IMPERATIVE or re.search(r"\bas$", found[1]):
        return None
    if re.search(r"\b(?:is|are|was|were|has|have|had|will|works?|fails?)\b", found[1]) and not _TOLD_TO.match(
        found[1]
    ):
        return None
    keeps = found[2].lower() in {"before", "after"}
    return (f"{found[2]} {found[3]}" if keeps else found[3]), found[1]


FORMS: tuple[Callable[[str], Halves | None], ...] = (
    _bracketed,
    _with_arrow,
    _english_when_do,
    _chinese_when_do,
    _staying_when_do,
    _chinese_time_do,
    _chinese_do_when,
    _english_do_when,
)
