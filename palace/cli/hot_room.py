"""What a full hot band offers: in lines for people, in fields for programs, and as a question."""

import unicodedata

from palace.cli.invocation import Invocation, read_line
from palace.cli.output import first_line
from palace.domain.errors import InvalidInput, NotFound
from palace.domain.filters import LONGEST_NAMED
from palace.domain.identifiers import id_number
from palace.domain.vocabulary import Band
from palace.i18n.catalog import Catalog
from palace.services.hot_band import Demotion, HotBandFull, Room


def offer_lines(full: HotBandFull, catalog: Catalog) -> str:
    """Return each way to make room as a line: what would go to the warm band, and its weight."""
    return "\n".join(
        catalog.text(
            "cli.hot_room.offer",
            ids=" + ".join(f"#{memory.id}" for memory in offer.memories),
            weights=" + ".join(f"{weight:.2f}" for weight in offer.weights),
            text=" / ".join(first_line(memory.text) for memory in offer.memories),
        )
        for offer in full.offers
    )


def offers_json(full: HotBandFull) -> dict[str, object]:
    """Return each way to make room: the memories that would go to the warm band, with their weights."""
    return {
        "demotable": [
            [
                {"memory_id": memory.id, "version": memory.version, "weight": round(weight, 3)}
                for memory, weight in zip(offer.memories, offer.weights, strict=True)
            ]
            for offer in full.offers
        ]
    }


def asked_room(invocation: Invocation, full: HotBandFull) -> Room:
    """Show what would make room, and return what the person chose: what leaves, or the warm band.

    Raises `full` again where nothing is typed, InvalidInput or NotFound where it names none of those offered.
    """
    output = invocation.output
    output.error(invocation.catalog.error(full))
    output.lines(offer_lines(full, invocation.catalog))
    output.prompt(invocation.say("cli.hot_room.ask"))
    answer = unicodedata.normalize("NFKC", read_line()).strip()
    if not answer:
        output.line()
        raise full
    if answer.casefold() == "w":
        return Room(band=Band.WARM)
    number = id_number(answer)
    if number is None:
        raise InvalidInput(
            "“{word}” is not the number of a memory",
            next_step="name one of those offered, or w",
            word=answer[:LONGEST_NAMED],
        )
    return Room(_demotions(full, number))


def _demotions(full: HotBandFull, number: int) -> tuple[Demotion, ...]:
    """Return what makes room: the offer with this memory in it, as it was shown."""
    for offer in full.offers:
        if any(memory.id == number for memory in offer.memories):
            return offer.demotions
    raise NotFound("memory #{id} is not among those offered", id=number)
