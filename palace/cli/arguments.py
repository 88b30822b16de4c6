"""The verbs of the command line and their options; the catalogue says what each is for."""

import argparse
import itertools
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from palace.cli.export_arguments import EXPORT_VERBS
from palace.cli.health_arguments import HEALTH_VERBS
from palace.cli.job_arguments import JOB_VERBS
from palace.cli.output import Output
from palace.cli.self_care_arguments import SELF_CARE_VERBS
from palace.cli.speaking_parser import Parser, SayVersion, Verb
from palace.cli.workspace_arguments import WORKSPACE_VERBS
from palace.cli.wrong_use import wrong_use
from palace.domain.errors import InvalidInput
from palace.domain.filters import LONGEST_NAMED, expect_nothing_left_out
from palace.domain.identifiers import typed_id
from palace.i18n.catalog import Catalog, pick_language

MOST = 1_000_000_000
"""The greatest count, and the greatest number of a decision."""


def parse(argv: Sequence[str], catalog: Catalog, output: Output) -> argparse.Namespace:
    """Return what the words of a call mean.

    Raises InvalidInput saying what is wrong with them, SystemExit after --help and --version.
    """
    for word in itertools.takewhile(lambda word: word != "--", argv):
        expect_nothing_left_out(word)
    arguments, rest = parser(argv, catalog, output).parse_known_args(list(argv))
    if rest:
        _take_further_words(arguments, rest)
    return arguments


