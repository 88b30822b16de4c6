"""Which of two texts says itself that it is the later one: 改成, 已经, 现在, no longer, as of, done against
in progress.

Only what the texts say counts, never the order in which they are given. Each text is given a rank: what
speaks of a change or of something done is later than a plain statement; what speaks of a former state, or
of something still going on where the other reports its end, is earlier.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.stances import Span


class Cue(StrEnum):
    """What a word says of the time its text speaks of."""

    CHANGED = "changed"
    DONE = "done"
    NOW = "now"
    GOING = "going"
    FORMER = "former"


RANKS: Mapping[Cue, int] = {Cue.CHANGED: 4, Cue.DONE: 3, Cue.NOW: 2, Cue.GOING: -1, Cue.FORMER: -2}
"""How late a text is by each cue; a text without any has rank 0."""

LEAST_LEAD = 2
"""A text is called the later one where its rank is higher by at least this."""


@dataclass(frozen=True, slots=True)
class TimeCue:
    """A word that says when its text is true: where it stands as written, what it says, and the word."""

    span: Span
    cue: Cue
    words: str


@dataclass(frozen=True, slots=True)
class Newer:
    """The later side, `a` or `b`, and by which words it is known; `earlier` has words of the other side."""

    side: str
    by: tuple[TimeCue, ...]
    earlier: tuple[TimeCue, ...]


def newer_side(a: str, b: str) -> Newer | None:
    """Return which of two texts says that it is the later one, or nothing where neither or both do."""
    a_cues, b_cues = time_cues(a), time_cues(b)
    lead = _rank(a_cues) - _rank(b_cues)
    if abs(lead) < LEAST_LEAD:
        return None
    later, earlier = (a_cues, b_cues) if lead > 0 else (b_cues, a_cues)
    return Newer(
        "a" if lead > 0 else "b",
        tuple(cue for cue in later if RANKS[cue.cue] > 0),
        tuple(cue for cue in earlier if RANKS[cue.cue] < 0),
    )


def _rank(cues: tuple[TimeCue, ...]) -> int:
    """Return the rank of a text: its latest cue, or where it has no late one its earliest."""
    ranks = [RANKS[cue.cue] for cue in cues]
    late = [rank for rank in ranks if rank > 0]
    return max(late) if late else min(ranks, default=0)


@lru_cache(maxsize=2048)
def time_cues(written: str) -> tuple[TimeCue, ...]:
    """Return the words of a text that say when it is true, in order.

    The strongest where several overlap.
    """
    folded = folded_text(written)
    low = folded.text.lower() if len(folded.text.lower()) == len(folded.text) else folded.text
    found: list[tuple[int, int, int, Cue]] = []
    for cue, pattern in _patterns():
        found += (
            (-abs(RANKS[cue]), match.start(), match.end(), cue)
            for match in pattern.finditer(low)
            if match.end() > match.start()
        )
    kept: list[tuple[int, int, Cue]] = []
    for _, start, end, cue in sorted(found):
        if all(end <= first or last <= start for first, last, _ in kept):
            kept.append((start, end, cue))
    return tuple(
        TimeCue(folded.span(start, end), cue, low[start:end].strip()) for start, end, cue in sorted(kept)
    )


@cache
def _patterns() -> tuple[tuple[Cue, re.Pattern[str]], ...]:
    data = tomllib.loads(files(__package__).joinpath("newness.toml").read_text(encoding="utf-8"))
    found: list[tuple[Cue, re.Pattern[str]]] = []
    for language, cues in data.items():
        for cue, lines in cues.items():
            alternatives = "|".join(filter(None, str(lines).split("\n")))
            bound = f"(?<![a-z0-9])(?:{alternatives})(?![a-z])" if language == "english" else alternatives
            found.append((Cue(cue), re.compile(bound)))
    return tuple(found)
