"""The options of the verbs that tell how the palace is and what happened in it: health, timeline."""

from collections.abc import Callable, Mapping

from palace.cli.speaking_parser import Verb


def _health(verb: Verb) -> None:
    verb.option("--html", metavar="FILE")
    verb.option("--list", metavar="NAME")
    verb.option("--kind", metavar="WORD")
    verb.json()


def _timeline(verb: Verb) -> None:
    verb.word("words", nargs="*", metavar="WORDS")
    verb.takes_further_words_as("words")
    verb.option("--from", dest="first", metavar="DATE")
    verb.option("--to", dest="last", metavar="DATE")
    verb.option("--by", metavar="valid|recorded")
    verb.option("--limit", metavar="N", default="20")
    verb.json()


HEALTH_VERBS: Mapping[str, Callable[[Verb], None]] = {"health": _health, "timeline": _timeline}
