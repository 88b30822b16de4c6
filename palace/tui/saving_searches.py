"""Saving the question of the search under a name, and deleting one that was saved."""

from collections.abc import Callable

from textual.screen import Screen

from palace.domain.errors import PalaceError
from palace.domain.saved_search import SavedSearch
from palace.services.ports import Palace
from palace.services.saved_searches import NameTaken, delete_search, save_search
from palace.services.surroundings import Surroundings
from palace.text.display import one_line
from palace.tui.acting import palace_app
from palace.tui.presenters.lines import wrapped_lines
from palace.tui.screens.dialogs import ConfirmDialog, LineDialog

NAME_CELLS = 40
"""Cells of a name in what is said about it."""


def save_question(screen: Screen[None], asked: str, then: Callable[[], object]) -> None:
    """Ask for a name, save the question under it, and say so; `then` is called once it is saved.

    Where another search has the name, the person is asked first whether to replace it.
    """
    app = palace_app(screen)
    if not asked.strip():
        app.toast(app.say("tui.search.nothing_to_save"), severity="warning")
        return

    async def write(name: str, *, replacing: bool = False) -> None:
        def save(palace: Palace, surroundings: Surroundings) -> SavedSearch:
            return save_search(palace, name, asked, surroundings, app.gateway.actor, replacing=replacing)

        try:
            saved = await app.gateway.write(save)
        except NameTaken as taken:
            ask_whether_to_replace(taken)
        except PalaceError as error:
            app.report(error)
        else:
            app.toast(app.say("tui.search.saved_as", name=one_line(saved.name, NAME_CELLS)))
            then()

    def ask_whether_to_replace(taken: NameTaken) -> None:
        title = app.say("tui.search.replace_saved", name=one_line(taken.search.name, NAME_CELLS))

        def answered(agreed: bool | None) -> None:
            if agreed:
                screen.run_worker(write(taken.search.name, replacing=True), group="save", exit_on_error=False)

        app.push_screen(
            ConfirmDialog(title, lambda cells: wrapped_lines(taken.search.question, cells)), answered
        )

    def named(name: str | None) -> None:
        if name is not None:
            screen.run_worker(write(name), group="save", exit_on_error=False)

    app.push_screen(LineDialog(app.say("tui.search.save_as")), named)


async def delete_saved(screen: Screen[None], search: SavedSearch) -> None:
    """Delete a saved search, and say so."""
    app = palace_app(screen)

    def delete(palace: Palace, surroundings: Surroundings) -> None:
        delete_search(palace, search, app.gateway.actor)

    try:
        await app.gateway.write(delete)
    except PalaceError as error:
        app.report(error)
    else:
        app.toast(app.say("tui.search.deleted", name=one_line(search.name, NAME_CELLS)))
