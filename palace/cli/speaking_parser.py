"""argparse in the person's language: help from the catalogue, and errors that are raised, not printed."""

import argparse
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from palace import __version__
from palace.cli.output import Output
from palace.cli.wrong_use import wrong_use

NARROWEST = 40
"""Help is written for terminals of at least so many columns."""

Say = Callable[[str], str]


class Parser(argparse.ArgumentParser):
    """Tells everything in the words of `say`, and raises InvalidInput instead of ending the program."""

    def __init__(self, say: Say, output: Output, **how: Any) -> None:
        def formatter(prog: str) -> argparse.HelpFormatter:
            return _Formatter(prog, say("cli.call.usage"))

        super().__init__(**how, formatter_class=formatter, add_help=False, allow_abbrev=False)
        self._output = output
        self.words = self.add_argument_group(say("cli.call.words"))
        self.options = self.add_argument_group(say("cli.call.options"))
        self.options.add_argument("-h", "--help", action="help", help=say("cli.call.help"))

    def error(self, message: str) -> NoReturn:
        """Raise InvalidInput for what argparse found wrong."""
        raise wrong_use(message, self.prog)

    def print_help(self, file: object = None) -> None:
        """Print the help like everything else, so that no terminal chokes on it."""
        self._output.lines(self.format_help().rstrip("\n"))

    def print_version(self) -> None:
        """Print the name of the program and its version."""
        self._output.line(f"palace {__version__}")


class SayVersion(argparse.Action):
    """The action of --version."""

    def __init__(self, **how: Any) -> None:
        super().__init__(nargs=0, default=argparse.SUPPRESS, **how)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the version and leave."""
        if isinstance(parser, Parser):
            parser.print_version()
        parser.exit()


class _Formatter(argparse.HelpFormatter):
    def __init__(self, prog: str, usage: str) -> None:
        columns = max(NARROWEST, shutil.get_terminal_size().columns)
        super().__init__(prog, max_help_position=26, width=columns - 2)
        self._usage_word = usage

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, self._usage_word if prefix is None else prefix)


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb that is being given its words and options; what they are for is told under its key."""

    parser: Parser
    key: str
    say: Say

    def word(self, name: str, **how: Any) -> None:
        """Add a word that is known by its place."""
        self.parser.words.add_argument(name, help=self.say(f"{self.key}.{name}"), **how)

    def option(self, flag: str, group: Any = None, **how: Any) -> None:
        """Add an option, to `group` where it excludes the others in it."""
        name = flag.removeprefix("--").replace("-", "_")
        (group or self.parser.options).add_argument(flag, help=self.say(f"{self.key}.{name}"), **how)

    def switch(self, flag: str, group: Any = None) -> None:
        """Add an option that takes no value."""
        self.option(flag, group, action="store_true")

    def excluding(self) -> Any:
        """Return a new group of options of which only one may be given."""
        return self.parser.options.add_mutually_exclusive_group()

    def json(self, *, hides_secrets: bool = True) -> None:
        """Add --json, and --with-secrets for verbs that hide some in what they tell programs."""
        add = self.parser.options.add_argument
        add("--json", action="store_true", help=self.say("cli.call.json"))
        if hides_secrets:
            add("--with-secrets", action="store_true", help=self.say("cli.call.with_secrets"))

    def takes_further_words_as(self, name: str) -> None:
        """Let words that stand behind an option belong to the word `name`, as those before it."""
        self.parser.set_defaults(further=name)

    def runs(self, module: str) -> None:
        """Name the module that runs the verb, where it is not called like the verb."""
        self.parser.set_defaults(verb=module)
