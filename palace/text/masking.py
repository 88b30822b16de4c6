"""What of a text is not for lists and logs: secrets and orders aimed at an agent, found and hidden."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

MASK = "•"
"""Stands for each character that is hidden, so that every place in a text stays where it is."""

LONGEST_SUMMARY = 200
"""Characters of a text that the journal keeps to name a decision by."""


@dataclass(frozen=True, slots=True)
class _Sort:
    """One sort of what is hidden: the group `hidden` of its pattern, or all of it.

    One of the `hints` stands in every text that the pattern finds, in small letters and with white space as
    one blank: nearly all texts hold none of them and need no closer look.
    """

    hints: tuple[str, ...]
    pattern: re.Pattern[str]


_SECRETS = (
    _Sort(
        (
            *("sk-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "hf_", "akia", "asia"),
            *("xox", "aiza"),
        ),
        re.compile(
            r"(?<![A-Za-z0-9])(?:sk-(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{8}|gh[opusr]_[A-Za-z0-9]{16}"
            r"|github_pat_[A-Za-z0-9_]{16}|glpat-[A-Za-z0-9_-]{16}|hf_[A-Za-z0-9]{16}"
            r"|A(?:KIA|SIA)[A-Z0-9]{12}|xox[a-z]-[A-Za-z0-9-]{8}|AIza[A-Za-z0-9_-]{24})[A-Za-z0-9_-]*"
        ),
    ),
    _Sort(
        ("-----begin",),
        re.compile(
            r"-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|CERTIFICATE)"
            r"(?:[\s\S]*?-----END [A-Z0-9 ]{0,40}-----|[\s\S]*)"
        ),
    ),
    _Sort(("bearer",), re.compile(r"\bBearer\s{1,4}(?P<hidden>[A-Za-z0-9._~+/=-]{12,})")),
    _Sort(("://",), re.compile(r"://[^\s/:@]{1,100}:(?P<hidden>[^\s/@]{1,200})@")),
    _Sort(
        (
            *("password", "passwd", "api key", "api_key", "api-key", "apikey", "secret", "token"),
            *("密码", "口令", "令牌", "密钥"),
        ),
        re.compile(
            r"(?:\b(?:password|passwd|api[ _-]?key|secret|token)|密码|口令|令牌|密钥)"
            r"[*_`\"'\s]{0,6}(?:[:：=]|\bis\b|是|为)[*_`\"'\s]{0,6}(?P<hidden>[!-~]{6,})",
            re.IGNORECASE,
        ),
    ),
)
_ORDERS = (
    _Sort(
        ("ignore", "disregard", "forget", "override", "bypass"),
        re.compile(
            r"\b(?:ignore|disregard|forget|override|bypass)"
            r"\s+(?:(?:all|any|every|of|the|your|my|these|those)\s+){0,4}"
            r"(?:previous|prior|above|earlier|preceding|existing|system)\s+(?:\w+\s+){0,2}?"
            r"(?:instruction|rule|prompt|direction|guideline|message|command)s?",
            re.IGNORECASE,
        ),
    ),
    _Sort(
        ("忽略", "无视", "忘记", "忘掉", "不要理会", "抛开"),
        re.compile(
            r"(?:忽略|无视|忘记|忘掉|不要理会|抛开)(?:掉)?(?:你)?"
            r"(?:之前|以上|前面|上面|先前|此前|上述|以往|原来|所有|全部|一切|系统)"
            r"(?:的|所有|全部|一切|任何|给你|系统)*(?:规则|指令|指示|提示词?|要求|设定|命令|限制|约束)"
        ),
    ),
    _Sort(
        ("tell the user", "inform the user", "to the user"),
        re.compile(
            r"\b(?:do not|don't|never)\s+(?:tell|inform|reveal\s+this\s+to)\s+the\s+user\b", re.IGNORECASE
        ),
    ),
    _Sort(("告诉用户", "告知用户"), re.compile(r"(?:不要|别)(?:告诉|告知)用户")),
    _Sort(("system prompt",), re.compile(r"\breveal\s+(?:your|the)\s+system\s+prompt\b", re.IGNORECASE)),
)


def holds_secret(text: str) -> bool:
    """Whether a text holds what looks like a key, a token or a password."""
    return any(sort.pattern.search(text) for sort in _SECRETS)


def holds_order(text: str) -> bool:
    """Whether a text holds an order that is aimed at an agent."""
    return any(sort.pattern.search(text) for sort in _ORDERS)


def masked(text: str) -> str:
    """Return a text of the same length in which secrets and orders aimed at an agent are hidden."""
    for start, end in _places(text):
        text = text[:start] + MASK * (end - start) + text[end:]
    return text


def _places(text: str) -> Iterator[tuple[int, int]]:
    small = " ".join(text.lower().split())
    for sort in (*_SECRETS, *_ORDERS):
        if not any(hint in small for hint in sort.hints):
            continue
        group = "hidden" if "hidden" in sort.pattern.groupindex else 0
        for match in sort.pattern.finditer(text):
            yield match.span(group)


def summary_of(text: str) -> str:
    """Return the beginning of a text as the journal keeps it to name a decision by, masked.

    What is secret is looked for well beyond the cut, so that no half of it is left over.
    """
    return masked(text[: 3 * LONGEST_SUMMARY])[:LONGEST_SUMMARY]
