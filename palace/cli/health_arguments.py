"""The options of the verbs that tell how the palace is and what happened in it: health, timeline."""

from collections.abc import Callable, Mapping

from palace.cli.speaking_parser import Verb


def _health(verb: Verb) -> None:
    verb.option("--html", metavar="FILE")
    verb.option("--list", metavar="NAME")
    verb.option("--kind", metavar="WORD")
    verb.json()


HEALTH_VERBS: Mapping[str, Callable[[Verb], None]] = {"health": _health}
