"""Which states a text puts what it speaks of in: working or broken, left or sold out, paid or owing.

The fields of states and the words of each state are in `states.toml`. A phrase that is denied puts the thing
in the other state of its field; what is only expected, demanded or thought of (will be repaired, 修好再用)
puts it in none.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.inflection import dictionary_forms
from palace.text.comparison.stances import NEGATIVE, Span, Stance, stances
from palace.text.scripts import HAN

TABLE = "states.toml"

State = tuple[int, int]
"""A field and one of its states, both counted from 0."""

MOST_FOUND = 40
"""So many phrases of a text are looked at."""

CHINESE_GAP, ENGLISH_GAP = 4, 3
"""Characters, and words, that a gap of a phrase may hold."""

MOST_ADVERBS = 3
"""So many words may stand between `is` and a state: is no longer, has not yet been."""

CLOSING = "."
"""Stands behind a phrase that means its state only at the end of a clause."""

LOOKED_BACK = 28
"""Characters before a phrase that are looked through for whether it has come about."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a text tells of a state: where the phrase stands as written, and the states that it puts in."""

    span: Span
    states: frozenset[State]
    words: str


@dataclass(frozen=True, slots=True)
class Fields:
    """The phrases of all fields by how they begin, and how many states each field has.

    `chinese` has for a first character the parts of each phrase around its gaps, `english` for a first word
    its words; a word is kept with whether all its forms are meant.
    """

    chinese: dict[str, tuple[tuple[tuple[str, ...], frozenset[State]], ...]]
    english: dict[str, tuple[tuple[tuple[str, ...], frozenset[State]], ...]]
    sizes: tuple[int, ...]


@cache
def fields_of_states() -> Fields:
    """Return the fields that are shipped with the program."""
    data = tomllib.loads(files(__package__).joinpath(TABLE).read_text(encoding="utf-8"))
    phrases: dict[str, set[State]] = {}
    for field, states in enumerate(data.values()):
        for state, words in enumerate(states.values()):
            for phrase in str(words).replace("\n", ",").split(","):
                if phrase.strip():
                    phrases.setdefault(phrase.strip(), set()).add((field, state))
    chinese: dict[str, list[tuple[tuple[str, ...], frozenset[State]]]] = {}
    english: dict[str, list[tuple[tuple[str, ...], frozenset[State]]]] = {}
    for phrase, places in phrases.items():
        if _HAN.search(phrase):
            for variant in _denied_otherwise(_AFTER.sub("", phrase)):
                parts = tuple(variant.replace(" ", "").replace(CLOSING, f"~{CLOSING}").split("~"))
                chinese.setdefault(parts[0][0], []).append((parts, frozenset(places)))
        else:
            words_in_row = tuple(phrase.split())
            english.setdefault(words_in_row[0], []).append((words_in_row, frozenset(places)))
    return Fields(
        {first: tuple(rows) for first, rows in chinese.items()},
        {first: tuple(rows) for first, rows in english.items()},
        tuple(len(states) for states in data.values()),
    )


def _denied_otherwise(phrase: str) -> tuple[str, ...]:
    """Return a Chinese phrase with its denial in each of its forms: 没到, 没有到, 未到."""
    match = _DENIAL.match(phrase)
    if match is None:
        return (phrase,)
    rest = phrase[match.end() :]
    return tuple(dict.fromkeys((phrase, f"没有{rest}", f"未{rest}", f"没能{rest}")))


_AFTER = re.compile(
    r"(?<=...)了$|(?<=[没不未].)了$|(?<=.[完好光掉满走到出回起下开着活死净全清齐妥平住中手上])了$"
)
"""Such a phrase stands there with the 了 behind it and without; a bare verb alone may be a noun (过户)."""
_DENIAL = re.compile(r"没(?![有了能]|\w?$)")
_HAN = re.compile(f"[{HAN}]")
_WORD = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_STOP = re.compile(r"[,.;:!?()]")
_CLOSED_CHINESE = re.compile(rf"[了的]?(?:[^{HAN}]|$)")
_ADVERBS = frozenset(
    [
        "no",
        "longer",
        "not",
        "never",
        "still",
        "now",
        "already",
        "all",
        "both",
        "finally",
        "currently",
        "always",
        "completely",
        "totally",
        "entirely",
        "fully",
        "almost",
        "nearly",
        "partly",
        "long",
        "again",
        "yet",
        "so",
        "very",
        "quite",
        "rather",
        "too",
        "once",
        "more",
        "today",
        "well",
        "safely",
        "all-but",
    ]
)
_CLOSING_WORDS = frozenset(
    {
        "again",
        "now",
        "already",
        "and",
        "but",
        "by",
        "since",
        "for",
        "until",
        "at",
        "last",
        "yesterday",
        "today",
    }
)


