"""Where one text says that something still goes on and the other that it has come about: 还在改, 已经交了.

No two words need be opposed for that; what the two say it of must be the same.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from palace.text.comparison.newness import Cue, TimeCue, time_cues
from palace.text.comparison.stances import Span
from palace.text.comparison.terms import Term, says, terms_of
from palace.text.comparison.word_weights import COMMON

MOST_APART = 1
"""So many telling words a text may have that the other lacks: the one that says how far it has come."""

_STILL = re.compile(
    r"还在|还没|仍|尚|依然|依旧|正在|中$|待|没完成|未完成"
    r"|\bstill\b|\byet\b|\bin progress\b|\bunder ?way\b|\bpending\b"
    r"|\bongoing\b|\bremains?\b|\bso far\b"
)
_COME_ABOUT = frozenset({Cue.DONE, Cue.CHANGED})
_FIELDS_OF_TIME = re.compile(
    r"[昨前今上去]|已|刚|了|fully|finally|already|yesterday|today|last|ago|week|month|year|still|now"
)


@dataclass(frozen=True, slots=True)
class ProgressClash:
    """What still goes on by one text and is done by the other: the places as written, and the words."""

    a: Span
    b: Span
    a_words: str
    b_words: str
    done: str


def progress_clash(a: str, b: str) -> ProgressClash | None:
    """Return how two texts differ about how far the same thing has come, or nothing.

    `done` is the side, `a` or `b`, that says it has come about.
    """
    for first, second, done in ((a, b, "b"), (b, a, "a")):
        going = [cue for cue in time_cues(first) if cue.cue is Cue.GOING and _STILL.search(cue.words)]
        come_about = [cue for cue in time_cues(second) if cue.cue in _COME_ABOUT]
        if not going or not come_about or any(cue.cue in _COME_ABOUT for cue in time_cues(first)):
            continue
        if _speak_of_the_same(first, going, second, come_about):
            one, other = (going[0], come_about[0]) if done == "b" else (come_about[0], going[0])
            return ProgressClash(one.span, other.span, one.words, other.words, done)
    return None


def _speak_of_the_same(a: str, a_cues: Sequence[TimeCue], b: str, b_cues: Sequence[TimeCue]) -> bool:
    a_terms, b_terms = _telling(a), _telling(b)
    a_only = [term for term in a_terms if not any(says(term, other) for other in b_terms)]
    b_only = [term for term in b_terms if not any(says(term, other) for other in a_terms)]
    shared = len(a_terms) - len(a_only)
    return shared > 0 and len(a_only) <= MOST_APART and len(b_only) <= MOST_APART


def _telling(written: str) -> list[Term]:
    return [
        term for term in terms_of(written) if term.weight > COMMON and not _FIELDS_OF_TIME.search(term.entry)
    ]
