"""Evidence in the words of two texts: names, things in each other's place, what is past, roles."""

import re
from collections.abc import Sequence

from palace.domain.vocabulary import Axis
from palace.text.comparison.bilingual import same_field
from palace.text.comparison.comparison import Finding
from palace.text.comparison.converses import kept_converse, turned_converse
from palace.text.comparison.laying import Laid
from palace.text.comparison.names import same_name
from palace.text.comparison.oppositions import oppositions
from palace.text.comparison.reading import Reading, is_inside
from palace.text.comparison.replacements import Stretch, is_answered
from palace.text.comparison.roles import swapped_roles
from palace.text.comparison.scopes import differing_scopes
from palace.text.comparison.statements import Room, says
from palace.text.comparison.word_weights import COMMON
from palace.text.comparison.words import Word

Gathered = tuple[dict[str, float], list[Finding]]
"""Numbers by name, and findings that can be shown."""


def names_evidence(laid: Laid) -> Gathered:
    """Names that only one of the texts has, and those of both."""
    a_names, b_names = list(laid.a.names), list(laid.b.names)
    same = 0
    for one in list(a_names):
        twin = next((other for other in b_names if same_name(one, other)), None)
        if twin is not None:
            a_names.remove(one)
            b_names.remove(twin)
            same += 1
    sure = [link for link in laid.alignment.links if link.strength > 0.8]
    linked_a = {laid.alignment.a[link.a].span for link in sure}
    linked_b = {laid.alignment.b[link.b].span for link in sure}
    only_a = [
        n
        for n in a_names
        if not is_inside(n.span, list(linked_a)) and not is_inside(n.span, laid.a.value_spans)
    ]
    only_b = [
        n
        for n in b_names
        if not is_inside(n.span, list(linked_b)) and not is_inside(n.span, laid.b.value_spans)
    ]
    findings = []
    if only_a and only_b:
        findings.append(Finding("name_differs", Axis.ENTITY, only_a[0].span, only_b[0].span))
    low, high = sorted((len(only_a), len(only_b)))
    return {"names_same": float(same), "names_only_low": float(low), "names_only_high": float(high)}, findings


def scopes_evidence(laid: Laid) -> Gathered:
    """Scopes of one kind of which each text names another."""
    pairs = differing_scopes(laid.a.scopes, laid.b.scopes)
    people = [pair for pair in pairs if pair[0].group == "person"]
    return {"scope_differs": float(len(pairs) - len(people)), "person_differs": float(len(people))}, [
        Finding("scope_differs", None, one.span, other.span) for one, other in pairs
    ]


def forms_evidence(laid: Laid) -> Gathered:
    """The forms of the statements: how many values they leave room for, logs, exceptions."""
    one, other = laid.a.statement, laid.b.statement
    return {
        "room_one": float((one.room is Room.ONE) + (other.room is Room.ONE)),
        "room_many": float((one.room is Room.MANY) + (other.room is Room.MANY)),
        "log_entries": float(one.is_log_entry and other.is_log_entry),
        "exception": float(one.is_exception != other.is_exception),
    }, []


def roles_evidence(laid: Laid) -> Gathered:
    """Things that have changed places, and whether converse words make up for that."""
    features = {"swapped": 0.0, "converse": 0.0, "converse_kept": 0.0}
    if turned_converse(laid.a.written, laid.b.written, laid.alignment) is not None:
        return {**features, "converse": 1.0}, []
    kept = kept_converse(laid.a.written, laid.b.written, laid.alignment)
    if kept is not None:
        return {**features, "converse_kept": 1.0}, [Finding("places_changed", Axis.ENTITY, kept.a, kept.b)]
    swap = swapped_roles(laid.alignment)
    if swap is None or _converse(laid):
        return features, []
    return {**features, "swapped": 1.0}, [Finding("places_changed", Axis.ENTITY, swap.a[0], swap.b[0])]


