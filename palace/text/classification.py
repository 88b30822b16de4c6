"""Suggests kind, wing, priority and scenes of a statement by its words, and says by which words.

The kind is what the label before a colon names, else what telling words name, else what hinting words do;
wing and priority follow the kind and what the statement is about. No model takes part.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from palace.domain.vocabulary import WING_OF_KIND, Kind, Priority, Wing
from palace.text import place_words as words
from palace.text.kind_labels import LABELS
from palace.text.kind_words import HINTING_WORDS, TELLING_WORDS
from palace.text.normalise import folded

READ_AT_MOST = 2000
"""So many characters of a statement are looked at: what it is stands at its start."""

LONGEST_LABEL = 40
MOST_SCENES = 3

NOTHING_TOLD = "nothing_told"
"""The rule where no word of a statement speaks for any kind."""

_LEADING = re.compile(
    r"^(?:\s|[-*+•·>]|\d+[.)、](?=\s)|\[[ x]\]"
    r"|[(\[]?\d{4}-\d\d-\d\d[)\]]?|[(\[]?\d{1,2}:\d\d(?::\d\d)?[)\]]?)+[:,，、—–-]?\s*"
)
_LABEL = re.compile(rf"^(.{{1,{LONGEST_LABEL}}}?)\s*(?:[:：=]|——|--)\s*(?=\S)")
_CLOCK = re.compile(r"(?<!\d)\d{1,2}:\d\d")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is suggested: the rule by its name, and the words of the statement that it went by."""

    rule: str
    words: str = ""


GIVEN = Reason("given")
"""The reason of what no words led to: somebody said it."""


@dataclass(frozen=True, slots=True)
class KindGuess:
    """A kind by the rules; `sure` is false where only a hint, or nothing at all, speaks for it."""

    kind: Kind
    reason: Reason
    sure: bool


@dataclass(frozen=True, slots=True)
class Classified:
    """What the rules suggest for a statement, each with its reason."""

    kind: KindGuess
    wing: Wing
    wing_reason: Reason
    priority: Priority
    priority_reason: Reason


def classify(text: str, kind: Kind | None = None) -> Classified:
    """Return what the rules suggest; with `kind` given, wing and priority for that kind."""
    guess = KindGuess(kind, GIVEN, sure=True) if kind else guess_kind(text)
    wing, wing_reason = wing_of(text, guess.kind)
    priority, priority_reason = priority_of(text, guess.kind, wing)
    return Classified(guess, wing, wing_reason, priority, priority_reason)


def guess_kind(text: str) -> KindGuess:
    """Return the kind that the words of a statement name, or a fact where they name none."""
    plain = _plain(text)
    label = _LABEL.match(plain)
    if label:
        for kind, pattern in LABELS:
            if pattern.search(label[1]):
                return KindGuess(kind, Reason("label", label[1].strip()), sure=True)
    told = next(_told(plain), None)
    health = words.HEALTH.search(plain)
    if health and _is_about_user(plain) and (told is None or told.kind in _GIVE_WAY_TO_HEALTH):
        return KindGuess(Kind.FACT, Reason("health", health[0]), sure=True)
    if (other := words.SOMEBODY_IS.search(plain)) and words.ROLE.search(other[0]):
        return KindGuess(Kind.FACT, Reason("person", other[0]), sure=True)
    standing = words.STANDING.match(plain)
    if standing and told is not None and told.reason.rule in _GIVE_WAY_TO_STANDING:
        return KindGuess(Kind.FACT, Reason("standing", standing[0]), sure=False)
    if told is not None:
        return told
    identity = words.IDENTITY.search(plain)
    if identity and _is_about_user(plain):
        return KindGuess(Kind.FACT, Reason("identity", identity[0]), sure=True)
    if time := stamped(text):
        return KindGuess(Kind.EVENT, Reason("time_stamp", time), sure=False)
    person = _name_in(text)
    if person and not _HAPPENED.search(plain):
        return KindGuess(Kind.FACT, Reason("person", folded(person)), sure=False)
    for kind, rule, pattern in HINTING_WORDS:
        if standing and rule in _GIVE_WAY_TO_STANDING:
            continue
        if found := pattern.search(plain):
            return KindGuess(kind, Reason(rule, found[0].strip()), sure=False)
    return KindGuess(Kind.FACT, Reason(NOTHING_TOLD), sure=False)


_HAPPENED = re.compile(r"了|过(?!敏)|今天|昨天|刚|\b(?:\w{2,}ed|today|yesterday|will|came|went)\b")
"""What somebody did, rather than is."""

_GIVE_WAY_TO_STANDING = frozenset({"failed", "sums_up", "went_wrong"})
"""Rules whose words also stand in what is always so."""

_GIVE_WAY_TO_HEALTH = frozenset({Kind.PREFERENCE, Kind.SKILL, Kind.TOOL_ERROR, Kind.SUMMARY, Kind.FACT})


def _told(plain: str) -> Iterator[KindGuess]:
    for kind, rule, pattern in TELLING_WORDS:
        if found := pattern.search(plain):
            yield KindGuess(kind, Reason(rule, found[0].strip()), sure=True)


def stamped(text: str) -> str:
    """Return the time of day that a statement begins with, as what happened does in a log; else nothing."""
    found = _LEADING.match(unicodedata.normalize("NFKC", text[:READ_AT_MOST]))
    time = _CLOCK.search(found[0]) if found else None
    return time[0] if time else ""


