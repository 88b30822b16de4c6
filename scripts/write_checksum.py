"""Writes the checksum of a model's file into the description of its folder."""

import hashlib
import re
from pathlib import Path

DESCRIPTION = "model.toml"


def write_checksum(file: Path) -> None:
    """Write the sha256 of a file into the [checksums] of the model.toml beside it; other lines stay."""
    description = file.parent / DESCRIPTION
    line = f'"{file.name}" = "{hashlib.sha256(file.read_bytes()).hexdigest()}"'
    head, section, rest = description.read_text("utf-8").partition("[checksums]\n")
    others = [old for old in rest.splitlines() if old and not re.match(re.escape(f'"{file.name}"'), old)]
    description.write_text(head + section + "\n".join([*others, line]) + "\n", "utf-8")