def _converse(laid: Laid) -> bool:
    """Whether the texts turn a comparison round: A is older than B, B is younger than A."""
    return any(
        one.axis not in {Axis.STATE, Axis.POLARITY} for one in oppositions(laid.a.written, laid.b.written)
    )


def replaced_evidence(laid: Laid) -> Gathered:
    """Things that stand in one text where another thing stands in the other."""
    features = dict.fromkeys(
        (
            *("thing_both", "thing_one", "thing_loose", "verb_replaced", "thing_said", "thing_subject"),
            *(
                "thing_alike",
                "thing_field",
                "thing_start",
                "thing_with_verb",
                "thing_single",
                "thing_led_in",
                "thing_named",
            ),
        ),
        0.0,
    )
    findings = []
    said_a = _said_start(laid.a)
    said_b = _said_start(laid.b)
    for one in laid.replaced:
        a_words, b_words = things(laid.a, one.a), things(laid.b, one.b)
        if not a_words or not b_words:
            features["verb_replaced"] = min(2.0, features["verb_replaced"] + 1)
            continue
        key = (
            "thing_both"
            if one.before and one.after
            else "thing_one"
            if one.before or one.after
            else "thing_loose"
        )
        features[key] = min(2.0, features[key] + 1)
        features["thing_alike"] = max(features["thing_alike"], one.alike)
        if any(same_field(x.text.casefold(), y.text.casefold()) for x in a_words for y in b_words):
            features["thing_field"] = 1.0
        where_a, where_b = a_words[0].start >= said_a, b_words[0].start >= said_b
        if where_a and where_b:
            features["thing_said"] = 1.0
        if not where_a and not where_b:
            features["thing_subject"] = 1.0
        if _holds_verb(laid.a, one.a) or _holds_verb(laid.b, one.b):
            features["thing_with_verb"] = 1.0
        if _is_first(laid.alignment.a, one.a) and _is_first(laid.alignment.b, one.b):
            features["thing_start"] = 1.0
        if len(a_words) == len(b_words) == 1 or (one.a.weight <= 1.3 and one.b.weight <= 1.3):
            features["thing_single"] = 1.0
        led_in = _is_led_in(laid.a, a_words[0]) + _is_led_in(laid.b, b_words[0])
        features["thing_led_in"] = max(features["thing_led_in"], led_in / 2)
        if _is_named(laid.a, a_words[0]) and _is_named(laid.b, b_words[0]):
            features["thing_named"] = 1.0
        findings.append(
            Finding(
                "other_thing",
                Axis.ENTITY,
                (a_words[0].start, a_words[-1].end),
                (b_words[0].start, b_words[-1].end),
            )
        )
    return features, findings


def _is_first(words: Sequence[Word], stretch: Stretch) -> bool:
    return all(word.weight == 0 for word in words[: stretch.first])


_LEADS_IN = re.compile(
    r"(?:是|在|用|由|姓|叫|叫做|名叫|名字是|选|选了|选用|采用|改用|换成|改成|为|到|搬到|挪到|住|去|从|向|归"
    r"|给|烧|喝|看|写|跑|放|[::=]|是在|用的是|放在|住在|跑在"
    r"|(?:\b(?:is|are|be|in|at|on|by|to|from|with|into|onto|called|named|uses?|using|chose|picked|via|for"
    r"|as|of|prefers?|drinks?|runs?)(?: (?:the|a|an))?))\s*$",
    re.IGNORECASE,
)


def _is_led_in(reading: Reading, word: Word) -> bool:
    """Whether a word that leads in a value stands directly before a word."""
    return _LEADS_IN.search(reading.written[max(0, word.start - 14) : word.start]) is not None


def _is_named(reading: Reading, word: Word) -> bool:
    return any(name.span[0] <= word.start < name.span[1] for name in reading.names)


def choice_evidence(laid: Laid) -> Gathered:
    """Whether both texts tell what somebody would rather have: there only one thing can be first."""
    found = [_CHOICE.search(reading.folded.text) for reading in (laid.a, laid.b)]
    return {"choice": sum(one is not None for one in found) / 2}, []


