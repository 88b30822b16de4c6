"""What is read of one text before it is compared: its words, values, names, scopes and form."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from palace.text.comparison.bilingual import is_known
from palace.text.comparison.calendar_times import CalendarTime, calendar_times
from palace.text.comparison.folded_text import FoldedText, folded_text
from palace.text.comparison.former import former_spans
from palace.text.comparison.inflection import dictionary_forms
from palace.text.comparison.names import Name, NameKind, names
from palace.text.comparison.newness import time_cues
from palace.text.comparison.phrases import phrases_in
from palace.text.comparison.quantities import quantities
from palace.text.comparison.quantity import IDENTIFIER, Quantity
from palace.text.comparison.scopes import Scope, scopes
from palace.text.comparison.stances import stances
from palace.text.comparison.statements import Statement, says, statement_of
from palace.text.comparison.terms import words_in
from palace.text.comparison.word_weights import COMMON, FULL, GRAMMAR, english_words
from palace.text.comparison.words import Script, Span, Word
from palace.text.normalise import normalised

KEPT_READINGS = 2048
"""So many readings are kept: a text is compared with many others in a row."""

NAME_WEIGHT = 1.2
"""The weight of a name beside that of a word."""

_CLAUSE_ENDS = frozenset(",;.!?:，、；。！？：\n()（）—")


@dataclass(frozen=True, slots=True)
class Reading:
    """All that the comparer knows of one text.

    `value_spans` are where quantities and times stand, `marker_spans` where words of stance and of time do.
    `compared` are the words that are held against those of another text; `verbs` are the places in that row
    of such as say something of a subject, `breaks` those before which a clause ends.
    """

    written: str
    normal: str
    folded: FoldedText
    words: tuple[Word, ...]
    names: tuple[Name, ...]
    scopes: tuple[Scope, ...]
    quantities: tuple[Quantity, ...]
    times: tuple[CalendarTime, ...]
    statement: Statement
    former: tuple[Span, ...]
    marker_spans: tuple[Span, ...]
    value_spans: tuple[Span, ...]
    compared: tuple[Word, ...]
    verbs: frozenset[int]
    breaks: frozenset[int]


@lru_cache(maxsize=KEPT_READINGS)
def reading_of(written: str, known_names: frozenset[str] = frozenset()) -> Reading:
    """Return what is read of a text, whatever is in it; `known_names` are names by their keys."""
    folded = folded_text(written)
    found_names = names(folded, is_ordinary, known_names)
    words = _with_phrases(written, _with_names(words_in(written), found_names))
    amounts, times = quantities(written), calendar_times(written)
    counted = (one.span for one in amounts if one.dimension != IDENTIFIER)
    value_spans = (*counted, *(time.span for time in times))
    marker_spans = _marker_spans(written)
    compared = _compared(words, value_spans, marker_spans)
    return Reading(
        written=written,
        normal=normalised(written),
        folded=folded,
        words=words,
        names=found_names,
        former=former_spans(folded),
        marker_spans=marker_spans,
        scopes=scopes(folded),
        quantities=amounts,
        times=times,
        value_spans=value_spans,
        statement=statement_of(folded, words),
        compared=compared,
        verbs=_verbs(compared),
        breaks=_breaks(written, compared),
    )


def readings_of(a: str, b: str) -> tuple[Reading, Reading]:
    """Return the readings of two texts; what one of them shows to be a name is one in the other too."""
    one, other = reading_of(a), reading_of(b)
    shared = {
        name.key for name in (*one.names, *other.names) if name.kind in {NameKind.PERSON, NameKind.FIRM}
    }
    missing_a = frozenset(key for key in shared - {name.key for name in one.names} if key in one.folded.text)
    missing_b = frozenset(
        key for key in shared - {name.key for name in other.names} if key in other.folded.text
    )
    return (
        reading_of(a, missing_a) if missing_a else one,
        reading_of(b, missing_b) if missing_b else other,
    )


def _marker_spans(written: str) -> tuple[Span, ...]:
    """Return where words of stance (not, must, may) and words of time (now, moved to) stand."""
    return (*(one.span for one in stances(written)), *(cue.span for cue in time_cues(written)))


def is_inside(span: Span, spans: Sequence[Span]) -> bool:
    """Return whether a stretch touches one of several."""
    first, last = span
    return any(start < last and first < end for start, end in spans)


def _is_within(span: Span, spans: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)


def _compared(
    words: Sequence[Word], value_spans: Sequence[Span], marker_spans: Sequence[Span]
) -> tuple[Word, ...]:
    """Return the words outside values; those of stance and of time say nothing by themselves.

    They are compared as what they are: a denial as a denial, a word of change as telling which text is later.
    """
    return tuple(
        replace(word, weight=GRAMMAR) if word.weight > 0 and _is_within(word.span, marker_spans) else word
        for word in words
        if not is_inside(word.span, value_spans)
    )


def _verbs(words: Sequence[Word]) -> frozenset[int]:
    """Return where words say something of a subject; the first is the subject where a later one does."""
    saying = [place for place, word in enumerate(words) if says(word)]
    first = next((place for place, word in enumerate(words) if word.weight != 0), len(words))
    return frozenset(
        place
        for place in saying
        if place > first or words[place].script is not Script.LATIN or place == saying[-1]
    )


def _breaks(written: str, words: Sequence[Word]) -> frozenset[int]:
    """Return the places of words before which a clause ends."""
    return frozenset(
        place
        for place in range(1, len(words))
        if _CLAUSE_ENDS.intersection(written[words[place - 1].end : words[place].start])
    )


def _with_names(words: tuple[Word, ...], found: tuple[Name, ...]) -> tuple[Word, ...]:
    """Return the words with those of one name as one word."""
    merged: list[Word] = []
    waiting = [name for name in found if name.kind in _ONE_WORD]
    place = 0
    while place < len(words):
        name = next((one for one in waiting if one.span[0] == words[place].start), None)
        last = place + 1
        while name is not None and last < len(words) and words[last].end <= name.span[1]:
            last += 1
        if name is None or words[last - 1].end != name.span[1]:
            merged.append(words[place])
            place += 1
            continue
        script = words[place].script
        merged.append(Word(*name.span, name.key, name.key, script, NAME_WEIGHT))
        place = last
    return tuple(merged)


_ONE_WORD = frozenset({NameKind.PERSON, NameKind.FIRM, NameKind.PROPER, NameKind.IDENTIFIER})


def _with_phrases(written: str, words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return the words with each English phrase of the dictionary as one word."""
    merged: list[Word] = []
    place = 0
    for phrase in phrases_in(written, words, is_known):
        if phrase.last - phrase.first < 2:
            continue
        run = words[phrase.first : phrase.last]
        merged.extend(words[place : phrase.first])
        key = " ".join(word.key for word in run)
        weight = FULL if any(word.weight == FULL for word in run) else COMMON
        merged.append(Word(run[0].start, run[-1].end, phrase.entry, key, Script.LATIN, weight))
        place = phrase.last
    merged.extend(words[place:])
    return tuple(merged)


def is_ordinary(word: str) -> bool:
    """Return whether a folded English word is in the lexicon, and so no name by itself."""
    return any(form in english_words() or is_known(form) for form in dictionary_forms(word))
