"""Gives new memories their vectors where a verb has just made some."""

from collections.abc import Sequence

from palace import bootstrap
from palace.cli.invocation import Invocation
from palace.domain.errors import PalaceError
from palace.services.embedding import embed_arrivals, embed_missing
from palace.storage.palace_file import PalaceFile


def embed_missing_quietly(invocation: Invocation, palace: PalaceFile) -> None:
    """Embed what has no vector yet. Where that fails the memories stay as they are, findable by words."""
    try:
        embed_missing(palace, bootstrap.load_encoder(invocation.settings), invocation.actor)
    except PalaceError as error:
        invocation.output.error(invocation.say("cli.words_only", reason=invocation.catalog.error(error)))


def embed_arrivals_quietly(invocation: Invocation, palace: PalaceFile, memory_ids: Sequence[int]) -> int:
    """Embed what a verb has just made; returns how many others wait for their vectors.

    Where that fails the memories stay as they are, findable by words.
    """
    try:
        return embed_arrivals(
            palace, bootstrap.load_encoder(invocation.settings), invocation.actor, memory_ids
        )
    except PalaceError as error:
        invocation.output.error(invocation.say("cli.words_only", reason=invocation.catalog.error(error)))
        return 0
