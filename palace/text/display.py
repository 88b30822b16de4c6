"""Turns stored text into text that a terminal can be trusted with.

Memories come from agents, logs and the web. Whatever could move the cursor, speak to the terminal, reverse
the reading direction or hide is replaced by a mark that a person sees. Nothing here is markup.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from palace.text.cell_table import NO_CELL, TWO_CELLS, WIDENED
from palace.text.masking import masked
from palace.text.scripts import HAN
from palace.text.width import AmbiguousWidth, truncate

MOST_MARKS = 4
"""Combining marks shown on one character; what is piled on top of them is only counted."""

MOST_JOINTS = 5
"""Emoji joined by zero-width joiners into one picture, beyond the first."""

TAB = "    "
"""What a tab is shown as."""

_NAMES = {
    0x00AD: "SHY",
    0x034F: "CGJ",
    0x061C: "ALM",
    0x180E: "MVS",
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x2028: "LS",
    0x2029: "PS",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0xFEFF: "BOM",
}

_VISIBLE_FORMAT = "\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(17)
)
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
_UNSEEN = (
    "\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_TONES = "\U0001f3fb-\U0001f3ff"
_TAGS = "\U000e0020-\U000e007e"
_TAG_END = "\U000e007f"


def _character_class(hexadecimal: str, wanted: Callable[[int], bool] = lambda code: True) -> str:
    """Return the ranges of a table of `cell_table` whose first code point is wanted, for a class."""
    parts = []
    for item in hexadecimal.split():
        first, _, last = item.partition("-")
        if wanted(int(first, 16)):
            parts.append(f"{chr(int(first, 16))}-{chr(int(last or first, 16))}")
    return "".join(parts)


def _is_pictograph(code: int) -> bool:
    return code > 0xAE and not 0x2E80 <= code < 0x1F000 and code < 0x20000 and code not in (0x1100, 0x303D)


_PICTOGRAPHS = _character_class(WIDENED, _is_pictograph) + _character_class(TWO_CELLS, _is_pictograph)
_STYLE = f"(?:[\ufe0e\ufe0f]|[{_TONES}])?"
_PICTURE = (
    f"(?:[{_PICTOGRAPHS}](?=[\ufe0e\ufe0f\u200d{_TONES}]){_STYLE}"
    f"(?:\u200d[{_PICTOGRAPHS}]{_STYLE}){{0,{MOST_JOINTS}}}"
    f"|[©®]\ufe0f|[#*0-9]\ufe0f(?=\u20e3)"
    f"|\U0001f3f4[{_TAGS}]{{3,7}}{_TAG_END}"
    f"|[{HAN}][\ufe00-\ufe02\U000e0100-\U000e01ef])"
)
_DOUBTFUL = (
    f"[\x00-\x1f\x7f-\x9f\ud800-\udfff{_NONCHARACTERS}{_UNSEEN}{_BLANK_LETTERS}{_character_class(NO_CELL)}]"
)
_PLAIN = re.compile(
    "[ -~¡-¬®-ʯ\u2010-\u2027\u2190-\u21ff\u2460-\u25ff"
    "\u3001-\u3029\u3041-\u3096\u30a1-\u30ff一-鿿！-～￠-￦]*"
)
_SPACES = re.compile(r"(?:[ \t\n]|\r\n)+")
_TAG_RUN = re.compile(f"[{_TAGS}\U000e0001{_TAG_END}]+")
_SELECTOR_RUN = re.compile(f"[{_SELECTORS}]+")
_NEVER_SHOWN = re.compile(f"[{_UNSEEN}{_BLANK_LETTERS}{_NONCHARACTERS}{_TONES}]")


def displayable(text: str, *, keep_newlines: bool = False) -> str:
    """Return `text` with everything that a terminal would obey, reorder or hide replaced by visible marks.

    Control characters become pictures (␛ ␀ ␡) or `⟨9B⟩`, tabs spaces, direction and zero-width characters
    `⟨RLO⟩` `⟨ZWSP⟩`, lone surrogates U+FFFD; more than `MOST_MARKS` combining marks on one character are
    counted. CRLF counts as a newline; newlines stay only with `keep_newlines`, else they become ␊.
    Emoji sequences and all other printable text are returned as they are. Doing it twice changes nothing.
    """
    if _PLAIN.fullmatch(text) or _any_doubtful().search(text) is None:
        return text

    def shown(match: re.Match[str]) -> str:
        if match["picture"]:
            return match[0]
        before = match.string[match.start() - 1 : match.start()]
        return _shown_run(match[0], has_base=before not in ("", "\n"), keep_newlines=keep_newlines)

    return _picture_or_run().sub(shown, text.replace("\r\n", "\n"))


def one_line(text: str, cells: int, ellipsis: str = "…", ambiguous: AmbiguousWidth = 1) -> str:
    """Return `text` as one displayable line of at most `cells` cells, white space collapsed, masked.

    Every line of a list, a title or a toast is made here, so that no secret stands in one. Only as much of a
    long text is looked at as can be shown.
    """
    start = text.lstrip(" \t\n")
    looked_at = start[: 16 * max(cells, 0) + 64]
    line = displayable(masked(_SPACES.sub(" ", looked_at))).strip(" ")
    if len(looked_at) < len(start.rstrip(" \t\n")):
        line += ellipsis
    return truncate(line, cells, ellipsis, ambiguous)


def encodable(text: str, encoding: str) -> str:
    """Return `text` with what an output encoding cannot carry replaced by plain stand-ins.

    Typography and frames become similar ASCII, accents are dropped, anything else is written `\\u8bb0`.
    Raises LookupError when the encoding is unknown.
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_stand_in(character, encoding) for character in text)
    return text


