"""Reads “when X, do Y, unless Z” out of a sentence, in Chinese and English.

The forms are tried in the order of `FORMS`; each is one way in which people write a condition. A sentence
that tells what happened, asks, or lists steps is no binding, whatever markers stand in it.
"""

import re
from collections.abc import Callable

from palace.domain.memory import Binding
from palace.text import chinese_conditions, english_conditions
from palace.text.action_words import gives_an_order
from palace.text.binding_exceptions import without_exception

Halves = tuple[str, str]
"""The condition and the action, as they stand in the sentence."""

LONGEST_READ = 1000
"""A longer text is no sentence: no binding is looked for in it."""

_ENDS = " \t\n.。!！;；,，、:："
_ARROW = r"(?:→|⇒|➜|=>|->|—>|⟶)"
_LINKS = re.compile(
    r"^(?:那么|那就|就|则|那(?!些|个|里|样)|便(?!宜|利|携)|否则|DO\b|(?i:then\b))\s*[,，:：]?\s*"
)
_LEADING = re.compile(
    r"^(?:[-*+•]\s+|\d+[.)、]\s*|(?:(?:铁|硬性?)?规则|规矩|约定|原则|注意|提醒|教训|红线|流程|rule"
    r"|hard rule|policy|note"
    r"|reminder|lesson(?: learned)?|avoid|skill|practice|guideline|用户(?:明确|再三|反复|特别)?(?:要求|说"
    r"|强调|叮嘱|希望|嘱咐))\s*[:：]\s*)+",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[。！!；;])\s*|(?<=[.])\s+(?=[A-Z\u4e00-\u9fff])")
_EXCEPTION_SENTENCE = re.compile(
    r"[。.；;]\s*(?=(?:exceptions?\b|例外|不适用|除非|unless\b|except\b))", re.IGNORECASE
)
_INDIRECT_QUESTION = re.compile(
    r"^[^，,]{0,12}(?:不知道|不确定(?!的)|想知道|没人知道|不清楚(?!的)|说不准|问(?:过|了)?(?:他|她|我|医生"
    r"|老师)?(?=如果|要是|什么时候))"
    r"|\b(?:nobody|no one|not|doesn['’]t|don['’]t|never) knows? (?:if|when|whether)\b|\bnot (?:sure"
    r"|certain) (?:if|when|whether)\b"
    r"(?!.*,)|\bwonder(?:s|ed|ing)? (?:if|when|whether)\b|\b(?:asked|unclear|depends on) (?:if|whether"
    r"|when)\b",
    re.IGNORECASE,
)


def read_binding(text: str) -> Binding | None:
    """Return what a text says as a binding, or None when it has no condition with an action.

    A text of several sentences is read as a whole, then sentence by sentence: the first that binds counts.
    """
    if len(text) > LONGEST_READ:
        return None
    whole = _LEADING.sub("", " ".join(text.split()).strip())
    found = _of_sentence(whole)
    if found is not None or _EXCEPTION_SENTENCE.search(whole):
        return found
    sentences = [each.strip() for each in _SENTENCE_END.split(whole) if each.strip()]
    if len(sentences) < 2:
        return None
    return next(filter(None, map(_of_sentence, sentences)), None)


def read_parts(text: str) -> Binding | None:
    """Return what a text says as a binding, or as the part of one that a person can complete.

    “Never X unless Y” orders something and names its exception, but no event on which it is done: the
    condition is left empty.
    """
    found = read_binding(text)
    if found is not None or len(text) > LONGEST_READ:
        return found
    rest, unless = without_exception(_LEADING.sub("", " ".join(text.split()).strip()))
    ordered = _trimmed(rest)
    if not unless or _asks(rest) or not gives_an_order(ordered, certain=True):
        return None
    return Binding("", ordered, _trimmed(unless))


def _of_sentence(sentence: str) -> Binding | None:
    if not sentence or _asks(sentence):
        return None
    rest, unless = without_exception(sentence)
    if unless and (binding := _halved(rest, unless)):
        return binding
    return _halved(sentence, "")


def _halved(sentence: str, unless: str) -> Binding | None:
    for form in FORMS:
        halves = form(sentence.rstrip(_ENDS))
        if halves is None:
            continue
        when, do = (_trimmed(half) for half in halves)
        do = _trimmed(_LINKS.sub("", do))
        if when and do:
            return Binding(when, do, _trimmed(unless))
    return None


def _trimmed(text: str) -> str:
    return text.strip(_ENDS)


def _asks(sentence: str) -> bool:
    return sentence.endswith(("?", "？", "吗", "呢")) or bool(_INDIRECT_QUESTION.search(sentence))


def _bracketed(sentence: str) -> Halves | None:
    found = re.match(
        r"^[【\[](?:当|when|if)[】\]](.+?)[【\[](?:做|则|do|then)[】\]](.+)$", sentence, re.IGNORECASE
    )
    return (found[1], found[2]) if found else None


def _with_arrow(sentence: str) -> Halves | None:
    """Read “当 X → Y”; arrows between mere things are a list or a change, unless a condition is marked."""
    parts = re.split(_ARROW, sentence)
    if len(parts) != 2:
        return None
    when, do = (part.strip() for part in parts)
    marked = re.match(
        rf"^(?:{chinese_conditions.MARKER}|{english_conditions.MARKER}\b)\s*[:：]?\s*(.+)$",
        when,
        re.IGNORECASE,
    )
    if marked:
        return chinese_conditions.without_time_tail(marked[1]), do
    keeps = re.match(
        rf"^(?:{english_conditions.STAYING}\b|{chinese_conditions.STAYING}|{chinese_conditions.SCHEDULE})",
        when,
        re.IGNORECASE,
    )
    if (keeps or re.search(r"(?:后|前|时|的时候)$", when)) and gives_an_order(do):
        return chinese_conditions.without_time_tail(when), do
    return None


FORMS: tuple[Callable[[str], Halves | None], ...] = (
    _bracketed,
    _with_arrow,
    *english_conditions.FORMS,
    *chinese_conditions.FORMS,
)
