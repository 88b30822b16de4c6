"""Entry point of `palace` and `python -m palace`."""

import gc
import os
import sys
import threading

OBJECTS_BETWEEN_LOOKS = 20_000
"""After so many new objects it is looked for some that may go; the 700 of Python slow down every start."""


def main() -> None:
    """Run the command line and leave with its exit status."""
    # Nothing here multiplies with the threads of numpy's BLAS; to start them takes longer than a search.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What is imported stays; looking through it for what may go would take a tenth of a short command.
    gc.disable()
    from palace.cli import main as run

    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_LOOKS)
    gc.enable()
    leave(run(sys.argv[1:]))


def leave(status: int) -> None:
    """End the process with an exit status.

    When no other thread is at work, nothing is taken apart piece by piece: freeing the model's vocabulary
    would take longer than a search in it, and the system frees all at once.
    """
    if threading.active_count() > 1:
        sys.exit(status)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        sys.exit(status)
    os._exit(status)


if __name__ == "__main__":
    main()
