"""What a statement says about its own use: when and what to do, and why."""

import re
from dataclasses import dataclass

from palace.exchange.emphasis import without_emphasis
from palace.text.binding_phrases import read_parts

_KEYED_LINE = re.compile(
    r"(?:[-*+•]\s+)?(?P<mark>\*\*|__)?(?P<key>[^*_:：\n]{1,40}?)\s?"
    r"(?:(?P=mark)\s?[:：]|[:：]\s?(?P=mark)|(?<![*_])[:：])\s*(?P<value>.*)"
)
_DO_KEYS = frozenset({"how to apply", "suggested action", "改进", "改进措施", "改进方案", "如何应用"})
_WHY_KEYS = frozenset({"why", "为什么"})
LONGEST_SENTENCE = 300
"""A longer text is no single sentence with a condition and an action."""


@dataclass(frozen=True, slots=True)
class FoundBinding:
    """The binding that a text suggests, and its reason; each part may be empty."""

    when: str = ""
    do: str = ""
    unless: str = ""
    note: str = ""


_NOTHING = FoundBinding()


def binding_in(text: str, *, tells_what_happened: bool = False) -> FoundBinding:
    """Return the condition, the action and the reason that a statement names.

    `**How to apply:**`, `Suggested Action` and 改进 name the action, `**Why:**` the reason; a value runs to
    the next bold key. A single sentence, be it the action or the whole text, is read as “when X, do Y, unless
    Z”, but the whole not where the statement only `tells_what_happened`.
    """
    parts = _keyed_parts(text) if _may_have_keys(text.lower()) else {}
    do = next((value for key, value in parts.items() if key in _DO_KEYS), "")
    note = next((value for key, value in parts.items() if key in _WHY_KEYS), "")
    if not do and not tells_what_happened and "\n" not in text and len(text) <= LONGEST_SENTENCE:
        binding = read_parts(without_emphasis(text))
        if binding:
            return FoundBinding(binding.when, binding.do, binding.unless, note)
    if do and "\n" not in do and len(do) <= LONGEST_SENTENCE:
        told = read_parts(without_emphasis(do))
        if told and told.when:
            return FoundBinding(told.when, told.do, told.unless, note)
    return FoundBinding("", do, "", note) if do or note else _NOTHING


def _may_have_keys(lower: str) -> bool:
    return "why" in lower or "为什么" in lower or any(key in lower for key in _DO_KEYS)


def _keyed_parts(text: str) -> dict[str, str]:
    parts: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.split("\n"):
        stripped = line.strip()
        found = _KEYED_LINE.match(stripped)
        key = found["key"].strip().lower() if found else ""
        if found and (found["mark"] or key in _DO_KEYS or key in _WHY_KEYS):
            current = [found["value"].strip()]
            parts.setdefault(key, current)
        elif current is not None:
            current.append(stripped)
    return {key: "\n".join(filter(None, lines)) for key, lines in parts.items()}