_CHOICE = re.compile(
    r"更喜欢|更爱|更愿意|更倾向|更习惯|最喜欢|最爱|最常|偏好|偏爱|首选|优先|宁愿|宁可|而不是|不如|比起"
    r"|习惯用|喜欢用|倾向于|就爱|只爱|最讨厌|最烦|最大的爱好"
    r"|\b(?:prefers?|preferred|preference|favou?rites?|would rather|rather than|sooner|instead of|over"
    r"|always picks?|would always|go-to|of choice|likes? .{1,20} (?:best|better|most))\b",
    re.IGNORECASE,
)


def things(reading: Reading, stretch: Stretch) -> list[Word]:
    """Return the words of a stretch of what is compared that name something."""
    words, verbs = reading.compared, reading.verbs
    return [
        words[place]
        for place in range(stretch.first, stretch.last + 1)
        if place not in verbs and words[place].weight > COMMON
    ]


def _holds_verb(reading: Reading, stretch: Stretch) -> bool:
    return any(
        place in reading.verbs and reading.compared[place].weight > 0
        for place in range(stretch.first, stretch.last + 1)
    )


def former_evidence(laid: Laid) -> Gathered:
    """Things that one text calls past and the other still states."""
    found = []
    for own, other, links, words, other_words in (
        (laid.a, laid.b, laid.alignment.b_of(), laid.alignment.a, laid.alignment.b),
        (laid.b, laid.a, laid.alignment.a_of(), laid.alignment.b, laid.alignment.a),
    ):
        for place, word in enumerate(words):
            if (
                place not in links
                or word.weight <= COMMON
                or links[place].strength < 0.6
                or not is_inside(word.span, own.former)
            ):
                continue
            link = links[place]
            twin = other_words[link.b if own is laid.a else link.a]
            if not is_inside(twin.span, other.former):
                spans = (word.span, twin.span) if own is laid.a else (twin.span, word.span)
                found.append(Finding("called_past", Axis.ENTITY, *spans))
    return {"former": float(min(1, len(found)))}, found[:1]


def _said_start(reading: Reading) -> int:
    words, place = reading.words, reading.statement.said_from
    return words[place].start if place < len(words) else 0


def subjects_evidence(laid: Laid) -> Gathered:
    """How much of each subject the other text names."""
    shares = []
    for words, links, reading in (
        (laid.alignment.a, laid.alignment.b_of(), laid.a),
        (laid.alignment.b, laid.alignment.a_of(), laid.b),
    ):
        start = _said_start(reading)
        inside = [place for place, word in enumerate(words) if word.start < start and word.weight > 0]
        total = sum(words[place].weight for place in inside)
        said = sum(words[place].weight * links[place].strength for place in inside if place in links)
        shares.append(said / total if total else 0.5)
    return {"subject_low": min(shares), "subject_high": max(shares)}, []


def shared_evidence(laid: Laid) -> Gathered:
    """What the texts have in common: things and names, or only verbs; and whether both begin alike."""
    shared = {"shared_things": 0.0, "shared_verbs": 0.0}
    for link in laid.alignment.links:
        word = laid.alignment.a[link.a]
        if not is_answered(word, link) or word.weight <= COMMON:
            continue
        shared["shared_verbs" if says(word) else "shared_things"] += 1
    firsts = []
    for words, links in (
        (laid.alignment.a, laid.alignment.b_of()),
        (laid.alignment.b, laid.alignment.a_of()),
    ):
        first = next(
            (place for place, word in enumerate(words) if word.weight > COMMON and not says(word)), None
        )
        firsts.append(first is not None and is_answered(words[first], links.get(first)))
    return {
        **{name: min(4.0, count) for name, count in shared.items()},
        "no_shared_thing": float(shared["shared_things"] == 0),
        "first_thing_shared": sum(firsts) / 2,
    }, []
