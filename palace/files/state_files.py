"""Small files among the state of the program: one for each palace, written whole or not at all."""

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path


def name_of_palace(palace_path: Path, palace_uid: str, *further: str) -> str:
    """Return the name of the file that belongs to one palace: a copy of it elsewhere has another one."""
    parts = [palace_uid, os.path.realpath(palace_path), *(part for part in further if part)]
    name = "\n".join(parts).encode("utf-8", "surrogatepass")
    return f"{hashlib.sha256(name).hexdigest()[:24]}.json"


def write_whole(path: Path, text: str) -> None:
    """Write a file that only the person can read, beside its place, and put it there. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    number, beside = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".new")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
        Path(beside).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise
