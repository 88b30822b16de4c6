"""The number of a noun: `{count} {count?memory|memories}` says “1 memory” and “2 memories”."""

import re
from collections.abc import Mapping

_CHOICE = re.compile(r"\{(?P<name>\w+)\?(?P<one>[^{}|]*)\|(?P<many>[^{}|]*)\}")


def with_numbers_chosen(template: str, values: Mapping[str, object]) -> str:
    """Return a template in which each choice stands as its value, a number or one in writing, has it.

    Raises KeyError for a choice whose value is missing.
    """

    def chosen(found: re.Match[str]) -> str:
        return found["one"] if str(values[found["name"]]) == "1" else found["many"]

    return _CHOICE.sub(chosen, template)


def filled(template: str, values: Mapping[str, object]) -> str:
    """Return a template with its choices made and its `{names}` filled; without values it stands as it is.

    Raises KeyError for a name whose value is missing.
    """
    return with_numbers_chosen(template, values).format(**values) if values else template


def without_choices(template: str) -> str:
    """Return a template with every choice in its form for many."""
    return _CHOICE.sub(lambda found: found["many"], template)
