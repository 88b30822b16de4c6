"""Stepping behind a figure of health: to its memories, its room, its queue, or to what it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from palace.domain.clock import local_day
from palace.domain.filters import Filters, parse_query
from palace.domain.vocabulary import Wing
from palace.services.browsing import IN_A_ROOM, Order, listing_by_band
from palace.services.health import moments
from palace.services.health_figure import Door, DoorKind, Figure
from palace.services.health_ports import Behind
from palace.services.ports import Palace
from palace.services.review_queues import QueueKind
from palace.services.surroundings import Surroundings
from palace.text.display import displayable
from palace.tui.presenters.figure_rows import explanation_lines, said
from palace.tui.presenters.lines import EMPTY, Line, Say, wrapped_lines

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp


def step_behind(app: PalaceApp, figure: Figure) -> None:
    """Open what lies behind a figure."""
    door = figure.door
    match door.kind:
        case DoorKind.LIST | DoorKind.FILTER:
            _open_list(app, figure)
        case DoorKind.ROOM:
            from palace.tui.screens.room import RoomScreen

            app.push_screen(RoomScreen(Wing(door.name)))
        case DoorKind.QUEUE:
            app.go_to_queue(QueueKind(door.name))
            app.stepped_from = "health"
        case DoorKind.SEARCH:
            app.go_to("search")
            app.stepped_from = "health"
        case DoorKind.TIMELINE:
            app.do_go_timeline()
        case DoorKind.JOURNAL:
            app.go_to("journal")
            app.stepped_from = "health"
        case DoorKind.WORDS:
            _open_words(app, figure)


def _open_list(app: PalaceApp, figure: Figure) -> None:
    from palace.tui.screens.listing import ListingScreen

    model_id = app.doors.model_id

    def read_ids(palace: Palace, around: Surroundings) -> Sequence[int]:
        return ids_behind(palace, around, figure.door, model_id)

    app.push_screen(
        ListingScreen(
            lambda: said(figure.behind or figure.label, app.say).upper(),
            lambda: _told_beside(figure, app.say),
            read_ids,
        )
    )


def _told_beside(figure: Figure, say: Say) -> str:
    """Return what a figure says, behind its name where the list beside it is called otherwise."""
    told = said(figure.told, say)
    return f"{said(figure.label, say)}: {told}" if figure.behind else told


def ids_behind(palace: Palace, around: Surroundings, door: Door, model_id: str | None) -> Sequence[int]:
    """Return the ids of the memories behind a door that leads to memories."""
    if door.kind is DoorKind.LIST:
        return palace.health.listed(Behind(door.name), moments(around), model_id, door.of_kind)
    return listing_by_band(palace, _filters(door.name, around), Order.WEIGHT, around)


def _filters(words: str, around: Surroundings) -> Filters:
    found = parse_query(words, local_day(around.now, around.zone)).filters
    return replace(found, statuses=found.statuses or IN_A_ROOM.statuses, current=IN_A_ROOM.current)


def _open_words(app: PalaceApp, figure: Figure) -> None:
    from palace.tui.screens.dialogs import ReadingDialog

    def lines(cells: int) -> Sequence[Line]:
        names = displayable(figure.door.name, keep_newlines=True)
        named = [EMPTY, *wrapped_lines(names, cells)] if names else []
        return [*explanation_lines(figure, app.say, cells), *named]

    app.push_screen(ReadingDialog(said(figure.label, app.say), lines))
