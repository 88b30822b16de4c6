"""What a question asks for, unit by unit, with how telling each is in this palace and the rows that hold it.

A unit is a word, a phrase, or a pair of Chinese characters out of a longer run. How telling it is follows
from how few rows hold it: `ln(1 + (N - n + 0.5) / (n + 0.5))` for n of N rows (Robertson and Spärck Jones).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from palace.storage.database import Database
from palace.storage.full_text import TextIndex
from palace.storage.literal_search import rows_with_literal
from palace.text.query_terms import QueryTerms, Term, TermKind, term_expression

ALWAYS_RANKED = 1000
"""A word that stands in no more rows than this is never too common to rank by."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to look for. `bit` is its place in the masks of rows, `weight` how telling it is.

    `rows` are the rows that hold it, oldest first, or None where it is so common that they are not listed;
    those of a literal are newest first. `counted` tells whether it is one of the question's words (a whole
    run of Chinese only adds to its own pairs);
    `of` is the bit of the term that it is a part of, its own where it is a whole term. One that stands for
    other units (a synonym of theirs) has their bits in `stands_for` and counts `share` of each.
    """

    term: Term
    bit: int
    of: int
    weight: float
    rows: tuple[int, ...] | None
    counted: bool
    stands_for: tuple[int, ...] = ()
    share: float = 1.0
    phrases: tuple[tuple[str, ...], ...] = ()

    @property
    def is_common(self) -> bool:
        """Whether it stands in so many rows that they are not listed."""
        return self.rows is None


def units_of(
    database: Database, index: TextIndex, terms: QueryTerms, common_share: float
) -> tuple[Unit, ...]:
    """Return the units of a question. Those in more than `common_share` of all rows come without rows."""
    total = database.number(f"SELECT count(*) FROM {index.name}_docsize")
    commonest = max(ALWAYS_RANKED, int(common_share * total))
    units: list[Unit] = []
    for whole in terms.terms:
        of = len(units)
        run_in_pairs = whole.kind is TermKind.RUN and bool(whole.parts)
        holders = _holders_of_all(database, index, (whole, *whole.parts), commonest)
        for term, (number, rows) in zip((whole, *whole.parts), holders, strict=True):
            units.append(
                Unit(
                    term=term,
                    bit=len(units),
                    of=of,
                    weight=_how_telling(number, total),
                    rows=rows,
                    counted=term is not whole or not run_in_pairs,
                )
            )
    return tuple(units)


def with_alternatives(
    database: Database, index: TextIndex, question: str, units: Sequence[Unit]
) -> tuple[Unit, ...]:
    """Return the units of a question and those that stand for some of them: synonyms, what sounds alike."""
    # Here and not above: the dictionary behind it takes longer to import than opening a palace.
    from palace.storage.word_alternatives import alternatives

    total = database.number(f"SELECT count(*) FROM {index.name}_docsize")
    words = [unit for unit in units if unit.counted and not unit.term.literal]
    unseen = [unit.term.text for unit in words if unit.rows == ()]
    all_units = list(units)
    for other in alternatives(database, index, question, [unit.term.text for unit in words], unseen):
        bits = tuple(unit.bit for unit in words if _is_in(unit.term.text, other.word))
        if bits:
            all_units.append(
                Unit(
                    term=Term(TermKind.PHRASE, other.word, ()),
                    bit=len(all_units),
                    of=len(all_units),
                    weight=other.share * _how_telling(len(other.rows), total),
                    rows=other.rows,
                    counted=False,
                    stands_for=bits,
                    share=other.share,
                    phrases=other.phrases,
                )
            )
    return tuple(all_units)


def _is_in(text: str, word: str) -> bool:
    """Whether a unit is (a part of) a word of the question."""
    return text in word if word[:1] >= "\u2e80" else text in word.split()


def _how_telling(rows: int, total: int) -> float:
    return math.log(1 + max(0.0, total - rows + 0.5) / (rows + 0.5))


_Holders = tuple[int, tuple[int, ...] | None]
"""In how many rows a term stands, and which, unless they are too many."""


def _holders_of_all(
    database: Database, index: TextIndex, terms: Sequence[Term], commonest: int
) -> list[_Holders]:
    """Return the holders of each term, the shorter ones looked for first.

    A phrase of which a part stands nowhere is not looked for: to find that out anew for all its tokens takes
    the index longer the commoner they are.
    """
    found: dict[int, _Holders] = {}
    nowhere: list[Term] = []
    for place in sorted(range(len(terms)), key=lambda place: len(terms[place].tokens)):
        term = terms[place]
        if any(_holds(term, part) for part in nowhere):
            found[place] = (0, ())
            continue
        found[place] = _holders(database, index, term, commonest)
        if not found[place][0] and term.tokens and not term.literal:
            nowhere.append(term)
    return [found[place] for place in range(len(terms))]


def _holds(term: Term, part: Term) -> bool:
    """Whether every row with a term also has a part of it, which stands in its tokens one after another."""
    count = len(part.tokens)
    for at in range(len(term.tokens) - count + 1):
        if term.tokens[at : at + count] == part.tokens:
            return part.prefix or not term.prefix or at + count < len(term.tokens)
    return False


def _holders(database: Database, index: TextIndex, term: Term, commonest: int) -> _Holders:
    """Return in how many rows a term stands, and which, unless they are too many.

    What has to be compared literally is always listed: nothing but the comparison can tell its rows. Few rows
    are listed without counting first, since the index looks for them once more to list them; but for the
    beginning of words it joins the rows of all that begin so before it gives the first.
    """
    if term.literal:
        literally = rows_with_literal(database, index, term, commonest)
        return len(literally), tuple(literally)
    if not term.prefix:
        few = _rows(database, index, term, ALWAYS_RANKED)
        if len(few) < ALWAYS_RANKED:
            return len(few), tuple(few)
    number = database.number(
        f"SELECT count(*) FROM {index.name} WHERE {index.name} MATCH ?", (term_expression(term),)
    )
    return number, None if number > commonest else tuple(_rows(database, index, term, number))


def _rows(database: Database, index: TextIndex, term: Term, limit: int) -> list[int]:
    rows = database.rows(
        f"SELECT rowid FROM {index.name} WHERE {index.name} MATCH ? LIMIT ?", (term_expression(term), limit)
    )
    return [row[0] for row in rows]


def masks_of(units: Iterable[Unit], most_rows: int) -> dict[int, int]:
    """Return, for each row that holds a listed unit, the units it holds as bits.

    The most telling units are taken first, until `most_rows` rows have been looked at.
    """
    masks: dict[int, int] = {}
    left = most_rows
    for unit in sorted(units, key=lambda unit: -unit.weight):
        if unit.rows is None or left <= 0:
            continue
        bit = 1 << unit.bit
        for row in unit.rows:
            masks[row] = masks.get(row, 0) | bit
        left -= len(unit.rows)
    return masks
