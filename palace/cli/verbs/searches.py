"""`palace searches`: the searches that were saved and those that were asked lately."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import TYPE_CHECKING

from palace.cli.invocation import Invocation, text_of_words
from palace.cli.output import first_line
from palace.cli.verbs.search import OPTIONS, search_for
from palace.config.paths import state_directory
from palace.domain.errors import InvalidInput, PalaceError
from palace.domain.filters import word_of
from palace.files.search_file import SearchFile
from palace.services.rendering import saved_search_json
from palace.services.saved_searches import delete_search, save_search, saved_search, saved_searches

if TYPE_CHECKING:
    from palace.storage.palace_file import PalaceFile

NOTHING_FOUND = 3
RECENT_SHOWN = 20


class Way(StrEnum):
    """What can be done with the searches."""

    LIST = "list"
    SAVE = "save"
    RUN = "run"
    DELETE = "delete"
    FORGET = "forget"


def run(invocation: Invocation) -> int:
    """List them, save, run or delete one, or forget what was asked lately."""
    arguments = invocation.arguments
    way = word_of(Way, arguments.way)
    match way:
        case Way.LIST:
            _take_no_words(arguments.words, way)
            return _list(invocation)
        case Way.FORGET:
            _take_no_words(arguments.words, way)
            return _forget(invocation)
        case Way.SAVE:
            return _save(invocation)
        case Way.RUN:
            return _run(invocation)
        case Way.DELETE:
            return _delete(invocation)


def _list(invocation: Invocation) -> int:
    from palace.services.asking import asked_lately

    with invocation.palace() as palace:
        saved = saved_searches(palace)
        recent = asked_lately(palace, _file(palace), RECENT_SHOWN)
    if invocation.wants_json:
        invocation.output.json(
            {"saved": [saved_search_json(search) for search in saved], "recent": list(recent)}
        )
    else:
        for search in saved:
            invocation.output.line(f"{search.name}  {first_line(search.question)}")
        if recent:
            invocation.output.line(invocation.say("cli.searches.recent"))
        for question in recent:
            invocation.output.line("    " + first_line(question))
        if not saved and not recent:
            invocation.output.error(invocation.say("cli.searches.none"))
    return 0 if saved or recent else NOTHING_FOUND


def _save(invocation: Invocation) -> int:
    arguments = invocation.arguments
    # A filter that is given as an option is part of what is asked.
    options = [f"{name}:{word}" for name in OPTIONS for word in getattr(arguments, name)]
    match arguments.words:
        case [name, *asked] if asked or options:
            question = text_of_words([*asked, *options])
        case _:
            raise InvalidInput(
                "a search is saved by a name and what it asks", next_step="palace searches save NAME QUERY…"
            )
    with invocation.palace() as palace:
        saved = save_search(
            palace,
            text_of_words([name]),
            question,
            invocation.surroundings,
            invocation.actor,
            replacing=arguments.replace,
        )
    if invocation.wants_json:
        invocation.output.json(saved_search_json(saved))
    else:
        invocation.output.line(
            invocation.say("cli.searches.saved", name=saved.name, query=first_line(saved.question))
        )
    return 0


def _run(invocation: Invocation) -> int:
    with invocation.palace() as palace:
        search = saved_search(palace, _name(invocation))
    return search_for(invocation, search.question)


def _delete(invocation: Invocation) -> int:
    with invocation.palace() as palace:
        search = saved_search(palace, _name(invocation))
        delete_search(palace, search, invocation.actor)
    if invocation.wants_json:
        invocation.output.json(saved_search_json(search))
    else:
        invocation.output.line(invocation.say("cli.searches.deleted", name=search.name))
    return 0


def _forget(invocation: Invocation) -> int:
    with invocation.palace() as palace:
        kept = _file(palace)
    forgotten = len(kept.asked())
    try:
        kept.forget()
    except OSError as error:
        raise PalaceError(
            "{path} cannot be removed: {cause}", path=kept.path, cause=error.strerror or error
        ) from None
    if invocation.wants_json:
        invocation.output.json({"forgotten": forgotten})
    else:
        invocation.output.line(invocation.say("cli.searches.forgotten", count=forgotten))
    return 0


def _name(invocation: Invocation) -> str:
    words = invocation.arguments.words
    if not words:
        raise InvalidInput("which search?", next_step="palace searches lists them")
    return text_of_words(words)


def _take_no_words(words: list[str], way: Way) -> None:
    if words:
        raise InvalidInput(
            "“{way}” takes no further words",
            next_step="palace searches save NAME QUERY…, run NAME or delete NAME",
            way=way,
        )


def _file(palace: PalaceFile) -> SearchFile:
    return SearchFile(state_directory(os.environ), palace.path, palace.meta("palace_uid") or "")
