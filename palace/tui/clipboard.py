"""Copying, by whatever way there is, and saying honestly which one it was."""

import base64
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

LONGEST_TERMINAL_COPY = 70_000
"""Bytes that are sent through the terminal at most; terminals cut or drop what is longer."""

TOOL_TAKES_AT_MOST = 2.0
"""Seconds that a clipboard tool is waited for."""


class CopyWay(StrEnum):
    """By which way a text was copied."""

    TOOL = "tool"
    TERMINAL = "terminal"
    FILE = "file"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Copied:
    """The way that was taken, and its name: of the tool or of the file."""

    way: CopyWay
    name: str = ""


def clipboard_tool(environ: Mapping[str, str]) -> tuple[str, ...] | None:
    """Return the command that fills this computer's clipboard; None over SSH or where there is none."""
    if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"):
        return None
    candidates: list[tuple[str, ...]] = [("pbcopy",)]
    if environ.get("WAYLAND_DISPLAY"):
        candidates.append(("wl-copy",))
    if environ.get("DISPLAY"):
        candidates += [("xclip", "-selection", "clipboard"), ("xsel", "--clipboard", "--input")]
    if environ.get("WSL_DISTRO_NAME") or os.name == "nt":
        candidates.append(("clip.exe",))
    return next((command for command in candidates if shutil.which(command[0])), None)


def copy_with_tool(command: tuple[str, ...], text: str) -> bool:
    """Run a clipboard tool; whether it ended well."""
    encoding = "utf-16-le" if command[0] == "clip.exe" else "utf-8"
    try:
        subprocess.run(
            command,
            input=text.encode(encoding),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=TOOL_TAKES_AT_MOST,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def terminal_copy(text: str, environ: Mapping[str, str]) -> str | None:
    """Return the sequence (OSC 52) that asks the terminal to fill its clipboard; None for long texts.

    Inside tmux it is sent as it is, for `set-clipboard on`, and wrapped, for `allow-passthrough on`.
    """
    data = text.encode("utf-8")
    if len(data) > LONGEST_TERMINAL_COPY:
        return None
    plain = f"\x1b]52;c;{base64.b64encode(data).decode('ascii')}\x07"
    if not environ.get("TMUX"):
        return plain
    return plain + "\x1bPtmux;" + plain.replace("\x1b", "\x1b\x1b") + "\x1b\\"


def copy_to_file(text: str, directory: Path) -> str:
    """Write the text where it can be fetched; returns the file's name, empty when it cannot be written."""
    file = directory / "copied.txt"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError:
        return ""
    return str(file)
