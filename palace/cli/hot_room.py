"""What a full hot band offers: in lines for people, in fields for programs."""

from palace.cli.output import first_line
from palace.i18n.catalog import Catalog
from palace.services.hot_band import HotBandFull


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
