"""Gives new memories their vectors where a verb has just made some."""

from palace import bootstrap
from palace.cli.invocation import Invocation
from palace.domain.errors import PalaceError
from palace.services.embedding import embed_missing
from palace.storage.palace_file import PalaceFile


def embed_missing_quietly(invocation: Invocation, palace: PalaceFile) -> None:
    """Embed what has no vector yet. Where that fails the memories stay as they are, findable by words."""
    try:
        embed_missing(palace, bootstrap.load_encoder(invocation.settings), invocation.actor)
    except PalaceError as error:
        invocation.output.error(invocation.say("cli.words_only", reason=invocation.catalog.error(error)))
