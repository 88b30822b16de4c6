"""The short code that a person types before a P0 changes: an act that no slip of a finger can do."""

import hashlib
import unicodedata
from collections.abc import Sequence

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Digits and capitals without those that are mistaken for each other (0 O, 1 I L)."""

LENGTH = 4


def short_code(uid: str, version: int) -> str:
    """Return the code of an item as it stands: another version has another code."""
    return _code(f"{uid} {version}")


def short_code_of_all(items: Sequence[tuple[str, int]]) -> str:
    """Return one code for several items (uid, version) in any order; of a single item it is its own."""
    return _code("\n".join(sorted(f"{uid} {version}" for uid, version in items)))


def _code(named: str) -> str:
    number = int.from_bytes(hashlib.sha256(named.encode("utf-8", "surrogatepass")).digest())
    letters = []
    for _ in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[place])
    if len(set(letters)) == 1:
        # A key that is held down must never type a code.
        letters[-1] = ALPHABET[(ALPHABET.index(letters[0]) + 1) % len(ALPHABET)]
    return "".join(letters)


def is_short_code(typed: str, uid: str, version: int) -> bool:
    """Whether what was typed is the code, in any case and width, blanks aside."""
    return matches_code(typed, short_code(uid, version))


def matches_code(typed: str, code: str) -> bool:
    """Whether what was typed is this code, in any case and width, blanks aside."""
    plain = unicodedata.normalize("NFKC", typed).upper()
    return "".join(plain.split()) == code
