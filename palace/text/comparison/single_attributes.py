"""Attributes of which somebody has one value at a time, by whatever verb they are told.

`I work at Google` and `I just joined Microsoft` tell two employers, 住在杭州 and 搬到了苏州 two homes. The
verbs are in `single_attributes.toml`. What is past, planned, denied or dated tells no value that holds.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.bilingual import is_known, same_field, shared_meaning
from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.inflection import dictionary_forms
from palace.text.comparison.word_weights import english_words
from palace.text.comparison.words import Span

TABLE = "single_attributes.toml"


@dataclass(frozen=True, slots=True)
class Told:
    """A value that a text tells of an attribute: of whom, whether by a sure pattern, whether by no name."""

    attribute: str
    holder: str
    value: str
    span: Span
    is_sure: bool
    is_noun: bool


@dataclass(frozen=True, slots=True)
class _Attribute:
    patterns: tuple[tuple[re.Pattern[str], bool], ...]
    values: tuple[re.Pattern[str], ...]
    like: frozenset[str]
    only_like: bool
    wide: frozenset[str]
    never: frozenset[str]
    nouns: frozenset[str]
    must_hold: re.Pattern[str] | None


def clashing_attributes(a: str, b: str) -> tuple[Told, Told] | None:
    """Return two values that two texts tell of one attribute of one holder, or nothing."""
    for name in _attributes():
        of_a = [one for one in attributes_told(a) if one.attribute == name]
        of_b = [one for one in attributes_told(b) if one.attribute == name]
        pairs = [(one, other) for one in of_a for other in of_b if _same_holder(one.holder, other.holder)]
        if pairs and all(_differ(one, other) for one, other in pairs):
            return pairs[0]
    return None


@lru_cache(maxsize=2048)
def attributes_told(written: str) -> tuple[Told, ...]:
    """Return the values that a text tells as holding now."""
    folded = folded_text(written)
    text = folded.text
    if _DATED.search(text) or _BESIDE_ANOTHER.search(text):
        return ()
    found: list[Told] = []
    for name, attribute in _attributes().items():
        for number, pattern in enumerate(attribute.values):
            found += [
                Told(name, _holder(text, match.start()), str(number), folded.span(*match.span()), True, False)
                for match in pattern.finditer(text)
                if _holds_now(text, match.start(), match.start())
            ]
        for pattern, is_sure in attribute.patterns:
            for match in pattern.finditer(text):
                value = match["v"].strip(" .'-")
                is_noun = _is_one_of(value, attribute.nouns)
                if not value or not _holds_now(text, match.start(), match.start("v")):
                    continue
                if is_noun or _is_value(value, attribute, is_sure):
                    span = folded.span(*match.span("v"))
                    found.append(
                        Told(name, _holder(text, match.start()), value.casefold(), span, is_sure, is_noun)
                    )
    return tuple(found)


def _differ(one: Told, other: Told) -> bool:
    if not (one.is_sure or other.is_sure) or one.is_noun != other.is_noun:
        return False
    names_a, names_b = _names_of(one.value), _names_of(other.value)
    if not names_a.isdisjoint(names_b) or shared_meaning(one.value, other.value):
        return False
    if any(x in y or y in x for x in names_a for y in names_b):
        return False
    wide = _attributes()[one.attribute].wide
    if _is_like(one.value, wide) != _is_like(other.value, wide):
        return False
    across = one.value.isascii() != other.value.isascii()
    return not across or (_is_told_in_both_languages(one.value) and _is_told_in_both_languages(other.value))


def _is_told_in_both_languages(value: str) -> bool:
    return value in _same_names() or is_known(value)


def _is_value(value: str, attribute: _Attribute, is_sure: bool) -> bool:
    """Whether a value can be one of an attribute: a name, or a word of the sorts of its values."""
    if _is_like(value, attribute.never):
        return False
    if attribute.must_hold is not None and not is_sure:
        return attribute.must_hold.search(value) is not None
    if value.casefold() in _same_names() and not attribute.like:
        return True
    if attribute.like and _is_like(value, attribute.like):
        return True
    return not attribute.only_like and _is_named(value) and not (attribute.like and _has_sort(value))


def _is_named(value: str) -> bool:
    """Whether a value is no ordinary word: capitalised, or in no dictionary."""
    if not value.isascii():
        return len(value) > 1 and value[0] not in _POINTING and not is_known(value)
    first = value.partition(" ")[0]
    return first[:1].isupper() or not any(
        form in english_words() or is_known(form) for form in dictionary_forms(first.casefold())
    )


_POINTING = frozenset("这那哪某别每早晚夜白家外该此其各本上下里一两三")


def _is_like(value: str, specimens: frozenset[str]) -> bool:
    return any(same_field(part, one) for part in _parts(value) for one in specimens)


def _has_sort(value: str) -> bool:
    return any(same_field(part, part) for part in _parts(value))


def _is_one_of(value: str, nouns: frozenset[str]) -> bool:
    words = value.casefold().split()
    return bool(words) and words[-1] in nouns and value.casefold() == value


def _parts(value: str) -> tuple[str, ...]:
    low = value.casefold()
    return (low, *low.split()) if " " in low else (low,)


def _names_of(value: str) -> frozenset[str]:
    return _same_names().get(value, frozenset()) | {value}


def _same_holder(one: str, other: str) -> bool:
    return one == other or not one or not other


def _holder(text: str, end: int) -> str:
    """Return of whom a clause tells, folded: nothing where it does not say, `self` for whose memory it is."""
    clause = _CLAUSE_END.split(text[:end])[-1]
    said = _SAYS_WHEN.sub(" ", clause).casefold()
    words = [word.removesuffix("'s").removesuffix("'") for word in said.split()]
    words = [word for word in words if word and word not in _ASIDE]
    if not words:
        return ""
    return "self" if all(word in _SELF for word in words) else " ".join(words)


def _holds_now(text: str, start: int, end: int) -> bool:
    before = max((match.end() for match in _CLAUSE_END.finditer(text, 0, start)), default=0)
    return _NOT_NOW.search(text[before:end]) is None


_CLAUSE_END = re.compile(r"[,.;:!?\n]|\b(?:and|but|that|says)\b")
_SAYS_WHEN = re.compile(
    r"现在|目前|如今|已经|已|刚刚?|最近|今年|上个?[周月]|本月|这个月|终于|正式|正|又|就|还|了|是|的|在|从去年起|去年"
    r"|\b(?:last|this) (?:week|month|year|spring|summer|autumn|winter)\b|'(?:m|ve|s|re|d)\b"
)
_WORDS_ASIDE = """
now just currently recently have has had am is are been still already lately today presently newly finally
the a an of new got who actually was officially
"""
_ASIDE = frozenset(_WORDS_ASIDE.split())
_WORDS_FOR_SELF = "i we me my our user 我 我们 用户 本人 俺 咱 我家 用户家"
_SELF = frozenset(_WORDS_FOR_SELF.split())
_NOT_NOW = re.compile(
    r"\b(?:used to|formerly|previously|once|will|would|wants?|plans?|planning|going to|not|never|might"
    r"|may|could|hop(?:es?|ing)|dream(?:s|ed)?|if|when|before|until|appl(?:y|ied)|interview\w*|offer|consider\w*"
    r"|thinking|wish(?:es)?|almost|nearly|was working|was living|was studying|thought)\b|n't\b"
    r"|曾|以前|之前|原来|原先|过去|想|打算|计划|准备|要|不(?!久)|没|未|将|可能|希望|如果|考虑|差点|面试|本来|当年|小时候",
    re.IGNORECASE,
)
_DATED = re.compile(r"(?<!since )(?<!自)\b(?:19|20)\d\d\b|(?:19|20)\d\d ?年|小时候|\bas a child\b|\?|吗$")
_BESIDE_ANOTHER = re.compile(
    r"\b(?:also|part[- ]time|side job|second (?:car|home|job)|moonlights?)\b|兼职|另外|副业|第二",
    re.IGNORECASE,
)

_STOP = (
    "as|in|at|on|since|for|from|and|but|with|now|last|this|next|near|after|before|because|to|today|who|where|which"
    "|every|again|until|by|these|right|currently|full|part|instead|any|anymore"
)
_LATIN_VALUE = (
    r"(?:the |an? |my |his |her )?"
    rf"(?P<v>[^\W\d_][\w&.+'-]{{0,30}}(?: (?!(?:{_STOP})\b)[\w&+'-]{{1,30}}){{0,3}})"
)
_HAN_VALUE = r" ?(?P<v>[A-Za-z][\w&.+'-]{0,30}|[\u4e00-\u9fff]{1,12}?) ?"
_HAN_BEHIND = (
    r"(?=[^\w]|$|了|的|市|工作|上班|上学|读书|做|当|住|生活|去|这边|那边|那里|附近|已|半"
    r"|[一两三四五六七八九十\d])"
)


@cache
def _attributes() -> Mapping[str, _Attribute]:
    read = _table()
    return {name: _attribute(entry) for name, entry in read.items() if name != "names"}


def _attribute(entry: Mapping[str, object]) -> _Attribute:
    must_hold = entry.get("must_hold")
    return _Attribute(
        patterns=tuple(
            (_pattern(pattern), kind == "sure") for kind in ("sure", "open") for pattern in _rows(entry, kind)
        ),
        values=tuple(re.compile(pattern, re.IGNORECASE) for pattern in _rows(entry, "values")),
        like=_words(entry, "like"),
        only_like=bool(entry.get("only_like")),
        wide=_words(entry, "wide"),
        never=_words(entry, "never"),
        nouns=_words(entry, "nouns"),
        must_hold=re.compile(str(must_hold), re.IGNORECASE) if must_hold else None,
    )


def _rows(entry: Mapping[str, object], name: str) -> Iterable[str]:
    rows = entry.get(name, [])
    return map(str, rows) if isinstance(rows, list) else ()


def _words(entry: Mapping[str, object], name: str) -> frozenset[str]:
    return frozenset(str(entry.get(name, "")).split())


def _pattern(written: str) -> re.Pattern[str]:
    is_han = re.search("[\u4e00-\u9fff]", written) is not None
    value = _HAN_VALUE if is_han else _LATIN_VALUE
    if is_han and written.endswith("{value}"):
        written = written.replace("{value}", "了?{value}") + _HAN_BEHIND
    return re.compile(written.replace("{value}", value), re.IGNORECASE)


@cache
def _same_names() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in filter(None, str(_table()["names"]["same"]).split("\n")):
        names = frozenset(name.strip() for name in line.replace("=", ",").split(","))
        found |= dict.fromkeys(names, names)
    return found


@cache
def _table() -> Mapping[str, Mapping[str, object]]:
    read = tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))
    return {name: entry for name, entry in read.items() if isinstance(entry, dict)}
