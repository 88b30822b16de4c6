"""When two texts are the same statement: equal after normalisation, heading included where it matters."""

from functools import lru_cache

from palace.text.normalise import content_hash
from palace.text.units import units

SAYS_ENOUGH_ALONE = 16
"""A text of fewer units says little without the heading that it stands under (“Status: done”)."""

HASHES_KEPT = 4
"""How many hashes are remembered, those of the texts that were asked for last."""


# Whoever decides about a text asks for its hash several times in a row, here and where it is stored.
@lru_cache(maxsize=HASHES_KEPT)
def identity_hash(text: str, heading: tuple[str, ...] = ()) -> str:
    """Return the hash under which a statement is known: of its text, and of its heading if it is short."""
    if heading and units(text) < SAYS_ENOUGH_ALONE:
        return content_hash("\n".join((*heading, text)))
    return content_hash(text)