@lru_cache(maxsize=2048)
def states_told(written: str) -> tuple[Told, ...]:
    """Return what a text tells of states, in order; of phrases that overlap the longest."""
    folded = folded_text(written)
    low = folded.text.lower()
    if len(low) != len(folded.text):
        low = folded.text
    found = [*_chinese_phrases(low), *_english_phrases(low), *_formed(low)]
    found.sort(key=lambda one: (one[0] - one[1], one[0]))
    kept: list[tuple[int, int, frozenset[State]]] = []
    for start, end, states in found[: 4 * MOST_FOUND]:
        if all(end <= first or last <= start or (first, last) == (start, end) for first, last, _ in kept):
            kept.append((start, end, states))
    denials = [stance for stance in stances(written) if stance.force in NEGATIVE]
    told: list[Told] = []
    for start, end, states in sorted(kept, key=lambda one: one[:2])[:MOST_FOUND]:
        if is_not_come_about(low, start, end):
            continue
        span = folded.span(start, end)
        turned = (
            is_denied(span, denials)
            or _NOBODY.search(low[max(0, start - 4) : start])
            or _NONE_THAT_NOT.search(f"{low[max(0, start - 12) : start]}|{low[start]}")
        )
        meant = _turned(states) if turned else states
        if meant:
            told.append(Told(span, meant, low[start:end]))
    return tuple(told)


def is_denied(span: Span, denials: Sequence[Stance]) -> bool:
    """Whether an odd number of denials reach a stretch from outside."""
    reaching = sum(
        one.scope[0] <= span[0]
        and span[1] <= one.scope[1]
        and not (one.span[0] < span[1] and span[0] < one.span[1])
        for one in denials
    )
    return reaching % 2 == 1


def _turned(states: frozenset[State]) -> frozenset[State]:
    sizes = fields_of_states().sizes
    return frozenset((field, 1 - state) for field, state in states if sizes[field] == 2)


_IN_A_CONDITION = re.compile(
    r"(?:如果|要是|假如|一旦|万一|只要|除非)[^,.;:!?]*$|\b(?:if|when|whenever|unless|in case)\b[^,.;:!?]*$"
)
_NOT_COME_ABOUT_BEFORE = re.compile(
    r"(?:若|等到|即将|将要|将|就会|将会|打算|准备|计划|预计|应该|应当|必须|需要|务必|记得"
    r"|才能|才可以|可以|能够|希望|想|想要"
    r"|(?<![机开学聚晚协议宴都展教工社委大])会(?![员议计场所友长堂馆谈话])"
    r"|(?<![需重主只不])要(?![求点么])|明天|下周|下个?月|明年)"
    r"[^,.;:!?]{0,4}$"
    r"|(?:\b(?:will|would|shall|should|must|may|might|could|can|cannot|if|when|whenever|unless|once|until"
    r"|before|after|to|let|please|tomorrow)\b|n't|'ll)(?: (?:be|get|have|been|soon|also|then|the|it|all"
    r"|is|are"
    r"|they|he|she|we|you|a|an)){0,3} ?$"
)
_NOT_COME_ABOUT_BEHIND = re.compile(
    r"了?(?:以后|之后|后(?!来)|以前|之前|前(?!天|年|台)|时|的时候|的话|再|才|就|便|与否|没有\?)"
)
_NOBODY = re.compile(r"(?:没有?人|谁[也都]没)$")
_NONE_THAT_NOT = re.compile(r"没有?[一哪半][^,.;:!?|]{1,6}\|[不没未]")
_ATTRIBUTE_BEFORE = re.compile(r"(?:^|[,.;:!?\s]|[给让由被])$")
_ATTRIBUTE_BEHIND = re.compile(r"了?[^,.;:!?\n的]{0,8}的[\u4e00-\u9fff]{4}")
"""没签协议的供应商…: a state by which is told who or what is meant."""


def is_not_come_about(low: str, start: int, end: int) -> bool:
    """Whether a stretch of a lower-case text is only expected, demanded, or the condition of something."""
    before = low[max(0, start - LOOKED_BACK) : start]
    if _IN_A_CONDITION.search(before):
        return True
    if _HAN.search(low, start, end):
        return bool(
            _NOT_COME_ABOUT_BEFORE.search(before)
            or _NOT_COME_ABOUT_BEHIND.match(low, end)
            or (_ATTRIBUTE_BEFORE.search(before) and _ATTRIBUTE_BEHIND.match(low, end))
        )
    match = _NOT_COME_ABOUT_BEFORE.search(before)
    return match is not None and not match[0].startswith("n't")


