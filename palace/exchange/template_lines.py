"""Lines of the templates that agent platforms ship: known by the hashes of their normalised text."""

import hashlib
import re

from palace.exchange.template_hashes import TEMPLATE_LINE_HASHES

_MARKER = re.compile(r"\s*(?:#{1,6}\s+|>\s*|[-*+•]\s+|\d{1,3}[.)]\s+)?")
_NOISE = re.compile(r"[*_`\s]+")
_QUOTES = str.maketrans("‘’“”", "''\"\"")
_LONGEST = 400
HASH_DIGITS = 16


def normalised_template_line(line: str) -> str:
    """Return a line without its marker, emphasis, case and superfluous spaces."""
    found = _MARKER.match(line)
    text = line[found.end() :] if found else line
    return _NOISE.sub(" ", text.translate(_QUOTES)).strip().casefold()


def template_line_hash(line: str) -> str:
    """Return the hash under which a template line is listed."""
    return hashlib.sha256(normalised_template_line(line).encode("utf-8", "replace")).hexdigest()[:HASH_DIGITS]


def is_template_line(line: str) -> bool:
    """Return whether a line is one that a platform's template ships."""
    return len(line) <= _LONGEST and template_line_hash(line) in TEMPLATE_LINE_HASHES
