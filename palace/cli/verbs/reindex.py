"""`palace reindex`: make what can be made again from the rows: the word index and the vectors."""

import sys
from time import monotonic

from palace import bootstrap
from palace.cli.invocation import Invocation
from palace.domain.pace import Pace, span_text
from palace.services.embedding import embed_missing
from palace.text.width import cell_width


def run(invocation: Invocation) -> int:
    """Rebuild; an interrupted run goes on where it was."""
    with invocation.palace() as palace:
        palace.rebuild_full_text()
        encoder = bootstrap.load_encoder(invocation.settings)
        if invocation.arguments.all:
            palace.forget_vectors()
        else:
            palace.mend_vectors(encoder.model_id, encoder.dimension, encoder.scans_of)
        telling = _Telling(invocation)
        try:
            embedded = embed_missing(palace, encoder, invocation.actor, telling)
        except KeyboardInterrupt:
            telling.stop()
            current, total = palace.vector_coverage(encoder.model_id)
            invocation.output.error(invocation.say("cli.reindex.stopped", current=current, total=total))
            raise
        telling.stop()
        current, total = palace.vector_coverage(encoder.model_id)
    if invocation.wants_json:
        invocation.output.json({"embedded": embedded, "with_vector": current, "memories": total})
    else:
        invocation.output.line(
            invocation.say("cli.reindex.done", embedded=embedded, current=current, total=total)
        )
    return 0


class _Telling:
    """Tells how far it is, how fast it goes and how long it still takes: on a terminal, on one line."""

    def __init__(self, invocation: Invocation) -> None:
        self._say = invocation.say
        self._shown = sys.stderr.isatty() and not invocation.wants_json
        self._pace = Pace()
        self._cells = 0

    def __call__(self, done: int, total: int) -> bool:
        """Tell it anew; it always goes on."""
        self._pace.told(monotonic(), done)
        if self._shown:
            rate, left = self._pace.per_second, self._pace.seconds_left(total)
            if rate is None or left is None:
                self._show(f"{done:,}/{total:,}")
            else:
                far = {"done": f"{done:,}", "total": f"{total:,}"}
                self._show(self._say("cli.reindex.progress", **far, rate=f"{rate:.0f}", left=span_text(left)))
        return True

    def stop(self) -> None:
        """Take the line away."""
        if self._shown:
            self._show("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _show(self, line: str) -> None:
        cells = cell_width(line)
        sys.stderr.write(f"\r{line}{' ' * (self._cells - cells)}")
        sys.stderr.flush()
        self._cells = cells
