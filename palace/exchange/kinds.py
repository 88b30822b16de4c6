"""Kinds of statements, by class tags and by the words of keys, labels and headings."""

import re

from palace.domain.vocabulary import Kind

_TAG_WORDS = {
    Kind.CORRECTION: ("feedback", "纠正", "更正"),
    Kind.DECISION: ("决策", "决定"),
    Kind.PREFERENCE: ("偏好",),
    Kind.FAILURE: ("lesson", "教训"),
    Kind.INTENT: ("todo", "待办", "意图"),
    Kind.SKILL: ("做法",),
    Kind.EVENT: ("事件",),
    Kind.SUMMARY: ("总结",),
    Kind.FACT: ("事实", "user", "project", "reference"),
}

CLASS_TAGS = {kind.value: kind for kind in Kind} | {
    word: kind for kind, words in _TAG_WORDS.items() for word in words
}
"""What may stand in square brackets at the start of a statement, and the kind it names."""


def _whole(words: str) -> str:
    return rf"(?<![a-z])(?:{words})(?![a-z])"


_WORDS = (
    (Kind.CORRECTION, "纠正|更正|修正|反馈|correction|corrected|feedback"),
    (Kind.DECISION, "决策|决定|决议|decision|decided"),
    (Kind.PREFERENCE, "偏好|喜好|习惯|preference|(?:prefers?|likes)(?![a-z])"),
    (
        Kind.FAILURE,
        "教训|踩坑|失败|事故|故障|避免|不要|禁止|lesson|gotcha|pitfall|mistake|failure|incident"
        f"|post-?mortem|anti-?pattern|{_whole('avoid')}",
    ),
    (
        Kind.INTENT,
        "待办|下一步|计划|目标|明日|pending|open items|open questions|action items|follow-?up"
        f"|{_whole('to-?dos?|next|goals?|plans?')}",
    ),
    (
        Kind.SKILL,
        f"步骤|流程|操作指南|procedure|workflow|runbook|playbook|{_whole('sop|steps')}",
    ),
    (
        Kind.EVENT,
        "事件|时间线|里程碑|大事记|重要日期|关键日期|历史|timeline|milestone|changelog"
        f"|{_whole('history|events?')}",
    ),
    (Kind.SUMMARY, "总结|小结|复盘|summary|recap|retro"),
)
_PATTERNS = tuple((kind, re.compile(words, re.IGNORECASE)) for kind, words in _WORDS)
_PROCEDURE = dict(_PATTERNS)[Kind.SKILL]


def kind_of_words(text: str) -> Kind | None:
    """Return the kind that the words of a key, label or heading name."""
    return next((kind for kind, pattern in _PATTERNS if pattern.search(text)), None)


def names_procedure(text: str) -> bool:
    """Return whether a label or heading announces a way of doing."""
    return bool(_PROCEDURE.search(text))
