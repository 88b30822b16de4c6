"""What programs are told, with secrets and orders aimed at an agent hidden as in the lists for people."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from palace.text.masking import masked

NAMES = frozenset({"uid", "group", "sha256", "id"})
"""What is only known by its name, which must stay whole: no person writes these."""

OFTEN_SAID = 64
"""Characters. Words of the vocabulary, days and scenes come again and again, and are looked through once."""


def with_secrets_hidden(value: object) -> Mapping[str, object] | Sequence[object]:
    """Return a JSON value whose texts are masked, its keys and names as they are."""
    hidden = _hidden(value)
    return hidden if isinstance(hidden, Mapping | list) else [hidden]


def _hidden(value: object) -> object:
    if isinstance(value, str):
        return _masked_often(str(value)) if len(value) <= OFTEN_SAID else masked(value)
    if isinstance(value, Mapping):
        return {key: each if key in NAMES else _hidden(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [_hidden(each) for each in value]
    return value


@lru_cache(maxsize=4096)
def _masked_often(text: str) -> str:
    return masked(text)
