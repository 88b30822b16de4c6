"""Importance: what a statement is worth before anybody used it."""

import re

from palace.domain.rules import ImportanceRules
from palace.domain.vocabulary import Kind

_MARKED = re.compile(
    r"(?<![不没])重要|(?<![没沒不])[记記]住|[务務]必|[优優]先(?![级級])"
    r"|(?<![a-z])(?:(?<!not )important|(?<!not )(?<!n['’]t )remember|always|never)(?![a-z])",
    re.IGNORECASE,
)


def important_word(text: str) -> str:
    """Return the word by which a text itself says that it matters, or nothing."""
    found = _MARKED.search(text)
    return found[0] if found else ""


def is_marked_important(text: str) -> bool:
    """Whether the text itself says that it matters."""
    return bool(important_word(text))


def importance(text: str, rules: ImportanceRules, *, said_by_user: bool, failed_tool: bool) -> float:
    """Return the importance of a new statement, 0 to 1."""
    value = rules.base
    if said_by_user:
        value += rules.said_by_user
    if is_marked_important(text):
        value += rules.marked_important
    if failed_tool:
        value += rules.failed_tool
    return min(1.0, value)


def log_score(kind: Kind) -> int:
    """Return how much a daily-log bullet of this kind says: 3 done or decided, 1 learned, 0 the rest."""
    if kind in {Kind.EVENT, Kind.DECISION, Kind.FAILURE, Kind.CORRECTION}:
        return 3
    return 1 if kind in {Kind.FACT, Kind.PREFERENCE, Kind.SKILL, Kind.INTENT} else 0
