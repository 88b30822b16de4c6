"""Evidence in how things stand: one state against another of the same field, a deed done against not done."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from palace.domain.vocabulary import Axis
from palace.text.comparison.alignment import How, Link
from palace.text.comparison.comparison import Finding
from palace.text.comparison.contrasts import contrasting_things
from palace.text.comparison.daily_use import used_though_disused
from palace.text.comparison.deeds import Deed, Stage, deeds_told
from palace.text.comparison.evidence_of_words import Gathered
from palace.text.comparison.lasting import is_limit_of_both
from palace.text.comparison.laying import Laid
from palace.text.comparison.oppositions import TextOpposition, oppositions
from palace.text.comparison.possessions import possessions
from palace.text.comparison.progress import unfinished_and_done
from palace.text.comparison.reading import Reading, is_inside
from palace.text.comparison.scopes import differing_scopes
from palace.text.comparison.states import State, Told, is_not_come_about, states_told
from palace.text.comparison.values import Answer, Answered
from palace.text.comparison.word_weights import COMMON
from palace.text.comparison.words import Span, Word

NO_WORDS_LEFT = 0.5
"""How far two texts are about the same where nothing but their states is said."""


@dataclass(frozen=True, slots=True)
class StatePair:
    """What two texts tell of one field of states or of one deed: where, and whether it is the same."""

    a: Span
    b: Span
    alike: bool


def states_evidence(laid: Laid) -> Gathered:
    """States of one field and stages of one deed that two texts tell, by how much else they share.

    `state_elsewhere` tells of opposed states where both texts also name a thing in front that the other has
    not: the left tap, the right tap.
    """
    features = {
        "state_turned": 0.0,
        "state_elsewhere": 0.0,
        "state_alike": 0.0,
        "deed_turned": 0.0,
        "deed_alike": 0.0,
        "having_turned": 0.0,
        "stage_turned": 0.0,
        "stage_elsewhere": 0.0,
        "used_though_disused": 0.0,
        "pole_turned": 0.0,
        "pole_elsewhere": 0.0,
    }
    findings: list[Finding] = []
    stated, done = state_pairs(laid.a.written, laid.b.written), deed_pairs(laid.a.written, laid.b.written)
    for pairs, turned, alike in (
        (stated, "state_turned", "state_alike"),
        (done, "deed_turned", "deed_alike"),
    ):
        opposed = [pair for pair in pairs if not pair.alike and not _is_limit(laid, pair)]
        same = [pair for pair in pairs if pair.alike]
        if opposed:
            places = _places(opposed)
            ground = _ground(laid, *places)
            features["state_elsewhere" if _is_elsewhere(laid, *places) else turned] = ground
            findings.append(Finding("opposites", Axis.STATE, opposed[0].a, opposed[0].b))
        elif same := [pair for pair in same if _is_predicate(laid, pair)]:
            places = _places(same)
            if not _is_elsewhere(laid, *places):
                features[alike] = _ground(laid, *places)
    stages = unfinished_and_done(laid.a.written, laid.b.written)
    if stages is not None:
        elsewhere = _is_elsewhere(laid, [stages.a], [stages.b])
        features["stage_elsewhere" if elsewhere else "stage_turned"] = _ground(laid, [stages.a], [stages.b])
    used = used_though_disused(laid.a.written, laid.b.written)
    if used and not stated:
        features["used_though_disused"] = _ground(laid, [], [])
    poles = [
        StatePair(one.a, one.b, False)
        for one in oppositions(laid.a.written, laid.b.written)
        if one.axis == Axis.STATE and _has_come_about(laid.a, one.a) and _has_come_about(laid.b, one.b)
    ]
    poles = [pair for pair in poles if not _is_limit(laid, pair)]
    if poles:
        places = _places(poles)
        features["pole_elsewhere" if _is_elsewhere(laid, *places) else "pole_turned"] = _ground(laid, *places)
    found = having_turned(laid)
    if found is not None:
        features["having_turned"] = _ground(laid, [found.a], [found.b])
        if contrasting_things(laid.a.folded.text, laid.b.folded.text) or _both_name_another(
            laid, [found.a], [found.b]
        ):
            features["having_turned"] = 0.0
        else:
            findings.append(Finding("opposites", Axis.POLARITY, found.a, found.b))
    return features, findings[:1]


def _has_come_about(reading: Reading, span: Span) -> bool:
    return not is_not_come_about(reading.folded.text.lower(), *reading.folded.folded_span(span))


def _is_predicate(laid: Laid, pair: StatePair) -> bool:
    """Whether one of two alike words ends what its clause says, and is no part of a name for something."""
    return any(
        _ENDS.match(written, span[1])
        for written, span in ((laid.a.written, pair.a), (laid.b.written, pair.b))
    )


_ENDS = re.compile(
    r"[了过着呢]?(?:[^\w]|$)\s*(?:$|[^a-z]|(?:again|now|by|since|for|until|in|on|at|last|yesterday|today|this|from|to|of"
    r"|and|but|with)\b)"
)


def _is_limit(laid: Laid, pair: StatePair) -> bool:
    """Whether the one state holds for a time and the other comes when that is over."""
    return is_limit_of_both(laid, TextOpposition(pair.a, pair.b, Axis.STATE, "", ""))


def having_turned(laid: Laid) -> StatePair | None:
    """Return where one text says that something is had and the other that it is lacked, or None."""
    links = laid.alignment.b_of()
    answers = [
        (laid.alignment.a[place].span, laid.alignment.b[link.b].span)
        for place, link in links.items()
        if link.how in _SURE and laid.alignment.a[place].weight > COMMON
    ]
    for one in possessions(laid.a.written):
        for other in possessions(laid.b.written):
            if one.had is not other.had and any(
                is_inside(a_span, [one.thing]) and is_inside(b_span, [other.thing])
                for a_span, b_span in answers
            ):
                return StatePair(one.span, other.span, False)
    return None


_SURE = frozenset({How.EQUAL, How.PART, How.MEANING})


def state_pairs(a: str, b: str) -> tuple[StatePair, ...]:
    """Return the states of one field that two texts tell; one that a text tells both of opposes none."""
    of_a, of_b = states_told(a), states_told(b)
    all_a, all_b = _by_field(of_a), _by_field(of_b)
    found = []
    for one in of_a:
        for other in of_b:
            if one.states & other.states:
                found.append(StatePair(one.span, other.span, True))
                continue
            shared = {field for field, _ in one.states} & {field for field, _ in other.states}
            if any(all_a[field].isdisjoint(all_b[field]) for field in shared):
                found.append(StatePair(one.span, other.span, False))
    return _opposed_first(found)


def deed_pairs(a: str, b: str) -> tuple[StatePair, ...]:
    """Return the deeds that two texts tell the stage of; one that a text tells two stages of is none."""
    of_a, of_b = deeds_told(a), deeds_told(b)
    stages_a, stages_b = _by_deed(of_a), _by_deed(of_b)
    found = []
    for one in of_a:
        for other in of_b:
            shared = {
                deed
                for deed in one.deeds & other.deeds
                if len(stages_a[deed]) == 1 and len(stages_b[deed]) == 1
            }
            if shared:
                alike = (one.stage is Stage.DONE) == (other.stage is Stage.DONE)
                found.append(StatePair(one.span, other.span, alike))
    return _opposed_first(found)


def _opposed_first(pairs: Iterable[StatePair]) -> tuple[StatePair, ...]:
    return tuple(sorted(pairs, key=lambda pair: (pair.alike, pair.a, pair.b)))


def _by_field(told: Sequence[Told]) -> dict[int, set[State]]:
    found: dict[int, set[State]] = {}
    for one in told:
        for field, state in one.states:
            found.setdefault(field, set()).add((field, state))
    return found


def _by_deed(told: Sequence[Deed]) -> dict[int, set[bool]]:
    found: dict[int, set[bool]] = {}
    for one in told:
        for deed in one.deeds:
            found.setdefault(deed, set()).add(one.stage is Stage.DONE)
    return found


def _places(pairs: Sequence[StatePair]) -> tuple[list[Span], list[Span]]:
    return [pair.a for pair in pairs], [pair.b for pair in pairs]


def _ground(laid: Laid, a_spans: Sequence[Span], b_spans: Sequence[Span]) -> float:
    """Return the share of what is said beside the states that both texts say, of the one that says less."""
    shares = []
    for words, links, spans in _sides(laid, a_spans, b_spans):
        rest = [
            place for place, word in enumerate(words) if word.weight > 0 and not is_inside(word.span, spans)
        ]
        total = sum(words[place].weight for place in rest)
        said = sum(words[place].weight * links[place].strength for place in rest if place in links)
        if total:
            shares.append(said / total)
    return max(*shares, 0.0 if len(shares) == 2 else NO_WORDS_LEFT, 0.0)


def _is_elsewhere(laid: Laid, a_spans: Sequence[Span], b_spans: Sequence[Span]) -> bool:
    """Whether the states are told of two things, or of one at two times or in two places."""
    return (
        bool(differing_scopes(laid.a.scopes, laid.b.scopes))
        or any(one.answer is Answer.CLASH and _leads(one, a_spans, b_spans) for one in laid.values.answered)
        or contrasting_things(laid.a.folded.text, laid.b.folded.text)
        or _have_other_modifiers(laid, a_spans, b_spans)
        or _is_part(laid, a_spans, b_spans)
        or _both_name_another(laid, a_spans, b_spans)
    )


def _leads(one: Answered, a_spans: Sequence[Span], b_spans: Sequence[Span]) -> bool:
    """Whether two values that clash say which thing is meant, or when: any time, and a number in front."""
    return not hasattr(one.a, "dimension") or (
        one.a.span[1] <= a_spans[0][0] and one.b.span[1] <= b_spans[0][0]
    )


def _have_other_modifiers(laid: Laid, a_spans: Sequence[Span], b_spans: Sequence[Span]) -> bool:
    """Whether a word that both texts have follows another word in each: the kitchen tap, the bathroom tap."""
    links = laid.alignment.b_of()
    for place, link in links.items():
        if link.how is not How.EQUAL or not (place and link.b) or link.across:
            continue
        one, other = laid.alignment.a[place - 1], laid.alignment.b[link.b - 1]
        head, answer = laid.alignment.a[place], laid.alignment.b[link.b]
        if (
            min(one.weight, other.weight, head.weight) > COMMON
            and head.start - one.end <= 1
            and answer.start - other.end <= 1
            and not is_inside(one.span, a_spans)
            and not is_inside(other.span, b_spans)
            and one.key != other.key
            and (place - 1 not in links or links[place - 1].how is How.LIKENESS)
            and not one.key.endswith(other.key)
            and not other.key.endswith(one.key)
        ):
            return True
    return False


def _is_part(laid: Laid, a_spans: Sequence[Span], b_spans: Sequence[Span]) -> bool:
    """Whether one text puts only a part of what the other speaks of in its state: the tractor's trailer."""
    of_a, of_b = (
        [
            word
            for place, word in enumerate(words)
            if word.weight > COMMON and word.end <= spans[0][0] and place not in links
        ]
        for words, links, spans in _sides(laid, a_spans, b_spans)
    )
    if bool(of_a) == bool(of_b):
        return False
    written, words = (laid.a.written, of_a) if of_a else (laid.b.written, of_b)
    return any(_OWNED.search(written[max(0, word.start - 3) : word.start]) for word in words[-1:])


