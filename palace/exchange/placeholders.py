"""Texts that say nothing: empty values, template brackets, stand-in words, lines of shipped templates."""

import re

from palace.exchange.emphasis import bare
from palace.exchange.labels import ends_in_colon, is_label
from palace.exchange.line_joining import has_content
from palace.exchange.template_lines import is_template_line

EMPTY_VALUE = "empty-value"
PLACEHOLDER = "placeholder"
TOO_SHORT = "too-short"

_LONGEST_KEY = 30
_LONGEST_PLACEHOLDER = 1000
_STAND_INS = frozenset(
    {
        "tbd",
        "todo",
        "n/a",
        "na",
        "none",
        "null",
        "nil",
        "test",
        "xxx",
        "yyyy-mm-dd",
        "-",
        "--",
        "—",
        "…",
        "...",
        "无",
        "暂无",
        "没有",
        "待定",
        "待填",
        "待补充",
        "待填写",
        "待确认",
        "待完善",
        "测试",
    }
)
_WORDS = re.compile(
    r"your|name|todo|tbd|fill|insert|describe|optional|e\.g|example|placeholder|\bdate\b|topic|person|what|how|who"
    r"|add|\bnone\b|unknown|yyyy|日期|待|填|示例|例如|此处|可选|描述|姓名|称呼|暂无",
    re.IGNORECASE,
)
_HANDLEBARS = re.compile(r"(?:\{\{[^{}]*\}\}\s*)+")
_CLOSER_OF = {"[": "]", "(": ")", "（": "）", "<": ">", "【": "】", "{": "}"}
_COLON = re.compile("[:：]")
_TRAILING = ".。;；,，"


def nothing_said(text: str, *, paragraph: bool = False) -> str | None:
    """Return why a text says nothing, or None if it says something.

    A `paragraph` that is one round bracket is a hint to the writer whatever stands in it.
    """
    if not text.strip():
        return EMPTY_VALUE
    if len(text) > _LONGEST_PLACEHOLDER:
        return None if has_content(text) else TOO_SHORT
    plain = bare(text)
    if _is_stand_in(plain) or _is_value_stand_in(plain) or is_template_text(text):
        return PLACEHOLDER
    if paragraph and plain[:1] in {"(", "（"} and _bracket_end(plain, 0) == len(plain):
        return PLACEHOLDER
    if "\n" not in text and is_label(text) and ends_in_colon(text):
        return EMPTY_VALUE
    return None if has_content(text) else TOO_SHORT


def is_placeholder(text: str) -> bool:
    """Return whether a text is only a stand-in, its key aside."""
    plain = bare(text)
    return _is_stand_in(plain) or _is_value_stand_in(plain)


def is_template_text(text: str) -> bool:
    """Return whether all lines of a text stand in a shipped template, keys without value aside."""
    lines = [line for line in text.split("\n") if line.strip()]
    known = [is_template_line(line) for line in lines]
    return any(known) and all(
        hit or (ends_in_colon(line) and is_label(line.strip()))
        for hit, line in zip(known, lines, strict=True)
    )


def _is_value_stand_in(text: str) -> bool:
    found = _COLON.search(text, 0, _LONGEST_KEY + 1)
    return found is not None and _is_stand_in(bare(text[found.end() :]))


def _is_stand_in(text: str) -> bool:
    if not text or len(text) > _LONGEST_PLACEHOLDER:
        return False
    if text.lower() in _STAND_INS or text.rstrip(_TRAILING).lower() in _STAND_INS:
        return True
    return bool(_HANDLEBARS.fullmatch(text)) or _is_only_brackets(text)


def _is_only_brackets(text: str) -> bool:
    """Whether a text is one template bracket, or several with only signs between."""
    at, brackets = 0, 0
    while at < len(text):
        if text[at] not in _CLOSER_OF:
            if text[at].isalnum():
                return False
            at += 1
            continue
        end = _bracket_end(text, at)
        if not end or not _is_template_bracket(text[at + 1 : end - 1]):
            return False
        brackets += 1
        at = end
    return brackets > 0


def _bracket_end(text: str, start: int) -> int:
    """Return where the bracket that opens at `start` ends, or 0 if it does not."""
    opener, closer, depth = text[start], _CLOSER_OF[text[start]], 0
    for at in range(start, len(text)):
        if text[at] == opener:
            depth += 1
        elif text[at] == closer:
            depth -= 1
            if not depth:
                return at + 1
    return 0


def _is_template_bracket(content: str) -> bool:
    content = content.strip()
    return content.startswith(("无", "…", "...")) or bool(_WORDS.search(content))
