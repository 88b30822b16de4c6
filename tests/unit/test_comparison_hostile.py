"""Texts made to be slow: what the comparer does for them grows with their length, and ends at a named one."""

import os
import statistics
from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.text.binding_phrases import read_binding
from palace.text.classification import classify
from palace.text.comparison.beginning import READ_AT_MOST
from palace.text.comparison.breaking import compare_with_p0
from palace.text.comparison.calendar_times import calendar_times
from palace.text.comparison.judging import compare
from palace.text.comparison.newness import newer_side
from palace.text.comparison.numbered_names import numbered_names
from palace.text.comparison.oppositions import oppositions
from palace.text.comparison.part_forms import part_forms
from palace.text.comparison.polarity import denials
from palace.text.comparison.quantities import quantities
from palace.text.comparison.reading import reading_of
from palace.text.grain import grain_of
from palace.text.normalise import normalised

SHORT, LONG = 2_000, 8_000
MOST_GROWTH = 7.0
"""Of four times the text the time may be so many times as long: a quadratic reading takes sixteen times."""
TOO_SHORT_TO_TELL = 0.02
"""Seconds; below them the clock says more of the machine than of the reading."""

REPEATED = (
    *("a", "1", "a-1 ", "([", "a.", "-", "一", "v1.", " ", "3:", "a_", "不", "not ", "十", "2026-", "周"),
    *(
        "1,",
        "no ",
        "A b ",
        "x=1;",
        "王",
        "at ",
        "，",
        "de9_",
        "。",
        "必须",
        "我不喜欢开会",
        "../-",
        "a@",
        "a/",
    ),
    *(
        "was been ",
        "opens ",
        "给在",
        "web_",
        "1.11",
        "1) 2) ",
        "11号",
        "三比",
        "\n",
        "*a",
        "`",
        "老王",
        "导致",
    ),
    *("keeps_both_when_online_and_offline ", "\ud800", "é", "[", "port ", "1111111 ", "v", "第十"),
)

TIMED = REPEATED if "PALACE_FUZZ" in os.environ else REPEATED[::5]
"""Each is timed with each reader where there is time for it; else every fifth."""


def _repeated(unit: str, length: int) -> str:
    return (unit * (length // len(unit) + 1))[:length]


def _seconds(read: Callable[[str], object], text: str) -> float:
    started = process_time()
    read(text)
    return process_time() - started


def _median_seconds(read: Callable[[str], object], text: str, marks: str) -> float:
    """Return the median of one reading for each mark; each is of another text, so that none is remembered."""
    return statistics.median(_seconds(read, text + mark) for mark in marks)


READERS: dict[str, Callable[[str], object]] = {
    "quantities": quantities,
    "part_forms": lambda text: list(part_forms(text)),
    "numbered_names": numbered_names,
    "calendar_times": calendar_times,
    "denials": denials,
    "oppositions": lambda text: oppositions(text, text[:50]),
    "newer_side": lambda text: newer_side(text, text[:30]),
    "reading": reading_of,
    "normalised": normalised,
    "classify": classify,
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("unit", TIMED)
def test_four_times_the_text_takes_no_more_than_about_four_times_as_long(name: str, unit: str) -> None:
    read = READERS[name]
    read(unit)
    if _seconds(read, _repeated(unit, LONG)) < TOO_SHORT_TO_TELL:
        return
    growths = []
    for marks in ("xyz", "uvw", "rst"):
        long = _median_seconds(read, _repeated(unit, LONG), marks)
        growths.append(long / _median_seconds(read, _repeated(unit, SHORT), marks))
        if growths[-1] <= MOST_GROWTH:
            break
    assert min(growths) <= MOST_GROWTH


HOSTILE = "a1一-_.,:;/@#%()[]{}*+~ \n\t不没周年月日点半三十百vVxXpPmM=<>→，。、\ud800\u3000éßİ½①👍"
WORDS = (
    "not ",
    "never ",
    "at ",
    "to ",
    "from ",
    "必须",
    "给",
    "之前",
    "2026-",
    "v1.",
    "no ",
    "was ",
    "改",
    "王",
)
hostile_texts = st.lists(st.one_of(st.sampled_from(HOSTILE), st.sampled_from(WORDS)), max_size=300).map(
    lambda pieces: "".join(pieces)[:300]
)


@settings(max_examples=60, deadline=None)
@given(hostile_texts, hostile_texts)
def test_any_two_texts_are_compared(a: str, b: str) -> None:
    assert 0 <= compare(a, b, 0.8).chance_of_conflict <= 1
    assert compare_with_p0(a, b, 0.8).relation is compare_with_p0(a, b, 0.8).relation
    assert compare(a, a, 0.8).merge_without_asking is bool(normalised(a))


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from((*REPEATED, *WORDS)), st.sampled_from((*REPEATED, *WORDS)), st.sampled_from("!。a1 中")
)
def test_what_instructs_is_read_in_any_repetition(first: str, second: str, last: str) -> None:
    text = _repeated(first + second, 900) + last
    binding = read_binding(text)
    assert binding is None or binding.do
    assert grain_of(text, binding) == grain_of(text, read_binding(text))


@pytest.mark.parametrize("unit", REPEATED)
def test_of_a_long_text_only_the_beginning_is_compared(unit: str) -> None:
    short = "The build takes 3 minutes on the blue server."
    beginning = _repeated(unit, READ_AT_MOST)
    one, other = (compare(short, beginning + tail, 0.8) for tail in ("x" * 50, "The red server."))
    assert (one.relation, one.features) == (other.relation, other.features)


def test_texts_that_differ_only_behind_what_is_compared_are_not_equal() -> None:
    text = "Lisa waters the plants. " * 9_000
    assert compare(text, text.upper(), 0.9).merge_without_asking
    assert not compare(text, text + "Tom does.", 0.9).merge_without_asking
