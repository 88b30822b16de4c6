"""What a full hot band asks for: which hot memory goes to the warm band, or whether the newcomer is warm."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from palace.domain.vocabulary import Band
from palace.services.hot_band import Demotion, HotBandFull, Offer
from palace.text.display import one_line
from palace.tui.screens.dialogs import Choice, ChoiceDialog

if TYPE_CHECKING:
    from palace.tui.app import PalaceApp

Result = TypeVar("Result")

OFFERED_CELLS = 200
"""How much of a memory's text is given to the list, which cuts it to its width."""

WARM = -1
"""Stands in the list for leaving the band as it is and keeping the newcomer warm."""


async def with_room(
    app: PalaceApp, act: Callable[[Sequence[Demotion], Band | None], Awaitable[Result]]
) -> Result:
    """Do an act that is told what is demoted and which band was chosen instead; ask where there is no room.

    Called in a worker. Raises what the act raises; HotBandFull when the person left the window.
    """
    try:
        return await act((), None)
    except HotBandFull as full:
        chosen = await app.push_screen_wait(ChoiceDialog(_title(app, full), _choices(app, full)))
        if chosen is None:
            raise
        if chosen == WARM:
            return await act((), Band.WARM)
        return await act(full.offers[chosen].demotions, None)


def _title(app: PalaceApp, full: HotBandFull) -> str:
    return app.say("tui.hot_room.title", **full.values)


def _choices(app: PalaceApp, full: HotBandFull) -> list[Choice[int]]:
    offers = [Choice(place, _name(app, offer), _meaning(offer)) for place, offer in enumerate(full.offers)]
    return [*offers, Choice(WARM, app.say("tui.hot_room.warm"))]


def _name(app: PalaceApp, offer: Offer) -> str:
    ids = " + ".join(f"#{memory.id}" for memory in offer.memories)
    return app.say("tui.hot_room.demote", ids=ids)


def _meaning(offer: Offer) -> str:
    return " · ".join(
        f"{weight:.2f} {one_line(memory.text, OFFERED_CELLS)}"
        for memory, weight in zip(offer.memories, offer.weights, strict=True)
    )
