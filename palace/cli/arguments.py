"""The verbs of the command line and their options."""

import argparse
from collections.abc import Callable

from palace import __version__

_Subparsers = "argparse._SubParsersAction[argparse.ArgumentParser]"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    root = argparse.ArgumentParser(
        prog="palace",
        description="Look after the memories that your AI agents keep. Without a verb the app opens.",
        epilog="exit status: 0 done, 1 failed, 2 wrong use, 3 nothing found, 4 refused for safety",
    )
    root.add_argument("--version", action="version", version=f"palace {__version__}")
    root.add_argument("--palace", metavar="FILE", help="the palace file (or set PALACE)")
    root.add_argument("--lang", choices=["en", "zh"], help="language of what is said")
    root.add_argument("--config", metavar="FILE", help="the configuration file")
    root.set_defaults(verb="app")
    verbs = root.add_subparsers(title="verbs", metavar="VERB")
    for add in _VERBS:
        add(verbs)
    return root


def _verb(
    verbs: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    summary: str,
    *,
    module: str | None = None,
    json: bool = False,
) -> argparse.ArgumentParser:
    verb = verbs.add_parser(name, help=summary, description=summary)
    verb.set_defaults(verb=module or name)
    # The general options may stand behind the verb too; SUPPRESS keeps what stood before it.
    verb.add_argument("--palace", metavar="FILE", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    verb.add_argument("--lang", choices=["en", "zh"], default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    verb.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    if json:
        verb.add_argument("--json", action="store_true", help="print JSON for programs")
    return verb


def _app(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "app", "open the app (the default)")
    verb.add_argument("--theme", metavar="NAME", help="colour theme for this time")


def _demo(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "demo", "open the app on a copy of the sample palace")
    verb.add_argument("--theme", metavar="NAME", help="colour theme for this time")
    verb.add_argument("--copy", metavar="FILE", help="only write the sample palace to FILE")


def _init(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "init", "make a new, empty palace")
    verb.add_argument("file", nargs="?", help="where to make it (default: the palace file)")


def _add(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "add", "put a statement before the review queue", json=True)
    verb.add_argument("text", nargs="*", help="the statement; - or nothing reads standard input")
    way = verb.add_mutually_exclusive_group()
    way.add_argument(
        "--now", action="store_true", help="an express candidate: no cooling, first in the queue"
    )
    way.add_argument("--approved", action="store_true", help="keep it as a memory at once")
    verb.add_argument("--wing", help="identity, knowledge, social, history, reflection or intent")
    verb.add_argument("--band", help="hot, warm or cold")
    verb.add_argument("--priority", help="P0, P1 or P2")
    verb.add_argument("--kind", help="fact, preference, event, decision, correction, failure, …")
    verb.add_argument("--scene", action="append", default=[], help="a scene; may be given again")
    verb.add_argument("--when", default="", help="binding: when this happens …")
    verb.add_argument("--do", default="", help="… do this …")
    verb.add_argument("--unless", default="", help="… unless that")


def _import(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "import", "read memory files into the review queue", module="import_files", json=True)
    verb.add_argument("paths", nargs="+", metavar="FILE|FOLDER", help="what to read")
    verb.add_argument("--apply", action="store_true", help="do it; otherwise it is only shown")
    verb.add_argument("--format", metavar="NAME", help="read as this format instead of the guess")


def _list(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "list", "list memories", module="list_memories", json=True)
    verb.add_argument("filters", nargs="*", help="filters such as wing:knowledge band:hot p:0")
    verb.add_argument("--order", choices=["weight", "newest", "used", "oldest"], default="weight")
    verb.add_argument("--limit", type=_count, default=50, help="at most so many (0: all)")
    verb.add_argument("--trashed", action="store_true", help="those in the trash instead")


def _show(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "show", "show one memory with its provenance and history", json=True)
    verb.add_argument("id", help="the number of the memory, or its uid")


def _search(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "search", "find memories by words and meaning, offline", json=True)
    verb.add_argument("query", nargs="+", help="words and filters such as wing:social since:2026-01")
    verb.add_argument("--limit", type=_count, default=None, help="at most so many")
    verb.add_argument("--explain", action="store_true", help="say why each was found")
    verb.add_argument("--agent", action="store_true", help="what an agent needs: few, one line each")
    verb.add_argument("--words-only", action="store_true", help="do not load the model")
    verb.add_argument("--wing", action="append", default=[], help="only this wing")
    verb.add_argument("--band", action="append", default=[], help="only this band")
    verb.add_argument("--priority", action="append", default=[], help="only this priority")
    verb.add_argument("--kind", action="append", default=[], help="only this kind")


def _review(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "review", "work through the pending candidates", json=True)
    verb.add_argument("--plain", action="store_true", help="line by line, without the app")


def _journal(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "journal", "list the decisions, newest first", json=True)
    verb.add_argument("--limit", type=_count, default=50, help="at most so many (0: all)")


def _undo(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "undo", "take a decision back", json=True)
    verb.add_argument("decision", nargs="?", type=int, help="its number (default: the newest)")


def _redo(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    _verb(verbs, "redo", "bring back what was undone last", json=True)


def _doctor(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    _verb(verbs, "doctor", "check the palace, the model and the files", json=True)


def _reindex(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "reindex", "make the missing vectors and the word index anew", json=True)
    verb.add_argument("--all", action="store_true", help="also those that are there already")


def _binding(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "binding", "read “when X, do Y, unless Z” out of sentences", json=True)
    verb.add_argument("text", nargs="*", help="the sentence")
    verb.add_argument("--jsonl", metavar="FILE", help='a file of lines {"id": …, "text": …}')


def _config(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verb = _verb(verbs, "config", "show where things are and what is set", json=True)
    verb.add_argument("what", nargs="?", choices=["show", "path", "example"], default="show")


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a count is 0 or more")
    return number


_VERBS: tuple[Callable[["argparse._SubParsersAction[argparse.ArgumentParser]"], None], ...] = (
    *(_app, _demo, _init, _add, _import, _list, _show, _search, _review),
    *(_journal, _undo, _redo, _doctor, _reindex, _binding, _config),
)
