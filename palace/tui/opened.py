"""What the app is handed when it is opened: all that it needs of the outer layers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from palace.config.settings import Settings
from palace.config.themes import ThemeSpec
from palace.domain.errors import PalaceError
from palace.domain.journal import Actor
from palace.i18n.catalog import Catalog
from palace.services.asking import KeepsNoSearches, KeepsSearches
from palace.services.comparing_arrivals import Arrivals
from palace.services.health_figure import Beside
from palace.services.meaning_ports import SemanticIndex
from palace.services.pairs_to_judge import PairsFound
from palace.services.pairs_to_judge import Progress as PairsProgress
from palace.services.ports import Palace
from palace.services.review_place import Forgets, KeepsPlace
from palace.services.review_queues import QueueKind
from palace.services.surroundings import Surroundings
from palace.services.sync_ports import Workspace
from palace.tui.file_doors import FileDoors
from palace.tui.jobs_due import RunDue, run_nothing


class OpenedPalace(Palace, Protocol):
    """A palace that was opened and can be closed, in the thread that opened it."""

    def close(self) -> None:
        """Close the file. Closing twice does no harm."""
        ...


def compare_nothing(palace: Palace, semantic: SemanticIndex, arrivals: Arrivals) -> int:
    """Find no pairs."""
    return 0


def keep_nowhere(text: str) -> Path:
    """Raise OSError: there is no place."""
    raise OSError("there is no place to keep a text in")


def find_no_pairs(palace: Palace, semantic: SemanticIndex, told: PairsProgress) -> PairsFound:
    """Find no pairs."""
    return PairsFound()


def look_nowhere(palace: Palace) -> Beside:
    """Tell nothing of what is beside the palace."""
    return Beside()


@dataclass(frozen=True, slots=True)
class Doors:
    """The ways into the palace and what the person has set.

    `open_palace` is called on the database thread, on the compute thread and on the one that gives vectors,
    each of which keeps a connection of its own; it raises PalaceError. `load_semantic` is called on the
    compute thread with that thread's palace, after the first frame; it raises PalaceError when there is no
    usable model. `embed_missing` gives vectors to what has none yet: it is called on a thread of its own with
    that thread's palace, the loaded index, of which it may use the encoder alone, and a function that is told
    (done, of how many), waits while a person does, and answers False to stop early.
    `compare` looks for what has just come in among what is there: it is called on the compute thread as well,
    with few things at a time, and returns how many pairs wait, or wait no longer, because of them.
    `find_pairs` compares what was not compared yet, there too, and asks after each block whether to go on.
    `edit_outside` hands a text to the person's own editor, which takes the terminal, and returns what came
    back; it raises PalaceError when the editor fails or leaves nothing to keep. `keep_text` writes what was
    written there and cannot be read into a file, and returns its path; it raises OSError.
    `theme_faults` says what was wrong with the person's own themes. `review_place` keeps where the person
    stood in the review of candidates from one sitting to the next, `pair_places` where in the other queues.
    `searches` keeps what was asked lately. `look_beside` tells of logs, jobs and copies beside the palace,
    `model_id` names the model whose vectors count. `run_due` runs what is due of the jobs, or says what that
    would do; it is called on a thread of its own. `workspace_at` gives the folder of a path, to be watched.
    """

    palace_path: Path
    open_palace: Callable[[], OpenedPalace]
    load_semantic: Callable[[Palace], SemanticIndex]
    embed_missing: Callable[[Palace, SemanticIndex, Callable[[int, int], bool]], int]
    surroundings: Surroundings
    settings: Settings
    catalog: Catalog
    themes: tuple[ThemeSpec, ...]
    state_directory: Path
    edit_outside: Callable[[str], str]
    keep_text: Callable[[str], Path] = keep_nowhere
    find_pairs: Callable[[Palace, SemanticIndex, PairsProgress], PairsFound] = find_no_pairs
    actor: Actor = Actor.PERSON
    theme_faults: tuple[PalaceError, ...] = ()
    palace_name: str = ""
    review_place: KeepsPlace = field(default_factory=Forgets)
    searches: KeepsSearches = field(default_factory=KeepsNoSearches)
    pair_places: Mapping[QueueKind, KeepsPlace] = field(default_factory=dict)
    compare: Callable[[Palace, SemanticIndex, Arrivals], int] = compare_nothing
    workspace_at: Callable[[str], Workspace] | None = None
    look_beside: Callable[[Palace], Beside] = look_nowhere
    model_id: str | None = None
    files: FileDoors = field(default_factory=FileDoors)
    run_due: RunDue = run_nothing
