"""Parts what a person typed into terms that the full-text index can look for, and writes them as FTS5.

No query is ever a syntax error: operators, quotes and signs of FTS5 reach it only inside quoted tokens.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from palace.text.normalise import folded
from palace.text.scripts import SYLLABIC
from palace.text.segmentation import BREAK, compound_parts, prepared, runs, tokens, word_folded
from palace.text.stop_words import CHINESE, ENGLISH, PARTICLES, WITH_PARTICLE

SHORTEST_PREFIX = 3
"""A word of at least so many letters also finds longer words that begin with it."""

SHORTEST_RUN_WITH_PAIRS = 4
"""A run of at least so many Chinese characters is also looked for by its pairs of characters."""

LONGEST_PHRASE = 32
"""A run of more tokens is looked for by its parts only."""

MOST_TERMS = 48
"""Terms and parts of one query; what comes later in a pasted page is not looked for."""


class TermKind(StrEnum):
    """What a term is made of."""

    RUN = "run"
    WORD = "word"
    PHRASE = "phrase"
    NEEDLE = "needle"


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to look for.

    `text` is what was typed (folded), `tokens` what stands in a row in the index (empty where no token can
    hold it), `prefix` whether the last token may be the beginning of a word. A row that has the tokens
    counts only if it also contains `literal`, where that is not empty. `parts` are weaker terms: a row that
    has them and not the term answers in part.
    """

    kind: TermKind
    text: str
    tokens: tuple[str, ...]
    prefix: bool = False
    literal: str = ""
    parts: tuple["Term", ...] = ()

    @property
    def needs_scan(self) -> bool:
        """Whether only reading the rows themselves can find it."""
        return not self.tokens


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """A query in parts. `whole` is all of it as one phrase, for telling exact matches.

    It is None where a single term says the same, or where the query is too long for a phrase.
    """

    terms: tuple[Term, ...]
    whole: Term | None

    def __bool__(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self.terms)

    def with_parts(self) -> Iterator[Term]:
        """Yield every term, each followed by its parts, none twice."""
        seen: set[tuple[str, ...]] = set()
        for term in self.terms:
            for each in (term, *term.parts):
                key = each.tokens or (each.literal,)
                if key not in seen:
                    seen.add(key)
                    yield each

    @property
    def needles(self) -> tuple[Term, ...]:
        """The terms that only a literal search of the rows can find."""
        return tuple(term for term in self.terms if term.needs_scan)


_QUOTED = re.compile(r"""(?<![^\s])"([^"]+)"(?=\s|$)|“([^“”]+)”|「([^「」]+)」""")
_SYLLABIC_RUN = re.compile(f"([{SYLLABIC}]+)")
_SAYS_NOTHING = re.compile(
    f"(?P<word>{'|'.join(sorted(WITH_PARTICLE))})"
    f"|{'|'.join(sorted((word for word in CHINESE if len(word) > 1), key=len, reverse=True))}"
    f"|[{''.join(sorted(PARTICLES))}]"
)
_TRIMMED = ".,;:!?'\"()[]{}<>。、《》【】〈〉…·"
_LITERAL_SIGNS = frozenset("_%+#*\\@&~^|=<>$")
_APOSTROPHES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "—": "-", "–": "-"})


def query_terms(query: str) -> QueryTerms:
    """Return the terms of a query, in the order typed, none twice.

    Runs of Chinese are phrases of characters; words find longer words by prefix; "quoted text" and “引文”
    are phrases; what tokens cannot hold (`C++`, `100%`, `a_b`) is marked for literal comparison. Words
    that say nothing are left out unless the query has no others.
    """
    terms: list[Term] = []
    at = 0
    for quoted in _QUOTED.finditer(query):
        terms += _free_terms(query[at : quoted.start()])
        terms += _quoted_term(next(group for group in quoted.groups() if group is not None))
        at = quoted.end()
    terms += _free_terms(query[at:])
    kept = _limited(_distinct(_telling(terms)))
    return QueryTerms(kept, _whole(query, kept))


def match_expression(terms: Iterable[Term]) -> str:
    """Return an FTS5 expression that finds the rows with any of the terms; empty where none has tokens."""
    return " OR ".join(phrase for term in terms if (phrase := term_expression(term)))


def term_expression(term: Term) -> str:
    """Return the FTS5 phrase of one term, every token quoted; empty where it has no tokens."""
    if not term.tokens:
        return ""
    quoted = " ".join(term.tokens).replace("\0", "").replace('"', '""')
    return f'"{quoted}"*' if term.prefix else f'"{quoted}"'


def contains_literal(text: str, literal: str) -> bool:
    """Return whether `literal` stands in `text`, width, case and script variant put aside."""
    return folded(literal) in folded(text)


def _quoted_term(text: str) -> list[Term]:
    found = tuple(tokens(text))
    folded_text = folded(text).strip()
    if not folded_text:
        return []
    if not found:
        return [Term(TermKind.NEEDLE, folded_text, (), literal=folded_text)]
    return [Term(TermKind.PHRASE, folded_text, found[:LONGEST_PHRASE], literal=_literal_of(folded_text))]


