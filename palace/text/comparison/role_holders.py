"""Who fills a role that one fills, by whatever verb: the keynote speaker is A, B gives the keynote.

The roles and the words for them are in `role_holders.toml`. Two texts give a role to two holders where each
names one, nothing of the two names agrees, and the rest of the texts is about one matter. What is past,
denied, planned or shared with others gives no holder.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.bilingual import dictionary, meanings_of
from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.inflection import dictionary_forms
from palace.text.comparison.laying import Laid
from palace.text.comparison.one_matter import agree, is_one_matter
from palace.text.comparison.pattern_table import PatternTable, pattern_table
from palace.text.comparison.scopes import differing_parts
from palace.text.comparison.values import Answer
from palace.text.comparison.words import Span

TABLE = "role_holders.toml"
READ_AT_MOST = 300
"""So many characters of a text are looked through for roles."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who fills a role by a text: the noun for it (or none), where the holder and all that tells it stand."""

    role: str
    noun: str
    who: Span
    whole: Span


def role_holders_differ(laid: Laid) -> tuple[Holder, Holder] | None:
    """Return the holders that two texts give one role, where they cannot be one and the matter is one."""
    if _hold_for_others(laid):
        return None
    pairs = _pairs(laid)
    turned = _in_opposite_roles(laid)
    if turned is not None:
        return turned
    agreed = {one.role for one, other in pairs if agree(laid, one.who, other.who)}
    return next(
        (
            pair
            for pair in pairs
            if pair[0].role not in agreed and is_one_matter(laid, (pair[0].whole,), (pair[1].whole,))
        ),
        None,
    )


def is_like_a_person(word: str) -> bool:
    """Whether an English word is one for people or what they do, by the dictionary."""
    fields = dictionary().fields
    return any(
        fields[meaning] in {"people", "roles"}
        for form in dictionary_forms(word)
        for meaning in meanings_of(form)
    )


_OPPOSITE = (("plaintiff", "defendant"), ("party_a", "party_b"), ("buyer", "seller"))


def _in_opposite_roles(laid: Laid) -> tuple[Holder, Holder] | None:
    """Return where one text gives somebody the role that is opposite to the one the other text gives."""
    for one in holders_told(laid.a.written):
        for other in holders_told(laid.b.written):
            are_opposite = (one.role, other.role) in _OPPOSITE or (other.role, one.role) in _OPPOSITE
            if (
                are_opposite
                and agree(laid, one.who, other.who)
                and is_one_matter(laid, (one.whole,), (other.whole,))
            ):
                return one, other
    return None


def _hold_for_others(laid: Laid) -> bool:
    """Whether the texts speak of two parts, two times, or dated doings."""
    parts = differing_parts(laid.a.scopes, laid.b.scopes)
    if any(one.group != "person" for one, _ in parts):
        return True
    return any(one.answer is Answer.CLASH and not hasattr(one.a, "dimension") for one in laid.values.answered)


def role_holders_agree(laid: Laid) -> bool:
    """Whether two texts give one role to one holder."""
    return any(agree(laid, one.who, other.who) for one, other in _pairs(laid))


def _pairs(laid: Laid) -> list[tuple[Holder, Holder]]:
    of_a, of_b = holders_told(laid.a.written), holders_told(laid.b.written)
    return [
        (one, other)
        for one in of_a
        for other in of_b
        if one.role == other.role and (one.noun == other.noun or not (one.noun and other.noun))
    ]


@lru_cache(maxsize=2048)
def holders_told(written: str) -> tuple[Holder, ...]:
    """Return who fills which role by a text, as holding now."""
    folded = folded_text(written)
    text = folded.text[:READ_AT_MOST]
    cued = _cues().found_in(text)
    if not cued or _NOT_NOW.search(text):
        return ()
    found = []
    for role in cued:
        for match in _matches(_forms_of(role), text):
            noun = _noun(match) if _entries()[role].get("apart") else ""
            if _can_hold(match["who"], text[max(0, match.start("who") - 5) : match.start("who")]):
                who, whole = folded.span(*match.span("who")), folded.span(*match.span())
                found.append(Holder(role, noun, who, whole))
    return tuple(found)