def parser(argv: Sequence[str], catalog: Catalog, output: Output) -> Parser:
    """Return the parser of the command line, in the language of the catalogue.

    Every verb is listed; the options are those of the verbs that these words may call.
    """
    say = catalog.text

    class ParserOfVerb(Parser):
        def __init__(self, **how: Any) -> None:
            super().__init__(say, output, **how)

    root = Parser(say, output, prog="palace", description=say("cli.call.summary"))
    root.epilog = say("cli.call.exit_status")
    root.options.add_argument("--version", action=SayVersion, help=say("cli.call.version"))
    for flag, read, shown in _GENERAL:
        root.options.add_argument(flag, type=read, metavar=shown, help=say(f"cli.call.{flag[2:]}"))
    root.set_defaults(verb="app", program="palace", further=None)
    verbs = root.add_subparsers(
        title=say("cli.call.verbs"), metavar=say("cli.call.verb"), parser_class=ParserOfVerb
    )
    for name, fill in VERBS.items():
        key = f"cli.verb.{name}"
        summary = say(f"{key}.summary")
        made = verbs.add_parser(name, help=summary, description=summary)
        made.set_defaults(verb=name, program=made.prog, further=None)
        if name not in argv:
            continue
        fill(Verb(made, key, say))
        # The general options may stand behind the verb too; SUPPRESS keeps what stood before it.
        for flag, read, _ in _GENERAL:
            made.add_argument(flag, type=read, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    return root


def _take_further_words(arguments: argparse.Namespace, rest: Sequence[str]) -> None:
    """Add words that argparse left over because an option stood before them to the words of the verb."""
    options = [word for word in rest if word.startswith("-") and word != "-"]
    if options:
        raise wrong_use(f"unrecognized arguments: {' '.join(options)}", arguments.program)
    if arguments.further is None:
        raise InvalidInput(
            "{program} has no use for “{words}”",
            next_step="{program} --help tells more",
            program=arguments.program,
            words=" ".join(rest),
        )
    taken: list[str] = getattr(arguments, arguments.further)
    setattr(arguments, arguments.further, [*taken, *rest])


def _app(verb: Verb) -> None:
    verb.option("--theme", metavar="NAME")


def _demo(verb: Verb) -> None:
    verb.option("--theme", metavar="NAME")
    verb.option("--copy", type=_file, metavar="FILE")


def _init(verb: Verb) -> None:
    verb.word("file", type=_file, nargs="?", metavar="FILE")


def _add(verb: Verb) -> None:
    verb.word("text", nargs="*", metavar="TEXT")
    verb.takes_further_words_as("text")
    way = verb.excluding()
    verb.switch("--now", way)
    verb.switch("--approved", way)
    for flag in ("--wing", "--band", "--priority", "--kind"):
        verb.option(flag, metavar="WORD")
    verb.option("--scene", action="append", default=[], metavar="WORD")
    for flag in ("--when", "--do", "--unless"):
        verb.option(flag, default="", metavar="TEXT")
    verb.option("--demote", action="append", type=_number, metavar="ID")
    verb.json()


def _import(verb: Verb) -> None:
    verb.runs("import_files")
    verb.word("paths", nargs="+", type=_file, metavar="FILE|FOLDER")
    verb.takes_further_words_as("paths")
    verb.switch("--apply")
    verb.option("--format", metavar="NAME")
    verb.json()


def _list(verb: Verb) -> None:
    verb.runs("list_memories")
    verb.word("filters", nargs="*", metavar="FILTER")
    verb.takes_further_words_as("filters")
    verb.option("--order", default="weight", metavar="WORD")
    verb.option("--limit", type=_count, default=50, metavar="N")
    verb.switch("--trashed")
    verb.option("--as-of", metavar="DATE")
    verb.json()


def _show(verb: Verb) -> None:
    verb.word("id", metavar="ID")
    verb.option("--as-of", metavar="DATE")
    verb.json()


def _search(verb: Verb) -> None:
    verb.word("query", nargs="+", metavar="WORD|FILTER")
    verb.takes_further_words_as("query")
    _how_to_search(verb)


def _how_to_search(verb: Verb) -> None:
    verb.option("--limit", type=_count, metavar="N")
    for flag in ("--explain", "--agent", "--words-only"):
        verb.switch(flag)
    for flag in ("--wing", "--band", "--priority", "--kind"):
        verb.option(flag, action="append", default=[], metavar="WORD")
    verb.option("--active-scene", action="append", default=[], metavar="WORD")
    verb.option("--as-of", metavar="DATE")
    verb.json()


def _searches(verb: Verb) -> None:
    verb.word("way", nargs="?", default="list", metavar="list|save|run|delete|forget")
    verb.word("words", nargs="*", metavar="NAME|QUERY")
    verb.takes_further_words_as("words")
    verb.switch("--replace")
    _how_to_search(verb)


def _review(verb: Verb) -> None:
    verb.switch("--plain")
    verb.option("--stage", action="append", default=[], metavar="WORD")
    verb.option("--wing", action="append", default=[], metavar="WORD")
    verb.option("--sort", default="due", metavar="due|evidence|oldest|wing")
    verb.option("--queue", default="candidates", metavar="candidates|conflicts|contradictions")
    verb.json()


def _decide(verb: Verb) -> None:
    verb.word("words", nargs="+", metavar="ID|VERB")
    verb.takes_further_words_as("words")
    verb.option("--version", dest="version_seen", type=_number, metavar="N")
    verb.option("--until", metavar="DATE")
    verb.option("--memory", type=_number, metavar="ID")
    verb.option("--text", metavar="TEXT")
    for flag in ("--wing", "--band", "--priority", "--kind"):
        verb.option(flag, metavar="WORD")
    verb.option("--scene", action="append", metavar="WORD")
    for flag in ("--when", "--do", "--unless"):
        verb.option(flag, metavar="TEXT")
    verb.option("--code", metavar="CODE")
    verb.option("--demote", action="append", type=_number, metavar="ID")
    verb.json()


def _conflicts(verb: Verb) -> None:
    verb.word("id", nargs="?", type=_number, metavar="ID")
    verb.switch("--find")
    verb.switch("--all")
    verb.json()


def _contradictions(verb: Verb) -> None:
    verb.word("id", nargs="?", type=_number, metavar="ID")
    verb.json()


def _settle(verb: Verb) -> None:
    verb.word("words", nargs="+", metavar="ID|VERB")
    verb.takes_further_words_as("words")
    verb.option("--text", metavar="TEXT")
    verb.switch("--drop")
    verb.option("--demote", action="append", type=_number, metavar="ID")
    verb.option("--band", metavar="WORD")
    verb.option("--left-scope", metavar="TEXT")
    verb.option("--right-scope", metavar="TEXT")
    verb.option("--until", metavar="DATE")
    verb.option("--code", metavar="CODE")
    verb.json()


def _approve(verb: Verb) -> None:
    verb.word("id", metavar="ID")
    verb.option("--text", metavar="TEXT")
    verb.option("--code", metavar="CODE")
    verb.json()


def _rejected(verb: Verb) -> None:
    verb.json()


def _revive(verb: Verb) -> None:
    verb.word("named", nargs="+", metavar="ID|TEXT")
    verb.takes_further_words_as("named")
    verb.option("--code", metavar="CODE")
    verb.json()


def _deepen(verb: Verb) -> None:
    verb.switch("--dry-run")
    verb.switch("--all")
    verb.json()


def _journal(verb: Verb) -> None:
    verb.option("--limit", type=_count, default=50, metavar="N")
    verb.json()


def _undo(verb: Verb) -> None:
    verb.word("decision", nargs="?", type=_number, metavar="N")
    verb.option("--code", metavar="CODE")
    verb.json()


def _redo(verb: Verb) -> None:
    verb.option("--code", metavar="CODE")
    verb.json()


def _reindex(verb: Verb) -> None:
    verb.switch("--all")
    verb.json()


def _binding(verb: Verb) -> None:
    verb.word("text", nargs="*", metavar="TEXT")
    verb.takes_further_words_as("text")
    verb.option("--jsonl", type=_file, metavar="FILE")
    verb.json()


def _classify(verb: Verb) -> None:
    verb.word("text", nargs="*", metavar="TEXT")
    verb.takes_further_words_as("text")
    verb.option("--jsonl", type=_file, metavar="FILE")
    verb.option("--scene", action="append", default=[], metavar="WORD")
    verb.switch("--words-only")
    verb.json()


def _compare(verb: Verb) -> None:
    verb.word("pair", nargs="*", metavar="TEXT|ID")
    verb.takes_further_words_as("pair")
    verb.option("--jsonl", type=_file, metavar="FILE")
    verb.switch("--ids")
    verb.switch("--p0")
    verb.json()


def _config(verb: Verb) -> None:
    verb.word("what", nargs="?", default="show", metavar="show|path|example")
    verb.json()


def _file(text: str) -> str:
    if not text or "\0" in text:
        raise InvalidInput("“{text}” cannot be the name of a file", text=text)
    return text


def _language(text: str) -> str:
    pick_language(text, None, {})
    return text


def _count(text: str) -> int:
    plain = unicodedata.normalize("NFKC", text).strip()
    number = int(plain) if plain.isdecimal() and len(plain) <= len(str(MOST)) else MOST + 1
    if number > MOST:
        raise InvalidInput(
            "“{text}” is not a number that fits here",
            next_step="write one from 0 to {most:,}",
            text=text[:LONGEST_NAMED],
            most=MOST,
        )
    return number


def _number(text: str) -> int:
    return _count(typed_id(text))


_GENERAL: tuple[tuple[str, Callable[[str], str], str], ...] = (
    ("--palace", _file, "FILE"),
    ("--lang", _language, "en|zh"),
    ("--config", _file, "FILE"),
)

VERBS: Mapping[str, Callable[[Verb], None]] = {
    "app": _app,
    "demo": _demo,
    "init": _init,
    "add": _add,
    "import": _import,
    **EXPORT_VERBS,
    **WORKSPACE_VERBS,
    "list": _list,
    "show": _show,
    "search": _search,
    "searches": _searches,
    "review": _review,
    "decide": _decide,
    "conflicts": _conflicts,
    "contradictions": _contradictions,
    "settle": _settle,
    "approve": _approve,
    "rejected": _rejected,
    "revive": _revive,
    "deepen": _deepen,
    "journal": _journal,
    "undo": _undo,
    "redo": _redo,
    **HEALTH_VERBS,
    **JOB_VERBS,
    **SELF_CARE_VERBS,
    "reindex": _reindex,
    "binding": _binding,
    "classify": _classify,
    "compare": _compare,
    "config": _config,
}
"""How each verb is filled, in the order in which help lists them."""
