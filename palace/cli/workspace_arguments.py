"""The options of the verbs that keep a palace in step with files: workspace, sync, migrate."""

from collections.abc import Callable, Mapping

from palace.cli.speaking_parser import Verb


def _workspace(verb: Verb) -> None:
    verb.word("folder", nargs="?", default="show", metavar="FOLDER|show")
    verb.switch("--none")
    verb.switch("--yes")
    verb.json()


def _sync(verb: Verb) -> None:
    verb.switch("--dry-run")
    verb.switch("--all")
    verb.json()


def _migrate(verb: Verb) -> None:
    verb.word("file", metavar="FILE")
    verb.switch("--apply")
    verb.json()


WORKSPACE_VERBS: Mapping[str, Callable[[Verb], None]] = {
    "migrate": _migrate,
    "workspace": _workspace,
    "sync": _sync,
}
"""The verbs by their names."""
