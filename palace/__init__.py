"""Palace: look after the memories that AI agents keep.

import palace

with palace.open("memories.db") as p:
    p.add("Deploys happen on Tuesdays", wing="knowledge")
    for found in p.search("when do we deploy?"):
        print(found["id"], found["text"])
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from palace import door

    open = door.open_door  # noqa: A001 - `palace.open` reads as what it does
    OpenPalace = door.OpenPalace

__all__ = ["OpenPalace", "__version__", "open"]


def __getattr__(name: str) -> object:
    """Load the door only when somebody opens it, so that importing the package stays light."""
    if name in {"open", "OpenPalace"}:
        from palace import door

        return door.open_door if name == "open" else door.OpenPalace
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
