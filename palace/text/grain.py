"""How checkable an instruction is: principle (too abstract) < rule (checkable) < trigger (runs by itself).

A trigger needs two things: an event that a machine sees (a time, a threshold, a message, a result) and an
operation that a program does without judging. Where somebody has to look, or where the act can be checked
afterwards only, it is a rule; where neither condition nor action can be checked, a principle.
"""

import re

from palace.domain.memory import Binding
from palace.domain.vocabulary import Grain
from palace.text import grain_words as words
from palace.text.action_words import ENGLISH_VERBS, orders_in_english
from palace.text.binding_phrases import read_binding

LOOKED_AT = 1000
"""So many characters are looked at: what a text demands stands at its start."""

_ORDER = re.compile(
    r"^(?:要|应|请|把|将|先|别|不要|避免|保持|做事|做人|说话|待人|坚持|当然要|尽量|记得|多|少|永远|始终"
    r"|对\S{1,8}要|\S{1,4}要(?!求|点|是|素|紧))"
    r"|要写|要靠谱|要有|为先",
)
_PAST = re.compile(
    r"了(?!解)|(?<!超)(?<!通)(?<!不)过(?![敏滤程期度时于])|\b(?:was|were|had|did|went|came)\b|^\w+ \w+ed\b"
)
_HABIT = re.compile(r"^(?:i|we|he|she|they|it|[A-Z][a-z]+[^s\W]) (?:always|never|only)\b", re.IGNORECASE)
"""“She always cooks rice” tells of somebody; “Passwords never go into the log” does not."""


def grain_of(text: str, binding: Binding | None) -> Grain | None:
    """Return how checkable an instruction is, or None when the text instructs nobody."""
    if binding is not None:
        return _grain_of_binding(binding)
    plain = text[:LOOKED_AT].strip()
    if plain.endswith(("?", "？")):
        return None
    measured = words.MEASURE.search(plain) is not None
    vague = words.VAGUE.search(plain) is not None and not measured
    norm = words.NORM.search(plain) is not None
    told = _PAST.search(plain) is not None
    if words.ABSTRACT_START.search(plain) and not measured and (vague or not norm) and not told:
        return Grain.PRINCIPLE
    if (vague or words.SLOGAN.match(plain)) and (_orders(plain) or not told):
        return Grain.PRINCIPLE
    if norm and not _tells_of_somebody(plain, told=told):
        return Grain.RULE
    return Grain.RULE if (words.FOR_EACH.search(plain) or _orders(plain)) and not told else None


_COMMANDS = re.compile(r"^(?:要|应|请|把|将(?!来|军)|先|别(?!人|的)|不要|避免|保持|记得|永远|始终|尽量)")

_HARD_NORM = re.compile(
    r"必须|务必|一律|不得|禁止|严禁|不许|不准|绝不|决不|永不|不要|别再|应当|应该|对谁都不"
    r"|\bmust\b|\bnever\b|\balways\b|\bdo not\b|\bdon['’]t\b|\bshould\b|\bmay not\b|\bmandatory\b",
    re.IGNORECASE,
)
"""Words that order, where “at most” and “cannot” may only tell what is so."""


def instructs(text: str) -> bool:
    """Whether a text tells somebody what to do, rather than what is so, what was done or what is liked."""
    plain = text[:LOOKED_AT].strip()
    if read_binding(plain) is not None:
        return True
    told = _PAST.search(plain) is not None
    if plain.endswith(("?", "？")) or told:
        return False
    commanded = _COMMANDS.match(plain) if re.search(r"[\u4e00-\u9fff]", plain[:6]) else _orders(plain)
    return bool(commanded) or (
        _HARD_NORM.search(plain) is not None and not _tells_of_somebody(plain, told=False)
    )


def _grain_of_binding(binding: Binding) -> Grain:
    when, do = binding.when, binding.do
    if words.VAGUE.search(do) and not words.MEASURE.search(do):
        return Grain.PRINCIPLE
    if re.search(r"自动|\bautomatically\b", do, re.IGNORECASE):
        return Grain.TRIGGER
    if words.ABOUT_CONTENT.search(when) or words.FORBIDS.search(do):
        return Grain.RULE
    strong = words.STRONG_EVENT.search(when) is not None
    if not strong and not words.WEAK_EVENT.search(when):
        return Grain.RULE
    if words.TELLS.search(do):
        return Grain.TRIGGER
    acts = words.MACHINE_ACTION.search(do)
    judged = words.JUDGES.search(do)
    if judged and (acts is None or judged.start() <= acts.start() or not strong):
        return Grain.RULE
    return Grain.TRIGGER if acts else Grain.RULE


def _orders(plain: str) -> bool:
    if _ORDER.search(plain):
        return True
    if re.search(r"[\u4e00-\u9fff]", plain[:6]):
        return False
    first = re.match(r"[A-Za-z-]+", plain)
    return first is not None and first[0].lower() in ENGLISH_VERBS and orders_in_english(plain, certain=True)


def _tells_of_somebody(plain: str, *, told: bool) -> bool:
    """Whether a norm's word stands in what somebody did or is used to do: “She always cooks rice”."""
    return told or (
        _HABIT.match(plain) is not None and not re.match(r"agents?\b|everyone\b", plain, re.IGNORECASE)
    )