def _matches(forms: Sequence[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    for form in forms:
        yield from form.finditer(text)


def _noun(match: re.Match[str]) -> str:
    return (match.groupdict().get("noun") or "").casefold()


def _can_hold(who: str, before: str) -> bool:
    """Whether a stretch can name who fills a role: no pronoun, no number, no mere means."""
    if not who or who[0].isdigit():
        return False
    if not who.isascii():
        return who not in _NO_HOLDER and who[0] not in _NEVER_FIRST and not who.endswith("人")
    if who.islower() and before.endswith("by ") and not is_like_a_person(who.rpartition(" ")[2]):
        return False
    words = who.casefold().split()
    return words[0] not in _NO_HOLDER and not all(
        word in _NO_HOLDER or any(form in _NO_HOLDER for form in dictionary_forms(word)) for word in words
    )


_NEVER_FIRST = frozenset("不没未别还就才都也很最更这那哪谁几自已正在被把将能会可该要请让一每各只再又从到对")
_WORDS_FOR_NO_HOLDER = """
i we you he she they it who which that this these those there nobody everyone someone anyone one all
both not no never only always still now a an be have do will would can may must should what when
where why how and or but if us them him her his its our your my me 我 我们 你 他 她 它 他们 她们 谁
大家 自己 别人 人 公司 这 那 什么 负责 专人
"""
_NO_HOLDER = frozenset(_WORDS_FOR_NO_HOLDER.split())
_NOT_NOW = re.compile(
    r"\b(?:used to|formerly|previously|former|ex-|no longer|once|not|never|nor|n't|wants? to|might|could"
    r"|if|unless|until|also|another|one of|co-\w+|together with|as well|besides|take turns|in turn"
    r"|alternat\w+)\b"
    r"|n't\b|曾(?=经|任|是|在|当|做)|以前|之前|原来|原先|过去|不再|不是|没|并非|如果|要是|也|另外|之一|轮流|轮着|共同|一同|联合|交替|想|打算",
    re.IGNORECASE,
)

_STOP = (
    "is|are|was|were|will|has|have|had|as|in|at|on|since|for|from|and|but|with|now|last|this|next|after|before"
    "|because|to|who|where|which|every|until|by|instead|or|not|the|of|that|only|alone|it|he|she|they|from|under|over"
)
_LATIN_WHO = (
    r"(?:the |an? |my |his |her |our |their |old |young |all )?"
    rf"(?P<who>(?!(?:{_STOP})\b)[^\W\d_][\w&.'-]{{0,24}}(?: (?!(?:{_STOP})\b)[\w&.'-]{{1,24}}){{0,3}}?)"
)
_LATIN_END = r"(?=\s*(?:[,.;:!?)(]|$)| (?:" + _STOP + r")\b)"
_HAN_WHO = (
    r" ?(?P<who>[A-Za-z][\w&.' -]{0,24}"
    r"|(?:(?![不没后再每年月日次要里上时给两几天由归被把在跟向从是]|先(?!生))[\u4e00-\u9fff]){1,8}?)"
)
_HAN_END = r"(?=[^\w\u4e00-\u9fff]|$|来|负责|做|当|管|主|那|担|打|一家|讲|的)"
_HAN_BE = (
    r"(?:一直|还|就|都|现在|目前|最终|最后)?(?:请的?|找的?|定的?|写的?|用的?|换成了?|改成了?|换了)?"
    r"(?:是|为|:|由|归|请|找|定了|换成了?)"
)


@cache
def _forms_of(role: str) -> tuple[re.Pattern[str], ...]:
    """Return the forms of a role; only those of a role that some text has a word for are ever made."""
    return tuple(_forms(_entries()[role]))


@cache
def _cues() -> PatternTable:
    """Return for each role a pattern without which no form of it can match."""
    return pattern_table({role: _cue(entry) for role, entry in _entries().items()})


@cache
def _entries() -> Mapping[str, Mapping[str, object]]:
    return tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))


def _cue(entry: Mapping[str, object]) -> str:
    latin = [str(entry[key]) for key in ("en", "does", "done") if key in entry]
    han = [str(entry[key]) for key in ("zh", "does_zh") if key in entry]
    own = [_without_who(form) for form in _own_forms(entry)]
    parts = [rf"\b(?:{'|'.join(latin)})\b"] if latin else []
    return "|".join((*parts, *han, *own))


def _without_who(form: str) -> str:
    return form.replace("{who}", r"[\w&.' -]{1,32}?")


def _own_forms(entry: Mapping[str, object]) -> list[str]:
    forms = entry.get("forms", [])
    return [str(form) for form in forms] if isinstance(forms, list) else []


def _forms(entry: Mapping[str, object]) -> Iterator[re.Pattern[str]]:
    for written in (*_english_forms(entry), *_chinese_forms(entry), *_own_forms(entry)):
        is_han = re.search("[\u4e00-\u9fff]", written) is not None
        who, end = (_HAN_WHO, _HAN_END) if is_han else (_LATIN_WHO, _LATIN_END)
        form = written.replace("{who}", who)
        yield re.compile(form + end if written.endswith("{who}") else form, re.IGNORECASE)


def _english_forms(entry: Mapping[str, object]) -> Iterator[str]:
    noun, does, done = entry.get("en"), entry.get("does"), entry.get("done")
    if noun:
        yield (
            rf"\b(?P<noun>{noun})(?: (?:of|for|at|in) (?:the )?[\w'-]{{1,20}}(?: [\w'-]{{1,20}})?)?"
            r"(?: (?:is|will be|was|remains|stays|has been)|:| is called| is now) {who}"
        )
        yield (
            r"(?:^|[,.;:] ?){who} (?:is|is now|will be|serves as|acts as|works as|has become|became"
            r"|(?:was|has been) (?:made|named|elected|appointed)) "
            rf"(?:the |our |its |their |his |her |my |an? )?(?:[\w'-]{{1,20}} ){{0,2}}(?P<noun>{noun})\b"
        )
    if does:
        yield rf"(?:^|[,.;:] ?)(?:\[\w+\] )?{{who}} (?:now |always |will |is to |also )?(?:{does})\b"
    if done:
        yield rf"\b(?:{done})(?: entirely| only| exclusively)? by {{who}}"


def _chinese_forms(entry: Mapping[str, object]) -> Iterator[str]:
    noun, does = entry.get("zh"), entry.get("does_zh")
    if noun:
        yield rf"(?P<noun>{noun})(?:上|里)?(?:{_HAN_BE}|姓|叫){{who}}"
        yield rf"(?:^|[,.;:]|里,?){{who}}(?:是|任|担任|当|做|出任)(?:[^,.;]{{0,6}}的)?(?P<noun>{noun})"
    if does:
        yield rf"(?:由|是|请|让|归|靠|都是|全靠){{who}}(?:来|去|亲自|负责|全程|独家|统一)?(?:{does})"
        yield rf"(?:{does})(?:的)?(?:是|归|:){{who}}"
        yield rf"(?:{does})的(?:医生|人|老师)?(?:一直|都|总|始终|永远)?(?:是|归){{who}}"
        yield rf"(?:^|[,.;:]){{who}}(?:来|亲自|负责)?(?:{does})"
