"""Ranking rows that hold words of a question: how much of it each holds, and how much it is about it.

    score = sum over the units of  weight * f * (k1 + 1) / (f + k1 * (1 - b + b * length / mean length))

is Okapi BM25 (Robertson et al., TREC-3) with f the number of times that a unit stands in the row. It is taken
times (0.5 + the share of the question's words that the row holds), so that more of its words come first, and
rows with the whole question come before all others. A word whose signs stand in a row as they were asked for
counts once more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from palace.services.read_values import LexicalHit
from palace.storage.database import Database
from palace.storage.full_text import TextIndex
from palace.storage.reading import in_parts
from palace.storage.word_units import Unit
from palace.text.query_terms import QueryTerms, Term, TermKind, contains_literal
from palace.text.segmentation import BREAK
from palace.text.stemming import stem

K1, B = 1.2, 0.75
"""The usual constants of BM25: how soon repetition stops counting, and how far length does."""

BEGINNING_ONLY = 0.6
"""A word of which a row only holds the beginning of a longer one counts so much of a word itself."""

_LONGEST_READ = 50_000
"""Of a longer row only so many characters are read for ranking."""


@dataclass(frozen=True)
class Asked:
    """A question as its units; `whole` are rows that hold all of it as one phrase."""

    units: Sequence[Unit]
    terms: QueryTerms
    whole: frozenset[int]

    @cached_property
    def patterns(self) -> tuple["Pattern", ...]:
        """How each unit is counted in the stems of a row."""
        return tuple(Pattern.of(unit.term) for unit in self.units)

    @cached_property
    def everything(self) -> float:
        """The weight of all the question's words together."""
        return sum(unit.weight for unit in self.units if unit.counted) or 1.0


@dataclass(frozen=True, slots=True)
class Pattern:
    """A phrase of stems as it stands in the joined stems of a row, and as the beginning of a longer word."""

    phrase: str
    beginning: str

    @classmethod
    def of(cls, term: Term) -> "Pattern":
        """Return the pattern of a term's tokens."""
        phrase = " ".join(stem(token) for token in term.tokens)
        return cls(f" {phrase} " if phrase else "", f" {phrase}" if phrase and term.prefix else "")

    def count(self, stems: str) -> float:
        """Return how often the phrase stands in the stems of a row (joined by spaces, one at each end)."""
        if not self.phrase:
            return 0.0
        whole = stems.count(self.phrase)
        if not self.beginning:
            return whole
        return whole + BEGINNING_ONLY * (stems.count(self.beginning) - whole)


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    mask: int
    stems: str
    length: int


def ranked(database: Database, index: TextIndex, asked: Asked, masks: Mapping[int, int]) -> list[LexicalHit]:
    """Return a hit for each row, best first; `masks` holds the units that the index found in each."""
    rows = _read(database, index, masks)
    if not rows:
        return []
    mean = sum(row.length for row in rows) / len(rows)
    as_written = _holding_as_written(database, index, asked, masks)
    hits = [_hit(row, asked, mean, as_written) for row in rows]
    hits.sort(key=lambda hit: (not hit.exact, -hit.score, -hit.memory_id))
    return hits


def _read(database: Database, index: TextIndex, masks: Mapping[int, int]) -> list[_Row]:
    found: list[_Row] = []
    for marks, few in in_parts(list(masks)):
        rows = database.rows(
            # The table of contents behind the full-text table: through that one it takes three times as long.
            f"SELECT id, substr(c0, 1, {_LONGEST_READ}), substr(c1, 1, {_LONGEST_READ})"
            f" FROM {index.name}_content WHERE id IN ({marks})",
            few,
        )
        for number, body, context in rows:
            tokens = f"{body} {BREAK} {context}".split()
            found.append(_Row(number, masks[number], f" {' '.join(map(stem, tokens))} ", len(tokens)))
    return found