_OWNED = re.compile(r"的$|['’]s? $")


def _both_name_another(laid: Laid, a_spans: Sequence[Span], b_spans: Sequence[Span]) -> bool:
    """Whether each text names something in the clause before its state that the other says nowhere.

    A clause that names nothing of what both speak of goes on about what was named before; across languages a
    word that finds no answer may only be unknown to the dictionaries.
    """
    texts = (laid.a.written, laid.b.written)
    if any(link.across for link in laid.alignment.links):
        return False
    return all(
        _names_another(written, words, links, spans[0][0])
        for written, (words, links, spans) in zip(texts, _sides(laid, a_spans, b_spans), strict=True)
    )


def _names_another(written: str, words: Sequence[Word], links: Mapping[int, Link], end: int) -> bool:
    start = max((match.end() for match in _CLAUSE_END.finditer(written, 0, end)), default=0)
    front = [
        place
        for place, word in enumerate(words)
        if word.weight > COMMON and start <= word.start and word.end <= end
    ]
    return any(place not in links for place in front) and any(place in links for place in front)


_CLAUSE_END = re.compile(r"[,.;:!?，。；：！？、]")


def _sides(
    laid: Laid, a_spans: Sequence[Span], b_spans: Sequence[Span]
) -> tuple[tuple[Sequence[Word], Mapping[int, Link], Sequence[Span]], ...]:
    return (
        (laid.alignment.a, laid.alignment.b_of(), a_spans),
        (laid.alignment.b, laid.alignment.a_of(), b_spans),
    )
