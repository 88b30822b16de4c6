"""Why a memory was found: the same for the app, the command line and programs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from palace.services.search import RECORDED_THEN, Hit, Mode
from palace.text.display import one_line
from palace.text.highlight import Span, matches, spans_of
from palace.text.query_terms import Term, query_terms

LONGEST_MARKED = 20_000
"""Characters of a text in which the words of a question are looked for to mark them."""

LONGEST_WORD_SHOWN = 40
"""Cells of one word of a question that an explanation shows."""

Say = Callable[..., str]
"""Returns a text of the catalogue by its key and values."""


@dataclass(frozen=True, slots=True)
class Why:
    """What explains the place of a hit beside its own values.

    `marks` are the places in its text that answer, as (start, end) in characters, in order; `fields` names
    the parts of the memory that hold words of the question, or others that stand for them: `text`, `scenes`,
    `heading`, `when`, `do`, `unless`, `origin`.
    """

    marks: tuple[Span, ...]
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhyRow:
    """One line of an explanation: the name of what it tells (`words`, `weight`, …), its label, the words."""

    name: str
    label: str
    told: str


def terms_of(words: str) -> tuple[Term, ...]:
    """Return what is looked for, and marked, in the hits of a question."""
    return tuple(query_terms(words).terms)


def marks_of(hit: Hit, terms: Sequence[Term]) -> list[Span]:
    """Return the places in the text of a hit that answer, in order, those that touch joined.

    They are those where words of the question stand, or others for them, and those that answer word by word.
    """
    text = hit.memory.text[:LONGEST_MARKED]
    spans = spans_of(text, _looked_for(hit, terms))
    return _joined([*spans, *(span for span in hit.ranked.found.answering if span[1] <= len(text))])


def _looked_for(hit: Hit, terms: Sequence[Term]) -> list[Term]:
    """Return what of a question stands in a hit: its terms where it holds any, and what stands for others."""
    own = list(terms) if hit.words else []
    return [*own, *(term for word in hit.ranked.found.alike for term in terms_of(word))]


def _joined(spans: Sequence[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def why_of(hit: Hit, terms: Sequence[Term]) -> Why:
    """Return where the words of a question stand in a hit."""
    looked_for, memory = _looked_for(hit, terms), hit.memory
    parts = {
        "text": [memory.text[:LONGEST_MARKED]],
        "scenes": memory.scenes,
        "heading": memory.heading,
        "when": [memory.binding.when],
        "do": [memory.binding.do],
        "unless": [memory.binding.unless],
        "origin": [memory.source.origin],
    }
    holding = tuple(name for name, texts in parts.items() if any(matches(text, looked_for) for text in texts))
    return Why(tuple(marks_of(hit, terms)), holding)


def why_rows(hit: Hit, terms: Sequence[Term], mode: Mode, say: Say) -> list[WhyRow]:
    """Return in words why a hit stands where it stands; all of it is displayable text."""
    told = {
        "words": _words_told(hit, terms, mode, say),
        "similarity": _similarity_told(hit, mode, say),
        "ranks": _ranks_told(hit, say),
        "dated": _date_told(hit, say),
        "weight": _weight_told(hit, say),
        "scenes": _scenes_told(hit, say),
    }
    return [WhyRow(name, say(f"why.label.{name}"), words) for name, words in told.items() if words]


def _words_told(hit: Hit, terms: Sequence[Term], mode: Mode, say: Say) -> str:
    if mode is Mode.FILTERS:
        return say("why.filters")
    found, joint = hit.ranked.found, say("why.word_joint")
    if not found.words and not found.alike:
        return say("why.no_word")
    words = joint.join(one_line(word, LONGEST_WORD_SHOWN) for word in found.words)
    parts: list[str] = []
    if found.words:
        key = "why.exact" if found.exact else "why.words"
        parts.append(say(key, words=words, share=f"{found.coverage:.0%}"))
    if found.alike:
        alike = joint.join(one_line(word, LONGEST_WORD_SHOWN) for word in found.alike)
        parts.append(say("why.alike", words=alike))
    told = " · ".join(parts)
    elsewhere = [say(f"why.field.{name}") for name in why_of(hit, terms).fields if name != "text"]
    return told + say("why.also_in", fields=joint.join(elsewhere)) if elsewhere else told


def _similarity_told(hit: Hit, mode: Mode, say: Say) -> str:
    if mode is Mode.FILTERS:
        return ""
    if hit.similarity is None:
        return say("why.no_meaning" if mode is Mode.LEXICAL else "why.no_vector")
    value, reading = f"{hit.similarity:.2f}", hit.ranked.found.reading
    if reading is not None:
        value += say("why.reading", value=f"{reading:.2f}")
    return f"{value} {say('why.weak')}" if hit.weak else value


def _ranks_told(hit: Hit, say: Say) -> str:
    parts = []
    if hit.ranked.lexical_rank is not None:
        parts.append(say("why.rank.words", rank=hit.ranked.lexical_rank))
    if hit.ranked.semantic_rank is not None:
        parts.append(say("why.rank.meaning", rank=hit.ranked.semantic_rank))
    return " · ".join(parts)


def _date_told(hit: Hit, say: Say) -> str:
    """Return what a memory has to do with the time that a question names; empty where it has nothing."""
    dated = hit.ranked.found.dated
    return say("why.dated" if dated > RECORDED_THEN else "why.recorded_then") if dated else ""


def _weight_told(hit: Hit, say: Say) -> str:
    weight = hit.weight
    parts = say(
        "why.weight_parts",
        importance=f"{weight.importance:.2f}",
        decay=f"{weight.decay:.2f}",
        boost=f"{weight.boost:.2f}",
        stale=f"{weight.stale:.1f}",
    )
    floored = " " + say("why.floored") if weight.floored else ""
    return f"{weight.value:.2f} = {parts}{floored}"


def _scenes_told(hit: Hit, say: Say) -> str:
    scenes = ", ".join(one_line(scene, LONGEST_WORD_SHOWN) for scene in hit.memory.scenes)
    return f"{scenes} {say('why.in_scene')}" if hit.ranked.found.in_scene else scenes
