"""When two texts count as equal: case, width, spacing, punctuation marks and script variant put aside.

What could change the meaning stays: signs inside numbers, identifiers and paths, question marks, and the
place (not the shape) of commas, since `不，要去` does not say `不要去`.
"""

import hashlib
import re
import unicodedata

from palace.text.scripts import UNSPACED
from palace.text.simplified_table import SIMPLIFIED, TRADITIONAL

_TO_SIMPLIFIED = str.maketrans(TRADITIONAL, SIMPLIFIED)

_UNIFIED_MARKS = str.maketrans(
    {
        "。": ".",
        "、": ",",
        "‘": "'",
        "’": "'",
        "‚": "'",
        "‛": "'",
        "“": None,
        "”": None,
        "„": None,
        "‟": None,
        '"': None,
        "«": None,
        "»": None,
        "「": None,
        "」": None,
        "『": None,
        "』": None,
        "《": None,
        "》": None,
        "〈": None,
        "〉": None,
        "`": None,
        "【": "[",
        "】": "]",
        "〔": "[",
        "〕": "]",
        "‐": "-",
        "‑": "-",
        "‒": "-",
        "–": "-",
        "—": "-",
        "―": "-",
        "−": "-",
        "〜": "~",
        "・": "·",
        "•": "·",
    }
)

_VARIATION_SELECTOR = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_EMPHASIS = re.compile(r"(?<![A-Za-z0-9*])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![A-Za-z0-9*])")
_LINE_MARKER = re.compile(r"^[^\S\n]*(?:#{1,6}|[-*+>·])[^\S\n]+", re.MULTILINE)
_SPACE_BY_UNSPACED = re.compile(rf"(?<=[{UNSPACED}])\s+|\s+(?=[{UNSPACED}])")
_SPACE_AFTER_MARK = re.compile(r"(?<=[,;:!?\])])(?<!\d.)\s+|(?<=[,;:!?])\s+(?!\d)|(?<=[\[(])\s+")
_SPACE_BEFORE_MARK = re.compile(r"\s+(?=[,;!?\])])|\s+(?=[.:](?:\s|$))")
_CLOSING_MARKS = " ,.;:!"


def simplified(text: str) -> str:
    """Return `text` with traditional Chinese characters replaced one for one by simplified ones."""
    return text.translate(_TO_SIMPLIFIED)


def folded(text: str) -> str:
    """Return `text` with width, compatibility forms, case and script variant folded, for matching."""
    once = unicodedata.normalize("NFKC", text).casefold()
    return simplified(unicodedata.normalize("NFKC", once))


def normalised(text: str) -> str:
    """Return what two texts must have in common to count as the same statement.

    It is for comparing only: no person is shown it, and the stored text stays as it was written.
    """
    seen = _folded_and_seen(text)
    stripped = _LINE_MARKER.sub("", seen)
    stripped = _EMPHASIS.sub(r"\2", stripped).translate(_UNIFIED_MARKS)
    stripped = " ".join(stripped.split())
    for spaces in (_SPACE_BY_UNSPACED, _SPACE_AFTER_MARK, _SPACE_BEFORE_MARK):
        stripped = spaces.sub("", stripped)
    return stripped.strip(_CLOSING_MARKS) or " ".join(seen.split())


def content_hash(text: str) -> str:
    """Return the SHA-256 (64 hexadecimal digits) of the normalised text; lone surrogates are allowed."""
    return hashlib.sha256(normalised(text).encode("utf-8", "surrogatepass")).hexdigest()


def _folded_and_seen(text: str) -> str:
    """Return the folded text without what nobody sees; control characters other than newline are spaces."""
    if text.isascii() and text.isprintable():
        return text.casefold()
    once = folded(_VARIATION_SELECTOR.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))
    # A long text is made of few different characters: each is asked about once.
    categories = {character: unicodedata.category(character) for character in set(once) - {"\n"}}
    spaces = {ord(character): " " for character, category in categories.items() if category == "Cc"}
    unseen = {ord(character): None for character, category in categories.items() if category == "Cf"}
    return once.translate({**spaces, **unseen}) if spaces or unseen else once
