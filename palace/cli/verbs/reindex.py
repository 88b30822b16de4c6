"""`palace reindex`: make what can be made again from the rows: the word index and the vectors."""

import sys

from palace import bootstrap
from palace.cli.invocation import Invocation
from palace.services.embedding import embed_missing


def run(invocation: Invocation) -> int:
    """Rebuild; an interrupted run goes on where it was."""
    with invocation.palace() as palace:
        palace.rebuild_full_text()
        encoder = bootstrap.load_encoder(invocation.settings)
        if invocation.arguments.all:
            palace.forget_vectors()
        shows_progress = sys.stderr.isatty() and not invocation.wants_json

        def progress(done: int, total: int) -> bool:
            if shows_progress:
                sys.stderr.write(f"\r{done}/{total}")
            return True

        embedded = embed_missing(palace, encoder, invocation.actor, progress)
        current, total = palace.vector_coverage(encoder.model_id)
    if shows_progress:
        sys.stderr.write("\r")
    if invocation.wants_json:
        invocation.output.json({"embedded": embedded, "with_vector": current, "memories": total})
    else:
        invocation.output.line(
            invocation.say("cli.reindex.done", embedded=embedded, current=current, total=total)
        )
    return 0
