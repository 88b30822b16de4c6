"""Identifiers: uuid7, which survives export and is ordered by the millisecond of its making, and the numbers
that a person types.
"""

import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

NewUid = Callable[[], str]
"""Returns a new uid, different at every call."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

LONGEST_UID = 64
"""A uid from elsewhere may be any text of up to this many characters."""

LONGEST_NUMBER = 18
"""Digits of the longest number that can be an id."""


def typed_id(word: str) -> str:
    """Return an id in narrow letters, without the `#` before it: `＃１２` is `12`, `#12@３` is `12@3`."""
    return unicodedata.normalize("NFKC", word).strip().removeprefix("#").strip()


def id_number(word: str) -> int | None:
    """Return the number that a word such as `12`, `#12` or `＃１２` names; None where it names none."""
    plain = typed_id(word)
    return int(plain) if plain.isdecimal() and len(plain) <= LONGEST_NUMBER else None


def id_with_versions(word: str) -> tuple[int, str] | None:
    """Return the number of `12@3` and what stands behind its `@`, may be empty; None where it names none."""
    number, _, versions = typed_id(word).partition("@")
    found = id_number(number)
    return None if found is None else (found, versions)


def uuid7(instant: datetime, randomness: bytes) -> str:
    """Return a version 7 UUID (RFC 9562) for `instant` from ten random bytes.

    An instant before 1970 counts as the first of 1970. Raises ValueError when `randomness` is not ten
    bytes long.
    """
    if len(randomness) != 10:
        raise ValueError("a version 7 UUID takes ten random bytes")
    milliseconds = max(0, (instant - _EPOCH) // timedelta(milliseconds=1))
    random_a = int.from_bytes(randomness[:2], "big") & 0x0FFF
    random_b = int.from_bytes(randomness[2:], "big") & ((1 << 62) - 1)
    number = (milliseconds << 80) | (0x7 << 76) | (random_a << 64) | (0b10 << 62) | random_b
    digits = f"{number:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
