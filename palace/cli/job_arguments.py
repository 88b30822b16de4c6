"""The options of the verbs by which a palace works by itself: job, schedule, context, hit, scene."""

import unicodedata
from collections.abc import Callable, Mapping

from palace.cli.speaking_parser import Verb
from palace.domain.errors import InvalidInput

MOST_TOKENS = 1_000_000


def _job(verb: Verb) -> None:
    verb.word("name", nargs="?", default="list", metavar="NAME")
    verb.word("words", nargs="*", metavar="FILE")
    verb.takes_further_words_as("words")
    verb.switch("--dry-run")
    verb.switch("--yes")
    verb.switch("--history")
    verb.option("--limit", metavar="N")
    verb.json()


def _schedule(verb: Verb) -> None:
    verb.option("--format", default="crontab", metavar="crontab|systemd|launchd")


def _context(verb: Verb) -> None:
    verb.option("--scene", action="append", default=[], metavar="WORD")
    verb.option("--query", metavar="TEXT")
    verb.option("--budget", type=_tokens, metavar="TOKENS")
    verb.json()


def _hit(verb: Verb) -> None:
    verb.word("ids", nargs="+", metavar="ID")
    verb.takes_further_words_as("ids")
    verb.json()


def _scene(verb: Verb) -> None:
    verb.word("name", nargs="?", metavar="WORD")
    verb.switch("--none")
    verb.json()


def _tokens(text: str) -> int:
    plain = unicodedata.normalize("NFKC", text).strip().replace(",", "")
    number = int(plain) if plain.isdecimal() and len(plain) <= len(str(MOST_TOKENS)) else 0
    if not 0 < number <= MOST_TOKENS:
        raise InvalidInput(
            "“{text}” is no number of tokens",
            next_step="write one from 1 to {most:,}",
            text=text[:40],
            most=MOST_TOKENS,
        )
    return number


JOB_VERBS: Mapping[str, Callable[[Verb], None]] = {
    "context": _context,
    "hit": _hit,
    "scene": _scene,
    "job": _job,
    "schedule": _schedule,
}
