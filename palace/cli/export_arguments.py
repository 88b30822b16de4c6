"""The options of the verb that writes files for others: export."""

from collections.abc import Callable, Mapping

from palace.cli.speaking_parser import Verb


def _export(verb: Verb) -> None:
    verb.word("target", nargs="?", metavar="FILE|FOLDER|-")
    verb.option("--format", metavar="memory|wings|jsonl|csv")
    verb.option("--only", action="append", default=[], metavar="FILTER")
    verb.option("--lines", metavar="N")
    verb.switch("--dry-run")
    verb.switch("--force")
    way = verb.excluding()
    verb.switch("--mask", way)
    verb.switch("--with-secrets", way)
    verb.json(hides_secrets=False)


EXPORT_VERBS: Mapping[str, Callable[[Verb], None]] = {"export": _export}
"""The verbs by their names."""