def _holding_as_written(
    database: Database, index: TextIndex, asked: Asked, rows: Iterable[int]
) -> frozenset[tuple[int, int]]:
    """Return (row, unit) for each word with signs (`grammar::fa`) that a text holds signs and all."""
    signed = [
        unit for unit in asked.units if unit.term.kind is TermKind.WORD and not unit.term.text.isalnum()
    ]
    if not signed:
        return frozenset()
    return frozenset(
        (number, unit.bit)
        for marks, few in in_parts(list(rows))
        for number, text in database.rows(
            f"SELECT id, substr(text, 1, {_LONGEST_READ}) FROM {index.table} WHERE id IN ({marks})", few
        )
        for unit in signed
        if contains_literal(text, unit.term.text)
    )


def _hit(row: _Row, asked: Asked, mean: float, as_written: frozenset[tuple[int, int]]) -> LexicalHit:
    held: dict[int, float] = {}
    for unit, pattern in zip(asked.units, asked.patterns, strict=True):
        listed = row.mask >> unit.bit & 1
        if unit.term.literal and not listed:
            continue
        times = pattern.count(row.stems)
        if times or listed:
            held[unit.bit] = times or 1.0
    coverage, reach = _coverage(asked, held), _reach(asked, held)
    norm = K1 * (1 - B + B * row.length / mean)
    relevance = 0.0
    for unit in asked.units:
        if unit.bit in held and not all(bit in held for bit in unit.stands_for or (-1,)):
            times = held[unit.bit] + ((row.number, unit.bit) in as_written)
            relevance += unit.weight * times * (K1 + 1) / (times + norm)
    return LexicalHit(
        memory_id=row.number,
        score=relevance * (0.5 + reach),
        coverage=coverage,
        words=_words(asked, held),
        exact=_is_exact(row, asked),
        reach=reach,
        alike=_alike(row, asked, held),
    )


def _coverage(asked: Asked, held: Mapping[int, float]) -> float:
    """Return the share of the question's words that a row holds, each as telling as it is."""
    found = sum(unit.weight for unit in asked.units if unit.counted and (unit.bit in held or unit.of in held))
    return min(1.0, found / asked.everything)


def _reach(asked: Asked, held: Mapping[int, float]) -> float:
    """Return the share of the question's words that a row holds itself or by others that stand for them."""
    counts = {
        unit.bit: unit.weight
        for unit in asked.units
        if unit.counted and (unit.bit in held or unit.of in held)
    }
    for unit in asked.units:
        if unit.bit in held:
            for bit in unit.stands_for:
                counts[bit] = max(counts.get(bit, 0.0), unit.share * asked.units[bit].weight)
    return min(1.0, sum(counts.values()) / asked.everything)


def _alike(row: _Row, asked: Asked, held: Mapping[int, float]) -> tuple[str, ...]:
    """Return the words of a row that stand for words of the question that it does not hold."""
    found: dict[str, None] = {}
    for unit in asked.units:
        if unit.bit in held and not all(bit in held for bit in unit.stands_for):
            for phrase in unit.phrases:
                if f" {' '.join(stem(token) for token in phrase)} " in row.stems:
                    found["".join(phrase) if phrase[0][:1] >= "\u2e80" else " ".join(phrase)] = None
    return tuple(found)


def _words(asked: Asked, held: Mapping[int, float]) -> tuple[str, ...]:
    """Return the words of the question that a row holds, whole terms instead of their parts."""
    words = [
        unit.term.text
        for unit in asked.units
        if unit.bit in held and not unit.stands_for and (unit.bit == unit.of or unit.of not in held)
    ]
    return tuple(
        word for word in dict.fromkeys(words) if not any(word != other and word in other for other in words)
    )


def _is_exact(row: _Row, asked: Asked) -> bool:
    """Whether a row holds the whole question as it was asked, signs included."""
    if any(unit.term.literal and not row.mask >> unit.bit & 1 for unit in asked.units if unit.bit == unit.of):
        return False
    if row.number in asked.whole:
        return True
    if asked.terms.whole is not None or len(asked.terms.terms) != 1:
        return False
    return asked.patterns[0].phrase in row.stems
