"""Days, months, quarters, weeks and years in every spelling, the surer ones first."""

from collections.abc import Iterator

from palace.text.comparison.calendar_time import FoundTime
from palace.text.comparison.english_dates import english_dates, loose_english_dates
from palace.text.comparison.folded_text import has_digits, has_han, has_latin
from palace.text.comparison.han_dates import han_dates, loose_han_dates
from palace.text.comparison.named_periods import holidays, named_periods, seasons
from palace.text.comparison.numeric_dates import full_dates, short_dates


def calendar_dates(text: str) -> Iterator[FoundTime]:
    """Yield the dates of a folded text, surer forms first; they may overlap."""
    han, latin, digits = has_han(text), has_latin(text), has_digits(text)
    if digits:
        yield from full_dates(text)
    yield from named_periods(text)
    if latin:
        yield from english_dates(text)
    if han:
        yield from han_dates(text)
    yield from holidays(text)
    if han:
        yield from loose_han_dates(text)
    if digits:
        yield from short_dates(text)
    if latin:
        yield from loose_english_dates(text)
    yield from seasons(text)
