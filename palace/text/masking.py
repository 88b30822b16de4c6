"""What of a text is not for lists and logs: secrets and orders aimed at an agent, found and hidden."""

import re
from collections.abc import Iterable, Iterator

from palace.text.secret_rules import ORDERS, SECRETS, FlagRule

MASK = "•"
"""Stands for each character that is hidden, so that every place in a text stays where it is."""

LONGEST_SUMMARY = 200
"""Characters of a text that the journal keeps to name a decision by."""


SECRET = "secret"
INJECTION = "injection"

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
"""Characters without width: an order is the same order with them between its letters."""

_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_NARROW[0x3000] = 0x20


def holds_secret(text: str) -> bool:
    """Whether a text holds what looks like a key, a token or a password."""
    return bool(_fitting(SECRETS, text))


def holds_order(text: str) -> bool:
    """Whether a text holds an order that is aimed at an agent."""
    return bool(_fitting(ORDERS, text))


def flags_in(text: str) -> tuple[str, ...]:
    """Return which warnings a text deserves: `secret`, `injection`, both or none."""
    return tuple(flag for flag, rules in ((SECRET, SECRETS), (INJECTION, ORDERS)) if _fitting(rules, text))


def rules_that_flag(text: str) -> tuple[str, ...]:
    """Return the names of all rules that find something in a text."""
    return tuple(rule.name for rule in _fitting((*SECRETS, *ORDERS), text))


def masked(text: str) -> str:
    """Return a text of the same length in which secrets and orders aimed at an agent are hidden.

    Where characters without width were put into one, all of the text is hidden.
    """
    narrow = _narrowed(text)
    places = [
        match.span("hidden" if "hidden" in rule.pattern.groupindex else 0)
        for rule in _hinted((*SECRETS, *ORDERS), narrow)
        for match in rule.pattern.finditer(narrow)
    ]
    for start, end in places:
        text = text[:start] + MASK * (end - start) + text[end:]
    if _UNSEEN.search(text) and _fitting((*SECRETS, *ORDERS), text):
        return MASK * len(text)
    return text


def _fitting(rules: Iterable[FlagRule], text: str) -> list[FlagRule]:
    """Return the rules that find something in a text, whatever stands between its letters unseen."""
    plain = _UNSEEN.sub("", _narrowed(text))
    return [rule for rule in _hinted(rules, plain) if rule.pattern.search(plain)]


def _hinted(rules: Iterable[FlagRule], text: str) -> Iterator[FlagRule]:
    small = " ".join(text.lower().split())
    for rule in rules:
        for hint in rule.hints:
            if hint in small:
                yield rule
                break


def _narrowed(text: str) -> str:
    """Return a text of the same length with full-width signs as those of ASCII."""
    return text if text.isascii() else text.translate(_NARROW)


def summary_of(text: str, longest: int = LONGEST_SUMMARY) -> str:
    """Return the beginning of a text as the journal keeps it to name a decision by, masked.

    At most `longest` characters (up to LONGEST_SUMMARY), the mark of a cut included. What is secret is
    looked for well beyond the cut, so that no half of it is left over.
    """
    looked_at = text[: 3 * LONGEST_SUMMARY]
    shown = masked(looked_at)
    whole = len(shown) <= longest and len(looked_at) == len(text)
    return shown if whole else f"{shown[: longest - 1]}…"
