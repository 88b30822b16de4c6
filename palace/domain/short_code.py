"""The short code that a person types before a P0 changes: an act that no slip of a finger can do."""

import hashlib
import unicodedata

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Digits and capitals without those that are mistaken for each other (0 O, 1 I L)."""

LENGTH = 4


def short_code(uid: str, version: int) -> str:
    """Return the code of an item as it stands: another version has another code."""
    number = int.from_bytes(hashlib.sha256(f"{uid} {version}".encode("utf-8", "surrogatepass")).digest())
    letters = []
    for _ in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[place])
    return "".join(letters)


def is_short_code(typed: str, uid: str, version: int) -> bool:
    """Whether what was typed is the code, in any case and width, blanks aside."""
    return matches_code(typed, short_code(uid, version))


def matches_code(typed: str, code: str) -> bool:
    """Whether what was typed is this code, in any case and width, blanks aside."""
    plain = unicodedata.normalize("NFKC", typed).upper()
    return "".join(plain.split()) == code
