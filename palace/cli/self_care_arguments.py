"""The options of the verbs by which a palace is looked after: doctor, backup, restore, versions."""

from collections.abc import Callable, Mapping

from palace.cli.speaking_parser import Verb


def _doctor(verb: Verb) -> None:
    verb.switch("--fix")
    verb.switch("--thorough")
    verb.json()


def _backup(verb: Verb) -> None:
    ways = ["make", "list", "forget-purged"]
    verb.word("what", nargs="?", default="make", choices=ways, metavar="list|forget-purged")
    verb.switch("--keep")
    verb.switch("--check")
    verb.switch("--dry-run")
    verb.switch("--remove")
    verb.json()


def _restore(verb: Verb) -> None:
    verb.word("copy", metavar="FILE|DATE")
    verb.switch("--dry-run")
    verb.switch("--with-deleted")
    verb.switch("--despite-sum")
    verb.option("--code", metavar="CODE")
    verb.json()


def _versions(verb: Verb) -> None:
    verb.word("id", metavar="ID")
    verb.word("between", nargs="*", metavar="A B")
    verb.takes_further_words_as("between")
    verb.option("--restore", metavar="N")
    verb.switch("--drop")
    verb.option("--code", metavar="CODE")
    verb.json()


SELF_CARE_VERBS: Mapping[str, Callable[[Verb], None]] = {
    "doctor": _doctor,
    "backup": _backup,
    "restore": _restore,
    "versions": _versions,
}
