"""Folders that are too wide to be a workspace: what lies in them is not what an agent keeps."""

from enum import StrEnum
from pathlib import Path


class TooWide(StrEnum):
    """Why a folder is too wide."""

    EVERYTHING = "everything"
    HOMES = "homes"
    HOME = "home"
    PALACE = "palace"


NEVER = frozenset({TooWide.EVERYTHING, TooWide.HOMES})
"""What is refused however a person insists: all files of the computer, or of several people."""


def too_wide(folder: Path, palace: Path, home: Path | None) -> TooWide | None:
    """Return why a folder should not be the workspace of a palace; None where nothing speaks against it.

    All paths are absolute, links resolved. A folder that holds the palace holds its copies too, and one that
    holds the home folder the homes of others.
    """
    if folder.parent == folder:
        return TooWide.EVERYTHING
    if home is not None and folder == home:
        return TooWide.HOME
    if home is not None and folder in home.parents:
        return TooWide.HOMES
    return TooWide.PALACE if folder in palace.parents else None