def wing_of(text: str, kind: Kind) -> tuple[Wing, Reason]:
    """Return the wing of a statement of this kind, and why."""
    plain = _plain(text)
    if kind is Kind.FACT:
        return _wing_of_content(text, plain) or (Wing.KNOWLEDGE, Reason("kind"))
    if kind is Kind.CORRECTION:
        return _wing_of_correction(text, plain)
    if kind is Kind.SUMMARY and (judges := words.JUDGES.search(plain)):
        return Wing.REFLECTION, Reason("judges", judges[0])
    if kind is Kind.FAILURE:
        lesson = _label_or_words_of_lesson(plain)
        return (Wing.REFLECTION, Reason("lesson", lesson)) if lesson else (Wing.HISTORY, Reason("kind"))
    return WING_OF_KIND[kind], Reason("kind")


def _label_or_words_of_lesson(plain: str) -> str:
    label = _LABEL.match(plain)
    named = dict(LABELS)[Kind.FAILURE].search(label[1]) if label else None
    found = named or words.LESSON.search(plain)
    return found[0] if found else ""


def _wing_of_content(text: str, plain: str) -> tuple[Wing, Reason] | None:
    """Return the wing by what is spoken about: the user, or another person."""
    identity = words.HEALTH.search(plain) or words.IDENTITY.search(plain)
    if identity and words.USER_IS.search(plain):
        return Wing.IDENTITY, Reason("identity", identity[0])
    if other := words.ROLE.search(plain):
        return Wing.SOCIAL, Reason("person", other[0])
    if identity and _is_about_user(plain):
        return Wing.IDENTITY, Reason("identity", identity[0])
    if name := _name_in(text):
        return Wing.SOCIAL, Reason("person", name)
    if health := words.HEALTH.search(plain):
        return Wing.IDENTITY, Reason("health", health[0])
    if user := words.USER_IS.search(plain):
        return Wing.IDENTITY, Reason("identity", user[0])
    return None


def _wing_of_correction(text: str, plain: str) -> tuple[Wing, Reason]:
    content = words.CORRECTING.sub(" ", plain, count=2)
    conduct = words.CONDUCT.search(content)
    content_as_written = _LABEL.sub("", _unmarked(text), count=1) if _LABEL.match(plain) else _unmarked(text)
    if role := words.ROLE.search(content):
        return Wing.SOCIAL, Reason("person", role[0])
    identity = words.HEALTH.search(content) or words.IDENTITY.search(content)
    if identity and not conduct and not _name_in(content_as_written):
        return Wing.IDENTITY, Reason("identity", identity[0])
    if conduct:
        return Wing.REFLECTION, Reason("conduct", conduct[0])
    if user := words.USER_IS.search(plain):
        return Wing.IDENTITY, Reason("identity", user[0])
    if name := _name_in(content_as_written):
        return Wing.SOCIAL, Reason("person", name)
    if me := words.ASSISTANT.search(content):
        return Wing.REFLECTION, Reason("conduct", me[0])
    return Wing.KNOWLEDGE, Reason("kind")


def priority_of(text: str, kind: Kind, wing: Wing) -> tuple[Priority, Reason]:
    """Return the priority of a statement of this kind and wing, and why."""
    plain = _plain(text)
    if kind in _MAY_FORBID and (red_line := words.RED_LINE.search(plain)):
        return Priority.P0, Reason("red_line", red_line[0])
    if kind in {Kind.FACT, Kind.CORRECTION} and wing is Wing.IDENTITY:
        return Priority.P0, Reason("identity")
    if kind is Kind.INTENT:
        aim = words.AIM.search(plain)
        return (Priority.P1, Reason("aim", aim[0])) if aim else (Priority.P2, Reason("kind"))
    if kind is Kind.EVENT:
        milestone = words.MILESTONE.search(plain)
        return (
            (Priority.P1, Reason("milestone", milestone[0])) if milestone else (Priority.P2, Reason("kind"))
        )
    if kind is Kind.SUMMARY:
        judged = wing is Wing.REFLECTION
        return (Priority.P1, Reason("judges")) if judged else (Priority.P2, Reason("kind"))
    return (Priority.P2 if kind is Kind.TOOL_ERROR else Priority.P1), Reason("kind")


_MAY_FORBID = frozenset({Kind.PREFERENCE, Kind.DECISION, Kind.CORRECTION})


def scenes_in(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return those known scenes that a statement names, in the order in which they stand in it; at most 3."""
    plain = folded(text[:READ_AT_MOST])
    places: list[tuple[int, str]] = []
    for scene in dict.fromkeys(known):
        word = re.escape(folded(scene).strip())
        if word and (found := re.search(rf"(?<![a-z0-9]){word}(?![a-z0-9])", plain)):
            places.append((found.start(), scene))
    return tuple(scene for _, scene in sorted(places)[:MOST_SCENES])


def _unmarked(text: str) -> str:
    return _LEADING.sub("", unicodedata.normalize("NFKC", text[:READ_AT_MOST])).strip()


def _plain(text: str) -> str:
    return folded(_unmarked(text))


def _is_about_user(plain: str) -> bool:
    return words.SUBJECT_USER.match(plain) is not None


def _name_in(text: str) -> str:
    """Return the name of a person of whom something is told at the start of a text (as it was written)."""
    unmarked = _unmarked(text)
    found = words.CHINESE_NAME.match(unmarked) or words.ENGLISH_NAME.match(unmarked)
    return found[1] if found else ""