def _free_terms(text: str) -> Iterator[Term]:
    """Yield the terms of text outside quotes: parted at spaces, then where the writing system changes."""
    for chunk in prepared(text.translate(_APOSTROPHES)).split():
        for at, piece in enumerate(_SYLLABIC_RUN.split(chunk)):
            if piece:
                yield from _run_terms(piece) if at % 2 else _signed_terms(piece)


def _run_terms(run: str) -> Iterator[Term]:
    """Yield the phrase of a run of Chinese characters; a very long run gives its parts as terms."""
    parts = tuple(
        Term(TermKind.RUN, part, tuple(part)) for part in _run_parts(run) if len(part) <= LONGEST_PHRASE
    )
    if len(run) > LONGEST_PHRASE:
        yield from parts
    else:
        yield Term(TermKind.RUN, run, tuple(run), parts=parts)


def _run_parts(run: str) -> dict[str, None]:
    """Return what a run holds between words that say nothing, and the pairs of characters of that."""
    parts: dict[str, None] = {}
    for stretch in _SAYS_NOTHING.sub(_kept_or_space, run).split():
        if stretch != run and stretch not in CHINESE:
            parts[stretch] = None
        if len(stretch) >= SHORTEST_RUN_WITH_PAIRS:
            pairs = (stretch[at : at + 2] for at in range(len(stretch) - 1))
            parts |= dict.fromkeys(pair for pair in pairs if pair not in CHINESE)
    return parts


def _kept_or_space(match: re.Match[str]) -> str:
    return match["word"] or " "


def _signed_terms(signed: str) -> Iterator[Term]:
    """Yield the term of a word that may hold signs, like `a_b`, `don't`, `conf/x.toml` or `C++`."""
    if not signed:
        return
    trimmed = _trim(signed)
    words = [run.text for run in runs(trimmed)]
    text = folded(trimmed)
    if not words:
        yield Term(TermKind.NEEDLE, folded(signed), (), literal=folded(signed))
        return
    found = tuple(word_folded(word) for word in words)
    yield Term(
        TermKind.WORD,
        text,
        found[:LONGEST_PHRASE],
        prefix=_finds_longer(found[-1]) and text.endswith(found[-1]),
        literal=_literal_of(text),
        parts=tuple(_word_parts(words[:LONGEST_PHRASE])),
    )


def _trim(signed: str) -> str:
    """Return a word without the punctuation around it; a leading dot stays (`.NET`, `.env`)."""
    trimmed = signed.rstrip(_TRIMMED)
    begins = trimmed.lstrip(_TRIMMED)
    return "." + begins if begins and trimmed.removesuffix(begins).endswith(".") else begins


def _word_parts(words: list[str]) -> Iterator[Term]:
    parts = [word_folded(word) for word in words] if len(words) > 1 else []
    for word in words:
        parts += [part for _, part in compound_parts(word)]
    for part in dict.fromkeys(parts):
        if len(part) > 1 and part not in ENGLISH:
            yield Term(TermKind.WORD, part, (part,), prefix=_finds_longer(part))


def _finds_longer(word: str) -> bool:
    return len(word) >= SHORTEST_PREFIX and not word.isdigit()


def _literal_of(text: str) -> str:
    """Return what must stand in a row literally: the text, where it has signs that tokens do not keep."""
    telling = any(sign in _LITERAL_SIGNS or unicodedata.category(sign)[0] == "S" for sign in text)
    return text if telling or text.startswith(".") else ""


def _telling(terms: list[Term]) -> list[Term]:
    """Return the terms that say something: no stop words, no lone signs, unless there is nothing else."""
    with_tokens = [term for term in terms if term.tokens]
    telling = [
        term
        for term in with_tokens
        if term.kind is TermKind.PHRASE or (term.text not in ENGLISH and term.text not in CHINESE)
    ]
    return telling or with_tokens or terms


def _distinct(terms: Iterable[Term]) -> Iterator[Term]:
    seen: set[tuple[tuple[str, ...], str]] = set()
    for term in terms:
        if (term.tokens, term.literal) not in seen:
            seen.add((term.tokens, term.literal))
            yield term


def _limited(terms: Iterable[Term]) -> tuple[Term, ...]:
    kept: list[Term] = []
    count = 0
    for term in terms:
        count += 1 + len(term.parts)
        if count > MOST_TERMS and kept:
            break
        kept.append(term)
    return tuple(kept)


def _whole(query: str, terms: tuple[Term, ...]) -> Term | None:
    found = tuple(token for token in tokens(query) if token != BREAK)
    if not 1 < len(found) <= LONGEST_PHRASE or any(term.tokens == found for term in terms):
        return None
    return Term(TermKind.PHRASE, folded(query).strip(), tuple(tokens(query)), literal="")
