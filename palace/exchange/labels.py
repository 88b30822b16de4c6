"""What a line opens: a label that acts as a heading, or a statement of its own."""

import re

from palace.exchange.dates import date_at
from palace.exchange.emoji import starts_with_status_emoji
from palace.exchange.emphasis import bold_key, is_one_bold_span, without_emphasis
from palace.text.units import units

MOST_LABEL_UNITS = 40
FULL_STATEMENT_UNITS = 16
_LONGEST_LABEL = 400
"""No text longer than this many characters is looked at as a label."""
_SENTENCE_END = tuple(".。!！?？;；")
_COLON = (":", "：")
_TAGGED = re.compile(r"(?:\*\*|__)?[\[【][Pp][0-2](?![0-9A-Za-z])")


def ends_in_colon(text: str) -> bool:
    """Return whether a text ends in a colon, emphasis ignored."""
    return without_emphasis(text[-40:]).endswith(_COLON)


def is_label(text: str) -> bool:
    """Return whether a text is a label: short, and ending in a colon or one bold span."""
    if not text or len(text) > _LONGEST_LABEL:
        return False
    if not ends_in_colon(text) and not _is_bold_phrase(text):
        return False
    return units(text) <= MOST_LABEL_UNITS


def is_full_statement(text: str) -> bool:
    """Return whether a text says enough to stand without the item above it."""
    return units(text) >= FULL_STATEMENT_UNITS and not is_label(text)


def starts_statement(line: str) -> bool:
    """Return whether a line inside a paragraph begins a new one.

    It does with a bold key, a priority tag in brackets, a status emoji, or a full date and a colon.
    """
    if starts_with_status_emoji(line) or _TAGGED.match(line) or bold_key(line) is not None:
        return True
    dated = date_at(line, 0)
    return dated is not None and line[dated.end :].lstrip().startswith(_COLON)


def _is_bold_phrase(text: str) -> bool:
    return is_one_bold_span(text) and not text[2:-2].rstrip().endswith(_SENTENCE_END)