def ascii_only(text: str) -> str:
    """Return `text` in ASCII, for terminals that can show nothing else."""
    return encodable(text, "ascii")


# Compiled when the first text needs them: most never do, and these classes hold hundreds of ranges.
@cache
def _any_doubtful() -> re.Pattern[str]:
    return re.compile(_DOUBTFUL)


@cache
def _picture_or_run() -> re.Pattern[str]:
    return re.compile(f"(?P<picture>{_PICTURE})|{_DOUBTFUL}+")


def _shown_run(run: str, *, has_base: bool, keep_newlines: bool) -> str:
    """Return what a run of doubtful characters is shown as; `has_base` tells whether a mark may join it."""
    shown: list[str] = []
    at, marks, dropped = 0, 0, 0

    def say_dropped() -> None:
        nonlocal dropped
        if dropped:
            shown.append(f"⟨+{dropped}⟩")
            dropped = 0

    while at < len(run):
        character = run[at]
        if _is_combining(character):
            at += 1
            if marks == MOST_MARKS:
                dropped += 1
                continue
            if not has_base:
                shown.append("\u25cc")
                has_base = True
            shown.append(character)
            marks += 1
            continue
        say_dropped()
        part, length = _mark_at(run, at, keep_newlines=keep_newlines)
        shown.append(part)
        at += length
        marks, has_base = 0, part != "\n"
    say_dropped()
    return "".join(shown)


def _is_combining(character: str) -> bool:
    """Whether it is drawn onto the character before it and is not a selector or something unseen."""
    return (
        ord(character) >= 0x300
        and not unicodedata.category(character).startswith("C")
        and not _NEVER_SHOWN.match(character)
        and not _SELECTOR_RUN.match(character)
    )


def _mark_at(run: str, at: int, *, keep_newlines: bool) -> tuple[str, int]:
    """Return the visible mark for what stands at `at`, and how many characters it stands for."""
    character = run[at]
    code = ord(character)
    if character == "\n" and keep_newlines:
        return character, 1
    if character == "\t":
        return TAB, 1
    if code < 0x20:
        return chr(0x2400 + code), 1
    if code == 0x7F:
        return "␡", 1
    if 0x80 <= code < 0xA0:
        return f"⟨{code:02X}⟩", 1
    if 0xD800 <= code < 0xE000:
        return "\ufffd", 1
    if tags := _TAG_RUN.match(run, at):
        hidden = "".join(chr(ord(tag) & 0x7F) for tag in tags[0])
        return f"⟨tags:{''.join(letter for letter in hidden if letter.isprintable())}⟩", len(tags[0])
    if selectors := _SELECTOR_RUN.match(run, at):
        count = len(selectors[0])
        return (f"⟨VS×{count}⟩" if count > 1 else "⟨VS⟩"), count
    return f"⟨{_NAMES.get(code) or f'U+{code:04X}'}⟩", 1


_STAND_INS = {
    "…": "...",
    "—": "--",
    "–": "-",
    "−": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "⟨": "<",
    "⟩": ">",
    "·": ".",
    "•": "*",
    "×": "x",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "≥": ">=",
    "≤": "<=",
    "✓": "+",
    "✗": "x",
    "●": "*",
    "○": "o",
    "▮": "#",
    "▯": "-",
    "█": "#",
    "▌": "|",
    "␡": "^?",
    "\ufffd": "?",
    "\u25cc": "",
    "\u3000": "  ",
    "，": ",",
    "。": ".",
    "、": ",",
}


def _stand_in(character: str, encoding: str) -> str:
    if _can_carry(character, encoding):
        return character
    code = ord(character)
    if character in _STAND_INS:
        return _STAND_INS[character]
    if 0x2400 <= code < 0x2420:
        return "^" + chr(code - 0x2400 + 0x40)
    if 0x2500 <= code < 0x2580:
        return {"─": "-", "━": "-", "│": "|", "┃": "|"}.get(character, "+")
    decomposed = unicodedata.normalize("NFKD", character)
    plain = "".join(part for part in decomposed if part.isascii() and part.isprintable())
    if plain or unicodedata.combining(character):
        return plain
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _can_carry(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
