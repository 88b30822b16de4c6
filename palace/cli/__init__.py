"""The command line: every job of the app without the app, in plain text for people and JSON for programs."""

from palace.cli.entry import main

__all__ = ["main"]
