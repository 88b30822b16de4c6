"""Values that exclude each other by nature: 款到发货 and 货到付款, left-handed and right-handed.

They are in `exclusive_values.toml`. Two texts clash where each tells one value of an attribute, another one
than the other does, of one matter.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from palace.domain.vocabulary import Axis
from palace.text.comparison.facets import facets_apart
from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.laying import Laid
from palace.text.comparison.one_matter import is_one_matter
from palace.text.comparison.pattern_table import PatternTable, pattern_table
from palace.text.comparison.scopes import differing_parts
from palace.text.comparison.words import Span

TABLE = "exclusive_values.toml"
READ_AT_MOST = 400
"""So many characters of a text are looked through for such values."""


LEAST_SHARED = 0.5
"""At least half of what one text is about has to be in the other."""


@dataclass(frozen=True, slots=True)
class ExclusiveClash:
    """Two values of one attribute that exclude each other, where each stands, and what differs."""

    axis: Axis
    a: Span
    b: Span


def exclusive_clash(laid: Laid) -> ExclusiveClash | None:
    """Return the first two values of two texts that exclude each other, or None."""
    of_a, of_b = _values_told(laid.a.written), _values_told(laid.b.written)
    for attribute, told_a in of_a.items():
        told_b = of_b.get(attribute)
        if told_b is None or len(told_a) != 1 or len(told_b) != 1 or told_a.keys() == told_b.keys():
            continue
        a_span, b_span = next(iter(told_a.values())), next(iter(told_b.values()))
        if is_one_matter(laid, (a_span,), (b_span,), LEAST_SHARED) and not _are_of_two(laid):
            return ExclusiveClash(_axes()[attribute], a_span, b_span)
    return None


def same_exclusive_value(laid: Laid) -> bool:
    """Whether two texts tell the same value of an attribute that has one."""
    of_a, of_b = _values_told(laid.a.written), _values_told(laid.b.written)
    return any(of_b.get(attribute, {}).keys() == told.keys() for attribute, told in of_a.items())


def _are_of_two(laid: Laid) -> bool:
    """Whether the texts speak of two parts, or each of another facet of the matter."""
    people_a, people_b = (
        {one.member for one in reading.scopes if one.group == "person"} - {"user"}
        for reading in (laid.a, laid.b)
    )
    parts = differing_parts(laid.a.scopes, laid.b.scopes)
    return people_a != people_b or bool(parts) or facets_apart(laid.a.written, laid.b.written) is not None


@lru_cache(maxsize=2048)
def _values_told(written: str) -> Mapping[str, Mapping[str, Span]]:
    """Return for each attribute the values that a text tells, as holding, and where."""
    folded = folded_text(written)
    text = folded.text[:READ_AT_MOST]
    told: dict[str, dict[str, Span]] = {}
    for name, (start, end) in _table().found_in(text).items():
        attribute, _, value = name.partition("/")
        if _DENIED.search(text[max(0, start - 24) : start]) is None:
            told.setdefault(attribute, {})[value] = folded.span(start, end)
    return told


_DENIED = re.compile(
    r"(?:不|没|非|别|勿|不是|不再|而非|不必|曾|以前|想|打算|要是|如果)[^,.;!?]{0,4}$"
    r"|\b(?:not|never|no longer|n't|without|used to|wants? to|would like to|if)\b[^,.;!?]{0,16}$",
    re.IGNORECASE,
)


@cache
def _axes() -> Mapping[str, Axis]:
    return {name: Axis(entry["axis"]) for name, entry in _entries().items()}


@cache
def _table() -> PatternTable:
    return pattern_table(
        {
            f"{name}/{value}": pattern
            for name, entry in _entries().items()
            for value, pattern in entry.items()
            if value != "axis"
        }
    )


@cache
def _entries() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))
