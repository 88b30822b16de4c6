"""Parts a text into windows that the model can read: token numbers, and which characters they stand for."""

from dataclasses import dataclass

from tokenizers import Tokenizer

MOST_WINDOWS = 32
"""A text of more windows than this is read in so many, evenly spread: 1 MB takes no minutes."""

OVERLAP = 64
"""How many tokens two neighbouring windows share, at most a quarter of them."""

LONGEST_READ_WHOLE = 60_000
"""A text of more characters than this is not tokenised as a whole."""


@dataclass(frozen=True, slots=True)
class Window:
    """The characters `start` to `end` of a text as tokens, the prefix and the marks at both ends included."""

    start: int
    end: int
    tokens: tuple[int, ...]


def windows_of(tokenizer: Tokenizer, text: str, prefix: str, longest: int) -> list[Window]:
    """Return the windows of a text, each of at most `longest` tokens, one if it fits.

    A text of more than MOST_WINDOWS windows is read in so many, evenly spread over it.
    """
    if len(text) <= LONGEST_READ_WHOLE:
        return _spread(_windows(tokenizer, text, prefix, longest, 0))
    piece = LONGEST_READ_WHOLE // MOST_WINDOWS
    starts = [place * (len(text) - piece) // (MOST_WINDOWS - 1) for place in range(MOST_WINDOWS)]
    pieces = [_windows(tokenizer, text[start : start + piece], prefix, longest, start) for start in starts]
    return [windows[0] for windows in pieces[:-1]] + [pieces[-1][-1]]


def _windows(tokenizer: Tokenizer, text: str, prefix: str, longest: int, offset: int) -> list[Window]:
    # A lone surrogate is one character before and after, so places stay true.
    read = tokenizer.encode(prefix + text.encode("utf-8", "replace").decode("utf-8"))
    ids: list[int] = read.ids
    if len(ids) <= longest:
        return [Window(offset, offset + len(text), tuple(ids))]
    places: list[tuple[int, int]] = read.offsets
    before = 1
    while before < len(ids) - 1 and places[before][1] <= len(prefix):
        before += 1
    body = ids[before:-1]
    room = max(1, longest - before - 1)
    overlap = min(OVERLAP, room // 4)
    windows = []
    for first in range(0, max(1, len(body) - overlap), room - overlap):
        part = body[first : first + room]
        start = max(0, places[before + first][0] - len(prefix))
        end = places[before + first + len(part) - 1][1] - len(prefix)
        windows.append(Window(offset + start, offset + end, (*ids[:before], *part, ids[-1])))
    return windows


def _spread(windows: list[Window]) -> list[Window]:
    if len(windows) <= MOST_WINDOWS:
        return windows
    return [windows[place * (len(windows) - 1) // (MOST_WINDOWS - 1)] for place in range(MOST_WINDOWS)]
