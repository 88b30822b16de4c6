"""Whom a newcomer is about: the user whom a P0 speaks of, somebody else, or another thing."""

import re

from palace.text.comparison.reading import reading_of

_OTHERS = frozenset(
    {
        "mother",
        "father",
        "grandmother",
        "grandfather",
        "wife",
        "husband",
        "partner",
        "sister",
        "brother",
        "cousin",
    }
    | {"son", "daughter", "child", "landlord", "flatmate", "neighbour", "colleague", "boss", "client"}
)


def names_user(text: str) -> bool:
    """Whether a text names the user, by that word or by a pronoun."""
    return _USER.search(text) is not None


def of_other_person(p0: str, new: str) -> bool:
    """Whether the newcomer is about a relative or an acquaintance whom the P0 does not name."""
    own = {scope.member for scope in reading_of(p0).scopes if scope.group == "person"}
    other = {scope.member for scope in reading_of(new).scopes if scope.group == "person"}
    return bool(other & _OTHERS) and not own & other & _OTHERS


def of_other_subject(p0: str, new: str) -> bool:
    """Whether the P0 is about the user, and the newcomer names another subject and no user."""
    if not _USER_FIRST.match(p0) or _USER.search(new):
        return False
    reading = reading_of(new)
    subject = [word for word in reading.words[: reading.statement.said_from] if word.weight > 0]
    if not subject or reading.statement.said_from >= len(reading.words):
        return False
    own = {word.key for word in reading_of(p0).words if word.weight > 0}
    return not any(word.key in own for word in subject)


_USER_FIRST = re.compile(r"\s*(?:用户|(?:the )?user)(?!名|界面|数)", re.IGNORECASE)
_USER = re.compile(
    r"用户|(?<![\u4e00-\u9fff])[他她](?!们)|\b(?:user|he|him|his|she|her|they|them|I|me|my|we)\b",
    re.IGNORECASE,
)