def _formed(low: str) -> Iterator[tuple[int, int, frozenset[State]]]:
    """Yield the states told by how a phrase is formed, whatever its verb: 又响起来了, won't print."""
    for states, pattern in _forms():
        for match in pattern.finditer(low):
            yield match.start(), match.end(), states


@cache
def _forms() -> tuple[tuple[frozenset[State], re.Pattern[str]], ...]:
    data = tomllib.loads(files(__package__).joinpath(TABLE).read_text(encoding="utf-8"))
    fields = list(data)
    return tuple(
        (frozenset({(fields.index(field), list(data[field]).index(state))}), re.compile(pattern))
        for (field, state), pattern in _FORMS.items()
    )


_FORMS = {
    (
        "repair",
        "working",
    ): r"又[\u4e00-\u9fff]{1,3}?(?:起来|上)了|又(?:能|可以)[\u4e00-\u9fff]{1,3}了"
    r"|恢复(?:了)?[\u4e00-\u9fff]{2}"
    r"|\b(?:\w{2,12}s|\w{2,12}ing) (?:again|fine|perfectly|smoothly|properly)\b",
    ("repair", "broken"): r"[\u4e00-\u9fff](?:不了|不出来|不动|不开|不着)(?!手|声|价)"
    r"|\b(?:won't|doesn't|refuses to|stopped|no longer) (?:start|run|open|close|heat|cool|print|turn"
    r"|spin|light"
    r"|charge|flush|drain|ring|boot|play|freeze|lock|connect|record|fly|go|move|switch)(?:ing|s)?\b",
}


def _chinese_phrases(low: str) -> Iterator[tuple[int, int, frozenset[State]]]:
    if not _HAN.search(low):
        return
    places = [place for place, letter in enumerate(low) if letter != " "]
    text = "".join(low[place] for place in places)
    table = fields_of_states().chinese
    for start, letter in enumerate(text):
        for parts, states in table.get(letter, ()):
            end = _end_of_parts(text, start, parts)
            if end is not None:
                yield places[start], places[end - 1] + 1, states


def _end_of_parts(text: str, start: int, parts: tuple[str, ...]) -> int | None:
    """Return where a phrase that begins at a place ends, or nothing where it does not stand there."""
    if not text.startswith(parts[0], start):
        return None
    end = start + len(parts[0])
    for part in parts[1:]:
        if part == CLOSING:
            return end if _CLOSED_CHINESE.match(text, end) else None
        place = text.find(part, end, end + CHINESE_GAP + len(part))
        if place < 0 or _STOP.search(text, end, place):
            return None
        end = place + len(part)
    return end


def _english_phrases(low: str) -> Iterator[tuple[int, int, frozenset[State]]]:
    words = list(_WORD.finditer(low))
    texts = [match[0] for match in words]
    joined = [
        index + 1 < len(words) and not _STOP.search(low, match.end(), words[index + 1].start())
        for index, match in enumerate(words)
    ]
    table = fields_of_states().english
    for index, word in enumerate(texts):
        entries = [*table.get(word, ())]
        for form in dictionary_forms(word):
            entries += table.get("+" + form, ())
        for phrase, states in entries:
            begin = index
            if phrase[0] == "+be" and len(phrase) > 1:
                while joined[begin] and begin - index < MOST_ADVERBS and texts[begin + 1] in _ADVERBS:
                    begin += 1
            last = _last_of_phrase(texts, joined, begin, phrase)
            if last is not None:
                yield words[begin + (phrase[0] == "+be" and last > begin)].start(), words[last].end(), states


def _last_of_phrase(
    texts: Sequence[str], joined: Sequence[bool], index: int, phrase: tuple[str, ...]
) -> int | None:
    """Return the index of the last word of a phrase that begins at a word, or nothing."""
    gap = 0
    for wanted in phrase[1:]:
        if wanted == "~":
            gap = ENGLISH_GAP
            continue
        if wanted == CLOSING:
            return index if not joined[index] or texts[index + 1] in _CLOSING_WORDS else None
        for _ in range(gap + 1):
            if not joined[index]:
                return None
            index += 1
            if _is_form(texts[index], wanted):
                break
        else:
            return None
        gap = 0
    return index


def _is_form(word: str, wanted: str) -> bool:
    return wanted[1:] in dictionary_forms(word) if wanted.startswith("+") else word == wanted
